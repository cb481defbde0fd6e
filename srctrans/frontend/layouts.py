"""Layouts: is a reshaped array a view of the same memory? It is one of an array that is contiguous, else a copy.

    a = np.zeros(6); m = a.reshape(2, 3)     ──▶     m is a view of a
    m = x.reshape(2, 3), x an argument       ──▶     m is one if x is contiguous, which is checked at the call
    m = a.T.ravel()                          ──▶     not known: a store into either is refused

In: statements of core form and the kinds of their names. Out: the arguments on which each answer depends.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import gast

from srctrans.kinds.kind import Array
from srctrans.kinds.symbol import literal
from srctrans.syntax.core import assigned_name, statements_of
from srctrans.syntax.memory import base_name, gathers

# What an array has to be so that something is contiguous: these arguments contiguous.
Needed = frozenset[str]
_MADE = frozenset(("zeros", "ones", "empty", "full", "arange", "linspace", "eye", "identity", "ascontiguousarray"))
_LIKE = frozenset(("copy", "zeros_like", "ones_like", "empty_like", "full_like"))
_RESHAPED = frozenset(("reshape", "ravel"))


def reshaped_views(statements: list[Any], kinds: dict[str, Any], parameters: set[str]) -> dict[str, Needed]:
    """The names that are reshaped views of arrays, with the arguments that have to be contiguous for that."""
    times = Counter(assigned_name(st) for st in statements_of(statements))
    layouts: dict[str, Needed] = {p: frozenset([p]) for p in parameters}
    views: dict[str, Needed] = {}
    for st in statements_of(statements):
        name = assigned_name(st)
        if name is None or times[name] > 1 or not isinstance(st, gast.Assign):
            continue
        kind = kinds.get(name)
        if isinstance(kind, Array) and kind.rank == 1 and base_name(st.value, kinds) is None:
            # A new array with one axis.
            found: Needed | None = frozenset()
        else:
            found = _layout(st.value, kinds, layouts) if isinstance(kind, Array) else None
        if found is not None:
            layouts[name] = found
            if is_reshape(st.value):
                views[name] = found
    return views


def is_reshape(node: Any) -> bool:
    """Is it `np.reshape(a, shape)` or `np.ravel(a)`, in the order of C?"""
    return isinstance(node, gast.Call) and not node.keywords and getattr(node.func, "attr", "") in _RESHAPED


def _layout(node: Any, kinds: dict[str, Any], layouts: dict[str, Needed]) -> Needed | None:
    """What makes the value of an expression contiguous; None where that is not known."""
    if isinstance(node, gast.Name):
        return layouts.get(node.id)
    if isinstance(node, gast.Subscript):
        whole = not gathers(node.slice, kinds) and _leading(node.slice)
        return _layout(node.value, kinds, layouts) if whole else None
    if isinstance(node, gast.BinOp) and not isinstance(node.op, gast.MatMult):
        return _of_operation([node.left, node.right], kinds, layouts)
    if isinstance(node, gast.UnaryOp):
        return _of_operation([node.operand], kinds, layouts)
    if not isinstance(node, gast.Call) or any(k.arg in ("order", "copy") for k in node.keywords):
        return None
    called = getattr(node.func, "attr", "")
    if called in _MADE:
        return frozenset()
    return _layout(node.args[0], kinds, layouts) if called in _LIKE or is_reshape(node) else None


def _leading(index: Any) -> bool:
    """Does an index choose elements that lie side by side: numbers, and at most one slice after them?"""
    items = index.elts if isinstance(index, gast.Tuple) else [index]
    slices = [i for i, item in enumerate(items) if isinstance(item, gast.Slice)]
    if any(isinstance(item, gast.Constant) and type(item.value) is not int for item in items):
        return False
    return not slices or slices == [len(items) - 1] and (items[-1].step is None or literal(items[-1].step) == 1)


def _of_operation(operands: list[Any], kinds: dict[str, Any], layouts: dict[str, Needed]) -> Needed | None:
    """Elementwise: of numbers and contiguous arrays."""
    needed: Needed = frozenset()
    for operand in operands:
        kind = kinds.get(operand.id) if isinstance(operand, gast.Name) else None
        if isinstance(operand, gast.Constant) or (kind is not None and not isinstance(kind, Array)):
            continue
        found = _layout(operand, kinds, layouts)
        if found is None:
            return None
        needed |= found
    return needed
