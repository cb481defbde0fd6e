"""Items of lists that grow: of what kinds they are, and whether arrays can hold them.

    (0.5, x)     ──▶     a float64 and a float64[len(x)]: two arrays, of one and of two axes

In: an item. Out: what stands for it and for others like it; its numbers and arrays in order.
"""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from srctrans.frontend import lists
from srctrans.frontend.state import Handed, State, use
from srctrans.frontend.values import (
    Leaf,
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
from srctrans.syntax.memory import base_name

DIFFERENT = (
    "the items of a list that grows in a loop of run-time length are of different kinds",
    "append numbers, arrays of one shape, or tuples of them",
)


OTHER_ITEMS = (
    "a list that grows in a loop of run-time length holds something that is no number, array or tuple of them",
    "append numbers, arrays of one shape, or tuples of them",
)


def described(s: State, value: Value) -> Value | None:
    """What an item is: its value with kinds in the place of numbers and arrays. None for what arrays cannot hold."""
    value = use(s, value)
    if isinstance(value, Static) and isinstance(value.value, bool):
        value = constant(value.value)
    if isinstance(value, Sym):
        kind = value.kind if dims_of(value.kind) else Scalar(value.kind.dtype)  # type: ignore[union-attr]
        return Sym(value.node if isinstance(value.node, gast.Name) else build.constant(None), kind)
    if isinstance(value, ListValue) and value.grows and isinstance(value.item, Sym):
        # As many in each item: a row of an array.
        return ListValue({0: lists.items_as_arrays(s, value)[0]}, value.item)
    if isinstance(value, Static):
        return value
    inner = isinstance(value, (TupleValue, ListValue)) or isinstance(value, Record) and value.is_tuple
    parts = [described(s, v) for v in parts_of(value) or []] if inner else []
    return rebuild(value, parts) if parts and all(p is not None for p in parts) else None  # type: ignore[arg-type]


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


def same_kinds(a: Value, b: Value) -> bool:
    mine, other = list(leaves(a)), list(leaves(b))
    return all(x.kind == y.kind for x, y in zip(mine, other) if isinstance(x, Sym) and isinstance(y, Sym))


def item_of_both(s: State, *sides: tuple[ListValue, Any]) -> Value | None:
    """What one item is of a list that has one of two lengths; None where that is no one kind."""
    item: Value | None = None
    for cell, held in sides:
        for new in [cell.item] if isinstance(held, dict) else [described(s, v) for v in held]:
            item = new if item is None or new is None else joined_items(item, new)
            if item is None:
                return None
    return item


def numbers(s: State, value: Value) -> list[Sym]:
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
    return [number for part in parts_of(value) or [] for number in numbers(s, part)]


def hand_over(s: State, node: gast.AST, cell: ListValue, part: Sym) -> None:
    """Note that the list holds a copy of an array that a variable may be."""
    base = base_name(part.node, s.kinds) if isinstance(part.kind, Array) else None
    if base is None or s.base(base) not in _seen(s, cell):
        return
    s.took.add(cell)
    if s.base(base) not in s.buffers:
        s.handed.append(Handed(s.base(base), s.nest, s.tick(), node))


def _seen(s: State, cell: ListValue) -> set[str]:
    """The arrays that variables are or see, but for what the list itself holds."""
    found: set[str] = set()
    done: set[Any] = {cell}
    stack: list[Any] = [v for frame in s.frames() for v in frame.vars.values()]
    while stack:
        value = stack.pop()
        if isinstance(value, Sym) and isinstance(value.node, gast.Name):
            found.add(s.base(value.node.id))
        elif isinstance(value, Leaf) and value.name is not None:
            found.add(value.name)
        elif value not in done:
            done.add(value)
            stack += parts_of(value) or []
    return found


def check_shape(s: State, node: gast.AST, array: Sym, part: Sym) -> None:
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
