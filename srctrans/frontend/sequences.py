"""Sequences: what can be looped over or unpacked, how long it is, and its items.

zip(x, (a, b))     ──▶     two items: (x[0], a), (x[1], b)
enumerate(x)       ──▶     len(x) items: (i, x[i])
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.frontend import subscripts
from srctrans.frontend.state import State, use
from srctrans.frontend.values import DictValue, Enumerate, Range, Reversed, TupleValue, Value, Zip, children
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Scalar, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build


def static_items(s: State, node: gast.AST, value: Value) -> list[Value] | None:
    """The items of an iterable over structures, or None if it has a run-time length."""
    if isinstance(value, DictValue):
        return [Static(k) for k in value.items]
    parts = children(value)
    if parts is not None:
        return list(parts)
    if isinstance(value, Enumerate):
        inner = static_items(s, node, value.inner)
        start = value.start.value
        if inner is None or start is None:
            return None
        return [TupleValue([constant(start + i), item]) for i, item in enumerate(inner)]
    if isinstance(value, Reversed):
        inner = static_items(s, node, value.inner)
        return None if inner is None else inner[::-1]
    if isinstance(value, Zip):
        return _zip_items(s, node, value)
    if isinstance(value, Range):
        return range_items(value)
    if isinstance(value, Static) and isinstance(value.value, (str, tuple, list, range, set, frozenset)):
        return [constant(v) if isinstance(v, (int, float)) else Static(v) for v in value.value]
    return None


def range_items(value: Range) -> list[Value] | None:
    bounds = [value.start.value, value.stop.value, value.step.value]
    if any(b is None for b in bounds):
        return None
    return [constant(i) for i in range(*bounds)]


def _zip_items(s: State, node: gast.AST, value: Zip) -> list[Value] | None:
    columns = [static_items(s, node, v) for v in value.inner]
    known = [c for c in columns if c is not None]
    if not known or all(isinstance(v, Range) for v in value.inner):
        return None
    count = min(len(c) for c in known)
    rows: list[Value] = []
    for i in range(count):
        row = []
        for column, inner in zip(columns, value.inner):
            row.append(column[i] if column is not None else element(s, node, inner, constant(i)))
        rows.append(TupleValue(row))
    return rows


def length_of(s: State, node: gast.AST, value: Value) -> Sym:
    """How many items an iterable has, at run time."""
    if isinstance(value, Sym) and isinstance(value.kind, Array) and value.kind.rank:
        return length(s, value)
    if isinstance(value, Enumerate):
        return length_of(s, node, value.inner)
    if isinstance(value, Reversed):
        return length_of(s, node, value.inner)
    if isinstance(value, Range):
        if value.start.value == 0 and value.step.value == 1:
            return value.stop
        return Sym(
            build.call("len", build.call("range", value.start.node, value.stop.node, value.step.node)), Scalar("int64")
        )
    if isinstance(value, Zip):
        lengths: list[Sym] = []
        for inner in value.inner:
            found = length_of(s, node, inner)
            if not any(build.same(found.node, known.node) for known in lengths):
                lengths.append(found)
        if len(lengths) == 1:
            return lengths[0]
        return Sym(build.call("min", *[v.node for v in lengths]), Scalar("int64"))
    s.refuse(node, "this cannot be looped over", "loop over a range, an array, a tuple, a list or a dict")


def element(s: State, node: gast.AST, value: Value, index: Sym) -> Value:
    """Item `index` of an iterable."""
    value = use(s, value)
    if isinstance(value, Sym):
        return subscripts.load_item(s, node, value, index)
    if isinstance(value, Enumerate):
        return TupleValue([value.start + index, element(s, node, value.inner, index)])
    if isinstance(value, Zip):
        return TupleValue([element(s, node, v, index) for v in value.inner])
    if isinstance(value, Range):
        return value.start + value.step * index
    if isinstance(value, Reversed):
        last = length_of(s, node, value.inner) + constant(-1)
        return element(s, node, value.inner, Sym(build.binop(last.node, "-", index.node), Scalar("int64")))
    parts = children(value)
    if parts is not None and index.value is not None:
        return parts[index.value]
    s.refuse(node, "a structure beside an array of unknown length", "hold its items in an array")


def arrays_of(value: Value) -> list[Value]:
    """The arrays that an iterable goes over."""
    if isinstance(value, (Enumerate, Reversed)):
        return arrays_of(value.inner)
    if isinstance(value, Zip):
        return [a for v in value.inner for a in arrays_of(v)]
    return [value] if isinstance(value, Sym) else []


def items_of(s: State, node: gast.AST, value: Value) -> list[Value]:
    """The items of something that is unpacked."""
    items = static_items(s, node, value)
    if items is not None:
        return items
    if isinstance(value, Sym) and isinstance(value.kind, Array):
        return _unpacked(s, node, value)
    s.refuse(node, "this cannot be unpacked", "unpack a tuple, a list or an array of known length")


def _unpacked(s: State, node: Any, value: Sym) -> list[Value]:
    """The elements of an array, as many as there are targets; a wrong length raises at run time."""
    if not isinstance(node, (gast.Tuple, gast.List)) or any(isinstance(t, gast.Starred) for t in node.elts):
        s.refuse(node, "an array of unknown length is unpacked here", "index it")
    array = s.atom(value, "t")
    count = len(node.elts)
    test = build.compare(build.call("len", array.node), "==", build.constant(count))
    s.emit(gast.Assert(test=test, msg=build.constant(f"{count} values are needed")))
    return [subscripts.load_item(s, node, array, constant(i)) for i in range(count)]


def length(s: State, value: Sym) -> Sym:
    """`len(array)`."""
    first = dims_of(value.kind)[0]
    if first.text == "1":
        return constant(1)
    return Sym(build.call("len", s.atom(value, "t").node), Scalar("int64"))
