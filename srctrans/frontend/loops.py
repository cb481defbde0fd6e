"""Loops: `for` over ranges and arrays stays a loop, `for` over structures is unrolled, `while` stays.

Variables that the body assigns and that live from one iteration to the next
become join names: assigned before the loop and at the end of the body.

    for v in x:              for i in range(len(x)):
        s += v         ──▶       v = x[i]
                                 s_2 = s + v
                                 s = s_2
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from srctrans.frontend import (
    branches,
    carry,
    generators,
    growing,
    heap,
    hold,
    iterators,
    joins,
    lists,
    liveness,
    operations,
    private,
    rooms,
    sequences,
    trials,
)
from srctrans.frontend.control import changed, guarded
from srctrans.frontend.liveness import assigned, live_in
from srctrans.frontend.state import Ended, Exit, NeedsGuard, NeedsUnrolling, State
from srctrans.frontend.values import Generated, Range, Remaining, Value, parts_of
from srctrans.kinds.kind import Array, Scalar, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build
from srctrans.syntax.core import is_exit, statements_of, stored_array

_UNROLL_LIMIT = 2000


def for_statement(s: State, node: gast.For) -> None:
    value = s.evaluate(node.iter)
    if isinstance(value, Remaining):
        if any(map(is_exit, node.body)):
            s.refuse(node, "a loop that may leave items in an iterator", "loop over the list itself")
        value = sequences.structure(sequences.taken(s, node.iter, value) or [])
    sequences.take(s, node.iter, value)
    iterable = iterators.as_generator(s, node.iter, hold.held(s, value, "items"))
    if isinstance(iterable, Generated):
        generators.take(s, node, iterable)
        return
    if isinstance(iterable, Range):
        _range_loop(s, node, iterable)
        return
    items = None if sequences.evaluates(iterable) else sequences.static_items(s, node.iter, iterable)
    if items is not None:
        _unroll(s, node, items)
        return
    _array_loop(s, node, iterable)


def _unroll(s: State, node: gast.For, items: list[Value]) -> None:
    """The body once for each item."""
    if len(items) > _UNROLL_LIMIT:
        s.refuse(node, f"a loop over {len(items)} items of a structure", "hold them in an array")
    _each(s, node, [lambda v=v: v for v in items])  # type: ignore[misc]


def _each(s: State, node: gast.For, items: list[Callable[[], Value]]) -> None:
    """The body once for each item, which is computed then; after an exit that was taken, no more."""
    if not any(map(is_exit, node.body)):
        for item in items:
            s.bind(node.target, item())
            s.run(node.body)
        return
    flag, slot = _flag(s), f"<item {s.tick()}>"
    s.bind(build.store(flag), Static(False))
    taken = gast.copy_location(build.assign("_", build.name(slot)), node)
    taken.targets = [node.target]
    once = build.if_(build.unary("not ", build.name(flag)), [taken, *guarded(node.body, flag)[:-1]], [])
    after = carry.live_after(s, node) | s.frame.captured
    end = after | live_in(once.body, [], after) | {flag}
    liveness.after_loops([once], end, after, s.frame.live_after)
    s.frame.rewritten.append([once])
    for item in items:
        s.frame.vars[slot] = item()
        s.run([once])
    s.frame.vars.pop(slot, None)


def _flag(s: State) -> str:
    """A name for a flag that no variable of the function has."""
    name, count = "stop", 1
    while name in s.frame.vars or name in s.frame.local_names:
        count += 1
        name = f"stop_{count}"
    return name


def _range_loop(s: State, node: gast.For, value: Range) -> None:
    """A loop over a range; unrolled only if its index has to be known (it indexes a structure)."""
    before, marked, items = joins.snapshot(s), trials.mark(s), sequences.range_items(s, value)
    try:
        _dynamic_loop(s, node, value, lambda i: s.bind(node.target, i), node.target, items is not None)
    except NeedsUnrolling as request:
        if items is None:
            if id(getattr(request, "cell", None)) in s.frozen:
                raise
            s.refuse(request.node, request.reason, request.instead)
        joins.restore(s, before)
        trials.reset(s, marked)
        _unroll(s, node, items)


def _array_loop(s: State, node: gast.For, iterable: Value) -> None:
    """A loop over the elements or rows of arrays, by index."""
    length = sequences.length_of(s, node.iter, iterable)

    # A variable of its own, so that what is looped over counts as seen while it is written.
    seen = f"<items {s.tick()}>"
    s.frame.vars[seen] = iterable

    def item(index: Sym) -> Value:
        return sequences.element(s, node.iter, s.frame.vars[seen], index)

    looped = s.looped
    s.looped = (*looped, *[v for v in _all_parts(iterable) if lists.grown(v)])
    before, marked = joins.snapshot(s), trials.mark(s)
    try:
        span = Range(constant(0), length, constant(1))
        _dynamic_loop(s, node, span, lambda i: s.bind(node.target, item(i)), None, length.value is not None)
    except NeedsUnrolling as request:
        if length.value is None:
            if id(getattr(request, "cell", None)) in s.frozen:
                raise
            s.refuse(request.node, request.reason, request.instead)
        joins.restore(s, before)
        trials.reset(s, marked)
        _each(s, node, [lambda i=i: item(constant(i)) for i in range(int(length.value))])  # type: ignore[misc]
    finally:
        s.looped = looped
    s.frame.vars.pop(seen, None)


def _all_parts(value: Value) -> list[Value]:
    """A value and those that it keeps."""
    return [value, *[inner for part in parts_of(value) or [] for inner in _all_parts(part)]]


def _started(s: State, index: str, bounds: list[Sym]) -> Sym:
    """How many iterations came before this one; the least value of the index is noted."""
    start, stop, step = bounds
    name = Sym.name(index, Scalar("int64"))
    first = start if step.value is not None and step.value > 0 else stop + constant(1) if step.value == -1 else None
    least = None if first is None else lists.least(s, first.node)
    if least is not None:
        s.least[index] = least
    if step.value == -1:
        return start - name
    done = name - start
    return done if step.value == 1 else done // step


def _dynamic_loop(
    s: State, node: gast.For, value: Range, begin: Callable[[Sym], None], target: Any, unrolls: bool
) -> None:
    """A loop of core form; `unrolls`: it can be unrolled as well."""
    hint = target.id if isinstance(target, gast.Name) else "i"
    bounds = [s.atom(b, "bound") if _has_effect(b) else b for b in (value.start, value.stop, value.step)]
    # The index of a range keeps its last value in Python too, unless the loop may not run and it had one before;
    # elements need a name that lives on.
    names = assigned([node.target])
    trips = growing.trips_of(*bounds)
    had_value = bool(names & set(s.frame.vars) & carry.live_after(s, node)) and not liveness.surely_runs(node)

    def attempt(loop: Any) -> None:
        def run() -> carry.Made:
            index = s.fresh(hint)
            s.kinds[index] = Scalar("int64")
            done = _started(s, index, bounds)
            with s.block() as block:
                rooms.count_along(s, done)
                begin(Sym.name(index, Scalar("int64")))
                leave = _body(s, loop.body)
            return carry.Made(build.for_range(index, _range_args(bounds), block), leave)

        kept = target is not None and not had_value
        carry.carry(s, loop, loop.body, run, names, index=kept, trips=trips, unrolls=unrolls)

    _with_exits(s, node, attempt)


def _with_exits(s: State, node: Any, attempt: Callable[[Any], None]) -> None:
    """A loop as it is written; or, where its exits do not allow that, with one exit at the end of its body."""
    before, marked = joins.snapshot(s), trials.mark(s)
    try:
        attempt(node)
    except NeedsGuard:
        joins.restore(s, before)
        trials.reset(s, marked)
        attempt(_guarded(s, node))


def _guarded(s: State, node: Any) -> Any:
    """The loop with one exit, which stands at the end of its body; a test at its top is one of its exits."""
    body = list(node.body)
    if isinstance(node, gast.While) and not isinstance(node.test, gast.Constant):
        leave = gast.copy_location(gast.UnaryOp(op=gast.Not(), operand=node.test), node.test)
        body.insert(0, gast.copy_location(build.if_(leave, [build.break_()], []), node))
    fields = {"body": _guarded_body(s, node, body)}
    if isinstance(node, gast.While):
        fields["test"] = gast.copy_location(build.constant(True), node.test)
    made = changed(node, **fields)
    s.frame.live_after[id(made)] = carry.live_after(s, node)
    s.frame.rewritten.append([made])
    return made


def _guarded_body(s: State, node: Any, old: list[Any]) -> list[Any]:
    tests = [n.test for n in old if is_exit(n)]
    flag = tests[0].id if len(tests) == 1 and isinstance(tests[0], gast.Name) else _flag(s)
    body = guarded(old, flag)
    after = carry.live_after(s, node)
    end = after | live_in(body, [], after) | s.frame.captured
    liveness.after_loops(body, end, after | s.frame.captured, s.frame.live_after)
    s.frame.rewritten.append(body)
    return body


def _body(s: State, body: list[Any]) -> Sym | None:
    """Run the body of a loop; exits in its middle are emitted, the test of one at its end is given back."""
    try:
        return _segments(s, body)
    except Ended:
        return None


def _segments(s: State, body: list[Any]) -> Sym | None:
    start = 0
    for position, statement in enumerate(body):
        if not is_exit(statement):
            continue
        s.run(body[start:position])
        start = position + 1
        test = s.evaluate(statement.test)
        known = operations.truth(s, test)
        if known is False:
            continue
        leave = constant(True) if known else branches.scalar_test(s, statement.test, test)
        if start == len(body):
            return leave
        if any(stored_array(st) is not None for st in statements_of(s.out)):
            raise NeedsGuard
        _exit(s, leave)
    s.run(body[start:])
    return None


def _exit(s: State, test: Sym) -> None:
    """Leave the loop from the middle of its body; what counts after it is assigned in `carry`."""
    statement = build.if_(test.node, [build.break_()], [])
    s.emit(statement)
    now = heap.snapshot(s)
    s.frame.exits.append(Exit(statement, now.vars, now.cells))


def _has_effect(value: Sym) -> bool:
    return isinstance(value.kind, Array)


def _range_args(bounds: list[Sym]) -> list[gast.AST]:
    start, stop, step = bounds
    if step.value == 1 and start.value == 0:
        return [stop.node]
    return [start.node, stop.node] + ([] if step.value == 1 else [step.node])


def while_statement(s: State, node: gast.While) -> None:
    ends = any(isinstance(n, (gast.Break, gast.Raise)) for st in node.body for n in gast.walk(st))
    if isinstance(node.test, gast.Constant) and node.test.value and not ends:
        s.refuse(node, "this loop never ends", "leave it by `break` or `return`")
    turned = _turned(s, node)
    if turned is not None:
        before, node = turned
        s.run(before)

    def attempt(loop: Any) -> None:
        def run() -> carry.Made:
            with s.block() as block:
                test = s.evaluate(loop.test)
                condition: Any = build.constant(True)
                if not operations.truth(s, test):
                    found = branches.scalar_test(s, loop.test, test)
                    if not block:
                        condition = found.node
                    else:
                        _exit(s, Sym(build.unary("not ", found.node), Scalar("bool")))
                leave = _body(s, loop.body)
            return carry.Made(build.while_(condition, block), leave)

        carry.carry(s, loop, loop.body, run, set(), (loop.test,))

    _with_exits(s, node, attempt)


def _turned(s: State, node: gast.While) -> tuple[list[gast.AST], gast.While] | None:
    """A loop whose exit is in the middle, as one with its test at the top, where that makes a difference.

    while True:                    A
        A                          while not c:
        if c: break      ──▶           B
        B                              A

    It does if what `A` computes is used after the loop, or if `A` writes into arrays.
    """
    if not (isinstance(node.test, gast.Constant) and node.test.value):
        return None
    exits = [i for i, n in enumerate(node.body) if is_exit(n)]
    if len(exits) != 1 or exits[0] == len(node.body) - 1:
        return None
    first, exit_, rest = node.body[: exits[0]], node.body[exits[0]], node.body[exits[0] + 1 :]
    if not (assigned(first) & carry.live_after(s, node) or private.written_elements(first)):
        return None
    test = gast.copy_location(gast.UnaryOp(op=gast.Not(), operand=exit_.test), exit_.test)
    made = gast.copy_location(gast.While(test=test, body=rest + first, orelse=[]), node)
    after = carry.live_after(s, node)
    s.frame.live_after[id(made)] = after
    s.frame.rewritten.append([made])
    end = after | live_in(made.body, [test], after) | s.frame.captured
    liveness.after_loops(made.body, end, after | s.frame.captured, s.frame.live_after)
    return first, made
