"""Effects: may evaluating an expression write into an array?

In: an expression that is not evaluated yet. Out: yes or no.
Calls of the user's functions may, those of libraries do where they say so.

    np.sin(x) + 1.0     ──▶     no
    step(x) + 1.0       ──▶     yes
"""

from __future__ import annotations

import builtins
import types
from typing import Any

import gast
import numpy as np

from srctrans.frontend.state import State
from srctrans.rules import rule_of

# Methods of arrays that write into them, and functions of NumPy that write into their first argument.
WRITING_METHODS = frozenset(("fill", "sort", "put"))
_WRITING = frozenset(("at", "copyto", "put", "putmask", "put_along_axis", "fill_diagonal"))


def written_by(node: gast.Call) -> list[gast.AST]:
    """The arguments that a call of a library function of that name writes into."""
    found = [k.value for k in node.keywords if k.arg == "out"]
    if isinstance(node.func, gast.Attribute):
        name = node.func.attr
        if name in WRITING_METHODS:
            found.append(node.func.value)
        if name in _WRITING:
            found += node.args[:1]
        position = position_of_out(getattr(np, name, None))
        if position is not None:
            found += node.args[position : position + 1]
    return [e for f in found for e in (f.elts if isinstance(f, gast.Tuple) else [f])]


def position_of_out(function: Any) -> int | None:
    """Which argument of a function of NumPy takes the result, where it may be given by position."""
    if isinstance(function, np.ufunc):
        return int(function.nin)
    return {np.dot: 2, np.clip: 3}.get(function) if callable(function) else None


def may_write(s: State, node: gast.AST) -> bool:
    """May evaluating this expression write into an array? Calls of the user's functions may."""
    for inner in gast.walk(node):
        if isinstance(inner, gast.NamedExpr):
            return True
        if isinstance(inner, gast.Call) and (not _is_library(s, inner.func) or written_by(inner)):
            return True
    return False


def _is_library(s: State, node: gast.AST) -> bool:
    if isinstance(node, gast.Attribute):
        root: Any = node
        while isinstance(root, gast.Attribute):
            root = root.value
        if isinstance(root, gast.Name):
            found = s.frame.source.namespace.get(root.id)
            return isinstance(found, types.ModuleType) and found.__name__.split(".")[0] in ("numpy", "math", "scipy")
        return False
    if isinstance(node, gast.Name):
        if node.id in s.frame.local_names:
            return False
        found = s.frame.source.namespace.get(node.id, getattr(builtins, node.id, None))
        return (
            isinstance(found, types.BuiltinFunctionType) or rule_of(found) is not None or found in (int, float, range)
        )
    return False
