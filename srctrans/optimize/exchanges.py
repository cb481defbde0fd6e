"""Exchanges: names that change their arrays do so at once.

    t = v                                  for i in range(n):
    for i in range(n):                         v[i] = u[i]
        t[i] = u[i]            ──▶         u, v = v, u
    v = u
    u = t

In: a body and its kinds. Out: the body. First a second name of an array is put off for as long as the first still
means it (`put_off`), then a run of assignments of names to names is written as one (`exchanged`, on the text as it
will be printed).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import gast

from srctrans.kinds.kind import Array
from srctrans.optimize.substitute import replaced
from srctrans.syntax import build
from srctrans.syntax.core import assigned_name, blocks_of


def put_off(block: list[Any], kinds: dict[str, Any], primal: set[str]) -> list[Any]:
    """The block in which `t = v` stands where `v` gets another array, if it gets that of a third name."""
    result = list(block)
    for st in result:
        for field in ("body", "orelse"):
            if blocks_of(st) and getattr(st, field, None):
                setattr(st, field, put_off(getattr(st, field), kinds, primal))
    position = 0
    while position < len(result):
        at = _where_needed(result, position, kinds, primal)
        if at is None:
            position += 1
            continue
        moved = result[position]
        second, first = moved.targets[0].id, moved.value
        between = [_renamed(st, second, first) for st in result[position + 1 : at]]
        result[position : at + 1] = [*between, moved, result[at]]
    return result


def _where_needed(block: list[Any], position: int, kinds: dict[str, Any], primal: set[str]) -> int | None:
    """Where the array of `t = v` would lose its name `v`; None where nothing is gained."""
    pair = _names(block[position])
    if pair is None or not all(isinstance(kinds.get(n), Array) for n in pair):
        return None
    second, first = pair
    if (second in primal) != (first in primal):
        return None
    for at in range(position + 1, len(block)):
        stored = build.names_stored(block[at])
        if stored & {first, second}:
            given = _names(block[at])
            needed = given is not None and given[0] == first and given[1] != second
            # There already, or after names that are put off themselves.
            return at if needed and any(_names(st) is None for st in block[position:at]) else None
    return None


def _names(st: Any) -> tuple[str, str] | None:
    """The two names of `t = v`."""
    name = assigned_name(st)
    if name is None or not isinstance(st, gast.Assign) or not isinstance(st.value, gast.Name):
        return None
    return name, st.value.id


def _renamed(node: Any, old: str, new: gast.Name) -> Any:
    """A statement that reads and writes an array under another name."""
    for field in ("body", "orelse"):
        inner = getattr(node, field, None)
        if blocks_of(node) and inner:
            setattr(node, field, [_renamed(st, old, new) for st in inner])
    for field in ("value", "test", "iter", "target", "targets"):
        inner = getattr(node, field, None)
        if isinstance(inner, list):
            setattr(node, field, [replaced(t, old, new) for t in inner])
        elif isinstance(inner, gast.AST):
            setattr(node, field, replaced(inner, old, new))
    return node


def exchanged(body: list[Any]) -> list[Any]:
    """The body with `t = v; v = u; u = t` as `u, v = v, u`, where nothing else has the name `t`."""
    return _exchanged(body, Counter(n.id for st in body for n in gast.walk(st) if isinstance(n, gast.Name)))


def _exchanged(block: list[Any], count: Counter[str]) -> list[Any]:
    result: list[Any] = []
    run: list[Any] = []
    for st in [*block, None]:
        if st is not None and _names(st) is not None:
            run.append(st)
            continue
        result += _at_once(run, count)
        run = []
        if st is not None:
            for field in ("body", "orelse"):
                inner = getattr(st, field, None)
                if isinstance(inner, list) and inner:
                    setattr(st, field, _exchanged(inner, count))
            result.append(st)
    return result


def _at_once(run: list[Any], count: Counter[str]) -> list[Any]:
    """Assignments of names to names as one; as they are if that spares none."""
    inside = Counter(name for st in run for name in _names(st) or ())
    now: dict[str, str] = {}
    for st in run:
        name, value = _names(st) or ("", "")
        now[name] = now.get(value, value)
    passed = {n for n in now if count[n] == inside[n] and n not in now.values()}
    last = {n: now[n] for n in sorted(now) if n not in passed and now[n] != n}
    if not passed or len(last) < 2 or set(last) != set(last.values()):
        return run
    targets = build.tuple_([build.store(n) for n in last], store=True)
    return [build.assign(targets, build.tuple_([build.name(v) for v in last.values()]), lineno=run[0].lineno)]
