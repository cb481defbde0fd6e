"""Ascending loops: a loop that goes down goes up where its iterations commute.

    for i in range(n - 1, -1, -1):           for i in range(n):
        x_bar[i] += ...              ──▶         x_bar[i] += ...

Iterations commute if they share only sums: each name that they assign is
assigned before it is read in the same iteration, and each array that they
write is only added to, or written at elements of that iteration alone.
Compilers vectorise ascending loops.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.analysis.dependence import Least, axes, least_values, linear, lower_bound
from srctrans.analysis.reads import has_effect
from srctrans.kinds.symbol import literal
from srctrans.optimize.merge import Interference
from srctrans.syntax import build
from srctrans.syntax.core import expressions_of, is_exit, statements_of, stored_array


def ascending(block: list[Any], aliases: dict[str, set[str]], live: set[str]) -> list[Any]:
    """The block with loops turned round where that is legal; `live`: names that are read after it."""
    found = Interference()
    found.block(block, set(live))
    least = least_values([st for st in statements_of(block) if isinstance(st, gast.For)])
    return _block(block, aliases, found, least)


def _block(block: list[Any], aliases: dict[str, set[str]], found: Interference, least: Least) -> list[Any]:
    result = []
    for st in block:
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list) and inner:
                setattr(st, field, _block(inner, aliases, found, least))
        if isinstance(st, gast.For) and _goes_down(st):
            after = found.after.get(id(st), set())
            if _only_counts(st, after) or commutes(st, aliases, after, least):
                st = _turned(st)
        result.append(st)
    return result


def _only_counts(st: Any, after: set[str]) -> bool:
    """Does nothing read the index, so that only how often the loop runs matters?"""
    return st.target.id not in build.names_read(st.body) | build.names_stored(st.body) | after


def _goes_down(st: Any) -> bool:
    return len(st.iter.args) == 3 and literal(st.iter.args[2]) == -1


def commutes(st: Any, aliases: dict[str, set[str]], after: set[str], least: Least) -> bool:
    """May the iterations of a loop run in any order?"""
    added: set[str] = set()
    stored: dict[str, list[Any]] = {}
    assigned: set[str] = set()
    whole: set[str] = set()
    if any(map(is_exit, st.body)):
        return False
    for inner in statements_of(st.body):
        target = stored_array(inner)
        if isinstance(inner, (gast.While, gast.Expr)) or any(map(has_effect, expressions_of(inner))):
            return False
        if target is not None:
            if isinstance(inner, gast.AugAssign) and isinstance(inner.op, (gast.Add, gast.Sub)):
                added.add(target.value.id)
            stored.setdefault(target.value.id, []).append((target, inner))
        elif isinstance(inner, gast.AugAssign):
            if isinstance(inner.op, (gast.Add, gast.Sub)):
                added.add(inner.target.id)
                whole.add(inner.target.id)
            else:
                return False
        elif isinstance(inner, gast.Assign):
            assigned.add(inner.targets[0].id)
        elif isinstance(inner, gast.For):
            assigned.add(inner.target.id)
    if st.target.id in after or assigned & after or assigned & added:
        return False
    if assigned & Interference().block(st.body, set()):
        return False
    return _sums_only(st, added, whole, stored, aliases, least)


def _sums_only(
    st: Any, added: set[str], whole: set[str], stored: dict[str, list[Any]], aliases: dict[str, set[str]], least: Least
) -> bool:
    """What is added to is not read; what is stored is touched at one element of the iteration only."""
    for name in added | set(stored):
        family = aliases.get(name, {name})
        if len(family & (added | set(stored))) > 1:
            return False
        reads = _reads_of(st, name, family)
        plain = any(isinstance(s, gast.Assign) for _, s in stored.get(name, []))
        if not reads and not plain:
            continue
        if name in whole:
            return False
        indices = [t.slice for t, _ in stored.get(name, [])] + reads
        if any(i is None for i in indices) or not all(build.same(i, indices[0]) for i in indices):
            return False
        if not _own_element(indices[0], st.target.id, least):
            return False
    return True


def _reads_of(st: Any, name: str, family: set[str]) -> list[Any]:
    """The indices at which a loop reads an array; None for reads of the whole, or through another name."""
    found: list[Any] = []
    for inner in statements_of(st.body):
        for e in expressions_of(inner):
            seen: set[int] = set()
            for node in gast.walk(e):
                if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name) and node.value.id == name:
                    found.append(node.slice)
                    seen.add(id(node.value))
                elif isinstance(node, gast.Name) and node.id in family and id(node) not in seen:
                    found.append(None)
    return found


def _own_element(index: Any, name: str, least: Least) -> bool:
    """Does each iteration have an element of its own? Below zero an index counts from the end."""
    for part in axes(index):
        form = linear(part)
        if form is not None and form[0] == {name: 1} and (lower_bound(form, least) or 0) >= 0 and name in least:
            return True
    return False


def _turned(st: Any) -> Any:
    first, last, _ = st.iter.args
    stop = _plus_one(first)
    start = _plus_one(last)
    args = [stop] if literal(start) == 0 else [start, stop]
    return build.for_range(st.target.id, args, st.body, lineno=st.lineno)


def _plus_one(node: Any) -> Any:
    value = literal(node)
    if isinstance(value, int):
        return build.constant(value + 1)
    if (
        isinstance(node, gast.BinOp)
        and isinstance(node.op, (gast.Sub, gast.Add))
        and isinstance(literal(node.right), int)
    ):
        shift = literal(node.right) * (1 if isinstance(node.op, gast.Add) else -1) + 1
        if shift == 0:
            return node.left
        return build.binop(node.left, "+" if shift > 0 else "-", build.constant(abs(shift)))
    return build.binop(node, "+", build.constant(1))
