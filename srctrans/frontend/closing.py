"""The end of a loop body: what is assigned there, so that the next iteration and what follows find it.

In: the variables as they were opened before the body, and as the body leaves them. Out: the assignments of the join
names are added to the body, or a wider kind is noted and nothing is added.

    a, b = b, a + b     ──▶     b_2 = a + b
                                a = b
                                b = b_2
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from srctrans.frontend import heap, joins, optional, texts
from srctrans.frontend.state import State, at_run_time, use
from srctrans.frontend.trials import Place, Trial
from srctrans.frontend.values import POISON, Leaf, Maybe, Unknown, Value, is_cell, parts_of, rebuild
from srctrans.kinds.kind import TEXT, Array, Static
from srctrans.kinds.symbol import Sym
from srctrans.syntax import build


@dataclass(eq=False)
class _Closing:
    """What is found out while a body is closed: the assignments, or what the next trial has to do otherwise."""

    s: State
    trial: Trial
    begun: heap.Snapshot
    # The places that are opened, the join names to assign, the objects made in the body by what stands for them.
    items: set[tuple[Any, Any]]
    pairs: list[tuple[str, Sym]] = field(default_factory=list)
    made: dict[Any, Any] = field(default_factory=dict)
    again: bool = False


def close(
    s: State, trial: Trial, carried: dict[Place, Value], begun: heap.Snapshot, names: list[str], loop: Any
) -> bool:
    """Assign the join names at the end of the body; False if it has to be opened otherwise first."""
    c = _Closing(s, trial, begun, set(trial.items))
    for place, opened in carried.items():
        _close_value(c, place.hint, opened, place.value, place.path)
    _changed_items(c)
    if c.again:
        return False
    # Last values first: what a loop carries is assigned at the very end of its body.
    variables = {place.key for place in carried if place.holder is s.frame.vars}
    _last_values(c, [n for n in names if n not in variables], loop)
    pairs = [(joined, _named_in(s, loop, joined, value)) for joined, value in c.pairs]
    for joined, value in _in_order(s, pairs, loop):
        joins.assign_join(s, joined, value, loop.body)
    for place, opened in carried.items():
        if place.value is not POISON:
            place.holder[place.key] = opened
    heap.put_back(begun.cells)
    return True


def _changed_items(c: _Closing) -> None:
    """Items of structures from before the loop that the body has changed are carried from the next trial on."""
    for cell, before in c.begun.cells.items():
        if cell in c.trial.stand_ins:
            # Closed with the place that has it.
            continue
        now = heap.held_by(cell)
        heap.check_size(c.s, c.trial.node, cell, before, now)
        for key in heap.keys_of(now):
            if (cell, key) in c.items or kept(before[key] if _has(before, key) else None, now[key]):
                continue
            c.trial.items[cell, key] = None
            if not _has(before, key):
                c.trial.added[cell, key] = now[key]
            c.again = True


def _has(items: Any, key: Any) -> bool:
    return key in items if isinstance(items, dict) else key < len(items)


def kept(before: Value | None, now: Value) -> bool:
    """Does an item hold after the body what it held before?"""
    if before is None:
        return False
    if before is now or joins.same(before, now):
        return True
    if isinstance(before, Leaf) and isinstance(now, Sym):
        return isinstance(now.node, gast.Name) and now.node.id == before.name
    parts, others = parts_of(before), parts_of(now)
    if parts is None or others is None or is_cell(before) or is_cell(now) or len(parts) != len(others):
        return False
    return all(map(kept, parts, others))


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


def _close_value(c: _Closing, hint: str, opened: Value, now: Value, path: str) -> None:
    """Note the assignments that one place needs, or what it has to be in the next trial."""
    if now is POISON or isinstance(opened, Unknown):
        return
    if isinstance(now, Unknown):
        _unlike(c, path, now.reason, now.instead)
        return
    now = use(c.s, now) if isinstance(now, Leaf) else now
    if isinstance(now, Static) and isinstance(now.value, (bool, str)) and isinstance(opened, Sym):
        now = at_run_time(now)  # type: ignore[assignment]
    if not isinstance(opened, Maybe) and optional.are_optional(opened, now):
        sample = next(v for v in (optional.taken_apart(now)[1], optional.taken_apart(opened)[1]) if v is not None)
        c.trial.optional[path] = sample
        c.again = True
        return
    if isinstance(opened, Maybe) and optional.are_optional(opened, now):
        none, value = optional.taken_apart(now)
        now = Maybe(none, opened.value if value is None else value)  # type: ignore[arg-type]
    if is_cell(opened) and is_cell(now):
        _close_cell(c, hint, opened, now, path)
        return
    parts, others = parts_of(opened), parts_of(now)
    if parts is not None or others is not None:
        if parts is None or others is None or len(parts) != len(others) or is_cell(opened) or is_cell(now):
            _unlike(c, path, f"{hint} changes its structure in the loop", "keep the number of its items")
            return
        for i, (a, b) in enumerate(zip(parts, others)):
            _close_value(c, hint, a, b, f"{path}.{i}")
    elif isinstance(opened, Sym):
        _close_number(c, hint, opened, now, path)
    elif joins.same(opened, now):
        return
    elif texts.is_text(opened) and texts.is_text(now):
        c.trial.widened[path], c.again = TEXT, True
    else:
        reason = f"{hint} changes from {_what(opened)} to {_what(now)} in the loop"
        _unlike(c, path, reason, "use a number or an array from the start")


def _close_cell(c: _Closing, hint: str, opened: Any, now: Any, path: str) -> None:
    """A place that has the same object again, or another one: then it has to stand for all of them."""
    moved = c.trial.moved.get(path)
    if opened is now and moved is None:
        # What it holds is a matter of its own items.
        return
    origins = frozenset([_from_before(c, o, path) for o in heap.origins_of(now)])
    known = heap.origins_of(opened) if moved is None else moved
    mine, items = c.begun.cells[opened], heap.held_by(now)
    if not heap.alike(opened, now, mine, items):
        _unlike(c, path, f"{hint} changes its structure in the loop", "keep the number of its items")
    elif moved is None or not origins <= known:
        c.trial.moved[path] = known | origins
        c.again = True
    else:
        for key in heap.keys_of(mine):
            _close_value(c, hint, mine[key], items[key], f"{path}.{key}")


def _from_before(c: _Closing, origin: Any, path: str) -> Any:
    """What an object is called in the next iteration: one that the body makes is one of an earlier iteration there."""
    if isinstance(origin, tuple) or origin in c.begun.cells:
        return origin
    return c.made.setdefault(origin, (c.trial.node, path))


def _unlike(c: _Closing, path: str, reason: str, instead: str) -> None:
    """A variable has to keep its kind; an item of a structure may never be read."""
    if not path.startswith("<"):
        c.s.peel(c.trial.node, reason, instead, c.trial.node)
    c.trial.unlike[path] = reason, instead
    c.again = True


def _close_number(c: _Closing, hint: str, opened: Sym, now: Value, path: str) -> None:
    if not isinstance(now, Sym):
        _unlike(c, path, f"{hint} is no number or array at the end of the loop", "give it one kind")
        return
    kind = joins.join_kinds(opened.kind, now.kind)
    if kind is None:
        reason = f"{hint} is {opened.kind} before the loop and {now.kind} after an iteration"
        _unlike(c, path, reason, f"start with an array of the final shape, such as np.zeros, for {hint}")
    elif kind != opened.kind:
        c.trial.widened[path] = kind
        c.again = True
    elif not build.same(opened.node, now.node):
        c.pairs.append((opened.node.id, now))  # type: ignore[attr-defined]


def _what(value: Value) -> str:
    if isinstance(value, Sym):
        return "an array" if isinstance(value.kind, Array) else "a number"
    return repr(getattr(value, "value", type(value).__name__))


def _last_values(c: _Closing, names: list[str], loop: Any) -> None:
    """Variables that only the body binds: their last value may be used after the loop."""
    done: dict[Any, Any] = {}
    for name in names:
        value = c.s.frame.vars.get(name)
        if value is not None and name in c.trial.live:
            c.s.frame.vars[name] = _last(c, name, value, loop, done)


def _last(c: _Closing, name: str, value: Value, loop: Any, done: dict[Any, Any]) -> Value:
    if is_cell(value):
        if value not in c.begun.cells and value not in done:
            origins = frozenset([_from_before(c, o, name) for o in heap.origins_of(value)])
            items = heap.held_by(value)
            done[value] = heap.like(value, items.copy(), origins)
            c.s.merged = True
            last = {k: _last(c, heap.hint_of(k), items[k], loop, done) for k in heap.keys_of(items)}
            heap.fill(done[value], last if isinstance(items, dict) else list(last.values()))
        return done.get(value, value)
    parts = parts_of(value)
    if parts is not None:
        return rebuild(value, [_last(c, h, p, loop, done) for h, p in zip(heap.part_hints(value, name), parts)])
    if not isinstance(value, Sym) or value.value is not None:
        return value
    joined = c.s.fresh(name)
    c.s.kinds[joined] = value.kind
    joins.assign_join(c.s, joined, value, loop.body)
    return Sym.name(joined, value.kind)
