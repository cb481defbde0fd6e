"""Python's functions about objects: getattr, setattr, hasattr, type, super.

In: the evaluated arguments. Out: the value.

    getattr(p, "x", 0.0)     ──▶     the field x of p, or 0.0
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

import gast

from srctrans.frontend import attributes, classes, containers, heap, library, objects
from srctrans.frontend.state import State
from srctrans.frontend.values import DictValue, ListValue, Record, TupleValue, Value
from srctrans.kinds.kind import Static
from srctrans.syntax import build


def _name(s: State, node: gast.AST, value: Value) -> str:
    if isinstance(value, Static) and isinstance(value.value, str):
        return value.value
    s.refuse(node, "the name of this attribute is not known at transformation time", "write the attribute")


def _getattr(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    owner, name = args[0], _name(s, node, args[1])
    if len(args) > 2:
        if isinstance(owner, Record) and not objects.has(s, node, owner, name):
            return args[2]
        if isinstance(owner, Static) and not hasattr(owner.value, name):
            return args[2]
    target = gast.copy_location(build.attribute(build.name("_"), name), node)
    return attributes.of_value(s, target, owner)


def _setattr(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    if not isinstance(args[0], Record):
        s.refuse(node, "only attributes of objects of your own classes can be assigned", "use a local variable")
    objects.put(s, node, args[0], _name(s, node, args[1]), args[2])
    return Static(None)


def _set_plainly(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`object.__setattr__(self, name, value)`, as frozen dataclasses use it in `__post_init__`."""
    owner, name = args[0], _name(s, node, args[1])
    found = classes.member(owner.cls, name)[0] if isinstance(owner, Record) else None
    if not isinstance(owner, Record) or owner.is_tuple or isinstance(found, property):
        s.refuse(node, "object.__setattr__ of something that is no plain field", "assign a field")
    heap.store(s, node, owner, name, heap.item(s, name, args[2]))
    return Static(None)


def _hasattr(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    owner, name = args[0], _name(s, node, args[1])
    if isinstance(owner, Record):
        return Static(objects.has(s, node, owner, name))
    if isinstance(owner, Static):
        return Static(hasattr(owner.value, name))
    cls: Any = {ListValue: list, DictValue: dict, TupleValue: tuple}.get(type(owner))
    if cls is None:
        s.refuse(node, "hasattr of this kind of value", "test its type by isinstance")
    return Static(hasattr(cls, name))


def _type(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    if len(args) == 1 and isinstance(args[0], Record):
        return Static(containers.CLASSES.get(args[0].cls, args[0].cls))
    if len(args) == 1 and isinstance(args[0], Static):
        return Static(type(args[0].value))
    cls: Any = {ListValue: list, DictValue: dict, TupleValue: tuple}.get(type(args[0]))
    if len(args) != 1 or cls is None:
        s.refuse(node, "the type of this kind of value is not known", "test it by isinstance")
    return Static(cls)


def _super(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    return objects.super_of(s, node, args)


def _nothing(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    return Static(None)


EAGER: dict[Any, Callable[..., Value]] = {
    getattr: _getattr, setattr: _setattr, hasattr: _hasattr, type: _type, super: _super,
    builtins.object.__init__: _nothing, builtins.object.__setattr__: _set_plainly,
}  # fmt: skip
