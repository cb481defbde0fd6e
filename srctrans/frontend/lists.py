"""Lists whose length only the running program knows: arrays that hold their items, and how many there are.

    xs.append(v)     ──▶     xs[count] = v
                             count = count + 1

Where the items are tuples, each of their parts has an array. The first `count` elements are the items; an array may
have room for more.

In: such a list. Out: its length, its items, all of them as one array.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.frontend.lengths import size_of
from srctrans.frontend.state import State
from srctrans.frontend.values import ListValue, Value, leaves, parts_of, rebuild
from srctrans.kinds.index import index_kind
from srctrans.kinds.kind import ONE, Array, Dim, Kind, Scalar
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build

# What a list holds is a dict: its length under this key, its arrays under 0, 1, 2 ...
COUNT = "count"
_INTEGER = Scalar("int64")
NOT_SUPPORTED = (
    "the length of this list is known only at run time, which is not supported here",
    "append, pop, index and loop over it, or make an array of it: np.array(...)",
)


def grown(value: Any) -> bool:
    """Is it a list of run-time length?"""
    return isinstance(value, ListValue) and value.grows


def count_of(cell: ListValue) -> Sym:
    """How many items the list has."""
    found = cell.held[COUNT]
    assert isinstance(found, Sym)
    return found


def arrays_of(cell: ListValue) -> list[Sym]:
    """The arrays that hold the items, and may have room for more."""
    return [v for k, v in cell.held.items() if k != COUNT]


def kinds_of(cell: ListValue) -> list[Kind]:
    """The kinds of the numbers and arrays that one item is made of."""
    return [leaf.kind for leaf in leaves(cell.item) if isinstance(leaf, Sym)]


def plus(a: Sym, b: Sym) -> Sym:
    """The sum of two integers.

    >>> plus(plus(Sym.name("i", _INTEGER), constant(2)), constant(-1))
    i + 1
    """
    node: Any = a.node
    if isinstance(node, gast.BinOp) and isinstance(node.op, (gast.Add, gast.Sub)):
        right = Sym(node.right, _INTEGER).value
        if right is not None:
            right, left = right if isinstance(node.op, gast.Add) else -right, Sym(node.left, _INTEGER)
            return left + constant(right + b.value) if b.value is not None else left + b + constant(right)
    return a + b


def added(count: Sym, more: Sym) -> Sym:
    """A length and what is appended, as one writes it: `n + 1`."""
    return plus(more, count) if count.value is not None else plus(count, more)


def times(a: Sym, b: Sym) -> Sym:
    """The product of two integers."""
    if a.value == 1:
        return b
    if a.value == -1:
        return -b
    return a if b.value == 1 else a * b


def size_dim(s: State, value: Sym) -> Dim:
    """The size that is that number."""
    if value.value is not None:
        return ONE if value.value == 1 else Dim(str(value.value), True)
    node: Any = value.node
    if isinstance(node, gast.Call) and getattr(node.func, "id", "") == "max":
        inner = size_of(node.args[0], s.kinds, s.lengths)
        return Dim(repr(value)) if inner is None else Dim(f"max({inner.text}, 0)")
    return size_of(node, s.kinds, s.lengths) or Dim(repr(value))


def is_full(s: State, cell: ListValue) -> bool:
    """Is every element of its arrays an item?"""
    size = arrays_of(cell)[0].kind.dims[0]  # type: ignore[union-attr]
    return size.identity == size_dim(s, count_of(cell)).identity


def items_as_arrays(s: State, cell: ListValue) -> list[Sym]:
    """The items, without the room for more: views."""
    if is_full(s, cell):
        return arrays_of(cell)
    return [_first(s, array, count_of(cell)) for array in arrays_of(cell)]


def _first(s: State, array: Sym, count: Sym) -> Sym:
    assert isinstance(array.kind, Array)
    made = build.subscript(array.node, gast.Slice(lower=None, upper=count.node, step=None))
    kind = Array(array.kind.dtype, (size_dim(s, count), *array.kind.dims[1:]))
    s.node_kinds.note(made, kind)
    return Sym(made, kind)


def item(s: State, node: gast.AST, cell: ListValue, index: Sym) -> Value:
    """The item at an index, which may be negative."""
    arrays, index = place(s, node, cell, index)
    return assembled(s, cell, [element(s, array, index) for array in arrays])


def place(s: State, node: gast.AST, cell: ListValue, index: Sym) -> tuple[list[Sym], Sym]:
    """The arrays and the index at which an item is."""
    if is_full(s, cell):
        return arrays_of(cell), index
    if any(issubclass(IndexError, c) for c in s.caught):
        s.refuse(node, "an item of a list that grows in a `try`: it may raise IndexError", "test the length instead")
    if index.value is not None and index.value < 0:
        return arrays_of(cell), plus(count_of(cell), index)
    if least(s, index.node) is not None:
        return arrays_of(cell), index
    # A negative number counts from the last item, not from the end of the room.
    return [s.assign("items", v) for v in items_as_arrays(s, cell)], index


def element(s: State, array: Sym, index: Sym) -> Sym:
    """`array[index]`."""
    assert isinstance(array.kind, Array)
    return Sym(build.subscript(array.node, index.node), index_kind(array.kind, [("int",)]))


def assembled(s: State, cell: ListValue, parts: list[Sym]) -> Value:
    """An item that is made of these parts."""
    return _assembled(s, cell.item, iter(parts))


def _assembled(s: State, item: Value, parts: Any) -> Value:
    if isinstance(item, Sym):
        return next(parts)  # type: ignore[no-any-return]
    if isinstance(item, ListValue) and item.grows:
        row = next(parts)
        made: Value = ListValue({COUNT: row.length(0), 0: row}, item.item)
    else:
        inner = parts_of(item)
        if inner is None:
            return item
        made = rebuild(item, [_assembled(s, v, parts) for v in inner])
    if isinstance(made, ListValue):
        s.given_away.add(made)
    return made


def least(s: State, node: Any) -> int | None:
    """A number, not below zero, that an integer expression is never below; None where that is not known."""
    found = _least(s, node)
    return found if found is not None and found >= 0 else None


def _least(s: State, node: Any) -> int | None:
    value = Sym(node, _INTEGER).value
    if value is not None:
        return int(value)
    if isinstance(node, gast.Name):
        return s.least.get(node.id)
    if isinstance(node, gast.Call):
        return 0 if getattr(node.func, "id", "") == "len" else None
    if isinstance(node, gast.BinOp):
        left, right = _least(s, node.left), _least(s, node.right)
        if left is None:
            return None
        if isinstance(node.op, gast.Sub):
            known = Sym(node.right, _INTEGER).value
            return None if known is None else left - known
        if right is not None and isinstance(node.op, gast.Add):
            return left + right
        if right is not None and isinstance(node.op, gast.Mult) and left >= 0 and right >= 0:
            return left * right
    return None
