"""Reuse: an expression whose value has a name is not written out again.

    j = bins[i]                              j = bins[i]
    w_bar[bins[i]] += s_bar[j] * x[i]  ──▶   w_bar[j] += s_bar[j] * x[i]

In: a body, the kinds of its names, the names that share memory. Legal until something writes what the expression
reads, or the name.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.analysis.reads import has_effect
from srctrans.kinds.kind import Scalar
from srctrans.optimize.substitute import writes
from srctrans.syntax import build
from srctrans.syntax.attempt import is_attempt
from srctrans.syntax.core import assigned_name, blocks_of


def reused(block: list[Any], kinds: dict[str, Any], aliases: dict[str, set[str]]) -> list[Any]:
    """The block with names in place of what they hold."""
    for position, st in enumerate(block):
        for inner in blocks_of(st):
            inner[:] = reused(inner, kinds, aliases)
        name = assigned_name(st)
        if name is not None and _names_a_value(st, name, kinds) and not is_attempt(st):
            _use(name, st.value, block[position + 1 :], aliases)
    return block


def _names_a_value(st: Any, name: str, kinds: dict[str, Any]) -> bool:
    """Is it `name = expression` for a number that is worth a name: an element or an operation?"""
    if not isinstance(st, gast.Assign) or not isinstance(kinds.get(name), Scalar):
        return False
    # Sums of indices stay: who looks at `x[i - 1]` sees which element it is.
    worth = (gast.Subscript, gast.Call) if "int" in kinds[name].dtype else (gast.Subscript, gast.Call, gast.BinOp)
    return isinstance(st.value, worth) and not has_effect(st.value) and name not in build.names_read(st.value)


def _use(name: str, value: Any, following: list[Any], aliases: dict[str, set[str]]) -> None:
    """Put the name into the statements that follow, until one changes it or what the value was made of."""
    read = build.names_read(value)
    kept = read | {name}
    for st in following:
        changed = writes(st, kept, aliases)
        if changed and blocks_of(st):
            return
        if read <= build.names_read(st):
            _replace(st, value, build.name(name))
        if changed:
            return


def _replace(st: Any, wanted: Any, name: Any) -> None:
    """Put the name for the expression wherever a statement reads it, what is inside of it included."""
    new = _replaced(st, wanted, name)
    for field in st._fields:
        setattr(st, field, getattr(new, field, None))


def _replaced(node: Any, wanted: Any, name: Any) -> Any:
    """The tree with the name in it; parts that stay are shared."""
    if isinstance(node, list):
        return [_replaced(i, wanted, name) for i in node]
    if not isinstance(node, gast.AST) or isinstance(node, (gast.Name, gast.Constant)):
        return node
    if not isinstance(getattr(node, "ctx", None), gast.Store) and build.same(node, wanted):
        return name
    fields = {f: getattr(node, f, None) for f in node._fields}
    new = {f: _replaced(part, wanted, name) for f, part in fields.items()}
    if all(new[f] is part or new[f] == part for f, part in fields.items()):
        return node
    made = type(node)(**new)
    if hasattr(node, "lineno"):
        made.lineno = node.lineno
    return made
