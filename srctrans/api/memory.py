"""Memory that the arguments of a call share: a gradient knows each argument by one name only.

In: what a function writes, and the arguments of a call. Out: nothing, or ValueError where what is written could be
seen under another name: in another argument, in another part of the same one, in an array from outside; or where
a reshaped array, which the function writes, would be a copy and not a view.

    def f(x, y): x *= 2.0; return np.sum(x * y)

    grad(f)(a, a)                refused
    grad(f)(a[::2], a[1::2])     right: the two have no element in common
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from srctrans.kinds.of_value import quoted
from srctrans.pipeline import Derived

# How long NumPy looks for an element that two arrays have in common.
_MAX_WORK = 100_000


class Guard:
    """Checks the calls of one specialisation."""

    def __init__(self, name: str, parameters: list[str], derived: Derived, outside: Any) -> None:
        self.name, self.parameters, self.changed = name, parameters, derived.changed
        self.written = [(text, compile(text, "<argument>", "eval")) for text in derived.written]
        self.contiguous = [(text, compile(text, "<argument>", "eval")) for text in derived.contiguous]
        self.outside = [(n, v) for n, v in outside.items() if isinstance(v, np.ndarray)]

    @property
    def needed(self) -> bool:
        return bool(self.written or self.changed or self.contiguous)

    def check(self, args: tuple[Any, ...]) -> None:
        """Raise ValueError where memory that is written is shared."""
        scope = dict(zip(self.parameters, args))
        found = [part for name, value in scope.items() for part in _parts(value, name)]
        arrays = [(place, part) for place, part in found if isinstance(part, np.ndarray)] + self.outside
        for text, code in self.contiguous:
            if not eval(code, {}, scope).flags.c_contiguous:
                reason = "has to be contiguous: it, or a copy of it, is written through a reshaped view"
                raise ValueError(f"{self.name}: {text} {reason}; pass np.ascontiguousarray({text})")
        for text, code in self.written:
            self._check_array(text, eval(code, {}, scope), arrays)
        if self.changed:
            self._check_structures([(place, part) for place, part in found if not isinstance(part, np.ndarray)])

    def _check_array(self, text: str, array: Any, arrays: list[tuple[str, Any]]) -> None:
        if overlaps_itself(array):
            raise ValueError(f"{self.name}: {text} is written into, and elements of it share memory; pass a copy")
        seen = [place for place, other in arrays if other is array or shares_memory(array, other)]
        if len(seen) > 1:
            other = next(place for place in seen if place != text) if text in seen else seen[1]
            raise ValueError(f"{self.name}: {text} is written into and shares memory with {other}; pass a copy")

    def _check_structures(self, structures: list[tuple[str, Any]]) -> None:
        seen: dict[int, str] = {}
        for place, structure in structures:
            other = seen.setdefault(id(structure), place)
            if other is not place and any(_root(p) in self.changed for p in (other, place)):
                raise ValueError(f"{self.name}: {other} and {place} are the same object, which changes; pass a copy")


def shares_memory(a: Any, b: Any) -> bool:
    """Have two arrays an element in common, or is that too hard to tell?"""
    try:
        return bool(np.shares_memory(a, b, max_work=_MAX_WORK))  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return True


def overlaps_itself(array: Any) -> bool:
    """May two elements of an array be one place in memory?

    >>> x = np.zeros(9)
    >>> windows = np.lib.stride_tricks.sliding_window_view(x, 3)
    >>> overlaps_itself(windows), overlaps_itself(x[::-2]), overlaps_itself(x.reshape(3, 3).T)
    (True, False, False)
    """
    extent = array.itemsize
    for stride, size in sorted((abs(s), n) for s, n in zip(array.strides, array.shape) if n > 1):
        if stride < extent:
            return array.size > 0
        extent += stride * (size - 1)
    return False


def _root(place: str) -> str:
    """The argument that a part belongs to."""
    return place.partition("[")[0].partition(".")[0]


def _parts(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """The arrays, and the structures that can be changed, of an argument, with the text that reads each."""
    if isinstance(value, np.ndarray):
        yield place, value
    elif isinstance(value, dict):
        yield place, value
        for key, item in value.items():
            yield from _parts(item, f"{place}[{quoted(key)}]")
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        for key in value._fields:
            yield from _parts(getattr(value, key), f"{place}.{key}")
    elif isinstance(value, (tuple, list)):
        if isinstance(value, list):
            yield place, value
        for i, item in enumerate(value):
            yield from _parts(item, f"{place}[{i}]")
    elif is_dataclass(value) and not isinstance(value, type):
        yield place, value
        for f in fields(value):
            yield from _parts(getattr(value, f.name), f"{place}.{f.name}")
