"""Names without needless numbers: `x_2_hist` as `x_hist`, `t_17` as `t_3`, where nothing else has that name.

The number of `x_1 = x[1]` is its index, and stays. An index `_` that the way back uses gets a name.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import gast

from srctrans.optimize.merge import _renamed
from srctrans.syntax import build
from srctrans.syntax.core import assigned_name, statements_of

_NUMBER = re.compile(r"_\d+(?=_|$)")
_NAMELESS = re.compile(r"_(?:_\d+)?")


def renumbered(
    body: list[Any], taken: set[str], temporaries: set[str], kinds: dict[str, Any] | None = None
) -> list[Any]:
    """The body with made-up names shortened, `kinds` too; `taken` are names that mean something else."""
    order = list(dict.fromkeys(n.id for st in body for n in gast.walk(st) if isinstance(n, gast.Name)))
    seen = set(order) | taken
    indexed = _named_after_an_index(body)
    names = _indices(body, seen)
    for name in order:
        if name in taken or name not in temporaries:
            continue
        short = _shortest(_plain(name, indexed), name, seen)
        if short != name:
            names[name] = short
            seen.add(short)
    if kinds is not None:
        kinds.update({new: kinds.get(old) for old, new in names.items()})
    return _renamed(body, names) if names else body


def _indices(body: list[Any], seen: set[str]) -> dict[str, str]:
    """Names for the indices of loops that are called `_` and yet read; they are added to those `seen`."""
    read = build.names_read(body)
    found: dict[str, str] = {}
    for st in statements_of(body):
        name = st.target.id if isinstance(st, gast.For) else ""
        if _NAMELESS.fullmatch(name) and name in read and name not in found:
            found[name] = next(n for n in _free_indices() if n not in seen)
            seen.add(found[name])
    return found


def _free_indices() -> Iterator[str]:
    yield from "ijklm"
    yield from (f"i_{number}" for number in itertools.count(2))


def _named_after_an_index(body: list[Any]) -> set[str]:
    """Names such as `x_1` of `x[1]`."""
    found = set()
    for st in statements_of(body):
        value = st.value if isinstance(st, gast.Assign) else None
        if isinstance(value, gast.Subscript) and isinstance(value.value, gast.Name):
            index = value.slice.value if isinstance(value.slice, gast.Constant) else None
            if assigned_name(st) == f"{value.value.id}_{index}":
                found.add(f"{value.value.id}_{index}")
    return found


def _plain(name: str, indexed: set[str]) -> str:
    """The name without its numbers."""
    for at in (m.end() for m in _NUMBER.finditer(name)):
        if name[:at] in indexed:
            return name[:at] + _NUMBER.sub("", name[at:])
    return _NUMBER.sub("", name) or name


def _shortest(plain: str, name: str, seen: set[str]) -> str:
    """The plain name if it is free, or with the smallest number that is; the name itself if that is not shorter."""
    short, count = plain, 1
    while short in seen and short != name:
        count += 1
        short = f"{plain}_{count}"
    return short if (len(short), short) < (len(name), name) else name
