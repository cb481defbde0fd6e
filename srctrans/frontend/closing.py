"""The end of a loop body: what is assigned there, so that the next iteration and what follows find it.

In: the variables as they were opened before the body, and as the body leaves them. Out: the assignments of the join
names are added to the body, or a wider kind is noted and nothing is added.

    a, b = b, a + b     ──▶     b_2 = a + b
                                a = b
                                b = b_2
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.frontend import joins
from srctrans.frontend.state import State, use
from srctrans.frontend.trials import Trial, Variable, path, slot
from srctrans.frontend.values import POISON, Leaf, Value, parts_of
from srctrans.kinds.kind import Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build


def close(s: State, trial: Trial, carried: dict[Variable, Value], names: list[str], loop: Any) -> bool:
    """Assign the join names at the end of the body; False if a kind has to be widened first."""
    changed = False
    pairs: list[tuple[str, Sym]] = []
    for variable, opened in carried.items():
        frame, name = slot(s, variable)
        now = frame.vars.get(name, POISON)
        changed |= _close_value(s, trial, name, opened, now, pairs, path(s, variable))
    if changed:
        return False
    # Last values first: what a loop carries is assigned at the very end of its body.
    _last_values(s, [n for n in names if n not in carried], trial.live, loop)
    pairs = [(joined, _named_in(s, loop, joined, value)) for joined, value in pairs]
    for joined, value in _in_order(s, pairs, loop):
        joins.assign_join(s, joined, value, loop.body)
    for variable, opened in carried.items():
        frame, name = slot(s, variable)
        frame.vars[name] = opened if frame.vars.get(name) is not POISON else POISON
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
    s: State, trial: Trial, name: str, opened: Value, now: Value, pairs: list[tuple[str, Sym]], path: str
) -> bool:
    """Note the assignments that one variable needs, or the kind that it needs: True for the latter."""
    if now is POISON:
        return False
    now = use(s, now) if isinstance(now, Leaf) else now
    if isinstance(now, Static) and isinstance(now.value, bool):
        now = constant(now.value)
    parts, others = parts_of(opened), parts_of(now)
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
    s: State, trial: Trial, name: str, opened: Sym, now: Value, pairs: list[tuple[str, Sym]], path: str
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
