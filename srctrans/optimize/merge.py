"""Merging of names: a copy `x = x_2` goes where both names never hold different values that are still needed.

In: a body in which loops carry values by copies, and in which each loop over `k` has an index of its own. Out: the
same with fewer names: the user's own where that is possible. Two names interfere if one is assigned while the other
is live (unless it is that copy).
"""

from __future__ import annotations

import re
from typing import Any

import gast

from srctrans.kinds.kind import Array, Scalar
from srctrans.syntax import build
from srctrans.syntax.attempt import is_attempt
from srctrans.syntax.core import expressions_of, is_exit, statements_of, stored_array

_NUMBER = re.compile(r"_\d+$")


def merged(body: list[Any], kinds: dict[str, Any], parameters: list[str], primal: set[str]) -> list[Any]:
    """The body with names merged where a copy joins them; a value of the function (`primal`) names no adjoint."""
    assigned = {
        n.id for st in body for n in gast.walk(st) if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Store)
    }
    candidates = [
        (a, b)
        for a, b in _copies(body) + _indices(body)
        if a in assigned and b in assigned and b not in parameters and (a in primal) == (b in primal)
    ]
    if not candidates:
        return body
    interference = Interference()
    interference.block(body, set())
    names: dict[str, str] = {}
    members: dict[str, set[str]] = {}
    for a, b in candidates:
        x, y = _find(names, a), _find(names, b)
        if x == y or not _alike(kinds.get(a), kinds.get(b)):
            continue
        first, second = members.get(x, {x}), members.get(y, {y})
        if any(interference.between(p, q) for p in first for q in second):
            continue
        keep, drop = (x, y) if _better(x, y, parameters) else (y, x)
        names[drop] = keep
        members[keep] = first | second
    final = {n: _find(names, n) for n in list(names)}
    return _renamed(body, final) if final else body


def _better(a: str, b: str, parameters: list[str]) -> bool:
    if (a in parameters) != (b in parameters):
        return a in parameters
    return (len(a), a) <= (len(b), b)


def _find(names: dict[str, str], name: str) -> str:
    while name in names:
        name = names[name]
    return name


def _alike(a: Any, b: Any) -> bool:
    if isinstance(a, Scalar):
        return bool(a == b)
    return isinstance(a, Array) and isinstance(b, Array) and a.dtype == b.dtype and a.rank == b.rank


def _is_copy(st: Any) -> bool:
    return isinstance(st, gast.Assign) and isinstance(st.value, (gast.Name, gast.Constant))


def _copies(block: list[Any]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for st in block:
        if isinstance(st, gast.Assign) and isinstance(st.targets[0], gast.Name) and isinstance(st.value, gast.Name):
            found.append((st.targets[0].id, st.value.id))
        for field in ("body", "orelse"):
            found += _copies(getattr(st, field, None) or [])
    return found


def _indices(body: list[Any]) -> list[tuple[str, str]]:
    """The indices of loops, `k_2` with the `k` that the user wrote."""
    found = [st.target.id for st in statements_of(body) if isinstance(st, gast.For)]
    return [(_NUMBER.sub("", name), name) for name in dict.fromkeys(found) if _NUMBER.search(name)]


class Interference:
    """Which names are assigned while which others are live."""

    def __init__(self) -> None:
        self.pairs: set[tuple[str, str]] = set()
        self.after: dict[int, set[str]] = {}
        self.exits: list[set[str]] = []
        # What the handlers of the `try` around read: it is live wherever something may raise.
        self.caught: set[str] = set()
        # The statements that `after` is about, lest another gets the identity of one that is gone.
        self.alive: list[Any] = []

    def between(self, a: str, b: str) -> bool:
        return (a, b) in self.pairs or (b, a) in self.pairs

    def note(self, name: str, live: set[str], copied: str | None) -> None:
        for other in live:
            if other != name and other != copied:
                self.pairs.add((name, other))

    def block(self, block: list[Any], live: set[str]) -> set[str]:
        """The names live before a block, given those live after it."""
        for position, st in reversed(list(enumerate(block))):
            live = live | self.caught
            self.alive.append(st)
            self.after[id(st)] = self.after.get(id(st), set()) | live
            attempted = position and is_attempt(block[position - 1])
            live = self._attempted(st, live) if attempted else self.statement(st, live)
        return live

    def _attempted(self, st: Any, live: set[str]) -> set[str]:
        """The branch of a `try`: its body may be left for the handler until its last assignment."""
        body, handler = (st.body, st.orelse) if isinstance(st.test, gast.UnaryOp) else (st.orelse, st.body)
        after = live | build.names_read(st.test)
        before = self.block(handler, set(live))
        done = max((i for i, inner in enumerate(body) if not _is_copy(inner)), default=0)
        if body[done:] and not isinstance(body[done], gast.Assign):
            done += 1
        live = self.block(body[done:], set(live))
        outer, self.caught = self.caught, self.caught | before
        live = self.block(body[:done], live)
        self.caught = outer
        return live | before | after

    def statement(self, st: Any, live: set[str]) -> set[str]:
        reads = set().union(*[build.names_read(e) for e in expressions_of(st)] or [set()])
        if isinstance(st, gast.For):
            return self._loop(st, live, st.target.id) | reads
        if isinstance(st, gast.While):
            return self._loop(st, live | reads, None) | reads
        if isinstance(st, gast.If):
            if is_exit(st):
                return live | self.block(st.body[:-1], set(self.exits[-1])) | reads
            return self.block(st.body, set(live)) | self.block(st.orelse, set(live)) | reads
        store = stored_array(st)
        if store is not None:
            return live | reads | {store.value.id}
        if isinstance(st, gast.AugAssign):
            self.note(st.target.id, live, None)
            return live | reads | {st.target.id}
        if isinstance(st, gast.Assign):
            name = st.targets[0].id
            copied = st.value.id if isinstance(st.value, gast.Name) else None
            self.note(name, live, copied)
            return (live - {name}) | reads
        return live | reads

    def _loop(self, st: Any, live: set[str], target: str | None) -> set[str]:
        around = set(live)
        while True:
            self.exits.append(set(live))
            before = self.block(st.body, set(around))
            self.exits.pop()
            if target is not None:
                self.note(target, before | around, None)
                before = before - {target}
            if before <= around:
                return around
            around |= before


def _renamed(block: list[Any], names: dict[str, str]) -> list[Any]:
    result = []
    for st in block:
        new = _rename(st, names)
        if isinstance(new, gast.Assign) and isinstance(new.targets[0], gast.Name) and isinstance(new.value, gast.Name):
            if new.targets[0].id == new.value.id:
                continue
        result.append(new)
    return result


def _rename(node: Any, names: dict[str, str]) -> Any:
    if isinstance(node, gast.Name):
        if node.id not in names:
            return node
        return build.store(names[node.id]) if isinstance(node.ctx, gast.Store) else build.name(names[node.id])
    if not isinstance(node, gast.AST):
        return node
    fields = {}
    for field in node._fields:
        inner = getattr(node, field, None)
        if isinstance(inner, list):
            is_block = field in ("body", "orelse") and not isinstance(node, gast.IfExp)
            fields[field] = _renamed(inner, names) if is_block else [_rename(i, names) for i in inner]
        else:
            fields[field] = _rename(inner, names)
    new = type(node)(**fields)
    if hasattr(node, "lineno"):
        new.lineno = node.lineno
    if isinstance(new, gast.If) and not new.body:
        new.body = [build.pass_()]
    return new
