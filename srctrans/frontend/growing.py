"""Lists that change their length in a loop of run-time length: append, pop and the rest, as stores into arrays.

Before the outermost loop that a list grows in, its arrays get room for all that the loop appends, where that is known
from how often it runs; otherwise they double when they are full. A list that gets one item in each iteration needs no
counter: its length is given by the index.

    xs = []                               xs = np.empty(n)
    for i in range(n):           ──▶      for i in range(n):
        xs.append(x[i] ** 2)                  xs[i] = x[i] ** 2

In: the state, the list and evaluated arguments. Out: stores are emitted, what the list holds is changed.
"""

from __future__ import annotations

from typing import Any, NoReturn

import gast
import numpy as np

from srctrans.errors import Problem
from srctrans.frontend import heap, library, list_items, list_room, lists
from srctrans.frontend.lists import COUNT, arrays_of, count_of, plus
from srctrans.frontend.state import NeedsRoom, Refusal, State
from srctrans.frontend.values import (
    ListValue,
    TupleValue,
    Value,
    leaves,
)
from srctrans.kinds.kind import Array, Scalar
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build
from srctrans.syntax.core import Room


def append(s: State, node: gast.AST, cell: ListValue, value: Value) -> None:
    """`xs.append(value)`."""
    _check_change(s, node, cell)
    inside = cell in s.shared
    if inside and cell not in s.roomy:
        _ask(s, node, cell, value)
    parts = _parts(s, node, cell, value)
    if not inside:
        list_room.make_room(s, node, cell, list_room.Plan(cell.item, constant(1)))
    count = count_of(cell)
    for array, part in zip(arrays_of(cell), parts):
        if not cell.bounded:
            s.emit(Room.before(array.node, count.node))
        s.emit(build.assign(build.subscript(array.node, count.node, store=True), part.node))
    s.appended.append((cell, s.nest, constant(1)))
    cell.held[COUNT] = plus(count, constant(1))


def _ask(s: State, node: gast.AST, cell: ListValue, value: Value) -> NoReturn:
    """An item that a list has no room for: the loop has to make it."""
    raise NeedsRoom(Problem(*list_items.DIFFERENT, s.place(node)), cell, [value])


def doubt(s: State, node: gast.AST, cell: ListValue) -> None:
    """An item of a list that is empty here, in a loop: it may turn out to grow."""
    if not cell.items and cell in s.shared:
        s.doubts.append((cell, Problem("the list is empty here", "append to it before", s.place(node))))
        raise Refusal(None)


def _check_change(s: State, node: gast.AST, cell: ListValue) -> None:
    heap.changing(s, node, cell)
    if any(cell is other for other in s.looped):
        s.refuse(node, "a list changes its length while a loop goes over it", "loop over a copy of it: list(...)")


def _parts(s: State, node: gast.AST, cell: ListValue, value: Value) -> list[Sym]:
    """The numbers and arrays of a new item, which have to be of the kinds that the list holds."""
    item = list_items.described(s, value)
    joined = None if item is None else list_items.joined_items(cell.item, item)
    if joined is None or not list_items.same_kinds(joined, cell.item):
        if cell in s.shared:
            _ask(s, node, cell, value)
        s.refuse(node, *list_items.DIFFERENT)
    found = []
    for part, array in zip(list_items.numbers(s, value), arrays_of(cell)):
        list_items.check_shape(s, node, array, part)
        if array.kind.dtype == "float64" and type(part.value) is int:  # type: ignore[union-attr]
            part = constant(float(part.value))
        list_items.hand_over(s, node, cell, part)
        found.append(part)
    return found


def pop(s: State, node: gast.AST, cell: ListValue, index: Value | None = None) -> Value:
    """`xs.pop()`: the last item."""
    _check_change(s, node, cell)
    if index is not None and getattr(index, "value", None) != -1:
        s.refuse(node, "pop of an item that is not the last of a list that grows", "keep where the list starts")
    _overwrites(s, node, cell)
    last = plus(count_of(cell), constant(-1))
    if any(issubclass(IndexError, c) for c in s.caught):
        s.refuse(node, "pop in a `try`: it may raise IndexError", "test the length of the list")
    parts = []
    for array in arrays_of(cell):
        part = lists.element(s, array, last)
        if isinstance(part.kind, Array):
            part = library.library(s, node, np.copy, [part], {})
        parts.append(s.assign("item", part))
    cell.held[COUNT] = last
    return lists.assembled(s, cell, parts)


def clear(s: State, node: gast.AST, cell: ListValue) -> None:
    """`xs.clear()`."""
    _check_change(s, node, cell)
    _overwrites(s, node, cell)
    cell.held[COUNT] = constant(0)


def set_item(s: State, node: gast.AST, cell: ListValue, index: Sym, value: Value) -> list[tuple[Sym, Sym, Sym]]:
    """`xs[index] = value`: arrays, what goes into each, and where."""
    arrays, index = _place(s, node, cell, index)
    return [(array, part, index) for array, part in zip(arrays, _parts(s, node, cell, value))]


def row(s: State, node: gast.AST, cell: ListValue, index: Sym) -> tuple[list[Sym], Sym]:
    """The arrays and the first index for a change inside of an item: `rows[index][...] = v`, `xs[index] += v`."""
    _check_own(s, node, cell)
    return _place(s, node, cell, index)


def _place(s: State, node: gast.AST, cell: ListValue, index: Sym) -> tuple[list[Sym], Sym]:
    """The arrays and the index at which an item is written."""
    heap.changing(s, node, cell)
    _overwrites(s, node, cell)
    return lists.place(s, node, cell, index)


def _check_own(s: State, node: gast.AST, cell: ListValue) -> None:
    """An array in the list changes: no variable may be that array."""
    if cell in s.took:
        s.refuse(
            node,
            "an array in a list that grows changes, which a variable may be too: the list has a copy of it",
            "append a copy: name.copy()",
        )


def _overwrites(s: State, node: gast.AST, cell: ListValue) -> None:
    """Elements of the arrays get other values: no variable may be a view of them."""
    names = {a.node.id for a in arrays_of(cell)}  # type: ignore[attr-defined]
    for name in names:
        s.stored.setdefault(s.base(name), node)
        s.writes.append((s.base(name), s.tick()))
    for frame in s.frames():
        for variable, value in frame.vars.items():
            for leaf in leaves(value):
                if not isinstance(leaf, Sym) or not isinstance(leaf.node, gast.Name):
                    continue
                if leaf.node.id not in names and s.base(leaf.node.id) in names:
                    s.refuse(
                        node,
                        f"{variable} is an item of a list that grows, in which another takes its place",
                        f"take a copy: {variable}.copy()",
                    )


def copied(s: State, node: gast.AST, cell: ListValue) -> ListValue:
    """A list of the same items: `list(xs)`, `xs[:]`, `xs.copy()`."""
    arrays = [library.library(s, node, np.copy, [v], {}) for v in lists.items_as_arrays(s, cell)]
    return made_of(s, cell, arrays, count_of(cell))


def sliced(s: State, node: gast.AST, cell: ListValue, cut: Any) -> ListValue:
    """`xs[a:b]`: a list of these items."""
    named = [s.assign("items", v) if not isinstance(v.node, gast.Name) else v for v in lists.items_as_arrays(s, cell)]
    arrays = [library.library(s, node, np.copy, [cut(v)], {}) for v in named]
    return made_of(s, cell, arrays, None)


def added(s: State, node: gast.AST, first: ListValue, second: ListValue) -> ListValue:
    """`xs + ys`."""
    cells = [_in_arrays(s, node, first, second), _in_arrays(s, node, second, first)]
    item = list_items.joined_items(cells[0].item, cells[1].item)
    if item is None:
        s.refuse(node, "the items of these lists are of different kinds", "join lists of items of one kind")
    columns = zip(*[lists.items_as_arrays(s, c) for c in cells])
    arrays = [library.library(s, node, np.concatenate, [TupleValue(list(pair))], {}) for pair in columns]
    made = made_of(s, first, arrays, plus(count_of(cells[0]), count_of(cells[1])))
    made.item = item
    return made


def _in_arrays(s: State, node: gast.AST, cell: ListValue, like: ListValue) -> ListValue:
    """A list as one of run-time length; another with the same items if it is none."""
    if lists.grown(cell):
        return cell
    made = ListValue(list(cell.items))
    item = like.item
    for value in made.items:
        new = list_items.described(s, value)
        joined = None if new is None else list_items.joined_items(item, new)
        if joined is None:
            s.refuse(node, "the items of these lists are of different kinds", "join lists of items of one kind")
        item = joined
    list_room.make_room(s, node, made, list_room.Plan(item, constant(0)))
    return made


def made_of(s: State, cell: ListValue, arrays: list[Sym], count: Sym | None) -> ListValue:
    """A new list of items like those of `cell`, in new arrays that it fills."""
    named = [s.assign(s.hint or list_room.name_of(s, cell), a) for a in arrays]
    s.buffers |= {a.node.id for a in named}  # type: ignore[attr-defined]
    if count is None:
        count = Sym(build.call("len", named[0].node), Scalar("int64"))
    return ListValue({COUNT: count, **dict(enumerate(named))}, cell.item)
