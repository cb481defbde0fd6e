"""Copies of structures and objects: copy.copy, copy.deepcopy, dataclasses.asdict, astuple, fields.

In: the value that is copied. Out: new lists, dicts and objects of the same items; deepcopy copies those too, each
once, however often it is held.

    b = copy.copy(a)       ──▶     another object whose fields hold what those of a hold
    asdict(p)              ──▶     {"x": p.x, "y": p.y}
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from srctrans.frontend import classes, heap, library, objects, resolve
from srctrans.frontend.state import State, use
from srctrans.frontend.values import (
    Closure,
    DictValue,
    ListValue,
    Record,
    TupleValue,
    Value,
    children,
    is_cell,
    rebuild,
)
from srctrans.kinds.kind import Array, Static
from srctrans.kinds.symbol import Sym

_DEEPEST = 100


def _copy(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value = args[0]
    if isinstance(value, Record) and not value.is_tuple:
        _check_class(s, node, value, "__copy__")
        return Record(value.cls, dict(_fields(s, node, value)), unsure=set(value.unsure))
    if isinstance(value, (ListValue, DictValue)):
        return rebuild(value, list(children(value) or []))
    return _copied_leaf(s, node, value)


def _deepcopy(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    if len(args) > 1 or kwargs:
        s.refuse(node, "deepcopy with a memo is not supported", "leave the memo out")
    return _deep(s, node, args[0], {})


def _deep(s: State, node: gast.AST, value: Value, done: dict[Any, Value], depth: int = 0) -> Value:
    """A copy of the value and of all that it holds; `done`: what is copied already."""
    key = value.node.id if isinstance(value, Sym) and isinstance(value.node, gast.Name) else value
    if key not in done:
        if depth > _DEEPEST:
            s.refuse(node, "this structure is too deep to be copied", "copy the numbers and arrays that it holds")
        if is_cell(value):
            _copy_cell(s, node, value, done, depth)
        elif children(value) is not None:
            done[key] = rebuild(value, [_deep(s, node, v, done, depth + 1) for v in children(value) or []])
        else:
            done[key] = _copied_leaf(s, node, value)
    return done[key]


def _copy_cell(s: State, node: gast.AST, value: Any, done: dict[Any, Value], depth: int) -> None:
    """The copy is known before its items are copied: they may hold it."""
    items = heap.held_by(value)
    if isinstance(value, Record):
        _check_class(s, node, value, "__deepcopy__")
        items = _fields(s, node, value)
    done[value] = made = heap.like(value, items.copy(), frozenset())
    if isinstance(made, Record):
        made.unsure |= value.unsure
    copied = {k: _deep(s, node, items[k], done, depth + 1) for k in heap.keys_of(items)}
    heap.fill(made, copied if isinstance(items, dict) else list(copied.values()))


def _check_class(s: State, node: gast.AST, value: Record, name: str) -> None:
    for special in (name, "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__"):
        if classes.written(value.cls, special):
            s.refuse(node, f"{value.cls.__name__} has a `{special}` of its own", "write a method that makes the copy")


def _fields(s: State, node: gast.AST, value: Record) -> dict[str, Value]:
    """What the object holds; that of one from outside is read now."""
    if value.instance is None:
        return value.fields
    return {n: found for n in value.instance.names() if (found := objects.field(s, node, value, n)) is not None}


def _copied_leaf(s: State, node: gast.AST, value: Value) -> Value:
    """Numbers, texts and functions are their own copies."""
    value = use(s, value)
    if isinstance(value, Sym):
        if isinstance(value.kind, Array):
            return s.assign(s.hint or "item", library.library(s, node, np.copy, [value], {}))
        return value
    if not isinstance(value, (Static, Closure, TupleValue, Record)):
        s.refuse(node, "this kind of value cannot be copied", "copy the numbers and arrays that it holds")
    return value


def _as(make: Callable[[dict[str, Value]], Value]) -> Callable[..., Value]:
    """`asdict(p)`, `astuple(p)`: dataclasses inside are taken apart too, everything else is copied."""

    def convert(s: State, node: gast.AST, value: Value) -> Value:
        if isinstance(value, Record) and dataclasses.is_dataclass(value.cls):
            fields = objects.fields_of(s, node, value)
            names = [f.name for f in dataclasses.fields(value.cls)]
            return make({n: convert(s, node, fields[n]) for n in names if n in fields})
        parts = children(value)
        if parts is not None and not (isinstance(value, Record) and not value.is_tuple):
            return rebuild(value, [convert(s, node, v) for v in parts])
        return _deep(s, node, value, {})

    def handler(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        if len(args) != 1 or kwargs or not isinstance(args[0], Record) or not dataclasses.is_dataclass(args[0].cls):
            s.refuse(node, "this needs one dataclass and no factory", "build it from the fields")
        return convert(s, node, args[0])

    return handler


def _tuple_of(fields: dict[str, Value]) -> Value:
    return TupleValue(list(fields.values()))


def _fields_of_class(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`dataclasses.fields(p)`."""
    owner = args[0]
    cls: Any = owner.cls if isinstance(owner, Record) else getattr(owner, "value", None)
    if not dataclasses.is_dataclass(cls):
        s.refuse(node, "fields of something that is not a dataclass", "name the fields")
    return TupleValue([resolve.from_object(s, node, f.name, f) for f in dataclasses.fields(cls)])


FUNCTIONS: dict[Any, Callable[..., Value]] = {
    copy.copy: _copy, copy.deepcopy: _deepcopy, dataclasses.asdict: _as(DictValue), dataclasses.astuple: _as(_tuple_of),
    dataclasses.fields: _fields_of_class,
}  # fmt: skip
