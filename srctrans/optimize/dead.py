"""Dead code: what no result needs is left out.

In: the body of a generated function. Out: the same without assignments, stores
and loops whose values are never read. An assignment makes its operands live
only if its own target is; loops are followed to a fixed point.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from srctrans.analysis.reads import has_effect, shape_names, value_names
from srctrans.kinds.kind import Scalar, TupleKind
from srctrans.syntax import build
from srctrans.syntax.attempt import is_attempt
from srctrans.syntax.core import expressions_of, is_exit, stored_array
from srctrans.syntax.memory import base_name

_PURE_NAMES = frozenset(("np", "math"))


@dataclass
class Context:
    """Names that share memory; for each loop around, the names live after it."""

    aliases: dict[str, set[str]]
    exits: list[set[str]] = field(default_factory=list)

    def family(self, name: str) -> set[str]:
        return self.aliases.get(name, {name})


def without_dead(body: list[Any], kinds: dict[str, Any], live: set[str] | None = None) -> list[Any]:
    """The body without what its results do not need; `live`: arrays that someone else reads after it."""
    while True:
        kept, _ = _block(body, set(live or ()), Context(aliases_in(body, kinds)))
        if _count(kept) == _count(body):
            return kept
        body = kept


def _count(body: list[Any]) -> int:
    return sum(1 for _ in _all(body))


def aliases_in(
    body: list[Any], kinds: dict[str, Any], owners: frozenset[str] = frozenset()
) -> dict[str, set[str]]:  # fmt: skip
    """For each name those that may share memory with it: stores into one are stores into all.

    `owners` hand memory over and do not share it, where they are live.
    """
    classes: dict[str, set[str]] = {}
    for st in _all(body):
        if isinstance(st, gast.Assign) and isinstance(st.targets[0], gast.Name):
            source = base_name(st.value)
            name = st.targets[0].id
            if isinstance(kinds.get(source or ""), TupleKind) or {name, source} <= owners:
                continue
            if source is not None and not isinstance(kinds.get(name), Scalar):
                merged = classes.get(name, {name}) | classes.get(source, {source})
                for member in merged:
                    classes[member] = merged
    return classes


def _all(block: list[Any]) -> Any:
    for st in block:
        yield st
        for name in ("body", "orelse"):
            yield from _all(getattr(st, name, None) or [])


def _reads(node: Any) -> set[str]:
    return (value_names(node) | shape_names(node)) - _PURE_NAMES


def _block(block: list[Any], live: set[str], c: Context) -> tuple[list[Any], set[str]]:
    """The block without what is dead, given the names live after it; and those live before it."""
    kept: list[Any] = []
    for position, st in reversed(list(enumerate(block))):
        if position and is_attempt(block[position - 1]):
            new, live = _attempted(st, live, c)
        else:
            new, live = _statement(st, live, c)
        if new is not None:
            kept.append(new)
    return kept[::-1], live


def _statement(st: Any, live: set[str], c: Context) -> tuple[Any, set[str]]:
    if isinstance(st, gast.For):
        return _loop(st, live, c, st.iter)
    if isinstance(st, gast.While):
        return _loop(st, live, c, st.test)
    if isinstance(st, gast.If):
        return _branch(st, live, c)
    store = stored_array(st)
    if store is not None:
        return _store(st, store, live, c)
    if isinstance(st, gast.Assign):
        name = st.targets[0].id
        if name not in live and not has_effect(st.value):
            return None, live
        return st, (live - {name}) | _reads(st.value)
    if isinstance(st, gast.AugAssign):
        name = st.target.id
        if not (c.family(name) & live):
            return None, live
        return st, live | {name} | _reads(st.value)
    if isinstance(st, gast.Expr) and isinstance(st.value, gast.Call) and _is_add_at(st.value):
        name = st.value.args[0].id
        if not (c.family(name) & live):
            return None, live
        return st, live | _reads(st.value)
    if isinstance(st, gast.Pass):
        return None, live
    return st, live | set().union(*[_reads(e) for e in expressions_of(st)] or [set()])


def _is_add_at(node: Any) -> bool:
    return isinstance(node.func, gast.Attribute) and node.func.attr == "at"


def _store(st: Any, store: Any, live: set[str], c: Context) -> tuple[Any, set[str]]:
    name = store.value.id
    if not (c.family(name) & live):
        return None, live
    return st, live | {name} | _reads(store.slice) | _reads(st.value)


def _branch(st: Any, live: set[str], c: Context) -> tuple[Any, set[str]]:
    if is_exit(st):
        leaving, before = _block(st.body[:-1], c.exits[-1], c)
        return build.if_(st.test, [*leaving, st.body[-1]], [], lineno=st.lineno), live | before | _reads(st.test)
    body, before = _block(st.body, set(live), c)
    orelse, other = _block(st.orelse, set(live), c)
    if not body and not orelse:
        return None, live
    test = st.test
    if not body:
        body, orelse, test = orelse, [], _opposite(test)
    return build.if_(test, body, orelse, lineno=st.lineno), before | other | _reads(test)


def _attempted(st: Any, live: set[str], c: Context) -> tuple[Any, set[str]]:
    """The branch of a `try`: all that it does may raise, so that all of it counts."""
    names = build.names_read(st.body) - _PURE_NAMES
    orelse, other = _block(st.orelse, set(live), c)
    return build.if_(st.test, st.body, orelse, lineno=st.lineno), live | names | other | _reads(st.test)


def _opposite(test: Any) -> Any:
    if isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
        return test.operand
    return build.unary("not ", test)


def _loop(st: Any, live: set[str], c: Context, head: Any) -> tuple[Any, set[str]]:
    """A loop: what an iteration reads is live at its end too, until nothing changes."""
    c.exits.append(live)
    found = _loop_body(st, live, c, head)
    c.exits.pop()
    return found


def _loop_body(st: Any, live: set[str], c: Context, head: Any) -> tuple[Any, set[str]]:
    around = set(live)
    reads = _reads(head) if isinstance(st, gast.While) else set()
    while True:
        kept, before = _block(st.body, set(around), c)
        grown = around | (before if kept else set())
        if isinstance(st, gast.While) and _any_but_exit(kept):
            grown |= reads
        if grown == around:
            break
        around = grown
    if not _any_but_exit(kept) and not (isinstance(st, gast.For) and st.target.id in live):
        return None, live
    if isinstance(st, gast.While):
        kept, before = _block(st.body, around | reads, c)
        return build.while_(st.test, kept, lineno=st.lineno), around | reads | before
    used = before - {st.target.id} if st.target.id not in live else before
    loop = build.for_range(st.target.id, st.iter.args, kept or [build.pass_()], lineno=st.lineno)
    return loop, live | used | _reads(head)


def _any_but_exit(block: list[Any]) -> bool:
    return any(not is_exit(st) or len(st.body) > 1 for st in block)
