"""Sums into places that may repeat as loops, for Numba, which has no `np.add.at`.

    np.add.at(x_bar, where, v)     ──▶     for k in range(len(where)):
                                               x_bar[where[k]] += v[k]

In: a body, the kinds of its names, the names that are taken. Out: the body; an index that is not so simple stays.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.analysis.dependence import axes
from srctrans.kinds.kind import ONE, Array, Dim
from srctrans.optimize.algebra import dims_of_node
from srctrans.syntax import build


def added_by_loops(block: list[Any], kinds: dict[str, Any], taken: set[str]) -> list[Any]:
    """`np.add.at(x_bar, where, v)` as a loop, for an array of places."""
    result: list[Any] = []
    for st in block:
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list) and inner:
                setattr(st, field, added_by_loops(inner, kinds, taken))
        result += _added_by_loop(st, kinds, taken) or [st]
    return result


def _added_by_loop(st: Any, kinds: dict[str, Any], taken: set[str]) -> list[Any] | None:
    call = st.value if isinstance(st, gast.Expr) else None
    if not isinstance(call, gast.Call) or getattr(call.func, "attr", "") != "at" or len(call.args) != 3:
        return None
    array, where, value = call.args
    # An index with slices stands in `np.s_[...]`.
    where = where.slice if isinstance(where, gast.Subscript) else where
    flat: list[Any] = []
    if _is_table(where, kinds) and _rank(array, kinds) == 1:
        flat, where, value = _flattened(st, where, value, kinds, taken)
    places = _places(where, kinds)
    rank = _rank(array, kinds)
    if places is None or rank is None:
        return None
    rank -= _numbers_in(where) - 1
    dims = dims_of_node(value, kinds)
    if dims is None:
        value = build.call("np.broadcast_to", value, build.attribute(build.subscript(array, where), "shape"))
        dims = (Dim("?"),) * rank
    before, position = [], _fresh("k", taken)
    if not isinstance(value, (gast.Name, gast.Constant)):
        name = _fresh("added", taken)
        before, value = [build.assign(name, value, lineno=st.lineno)], build.name(name)
    named, axis = places
    items = [build.subscript(e, build.name(position)) if _is_list(e, kinds) else e for e in axes(where)]
    # The axis of the places in the value, which may lack leading ones.
    axis += len(dims) - rank
    if axis >= 0:
        chosen = build.constant(0) if dims[axis] == ONE else build.name(position)
        parts = [gast.Slice(lower=None, upper=None, step=None)] * axis + [chosen]
        value = build.subscript(value, parts[0] if len(parts) == 1 else build.tuple_(parts))
    place = build.subscript(array, items[0] if len(items) == 1 else build.tuple_(items), store=True)
    body = [build.augassign(place, "+", value, lineno=st.lineno)]
    return [*flat, *before, build.for_range(position, [build.call("len", named)], body, lineno=st.lineno)]


def _is_table(node: Any, kinds: dict[str, Any]) -> bool:
    """Is an index an array of integers with several axes?"""
    kind = kinds.get(getattr(node, "id", ""))
    return isinstance(kind, Array) and kind.rank > 1 and kind.dtype != "bool"


def _flattened(
    st: Any, where: Any, value: Any, kinds: dict[str, Any], taken: set[str]
) -> tuple[list[Any], Any, Any]:
    """Places with several axes and their values, with one axis each: their statements and names."""
    places, added = _fresh("places", taken), _fresh("added", taken)
    if dims_of_node(value, kinds) != kinds[where.id].dims:
        value = build.call("np.broadcast_to", value, build.attribute(where, "shape"))
    size = (Dim("?"),)
    kinds[places], kinds[added] = Array("int64", size), Array("float64", size)
    made = [build.assign(name, build.call("np.ravel", node), lineno=st.lineno)
            for name, node in ((places, where), (added, value))]  # fmt: skip
    return made, build.name(places), build.name(added)


def _rank(node: Any, kinds: dict[str, Any]) -> int | None:
    """How many axes an array or a view of one has."""
    if isinstance(node, gast.Subscript):
        inner = _rank(node.value, kinds)
        strange = any(isinstance(e, gast.Constant) and not isinstance(e.value, int) for e in axes(node.slice))
        return None if inner is None or strange else inner - _numbers_in(node.slice)
    kind = kinds.get(getattr(node, "id", ""))
    return kind.rank if isinstance(kind, Array) else None


def _numbers_in(index: Any) -> int:
    """How many axes an index takes away."""
    return sum(not isinstance(e, gast.Slice) for e in axes(index))


def _is_list(node: Any, kinds: dict[str, Any]) -> bool:
    """Is an item of an index an array of integers with one axis?"""
    kind = kinds.get(getattr(node, "id", ""))
    return isinstance(kind, Array) and kind.rank == 1 and kind.dtype != "bool"


def _places(index: Any, kinds: dict[str, Any]) -> tuple[Any, int] | None:
    """An array of integers in an index, and where its axis stands in what is chosen; None where it is not so simple.

    There may be several if they have the same length. Beside them, a number counts as one of them.
    """
    items = axes(index)
    chosen = [i for i, e in enumerate(items) if not isinstance(e, gast.Slice)]
    lists = [items[i] for i in chosen if _is_list(items[i], kinds)]
    sizes = {kinds[e.id].dims for e in lists}
    alike = len(sizes) == 1 or all(dim.not_one for (dim,) in sizes)
    if not lists or not alike or any(items[i] not in lists and dims_of_node(items[i], kinds) != () for i in chosen):
        return None
    scattered = len(chosen) <= chosen[-1] - chosen[0]
    return lists[0], 0 if scattered else chosen[0]


def _fresh(hint: str, taken: set[str]) -> str:
    name, count = hint, 1
    while name in taken:
        count += 1
        name = f"{hint}_{count}"
    taken.add(name)
    return name
