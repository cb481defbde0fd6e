"""Effects: may evaluating an expression write into an array?

In: an expression that is not evaluated yet. Out: yes or no.
Calls of the user's functions may, those of libraries do not.

    np.sin(x) + 1.0     ──▶     no
    step(x) + 1.0       ──▶     yes
"""

from __future__ import annotations

import builtins
import types
from typing import Any

import gast

from srctrans.frontend.state import State
from srctrans.rules import rule_of


def may_write(s: State, node: gast.AST) -> bool:
    """May evaluating this expression write into an array? Calls of the user's functions may."""
    for inner in gast.walk(node):
        if isinstance(inner, gast.NamedExpr):
            return True
        if isinstance(inner, gast.Call) and not _is_library(s, inner.func):
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
