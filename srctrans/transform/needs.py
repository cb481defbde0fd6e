"""Needs: values of the forward sweep that an adjoint reads, made available on the way back.

A value is still there, or it is recomputed where nothing in between wrote what
it reads, or it is kept. In: the sweep and an expression that is about to be
emitted. Out: nothing; loads and recomputations are emitted before it.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.analysis.dependence import may_overlap
from srctrans.analysis.reads import loads, shape_names, value_names
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, TupleKind
from srctrans.rules.functions import function_of
from srctrans.rules.registry import RULES
from srctrans.syntax import build
from srctrans.syntax.attempt import is_attempt
from srctrans.syntax.core import statements_of, stored_array
from srctrans.transform import storage
from srctrans.transform.sweep import Open, Sweep


def provide(s: Sweep, node: Any) -> None:
    """Make everything that an expression reads available here."""
    for name in sorted(value_names(node)):
        need(s, name)
    for name in sorted(shape_names(node)):
        need_shape(s, name)
    note_reads(s, node, s.here.position())


def note_reads(s: Sweep, node: Any, position: list[tuple[int, int]]) -> None:
    """Remember which elements of stored arrays the way back reads: stores over them keep the old value."""
    whole = value_names(node)
    for load in loads(node):
        base = s.base(load.value.id)
        if base in s.stored:
            direct = load.value.id == base
            s.reads.append((base, load.slice if direct else None, position))
        whole.discard(load.value.id)
    for name in whole:
        if s.base(name) in s.stored:
            s.reads.append((s.base(name), None, position))


def need_shape(s: Sweep, name: str) -> None:
    """Make the shape of an array available: any value that the name holds has it if its sizes are fixed."""
    found = locate(s, name)
    if found is None or found[0].loop is None:
        return
    kind = s.kinds.get(name)
    if isinstance(kind, Array) and all(storage.fixed(s, d.text) for d in kind.dims):
        return
    need(s, name)


def need(s: Sweep, name: str) -> None:
    """Make the value of a name available here."""
    found = locate(s, name)
    if found is None:
        return
    block, position, role = found
    if s.base(name) in s.stored and s.base(name) == name and role != "carried":
        _need_state(s, name, block)
        return
    if block.loop is None or name in block.available:
        return
    block.available.add(name)
    if role == "plain":
        statement = block.statements[position]
        if name in s.views or recomputable(s, statement) and undisturbed(s, statement.value, block, position):
            _recompute(s, statement, block, position)
            return
    if role == "after" and _recompute_branch(s, name, block, position):
        return
    storage.keep(s, name, block, position, role)


def locate(s: Sweep, name: str) -> tuple[Open, int, str] | None:
    """The open block that gives the name its value here, where, and how; None for what is always there."""
    if not s.definitions.defines(name):
        return None
    block: Open | None = s.here
    while block is not None:
        positions = s.definitions.inside[id(block.statements)].get(name, [])
        if block.body_of is not None:
            if isinstance(block.body_of, gast.For) and block.body_of.target.id == name:
                return None
            if positions and s.definitions.is_join(name) and _carried_by(s, block, name):
                return block, -1, "carried"
        # In the body of a loop that does not carry it, a name has the value that this iteration gives it.
        later = [] if s.definitions.is_join(name) and block.body_of is None else positions
        before = [p for p in positions if p <= block.at] or later
        before = [p for p in before if p < block.at] or before
        if before:
            statement = block.statements[before[-1]]
            return block, before[-1], "plain" if isinstance(statement, gast.Assign) else "after"
        block = block.parent
    return s.root, 0, "plain"


def _carried_by(s: Sweep, block: Open, name: str) -> bool:
    """Is the name assigned before the loop too?"""
    outer = block.parent
    while outer is not None:
        positions = s.definitions.inside[id(outer.statements)].get(name, [])
        if any(p < outer.at for p in positions):
            return True
        outer = outer.parent
    return False


_DEAR = frozenset(("matmul", "dot", "outer", "einsum", "tensordot", "kron"))


def recomputable(s: Sweep, statement: Any) -> bool:
    """Is the value cheap enough to be computed again?"""
    value = statement.value
    if isinstance(value, (gast.Name, gast.Constant)):
        return True
    if is_attempt(statement) or isinstance(s.kinds.get(getattr(getattr(value, "value", None), "id", "")), TupleKind):
        return False
    for inner in gast.walk(value):
        if isinstance(inner, gast.Call) and getattr(inner.func, "id", "") in s.functions.callees:
            return False
        function = function_of(inner)
        if function is None or not isinstance(inner, (gast.BinOp, gast.Call)):
            continue
        if getattr(function, "__name__", "") in _DEAR:
            return False
        rule = RULES.get(function)
        if rule is not None and rule.partials is None and not rule.inactive:
            name = statement.targets[0].id
            if name not in s.views and not _small(s, name):
                return False
    return True


def _small(s: Sweep, name: str) -> bool:
    return False


def undisturbed(s: Sweep, value: Any, block: Open, position: int) -> bool:
    """Has nothing between the definition and here written what the expression reads?"""
    bases: dict[str, list[Any]] = {}
    for load in loads(value):
        bases.setdefault(s.base(load.value.id), []).append(
            load.slice if load.value.id == s.base(load.value.id) else None
        )
    for name in value_names(value):
        if s.base(name) in s.stored and not any(load.value.id == name for load in loads(value)):
            bases.setdefault(s.base(name), []).append(None)
    bases = {b: v for b, v in bases.items() if b in s.stored}
    if not bases:
        return True
    # The statement that is being reversed counts: where it is a store, its index is asked for before the old
    # element is back.
    last = block.at + 1
    between = block.statements[position + 1 : last] if position < block.at else block.statements[block.at : position]
    for statement in statements_of(between):
        store = stored_array(statement)
        if store is None or s.base(store.value.id) not in bases:
            continue
        index = store.slice if store.value.id == s.base(store.value.id) else None
        inside = statement not in block.statements
        for read in bases[s.base(store.value.id)]:
            if inside or read is None or index is None or may_overlap(read, index, s.least):
                return False
    return True


def _recompute(s: Sweep, statement: Any, block: Open, position: int) -> None:
    here, s.here = s.here, block
    at, block.at = block.at, block.at
    for name in sorted(value_names(statement.value)):
        need(s, name)
    for name in sorted(shape_names(statement.value)):
        need_shape(s, name)
    s.here, block.at = here, at
    path = block.position()[:-1] + [(id(block.statements), position)]
    if statement.targets[0].id not in s.views:
        note_reads(s, statement.value, path)
    block.out.append(s.place(build.assign(statement.targets[0].id, statement.value)))


def _recompute_branch(s: Sweep, name: str, block: Open, position: int) -> bool:
    """A value that a branch gave, by running what it needs of the branch again; False if that is not simple."""
    statement = block.statements[position]
    if not isinstance(statement, gast.If):
        return False
    parts = [_slice(inner, name) for inner in (statement.body, statement.orelse)]
    if any(p is None for p in parts):
        return False
    flat = [st for p in parts for st in p or []]
    if not all(recomputable(s, st) and undisturbed(s, st.value, block, position) for st in flat):
        return False
    inner = {st.targets[0].id for st in flat}
    here, s.here = s.here, block
    for node in [statement.test] + [st.value for st in flat]:
        for other in sorted(value_names(node) - inner):
            need(s, other)
    s.here = here
    for st in flat:
        note_reads(s, st.value, block.position()[:-1] + [(id(block.statements), position)])
    made = [[s.place(build.assign(st.targets[0].id, st.value)) for st in p or []] for p in parts]
    block.out.append(s.place(build.if_(statement.test, made[0] or [build.pass_()], made[1])))
    return True


def _slice(block: list[Any], name: str) -> list[Any] | None:
    """The assignments of a block that lead to `name`, or None if one of them is a compound statement."""
    wanted, found = {name}, []
    for statement in reversed(block):
        if isinstance(statement, gast.Assign) and isinstance(statement.targets[0], gast.Name):
            if statement.targets[0].id in wanted:
                found.append(statement)
                wanted |= value_names(statement.value)
        elif any(n in wanted for st in statements_of([statement]) for n in build.names_stored(st)):
            return None
    return found[::-1]


def _need_state(s: Sweep, name: str, block: Open) -> None:
    """The contents of an array that the loop body allocates: kept whole at the end of each iteration."""
    if block.loop is None or ("state", name) in block.available:
        return
    block.available.add(("state", name))  # type: ignore[arg-type]
    storage.keep_state(s, name, block)


__all__ = ["dims_of", "need", "need_shape", "provide"]
