"""Generators: functions that yield, generator expressions, and what Python's library makes of iterables.

A generator is a value: the statements that yield its items, and the frame of its variables. Nothing of it runs
before its items are taken: then its statements and those of the loop that takes them become one block.

    for q in squares(x): s += q     ──▶     for i in range(len(x)): q = x[i] * x[i]; s += q

In: a generator and the loop that takes its items. Out: nothing; the joined block is run.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.frontend import carry, control, liveness, resolve, yields
from srctrans.frontend.state import Frame, Refusal, State
from srctrans.frontend.values import Bound, Generated, ListValue, Token, Value
from srctrans.kinds.kind import Static
from srctrans.syntax import build

_DEEPEST = 40


def generated(s: State, frame: Frame, body: list[Any]) -> Generated:
    return Generated(frame, body, Token(s.nest))


def take(s: State, node: Any, value: Generated) -> None:
    """Run a loop over the items of a generator."""
    number = s.tick()
    names = _names(s, node, value, number)
    loop = yields.Loop(node.target, node.body, f"stop'{number}", f"broken'{number}", node, _once(s, node))
    try:
        block = control.structured(yields.merged(value.body, loop, names), s.frame.local_names | set(s.frame.vars))
    except yields.Unsupported:
        s.refuse(node, "a generator in which `yield` is part of an expression", "write `yield` as a statement")
    s.frame.live_after.update(_liveness(s, node, block))
    s.frame.rewritten.append(block)
    if s.generators >= _DEEPEST:
        s.refuse(node, "this generator takes items of itself too often", "write it as a loop over a list")
    s.generators += 1
    try:
        s.run(block)
    finally:
        s.generators -= 1
    for name in [*names.values(), loop.stop, loop.broken, f"{loop.stop}.item"]:
        s.frame.vars.pop(name, None)


def _once(s: State, node: Any) -> bool:
    """A loop of the library's that only adds the item to something: it needs no name."""
    body, target = node.body, node.target
    added = len(body) == 1 and isinstance(body[0], gast.Assign) and isinstance(target, gast.Name)
    if not s.frame.source.is_library or not added:
        return False
    return [n.id for n in gast.walk(body[0].value) if isinstance(n, gast.Name)].count(target.id) == 1


def collected(s: State, node: Any, value: Generated) -> list[Value]:
    """All items of a generator, in a loop that keeps them."""
    number = s.tick()
    kept, append, item = f"kept'{number}", f"append'{number}", f"item'{number}"
    items = ListValue([])
    s.frame.vars.update({kept: items, append: Bound(Static(list.append), [items])})
    body = [build.expression(build.call(append, build.name(item)))]
    loop = gast.copy_location(build.for_(item, build.name(kept), body), node)
    for inner in gast.walk(loop):
        if isinstance(inner, (gast.stmt, gast.expr)):
            gast.copy_location(inner, node)
    take(s, loop, value)
    found = s.frame.vars.pop(kept)
    s.frame.vars.pop(append)
    assert isinstance(found, ListValue)
    return found.items


def _liveness(s: State, node: Any, block: list[Any]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    after = carry.live_after(s, node) | s.frame.captured
    liveness.after_loops(block, after, after, found)
    return found


def _names(s: State, node: Any, value: Generated, number: int) -> dict[str, str]:
    """The variables of the generator under names that the loop's function has not, bound to what they are now."""
    names: dict[str, str] = {}
    for name in sorted({n.id for st in value.body for n in gast.walk(st) if isinstance(n, gast.Name)}):
        owner = _owner(value.frame, name)
        if owner is s.frame:
            continue
        if owner is not value.frame and owner is not None and name in owner.shared:
            s.refuse(
                node, f"the generator uses {name}, which a function may change meanwhile", "take its items in a list"
            )
        names[name] = f"{name}'{number}"
        found = _value_of(s, value.frame, name)
        if found is not None:
            s.frame.vars[names[name]] = found
    return names


def _owner(frame: Frame, name: str) -> Frame | None:
    current: Frame | None = frame
    while current is not None and name not in current.local_names and name not in current.vars:
        current = current.parent
    return current


def _value_of(s: State, frame: Frame, name: str) -> Value | None:
    outer, s.frame = s.frame, frame
    try:
        return resolve.lookup(s, build.name(name))
    except Refusal:
        return None
    finally:
        s.frame = outer
