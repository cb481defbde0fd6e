"""Copies that nothing needs: of arrays that no one else can reach.

    x_bar = 2.0 * x
    x_bar = np.copy(x_bar)    ──▶    x_bar = 2.0 * x
    return np.copy(x_bar)            return x_bar

In: the body of a function, the names that share memory, and the names of its arguments and constants.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.syntax import build
from srctrans.syntax.core import assigned_name, statements_of
from srctrans.syntax.memory import base_name


def without_copies(body: list[Any], aliases: dict[str, set[str]], outside: set[str]) -> list[Any]:
    """The body without needless copies."""
    kept = _own_names(body) - outside
    kept = {name for name in kept if aliases.get(name, {name}) == {name}}
    return _returned_whole(_without_own(body, kept), aliases, outside)


def _own_names(body: list[Any]) -> set[str]:
    """Names that only ever hold arrays made for them, which no tuple or list holds as well."""
    fresh: set[str] = set()
    shared: set[str] = set()
    for st in statements_of(body):
        name = assigned_name(st)
        if name is not None and isinstance(st, gast.Assign):
            (fresh if _is_fresh(st.value) else shared).add(name)
        if not isinstance(st, gast.Return):
            inside = [n for n in gast.walk(st) if isinstance(n, (gast.Tuple, gast.List, gast.Dict, gast.IfExp))]
            shared |= build.names_read(inside)
    return fresh - shared


def _is_fresh(value: Any) -> bool:
    """Is it an operation, or a call of NumPy, that makes a new array?"""
    if isinstance(value, (gast.BinOp, gast.UnaryOp)):
        return True
    owner = getattr(getattr(value, "func", None), "value", None)
    return isinstance(value, gast.Call) and getattr(owner, "id", "") == "np" and base_name(value) is None


def _without_own(block: list[Any], names: set[str]) -> list[Any]:
    """The block without `x = np.copy(x)` for these names."""
    result = []
    for st in block:
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list) and inner:
                left = _without_own(inner, names)
                setattr(st, field, left if left or field == "orelse" else [build.pass_()])
        name = assigned_name(st)
        own = name in names and isinstance(st, gast.Assign) and _is_copy(st.value)
        if not (own and getattr(st.value.args[0], "id", "") == name):
            result.append(st)
    return result


def _returned_whole(body: list[Any], aliases: dict[str, set[str]], outside: set[str]) -> list[Any]:
    """`return np.copy(a)` as `return a`, where no one else can reach the memory of `a`."""
    last = body[-1] if body else None
    if isinstance(last, gast.Return):
        read = [n.id for n in gast.walk(last.value) if isinstance(n, gast.Name)]

        def without_copy(node: Any) -> Any:
            while _is_copy(node) and _is_copy(node.args[0]):
                node = node.args[0]
            name = str(node.args[0].id) if _is_copy(node) and isinstance(node.args[0], gast.Name) else ""
            family = aliases.get(name, {name})
            if name and not family & outside and sum(n in family for n in read) == 1:
                return node.args[0]
            return node

        last.value = _mapped(last.value, without_copy)
    return body


def _is_copy(node: Any) -> bool:
    return isinstance(node, gast.Call) and getattr(node.func, "attr", "") == "copy" and len(node.args) == 1


def _mapped(node: Any, change: Any) -> Any:
    """What is returned with its parts changed: items of tuples, lists and dicts, fields of objects."""
    if isinstance(node, (gast.Tuple, gast.List)):
        node.elts = [_mapped(e, change) for e in node.elts]
    elif isinstance(node, gast.Dict):
        node.values = [_mapped(e, change) for e in node.values]
    elif isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
        for keyword in node.keywords:
            keyword.value = _mapped(keyword.value, change)
    return change(node)
