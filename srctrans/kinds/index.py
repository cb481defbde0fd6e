"""The kind of `x[index]`: which axes stay, and how long slices are.

>>> from srctrans.kinds import Array, Dim
>>> x = Array("float64", (Dim("len(x)", True),))
>>> index_kind(x, [("slice", 1, None, 1)]) == index_kind(x, [("slice", None, -1, 1)])
True
"""

from __future__ import annotations

from typing import Any

from srctrans.kinds.broadcast import broadcast
from srctrans.kinds.kind import ONE, Array, Dim, Kind, Scalar

# An item of an index: ("int",) | ("slice", start, stop, step) | ("new",) | ("ellipsis",) | ("array", kind)
# A bound of a slice is None, an int, or the text of an expression.


def index_kind(kind: Array, items: list[tuple[Any, ...]]) -> Kind:
    """The kind of an array indexed by `items`. Raises IndexError for too many indices."""
    items = expand(kind, items)
    arrays = [i for i, item in enumerate(items) if item[0] == "array"]
    dims: list[Dim] = []
    axis = 0
    for item in items:
        if item[0] == "new":
            dims.append(ONE)
            continue
        if item[0] == "slice":
            dims.append(slice_dim(kind.dims[axis], *item[1:]))
        elif item[0] == "array" and item[1].dtype == "bool":
            axis += item[1].rank - 1
        axis += 1
    if arrays:
        chosen = broadcast(*[_chosen(items[i][1], i) for i in arrays])
        at = _axis_chosen(items)
        dims[at:at] = chosen
    return Array(kind.dtype, tuple(dims)) if dims or arrays else Scalar(kind.dtype)


def _axis_chosen(items: list[tuple[Any, ...]]) -> int:
    """Before which axis of the result those of index arrays stand: beside an array, a number counts as one."""
    chosen = [i for i, item in enumerate(items) if item[0] in ("array", "int")]
    if any(items[i][0] in ("slice", "new") for i in range(chosen[0], chosen[-1])):
        return 0
    return chosen[0]


def _chosen(kind: Array, position: int) -> tuple[Dim, ...]:
    if kind.dtype == "bool":
        return (Dim(f"?count({position}, {kind!r})"),)
    return kind.dims


def expand(kind: Array, items: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The same index with one item for each axis: ellipsis and missing axes as full slices."""
    used = sum(axes_of(item) for item in items)
    if used > kind.rank:
        raise IndexError(f"too many indices: the array has {kind.rank} dimensions, {used} were indexed")
    full = [("slice", None, None, 1)] * (kind.rank - used)
    for i, item in enumerate(items):
        if item[0] == "ellipsis":
            return items[:i] + full + items[i + 1 :]
    return items + full


def axes_of(item: tuple[Any, ...]) -> int:
    """How many axes an item of an index takes."""
    if item[0] in ("new", "ellipsis"):
        return 0
    if item[0] == "array" and item[1].dtype == "bool":
        return int(item[1].rank)
    return 1


def slice_dim(dim: Dim, start: Any, stop: Any, step: Any) -> Dim:
    """How many elements `start:stop:step` takes of an axis of that size."""
    if stop is None and (start is None and step == -1 or start in (None, 0) and step in (1, None)):
        return dim
    if step in (1, None) and isinstance(start, (int, type(None))) and _non_positive(stop):
        drop = _drop(start, stop)
        if drop is not None:
            return Dim(f"?{dim.text} - {drop}") if not dim.evaluable else Dim(f"max({dim.text} - {drop}, 0)")
    return Dim(f"?{dim.text}[{start}:{stop}:{step}]")


def _non_positive(stop: Any) -> bool:
    return stop is None or (isinstance(stop, int) and stop < 0)


def _drop(start: int | None, stop: int | None) -> int | None:
    if (start or 0) < 0:
        return None
    return (start or 0) - (stop or 0)
