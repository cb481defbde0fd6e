"""Classes: what Python finds when it looks for a name in the class of an object.

In: a class and a name. Out: what stands in the first class of the method resolution order that has it, as it was
written: a function, a property, a number. Nothing is called.

    class Layer: scale = 2.0     ──▶     member(Layer, "scale") is (2.0, Layer)
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import logging
import types
from typing import Any

MISSING: Any = object()

# Instances of classes in these are values of their own, not structures of the user's.
_LIBRARIES = (
    "builtins", "numpy", "scipy", "numba", "srctrans", "random", "functools", "operator", "decimal", "fractions",
)  # fmt: skip
_VALUES = (type, types.ModuleType, types.FunctionType, types.MethodType, enum.Enum, BaseException, functools.partial)


class Attributes:
    """The attributes of an object or a class from outside, read as a namespace, to see whether they change."""

    def __init__(self, owner: Any) -> None:
        self.owner = owner

    def get(self, name: str, default: Any = None) -> Any:
        """What the object itself has under the name, not its class."""
        own = getattr(self.owner, "__dict__", {})
        if name in own:
            return own[name]
        slot = MISSING if isinstance(self.owner, type) else member(type(self.owner), name)[0]
        if isinstance(slot, types.MemberDescriptorType):
            try:
                return slot.__get__(self.owner)
            except AttributeError:
                return default
        return default

    def names(self) -> list[str]:
        """Under which names the object itself holds something."""
        slots = [n for c in reversed(type(self.owner).__mro__) for n, v in vars(c).items()
                 if isinstance(v, types.MemberDescriptorType) and hasattr(self.owner, n)]  # fmt: skip
        return [*slots, *getattr(self.owner, "__dict__", {})]


def is_object(value: Any) -> bool:
    """Is it an instance of a class that the user wrote: fields and methods?"""
    cls = type(value)
    if cls is types.SimpleNamespace:
        return True
    if isinstance(value, (*_VALUES, logging.Logger, logging.LoggerAdapter)) or not cls.__flags__ & 1 << 9:
        return False
    return cls.__module__.split(".")[0] not in _LIBRARIES and not hasattr(value, "py_func")


def member(cls: type, name: str, after: type | None = None) -> tuple[Any, Any]:
    """What the classes in the order of resolution have under a name, and which; those behind `after` alone if given."""
    order = cls.__mro__
    if after is not None:
        order = order[order.index(after) + 1 :]
    for base in order:
        if name in vars(base):
            return vars(base)[name], base
    return MISSING, None


def written(cls: type, name: str) -> Any:
    """A method that a class of the user's has under a name, or None for what Python gives every class."""
    found, owner = member(cls, name)
    slots = (types.WrapperDescriptorType, types.MethodDescriptorType)
    if owner is None or owner in (object, tuple) or isinstance(found, slots):
        return None
    return None if is_generated(found, owner) else found


def is_generated(function: Any, owner: type) -> bool:
    """Is it a method that `dataclass` made for the class that has it?"""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_filename == "<string>" and "__dataclass_fields__" in vars(owner)


def is_data_descriptor(found: Any) -> bool:
    """Does it stand before the fields of an object: a property, or something with `__set__`?"""
    return found is not MISSING and hasattr(type(found), "__set__")


def is_frozen(cls: type) -> bool:
    return bool(getattr(getattr(cls, "__dataclass_params__", None), "frozen", False))


def obstacle(cls: type) -> str | None:
    """Why objects of a class cannot be made or taken apart here, or None."""
    if type(cls).__call__ is not type.__call__:
        return f"the metaclass of {cls.__name__} makes its objects"
    if cls.__new__ is not object.__new__:
        return f"{cls.__name__} has a `__new__` of its own"
    if getattr(cls, "__abstractmethods__", None):
        return f"{cls.__name__} is abstract"
    if any(not base.__flags__ & 1 << 9 and base is not object for base in cls.__mro__):
        return f"{cls.__name__} is derived from a type of Python's"
    return None


def dataclass_fields(cls: type) -> list[Any]:
    """The fields of a dataclass in the order of its `__init__`, those that are only parameters included."""
    kinds = (dataclasses._FIELD, dataclasses._FIELD_INITVAR)  # type: ignore[attr-defined]
    return [f for f in cls.__dataclass_fields__.values() if f._field_type in kinds]  # type: ignore[attr-defined]


def is_parameter_only(field: Any) -> bool:
    return field._field_type is dataclasses._FIELD_INITVAR  # type: ignore[attr-defined]
