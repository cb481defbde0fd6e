"""Carried variables: a loop body with a join name for each variable that lives from one iteration to the next.

    s = 0.0                        s = 0.0
    for v in x:         ──▶        for i in range(len(x)):
        s = s * v                      s_2 = s * x[i]
                                       s = s_2

In: a function that runs the body. Out: the loop is emitted. The body is run again until the kinds of its
variables are those that it leaves behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import gast

from srctrans.frontend import closing, heap, joins, optional, private, rooms, trials
from srctrans.frontend.liveness import assigned, assigned_anew, live_in
from srctrans.frontend.state import Exit, Frame, NeedsGuard, NeedsRoom, State, at_run_time, use
from srctrans.frontend.values import POISON, Leaf, Maybe, Unknown, Value, is_cell, parts_of, rebuild
from srctrans.kinds.kind import TEXT, Array, Kind, Static, is_float
from srctrans.kinds.symbol import Sym
from srctrans.syntax import build

_TRIALS = 12


@dataclass
class Made:
    """A loop whose body was run, and the test of the exit at the end of it."""

    loop: Any
    leave: Sym | None


def carry(
    s: State,
    node: Any,
    body: list[gast.AST],
    run: Callable[[], Made],
    targets: set[str],
    tests: tuple[gast.AST, ...] = (),
    index: bool = False,
    trips: Sym | None = None,
    unrolls: bool = False,
) -> None:
    """Run a loop body with its carried variables as join names, until their kinds are stable.

    trips: how often the loop runs, where that is known before it. unrolls: it would rather be unrolled than keep a
    list that grows in arrays.
    """
    names = sorted((assigned([*body, *tests]) | (set() if index else targets)) - s.frame.nonlocals)
    after = live_after(s, node)
    exposed = live_in(body, list(tests), after & set(names)) - targets
    trial = trials.Trial(node, body, names, exposed | after | s.frame.captured, targets | set(names))
    trial.known = set(s.kinds)
    for name in sorted(private.written_elements(body)):
        private.privatise(s, node, name)
    before, marked = joins.snapshot(s), trials.mark(s)
    unknown = [n for n in names if n in exposed and n not in s.frame.vars]
    late: dict[str, Kind] | None = None
    for _ in range(_TRIALS):
        joins.restore(s, before)
        trials.reset(s, marked)
        try:
            with rooms.made(s, trial):
                if late is None:
                    late = _late_kinds(s, unknown, run, trips)
                    continue
                s.frame.vars.update({n: joins.unbound(kind) for n, kind in late.items()})
                loop = _attempt(s, trial, run, trips)
        except NeedsRoom as request:
            if unrolls or not rooms.planned(s, trial, before, request):
                raise
            continue
        if loop is not None:
            rooms.check(s)
            s.emit(loop)
            return
    s.refuse(
        node, "the kinds of the variables of this loop do not settle", "give them their final kind before the loop"
    )


def _attempt(s: State, trial: trials.Trial, run: Callable[[], Made], trips: Sym | None) -> Any | None:
    """Run the body once: the loop, or None where the trial has learned something and the body has to run again."""
    known = [n for n in trial.names if n in trial.live and s.frame.vars.get(n, POISON) is not POISON]
    pinned = s.frame.pinned | _changed_in_place(s, trial.body, known)
    places = trials.places(s, trial, [n for n in known if n not in pinned])
    trial.apart = trial.apart and private.apart_before(s, trials.holding(trial, places))
    carried = {place: _open(s, trial, place) for place in places}
    group = private.group_of(trials.holding(trial, places))
    if trial.apart:
        s.distinct.append(group)
    begun = heap.snapshot(s)
    outer, s.frame.exits = s.frame.exits, []
    try:
        return _closed(s, trial, run, carried, pinned, group, begun, trips)
    finally:
        s.frame.exits = outer


def _closed(
    s: State, trial: trials.Trial, run: Callable[[], Made], carried: dict[trials.Place, Value],
    pinned: frozenset[str], group: frozenset[str], begun: heap.Snapshot, trips: Sym | None,
) -> Any | None:  # fmt: skip
    """Run the body once with the carried variables open: the loop, or None."""
    with _inside(s, trips):
        s.opened.update(dict.fromkeys(group, s.nest))
        with _unchanged(s, pinned):
            rooms.opened(s, trial)
            made = run()
        loop = made.loop
        more = _assigned_elsewhere(s, trial, begun.vars)
        if more:
            trial.elsewhere.update(more)
            return None
        if trial.apart and not private.apart_after(s, trials.holding(trial, list(carried)), group):
            trial.apart = False
            return None
        if not rooms.settled(s, trial, begun, made.leave is None and not s.frame.exits):
            return None
        end = len(loop.body)
        if not closing.close(s, trial, carried, begun, [n for n in trial.names if n not in pinned], loop):
            return None
    s.opened.update(dict.fromkeys(group, s.nest))
    rooms.closed(s, trial, trips)
    for found in s.frame.exits:
        _leave(s, trial, found, begun)
    if made.leave is not None:
        loop.body.append(build.if_(_decided(s, loop.body, end, made.leave), [build.break_()], []))
    return loop


def _decided(s: State, body: list[Any], end: int, test: Sym) -> Any:
    """The test at the end of a body; under a name if what is assigned from `end` on changes what it reads."""
    if not build.names_read(test.node) & build.names_stored(body[end:]):
        return test.node
    with s.block() as named:
        node = s.assign("stop", test).node
    body[end:end] = named
    return node


def _assigned_elsewhere(
    s: State, trial: trials.Trial, begun: dict[Frame, dict[str, Value]]
) -> dict[tuple[Frame, str], None]:
    """The variables that functions called in the body have assigned: `nonlocal`."""
    found: dict[tuple[Frame, str], None] = {}
    for frame, variables in begun.items():
        for name, value in variables.items():
            own = frame is s.frame and name in trial.bound
            known = own or name[0] == "<" or (frame, name) in trial.elsewhere
            # A name that is gone is one that nothing reads any more.
            if not known and name in frame.vars and not closing.kept(value, frame.vars[name]):
                found[frame, name] = None
    return found


def _changed_in_place(s: State, body: list[gast.AST], names: list[str]) -> set[str]:
    """Arrays that others may see, which a body changes by `y *= ...` and never binds anew."""
    bound = assigned_anew(body)
    found = {n: s.frame.vars[n] for n in names if n not in bound}
    return {
        n
        for n, v in found.items()
        if isinstance(v, Sym) and isinstance(v.kind, Array) and v.kind.rank and not private.owned(s, n, v)
    }


@contextmanager
def _unchanged(s: State, pinned: frozenset[str]) -> Iterator[None]:
    """While a body runs, pinned variables keep the arrays that they are, and what exists is shared."""
    frame, shared = s.frame, s.shared
    outer, frame.pinned = frame.pinned, pinned
    s.shared = shared | frozenset(heap.reachable(s))
    try:
        yield
    finally:
        s.shared, frame.pinned = shared, outer


@contextmanager
def _inside(s: State, trips: Sym | None) -> Iterator[None]:
    """Within a loop of run-time length."""
    nest, s.nest = s.nest, (*s.nest, s.tick())
    if trips is not None:
        s.trips[s.nest[-1]] = trips
    s.frame.loops += 1
    try:
        yield
    finally:
        s.frame.loops -= 1
        s.nest = nest


def _late_kinds(s: State, late: list[str], run: Callable[[], Any], trips: Sym | None) -> dict[str, Kind]:
    """The kinds of names that an iteration may read from the one before, and that have no value before the loop."""
    if not late:
        return {}
    outer, s.learning = s.learning, True
    # The exits met here are not those of the loop around.
    exits, s.frame.exits = s.frame.exits, []
    s.frame.vars.update(dict.fromkeys(late, POISON))
    try:
        with _inside(s, trips):
            run()
    finally:
        s.learning, s.frame.exits = outer, exits
    found = {n: s.frame.vars.get(n) for n in late}
    return {n: v.kind for n, v in found.items() if isinstance(v, Sym)}


def _leave(s: State, trial: trials.Trial, found: Exit, begun: heap.Snapshot) -> None:
    """Give what was assigned before an exit its name after the loop.

    A derivative may only pass through whole iterations: an exit after which it would has to be at the end.
    """
    pairs: list[tuple[str, Sym]] = []
    for a, b, after in _at_exit(s, trial, found, begun):
        if b is None or a is not None and closing.kept(a, b):
            continue
        number = at_run_time(b)
        if number is None or not isinstance(after, Sym) or is_float(number.kind) or isinstance(number.kind, Array):
            raise NeedsGuard
        pairs.append((after.node.id, number))
    found.statement.body[:0] = _at_once(s, pairs)


def _at_once(s: State, pairs: list[tuple[str, Sym]]) -> list[Any]:
    """Assignments that happen at once: what one of them overwrites and a later one reads gets a name first."""
    named: list[Any] = []
    joined: list[Any] = []
    for name, value in pairs:
        if build.names_read(value.node) & build.names_stored(joined):
            with s.block() as block:
                value = s.assign(name, value)
            named += block
        joins.assign_join(s, name, value, joined)
    return [*named, *joined]


def _at_exit(s: State, trial: trials.Trial, found: Exit, begun: heap.Snapshot) -> Iterator[tuple[Any, Any, Any]]:
    """What each variable and item is at the start of the body, at an exit, and after the loop."""
    live = live_after(s, trial.node)
    for frame, name in [*((s.frame, n) for n in trial.names if n in live), *trial.elsewhere]:
        yield begun.vars[frame].get(name), found.vars[frame].get(name), frame.vars.get(name)
    for cell, items in found.cells.items():
        if cell in begun.cells:
            heap.check_size(s, trial.node, cell, begun.cells[cell], items)
    for cell, key in trial.items:
        if cell in found.cells:
            yield begun.cells[cell][key], found.cells[cell][key], heap.held_by(cell)[key]
    for cell in trial.stand_ins:
        if cell in found.cells:
            yield from [(begun.cells[cell][k], found.cells[cell][k], None) for k in heap.keys_of(begun.cells[cell])]


def live_after(s: State, node: Any) -> set[str]:
    after = s.frame.live_after.get(id(node))
    return after if after is not None else set(s.frame.vars)


def _open(s: State, trial: trials.Trial, place: trials.Place) -> Value:
    """The value as join names, assigned before the loop."""
    opened = _open_value(s, trial, place.hint, place.value, place.path, ())
    place.holder[place.key] = opened
    return opened


def _open_value(
    s: State, trial: trials.Trial, hint: str, value: Value, path: str, around: tuple[Value, ...]
) -> Value:
    if path in trial.unlike:
        return Unknown(*trial.unlike[path], trial.node)
    value = use(s, value) if isinstance(value, Leaf) else value
    if path in trial.optional and not isinstance(value, Maybe):
        none, found = optional.taken_apart(value)
        value = Maybe(none, found or trials.standing_for(trial.optional[path]))  # type: ignore[arg-type]
    flag = isinstance(value, Static) and isinstance(value.value, bool)
    if flag or trial.widened.get(path) == TEXT:
        # A flag that the loop sets, a text that it makes longer.
        value = at_run_time(value)  # type: ignore[assignment]
    if is_cell(value):
        return _open_cell(s, trial, hint, value, path, around) if path in trial.moved else value
    parts = parts_of(value)
    if parts is not None:
        return rebuild(
            value,
            [
                _open_value(s, trial, h, p, f"{path}.{i}", around)
                for i, (h, p) in enumerate(zip(heap.part_hints(value, hint), parts))
            ],
        )
    if not isinstance(value, Sym):
        return value
    kind = trial.widened.get(path, value.kind)
    joined = s.fresh(hint)
    s.kinds[joined] = kind
    joins.assign_join(s, joined, value, s.out)
    return Sym.name(joined, kind)


def _open_cell(
    s: State, trial: trials.Trial, hint: str, cell: Value, path: str, around: tuple[Value, ...]
) -> Value:
    """A variable that each iteration gives another object: a cell that may be any of them."""
    if cell in around:
        s.refuse(trial.node, f"{hint} holds itself, and a loop makes it anew", "build it before the loop")
    items, around = heap.held_by(cell), (*around, cell)
    hints = heap.part_hints(cell, hint)
    opened = {k: _open_value(s, trial, h, items[k], f"{path}.{k}", around) for k, h in zip(heap.keys_of(items), hints)}
    s.merged = True
    made = opened if isinstance(items, dict) else list(opened.values())
    opened_cell = heap.like(cell, made, trial.moved[path])
    trial.stand_ins.add(opened_cell)
    return opened_cell
