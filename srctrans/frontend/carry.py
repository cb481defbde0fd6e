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

from srctrans.frontend import closing, joins, private, trials
from srctrans.frontend.liveness import assigned, assigned_anew, live_in
from srctrans.frontend.state import Exit, Frame, NeedsGuard, State, as_sym, use
from srctrans.frontend.values import POISON, Leaf, Value, parts_of, rebuild, same_structure
from srctrans.kinds.kind import Array, Kind, Static, is_float
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build

_TRIALS = 7


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
) -> None:
    """Run a loop body with its carried variables as join names, until their kinds are stable."""
    names = sorted((assigned(body) | (set() if index else targets)) - s.frame.nonlocals)
    after = live_after(s, node)
    exposed = live_in(body, list(tests), after & set(names)) - targets
    trial = trials.Trial(node, body, names, exposed | after | s.frame.captured)
    for name in sorted(private.written_elements(body)):
        private.privatise(s, node, name)
    before, marked = joins.snapshot(s), trials.mark(s)
    late = _late_kinds(s, [n for n in names if n in exposed and n not in s.frame.vars], run)
    for _ in range(_TRIALS):
        joins.restore(s, before)
        trials.reset(s, marked)
        s.frame.vars.update({n: joins.unbound(kind) for n, kind in late.items()})
        loop = _attempt(s, trial, run)
        if loop is not None:
            s.emit(loop)
            return
    s.refuse(
        node, "the kinds of the variables of this loop do not settle", "give them their final kind before the loop"
    )


def _attempt(s: State, trial: trials.Trial, run: Callable[[], Made]) -> Any | None:
    """Run the body once: the loop, or None where the trial has learned something and the body has to run again."""
    known = [n for n in trial.names if n in trial.live and s.frame.vars.get(n, POISON) is not POISON]
    pinned = s.frame.pinned | _changed_in_place(s, trial.body, known)
    trial.apart = trial.apart and private.apart_before(s, [s.frame.vars[n] for n in known if n not in pinned])
    own = [n for n in known if n not in pinned]
    carried = {v: _open(s, v, trial.widened) for v in [*own, *trial.cells]}
    group = private.group_of(list(carried.values()))
    if trial.apart:
        s.distinct.append(group)
    begun = s.variables()
    outer, s.frame.exits = s.frame.exits, []
    try:
        return _closed(s, trial, run, carried, pinned, group, begun)
    finally:
        s.frame.exits = outer


def _closed(
    s: State, trial: trials.Trial, run: Callable[[], Made], carried: dict[Any, Value], pinned: frozenset[str],
    group: frozenset[str], begun: dict[Frame, dict[str, Value]],
) -> Any | None:  # fmt: skip
    """Run the body once with the carried variables open: the loop, or None."""
    with _inside(s):
        s.opened.update(dict.fromkeys(group, s.nest))
        with _unchanged(s, pinned):
            made = run()
        loop = made.loop
        more = _assigned_elsewhere(s, trial, begun)
        if more:
            trial.cells += more
            return None
        slots = [trials.slot(s, v) for v in carried]
        ended = [frame.vars[n] for frame, n in slots if n in frame.vars]
        if trial.apart and not private.apart_after(s, ended, group):
            trial.apart = False
            return None
        if not closing.close(s, trial, carried, [n for n in trial.names if n not in pinned], loop):
            return None
    s.opened.update(dict.fromkeys(group, s.nest))
    for found in s.frame.exits:
        _leave(s, trial, found, begun)
    if made.leave is not None:
        loop.body.append(build.if_(made.leave.node, [build.break_()], []))
    return loop


def _assigned_elsewhere(s: State, trial: trials.Trial, begun: dict[Frame, dict[str, Value]]) -> list[tuple[Frame, str]]:
    """The variables that functions called in the body have assigned: `nonlocal`."""
    found = []
    for frame, variables in begun.items():
        for name, value in variables.items():
            own = frame is s.frame and name in trial.names
            known = own or name[0] == "<" or (frame, name) in trial.cells
            if not known and not _unchanged_value(value, frame.vars.get(name, POISON)):
                found.append((frame, name))
    return found


def _unchanged_value(a: Value, b: Value) -> bool:
    parts, others = parts_of(a), parts_of(b)
    if parts is None or others is None or not same_structure(a, b):
        return joins.same(a, b)
    return all(map(_unchanged_value, parts, others))


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
    """While a body runs: structures that exist keep their items, pinned variables the arrays that they are."""
    frame, frozen = s.frame, s.frozen
    outer, frame.pinned = frame.pinned, pinned
    s.frozen = {**frozen, **joins.structures(s)}
    try:
        yield
    finally:
        s.frozen, frame.pinned = frozen, outer


@contextmanager
def _inside(s: State) -> Iterator[None]:
    """Within a loop of run-time length."""
    nest, s.nest = s.nest, (*s.nest, s.tick())
    s.frame.loops += 1
    try:
        yield
    finally:
        s.frame.loops -= 1
        s.nest = nest


def _late_kinds(s: State, late: list[str], run: Callable[[], Made]) -> dict[str, Kind]:
    """The kinds of names that an iteration may read from the one before, and that have no value before the loop."""
    if not late:
        return {}
    outer, s.learning = s.learning, True
    s.frame.vars.update(dict.fromkeys(late, POISON))
    try:
        with _inside(s):
            run()
    finally:
        s.learning = outer
    found = {n: s.frame.vars.get(n) for n in late}
    return {n: v.kind for n, v in found.items() if isinstance(v, Sym)}


def _leave(s: State, trial: trials.Trial, found: Exit, begun: dict[Frame, dict[str, Value]]) -> None:
    """Give what was assigned before an exit its name after the loop.

    A derivative may only pass through whole iterations: an exit after which it would has to be at the end.
    """
    joined: list[Any] = []
    live = live_after(s, trial.node)
    for variable in [*(n for n in trial.names if n in live), *trial.cells]:
        frame, name = trials.slot(s, variable)
        a, b, after = begun[frame].get(name), found.vars[frame].get(name), frame.vars.get(name)
        if b is None or a is b or a is not None and joins.same(a, b):
            continue
        number = as_sym(b)
        if number is None or not isinstance(after, Sym) or is_float(number.kind) or isinstance(number.kind, Array):
            raise NeedsGuard
        joins.assign_join(s, after.node.id, number, joined)
    found.statement.body[:0] = joined


def live_after(s: State, node: Any) -> set[str]:
    after = s.frame.live_after.get(id(node))
    return after if after is not None else set(s.frame.vars)


def _open(s: State, variable: trials.Variable, widened: dict[str, Kind]) -> Value:
    """The variable as a join name, assigned before the loop."""
    frame, name = trials.slot(s, variable)
    opened = _open_value(s, name, frame.vars[name], widened, trials.path(s, variable))
    frame.vars[name] = opened
    return opened


def _open_value(s: State, name: str, value: Value, widened: dict[str, Kind], path: str) -> Value:
    value = use(s, value) if isinstance(value, Leaf) else value
    if isinstance(value, Static) and isinstance(value.value, bool):
        # A flag that the loop sets.
        value = constant(value.value)
    parts = parts_of(value)
    if parts is not None:
        return rebuild(value, [_open_value(s, name, p, widened, f"{path}.{i}") for i, p in enumerate(parts)])
    if not isinstance(value, Sym):
        return value
    kind = widened.get(path, value.kind)
    joined = s.fresh(name)
    s.kinds[joined] = kind
    joins.assign_join(s, joined, value, s.out)
    return Sym.name(joined, kind)
