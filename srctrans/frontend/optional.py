"""Values that may be None: a flag says at run time whether they are.

    last = None                            no_last = True; last = np.nan
    for v in x:                            for i in range(len(x)):
        if last is not None:       ──▶         if not no_last:
            s += v * last                          s += x[i] * last
        last = v                               last = x[i]; no_last = False

In: the values that two paths give, or a test that is about to be branched on. Out: a `Maybe`; in a branch whose test
says whether there is a value, the value itself or None. A use outside of such a branch asserts that there is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gast

from srctrans.frontend import heap
from srctrans.frontend.state import Frame, State
from srctrans.frontend.values import Leaf, Maybe, TupleValue, Value, is_cell, leaves, parts_of
from srctrans.kinds.kind import TEXT, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build


@dataclass(eq=False)
class Settled:
    """A place whose value a test decides: a variable of a frame or an item of a structure."""

    owner: Any
    key: Any
    before: Maybe
    now: Value


def is_none(value: Value | None) -> bool:
    return isinstance(value, Static) and value.value is None


def can_be_missing(value: Value | None) -> bool:
    """Is it a number, an array, or a tuple of those? Something has to stand for it where it is None."""
    if value is None or is_cell(value):
        return False
    parts = parts_of(value)
    if parts is None:
        return isinstance(value, Leaf) or isinstance(value, Sym) and value.kind != TEXT
    return isinstance(value, (Maybe, TupleValue)) and all(map(can_be_missing, parts))


def are_optional(a: Value | None, b: Value | None) -> bool:
    """Is what two paths give a value that may be None?"""
    if a is None or b is None:
        return False
    if isinstance(a, Maybe) and isinstance(b, Maybe) or is_none(a) and is_none(b):
        return False
    if not any(isinstance(v, Maybe) or is_none(v) for v in (a, b)):
        return False
    return all(is_none(v) or can_be_missing(v) for v in (a, b))


def flag_hint(hint: str) -> str:
    return heap.part_hints(Maybe(constant(False), constant(False)), hint)[0]


def taken_apart(value: Value) -> tuple[Value, Value | None]:
    """Whether it is None, and the value if there is one."""
    if isinstance(value, Maybe):
        return value.none, value.value
    return constant(is_none(value)), None if is_none(value) else value


def made(none: Value, value: Value) -> Value:
    """A value that may be None, or the one of the two that it is."""
    if isinstance(none, Sym) and none.value is not None:
        return Static(None) if none.value else value
    assert isinstance(none, Sym)
    return Maybe(none, value)


def known(node: Any, truth: bool) -> dict[str, bool]:
    """The flags that a test decides, if it has this truth."""
    if isinstance(node, gast.Name):
        return {node.id: truth}
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not):
        return known(node.operand, not truth)
    if isinstance(node, gast.BoolOp) and isinstance(node.op, gast.And) == truth:
        return {k: v for value in node.values for k, v in known(value, truth).items()}
    return {}


def settle(s: State, flags: dict[str, bool]) -> list[Settled]:
    """Where these flags are known, a value that may be None is the value or None."""
    if not flags:
        return []
    found: list[Settled] = []
    for owner, items in [*((f, f.vars) for f in s.frames()), *((c, heap.held_by(c)) for c in heap.reachable(s))]:
        for key in heap.keys_of(items):
            value = items[key]
            if isinstance(value, Maybe) and value.flag in flags:
                items[key] = Static(None) if flags[value.flag] else value.value
                found.append(Settled(owner, key, value, items[key]))
    return found


def unsettle(s: State, first: list[Settled], after_first: heap.Snapshot, second: list[Settled]) -> None:
    """After both branches: what neither of them has changed is what it was before the test."""
    others = {(p.owner, p.key): p for p in second}
    for place in first:
        other = others.get((place.owner, place.key))
        one = after_first.vars.get(place.owner) or after_first.cells.get(place.owner) or {}
        two = place.owner.vars if isinstance(place.owner, Frame) else heap.held_by(place.owner)
        if other is None or not _holds(one, place) or not _holds(two, other):
            continue
        one[place.key] = two[place.key] = place.before


def _holds(items: Any, place: Settled) -> bool:
    keys = items if isinstance(items, dict) else range(len(items))
    return place.key in keys and items[place.key] is place.now


def undo(s: State, settled: list[Settled]) -> None:
    """The same after an expression, which binds nothing."""
    for place in settled:
        (place.owner.vars if isinstance(place.owner, Frame) else heap.held_by(place.owner))[place.key] = place.before


def present(s: State, value: Value) -> Value:
    """The value, where it is used as one: Python raises if it is None."""
    if not isinstance(value, Maybe):
        return value
    what = value.value.node.id if isinstance(value.value, Sym) and isinstance(value.value.node, gast.Name) else "it"
    test = build.unary("not ", value.none.node)
    s.emit(gast.Assert(test=test, msg=build.constant(f"{what} is None here")))
    settle(s, {value.flag: False})
    return value.value


def missing(value: Value | None) -> bool:
    """Does a structure hold something that may be None?"""
    return value is not None and any(isinstance(v, Maybe) for v in [value, *leaves(value)])
