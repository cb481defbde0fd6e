"""Room for lists that grow in a loop: what the trial runs of its body find out about them.

The first run says which lists grow and what their items are, the next how many are appended and whether each
iteration appends as many: then the index of the loop gives their length.

In: the state, a trial. Out: the lists have arrays before the loop; whether the body has to run again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from srctrans.errors import Problem
from srctrans.frontend import counting, heap, list_room, lists
from srctrans.frontend.lists import COUNT
from srctrans.frontend.state import NeedsRoom, NeedsUnrolling, Refusal, State
from srctrans.frontend.trials import Trial
from srctrans.kinds.symbol import Sym
from srctrans.syntax import build


@contextmanager
def made(s: State, trial: Trial) -> Iterator[None]:
    """Arrays for the lists that grow in the loop, while its body runs."""
    roomy, learning = s.roomy, s.learning
    for cell, wanted in trial.rooms.items():
        list_room.make_room(s, trial.node, cell, wanted)
    s.roomy, s.learning = {**roomy, **trial.rooms}, learning or trial.doubtful
    try:
        yield
    finally:
        s.roomy, s.learning = roomy, learning


def planned(s: State, trial: Trial, before: heap.Snapshot, request: NeedsRoom) -> bool:
    """Note what a list needs; False where that is for a loop around this one to say, or is not found out."""
    cell = request.cell
    if cell in s.shared:
        return False
    if cell not in before.cells:
        reason = "a list that changes its number of items in a loop is made anew in it, and used in later iterations"
        place = request.problem.place
        raise NeedsUnrolling(Problem(reason, "make it before the loop, and empty it: xs.clear()", place))
    found = list_room.plan(s, trial.rooms.get(cell), before.cells[cell], request, trial.known)
    if found is None:
        # What is appended is not known yet: another run looks at what each branch knows of it.
        again, trial.doubtful = not trial.doubtful, True
        return again
    trial.doubtful = False
    trial.rooms[cell] = found
    return True


def check(s: State) -> None:
    """Refuse what was read of a list that was empty and did not grow in any loop."""
    for cell, problem in s.doubts:
        if cell not in s.shared:
            raise Refusal(problem)


def settled(s: State, trial: Trial, begun: heap.Snapshot, whole: bool) -> bool:
    """Is all known now that the loop needs to know of its lists? `whole`: no exit leaves it."""
    again, trial.doubtful = trial.doubtful != bool(s.doubts), not trial.doubtful and bool(s.doubts)
    for cell, wanted in trial.rooms.items():
        most, wanted.loud = counting.most_appended(s, cell, trial.known)
        if not _same(most, wanted.most):
            wanted.most = None if wanted.settled else most
            wanted.settled = wanted.most is None or wanted.settled
            again = True
    for cell, key in trial.items:
        if lists.grown(cell) and key == COUNT:
            again |= not _rises(s, trial, cell, begun, whole)
    return not again


def _same(a: Sym | None, b: Sym | None) -> bool:
    return a is b if a is None or b is None else build.same(a.node, b.node)


def _rises(s: State, trial: Trial, cell: Any, begun: heap.Snapshot, whole: bool) -> bool:
    """Note how many items each iteration appends, where that is one number; False if it is news."""
    known = cell in trial.rising
    expected = trial.rising.get(cell)
    if known and expected is None:
        return True
    start = s.started[cell, s.nest] if known else begun.cells[cell][COUNT]
    amount = counting.increment(start, lists.count_of(cell))
    if not whole or s.trips.get(s.nest[-1]) is None or amount is None:
        amount = None
    elif amount.value is None and not counting.steady(s, amount.node, trial.known):
        amount = None
    trial.rising[cell] = amount
    return known and _same(amount, expected)


def opened(s: State, trial: Trial) -> None:
    """Before the body runs: the lists whose length its index gives."""
    s.rising = [(cell, amount) for cell, amount in trial.rising.items() if amount is not None]


def count_along(s: State, done: Sym) -> None:
    """At the start of an iteration, after `done` others: how long those lists are now."""
    for cell, amount in s.rising:
        cell.held[COUNT] = s.started[cell, s.nest] = lists.added(lists.count_of(cell), lists.times(amount, done))
    s.rising = []


def closed(s: State, trial: Trial, trips: Sym | None) -> None:
    """After the loop: how long they are."""
    for cell, amount in trial.rising.items():
        if amount is not None and trips is not None:
            loud = cell in trial.rooms and trial.rooms[cell].loud or cell in s.roomy and s.roomy[cell].loud
            cell.held[COUNT] = lists.added(lists.count_of(cell), counting.appended_in(trips, amount, loud))
