"""Objects of the user's classes: attributes read and assigned, properties, methods, `super()`.

In: a record and the name of an attribute. Out: what Python gives for it: a field, the result of a property, a
method with the object as its first argument. Fields of objects from outside are constants, noted so that a change
between two calls is seen.

    p.norm()     ──▶     the body of `norm` with `self` bound to the record p
    p.x = 2.0    ──▶     the record holds 2.0 under "x"
"""

from __future__ import annotations

import dataclasses
import functools
import types
from typing import Any

import gast

from srctrans.frontend import classes, heap, resolve
from srctrans.frontend.classes import MISSING
from srctrans.frontend.state import State, use
from srctrans.frontend.values import POISON, Bound, DictValue, Record, Super, TupleValue, Unknown, Value
from srctrans.kinds.kind import Static


def get(s: State, node: gast.AST, record: Record, name: str) -> Value:
    """`record.name`."""
    found = find(s, node, record, name)
    if found is None:
        if classes.written(record.cls, "__getattr__"):
            s.refuse(node, f"{record.cls.__name__} finds {name} by its `__getattr__`", "write the attribute out")
        s.missing(node, AttributeError, f"{record.cls.__name__} has no field {name}", "use one of its fields")
    return found


def find(s: State, node: gast.AST, record: Record, name: str) -> Value | None:
    """The same, or None where there is no such attribute."""
    cls = record.cls
    if name == "__class__":
        return Static(cls)
    if record.is_tuple and name in record.fields:
        return record.fields[name]
    if record.is_tuple and name == "_replace":
        return Bound(Static(dataclasses.replace), [record])
    if record.is_tuple and name == "_asdict":
        return Bound(Static(dict), [DictValue(dict(record.fields))])
    if name in ("__dict__", "__getattribute__") or classes.written(cls, "__getattribute__"):
        s.refuse(node, f"{cls.__name__}.{name} is too dynamic", "write the attributes out")
    found, owner = classes.member(cls, name)
    if isinstance(found, property):
        return s.apply(node, Static(found.fget), [record], {})
    slot = isinstance(found, types.MemberDescriptorType)
    if classes.is_data_descriptor(found) and not slot:
        _refuse_descriptor(s, node, cls, name)
    own = field(s, node, record, name)
    if own is not None:
        return own
    if found is MISSING or slot:
        return None
    return _of_class(s, node, record, name, found, owner)


def field(s: State, node: gast.AST, record: Record, name: str) -> Value | None:
    """What the object itself holds under a name."""
    if record.instance is None:
        found = record.fields.get(name)
        if isinstance(found, Unknown):
            s.unknown(node, found)
        return None if found is POISON else found
    value = record.instance.get(name, MISSING)
    s.globals_read.append((record.instance, name, None if value is MISSING else value))
    return None if value is MISSING else resolve.from_object(s, node, name, value)


def _of_class(s: State, node: gast.AST, owner: Value, name: str, found: Any, base: type) -> Value:
    """An attribute that a class has: a method gets the object or the class as its first argument."""
    cls = owner.cls if isinstance(owner, Record) else owner
    if isinstance(found, staticmethod):
        return Static(found.__func__)
    if isinstance(found, classmethod):
        return Bound(Static(found.__func__), [Static(cls) if isinstance(owner, Record) else owner])
    if isinstance(found, functools.cached_property):
        return _cached(s, node, owner, name, found)
    if isinstance(found, (types.FunctionType, types.WrapperDescriptorType, types.MethodDescriptorType)) or (
        hasattr(type(found), "__get__") and callable(getattr(found, "__wrapped__", getattr(found, "py_func", None)))
    ):
        return Bound(Static(found), [owner])
    if hasattr(type(found), "__get__") and not isinstance(found, (type, types.BuiltinFunctionType)):
        _refuse_descriptor(s, node, base, name)
    s.globals_read.append((classes.Attributes(base), name, found))
    return resolve.from_object(s, node, name, found)


def _cached(s: State, node: gast.AST, owner: Any, name: str, found: Any) -> Value:
    value = heap.item(s, name, s.apply(node, Static(found.func), [owner], {}))
    if not owner.outside:
        heap.store(s, node, owner, name, value)
    return value


def _refuse_descriptor(s: State, node: gast.AST, cls: type, name: str) -> None:
    s.refuse(node, f"{cls.__name__}.{name} is a descriptor, which is not supported", "use a property or a field")


def put(s: State, node: gast.AST, record: Record, name: str, value: Value) -> None:
    """`record.name = value`."""
    cls = record.cls
    if record.is_tuple:
        s.refuse(node, f"fields of {cls.__name__}, a NamedTuple, cannot be assigned", f"use _replace({name}=...)")
    if classes.is_frozen(cls):
        s.refuse(node, f"{cls.__name__} is frozen", f"use dataclasses.replace(..., {name}=...)")
    if classes.written(cls, "__setattr__"):
        s.refuse(node, f"{cls.__name__} has a `__setattr__` of its own", "assign fields of a plain class")
    found, _ = classes.member(cls, name)
    if isinstance(found, property):
        if found.fset is None:
            s.refuse(node, f"the property {name} of {cls.__name__} has no setter", "assign a field")
        s.apply(node, Static(found.fset), [record, value], {})
        return
    if classes.is_data_descriptor(found) and not isinstance(found, types.MemberDescriptorType):
        _refuse_descriptor(s, node, cls, name)
    heap.store(s, node, record, name, heap.item(s, name, use(s, value)))


def super_of(s: State, node: gast.AST, args: list[Value]) -> Value:
    """`super()` in a method, `super(cls, self)`."""
    if args:
        cls, owner = args
        if isinstance(cls, Static) and isinstance(cls.value, type):
            return Super(cls.value, owner)
    frame: Any = s.frame
    cls = frame.source.closure.get("__class__")
    parameters = frame.source.tree.args
    names = [a.id for a in list(parameters.posonlyargs) + list(parameters.args)]
    while frame is not None and names and names[0] not in frame.vars:
        frame = frame.parent
    if cls is None or frame is None or not names:
        s.refuse(node, "super() outside of a method", "name the class")
    return Super(cls, frame.vars[names[0]])


def of_super(s: State, node: gast.AST, value: Super, name: str) -> Value:
    """`super().name`."""
    owner = value.owner
    cls = owner.cls if isinstance(owner, Record) else getattr(owner, "value", None)
    if not isinstance(cls, type) or value.cls not in cls.__mro__:
        s.refuse(node, "super() of something that is no object of the class", "call the method of the class")
    found, base = classes.member(cls, name, value.cls)
    if found is MISSING:
        s.refuse(node, f"no class above {value.cls.__name__} has {name}", "check its name")
    if isinstance(found, property):
        return s.apply(node, Static(found.fget), [owner], {})
    if name == "__new__":
        s.refuse(node, "`__new__` is not supported", "use `__init__`")
    return _of_class(s, node, owner, name, found, base)


def has(s: State, node: gast.AST, record: Record, name: str) -> bool:
    """Has the object an attribute of that name?"""
    if name in record.unsure:
        s.refuse(node, f"whether the object has {name} is known only at run time", "assign it in `__init__`")
    if classes.written(record.cls, "__getattr__"):
        s.refuse(node, f"{record.cls.__name__} has a `__getattr__`", "write the attribute out")
    found, _ = classes.member(record.cls, name)
    if found is not MISSING and not isinstance(found, types.MemberDescriptorType):
        return True
    if record.instance is not None:
        return field(s, node, record, name) is not None
    return name in record.fields


def fields_of(s: State, node: gast.AST, record: Record) -> dict[str, Value]:
    """The fields of a dataclass or NamedTuple, those of one from outside as well."""
    if record.instance is None:
        return record.fields
    if not dataclasses.is_dataclass(record.cls):
        s.refuse(node, f"{record.cls.__name__} is not a dataclass", "use a dataclass")
    return {f.name: get(s, node, record, f.name) for f in dataclasses.fields(record.cls)}


def special(s: State, node: gast.AST, record: Record, name: str, args: list[Value]) -> Value | None:
    """`record.__name__(*args)` as an operator calls it; None where the class has no such method."""
    method = classes.written(record.cls, name)
    if method is None:
        return None
    if not isinstance(method, types.FunctionType):
        s.refuse(node, f"{record.cls.__name__}.{name} is not a plain function", "define it by `def`")
    return s.apply(node, Static(method), [record, *args], {})


def items(s: State, node: gast.AST, record: Record) -> Value:
    """What the object is iterated over as."""
    found = special(s, node, record, "__iter__", [])
    if found is None:
        if record.is_tuple:
            return TupleValue(list(record.fields.values()))
        s.refuse(node, f"{record.cls.__name__} cannot be looped over", "give it an `__iter__`, or loop over a field")
    if isinstance(found, Record) and not found.is_tuple:
        s.refuse(node, f"{record.cls.__name__} is an iterator of its own", "return iter(...) of a list or tuple")
    return found
