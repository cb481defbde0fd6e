"""The kinds: scalar, array, structure of kinds, static Python value.

A `Dim` is the size of one axis as the text of an expression over core names
(`len(x)`, `n`), so that equal texts are equal sizes; `not_one` says that the
size is known to differ from 1, which decides broadcasting. A text that starts
with `?` can be compared but not evaluated.

>>> Array("float64", (Dim("len(x)", True), ONE))
float64[len(x), 1]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Union

FLOATS = ("float64", "float32", "float16", "complex128", "complex64")


@dataclass(frozen=True)
class Dim:
    """The size of an axis: the text of an expression that computes it.

    `was`: what the size was known as before an array with it got a name; equal ones are equal sizes.
    """

    text: str
    not_one: bool = False
    was: str = field(default="", compare=False)

    @property
    def identity(self) -> str:
        return self.was or self.text

    @property
    def evaluable(self) -> bool:
        return not self.text.startswith("?")

    def __repr__(self) -> str:
        return self.text


ONE = Dim("1")


@dataclass(frozen=True)
class Scalar:
    """A Python or NumPy scalar."""

    dtype: str

    def __repr__(self) -> str:
        return self.dtype


@dataclass(frozen=True)
class Array:
    """A NumPy array: its dtype and the size of each axis."""

    dtype: str
    dims: tuple[Dim, ...]

    @property
    def rank(self) -> int:
        return len(self.dims)

    def __repr__(self) -> str:
        return f"{self.dtype}[{', '.join(map(repr, self.dims))}]"


@dataclass(frozen=True)
class Static:
    """A value that the transformation may look at: str, None, bool, function, module."""

    value: Any

    def __hash__(self) -> int:
        try:
            return hash((type(self.value), self.value))
        except TypeError:
            return id(self.value)


@dataclass(frozen=True)
class TupleKind:
    items: tuple["Kind", ...]


@dataclass(frozen=True)
class ListKind:
    items: tuple["Kind", ...]


@dataclass(frozen=True)
class DictKind:
    keys: tuple[Any, ...]
    items: tuple["Kind", ...]


@dataclass(frozen=True)
class NamedKind:
    """A NamedTuple."""

    cls: type
    items: tuple["Kind", ...]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.cls._fields)  # type: ignore[attr-defined]


@dataclass(frozen=True)
class DataKind:
    """A dataclass."""

    cls: type
    keys: tuple[str, ...]
    items: tuple["Kind", ...]


# A text that is made when the function runs.
TEXT = Scalar("str")

Leaf = Union[Scalar, Array]
Kind = Union[Scalar, Array, Static, TupleKind, ListKind, DictKind, NamedKind, DataKind]


def is_array(kind: object) -> bool:
    return isinstance(kind, Array)


def is_float(kind: object) -> bool:
    """Can it carry a derivative?"""
    return isinstance(kind, (Scalar, Array)) and kind.dtype in FLOATS
