"""The heap: lists, dicts and objects with their identity, what they hold at a point of the program, writes to them.

A structure that can be changed is one `Cell` for as long as the function is specialised: two variables that hold the
same cell hold the same object of the program. What changes along a path is what it holds.

In: the state. Out: what all variables and cells hold now, to be put back later; a change of one cell, or a refusal
where it would be a guess which object changes.

    e = d; d["a"] = 2.0     ──▶     one cell, which holds 2.0 under "a": e["a"] is 2.0
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gast

from srctrans.errors import Problem
from srctrans.frontend import hold
from srctrans.frontend.state import Frame, NeedsRoom, NeedsUnrolling, State
from srctrans.frontend.values import (
    Cell,
    DictValue,
    ListValue,
    Maybe,
    Record,
    Remaining,
    Value,
    is_cell,
    leaves,
    parts_of,
    same_structure,
)
from srctrans.kinds.symbol import Sym


@dataclass
class Snapshot:
    """What the variables of the frames and the cells hold at one point."""

    vars: dict[Frame, dict[str, Value]]
    cells: dict[Any, Any]
    closed_over: list[Frame]
    used: list[Any]


def held_by(cell: Value) -> Any:
    """The list or dict in which a cell keeps what it holds: the thing itself."""
    if isinstance(cell, Record):
        return cell.fields
    if isinstance(cell, ListValue):
        return cell.held
    assert isinstance(cell, (DictValue, Remaining))
    return cell.items


def hint_of(key: Any) -> str:
    """How an item of a structure is called: as its key, if that is a name."""
    return key if isinstance(key, str) and key.isidentifier() else "item"


def item(s: State, key: Any, value: Value) -> Value:
    """A value as a structure keeps it: a number that is computed gets the name of its field."""
    computed = isinstance(value, Sym) and value.value is None and not isinstance(value.node, gast.Constant)
    return hold.named(s, key, value) if computed and hint_of(key) == key else hold.held(s, value, hint_of(key))


def part_hints(value: Any, hint: str) -> list[str]:
    """How the parts of a structure that is called `hint` are called: as its fields."""
    if isinstance(value, Maybe):
        return [f"no_{hint.lstrip('_')}", hint]
    items = held_by(value) if isinstance(value, (Record, DictValue)) else {}
    return [k if hint_of(k) == k else hint for k in items] or [hint] * len(parts_of(value) or [])


def keys_of(items: Any) -> list[Any]:
    return list(items) if isinstance(items, dict) else list(range(len(items)))


def snapshot(s: State) -> Snapshot:
    """What everything holds now."""
    return Snapshot(s.variables(), {c: held_by(c).copy() for c in reachable(s)}, list(s.closed_over), list(s.used))


def is_as_before(s: State, saved: Snapshot) -> bool:
    """Do variables and cells hold what they held?"""
    for frame, variables in saved.vars.items():
        if frame.vars.keys() != variables.keys() or any(frame.vars[k] is not v for k, v in variables.items()):
            return False
    for cell, items in saved.cells.items():
        now = held_by(cell)
        if keys_of(now) != keys_of(items) or any(now[k] is not items[k] for k in keys_of(items)):
            return False
    return True


def restore(s: State, saved: Snapshot) -> None:
    """Put back what variables and cells held; cells and frames stay the ones that they are."""
    s.closed_over, s.used = list(saved.closed_over), list(saved.used)
    for frame, variables in saved.vars.items():
        frame.vars.clear()
        frame.vars.update(variables)
    put_back(saved.cells)


def put_back(cells: dict[Any, Any]) -> None:
    for cell, items in cells.items():
        fill(cell, items)


def fill(cell: Value, items: Any) -> None:
    """Let a cell hold these items."""
    mine = held_by(cell)
    if isinstance(cell, ListValue) and isinstance(mine, dict) != isinstance(items, dict):
        cell.held = items.copy()
    elif isinstance(mine, list):
        mine[:] = items
    else:
        mine.clear()
        mine.update(items)


def like(cell: Value, items: Any, origins: frozenset[Any]) -> Any:
    """A new cell of that class."""
    if isinstance(cell, Record):
        return Record(cell.cls, items, origins=origins)
    if isinstance(cell, Remaining):
        return Remaining(items, cell.source, cell.held, origins=origins)
    if isinstance(cell, ListValue):
        return ListValue(items, cell.item, cell.bounded, cell.hint, origins=origins)
    return DictValue(items, origins=origins)


def alike(a: Value, b: Value, mine: Any, others: Any) -> bool:
    """Do two cells, with what each holds, differ in items only?"""
    if type(a) is not type(b) or keys_of(mine) != keys_of(others):
        return False
    if isinstance(a, ListValue) and isinstance(mine, dict):
        return same_items(a, b)
    return not isinstance(a, Record) or a.cls is b.cls  # type: ignore[union-attr]


def same_items(a: Any, b: Any) -> bool:
    """Are the items of two lists of run-time length of one kind?"""
    mine, others = list(leaves(a.item)), list(leaves(b.item))
    return same_structure(a.item, b.item) and all(
        x.kind == y.kind for x, y in zip(mine, others) if isinstance(x, Sym) and isinstance(y, Sym)
    )


def origins_of(cell: Any) -> frozenset[Any]:
    """The objects that a cell may be: itself, or those that paths have given."""
    return cell.origins or frozenset([cell])


def reachable(s: State) -> list[Cell]:
    """The cells that the program can still get at, in the order in which they are found."""
    cells: dict[Cell, None] = {}
    stack: list[Any] = [v for f in s.frames() for v in f.vars.values()][::-1]
    while stack:
        value = stack.pop()
        if is_cell(value):
            if value in cells:
                continue
            cells[value] = None
        stack.extend((parts_of(value) or [])[::-1])
    return list(cells)


def store(s: State, node: gast.AST, cell: Value, key: Any, value: Value) -> None:
    """`cell[key] = value`, `cell.key = value`."""
    items = held_by(cell)
    changing(s, node, cell)
    if isinstance(items, dict) and key not in items and not isinstance(cell, Record):
        hold.resized(s, node, cell)
    if isinstance(items, list) and not -len(items) <= key < len(items):
        s.missing(node, IndexError, f"there is no item {key!r}", "append it, or use an index that exists")
    items[key] = value


def store_slice(s: State, node: gast.AST, cell: Value, key: slice, values: Value) -> None:
    """`cell[a:b] = values` of a list."""
    items, new = held_by(cell), held_by(values)
    if not isinstance(items, list):
        s.refuse(node, "a slice of something that is not a list is assigned", "assign its items")
    if key.step not in (None, 1) and len(items[key]) != len(new):
        s.refuse(node, f"{len(new)} values for {len(items[key])} items", "make the numbers agree")
    resizing(s, node, cell)
    items[key] = new


def resizing(s: State, node: gast.AST, cell: Value) -> None:
    """A change of the number of items."""
    changing(s, node, cell)
    hold.resized(s, node, cell)


def changing(s: State, node: gast.AST, cell: Any) -> None:
    """Refuse a change of an object from outside, and one of which it is not known which object it changes."""
    if cell.outside:
        s.refuse(
            node,
            f"{cell.outside}, a {_what(cell)} from outside of the function, changes: a gradient would change it too",
            "make a copy of it inside of the function: list(...), dict(...), or pass it as an argument",
        )
    if cell in s.given_away:
        s.refuse(
            node,
            "a list that is an item of one that grows changes: a copy of it is held there",
            "change it before it is appended, or append a copy: list(...)",
        )
    s.changes()
    mine = origins_of(cell)
    s.changed |= mine
    if not s.merged:
        return
    for other in reachable(s):
        if other is not cell and origins_of(other) & mine:
            s.refuse(
                node,
                f"this {_what(cell)} may be the same object as another one that is still used: "
                "a branch or a loop decides",
                "make a copy where it is chosen, or change the objects themselves in the branches",
            )


def check_size(s: State, node: gast.AST, cell: Value, before: Any, now: Any) -> None:
    """A list or dict that does not have as many items at the end of a loop body as at its start."""
    if not isinstance(cell, Record) and keys_of(before) != keys_of(now):
        reason = f"a {_what(cell)} changes its number of items in a loop of run-time length"
        place = s.resized.get(cell) or s.place(node)
        problem = Problem(reason, "write into an array of the right size", place)
        raise NeedsRoom(problem, cell, now) if isinstance(cell, ListValue) else NeedsUnrolling(problem)


def _what(cell: Value) -> str:
    if isinstance(cell, Record):
        return cell.cls.__name__
    if isinstance(cell, Remaining):
        return "iterator"
    return "list" if isinstance(cell, ListValue) else "dict"
