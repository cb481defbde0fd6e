"""Moves: an array that is copied for the last time is handed over.

    new = np.copy(old)      ──▶     new = old         (nothing reads `old` before it is assigned anew)

In: a body, its kinds, and the names of its arguments and constants. Legal between names that own their memory: each
is only ever assigned an array made for it, or one of another owner that nothing reads any more. No two of them that
are live share memory, then, and a move keeps it so.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.kinds.kind import Array, Scalar
from srctrans.optimize.copies import is_copy, is_fresh
from srctrans.optimize.merge import Interference
from srctrans.syntax import build
from srctrans.syntax.core import assigned_name, blocks_of, statements_of
from srctrans.syntax.memory import base_name

_READERS = frozenset(("len", "range", "abs", "float", "int", "bool", "min", "max"))


def moved(body: list[Any], kinds: dict[str, Any], outside: set[str]) -> list[Any]:
    """The body with last copies as moves."""
    found = _last_copies(body, kinds, outside)
    for st in body:
        if _begins_with(st, kinds, outside - build.names_stored(body)):
            # One copy of an argument before a loop may spare one in each iteration.
            source, st.value = st.value, build.call("np.copy", st.value)
            more = _last_copies(body, kinds, outside)
            if _inner(more, body) > _inner(found, body):
                found = more
            else:
                st.value = source
    for st in found:
        st.value = st.value.args[0]
    return body


def _inner(statements: list[Any], body: list[Any]) -> int:
    """How many of these statements stand in loops and branches."""
    outer = {id(st) for st in body}
    return sum(id(st) not in outer for st in statements)


def _begins_with(st: Any, kinds: dict[str, Any], untouched: set[str]) -> bool:
    """Does a statement give another name to an argument that the function does not write?"""
    name = assigned_name(st)
    array = isinstance(st, gast.Assign) and isinstance(kinds.get(name or ""), Array)
    return array and isinstance(st.value, gast.Name) and st.value.id in untouched


def _last_copies(body: list[Any], kinds: dict[str, Any], outside: set[str]) -> list[Any]:
    """The copies of arrays that nothing reads any more."""
    owners, live = _owners(body, kinds, outside)
    borrowed = _borrowed(body, kinds, live)
    found = []
    for st in statements_of(body):
        if assigned_name(st) in owners and isinstance(st, gast.Assign) and is_copy(st.value):
            source = getattr(st.value.args[0], "id", "")
            if source in owners - live.after[id(st)] - borrowed.get(id(st), set()):
                found.append(st)
    return found


def owners_in(body: list[Any], kinds: dict[str, Any], outside: set[str]) -> frozenset[str]:
    """The names of arrays that own their memory: no two that are live share it."""
    owners, live = _owners(body, kinds, outside)
    return frozenset(owners).difference(*_borrowed(body, kinds, live).values())


def _owners(body: list[Any], kinds: dict[str, Any], outside: set[str]) -> tuple[set[str], Interference]:
    """The names that own their memory, and what is live after each statement."""
    live = Interference()
    live.block(body, set())
    owners = {n for n, kind in kinds.items() if isinstance(kind, Array)} - _handed_out(body) - outside
    borrowed = _borrowed(body, kinds, live)
    moves = []
    for st in statements_of(body):
        name = assigned_name(st)
        if isinstance(st, gast.Assign) and name in borrowed.get(id(st), set()):
            owners.discard(base_name(st.value) or "")
            continue
        if name is None or not isinstance(st, gast.Assign) or isinstance(kinds.get(name), Scalar):
            continue
        if isinstance(st.value, gast.Name):
            moves.append((name, st.value.id))
            if st.value.id in live.after[id(st)]:
                owners -= {name, st.value.id}
        elif not is_fresh(st.value):
            owners -= {name, base_name(st.value) or name}
    while shared := {name for name, source in moves if name in owners and source not in owners}:
        owners -= shared
    return owners, live


def _borrowed(body: list[Any], kinds: dict[str, Any], live: Interference) -> dict[int, set[str]]:
    """The names that hold for a while what is another's, by the statements: from `x = x_hist[k]` to the last read.

    What such a name holds at other times may be its own. Nothing takes the memory over in between.
    """
    found: dict[int, set[str]] = {}
    for block in [body, *(b for st in statements_of(body) for b in blocks_of(st))]:
        for position, st in enumerate(block):
            name = assigned_name(st)
            array = isinstance(kinds.get(name or ""), Array)
            if name is None or not array or not _reads_back(getattr(st, "value", None)):
                continue
            rest = list(statements_of(block[position + 1 :]))
            ends = name not in live.after[id(block[-1])]
            if ends and not any(assigned_name(r) == name or _takes(r, name, kinds) for r in rest):
                for inside in (st, *rest):
                    found.setdefault(id(inside), set()).add(name)
    return found


def _reads_back(value: Any) -> bool:
    """Is it `x_hist[k]` or `x_hist.pop()`?"""
    popped = isinstance(value, gast.Call) and getattr(value.func, "attr", "") == "pop"
    return popped or isinstance(value, gast.Subscript)


def _takes(st: Any, name: str, kinds: dict[str, Any]) -> bool:
    """Does a statement give an array another name?"""
    given = assigned_name(st) if isinstance(st, gast.Assign) else None
    return given is not None and not isinstance(kinds.get(given), Scalar) and base_name(st.value) == name


def _handed_out(body: list[Any]) -> set[str]:
    """The names whose memory something else may hold: structures, lists that are appended to, functions."""
    found: set[str] = set()
    for st in body:
        for node in gast.walk(st) if not isinstance(st, gast.Return) else ():
            if isinstance(node, (gast.Tuple, gast.List, gast.Dict, gast.IfExp)):
                parts = [p for p in gast.iter_child_nodes(node) if not is_copy(p)]
                found |= build.names_read(parts)
            elif isinstance(node, gast.Call) and not _only_reads(node.func):
                found |= {a.id for a in node.args if isinstance(a, gast.Name)}
    return found


def _only_reads(function: Any) -> bool:
    """Is it a function that gives no memory of its arguments, but as `base_name` tells?"""
    return getattr(function, "id", "") in _READERS or getattr(getattr(function, "value", None), "id", "") == "np"
