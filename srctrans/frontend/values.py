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


@dataclass(eq=False, kw_only=True)
class Cell:
    """A structure that can be changed. There is one for each object of the program: whoever has it sees the change.

    `origins`: the objects that it may be, where a branch or a loop decides which. `outside`: how an object that
    the function did not make is called; it must not be changed.
    """

    origins: frozenset[Any] = frozenset()
    outside: str = ""


class RunTimeLength(Exception):
    """Only the running program knows how many items a list has, and what is done with it needs to know them now."""


@dataclass(eq=False)
class ListValue(Cell):
    """`held`: its items; or, if its length is known at run time only, the arrays of `lists`.

    `item`: what one item of a list of run-time length is. `bounded`: its arrays have room for all that the loop
    under way appends. `hint`: how its arrays are called, where no variable says it.
    """

    held: Any
    item: Any = None
    bounded: bool = False
    hint: str = ""

    @property
    def grows(self) -> bool:
        """Does only the running program know its length?"""
        return isinstance(self.held, dict)

    @property
    def items(self) -> list["Value"]:
        if self.grows:
            raise RunTimeLength
        return self.held  # type: ignore[no-any-return]


@dataclass(eq=False)
class DictValue(Cell):
    items: dict[Any, "Value"]


@dataclass(eq=False)
class Record(Cell):
    """A NamedTuple, or an object of a class of the user's.

    `instance`: reads the fields of an object from outside, which has none here. `unsure`: fields that only one path
    has assigned.
    """

    cls: type
    fields: dict[str, "Value"]
    instance: Any = None
    unsure: set[str] = field(default_factory=set)

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
class Token:
    """Stands for an iterator, whose items can be taken once, and the loops in which it was made."""

    nest: tuple[int, ...] | None = None


@dataclass(eq=False)
class Enumerate:
    inner: "Value"
    start: Sym
    token: Token = field(default_factory=Token)


@dataclass(eq=False)
class Zip:
    inner: list["Value"]
    token: Token = field(default_factory=Token)
    strict: bool = False


@dataclass(eq=False)
class Reversed:
    inner: "Value"
    token: Token = field(default_factory=Token)


@dataclass(eq=False)
class Mapped:
    """`map(function, *inner)`: the function is called when an item is taken."""

    function: "Value"
    inner: list["Value"]
    token: Token = field(default_factory=Token)


@dataclass(eq=False)
class Repeated:
    """`repeat` and `count` of itertools: first, first + step, ...; without an end where `times` is None."""

    first: "Value"
    step: Sym | None = None
    times: Sym | None = None
    token: Token | None = None


@dataclass(eq=False)
class Generated:
    """A generator: statements that yield its items, the frame of its variables; its expression if it is one."""

    frame: Any
    body: list[Any]
    token: Token = field(default_factory=Token)
    node: Any = None


@dataclass(eq=False)
class Remaining(Cell):
    """`iter(values)`: the items that nobody has taken yet; the list or dict that they are in, with what it held."""

    items: list["Value"]
    source: Any = None
    held: Any = None


@dataclass(eq=False)
class DictView:
    """`d.keys()`, `d.values()`, `d.items()`: sees what the dict holds when it is used."""

    owner: DictValue
    part: str


@dataclass(eq=False)
class Closure:
    """A function defined inside of the function, with the frame that it sees and what its defaults were then."""

    tree: gast.FunctionDef
    frame: Any
    source: Any
    defaults: Any = None


@dataclass(eq=False)
class Bound:
    """A function with some arguments already given: a bound method, functools.partial."""

    function: "Value"
    args: list["Value"] = field(default_factory=list)
    kwargs: dict[str, "Value"] = field(default_factory=dict)


@dataclass(eq=False)
class Super:
    """An object seen as one of the classes above `cls`: `super()`."""

    cls: type
    owner: "Value"


@dataclass(eq=False)
class Choice:
    """One of two functions, chosen at run time: the first where the flag is true."""

    flag: Sym
    then: "Value"
    otherwise: "Value"


@dataclass(eq=False)
class Maybe:
    """None where the flag is true, else the value (see `optional`)."""

    none: Sym
    value: "Value"

    @property
    def flag(self) -> str:
        """The name of the flag."""
        return str(self.none.node.id)  # type: ignore[attr-defined]


class Poison:
    """The value of a name whose statement was refused; using it is not a second problem."""


POISON = Poison()


@dataclass(eq=False)
class Unknown:
    """An item of a structure that is of different kinds on two paths: it may stand there, not be read.

    `loop`: the loop that changes its kind.
    """

    reason: str
    instead: str
    loop: Any = None


Value = Union[
    Sym, Static, TupleValue, ListValue, DictValue, Record, Leaf, Range, Enumerate, Zip, Reversed, Mapped, Repeated,
    Generated, Remaining, DictView, Closure, Bound, Choice, Maybe, Super, Poison, Unknown,
]  # fmt: skip


def children(value: Value) -> list[Value] | None:
    """The parts of a structure in order, or None for anything else."""
    if isinstance(value, (TupleValue, ListValue)):
        return value.items
    if isinstance(value, DictValue):
        return list(value.items.values())
    if isinstance(value, Record):
        return list(value.fields.values())
    return None


def parts_of(value: Value) -> list[Value] | None:
    """The parts of a structure or of another value that keeps values: a function with arguments, a zip."""
    if isinstance(value, Bound):
        return [value.function, *value.args, *value.kwargs.values()]
    if isinstance(value, (Enumerate, Reversed)):
        return [value.inner]
    if isinstance(value, (Super, DictView)):
        return [value.owner]
    if isinstance(value, Zip):
        return value.inner
    if isinstance(value, Mapped):
        return [value.function, *value.inner]
    if isinstance(value, Remaining):
        return value.items
    if isinstance(value, Maybe):
        return [value.none, value.value]
    if isinstance(value, Choice):
        return [value.flag, value.then, value.otherwise]
    if isinstance(value, ListValue) and value.grows:
        return list(value.held.values())
    return children(value)


def rebuild(value: Value, parts: list[Value]) -> Value:
    """A value like `value` of other parts."""
    if isinstance(value, Bound):
        count = 1 + len(value.args)
        return Bound(parts[0], parts[1:count], dict(zip(value.kwargs, parts[count:])))
    if isinstance(value, Enumerate):
        return Enumerate(parts[0], value.start, value.token)
    if isinstance(value, Reversed):
        return Reversed(parts[0], value.token)
    if isinstance(value, Repeated):
        return Repeated(parts[0], value.step, value.times, value.token)
    if isinstance(value, Super):
        return Super(value.cls, parts[0])
    if isinstance(value, DictView):
        return DictView(parts[0], value.part)  # type: ignore[arg-type]
    if isinstance(value, Zip):
        return Zip(parts, value.token, value.strict)
    if isinstance(value, Mapped):
        return Mapped(parts[0], parts[1:], value.token)
    if isinstance(value, Remaining):
        return Remaining(parts, value.source, value.held)
    if isinstance(value, Maybe):
        return Maybe(*parts)  # type: ignore[arg-type]
    if isinstance(value, Choice):
        return Choice(*parts)  # type: ignore[arg-type]
    if isinstance(value, TupleValue):
        return TupleValue(parts)
    if isinstance(value, ListValue):
        held = dict(zip(value.held, parts)) if value.grows else parts
        return ListValue(held, value.item, hint=value.hint)
    if isinstance(value, DictValue):
        return DictValue(dict(zip(value.items, parts)))
    assert isinstance(value, Record)
    return Record(value.cls, dict(zip(value.fields, parts)))


def is_function(value: Value) -> bool:
    """Can the value be called, as far as is known now?"""
    return isinstance(value, (Closure, Bound, Choice)) or isinstance(value, Static) and callable(value.value)


def copied(value: Value) -> Value:
    """A structure of the same leaves; objects from outside stay what they are."""
    kept = isinstance(value, Cell) and value.outside or isinstance(value, ListValue) and value.grows
    parts = None if kept else children(value)
    return value if parts is None else rebuild(value, [copied(p) for p in parts])


def same_structure(a: Value, b: Value) -> bool:
    """Do they differ in leaves only?"""
    mine, other = parts_of(a), parts_of(b)
    if mine is None or other is None:
        return mine is None and other is None
    if type(a) is not type(b) or len(mine) != len(other):
        return False
    if isinstance(a, Bound) and isinstance(b, Bound) and list(a.kwargs) != list(b.kwargs):
        return False
    if isinstance(a, DictValue) and isinstance(b, DictValue) and list(a.items) != list(b.items):
        return False
    if isinstance(a, Record) and isinstance(b, Record) and a.cls is not b.cls:
        return False
    return True


def is_cell(value: Any) -> bool:
    """Can it be changed?"""
    return isinstance(value, Cell) and not (isinstance(value, Record) and value.is_tuple)


def leaves(value: Value, around: tuple[Value, ...] = ()) -> Iterator[Value]:
    """The leaves of a structure in order; one that holds itself is entered once."""
    parts = parts_of(value)
    if parts is None:
        yield value
    elif not any(value is v for v in around):
        for part in parts:
            yield from leaves(part, (*around, value))


def leaves_once(values: list[Value]) -> Iterator[Value]:
    """The leaves of several structures, those of each object once."""
    seen: set[Any] = set()
    stack = values[::-1]
    while stack:
        value = stack.pop()
        parts = parts_of(value)
        if parts is None:
            yield value
        elif not (is_cell(value) and value in seen):
            seen.add(value)
            stack.extend(parts[::-1])
