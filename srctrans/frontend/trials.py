"""Trial runs of a loop body: what one run tells the next, and what has to be undone before it.

    marked = mark(s)
    ...                  (a run of the body whose kinds did not settle, or that asked for unrolling)
    reset(s, marked)

In: the state. Out: the state as it was at the mark. Names of arguments and constants stay: their statements do.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

import gast

from srctrans.frontend import heap, joins
from srctrans.frontend.lists import COUNT
from srctrans.frontend.state import Frame, State
from srctrans.frontend.values import POISON, TupleValue, Unknown, Value
from srctrans.kinds.kind import Kind
from srctrans.kinds.symbol import Sym


@dataclass(eq=False)
class Trial:
    """A loop whose body is run until the kinds of its variables are stable: what one run tells the next."""

    node: Any
    body: list[gast.AST]
    # The variables that the body assigns, and those that something reads before it assigns them again.
    names: list[str]
    live: set[str]
    # What the loop itself binds: the names that its body assigns, and its targets.
    bound: set[str]
    # Items of structures that the body changes: carried beside the variables.
    items: dict[tuple[Any, Any], None] = field(default_factory=dict)
    # What those are that the body adds to an object.
    added: dict[tuple[Any, Any], Any] = field(default_factory=dict)
    # Variables of other frames that functions called in the body assign.
    elsewhere: dict[tuple[Frame, str], None] = field(default_factory=dict)
    # By the path of a value: the kind that holds what it is before the loop and after an iteration; the objects that
    # it may be, where an iteration leaves another one; why it is no one kind.
    widened: dict[str, Kind] = field(default_factory=dict)
    moved: dict[str, frozenset[Any]] = field(default_factory=dict)
    stand_ins: set[Any] = field(default_factory=set)
    # What those are, if they are not None, that may be None before an iteration or after it.
    optional: dict[str, Value] = field(default_factory=dict)
    unlike: dict[str, tuple[str, str]] = field(default_factory=dict)
    # Lists that grow in the loop: what their items are and how many are appended; how many in each iteration.
    rooms: dict[Any, Any] = field(default_factory=dict)
    rising: dict[Any, Sym | None] = field(default_factory=dict)
    doubtful: bool = False
    # The names that have their values before the loop.
    known: set[str] = field(default_factory=set)
    # Do the carried variables see different arrays at all times, as far as runs have shown?
    apart: bool = True


@dataclass(eq=False)
class Place:
    """Where a carried value is kept: `holder[key]`, the variables of a frame or what a structure holds."""

    holder: Any
    key: Any
    hint: str
    path: str

    @property
    def value(self) -> Any:
        return self.holder.get(self.key, POISON) if isinstance(self.holder, dict) else self.holder[self.key]

    @value.setter
    def value(self, value: Any) -> None:
        self.holder[self.key] = value


def places(s: State, trial: Trial, names: list[str]) -> list[Place]:
    """The variables of those names, and the items that the body changes."""
    found = [Place(s.frame.vars, name, name, name) for name in names]
    for frame, name in trial.elsewhere:
        found.append(Place(frame.vars, name, name, f"{name}@{s.frames().index(frame)}"))
    for number, (cell, key) in enumerate(trial.items):
        if key == COUNT and trial.rising.get(cell) is not None:
            # The index of the loop gives the length of this list.
            continue
        if (cell, key) in trial.added:
            cell.unsure.add(key)
            cell.fields[key] = standing_for(trial.added[cell, key])
        found.append(Place(heap.held_by(cell), key, heap.hint_of(key), f"<{number}>"))
    return found


def standing_for(value: Any) -> Any:
    """What an attribute is before the loop that assigns it first: nothing that the program uses."""
    if isinstance(value, Sym):
        return joins.unbound(value.kind)
    if isinstance(value, TupleValue):
        return TupleValue([standing_for(v) for v in value.items])
    return Unknown("it is assigned in a loop that may not run", "assign it before the loop")


def holding(trial: Trial, found: list[Place]) -> list[Any]:
    """The values of the variables among these places, and the structures whose items are."""
    return [p.value for p in found if not p.path.startswith("<")] + [cell for cell, _ in trial.items]


# Lists, sets and dicts of the state that a run of a body adds to, beside the names and the statements.
_UNDONE = ("views", "problems", "joined", "stored", "writes", "born", "opened", "distinct", "overwritten", "copies",
           "closed_over", "used", "buffers", "appended", "handed", "renewed", "doubts")  # fmt: skip


def mark(s: State) -> dict[str, Any]:
    """What a trial run may change, as it is now."""
    return {"out": len(s.out), **{name: copy.copy(getattr(s, name)) for name in ("taken", "kinds", "merged", *_UNDONE)}}


def reset(s: State, marked: dict[str, Any]) -> None:
    """Forget what a trial run emitted and noted; a mark can be used again."""
    s.merged = marked["merged"]
    kept = s.parameters | set(s.constants)
    kinds = {n: s.kinds[n] for n in kept if n in s.kinds}
    del s.out[marked["out"] :]
    s.taken, s.kinds = marked["taken"] | kept, {**marked["kinds"], **kinds}
    for name in _UNDONE:
        setattr(s, name, copy.copy(marked[name]))
