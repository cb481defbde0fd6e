"""Trial runs: what has to be undone when a loop body is specialised again.

    marked = mark(s)
    ...                  (a run of the body whose kinds did not settle, or that asked for unrolling)
    reset(s, marked)

In: the state. Out: the state as it was at the mark. Names of arguments and constants stay: their statements do.
"""

from __future__ import annotations

import copy
from typing import Any

from srctrans.frontend.state import State

# Lists, sets and dicts of the state that a run of a body adds to, beside the names and the statements.
_UNDONE = ("views", "problems", "joined", "stored", "writes", "born", "opened", "distinct", "overwritten", "copies")


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
