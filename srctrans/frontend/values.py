"""What an expression of the user's function stands for while it is specialised.

A run-time number or array is a `Sym` (an expression and its kind); everything
that Python programs use to hold those together is split here, at
transformation time: tuples, lists, dicts, records, ranges, closures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Union

import gast

from srctrans.kinds.kind import Static
from srctrans.kinds.symbol import Sym


@dataclass(eq=False)
class TupleValue:
    items: list["Value"]


@dataclass(eq=False)
class ListValue:
    items: list["Value"]


@dataclass(eq=False)
class DictValue:
    items: dict[Any, "Value"]


@dataclass(eq=False)
class Record:
    """A NamedTuple or a dataclass."""

    cls: type
    fields: dict[str, "Value"]

    @property
    def is_tuple(self) -> bool:
        return issubclass(self.cls, tuple)


@dataclass(eq=False)
class Leaf:
    """A number or an array inside a structure argument; it gets a name when it is first used."""

    path: gast.AST
    kind: Any
    hint: str
    name: str | None = None


@dataclass(eq=False)
class Range:
    start: Sym
    stop: Sym
    step: Sym


@dataclass(eq=False)
class Enumerate:
    inner: "Value"
    start: Sym


@dataclass(eq=False)
class Zip:
    inner: list["Value"]


@dataclass(eq=False)
class Reversed:
    inner: "Value"


@dataclass(eq=False)
class Closure:
    """A function defined inside of the function, with the frame that it sees."""

    tree: gast.FunctionDef
    frame: Any
    source: Any


@dataclass(eq=False)
class Bound:
    """A function with some arguments already given: a bound method, functools.partial."""

    function: "Value"
    args: list["Value"] = field(default_factory=list)
    kwargs: dict[str, "Value"] = field(default_factory=dict)


class Formatted:
    """A text that is made when the function runs: it can be printed, not looked at."""


class Poison:
    """The value of a name whose statement was refused; using it is not a second problem."""


POISON = Poison()

Value = Union[
    Sym, Static, TupleValue, ListValue, DictValue, Record, Leaf, Range, Enumerate, Zip, Reversed, Closure, Bound, Poison
]


def children(value: Value) -> list[Value] | None:
    """The parts of a structure in order, or None for anything else."""
    if isinstance(value, (TupleValue, ListValue)):
        return value.items
    if isinstance(value, DictValue):
        return list(value.items.values())
    if isinstance(value, Record):
        return list(value.fields.values())
    return None


def rebuild(value: Value, parts: list[Value]) -> Value:
    """A structure like `value` of other parts."""
    if isinstance(value, TupleValue):
        return TupleValue(parts)
    if isinstance(value, ListValue):
        return ListValue(parts)
    if isinstance(value, DictValue):
        return DictValue(dict(zip(value.items, parts)))
    assert isinstance(value, Record)
    return Record(value.cls, dict(zip(value.fields, parts)))


def same_structure(a: Value, b: Value) -> bool:
    """Do they differ in leaves only?"""
    mine, other = children(a), children(b)
    if mine is None or other is None:
        return mine is None and other is None
    if type(a) is not type(b) or len(mine) != len(other):
        return False
    if isinstance(a, DictValue) and isinstance(b, DictValue) and list(a.items) != list(b.items):
        return False
    if isinstance(a, Record) and isinstance(b, Record) and a.cls is not b.cls:
        return False
    return True


def leaves(value: Value) -> Iterator[Value]:
    """The leaves of a structure in order."""
    parts = children(value)
    if parts is None:
        yield value
    else:
        for part in parts:
            yield from leaves(part)
