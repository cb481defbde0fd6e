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

import re
from dataclasses import dataclass
from typing import Any

import gast
import numpy as np

from srctrans.frontend import heap, hold, library, lists
from srctrans.frontend.lists import COUNT, arrays_of, count_of, plus
from srctrans.frontend.state import Handed, NeedsRoom, Refusal, State, use
from srctrans.frontend.values import (
    POISON,
    ListValue,
    Record,
    TupleValue,
    Value,
    leaves,
    parts_of,
    rebuild,
    same_structure,
)
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Scalar, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build
from srctrans.syntax.core import Room
from srctrans.syntax.memory import base_name

# Room at the start where it is not known how much will be appended.
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


def growing(s: State, cell: Value) -> bool:
    """Is it a list that is kept in arrays, or that will have to be?"""
    return lists.grown(cell) or isinstance(cell, ListValue) and id(cell) in s.frozen


def append(s: State, node: gast.AST, cell: ListValue, value: Value) -> None:
    """`xs.append(value)`."""
    _check_change(s, node, cell)
    inside = id(cell) in s.frozen
    if inside and cell not in s.roomy:
        raise NeedsRoom(node, cell, value)
    parts = _parts(s, node, cell, value)
    if not inside:
        make_room(s, node, cell, Plan(cell.item, constant(1)))
    count = count_of(cell)
    for array, part in zip(arrays_of(cell), parts):
        if not cell.bounded:
            s.emit(Room.before(array.node, count.node))
        s.emit(build.assign(build.subscript(array.node, count.node, store=True), part.node))
    s.appended.append((cell, s.nest, constant(1)))
    cell.held[COUNT] = plus(count, constant(1))


def _check_change(s: State, node: gast.AST, cell: ListValue) -> None:
    heap.changing(s, node, cell)
    if any(cell is other for other in s.looped):
        s.refuse(node, "a list changes its length while a loop goes over it", "loop over a copy of it: list(...)")


def _parts(s: State, node: gast.AST, cell: ListValue, value: Value) -> list[Sym]:
    """The numbers and arrays of a new item, which have to be of the kinds that the list holds."""
    item = described(s, node, value)
    joined = joined_items(cell.item, item)
    if joined is None or not _same_kinds(joined, cell.item):
        if id(cell) in s.frozen:
            raise NeedsRoom(node, cell, value)
        s.refuse(node, "the items of a list that grows are of different kinds", "append items of one kind")
    found = []
    for part, array in zip(_numbers(s, value), arrays_of(cell)):
        _check_shape(s, node, array, part)
        if array.kind.dtype == "float64" and type(part.value) is int:  # type: ignore[union-attr]
            part = constant(float(part.value))
        base = base_name(part.node) if isinstance(part.kind, Array) else None
        if base is not None and s.base(base) not in s.buffers:
            s.handed.append(Handed(s.base(base), s.nest, s.tick(), node))
        found.append(part)
    return found


def _check_shape(s: State, node: gast.AST, array: Sym, part: Sym) -> None:
    """An array of another shape would be repeated where NumPy can do that; Python's list takes any."""
    for axis, (mine, other) in enumerate(zip(dims_of(array.kind)[1:], dims_of(part.kind))):
        if mine.identity == other.identity or mine.evaluable and mine.text == other.identity:
            continue
        if mine.not_one and other.not_one:
            continue
        named = s.atom(part, "item")
        size = build.subscript(build.attribute(named.node, "shape"), build.constant(axis))
        wanted = build.subscript(build.attribute(array.node, "shape"), build.constant(axis + 1))
        message = build.constant("the arrays in a list that grows have to be of one shape")
        s.emit(gast.Assert(test=build.compare(size, "==", wanted), msg=message))


def described(s: State, node: gast.AST, value: Value) -> Value:
    """What an item is: its value with kinds in the place of numbers and arrays."""
    value = use(s, value)
    if isinstance(value, Static) and isinstance(value.value, bool):
        value = constant(value.value)
    if isinstance(value, Sym):
        kind = value.kind if dims_of(value.kind) else Scalar(value.kind.dtype)  # type: ignore[union-attr]
        return Sym(value.node if isinstance(value.node, gast.Name) else build.constant(None), kind)
    if isinstance(value, ListValue) and value.grows and isinstance(value.item, Sym):
        # As many in each item: a row of an array.
        return ListValue({0: lists.items_as_arrays(s, value)[0]}, value.item)
    if isinstance(value, TupleValue) or isinstance(value, ListValue) and not value.grows and value.items:
        return rebuild(value, [described(s, node, v) for v in value.items])
    if isinstance(value, Record) and value.is_tuple:
        return rebuild(value, [described(s, node, v) for v in value.fields.values()])
    if isinstance(value, Static):
        return value
    s.refuse(node, *_OTHER_ITEMS)


_OTHER_ITEMS = (
    "a list that grows in a loop of run-time length holds something that is no number, array or tuple of them",
    "append numbers, arrays of one shape, or tuples of them",
)


def joined_items(a: Value, b: Value) -> Value | None:
    """The item that stands for both, or None."""
    if isinstance(a, Sym) and isinstance(b, Sym):
        if dims_of(a.kind) and len(dims_of(a.kind)) == len(dims_of(b.kind)) and a.dtype == b.dtype:
            return a
        if dims_of(a.kind) or dims_of(b.kind):
            return None
        return Sym(a.node, Scalar(str(np.result_type(a.dtype, b.dtype))))
    if isinstance(a, Static) and isinstance(b, Static):
        return a if type(a.value) is type(b.value) and a.value == b.value else None
    mine, others = parts_of(a), parts_of(b)
    if mine is None or others is None or not same_structure(a, b):
        return None
    parts = [joined_items(x, y) for x, y in zip(mine, others)]
    return None if any(p is None for p in parts) else rebuild(a, parts)  # type: ignore[arg-type]


def _same_kinds(a: Value, b: Value) -> bool:
    mine, other = list(leaves(a)), list(leaves(b))
    return all(x.kind == y.kind for x, y in zip(mine, other) if isinstance(x, Sym) and isinstance(y, Sym))


def _numbers(s: State, value: Value) -> list[Sym]:
    """The numbers and arrays that an item is made of. Lists among them are copied: they may not change any more."""
    value = use(s, value)
    if isinstance(value, Static) and isinstance(value.value, bool):
        return [constant(value.value)]
    if isinstance(value, ListValue):
        s.given_away.add(value)
        if value.grows:
            return lists.items_as_arrays(s, value)
    if isinstance(value, Sym):
        return [value]
    return [number for part in parts_of(value) or [] for number in _numbers(s, part)]


def plan(s: State, known: Plan | None, held: Any, request: NeedsRoom) -> Plan | None:
    """What the list of a request needs, by what it held before the loop; None where its items are not known yet."""
    cell, node = request.cell, request.node
    item = known.item if known is not None else cell.item if isinstance(held, dict) else None
    values = [*(held if isinstance(held, list) and known is None else []), request.item]
    for value in values:
        if value is None or value is POISON:
            continue
        new = described(s, node, value)
        joined = new if item is None else joined_items(item, new)
        if joined is None:
            s.refuse(
                node,
                "the items of a list that grows in a loop of run-time length are of different kinds",
                "append numbers, arrays of one shape, or tuples of them",
            )
        item = joined
    return None if item is None else Plan(item)


def make_room(s: State, node: gast.AST, cell: ListValue, wanted: Plan) -> None:
    """Give a list arrays for what it holds and for what will be appended."""
    old = items_in_arrays(s, cell)
    count = count_of(cell) if lists.grown(cell) else constant(len(cell.items))
    size = _size(count, wanted.most)
    arrays = _allocated(s, node, cell, wanted.item, size)
    if old is None:
        for position, value in enumerate(cell.items):
            for array, part in zip(arrays, _numbers(s, value)):
                s.emit(build.assign(build.subscript(array.node, build.constant(position), store=True), part.node))
    else:
        for array, part in zip(arrays, old):
            first = gast.Slice(lower=None, upper=count.node, step=None)
            s.emit(build.assign(build.subscript(array.node, first, store=True), part.node))
    cell.item, cell.bounded = wanted.item, wanted.most is not None
    cell.held = {COUNT: count, **dict(enumerate(arrays))}
    s.counted[cell] = count


def item_of_both(s: State, node: gast.AST, *sides: tuple[ListValue, Any]) -> Value | None:
    """What one item is of a list that has one of two lengths; None where that is no one kind."""
    item: Value | None = None
    try:
        for cell, held in sides:
            for new in [cell.item] if isinstance(held, dict) else [described(s, node, v) for v in held]:
                item = new if item is None else joined_items(item, new)
                if item is None:
                    return None
    except Refusal:
        return None
    return item


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
        for dim in dims_of(kind):
            if not dim.evaluable or not _known(s, build.parse_expression(dim.text)):
                s.refuse(
                    node,
                    "the shape of the arrays in this list is not known before the loop that appends them",
                    "append arrays whose sizes are computed before the loop",
                )
        sizes = [size, *[Sym(build.parse_expression(d.text), Scalar("int64")) for d in dims_of(kind)]]
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


def _known(s: State, node: Any) -> bool:
    """Is an expression made of names that have their values already?"""
    names = build.names_read(node) - {"len", "max", "min", "range"}
    return all(n in s.kinds for n in names)


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


def steady(s: State, node: Any, known: Any) -> bool:
    """Is it the same before the loop, where these names are known, as inside?"""
    if isinstance(node, gast.Call) and getattr(node.func, "id", "") in ("max", "min", "range", "len"):
        return all(steady(s, a, known) for a in node.args)
    if isinstance(node, gast.BinOp):
        return steady(s, node.left, known) and steady(s, node.right, known)
    names = build.names_read(node) - {"len", "max", "min", "range"}
    return hold.lasting(s, node) and all(n in known for n in names)


def trips_of(start: Sym, stop: Sym, step: Sym) -> Sym:
    """How often a loop over a range runs."""
    if step.value == 1:
        count = stop - start
    elif step.value == -1:
        count = start - stop
    else:
        return Sym(build.call("len", build.call("range", start.node, stop.node, step.node)), Scalar("int64"))
    if count.value is not None:
        return constant(max(count.value, 0))
    if isinstance(count.node, (gast.BinOp, gast.UnaryOp)):
        return Sym(build.call("max", count.node, build.constant(0)), Scalar("int64"))
    return count


def most_appended(s: State, cell: ListValue, wanted: Plan, known: Any) -> Sym | None:
    """How many items the loop under way appends to a list at most; None where that is not known before it."""
    products: list[Sym] = []
    sites = [(n, amount) for other, n, amount in s.appended if other is cell and n[: len(s.nest)] == s.nest]
    wanted.loud = len(sites) == 1 and s.counted[cell].value == 0
    for nest, amount in sites:
        product = amount
        for tick in reversed(nest[len(s.nest) - 1 :]):
            trips = s.trips.get(tick)
            if trips is None:
                return None
            product = appended_in(trips, product, wanted.loud)
        products.append(product)
    total = _total(products)
    return total if total.value is not None or steady(s, total.node, known) else None


def _total(products: list[Sym]) -> Sym:
    """The sum; what occurs several times is multiplied."""
    total, rest = constant(0), list(products)
    while rest:
        same = [p for p in rest if build.same(p.node, rest[0].node)]
        total = lists.added(total, lists.times(constant(len(same)), rest[0]))
        rest = [p for p in rest if not any(p is q for q in same)]
    return total


def appended_in(trips: Sym, amount: Sym, loud: bool) -> Sym:
    """What `trips` iterations append if each appends `amount`; a number of trips below zero is none."""
    if isinstance(trips.node, gast.Name) and not (loud and amount.value is not None):
        trips = Sym(build.call("max", trips.node, build.constant(0)), Scalar("int64"))
    return lists.times(trips, amount)


def increment(before: Sym, after: Sym) -> Sym | None:
    """What has been added to a number, term by term; None where it is not known."""
    (first, a), (second, b) = _terms(before.node), _terms(after.node)
    if len(second) < len(first) or not all(build.same(x, y) for x, y in zip(first, second)):
        return None
    total = constant(b - a)
    for term in second[len(first) :]:
        added = Sym(term, Scalar("int64"))
        total = added if total.value == 0 else plus(added, total)
    return total


def _terms(node: Any) -> tuple[list[Any], int]:
    value = Sym(node, Scalar("int64")).value
    if type(value) is int:
        return [], value
    if isinstance(node, gast.BinOp) and isinstance(node.op, (gast.Add, gast.Sub)):
        right = Sym(node.right, Scalar("int64")).value
        if type(right) is int:
            terms, total = _terms(node.left)
            return terms, total + (right if isinstance(node.op, gast.Add) else -right)
        if isinstance(node.op, gast.Add):
            terms, total = _terms(node.left)
            return ([*terms, node.right], total) if not total else ([node], 0)
    return [node], 0


def pop(s: State, node: gast.AST, cell: ListValue, index: Value | None = None) -> Value:
    """`xs.pop()`: the last item."""
    _check_change(s, node, cell)
    if not lists.grown(cell):
        raise NeedsRoom(node, cell)
    if index is not None and getattr(index, "value", None) != -1:
        s.refuse(node, "pop of an item that is not the last of a list that grows", "keep where the list starts")
    _overwrites(s, node, cell)
    last = plus(count_of(cell), constant(-1))
    if s.attempts:
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
    if not lists.grown(cell):
        raise NeedsRoom(node, cell)
    _overwrites(s, node, cell)
    cell.held[COUNT] = constant(0)


def set_item(s: State, node: gast.AST, cell: ListValue, index: Sym, value: Value, op: str | None, store: Any) -> None:
    """`xs[index] = value`, `xs[index] op= value`."""
    heap.changing(s, node, cell)
    _overwrites(s, node, cell)
    arrays = arrays_of(cell)
    if index.value is not None and index.value < 0 and not lists.is_full(s, cell):
        index = plus(count_of(cell), index)
    elif not lists.is_full(s, cell) and lists.least(s, index.node) is None:
        arrays = [s.assign("items", v) for v in lists.items_as_arrays(s, cell)]
    for array, part in zip(arrays, _parts(s, node, cell, value)):
        store(s, node, array, [(index.node, ("int",))], part, op)


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
    item = joined_items(cells[0].item, cells[1].item)
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
        joined = joined_items(item, described(s, node, value))
        if joined is None:
            s.refuse(node, "the items of these lists are of different kinds", "join lists of items of one kind")
        item = joined
    make_room(s, node, made, Plan(item, constant(0)))
    return made


def made_of(s: State, cell: ListValue, arrays: list[Sym], count: Sym | None) -> ListValue:
    """A new list of items like those of `cell`, in new arrays that it fills."""
    named = [s.assign(s.hint or name_of(s, cell), a) for a in arrays]
    s.buffers |= {a.node.id for a in named}  # type: ignore[attr-defined]
    if count is None:
        count = Sym(build.call("len", named[0].node), Scalar("int64"))
    return ListValue({COUNT: count, **dict(enumerate(named))}, cell.item)
