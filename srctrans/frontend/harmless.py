"""What surely does not raise: arithmetic of numbers, elements where no IndexError counts.

In: a statement of core form and classes of exceptions. Out: whether it may raise one of these.

    y = a * x[i] + b     may raise an IndexError, and no ValueError
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gast

from srctrans.kinds.kind import Array, Kind, Scalar

# Operators that do not raise for numbers.
_PLAIN = (gast.Add, gast.Sub, gast.Mult, gast.UAdd, gast.USub, gast.Not, gast.And, gast.Or)


def harmless(kinds: dict[str, Kind], node: Any, classes: Iterable[type]) -> bool:
    """Does a statement of core form surely raise none of these?"""
    if not classes:
        return True
    if not isinstance(node, gast.Assign) or not isinstance(node.targets[0], gast.Name):
        return isinstance(node, gast.Pass)
    return isinstance(node.value, gast.Name) or _sure(kinds, node.value, classes)


def _sure(kinds: dict[str, Kind], node: Any, classes: Iterable[type]) -> bool:
    """Is it arithmetic of numbers that raises none of these?"""
    if isinstance(node, gast.Name):
        return isinstance(kinds.get(node.id), Scalar)
    if isinstance(node, gast.Subscript):
        owner = kinds.get(getattr(node.value, "id", ""))
        indices = node.slice.elts if isinstance(node.slice, gast.Tuple) else [node.slice]
        whole = isinstance(owner, Array) and owner.rank == len(indices)
        return whole and not may_be(IndexError, classes) and all(_sure(kinds, i, classes) for i in indices)
    plain = isinstance(getattr(node, "op", node), (*_PLAIN, gast.Compare)) or not may_be(ArithmeticError, classes)
    if isinstance(node, (gast.BinOp, gast.UnaryOp, gast.Compare, gast.BoolOp)) and plain:
        parts = [n for n in gast.iter_child_nodes(node) if isinstance(n, gast.expr)]
        return all(_sure(kinds, n, classes) for n in parts)
    return isinstance(node, gast.Constant)


def may_be(cls: type, classes: Iterable[type]) -> bool:
    """May an exception of a kind be one of these?"""
    return any(issubclass(cls, c) or issubclass(c, cls) for c in classes)
