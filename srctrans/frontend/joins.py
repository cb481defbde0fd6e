"""Joins: one name for the values that a variable has on two paths.

In: the variables after either branch. Out: a join name for each variable that
differs, assigned last in both branches, and bound after them.

    y is x on the one path and 0.0 on the other     ──▶     y = x | y = 0.0, and y after them
"""

from __future__ import annotations

import math
from typing import Any

import gast

from srctrans.frontend import heap, list_items, list_room, optional, tails
from srctrans.frontend.heap import Snapshot, restore, snapshot
from srctrans.frontend.state import RETURN, Arm, Join, State, at_run_time, use
from srctrans.frontend.values import (
    POISON,
    Choice,
    Leaf,
    ListValue,
    Record,
    Unknown,
    Value,
    is_cell,
    is_function,
    parts_of,
    rebuild,
    same_structure,
)
from srctrans.kinds.broadcast import promote
from srctrans.kinds.kind import TEXT, Array, Dim, Kind, Scalar, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build
from srctrans.syntax.memory import base_name

__all__ = ["Snapshot", "restore", "snapshot"]


def join(s: State, node: gast.AST, other: Snapshot, first: list[gast.AST], second: list[gast.AST]) -> None:
    """Join what `other` holds (after the first branch) into what is held now (after the second)."""
    mine = snapshot(s)
    merge = _Merge(s, node, first, second, other.cells, mine.cells)
    live = s.frame.live_after.get(id(node))
    s.used += [t for t in other.used if t not in s.used]
    s.closed_over += [f for f in other.closed_over if f not in s.closed_over]
    for frame in s.frames():
        # A frame in which only one of the branches defined functions has no variables on the other path.
        theirs, ours = other.vars.get(frame, {}), mine.vars.get(frame, {})
        if frame not in other.vars or frame not in mine.vars:
            # Nothing of the other path can read them: those that are named before the branch keep that name.
            made = build.names_stored([*first, *second])
            one = {n: v for n, v in {**theirs, **ours}.items() if _is_name(v) and v.node.id not in made}
            theirs, ours = {**theirs, **one}, {**ours, **one}
        for name in list(dict.fromkeys(list(theirs) + list(ours))):
            if frame is s.frame and live is not None and not (name in live or name[0] == "<" or name in frame.captured):
                # Nothing reads it before it is bound again.
                frame.vars.pop(name, None)
                continue
            hint = s.hint or "value" if name == RETURN else name.strip("<>")
            a, b = theirs.get(name), ours.get(name)
            if name == RETURN and not frame.depth and optional.are_optional(a, b):
                merge.unlike(hint, a, b)  # type: ignore[arg-type]
            frame.vars[name] = merge.value(hint, a, b)
    merge.items()


class _Merge:
    """One value for the two that the paths give: `first` and `second` are their blocks, `one` and `two` what the
    cells hold at their ends.

    A cell that both paths give stays that object, and what it holds is joined once. Two different ones give a new
    cell that may be either.
    """

    def __init__(
        self, s: State, node: gast.AST, first: list[Any], second: list[Any], one: dict[Any, Any], two: dict[Any, Any]
    ) -> None:
        self.s, self.node, self.first, self.second, self.one, self.two = s, node, first, second, one, two
        self.pairs: dict[tuple[Any, Any], Any] = {}
        self.waiting: list[tuple[Any, Any, Any]] = []
        self.inside = False
        place, run = tails.place_of(s.frame.source.filename, node), s.tick()
        self.arms = {id(first): Arm(place, run, 0), id(second): Arm(place, run, 1)}

    def value(self, hint: str, a: Value | None, b: Value | None) -> Value:
        if a is None or b is None:
            return self.half(hint, a, b)
        if a is POISON or b is POISON:
            other = b if a is POISON else a
            if self.s.learning and other is not POISON:
                return self.half(hint, None if a is POISON else a, None if b is POISON else b)
            return POISON
        if is_cell(a) and is_cell(b):
            return self.cell(hint, a, b)
        if optional.are_optional(a, b):
            (none, x), (other, y) = optional.taken_apart(a), optional.taken_apart(b)
            return optional.made(self.value(optional.flag_hint(hint), none, other), self.value(hint, x, y))
        if same(a, b):
            return self.parts(hint, a, a) if parts_of(a) is not None else a
        if isinstance(a, Leaf) or isinstance(b, Leaf):
            a, b = use(self.s, a), use(self.s, b)
        if parts_of(a) is not None and same_structure(a, b):
            return self.parts(hint, a, b)
        return self.number(hint, a, b)

    def parts(self, hint: str, a: Value, b: Value) -> Value:
        """A tuple, item by item."""
        parts, others = parts_of(a), parts_of(b)
        assert parts is not None and others is not None
        found = [self.value(h, x, y) for h, x, y in zip(heap.part_hints(a, hint), parts, others)]
        return a if all(x is y for x, y in zip(found, parts)) else rebuild(a, found)

    def cell(self, hint: str, a: Any, b: Any) -> Value:
        """The same object, or a new one that may be either; what it holds is joined later."""
        if (a, b) not in self.pairs:
            made, mine, others = a, self.one.get(a), self.two.get(b)
            if isinstance(a, ListValue) and isinstance(b, ListValue) and mine is not None and others is not None:
                mine, others = self.lengths(a, b, mine, others)
            if a is b and mine is not None and others is not None and not _grown(a, mine, others):
                return self.unlike(hint, a, b)
            if a is not b:
                if not heap.alike(a, b, mine, others):
                    return self.unlike(hint, a, b)
                self.s.merged = True
                made = heap.like(a, mine.copy(), heap.origins_of(a) | heap.origins_of(b))
            self.pairs[a, b] = made
            self.waiting.append((made, mine, others))
        return self.pairs[a, b]

    def lengths(self, a: ListValue, b: ListValue, mine: Any, others: Any) -> tuple[Any, Any]:
        """What two lists hold, in arrays if their lengths differ."""
        if isinstance(mine, list) and isinstance(others, list) and len(mine) == len(others):
            return mine, others
        if isinstance(mine, dict) and isinstance(others, dict):
            return mine, others
        item = list_items.item_of_both(self.s, (a, mine), (b, others))
        if item is None:
            return mine, others
        sides = ((a, mine, self.first), (b, others, self.second))
        found = [list_room.in_arrays(self.s, self.node, cell, held, item, block) for cell, held, block in sides]
        a.item = b.item = item
        return found[0], found[1]

    def items(self) -> None:
        """Join what the cells hold."""
        self.inside = True
        while self.waiting:
            cell, mine, others = self.waiting.pop(0)
            if mine is None or others is None:
                mine, others = mine or {}, others or {}
            joined = {}
            for key in dict.fromkeys(_keys(mine) + _keys(others)):
                a = mine[key] if _has(mine, key) else None
                b = others[key] if _has(others, key) else None
                joined[key] = self.value(heap.hint_of(key), a, b)
                if (a is None or b is None) and isinstance(cell, Record):
                    cell.unsure.add(key)
            heap.fill(cell, joined if isinstance(mine, dict) else list(joined.values()))

    def number(self, hint: str, a: Value, b: Value) -> Value:
        """A join name, which each path assigns last."""
        # True and False count as numbers too: the paths may give different ones.
        x, y = at_run_time(a), at_run_time(b)
        if is_function(a) and is_function(b):
            return self.choice(hint, a, b)
        if x is None or y is None or (x.kind == TEXT) != (y.kind == TEXT):
            return POISON if self.s.problems else self.unlike(hint, a, b)
        kind = join_kinds(x.kind, y.kind)
        if kind is None:
            if isinstance(self.node, (gast.If, gast.IfExp)) and not self.inside:
                tails.ask(self.s, [p for p in [tails.place_of(self.s.frame.source.filename, self.node)] if p])
            reason = f"{hint} is {x.kind} on one path and {y.kind} on the other"
            return self.conflict(reason, "give it one kind on both")
        name = self.s.fresh(hint)
        self.s.kinds[name] = kind
        self.s.opened[name] = self.s.nest
        for value, block in ((x, self.first), (y, self.second)):
            assign_join(self.s, name, value, block, self.arms[id(block)])
        return Sym.name(name, kind)

    def choice(self, hint: str, a: Value, b: Value) -> Value:
        """One of two functions: a flag says which."""
        flag = self.value(f"first_{hint}", constant(True), constant(False))
        assert isinstance(flag, Sym)
        return Choice(flag, a, b)

    def unlike(self, hint: str, a: Value, b: Value) -> Value:
        if any(isinstance(v, Static) and v.value is None for v in (a, b)):
            return self.conflict(f"{hint} is None on one of the two paths", "give or return a value on both")
        reason = f"{hint} is a different kind of value on the two paths"
        return self.conflict(reason, "give it the same kind on both")

    def conflict(self, reason: str, instead: str) -> Value:
        """An item of a structure may never be read: then it is no fault."""
        if self.inside:
            return Unknown(reason, instead)
        if self.s.nest:
            # A test of the index of a loop is known where the loop is written out.
            self.s.unroll(self.node, reason, instead)
        self.s.refuse(self.node, reason, instead)

    def half(self, hint: str, a: Value | None, b: Value | None) -> Value:
        """A variable that only one branch binds: as in Python, it exists only if that branch ran."""
        value = a if a is not None else b
        assert value is not None
        if is_cell(value):
            return self.cell(hint, value, value)
        parts = parts_of(value)
        if parts is not None:
            return rebuild(
                value, [self.half(hint, p if a is not None else None, p if a is None else None) for p in parts]
            )
        if not isinstance(value, Sym):
            return value
        name = self.s.fresh(hint)
        self.s.kinds[name] = value.kind
        mine, other = (self.first, self.second) if a is not None else (self.second, self.first)
        assign_join(self.s, name, value, mine, self.arms[id(mine)])
        assign_join(self.s, name, unbound(value.kind), other)
        return Sym.name(name, value.kind)


def _is_name(value: Value) -> bool:
    return isinstance(value, Sym) and isinstance(value.node, gast.Name)


def _grown(cell: Any, mine: Any, others: Any) -> bool:
    """May one object hold these items on one path and those on the other? Attributes may be missing on one."""
    return isinstance(cell, Record) or heap.keys_of(mine) == heap.keys_of(others)


def _keys(items: Any) -> list[Any]:
    return heap.keys_of(items)


def _has(items: Any, key: Any) -> bool:
    return key in items if isinstance(items, dict) else key < len(items)


def unbound(kind: Kind) -> Sym:
    """What stands for a value that the path did not give: the passes may copy it, the program never uses it."""
    if kind == TEXT:
        return Sym(build.constant(""), kind)
    dtype = getattr(kind, "dtype", "float64")
    number = constant(math.nan) if dtype.startswith("float") else constant(False if dtype == "bool" else 0)
    if not isinstance(kind, Array):
        return number
    # One element, which can be stored wherever the whole array can.
    size = build.tuple_([build.constant(1)] * kind.rank) if kind.rank != 1 else build.constant(1)
    keywords = {} if dtype == "float64" else {"dtype": build.dotted(f"np.{dtype}")}
    return Sym(build.call("np.full", size, number.node, **keywords), kind)


def assign_join(s: State, name: str, value: Sym, block: list[gast.AST], arm: Arm | None = None) -> None:
    """`name = value` at the end of a block, which is an arm of a branch or the body of a loop."""
    if isinstance(s.kinds[name], Scalar) and s.kinds[name].dtype == "float64" and isinstance(value.value, int):  # type: ignore[union-attr]
        value = constant(float(value.value))
    statement = build.assign(name, value.node)
    statement.lineno = s.origin
    block.append(statement)
    base = base_name(value.node, s.kinds)
    if isinstance(value.kind, Array) and base is not None:
        s.joined.append(Join(name, base, s.nest, s.tick(), arm))


def join_kinds(a: Kind, b: Kind) -> Kind | None:
    """The kind that holds both, or None."""
    if a == b:
        return a
    if isinstance(a, Scalar) and isinstance(b, Scalar) and TEXT not in (a, b):
        return Scalar(promote(a, b))
    if isinstance(a, Array) and isinstance(b, Array) and a.rank == b.rank:
        dims = tuple(x if x.text == y.text else _either(x, y) for x, y in zip(a.dims, b.dims))
        return Array(promote(a, b), dims)
    return None


def _either(a: Dim, b: Dim) -> Dim:
    if a.text.startswith("?either"):
        return Dim(a.text, a.not_one and b.not_one)
    texts = sorted((a.text.lstrip("?"), b.text.lstrip("?")))
    return Dim(f"?either({texts[0]}, {texts[1]})", a.not_one and b.not_one)


def same(a: Value, b: Value) -> bool:
    if a is b:
        return True
    if isinstance(a, Static) and isinstance(b, Static):
        return type(a.value) is type(b.value) and (a.value is b.value or a.value == b.value)
    return isinstance(a, Sym) and isinstance(b, Sym) and a.kind == b.kind and build.same(a.node, b.node)
