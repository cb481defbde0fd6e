"""Fusion: a loop forward and the loop of its adjoints as one, where iterations share only sums.

    for i in range(n):                       for i in range(n):
        e = np.exp(-x[i])                        e = np.exp(-x[i])
        f = f + e                                f = f + e
    for i in range(n):               ──▶         x_bar[i] -= e
        e = np.exp(-x[i])
        x_bar[i] -= e

In: a block. Out: the block with two loops over the same range made one, if
neither reads or writes what the other writes (names that each assigns anew in
every iteration do not count), and what stands between them does not either.
What the second half computes again is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gast

from srctrans.analysis.reads import has_effect
from srctrans.optimize.merge import Interference
from srctrans.syntax import build
from srctrans.syntax.attempt import ATTEMPT
from srctrans.syntax.core import expressions_of, is_exit, statements_of, stored_array, tells

_IMPURE = frozenset((ATTEMPT, "pop", "zeros", "empty", "zeros_like", "empty_like", "copy", "full", "full_like", "ones"))


# Stands among the names that statements write for what is seen from outside.
_WORLD = "<world>"


@dataclass
class Effects:
    """The names that statements read and write; `local`: assigned anew before they are read."""

    reads: set[str]
    writes: set[str]
    local: set[str]


def fused(block: list[Any], aliases: dict[str, set[str]]) -> list[Any]:
    """The block with loops fused, from the outermost inwards."""
    result = list(block)
    position = 0
    while position < len(result):
        st = result[position]
        partner = _partner(result, position, aliases) if isinstance(st, gast.For) else None
        if partner is not None:
            other = result[partner]
            body = without_repeats(list(st.body) + list(other.body), aliases)
            result[partner] = build.for_range(other.target.id, other.iter.args, body, lineno=other.lineno)
            del result[position]
            continue
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list) and inner:
                setattr(st, field, fused(inner, aliases))
        position += 1
    return result


def _partner(block: list[Any], position: int, aliases: dict[str, set[str]]) -> int | None:
    """The next loop over the same range that this one can be moved down to and fused with."""
    first = block[position]
    if any(map(is_exit, first.body)):
        return None
    mine = effects(first.body, aliases, first.target.id)
    mine.reads |= build.names_read(first.iter)
    for at in range(position + 1, len(block)):
        st = block[at]
        if is_exit(st):
            return None
        if isinstance(st, gast.For) and _same_range(first, st) and not any(map(is_exit, st.body)):
            other = effects(st.body, aliases, st.target.id)
            if _independent(mine, other):
                return at
        between = effects([st], aliases, "")
        everything = mine.writes | mine.local
        if everything & between.reads or (between.writes | between.local) & (mine.reads | everything):
            return None
    return None


def _same_range(a: Any, b: Any) -> bool:
    return bool(a.target.id == b.target.id and build.same(a.iter, b.iter))


def _independent(a: Effects, b: Effects) -> bool:
    return not (
        a.writes & (b.reads | b.writes | b.local)
        or b.writes & (a.reads | a.writes | a.local)
        or a.local & (b.reads - b.local)
        or b.local & (a.reads - a.local)
    )


def effects(block: list[Any], aliases: dict[str, set[str]], index: str) -> Effects:
    """What a block reads and writes; arrays stand for all that may share their memory."""
    reads: set[str] = set()
    assigned: set[str] = set()
    writes: set[str] = set()
    for st in statements_of(block):
        for e in expressions_of(st):
            reads |= build.names_read(e)
            if has_effect(e):
                writes |= build.names_read(e)
        store = stored_array(st)
        if store is not None:
            writes |= aliases.get(store.value.id, {store.value.id})
        elif isinstance(st, gast.AugAssign):
            writes |= aliases.get(st.target.id, {st.target.id})
            reads.add(st.target.id)
        elif isinstance(st, gast.Assign):
            assigned.add(st.targets[0].id)
        elif isinstance(st, gast.For):
            assigned.add(st.target.id)
        elif tells(st):
            # What is seen from outside keeps its order.
            writes.add(_WORLD)
        elif isinstance(st, gast.Expr) and isinstance(st.value, gast.Call):
            names = {a.id for a in st.value.args if isinstance(a, gast.Name)}
            writes |= {m for n in names for m in aliases.get(n, {n})}
    exposed = Interference().block(block, set())
    local = {n for n in assigned if n not in exposed and n not in writes}
    return Effects(reads - {index} - local | (reads & exposed), writes | (assigned - local), local)


def without_repeats(block: list[Any], aliases: dict[str, set[str]]) -> list[Any]:
    """A straight block without assignments that give a name the value that it has already."""
    known: dict[str, tuple[Any, set[str]]] = {}
    result = []
    for st in block:
        simple = isinstance(st, gast.Assign) and isinstance(st.targets[0], gast.Name)
        if simple:
            name, key = st.targets[0].id, build.key(st.value)
            if name in known and known[name][0] == key:
                continue
        changed = set()
        for inner in statements_of([st]):
            store = stored_array(inner)
            if store is not None:
                changed |= aliases.get(store.value.id, {store.value.id})
            elif isinstance(inner, gast.AugAssign):
                changed |= aliases.get(inner.target.id, {inner.target.id})
            elif isinstance(inner, gast.Assign):
                changed.add(inner.targets[0].id)
            elif isinstance(inner, gast.For):
                changed.add(inner.target.id)
            elif isinstance(inner, gast.Expr):
                changed |= build.names_read(inner)
        known = {n: v for n, v in known.items() if n not in changed and not v[1] & changed}
        if simple:
            sources = build.names_read(st.value)
            if name not in sources and not _impure(st.value):
                known[name] = (key, sources)
        result.append(st)
    return result


def _impure(value: Any) -> bool:
    """`hist.pop()` gives another value each time; a fresh array is not the one that a name held before."""
    for node in gast.walk(value):
        if isinstance(node, gast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called in _IMPURE:
                return True
    return False
