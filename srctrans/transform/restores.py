"""Restores: stores that overwrite what the way back still reads keep the old element and put it back.

In: the stores that were reversed, the reads that the way back makes. A store
needs its old value back only if one of those reads may come before it, in the
order of the forward sweep, and on the same element.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.analysis.dependence import linear, read_before_write
from srctrans.kinds.kind import Kind
from srctrans.syntax import build
from srctrans.transform import storage
from srctrans.transform.sweep import Open, Sweep


class Restore(gast.Pass):  # type: ignore[misc]
    """The place in the way back where an overwritten element may have to be put back."""

    def __init__(self, target: Any, block: Open, base: str, kind: Kind, root_at: int, lineno: int) -> None:
        super().__init__()
        self.target, self.block, self.base, self.kind = target, block, base, kind
        self.path, self.root_at, self.lineno = block.position(), root_at, lineno


def settle(s: Sweep) -> None:
    """Replace each restore by the statements that load the old element, or by nothing."""
    found: dict[int, list[Any]] = {}
    for restore in s.restores:
        if any(base == restore.base and _precedes(s, index, path, restore) for base, index, path in s.reads):
            found[id(restore)] = _load(s, restore)
    _replace(s.root.out, found)
    storage.settle(s)


def _load(s: Sweep, restore: Restore) -> list[Any]:
    at, s.root.at = s.root.at, restore.root_at
    hint = restore.target.value.id
    history = storage.history(s, hint, restore.kind, restore.block) if restore.block.loop is not None else None
    where = (restore.path[-1][0], restore.path[-1][1], "before")
    old = build.subscript(restore.target.value, restore.target.slice)
    target = build.subscript(restore.target.value, restore.target.slice, store=True)
    if history is None:
        name = s.fresh(f"{hint}_old")
        value = build.copied(old) if getattr(restore.kind, "dims", None) else old
        s.saves.setdefault(where, []).append(build.assign(name, value))
        loaded = [build.assign(target, build.name(name))]
    else:
        s.saves.setdefault(where, []).extend(storage.saving(s, history, old))
        loaded = storage.loading(s, history, target)
    s.root.at = at
    for statement in loaded:
        statement.lineno = -abs(restore.lineno)
    return loaded


def _replace(block: list[Any], found: dict[int, list[Any]]) -> None:
    result: list[Any] = []
    for statement in block:
        if isinstance(statement, Restore):
            result += found.get(id(statement), [])
            continue
        for field in ("body", "orelse"):
            inner = getattr(statement, field, None)
            if isinstance(inner, list):
                _replace(inner, found)
        if isinstance(statement, gast.If) and not statement.body:
            statement.body = [build.pass_()]
        result.append(statement)
    block[:] = result


def _precedes(s: Sweep, index: Any, path: list[tuple[int, int]], restore: Restore) -> bool:
    """May the read come before the store in the forward sweep, on the same element?"""
    common = []
    first = True
    for mine, other in zip(path, restore.path):
        if mine[0] != other[0]:
            break
        loop = s.loop_bodies.get(mine[0])
        if loop is not None:
            common.append(loop)
        if mine[1] != other[1]:
            first = mine[1] < other[1]
            break
    inside = s.homes.get(restore.base, ())
    common = [lp for lp in common if id(lp) not in inside]
    direct = restore.target.value.id == restore.base
    write = restore.target.slice if direct else None
    loops = [(_index_of(lp), _sign(lp)) for lp in common]
    return read_before_write(index, write, loops, first, s.least)


def _index_of(loop: Any) -> str:
    return str(loop.target.id) if isinstance(loop, gast.For) else ""


def _sign(loop: Any) -> int:
    if not isinstance(loop, gast.For):
        return 0
    if len(loop.iter.args) < 3:
        return 1
    step = linear(loop.iter.args[2])
    if step is None or step[0]:
        return 0
    return 1 if step[1] > 0 else -1
