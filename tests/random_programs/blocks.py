"""Compound statements: loops of every form, branches, jumps out of them. Each is lines of text with its blocks."""

from __future__ import annotations

from tests.random_programs import arrays, expressions
from tests.random_programs.names import State, Variable
from tests.random_programs.statements import Lines, simple

DEEPEST = 5


def block(w: State, most: int = 4, first: Lines = [], jumps: bool = True) -> Lines:
    """An indented block of up to `most` statements after the `first` ones."""
    lines = list(first)
    w.enter()
    for _ in range(w.random.randint(1, most)):
        lines += statement(w, jumps)
        if w.budget <= 0:
            break
    w.leave()
    return ["    " + line for line in lines]


def statement(w: State, jumps: bool = True) -> Lines:
    w.budget -= 1
    if len(w.scopes) < DEEPEST and w.budget > 0 and w.chance(0.4):
        make = w.pick((4, _for), (1.5, _over_array), (1.5, _while), (4, _if))
        return list(make(w))
    if jumps and len(w.scopes) > 2 and w.chance(0.15):
        return _jump(w)
    return simple(w)


def result(w: State) -> str:
    """The `return` of the function."""
    if w.result == "nothing":
        return "return"
    if w.result == "array":
        text = arrays.view(w, w.shape) if w.chance(0.3) else arrays.tame(w, w.shape)
        return f"return {text}"
    if w.result == "pair":
        return f"return {expressions.tame(w)}, {expressions.tame(w, 1)}"
    return f"return {expressions.tame(w)}"


def _if(w: State) -> Lines:
    lines = [f"if {expressions.test(w)}:", *block(w)]
    while w.chance(0.25):
        lines += [f"elif {expressions.test(w)}:", *block(w)]
    return lines + (["else:", *block(w)] if w.chance(0.45) else [])


def _jump(w: State) -> Lines:
    """`break`, `continue` or `return` where a condition holds, after a statement or two."""
    choices = [(1.0, result(w))] if not w.loops else [(0.7, result(w)), (2, "break"), (1.5, "continue")]
    test = expressions.test(w)
    before = block(w, 1, jumps=False) if w.chance(0.3) else []
    return [f"if {test}:", *before, f"    {w.pick(*choices)}"]


def _loop(w: State, header: str, first: Lines = [], bound: list[Variable] = []) -> Lines:
    """A loop, perhaps with an `else`; what it binds may be used after it."""
    w.loops.append(header)
    w.enter()
    for variable in bound:
        w.bind(variable)
    body = block(w, 4, first)
    w.leave()
    w.loops.pop()
    jumps = any("break" in line for line in body)
    return [header, *body] + (["else:", *block(w, 2)] if jumps and w.chance(0.3) else [])


def _for(w: State) -> Lines:
    size = _size(w)
    text, low, high = _range(w, size)
    index = Variable(w.fresh("integer"), "integer", low=low, high=high)
    return _loop(w, f"for {index.text} in range({text}):", bound=[index])


def _size(w: State) -> int:
    v = w.any("array")
    return w.random.choice(v.shape) if v else 3


def _range(w: State, size: int) -> tuple[str, int, int]:
    """The arguments of a range whose indices suit an axis, and their bounds."""
    last = size - 1
    choices: list[tuple[float, tuple[str, int, int]]] = [
        (3, (f"{size}", 0, last)), (2, (f"1, {size}", 1, last)), (1, (f"{last}", 0, last - 1)),
        (2, (f"{last}, -1, -1", 0, last)), (1, (f"{last}, 0, -1", 1, last)), (1, (f"0, {size}, 2", 0, last)),
        (1, (f"{last}, -1, -2", 0, last)), (1, (f"-{min(size, 2)}, 2", -min(size, 2), 1)), (0.3, ("3, 3", 0, 0)),
    ]  # fmt: skip
    v = w.any("integer", lambda v: v.low >= 0 and v.high <= size)
    if v is not None:
        choices += [(2, (v.text, 0, max(v.high - 1, 0))), (1, (f"{v.text}, {size}", v.low, last))]
        choices += [(1, (f"{v.text} - 1, -1, -1", 0, max(v.high - 1, 0)))]
        choices += [(1, (f"{v.text} + 1", 0, v.high))] if v.high < size else []
    found: tuple[str, int, int] = w.pick(*choices)
    return found


def _over_array(w: State) -> Lines:
    """A loop over the elements or rows of arrays."""
    v = w.any("array")
    if v is None:
        return _for(w)
    order = w.pick((4, v.text), (1, f"{v.text}[::-1]"), (1, f"{v.text}[1:]"))
    name = w.fresh("array" if len(v.shape) == 2 else "number")
    item = Variable(name, "array" if len(v.shape) == 2 else "number", v.shape[1:], view=len(v.shape) == 2)
    if w.chance(0.35) and "[" not in order:
        index = Variable(w.fresh("integer"), "integer", low=0, high=v.shape[0] - 1)
        return _loop(w, f"for {index.text}, {name} in enumerate({order}):", bound=[index, item])
    other = w.any("array", lambda o: len(o.shape) == 1)
    if other is not None and w.chance(0.3):
        second = next(n for n in ("o", "o2", "o3") if n not in {x.text for x in w.visible("number")})
        bound = [item, Variable(second, "number")]
        return _loop(w, f"for {name}, {second} in zip({order}, {other.text}):", bound=bound)
    return _loop(w, f"for {name} in {order}:", bound=[item])


def _while(w: State) -> Lines:
    """A loop with a counter, that no more than a few iterations can pass."""
    size = _size(w)
    count = Variable(w.fresh("integer"), "integer", low=1, high=size, rebind=False)
    text = count.text
    if w.chance(0.35):
        done = f"{text} >= {size}" + (f" or {expressions.test(w, 0)}" if w.chance(0.4) else "")
        return [f"{text} = 0", *_loop(w, "while True:", [f"{text} += 1", f"if {done}:", "    break"], [count])]
    test = f"{text} < {size}" + (f" and {expressions.test(w, 0)}" if w.chance(0.5) else "")
    return [f"{text} = 0", *_loop(w, f"while {test}:", [f"{text} += 1"], [count])]
