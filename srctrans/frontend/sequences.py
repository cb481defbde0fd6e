"""Sequences: what can be looped over or unpacked, how long it is, and its items.

zip(x, (a, b))     ──▶     two items: (x[0], a), (x[1], b)
enumerate(x)       ──▶     len(x) items: (i, x[i])
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

from srctrans.frontend import classes, heap, lists, objects, optional, subscripts
from srctrans.frontend.state import State, set_variable, use
from srctrans.frontend.values import (
    DictValue,
    DictView,
    Enumerate,
    Generated,
    ListValue,
    Mapped,
    Range,
    Record,
    Remaining,
    Repeated,
    Reversed,
    TupleValue,
    Value,
    Zip,
    children,
    parts_of,
)
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Scalar, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build

# So often a loop over the items of a structure may be written out.
LIMIT = 2000


def take(s: State, node: gast.AST, value: Value) -> None:
    """The items of an iterable are taken: those of an iterator once."""
    token = getattr(value, "token", None)
    if isinstance(value, Remaining):
        heap.resizing(s, node, value)
        value.items.clear()
    if token is None:
        return
    if any(isinstance(v, Remaining) for v in parts_of(value) or []):
        s.refuse(node, "an iterator of which some items may stay inside of another", "index the list itself")
    if token in s.used or token.nest is not None and token.nest != s.nest:
        s.refuse(node, "the items of this iterator may be taken twice: it is empty then", "keep them: list(...)")
    s.used.append(token)
    for inner in parts_of(value) or []:
        take(s, node, inner)


def taken(s: State, node: gast.AST, value: Value) -> list[Value] | None:
    """The same; its items, or None if it has a run-time length."""
    items = static_items(s, node, value)
    take(s, node, value)
    return items


def structure(items: list[Value]) -> Value:
    """Items as one value."""
    return TupleValue(items)


def evaluates(value: Value) -> bool:
    """Does something run when the items of the iterable are taken?"""
    if isinstance(value, (Mapped, Generated)):
        return True
    return isinstance(value, (Zip, Enumerate, Reversed)) and any(map(evaluates, parts_of(value) or []))


def static_items(s: State, node: gast.AST, value: Value) -> list[Value] | None:
    """The items of an iterable over structures, or None if it has a run-time length."""
    value = iterated(s, node, value)
    if isinstance(value, DictValue):
        return [key_value(k) for k in value.items]
    if isinstance(value, DictView):
        return _view_items(value)
    if isinstance(value, Generated):
        return s.items(node, value)
    if isinstance(value, Mapped):
        return _mapped_items(s, node, value)
    if isinstance(value, Remaining):
        check_source(s, node, value)
        return list(value.items)
    if lists.grown(value):
        return None
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
        return range_items(s, value)
    if isinstance(value, Repeated) and value.times is not None and value.times.value is not None:
        return [element(s, node, value, constant(i)) for i in range(int(value.times.value))]
    if isinstance(value, Static) and isinstance(value.value, (str, tuple, list, range, set, frozenset)):
        return [constant(v) if isinstance(v, (int, float)) else Static(v) for v in value.value]
    return None


def iterated(s: State, node: gast.AST, value: Value) -> Value:
    """What a loop over the value takes items of: for an object what its `__iter__` gives."""
    if isinstance(value, Record) and (not value.is_tuple or classes.written(value.cls, "__iter__")):
        return use(s, objects.items(s, node, value))
    return optional.present(s, value)


def _view_items(value: DictView) -> list[Value]:
    if value.part == "values":
        return list(value.owner.items.values())
    keys = [key_value(k) for k in value.owner.items]
    if value.part == "keys":
        return keys
    return [TupleValue([k, v]) for k, v in zip(keys, value.owner.items.values())]


def each(s: State, node: gast.AST, value: Value) -> Iterator[Value] | None:
    """The items one by one, each read when it is due: what takes them may change the list. None as `static_items`."""
    value = iterated(s, node, value)
    items = static_items(s, node, value)
    return None if items is None else _each(s, node, value, items)


def _each(s: State, node: gast.AST, value: Value, items: list[Value]) -> Iterator[Value]:
    cells = _cells(value)
    held = [heap.keys_of(heap.held_by(c)) for c in cells]
    position = 0
    while position < len(items):
        yield items[position]
        position += 1
        now = [heap.keys_of(heap.held_by(c)) for c in cells]
        grows = isinstance(value.inner if isinstance(value, Enumerate) else value, ListValue)
        if now != held and not grows:
            reason = "something that is looped over changes its number of items in the loop"
            s.refuse(node, reason, "loop over a copy: list(...)")
        if position > LIMIT:
            s.refuse(node, f"a loop over more than {LIMIT} items of a structure", "hold them in an array")
        if cells:
            items, held = static_items(s, node, value) or [], now


def bind(s: State, target: Any, item: Value) -> None:
    """Assign an item to the target of a loop that is written out: a number that is known needs no name."""
    if isinstance(target, gast.Name) and isinstance(item, Sym) and item.value is not None:
        set_variable(s, target.id, item)
    elif isinstance(target, gast.Tuple) and isinstance(item, TupleValue) and _fits(target.elts, item.items):
        for element, part in zip(target.elts, item.items):
            bind(s, element, part)
    else:
        s.bind(target, item)


def _fits(targets: list[Any], items: list[Value]) -> bool:
    return len(targets) == len(items) and all(isinstance(t, (gast.Name, gast.Tuple)) for t in targets)


def _cells(value: Value) -> list[Any]:
    """The lists and dicts whose items are taken."""
    if isinstance(value, (ListValue, DictValue)):
        return [value]
    if isinstance(value, (Enumerate, Reversed, Zip, DictView)):
        return [c for part in parts_of(value) or [] for c in _cells(part)]
    return []


def owner_of(value: Value) -> Any:
    """The list or dict whose items an iterator over the value takes."""
    return value.owner if isinstance(value, DictView) else value if isinstance(value, (ListValue, DictValue)) else None


def check_source(s: State, node: gast.AST, value: Remaining) -> None:
    """An iterator sees what happens to its list meanwhile."""
    if value.source is None:
        return
    now = heap.held_by(value.source)
    keys = heap.keys_of(now)
    if keys != heap.keys_of(value.held) or any(now[k] is not value.held[k] for k in keys):
        s.refuse(node, "the list changes while an iterator goes over it", "make the iterator of a copy: list(...)")


def key_value(key: Any) -> Value:
    """A key of a dict as a value: numbers can be computed with."""
    if isinstance(key, tuple):
        return TupleValue([key_value(k) for k in key])
    return constant(key) if isinstance(key, (int, float)) and not isinstance(key, bool) else Static(key)


def _mapped_items(s: State, node: gast.AST, value: Mapped) -> list[Value] | None:
    single = len(value.inner) == 1
    items = each(s, node, value.inner[0] if single else Zip(value.inner))
    if items is None:
        return None
    rows = ([item] if single else children(item) or [] for item in items)
    return [s.apply(node, value.function, [use(s, v) for v in row], {}) for row in rows]


def range_items(s: State, value: Range) -> list[Value] | None:
    bounds = [_known(s, b) for b in (value.start, value.stop, value.step)]
    if any(b is None for b in bounds):
        return None
    return [constant(i) for i in range(*bounds)]


def _known(s: State, value: Sym) -> Any:
    if value.value is None and isinstance(value.node, gast.Name):
        return s.known.get(value.node.id)
    return value.value


def _zip_items(s: State, node: gast.AST, value: Zip) -> list[Value] | None:
    columns = [static_items(s, node, v) for v in value.inner]
    known = [c for c in columns if c is not None]
    if value.inner and (not known or all(isinstance(v, Range) for v in value.inner)):
        return None
    count = min((len(c) for c in known), default=0)
    if value.strict and any(len(c) != count for c in known):
        s.refuse(node, "zip(strict=True) of different lengths raises ValueError", "make the lengths agree")
    for column, inner in zip(columns, value.inner):
        if column is None and not (endless(inner) and not value.strict):
            _check_length(s, node, inner, count, value.strict)
    rows: list[Value] = []
    for i in range(count):
        row = []
        for column, inner in zip(columns, value.inner):
            row.append(column[i] if column is not None else element(s, node, inner, constant(i)))
        rows.append(TupleValue(row))
    return rows


def _check_length(s: State, node: gast.AST, value: Value, count: int, strict: bool) -> None:
    """An array beside a structure has as many items or more: `zip` would stop at its end."""
    size = length_of(s, node, value)
    test = build.compare(size.node, "==" if strict else ">=", build.constant(count))
    s.emit(gast.Assert(test=test, msg=build.constant("zip: the array is too short" if not strict else "zip: lengths")))


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
    if isinstance(value, Mapped):
        return length_of(s, node, Zip(value.inner))
    if isinstance(value, ListValue) and value.grows:
        return lists.count_of(value)
    if isinstance(value, Repeated):
        if value.times is None:
            s.refuse(node, "this iterator has no end", "zip it with an array, or leave the loop by `break`")
        return value.times
    parts = children(value)
    if parts is not None:
        return constant(len(parts))
    if isinstance(value, Zip):
        lengths: list[Sym] = []
        ending = [v for v in value.inner if value.strict or not endless(v)]
        for inner in ending or value.inner:
            found = length_of(s, node, inner)
            if not any(build.same(found.node, known.node) for known in lengths):
                lengths.append(found)
        if len(lengths) == 1:
            return lengths[0]
        return Sym(build.call("min", *[v.node for v in lengths]), Scalar("int64"))
    s.refuse(node, "this cannot be looped over", "loop over a range, an array, a tuple, a list or a dict")


def endless(value: Value) -> bool:
    """Are there as many items as are asked for?"""
    if isinstance(value, Repeated):
        return value.times is None
    if isinstance(value, (Enumerate, Zip, Mapped)):
        inner = [value.inner] if isinstance(value, Enumerate) else value.inner
        return bool(inner) and all(map(endless, inner))
    return False


def element(s: State, node: gast.AST, value: Value, index: Sym) -> Value:
    """Item `index` of an iterable."""
    value = use(s, value)
    if isinstance(value, Sym):
        return subscripts.load_item(s, node, value, index)
    if isinstance(value, ListValue) and value.grows:
        return lists.item(s, node, value, index)
    if isinstance(value, Enumerate):
        return TupleValue([value.start + index, element(s, node, value.inner, index)])
    if isinstance(value, Zip):
        return TupleValue([element(s, node, v, index) for v in value.inner])
    if isinstance(value, Mapped):
        return s.apply(node, value.function, [use(s, element(s, node, v, index)) for v in value.inner], {})
    if isinstance(value, Range):
        return value.start + value.step * index
    if isinstance(value, Repeated):
        return value.first if value.step is None else value.first + value.step * index  # type: ignore[operator]
    if isinstance(value, Reversed):
        last = length_of(s, node, value.inner) + constant(-1)
        return element(s, node, value.inner, Sym(build.binop(last.node, "-", index.node), Scalar("int64")))
    parts = children(value)
    if parts is not None and index.value is not None:
        return parts[index.value]
    if parts is not None:
        reason = "the items of a structure are taken by a loop of run-time length"
        s.unroll(node, reason, "hold its items in an array")
    s.refuse(node, "a structure beside an array of unknown length", "hold its items in an array")


def arrays_of(value: Value) -> list[Value]:
    """The arrays that an iterable goes over."""
    if isinstance(value, (Enumerate, Reversed)):
        return arrays_of(value.inner)
    if isinstance(value, (Zip, Mapped)):
        return [a for v in value.inner for a in arrays_of(v)]
    return [value] if isinstance(value, Sym) else []


def items_of(s: State, node: gast.AST, value: Value, count: int | None = None) -> list[Value]:
    """The items of something that is unpacked, `count` of them where that is known otherwise."""
    items = taken(s, node, value)
    if items is not None:
        return items
    if isinstance(value, Sym) and isinstance(value.kind, Array):
        return _unpacked(s, node, value, count)
    s.refuse(node, "this cannot be unpacked", "unpack a tuple, a list or an array of known length")


def _unpacked(s: State, node: Any, value: Sym, count: int | None) -> list[Value]:
    """The elements of an array, as many as there are targets; a wrong length raises at run time."""
    if isinstance(node, (gast.Tuple, gast.List)) and not any(isinstance(t, gast.Starred) for t in node.elts):
        count = len(node.elts)
    if count is None:
        s.refuse(node, "an array of unknown length is unpacked here", "index it")
    array = s.atom(value, "t")
    test = build.compare(build.call("len", array.node), "==", build.constant(count))
    s.emit(gast.Assert(test=test, msg=build.constant(f"{count} values are needed")))
    return [subscripts.load_item(s, node, array, constant(i)) for i in range(count)]


def length(s: State, value: Sym) -> Sym:
    """`len(array)`."""
    first = dims_of(value.kind)[0]
    if first.text == "1":
        return constant(1)
    return Sym(build.call("len", s.atom(value, "t").node), Scalar("int64"))
