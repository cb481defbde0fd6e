"""Copies that nothing needs: of arrays that no one else can reach, and of what an operation makes anew.

    x_bar = np.copy(x)        ──▶    x_bar = x + x
    x_bar += x
    t_bar = -np.copy(y_bar)   ──▶    t_bar = -y_bar
    return np.copy(x_bar)     ──▶    return x_bar

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


def computed_at_once(block: list[Any], kinds: dict[str, Any]) -> list[Any]:
    """The block in which no operand is a copy, and no copy is added to right away."""
    result: list[Any] = []
    for st in block:
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list) and inner:
                setattr(st, field, computed_at_once(inner, kinds))
        if isinstance(st, (gast.Assign, gast.AugAssign)) and (st.lineno or 0) < 0:
            st.value = _without_copied_operands(st.value)
        if isinstance(st, gast.Return):
            st.value = _mapped(st.value, lambda node: _without_copied_operands(_computed(node, kinds)))
        if result and _adds_to_copy(result[-1], st, kinds):
            copied = result.pop().value.args[0]
            value = gast.BinOp(left=copied, op=st.op, right=st.value)
            st = build.assign(st.target.id, value, lineno=st.lineno)
        result.append(st)
    return result


def _without_copied_operands(node: Any) -> Any:
    if isinstance(node, gast.UnaryOp):
        return gast.UnaryOp(op=node.op, operand=_copied(_without_copied_operands(node.operand)))
    if isinstance(node, gast.BinOp):
        left, right = (_copied(_without_copied_operands(e)) for e in (node.left, node.right))
        return gast.BinOp(left=left, op=node.op, right=right)
    return node


def _computed(node: Any, kinds: dict[str, Any]) -> Any:
    """`np.copy(a + b)` of arrays as `a + b`, which is a new array."""
    inner = node.args[0] if is_copy(node) else None
    arrays = inner is not None and any(getattr(kinds.get(n), "rank", 0) for n in build.names_read(inner))
    return inner if arrays and isinstance(inner, (gast.BinOp, gast.UnaryOp)) else node


def _copied(node: Any) -> Any:
    """What an expression is a copy of; the expression itself if it is none."""
    return node.args[0] if is_copy(node) else node


def _adds_to_copy(copy: Any, st: Any, kinds: dict[str, Any]) -> bool:
    """Is the second statement `y += e` or `y -= e`, and the first `y = np.copy(...)`, of float64?"""
    added = isinstance(st, gast.AugAssign) and isinstance(st.op, (gast.Add, gast.Sub)) and assigned_name(st)
    if not added or assigned_name(copy) != added or not isinstance(copy, gast.Assign) or not is_copy(copy.value):
        return False
    return getattr(kinds.get(added), "dtype", "") == "float64" and added not in build.names_read(st.value)


def _own_names(body: list[Any]) -> set[str]:
    """Names that only ever hold arrays made for them, which no tuple or list holds as well."""
    fresh: set[str] = set()
    shared: set[str] = set()
    for st in statements_of(body):
        name = assigned_name(st)
        if name is not None and isinstance(st, gast.Assign):
            (fresh if is_fresh(st.value) else shared).add(name)
        if not isinstance(st, gast.Return):
            inside = [n for n in gast.walk(st) if isinstance(n, (gast.Tuple, gast.List, gast.Dict, gast.IfExp))]
            shared |= build.names_read(inside)
    return fresh - shared


def is_fresh(value: Any) -> bool:
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
        own = name in names and isinstance(st, gast.Assign) and is_copy(st.value)
        if not (own and getattr(st.value.args[0], "id", "") == name):
            result.append(st)
    return result


def _returned_whole(body: list[Any], aliases: dict[str, set[str]], outside: set[str]) -> list[Any]:
    """`return np.copy(a)` as `return a`, where no one else can reach the memory of `a`."""
    last = body[-1] if body else None
    if isinstance(last, gast.Return):
        read = [n.id for n in gast.walk(last.value) if isinstance(n, gast.Name)]

        def without_copy(node: Any) -> Any:
            while is_copy(node) and is_copy(node.args[0]):
                node = node.args[0]
            name = str(node.args[0].id) if is_copy(node) and isinstance(node.args[0], gast.Name) else ""
            family = aliases.get(name, {name})
            if name and not family & outside and sum(n in family for n in read) == 1:
                return node.args[0]
            return node

        last.value = _mapped(last.value, without_copy)
    return body


def is_copy(node: Any) -> bool:
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
