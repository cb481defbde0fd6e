"""The arrays of a list that grows: made before the loop, with room for all that it appends.

    xs = [x0]                             xs = np.empty(max(n, 0) + 1)
    for i in range(n): ...       ──▶      xs[0] = x0
                                          for i in range(n): ...

Where nobody knows how much the loop appends, there is some room at the start, and the arrays double when they are
full (see `syntax.core.Room`).

In: a list, what its items are, how many are appended at most. Out: the arrays are emitted, the list is kept in them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import gast
import numpy as np

from srctrans.errors import Problem
from srctrans.frontend import heap, library, list_items, lists
from srctrans.frontend.lists import COUNT, count_of, plus
from srctrans.frontend.state import NeedsRoom, NeedsUnrolling, State
from srctrans.frontend.values import POISON, ListValue, TupleValue, Value, leaves, parts_of, rebuild
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Dim, Scalar, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build
from srctrans.syntax.printer import to_source

_AT_FIRST = 16


@dataclass
class Plan:
    """What a list needs for a loop: what one item is, how many are appended at most (None: nobody knows)."""

    item: Value
    most: Sym | None = None
    # Has it turned out that nobody knows?
    settled: bool = False
    # Is a number of iterations below zero one of elements below zero, which NumPy refuses?
    loud: bool = False


def plan(s: State, known: Plan | None, held: Any, request: NeedsRoom, names: set[str]) -> Plan | None:
    """What the list of a request needs, by what it held before the loop; None where its items are not known yet.

    `names`: those that have their values before the loop.
    """
    item, place = known.item if known is not None else None, request.problem.place
    for some in (held, request.held):
        if isinstance(some, dict):
            found = [request.cell.item]
        else:
            values = [v for v in some if v is not POISON]
            found = [list_items.described(s, v) for v in values]
        for new in found:
            if new is None:
                raise NeedsUnrolling(Problem(*list_items.OTHER_ITEMS, place))
            item = new if item is None else list_items.joined_items(item, new)
            if item is None:
                raise NeedsUnrolling(Problem(*list_items.DIFFERENT, place))
    return None if item is None else Plan(_before_loop(s, item, names))


def make_room(s: State, node: gast.AST, cell: ListValue, wanted: Plan) -> None:
    """Give a list arrays for what it holds and for what will be appended."""
    old = items_in_arrays(s, cell)
    count = count_of(cell) if lists.grown(cell) else constant(len(cell.items))
    size = _size(count, wanted.most)
    arrays = _allocated(s, node, cell, wanted.item, size)
    if old is None:
        for position, value in enumerate(cell.items):
            for array, part in zip(arrays, list_items.numbers(s, value)):
                list_items.hand_over(s, node, cell, part)
                s.emit(build.assign(build.subscript(array.node, build.constant(position), store=True), part.node))
    else:
        for array, part in zip(arrays, old):
            first = gast.Slice(lower=None, upper=count.node, step=None)
            s.emit(build.assign(build.subscript(array.node, first, store=True), part.node))
    cell.item, cell.bounded = wanted.item, wanted.most is not None
    cell.held = {COUNT: count, **dict(enumerate(arrays))}
    s.counted[cell] = count


def in_arrays(s: State, node: gast.AST, cell: ListValue, held: Any, item: Value, block: list[Any]) -> Any:
    """What a list holds at the end of a block, in arrays."""
    if isinstance(held, dict):
        return held
    made = ListValue(list(held), hint=name_of(s, cell))
    outer, s.out = s.out, block
    try:
        make_room(s, node, made, Plan(item, constant(0)))
    finally:
        s.out = outer
    return made.held


def items_in_arrays(s: State, cell: ListValue) -> list[Sym] | None:
    return lists.items_as_arrays(s, cell) if lists.grown(cell) else None


def _size(count: Sym, most: Sym | None) -> Sym:
    if most is not None:
        return lists.added(count, most)
    if count.value is not None:
        return constant(max(_AT_FIRST, 2 * count.value))
    return plus(count, constant(_AT_FIRST))


def _allocated(s: State, node: gast.AST, cell: ListValue, item: Value, size: Sym) -> list[Sym]:
    """`xs = np.empty(size)` for each part of an item."""
    found = []
    for part in [leaf for leaf in leaves(item) if isinstance(leaf, Sym)]:
        kind: Any = part.kind
        sizes = [size, *[Sym(_size_of_row(s, node, d), Scalar("int64")) for d in dims_of(kind)]]
        shape: Value = sizes[0] if len(sizes) == 1 else TupleValue(list(sizes))
        dtype = {} if kind.dtype == "float64" else {"dtype": Static(np.dtype(kind.dtype).type)}
        made = library.library(s, node, np.empty, [shape], dtype)  # type: ignore[arg-type]
        made = Sym(made.node, Array(kind.dtype, (lists.size_dim(s, size), *dims_of(kind))))
        array = s.assign(_hint(s, cell, item, part), made)
        s.buffers.add(array.node.id)  # type: ignore[attr-defined]
        found.append(array)
    return found


def _hint(s: State, cell: ListValue, item: Value, part: Sym) -> str:
    """The name of an array: that of the list; of several, with what the program calls the part of the items."""
    name = name_of(s, cell)
    if isinstance(item, Sym) or not isinstance(part.node, gast.Name):
        return name
    return f"{name}_{re.sub('_[0-9]+$', '', part.node.id)}"


def _size_of_row(s: State, node: gast.AST, dim: Dim) -> Any:
    """The size of an axis of the items, before the loop."""
    if not dim.evaluable or not _names(build.parse_expression(dim.text)) <= set(s.kinds):
        s.refuse(
            node,
            "the shape of the arrays in this list is not known before the loop that appends them",
            "append arrays whose sizes are computed before the loop",
        )
    return build.parse_expression(dim.text)


def _names(node: Any) -> set[str]:
    return build.names_read(node) - {"len", "max", "min", "range"}


def _before_loop(s: State, item: Value, names: set[str]) -> Value:
    """The item with sizes by what there is before the loop; what is appended is held against them."""
    if isinstance(item, Sym) and isinstance(item.kind, Array):
        dims = [_dim_before(s, d, names) for d in item.kind.dims]
        return Sym(item.node, Array(item.kind.dtype, tuple(dims)))
    parts = parts_of(item)
    return item if parts is None else rebuild(item, [_before_loop(s, p, names) for p in parts])


def _dim_before(s: State, dim: Dim, names: set[str]) -> Dim:
    """The size by arrays from before the loop: an array of the body has the size of those that it is computed from."""
    if dim.evaluable and _names(build.parse_expression(dim.text)) <= names:
        return dim
    sizes = _sizes(s, dim.identity, names, frozenset())
    if not sizes:
        return dim
    return Dim(next(iter(sizes)) if len(sizes) == 1 else f"max({', '.join(sizes)})", dim.not_one)


def _sizes(s: State, text: str, names: set[str], seen: frozenset[str]) -> dict[str, None]:
    """The sizes of which one is the larger one, or one of which it is; none where that is not so simple."""
    found: dict[str, None] = {}
    try:
        node: Any = build.parse_expression(text.lstrip("?"))
    except SyntaxError:
        return {}
    if isinstance(node, gast.Call) and getattr(node.func, "id", "") in ("max", "either"):
        for part in node.args[: 1 if node.func.id == "either" else None]:
            inner = _sizes(s, to_source(part).strip(), names, seen)
            if not inner:
                return {}
            found.update(inner)
        return found
    if any(isinstance(n, gast.Slice) for n in gast.walk(node)):
        return {}
    if _names(node) <= names:
        return {text.lstrip("?"): None}
    array, axis = _axis(node)
    kind = s.kinds.get(array)
    if array in seen or not isinstance(kind, Array):
        return {}
    return _sizes(s, kind.dims[axis].identity, names, seen | {array})


def _axis(node: Any) -> tuple[str, int]:
    """The array and the axis of `len(y)` or `y.shape[k]`."""
    if isinstance(node, gast.Call) and getattr(node.func, "id", "") == "len" and isinstance(node.args[0], gast.Name):
        return str(node.args[0].id), 0
    shape = node.value if isinstance(node, gast.Subscript) else None
    if isinstance(shape, gast.Attribute) and isinstance(shape.value, gast.Name):
        return str(shape.value.id), int(node.slice.value)
    return "", 0


def name_of(s: State, cell: ListValue) -> str:
    """How the program calls a list."""
    for frame in s.frames():
        for name, value in frame.vars.items():
            if value is cell and name.isidentifier() and not cell.hint:
                return name
    for other in heap.reachable(s):
        held = heap.held_by(other)
        for key in heap.keys_of(held):
            if held[key] is cell:
                return heap.hint_of(key)
    return cell.hint or "items"
