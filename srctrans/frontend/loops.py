"""Loops: `for` over ranges and arrays stays a loop, `for` over structures is unrolled, `while` stays.

Variables that the body assigns and that live from one iteration to the next
become join names: assigned before the loop and at the end of the body.

    for v in x:              for i in range(len(x)):
        s += v         ──▶       v = x[i]
                                 s_2 = s + v
                                 s = s_2
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import gast

from srctrans.frontend import (
    branches,
    carry,
    counting,
    generators,
    heap,
    hold,
    iterators,
    joins,
    lists,
    liveness,
    operations,
    peeling,
    private,
    rooms,
    sequences,
    trials,
)
from srctrans.frontend.blocks import changed
from srctrans.frontend.control import guarded
from srctrans.frontend.liveness import assigned, live_in
from srctrans.frontend.state import Ended, Exit, NeedsGuard, NeedsPeeling, NeedsRoom, NeedsUnrolling, Refusal, State
from srctrans.frontend.values import Generated, Range, Remaining, Value, parts_of
from srctrans.kinds.kind import Array, Scalar, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build
from srctrans.syntax.core import is_exit, statements_of, stored_array

# So often a loop in which a list grows is rather written out, where that can be done.
_FEW = 64


def for_statement(s: State, node: gast.For) -> None:
    value = sequences.iterated(s, node.iter, s.evaluate(node.iter))
    if isinstance(value, Remaining):
        if any(map(is_exit, node.body)):
            s.refuse(node, "a loop that may leave items in an iterator", "loop over the list itself")
        _unroll(s, node, iter(sequences.taken(s, node.iter, value) or []))
        sequences.check_source(s, node.iter, value)
        return
    sequences.take(s, node.iter, value)
    iterable = iterators.as_generator(s, node.iter, hold.held(s, value, "items"))
    if isinstance(iterable, Generated):
        generators.take(s, node, iterable)
        return
    if isinstance(iterable, Range):
        _range_loop(s, node, iterable)
        return
    items = None if sequences.evaluates(iterable) else sequences.each(s, node.iter, iterable)
    if items is not None:
        _unroll(s, node, items)
        return
    _array_loop(s, node, iterable)


def _unroll(s: State, node: gast.For, items: Iterator[Value]) -> None:
    """The body once for each item, which is read or computed then; after an exit that was taken, no more."""
    problems = len(s.problems)
    slot = f"<item {s.tick()}>"
    taken = gast.copy_location(build.assign("_", build.name(slot)), node)
    taken.targets = [node.target]
    once, flag = _once(s, node, [taken])
    for item in items:
        if flag is None:
            sequences.bind(s, node.target, item)
        s.frame.vars[slot] = item
        s.run(node.body if flag is None else once)
        if len(s.problems) > problems:
            # The same again and again.
            break
    s.frame.vars.pop(slot, None)


def _once(s: State, node: Any, before: list[Any]) -> tuple[list[Any], str | None]:
    """The body of a loop for one of its iterations; none once an exit was taken, which the flag says."""
    if not any(map(is_exit, node.body)):
        return [*before, *node.body], None
    flag = _flag(s)
    s.bind(build.store(flag), Static(False))
    once = build.if_(build.unary("not ", build.name(flag)), [*before, *guarded(node.body, flag)[:-1]], [])
    after = carry.live_after(s, node) | s.frame.captured
    end = after | live_in(once.body, [], after) | {flag}
    liveness.after_loops([once], end, after, s.frame.live_after)
    s.frame.rewritten.append([once])
    return [once], flag


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
        unrolls = items is not None and len(items) <= _FEW
        _dynamic_loop(s, node, value, lambda i: s.bind(node.target, i), node.target, unrolls)
    except NeedsUnrolling as request:
        _check_unrolling(s, request, None if items is None else len(items))
        joins.restore(s, before)
        trials.reset(s, marked)
        _unroll(s, node, iter(items or []))


def _check_unrolling(s: State, request: NeedsUnrolling, count: Any) -> None:
    """A loop of run-time length leaves it to the one around it: what is known there may be enough."""
    if count is None:
        raise request
    if count > sequences.LIMIT:
        raise Refusal(request.problem)


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
        unrolls = length.value is not None and length.value <= _FEW
        _dynamic_loop(s, node, span, lambda i: s.bind(node.target, item(i)), None, unrolls)
    except NeedsUnrolling as request:
        _check_unrolling(s, request, length.value)
        joins.restore(s, before)
        trials.reset(s, marked)
        _unroll(s, node, map(item, map(constant, range(int(length.value)))))
        if sequences.length_of(s, node.iter, iterable).value != length.value:
            s.refuse(node, "a list that is mapped changes its number of items meanwhile", "loop over a copy: list(...)")
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
    s: State, node: gast.For, value: Range, begin: Callable[[Sym], None], target: Any, unrolls: bool, peeled: int = 0
) -> None:
    """A loop of core form; `unrolls`: it would rather be unrolled than keep a list that grows in arrays."""
    hint = target.id if isinstance(target, gast.Name) else "i"
    bounds = [s.atom(b, "bound") if _has_effect(b) else b for b in (value.start, value.stop, value.step)]
    # The index of a range keeps its last value in Python too, unless the loop may not run and it had one before;
    # elements need a name that lives on.
    names = assigned([node.target])
    trips = counting.trips_of(*bounds)
    surely_runs = liveness.surely_runs(node) and not peeled
    had_value = bool(names & set(s.frame.vars) & carry.live_after(s, node)) and not surely_runs

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

    def peel(request: NeedsPeeling) -> None:
        start, stop, step = bounds

        def first() -> Value:
            begin(start)
            return _first(s, node)

        rest = Range(start + step, stop, step)
        peeling.peel(
            s, node, request, peeling.runs_at_all(Range(*bounds)), first,
            lambda: _dynamic_loop(s, node, rest, begin, target, unrolls, peeled + 1),
        )  # fmt: skip

    _with_exits(s, node, attempt, peel if peeled < peeling.DEEPEST else None)


def _first(s: State, node: Any) -> Value:
    """The body once, before the loop: was it left?"""
    once, flag = _once(s, node, [])
    s.run(once)
    return Static(False) if flag is None else s.evaluate(gast.copy_location(build.name(flag), node))


def _with_exits(
    s: State, node: Any, attempt: Callable[[Any], None], peel: Callable[[NeedsPeeling], None] | None
) -> None:
    """A loop as it is written; or, where its exits do not allow that, with one exit at the end of its body.

    Where a variable has its kind only after the first iteration, that is peeled off.
    """
    before, marked = joins.snapshot(s), trials.mark(s)
    tried = node
    try:
        try:
            attempt(node)
        except NeedsGuard:
            joins.restore(s, before)
            trials.reset(s, marked)
            tried = _guarded(s, node)
            attempt(tried)
    except NeedsPeeling as request:
        if peel is None or request.loop is not tried:
            raise
        joins.restore(s, before)
        trials.reset(s, marked)
        try:
            peel(request)
        except NeedsUnrolling:
            raise request from None


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


def while_statement(s: State, node: gast.While, peeled: int = 0) -> None:
    ends = any(isinstance(n, (gast.Break, gast.Raise)) for st in node.body for n in gast.walk(st))
    if isinstance(node.test, gast.Constant) and node.test.value and not ends:
        s.refuse(node, "this loop never ends", "leave it by `break` or `return`")
    turned = _turned(s, node)
    if turned is not None:
        first, node = turned
        s.run(first)

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

        carry.carry(s, loop, loop.body, run, set(), (loop.test,), unrolls=unrolls)

    def peel(request: NeedsPeeling) -> None:
        rest = lambda: while_statement(s, node, peeled + 1)  # noqa: E731
        peeling.peel(s, node, request, s.evaluate(node.test), lambda: _first(s, node), rest)

    before, marked, unrolls = joins.snapshot(s), trials.mark(s), True
    try:
        _with_exits(s, node, attempt, peel if peeled < peeling.DEEPEST else None)
        return
    except NeedsUnrolling as request:
        joins.restore(s, before)
        trials.reset(s, marked)
        try:
            _repeat(s, node, request)
            return
        except NeedsUnrolling:
            if not isinstance(request, NeedsRoom):
                raise
    joins.restore(s, before)
    trials.reset(s, marked)
    unrolls = False
    _with_exits(s, node, attempt, peel if peeled < peeling.DEEPEST else None)


def _repeat(s: State, node: gast.While, request: NeedsUnrolling) -> None:
    """The body of a `while` again and again, for as long as it is known now that it goes on."""
    once, flag = _once(s, node, [])
    problems = len(s.problems)
    for _ in range(sequences.LIMIT):
        if flag is not None:
            left = operations.truth(s, s.frame.vars[flag])
            if left is None:
                raise request
            if left:
                return
        known = operations.truth(s, s.evaluate(node.test))
        if known is None:
            raise request
        if not known or len(s.problems) > problems:
            return
        s.run(once)
    raise request


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
