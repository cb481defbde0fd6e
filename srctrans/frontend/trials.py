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

from srctrans.frontend.state import Frame, State
from srctrans.kinds.kind import Kind

# A variable of the function that runs by its name, or one of another frame.
Variable = str | tuple[Frame, str]


def slot(s: State, variable: Variable) -> tuple[Frame, str]:
    """The frame and the name of a variable."""
    return (s.frame, variable) if isinstance(variable, str) else variable


def path(s: State, variable: Variable) -> str:
    """A text that stands for a variable and no other."""
    frame, name = slot(s, variable)
    return name if frame is s.frame else f"{name}@{s.frames().index(frame)}"


@dataclass(eq=False)
class Trial:
    """A loop whose body is run until the kinds of its variables are stable: what one run tells the next."""

    node: Any
    body: list[gast.AST]
    # The variables that the body assigns, and those that something reads before it assigns them again.
    names: list[str]
    live: set[str]
    # Kinds that hold what the variables are before the loop and after an iteration.
    widened: dict[str, Kind] = field(default_factory=dict)
    # Variables of other frames that functions called in the body assign, as far as runs have shown.
    cells: list[tuple[Frame, str]] = field(default_factory=list)
    # Do the carried variables see different arrays at all times, as far as runs have shown?
    apart: bool = True


# Lists, sets and dicts of the state that a run of a body adds to, beside the names and the statements.
_UNDONE = ("views", "problems", "joined", "stored", "writes", "born", "opened", "distinct", "overwritten", "copies",
           "closed_over")  # fmt: skip


def mark(s: State) -> dict[str, Any]:
    """What a trial run may change, as it is now."""
    return {"out": len(s.out), **{name: copy.copy(getattr(s, name)) for name in ("taken", "kinds", *_UNDONE)}}


def reset(s: State, marked: dict[str, Any]) -> None:
    """Forget what a trial run emitted and noted; a mark can be used again."""
    kept = s.parameters | set(s.constants)
    kinds = {n: s.kinds[n] for n in kept if n in s.kinds}
    del s.out[marked["out"] :]
    s.taken, s.kinds = marked["taken"] | kept, {**marked["kinds"], **kinds}
    for name in _UNDONE:
        setattr(s, name, copy.copy(marked[name]))
