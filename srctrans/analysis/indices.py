"""Indices that hold arrays of integers: they may choose one element several times.

In: the index of a load or store, the kinds of names, where names are defined. Out: yes or no.

>>> from srctrans.kinds import Array, Dim
>>> from srctrans.syntax.build import parse_expression
>>> kinds = {"k": Array("int64", (Dim("len(k)", True),)), "i": None}
>>> [holds_integers(parse_expression(f"x[{text}]").slice, kinds) for text in ("k", "i, :", "1:, k")]
[True, False, True]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gast

from srctrans.analysis.dependence import axes
from srctrans.analysis.reads import callee
from srctrans.kinds.kind import Array
from srctrans.kinds.symbol import literal
from srctrans.syntax.core import statements_of


def holds_integers(index: Any, kinds: Mapping[str, Any]) -> bool:
    """Does an index hold an array of integers, whose elements may repeat?"""
    return any(_is_array(e, kinds) and not _is_mask(e, kinds) for e in axes(index))


def may_repeat(index: Any, kinds: Mapping[str, Any], definition: Callable[[str], Any]) -> bool:
    """May an index mean one element twice? `definition`: the one value that a name has, or None."""
    arrays = [e for e in axes(index) if _is_array(e, kinds) and not _is_mask(e, kinds)]
    if len(arrays) == 1 and isinstance(arrays[0], gast.Name) and kinds[arrays[0].id].rank == 1:
        return not _distinct(definition(arrays[0].id), kinds)
    return bool(arrays)


def definition_in(block: list[Any], stored: Callable[[str], bool]) -> Callable[[str], Any]:
    """What each name is defined as that is assigned once and never written into."""
    found: dict[str, list[Any]] = {}
    for st in statements_of(block):
        if isinstance(st, gast.Assign) and isinstance(st.targets[0], gast.Name):
            found.setdefault(st.targets[0].id, []).append(st.value)

    def definition(name: str) -> Any:
        values = found.get(name, [])
        return values[0] if len(values) == 1 and not stored(name) else None

    return definition


def _is_array(node: Any, kinds: Mapping[str, Any]) -> bool:
    kind = kinds.get(node.id) if isinstance(node, gast.Name) else None
    return isinstance(node, gast.List) or isinstance(kind, Array) and bool(kind.rank)


def _is_mask(node: Any, kinds: Mapping[str, Any]) -> bool:
    return isinstance(node, gast.Name) and kinds[node.id].dtype == "bool"


def _distinct(value: Any, kinds: Mapping[str, Any]) -> bool:
    """Does an expression give integers of which no two mean the same element?"""
    if isinstance(value, gast.Subscript):
        if isinstance(value.slice, gast.Slice):
            return _distinct(value.value, kinds)
        return literal(value.slice) == 0 and _places_of_mask(value.value, kinds)
    if not isinstance(value, gast.Call):
        return False
    called = callee(value)
    if called == "array" and isinstance(value.args[0], gast.List):
        known = [literal(e) for e in value.args[0].elts]
        return all(type(k) is int for k in known) and len(set(known)) == len(known) and len({k < 0 for k in known}) < 2
    if called == "arange":
        start = literal(value.args[0]) if len(value.args) > 1 else 0
        return type(start) is int and start >= 0 and len(value.args) < 3
    return called in ("argsort", "flatnonzero") and len(value.args) == 1 and not value.keywords


def _places_of_mask(node: Any, kinds: Mapping[str, Any]) -> bool:
    """`np.nonzero(m)` of a mask with one axis."""
    if not isinstance(node, gast.Call) or callee(node) not in ("nonzero", "where") or len(node.args) != 1:
        return False
    kind = kinds.get(node.args[0].id) if isinstance(node.args[0], gast.Name) else None
    return isinstance(kind, Array) and kind.rank == 1
