"""Substitution: a temporary that is read once goes back into the expression that reads it.

    t = w @ x
    h = np.tanh(t)      ──▶     h = np.tanh(w @ x)

In: a body and the names that the transformation made up. Legal where nothing
between the two writes what the expression reads.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import gast

from srctrans.analysis.reads import added_arrays, has_effect
from srctrans.kinds.kind import TupleKind
from srctrans.optimize.dead import aliases_in
from srctrans.optimize.merge import Interference
from srctrans.syntax import build
from srctrans.syntax.core import expressions_of, statements_of, stored_array, tells

_LONGEST = 16


def substituted(body: list[Any], kinds: dict[str, Any], temporaries: set[str]) -> list[Any]:
    """The body with temporaries substituted."""
    body = _with_literals(body, temporaries)
    found = Interference()
    found.block(body, set())
    parts = _taken_apart(body, kinds)
    return _block(body, Context(temporaries - parts, aliases_in(body, kinds), found.after, parts))


def _with_literals(body: list[Any], temporaries: set[str]) -> list[Any]:
    """The body with a literal for each name that is given one at its start and never anything else."""
    names = (n for st in body for n in gast.walk(st) if isinstance(n, gast.Name))
    given = Counter(n.id for n in names if isinstance(n.ctx, (gast.Store, gast.Del)))
    literal = {
        st.targets[0].id: st
        for st in body
        if isinstance(st, gast.Assign)
        and isinstance(st.targets[0], gast.Name)
        and isinstance(st.value, gast.Constant)
        and st.targets[0].id in temporaries
        and given[st.targets[0].id] == 1
    }
    for name, assignment in literal.items():
        body = [replaced(st, name, assignment.value) for st in body if st is not assignment]
    return body


def _taken_apart(body: list[Any], kinds: dict[str, Any]) -> set[str]:
    """The names of several results of one call that are only taken apart: that is done at once."""
    nodes = [n for st in body for n in gast.walk(st)]
    parts = {id(n.value) for n in nodes if isinstance(n, gast.Subscript)}
    loads = [n for n in nodes if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Load)]
    whole = {n.id for n in loads if id(n) not in parts}
    return {n for n, kind in kinds.items() if isinstance(kind, TupleKind)} - whole


@dataclass
class Context:
    """Names that may go, names that share memory, names live after each statement, names of several results."""

    single: set[str]
    aliases: dict[str, set[str]]
    after: dict[int, set[str]]
    wholes: set[str]


def _block(block: list[Any], c: Context) -> list[Any]:
    result = list(block)
    for st in result:
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list) and inner:
                setattr(st, field, _block(inner, c))
    position = len(result) - 1
    while position >= 0:
        st = result[position]
        if isinstance(st, gast.Assign) and isinstance(st.targets[0], gast.Name) and st.targets[0].id in c.single:
            if _move(result, position, c):
                del result[position]
        position -= 1
    return result


def _move(block: list[Any], position: int, c: Context) -> bool:
    """Put the value of the assignment at `position` where it is read; False if that is not legal."""
    st = block[position]
    name, value = st.targets[0].id, st.value
    sources = build.names_read(value)
    if has_effect(value) or sources & c.wholes:
        return False
    for later in block[position + 1 :]:
        if any(name in build.names_read(e) for e in _readable(later)):
            if isinstance(later, (gast.While, gast.Assert)) or _too_long(later, value):
                return False
            if name in c.after[id(later)] and not _defines(later, name) or _times_read(later, name) != 1:
                return False
            _replace(later, name, value)
            for between in block[position : block.index(later)]:
                c.after.setdefault(id(between), set()).update(sources)
            return True
        if _reads_inside(later, name) or writes(later, sources | {name}, c.aliases):
            return False
    return False


def _defines(st: Any, name: str) -> bool:
    return isinstance(st, gast.Assign) and isinstance(st.targets[0], gast.Name) and st.targets[0].id == name


def _times_read(st: Any, name: str) -> int:
    """How often a statement reads a name, what is inside of it included."""
    return sum(
        1 for n in gast.walk(st) if isinstance(n, gast.Name) and n.id == name and not isinstance(n.ctx, gast.Store)
    )


def _readable(st: Any) -> list[Any]:
    return expressions_of(st)


def _reads_inside(st: Any, name: str) -> bool:
    return name in build.names_read(st)


def _too_long(st: Any, value: Any) -> bool:
    size = sum(_size(e) for e in expressions_of(st)) + _size(value)
    return size > _LONGEST and st.lineno < 0 or size > 3 * _LONGEST


def _size(node: Any) -> int:
    return sum(1 for n in gast.walk(node) if isinstance(n, (gast.Name, gast.Constant)))


def writes(st: Any, sources: set[str], aliases: dict[str, set[str]]) -> bool:
    """May a statement change one of these names, or memory that they refer to?"""
    for inner in statements_of([st]):
        store = stored_array(inner)
        if store is not None and aliases.get(store.value.id, {store.value.id}) & sources:
            return True
        if any(aliases.get(n, {n}) & sources for e in expressions_of(inner) for n in added_arrays(e)):
            return True
        if isinstance(inner, gast.Expr) and not tells(inner) and inner.value.args:
            target = inner.value.args[0]
            if isinstance(target, gast.Name) and aliases.get(target.id, {target.id}) & sources:
                return True
        if isinstance(inner, gast.AugAssign) and isinstance(inner.target, gast.Name):
            if aliases.get(inner.target.id, {inner.target.id}) & sources:
                return True
        if (
            isinstance(inner, gast.Assign)
            and isinstance(inner.targets[0], gast.Name)
            and inner.targets[0].id in sources
        ):
            return True
        if isinstance(inner, gast.For) and inner.target.id in sources:
            return True
    return False


def _replace(st: Any, name: str, value: Any) -> None:
    """Put `value` for the one read of `name` in the expressions of a statement."""
    for field in ("value", "test", "iter", "target", "targets"):
        inner = getattr(st, field, None)
        if isinstance(inner, list):
            setattr(st, field, [replaced(t, name, value) for t in inner])
        elif inner is not None and not (field == "target" and isinstance(inner, gast.Name)):
            setattr(st, field, replaced(inner, name, value))


def replaced(node: Any, name: str, value: Any) -> Any:
    """The tree with `value` for each read of `name`; unchanged parts are shared."""
    if isinstance(node, gast.Name):
        return value if node.id == name and not isinstance(node.ctx, gast.Store) else node
    if not isinstance(node, gast.AST) or name not in build.names_read(node):
        return node
    fields = {}
    for field in node._fields:
        inner = getattr(node, field, None)
        if isinstance(inner, list):
            fields[field] = [replaced(i, name, value) for i in inner]
        else:
            fields[field] = replaced(inner, name, value)
    new = type(node)(**fields)
    if hasattr(node, "lineno"):
        new.lineno = node.lineno
    return new
