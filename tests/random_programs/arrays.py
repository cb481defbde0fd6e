"""Expressions that are arrays of a given shape, views of arrays, and indices that stay inside of them."""

from __future__ import annotations

from collections.abc import Iterator

from tests.random_programs import expressions
from tests.random_programs.names import Shape, State, Variable


def array(w: State, shape: Shape, depth: int = 2) -> str:
    if depth <= 0 or w.chance(0.15):
        return view(w, shape)
    make = w.pick((5, _binary), (3, _scaled), (3, _function), (1, _where), (1, _made), (1, _special), (0.5, _gathered))
    text: str = make(w, shape, depth - 1)
    return text


def tame(w: State, shape: Shape, depth: int = 2) -> str:
    """An array of numbers of size one, in memory of its own."""
    inner = array(w, shape, depth)
    return w.pick((2, f"np.tanh({inner})"), (2, f"0.5 * ({inner})"), (1, f"np.sin({inner})"), (2, f"{inner} + 0.0"))


def view(w: State, shape: Shape) -> str:
    """An array that is there already, or a part of one, where there is one of that shape."""
    found = [(v, text) for v in w.visible("array") for text in [_part_of(w, v, shape)] if text]
    if not found:
        return _made(w, shape, 0)
    return found[min(int(w.random.expovariate(0.5)), len(found) - 1)][1]


def part(w: State, shape: Shape) -> Shape:
    """The shape of some part of an array of a shape."""
    if len(shape) == 2 and w.chance(0.5):
        return w.random.choice((shape[:1], shape[1:]))
    smaller = [size - 1 if size > 2 and w.chance(0.25) else size for size in shape]
    return tuple(smaller)


def element_of(w: State, variable: Variable) -> str:
    indices = [index(w, size) for size in variable.shape]
    if len(indices) == 2 and w.chance(0.2):
        return f"{variable.text}[{indices[0]}][{indices[1]}]"
    return f"{variable.text}[{', '.join(indices)}]"


def index(w: State, size: int, low: int | None = None) -> str:
    """An integer that is an index of an axis of that size, and not below `low`."""
    least = -size if low is None else low
    found = [text for v in w.visible("integer") for text in _indices_from(v, size, least)]
    if found and w.chance(0.7):
        return w.random.choice(found)
    return str(w.random.randint(least if w.chance(0.3) else max(least, 0), size - 1))


def _indices_from(v: Variable, size: int, least: int) -> Iterator[str]:
    """Indices made from one integer; those that are usual come often."""
    for shift in (0, 0, 0, -1, 1):
        if least <= v.low + shift and v.high + shift < size:
            yield v.text if not shift else f"{v.text} {'+' if shift > 0 else '-'} 1"
    if least <= size - 1 - v.high and v.low >= 0:
        yield f"{size - 1} - {v.text}"
    if least <= -v.high and -v.low < size and v.high > 0:
        yield f"-{v.text}"
    if least <= 0:
        yield f"({v.text} + 1) % {size}"
    if least <= 2 * v.low and 2 * v.high < size:
        yield f"2 * {v.text}"


def slices(w: State, size: int, length: int) -> list[str]:
    """Slices of an axis that have a length."""
    found = []
    if length == size:
        found += [":", ":", "::-1"]
    for start in range(size - length + 1) if length < size else ():
        stop = start + length
        lower = str(start) if start else ""
        upper = str(stop) if stop < size else ""
        found += [f"{lower}:{upper}"] + ([f"{lower}:{stop - size}"] if stop < size else [])
        found += [f"{stop - 1}:{start - 1}:-1"] if start else []
    if length > 1 and length == (size + 1) // 2:
        found.append("::2")
    for v in w.visible("integer"):
        if 0 <= v.low and v.high + length <= size:
            found.append(f"{v.text}:{v.text} + {length}")
    return found


def target(w: State, variable: Variable) -> tuple[str, Shape]:
    """A part of an array to write into, and its shape."""
    shape = w.pick((2, variable.shape), (3, part(w, variable.shape)))
    text = _part_of(w, variable, shape)
    return (text, shape) if text else (variable.text, variable.shape)


def _part_of(w: State, variable: Variable, shape: Shape) -> str | None:
    """A part of an array that has a shape, as text; None where there is none."""
    own, name = variable.shape, variable.text
    if own == shape and w.chance(0.7):
        return name
    choices: list[str] = []
    if len(own) == len(shape) == 1:
        choices = [f"{name}[{s}]" for s in slices(w, own[0], shape[0])]
    elif len(own) == 2 and len(shape) == 1:
        choices += [f"{name}[{index(w, own[0])}, {s}]" for s in slices(w, own[1], shape[0])]
        choices += [f"{name}[{s}, {index(w, own[1])}]" for s in slices(w, own[0], shape[0])]
        choices += [f"{name}[{index(w, own[0])}]"] * 3 if own[1:] == shape else []
    elif len(own) == len(shape) == 2:
        pairs = [(r, c) for r in slices(w, own[0], shape[0]) for c in slices(w, own[1], shape[1])]
        choices += [f"{name}[{r}, {c}]" for r, c in pairs]
        choices += [f"{name}.T"] * 3 if own[::-1] == shape else []
    return w.random.choice(choices) if choices else None


def indices_for(w: State, size: int, length: int) -> str | None:
    """An array of indices of an axis, of a length."""
    v = w.any("indices", lambda v: v.shape == (length,) and v.high < size)
    return v.text if v else None


def mask(w: State, shape: Shape) -> str:
    limit = w.random.choice((-0.53, -0.11, 0.17, 0.41, 0.83))
    return f"{view(w, shape)} {w.random.choice('<>')} {limit}"


def _either(w: State, shape: Shape, depth: int) -> str:
    """An array of the shape, or what broadcasts to it."""
    if len(shape) == 2 and w.chance(0.25):
        return array(w, shape[1:], depth)
    return array(w, shape, depth) if w.chance(0.75) else expressions.number(w, depth)


def _binary(w: State, shape: Shape, depth: int) -> str:
    return f"({array(w, shape, depth)} {w.random.choice('+-**')} {_either(w, shape, depth)})"


def _scaled(w: State, shape: Shape, depth: int) -> str:
    scale = expressions.number(w, 0)
    return w.pick(
        (3, f"({scale} * {array(w, shape, depth)})"), (1, f"({array(w, shape, depth)} / (1.5 + {scale} ** 2))"),
        (1, f"-{array(w, shape, depth)}"),
    )  # fmt: skip


def _function(w: State, shape: Shape, depth: int) -> str:
    inner = array(w, shape, depth)
    return w.pick(
        (3, f"np.sin({inner})"), (3, f"np.tanh({inner})"), (1, f"np.exp(-np.abs({inner}))"), (1, f"np.abs({inner})"),
        (1, f"({inner}) ** 2"), (1, f"np.clip({inner}, -0.71, 0.93)"), (1, f"np.sqrt(1.0 + ({inner}) ** 2)"),
        (1, f"np.maximum({inner}, {_either(w, shape, 0)})"),
    )  # fmt: skip


def _where(w: State, shape: Shape, depth: int) -> str:
    return f"np.where({mask(w, shape)}, {_either(w, shape, depth)}, {_either(w, shape, depth)})"


def _made(w: State, shape: Shape, depth: int) -> str:
    size: object = shape[0] if len(shape) == 1 else shape
    makers = [f"np.zeros({size})", f"np.ones({size})", f"np.full({size}, {expressions.number(w, 0)})"]
    if len(shape) == 1:
        makers.append(f"np.array([{', '.join(expressions.leaf(w) for _ in range(shape[0]))}])")
    return w.random.choice(makers)


def _special(w: State, shape: Shape, depth: int) -> str:
    inner = array(w, shape, depth)
    if len(shape) == 2:
        rows, columns = shape
        outer = f"np.outer({array(w, (rows,), depth)}, {array(w, (columns,), depth)})"
        return w.random.choice((outer, f"np.cumsum({inner}, axis=0)", f"np.roll({inner}, 1, axis=1)"))
    found = [v for v in w.visible("array") if len(v.shape) == 2 and v.shape[0] == shape[0]]
    if found and w.chance(0.5):
        v = w.random.choice(found)
        return w.pick((2, f"(0.4 * ({v.text} @ {view(w, v.shape[1:])}))"), (1, f"np.sum({v.text}, axis=1)"))
    return w.random.choice((
        f"(0.3 * np.cumsum({inner}))", f"np.roll({inner}, 1)", f"np.sort({inner})", f"np.flip({inner})",
        f"np.concatenate((({inner})[:1], ({array(w, shape, depth)})[1:]))",
    ))  # fmt: skip


def _gathered(w: State, shape: Shape, depth: int) -> str:
    v = w.any("array")
    at = indices_for(w, v.shape[0], shape[0]) if v else None
    if v is None or at is None or v.shape[1:] != shape[1:]:
        return _function(w, shape, depth)
    return f"{v.text}[{at}]"
