"""Simple statements: assignments, stores, aliases, exchanges, structures, calls. Each is one or two lines of text."""

from __future__ import annotations

from collections.abc import Callable

from tests.random_programs import arrays, expressions
from tests.random_programs.expressions import number, tame
from tests.random_programs.names import State, Variable

Lines = list[str]


def simple(w: State) -> Lines:
    """Some simple statement that can be written here."""
    while True:
        lines = w.pick(*_KINDS)(w)
        if lines:
            return list(lines)


def new_number(w: State) -> Lines:
    text = tame(w)
    return [f"{w.bind(Variable(w.fresh('number'), 'number'))} = {text}"]


def _number_again(w: State) -> Lines:
    v = w.any("number", lambda v: v.rebind)
    return [f"{v.text} = {tame(w)}"] if v else []


def _number_updated(w: State) -> Lines:
    v = w.any("number", lambda v: v.rebind)
    return [f"{v.text} {_update(w)}"] if v else []


def _update(w: State) -> str:
    return w.pick(
        (4, f"+= {tame(w)}"), (2, f"-= {tame(w)}"), (2, f"*= {tame(w, 1)}"), (1, f"/= 1.2 + {number(w, 0)} ** 2")
    )


def _array_updated(w: State, shape: tuple[int, ...]) -> str:
    if w.chance(0.3):
        return _update(w)
    return w.pick(
        (3, f"+= {arrays.tame(w, shape)}"), (2, f"*= {arrays.array(w, shape, 1)}"), (1, f"-= {arrays.view(w, shape)}")
    )


def new_array(w: State) -> Lines:
    other = w.any("array")
    shape = arrays.part(w, other.shape) if other else (3,)
    text = arrays.tame(w, shape) if w.chance(0.7) else f"{arrays.view(w, shape)}.copy()"
    return [f"{w.bind(Variable(w.fresh('array'), 'array', shape))} = {text}"]


def _array_again(w: State) -> Lines:
    v = w.any("array", lambda v: v.rebind)
    return [f"{v.text} = {arrays.tame(w, v.shape)}"] if v else []


def _element(w: State) -> Lines:
    v = w.any("array")
    if v is None:
        return []
    element = arrays.element_of(w, v)
    return [f"{element} = {tame(w)}" if w.chance(0.5) else f"{element} {_update(w)}"]


def _part(w: State) -> Lines:
    v = w.any("array")
    if v is None:
        return []
    text, shape = arrays.target(w, v)
    if w.chance(0.5) and (text != v.text or v.rebind):
        return [f"{text} {_array_updated(w, shape)}"]
    whole = f"{text}[:]" if text == v.text or text.endswith(".T") else text
    return [f"{whole} = {tame(w) if w.chance(0.2) else arrays.array(w, shape)}"]


def _shifted(w: State) -> Lines:
    """A slice that overlaps with what is stored into it: `y[1:] = y[:-1] * x[1:]`."""
    v = w.any("array", lambda v: v.shape[0] > 2)
    if v is None:
        return []
    shape = (v.shape[0] - 1, *v.shape[1:])
    left, right = w.random.choice(((f"{v.text}[1:]", f"{v.text}[:-1]"), (f"{v.text}[:-1]", f"{v.text}[1:]")))
    op = w.random.choice(("=", "=", "+=", "*="))
    return [f"{left} {op} {right} * {arrays.array(w, shape, 1)}"]


def _masked(w: State) -> Lines:
    v = w.any("array")
    if v is None:
        return []
    mask = arrays.mask(w, v.shape)
    value = w.pick(
        (3, f"= {number(w, 1)}"), (2, f"*= {number(w, 0)}"), (1, f"+= {number(w, 1)}"),
        (1, f"= ({arrays.array(w, v.shape, 1)})[{mask}]"),
    )  # fmt: skip
    return [f"{v.text}[{mask}] {value}"]


def _new_indices(w: State) -> Lines:
    v = w.any("array")
    if v is None:
        return []
    values = [w.random.randint(0, v.shape[0] - 1) for _ in range(w.random.choice((2, 3, v.shape[0])))]
    at = Variable(w.fresh("indices"), "indices", (len(values),), min(values), max(values))
    return [f"{w.bind(at)} = np.array({values})"]


def _scattered(w: State) -> Lines:
    """A store through an array of integers, some of them equal."""
    at = w.any("indices")
    v = w.any("array", lambda v: at is not None and at.high < v.shape[0])
    if v is None or at is None:
        return []
    shape = (*at.shape, *v.shape[1:])
    value = number(w, 1) if w.chance(0.4) else arrays.array(w, shape, 1)
    return [
        w.pick(
            (2, f"{v.text}[{at.text}] = {value}"), (2, f"{v.text}[{at.text}] += {value}"),
            (1, f"{v.text}[{at.text}] *= {value}"), (1, f"np.add.at({v.text}, {at.text}, {value})"),
        )
    ]  # fmt: skip


def _alias(w: State) -> Lines:
    """Another name for an array, or for a part of it."""
    v = w.any("array")
    if v is None:
        return []
    text, shape = arrays.target(w, v)
    return [f"{w.bind(Variable(w.fresh('array'), 'array', shape, view=True))} = {text}"]


def _exchanged(w: State) -> Lines:
    kind = w.random.choice(("number", "number", "array"))
    a = w.any(kind, lambda v: v.rebind and not v.view)
    b = w.any(kind, lambda v: a is not None and v.rebind and not v.view and v.shape == a.shape and v is not a)
    if a is None or b is None or kind == "array" and (w.loops or len(w.scopes) > 2) and w.chance(0.7):
        return []
    if kind == "number" and w.chance(0.5):
        return [f"{a.text}, {b.text} = {b.text}, {tame(w, 1)}"]
    return [f"{a.text}, {b.text} = {b.text}, {a.text}"]


def _structure(w: State) -> Lines:
    """A dict or a tuple of a number and an array, whose parts are read and written from then on."""
    other = w.any("array")
    if other is None:
        return []
    first, second = tame(w), arrays.view(w, other.shape) if w.chance(0.3) else arrays.tame(w, other.shape, 1)
    if w.chance(0.5):
        name, keys, text = w.fresh("dict"), ("'a'", "'b'"), f"{{'a': {first}, 'b': {second}}}"
    else:
        name, keys, text = w.fresh("tuple"), ("0", "1"), f"({first}, {second})"
    changes = text.startswith("{")
    w.bind(Variable(f"{name}[{keys[0]}]", "number", rebind=changes))
    w.bind(Variable(f"{name}[{keys[1]}]", "array", other.shape, rebind=changes, view=True))
    return [f"{name} = {text}"]


def _new_list(w: State) -> Lines:
    text = tame(w)
    return [f"{w.bind(Variable(w.fresh('list'), 'list'))} = [{text}]"]


def _appended(w: State) -> Lines:
    v = w.any("list")
    return [f"{v.text}.append({tame(w)})"] if v else []


def _method(w: State) -> Lines:
    """Functions that write into an array that they are given."""
    v = w.any("array")
    if v is None:
        return []
    text, shape = arrays.target(w, v)
    return [
        w.pick(
            (1, f"{text}.fill({number(w, 1)})"), (1, f"np.copyto({text}, {arrays.array(w, shape, 1)})"),
            (1, f"np.multiply({arrays.view(w, shape)}, {arrays.view(w, shape)}, out={text})"),
            (0.5, f"{text}.sort()"),
        )
    ]  # fmt: skip


def _integer(w: State) -> Lines:
    """An index that is computed, from an array or from another index."""
    v = w.any("array", lambda v: len(v.shape) == 1)
    if v is None:
        return []
    size = v.shape[0]
    text = w.pick(
        (1, f"int(np.argmax({v.text}))"), (1, f"int(np.argmin({v.text}))"), (3, arrays.index(w, size, 0)),
        (1, f"{size - 1} if {expressions.test(w)} else {w.random.randrange(size)}"),
    )  # fmt: skip
    return [f"{w.bind(Variable(w.fresh('integer'), 'integer', low=0, high=size - 1))} = {text}"]


def _call(w: State) -> Lines:
    """A call whose result is bound, unpacked or left."""
    if not w.helpers:
        return []
    helper = w.random.choice(w.helpers)
    text = expressions.call(w, helper)
    if helper.result == "nothing":
        return [text]
    if helper.result == "pair":
        return [f"{_target(w)}, {_target(w)} = {text}"]
    if helper.result == "array":
        return [f"{w.bind(Variable(w.fresh('array'), 'array', helper.shape, view=True))} = {text}"]
    return [f"{w.bind(Variable(w.fresh('number'), 'number'))} = {text}"]


def _target(w: State) -> str:
    """A name for a number, new or old."""
    v = w.any("number", lambda v: v.rebind)
    return v.text if v and w.chance(0.4) else w.bind(Variable(w.fresh("number"), "number"))


_KINDS: tuple[tuple[float, Callable[[State], Lines]], ...] = (
    (2, new_number), (2, _number_again), (4, _number_updated), (2, new_array), (1, _array_again), (5, _element),
    (3, _part), (1.5, _shifted), (1, _masked), (0.4, _new_indices), (0.8, _scattered), (1, _alias), (0.6, _exchanged),
    (0.4, _structure), (0.15, _new_list), (0.8, _appended), (0.5, _method), (0.5, _integer), (1.5, _call),
)  # fmt: skip
