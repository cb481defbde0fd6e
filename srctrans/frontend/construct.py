"""Constructing: an object of a class of the user's, by its `__init__` or as dataclass and NamedTuple define it.

In: the class and the evaluated arguments. Out: a record with what `__init__` has assigned.

    Spring(k=x[0])     ──▶     a record of Spring with the field k, and the defaults of the others
"""

from __future__ import annotations

import dataclasses
import types
from typing import Any

import gast
import numpy as np

from srctrans.frontend import classes, heap, objects, resolve
from srctrans.frontend.state import State, use
from srctrans.frontend.values import Record, Value
from srctrans.kinds.kind import Static


def construct(s: State, node: gast.AST, cls: type, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """`cls(*args, **kwargs)`."""
    if issubclass(cls, (np.generic, BaseException)):
        s.refuse(node, f"{cls.__name__} is not supported here", "use a NumPy function")
    if cls is types.SimpleNamespace:
        return Record(cls, {n: heap.item(s, n, v) for n, v in kwargs.items()})
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return _named_tuple(s, node, cls, args, kwargs)
    if not cls.__flags__ & 1 << 9:
        s.refuse(node, f"objects of {cls.__name__} are not supported", "use a dataclass or a class of your own")
    reason = classes.obstacle(cls)
    if reason is not None:
        s.refuse(node, reason, "use a plain class, a dataclass or a NamedTuple")
    record = Record(cls, {})
    function, _ = classes.member(cls, "__init__")
    if function is object.__init__ and (args or kwargs):
        s.refuse(node, f"{cls.__name__} takes no arguments", "check the call")
    s.apply(node, Static(function), [record, *args], kwargs)
    return record


def is_made_by_dataclass(function: Any, args: list[Value]) -> bool:
    """Is it a call of an `__init__` that `dataclass` wrote, which has no text?"""
    return bool(args) and isinstance(args[0], Record) and _owner(args[0].cls, function) is not None


def _owner(cls: type, function: Any) -> Any:
    """The class whose `__init__` the function is, where `dataclass` wrote it."""
    found = (c for c in cls.__mro__ if vars(c).get("__init__") is function and classes.is_generated(function, c))
    return next(found, None)


def replaced(s: State, node: gast.AST, owner: Record, changes: dict[str, Value]) -> Value:
    """`dataclasses.replace(p, a=...)`, and `p._replace(a=...)` of a NamedTuple: made anew."""
    fields = objects.fields_of(s, node, owner)
    if owner.is_tuple:
        if set(changes) - set(fields):
            s.refuse(node, "replace of something without these fields", "use one of its fields")
        return Record(owner.cls, {k: heap.item(s, k, changes[k]) if k in changes else v for k, v in fields.items()})
    if not dataclasses.is_dataclass(owner.cls):
        s.refuse(node, f"{owner.cls.__name__} is not a dataclass", "use a dataclass")
    given = {f.name: fields[f.name] for f in dataclasses.fields(owner.cls) if f.init and f.name in fields}
    return construct(s, node, owner.cls, [], {**{k: use(s, v) for k, v in given.items()}, **changes})


def _named_tuple(s: State, node: gast.AST, cls: Any, args: list[Value], kwargs: dict[str, Value]) -> Value:
    _, owner = classes.member(cls, "__new__")
    if "_fields" not in vars(owner):
        s.refuse(node, f"{cls.__name__} has a `__new__` of its own", "use a plain NamedTuple")
    given = _given(s, node, cls, list(cls._fields), args, kwargs)
    for name in cls._fields:
        if name not in given:
            if name not in cls._field_defaults:
                s.refuse(node, f"{cls.__name__} needs {name}", f"give {name}")
            given[name] = resolve.default(s, node, name, cls._field_defaults[name])
    return Record(cls, {n: heap.item(s, n, given[n]) for n in cls._fields})


def _given(
    s: State, node: gast.AST, cls: type, names: list[str], args: list[Value], kwargs: dict[str, Value]
) -> dict[str, Value]:
    """Arguments by the name of their field."""
    if len(args) > len(names):
        s.refuse(node, f"{cls.__name__} takes {len(names)} values, {len(args)} were given", "check the call")
    given = dict(zip(names, args))
    for name, value in kwargs.items():
        if name in given:
            s.refuse(node, f"{cls.__name__} got two values for {name}", "check the call")
        given[name] = value
    return given


def initialise(s: State, node: gast.AST, function: Any, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """The `__init__` of a dataclass: each field in order, then `__post_init__`."""
    record: Any = args[0]
    cls, args = _owner(record.cls, function), args[1:]
    fields = classes.dataclass_fields(cls)
    given = _given(s, node, cls, [f.name for f in fields if f.init and not f.kw_only], args, kwargs)
    unknown = sorted(set(given) - {f.name for f in fields if f.init})
    if unknown:
        s.refuse(node, f"{cls.__name__} has no field {unknown[0]}", "use one of its fields")
    parameters: list[Value] = []
    for field in fields:
        value = given.get(field.name)
        if value is None:
            value = _default(s, node, cls, field)
        if value is None:
            continue
        value = heap.item(s, field.name, value)
        if classes.is_parameter_only(field):
            parameters.append(value)
        else:
            record.fields[field.name] = value
    after = classes.written(record.cls, "__post_init__")
    if after is not None:
        s.apply(node, Static(after), [record, *parameters], {})
    return Static(None)


def _default(s: State, node: gast.AST, cls: type, field: Any) -> Value | None:
    if field.default is not dataclasses.MISSING:
        return resolve.default(s, node, field.name, field.default)
    if field.default_factory is not dataclasses.MISSING:
        return s.apply(node, Static(field.default_factory), [], {})
    if field.init:
        s.refuse(node, f"{cls.__name__} needs {field.name}", f"give {field.name}")
    return None
