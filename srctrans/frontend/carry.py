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
from dataclasses import dataclass, field
from typing import Any

import gast

from srctrans.frontend import joins, private, trials
from srctrans.frontend.liveness import assigned, assigned_anew, live_in
from srctrans.frontend.state import State, use
from srctrans.frontend.values import POISON, Leaf, Value, children, rebuild
from srctrans.kinds.kind import Array, Kind, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build

_TRIALS = 7


@dataclass(eq=False)
class _Trial:
    """A loop whose body is run until the kinds of its variables are stable: what one run tells the next."""

    node: Any
    body: list[gast.AST]
    # The variables that the body assigns, and those that something reads before it assigns them again.
    names: list[str]
    live: set[str]
    # Kinds that hold what the variables are before the loop and after an iteration.
    widened: dict[str, Kind] = field(default_factory=dict)
    # Do the carried variables see different arrays at all times, as far as runs have shown?
    apart: bool = True


def carry(
    s: State,
    node: Any,
    body: list[gast.AST],
    run: Callable[[], Any],
    targets: set[str],
    tests: tuple[gast.AST, ...] = (),
    index: bool = False,
) -> None:
    """Run a loop body with its carried variables as join names, until their kinds are stable."""
    names = sorted(assigned(body) | (set() if index else targets))
    after = live_after(s, node)
    exposed = live_in(body, list(tests), after & set(names)) - targets
    trial = _Trial(node, body, names, exposed | after | s.frame.captured)
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


def _attempt(s: State, trial: _Trial, run: Callable[[], Any]) -> Any | None:
    """Run the body once: the loop, or None where the trial has learned something and the body has to run again."""
    known = [n for n in trial.names if n in trial.live and s.frame.vars.get(n, POISON) is not POISON]
    pinned = s.frame.pinned | _changed_in_place(s, trial.body, known)
    trial.apart = trial.apart and private.apart_before(s, [s.frame.vars[n] for n in known if n not in pinned])
    carried = {n: _open(s, n, trial.widened) for n in known if n not in pinned}
    group = private.group_of(list(carried.values()))
    if trial.apart:
        s.distinct.append(group)
    begun = dict(s.frame.vars)
    s.frame.at_exit = None
    with _inside(s):
        s.opened.update(dict.fromkeys(group, s.nest))
        with _unchanged(s, pinned):
            loop = run()
        ended = [s.frame.vars[n] for n in carried if n in s.frame.vars]
        if trial.apart and not private.apart_after(s, ended, group):
            trial.apart = False
            return None
        if not _close(s, trial, carried, [n for n in trial.names if n not in pinned], loop):
            return None
    s.opened.update(dict.fromkeys(group, s.nest))
    _check_exit(s, trial.node, trial.names, begun)
    return loop


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


def _late_kinds(s: State, late: list[str], run: Callable[[], Any]) -> dict[str, Kind]:
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


def _check_exit(s: State, node: Any, names: list[str], begun: dict[str, Value]) -> None:
    """What is assigned before a `break` has its new value after the loop: refused, the joins are made later."""
    now = s.frame.at_exit
    if now is None:
        return
    for name in names:
        a, b = begun.get(name), now.get(name)
        if name in live_after(s, node) and not (a is b or (a is not None and b is not None and joins.same(a, b))):
            s.refuse(
                node,
                f"{name} is assigned before the `break` and used after the loop, which is not supported yet",
                "put the test first, or compute the value again after the loop",
            )


def live_after(s: State, node: Any) -> set[str]:
    after = s.frame.live_after.get(id(node))
    return after if after is not None else set(s.frame.vars)


def _open(s: State, name: str, widened: dict[str, Kind]) -> Value:
    """The variable as a join name, assigned before the loop."""
    opened = _open_value(s, name, s.frame.vars[name], widened, name)
    s.frame.vars[name] = opened
    return opened


def _open_value(s: State, name: str, value: Value, widened: dict[str, Kind], path: str) -> Value:
    value = use(s, value) if isinstance(value, Leaf) else value
    if isinstance(value, Static) and isinstance(value.value, bool):
        # A flag that the loop sets.
        value = constant(value.value)
    parts = children(value)
    if parts is not None:
        return rebuild(value, [_open_value(s, name, p, widened, f"{path}.{i}") for i, p in enumerate(parts)])
    if not isinstance(value, Sym):
        return value
    kind = widened.get(path, value.kind)
    joined = s.fresh(name)
    s.kinds[joined] = kind
    joins.assign_join(s, joined, value, s.out)
    return Sym.name(joined, kind)


def _close(s: State, trial: _Trial, carried: dict[str, Value], names: list[str], loop: Any) -> bool:
    """Assign the join names at the end of the body; False if a kind has to be widened first."""
    changed = False
    pairs: list[tuple[str, Sym]] = []
    for name, opened in carried.items():
        now = s.frame.vars.get(name, POISON)
        changed |= _close_value(s, trial, name, opened, now, pairs, name)
    if changed:
        return False
    # Last values first: what a loop carries is assigned at the very end of its body.
    _last_values(s, [n for n in names if n not in carried], trial.live, loop)
    pairs = [(joined, _named_in(s, loop, joined, value)) for joined, value in pairs]
    for joined, value in _in_order(s, pairs, loop):
        joins.assign_join(s, joined, value, loop.body)
    for name, opened in carried.items():
        s.frame.vars[name] = opened if s.frame.vars.get(name) is not POISON else POISON
    return True


def _named_in(s: State, loop: Any, hint: str, value: Sym) -> Sym:
    """The value at the end of a body under a name: none of the joins that follow changes what it reads."""
    if isinstance(value.node, (gast.Name, gast.Constant)) or value.value is not None:
        return value
    name = s.fresh(hint)
    s.kinds[name] = value.kind
    joins.assign_join(s, name, value, loop.body)
    return Sym.name(name, value.kind)


def _in_order(s: State, pairs: list[tuple[str, Sym]], loop: Any) -> list[tuple[str, Sym]]:
    """The assignments at the end of a body happen at once: what an earlier one overwrites is read first."""
    result: list[tuple[str, Sym]] = []
    written: set[str] = set()
    for joined, value in pairs:
        if isinstance(value.node, gast.Name) and value.node.id in written:
            name = s.fresh(value.node.id)
            s.kinds[name] = value.kind
            joins.assign_join(s, name, value, loop.body)
            loop.body.insert(len(loop.body) - 1, loop.body.pop())
            value = Sym.name(name, value.kind)
        written.add(joined)
        result.append((joined, value))
    return result


def _close_value(
    s: State, trial: _Trial, name: str, opened: Value, now: Value, pairs: list[tuple[str, Sym]], path: str
) -> bool:
    """Note the assignments that one variable needs, or the kind that it needs: True for the latter."""
    if now is POISON:
        return False
    now = use(s, now) if isinstance(now, Leaf) else now
    if isinstance(now, Static) and isinstance(now.value, bool):
        now = constant(now.value)
    parts, others = children(opened), children(now)
    if parts is not None or others is not None:
        if parts is None or others is None or len(parts) != len(others):
            s.refuse(trial.node, f"{name} changes its structure in the loop", "keep the number of its items")
        results = [
            _close_value(s, trial, name, a, b, pairs, f"{path}.{i}") for i, (a, b) in enumerate(zip(parts, others))
        ]
        return any(results)
    if isinstance(opened, Sym):
        return _close_number(s, trial, name, opened, now, pairs, path)
    if not joins.same(opened, now):
        reason = f"{name} changes from {_what(opened)} to {_what(now)} in the loop"
        s.refuse(trial.node, reason, "use a number or an array from the start")
    return False


def _close_number(
    s: State, trial: _Trial, name: str, opened: Sym, now: Value, pairs: list[tuple[str, Sym]], path: str
) -> bool:
    if not isinstance(now, Sym):
        s.refuse(trial.node, f"{name} is no number or array at the end of the loop", "give it one kind")
    kind = joins.join_kinds(opened.kind, now.kind)
    if kind is None:
        s.refuse(
            trial.node,
            f"{name} is {opened.kind} before the loop and {now.kind} after an iteration",
            f"start with an array of the final shape, such as np.zeros, for {name}",
        )
    if kind != opened.kind:
        trial.widened[path] = kind
        return True
    if not build.same(opened.node, now.node):
        pairs.append((opened.node.id, now))  # type: ignore[attr-defined]
    return False


def _what(value: Value) -> str:
    return repr(getattr(value, "value", type(value).__name__))


def _last_values(s: State, names: list[str], live: set[str], loop: Any) -> None:
    """Variables that only the body binds: their last value may be used after the loop."""
    for name in names:
        value = s.frame.vars.get(name)
        if isinstance(value, Sym) and name in live and isinstance(value.node, gast.Name):
            joined = s.fresh(name)
            s.kinds[joined] = value.kind
            joins.assign_join(s, joined, value, loop.body)
            s.frame.vars[name] = Sym.name(joined, value.kind)
