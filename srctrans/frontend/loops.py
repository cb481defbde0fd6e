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

from srctrans.frontend import branches, carry, hold, joins, liveness, operations, private, sequences, trials
from srctrans.frontend.control import without_continue
from srctrans.frontend.liveness import assigned, live_in
from srctrans.frontend.state import NeedsUnrolling, State
from srctrans.frontend.values import Range, TupleValue, Value, children
from srctrans.kinds.kind import Array, Scalar
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build

_UNROLL_LIMIT = 2000


def for_statement(s: State, node: gast.For) -> None:
    if node.orelse:
        s.refuse(node, "`else` of a loop is not supported yet", "use a flag")
    iterable = hold.held(s, s.evaluate(node.iter), "items")
    if isinstance(iterable, Range):
        _range_loop(s, node, iterable)
        return
    items = sequences.static_items(s, node.iter, iterable)
    if items is not None:
        _unroll(s, node, items)
        return
    _array_loop(s, node, iterable)


def _unroll(s: State, node: gast.For, items: list[Value]) -> None:
    if len(items) > _UNROLL_LIMIT:
        s.refuse(node, f"a loop over {len(items)} items of a structure", "hold them in an array")
    if any(isinstance(n, (gast.Break, gast.Continue)) for n in gast.walk(node)):
        body = without_continue(s, node.body)
    else:
        body = node.body
    for item in items:
        s.bind(node.target, item)
        s.run(body)


def _range_loop(s: State, node: gast.For, value: Range) -> None:
    """A loop over a range; unrolled only if its index has to be known (it indexes a structure)."""
    before, marked = joins.snapshot(s), trials.mark(s)
    try:
        _dynamic_loop(s, node, value, lambda i: s.bind(node.target, i), node.target)
    except NeedsUnrolling as request:
        items = sequences.range_items(value)
        if items is None:
            s.refuse(request.node, request.reason, request.instead)
        joins.restore(s, before)
        trials.reset(s, marked)
        _unroll(s, node, items)


def _array_loop(s: State, node: gast.For, iterable: Value) -> None:
    """A loop over the elements or rows of arrays, by index."""
    length = sequences.length_of(s, node.iter, iterable)

    def begin(index: Sym) -> None:
        s.bind(node.target, sequences.element(s, node.iter, iterable, index))

    # A variable of its own, so that what is looped over counts as seen while it is written.
    seen = f"<items {s.tick()}>"
    s.frame.vars[seen] = iterable if children(iterable) is not None else TupleValue(sequences.arrays_of(iterable))
    _dynamic_loop(s, node, Range(constant(0), length, constant(1)), begin, None)
    s.frame.vars.pop(seen, None)


def _dynamic_loop(s: State, node: gast.For, value: Range, begin: Callable[[Sym], None], target: Any) -> None:
    hint = target.id if isinstance(target, gast.Name) else "i"
    bounds = [s.atom(b, "bound") if _has_effect(b) else b for b in (value.start, value.stop, value.step)]
    body = _plain_body(s, node)

    def run() -> gast.AST:
        index = s.fresh(hint)
        s.kinds[index] = Scalar("int64")
        with s.block() as block:
            begin(Sym.name(index, Scalar("int64")))
            s.run(body)
        return build.for_range(index, _range_args(bounds), block)

    # The index of a range keeps its last value in Python too, unless the loop may not run and it had one before;
    # elements need a name that lives on.
    names = assigned([node.target])
    had_value = bool(names & set(s.frame.vars) & carry.live_after(s, node))
    carry.carry(s, node, body, run, names, index=target is not None and not had_value)


def _has_effect(value: Sym) -> bool:
    return isinstance(value.kind, Array)


def _range_args(bounds: list[Sym]) -> list[gast.AST]:
    start, stop, step = bounds
    if step.value == 1 and start.value == 0:
        return [stop.node]
    return [start.node, stop.node] + ([] if step.value == 1 else [step.node])


def while_statement(s: State, node: gast.While) -> None:
    if node.orelse:
        s.refuse(node, "`else` of a loop is not supported yet", "use a flag")
    turned = _turned(s, node)
    if turned is not None:
        before, node = turned
        s.run(before)

    def run() -> gast.AST:
        with s.block() as block:
            test = s.evaluate(node.test)
            known = operations.truth(s, test)
            if known is None or not known:
                condition = branches.scalar_test(s, node.test, test)
                if block:
                    s.frame.at_exit = s.variables()
                else:
                    s.run(_plain_body(s, node))
                    return build.while_(condition.node, block)
                _exit(s, Sym(build.unary("not ", condition.node), Scalar("bool")))
                s.run(_plain_body(s, node))
            else:
                _body_with_exit(s, node)
        return build.while_(build.constant(True), block)

    carry.carry(s, node, node.body, run, set(), (node.test,))


def _plain_body(s: State, node: Any) -> list[gast.AST]:
    """The body of a loop without `continue`, with what is known of the liveness of its variables."""
    body = without_continue(s, node.body)
    if any(a is not b for a, b in zip(body, node.body)) or len(body) != len(node.body):
        after = carry.live_after(s, node)
        tests = [node.test] if isinstance(node, gast.While) else []
        end = after | live_in(body, tests, after)
        liveness.after_loops(body, end | s.frame.captured, s.frame.live_after)
        s.frame.rewritten.append(body)
    return body


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
    body = _plain_body(s, node)
    exits = [i for i, n in enumerate(body) if isinstance(n, gast.If) and _is_break(n)]
    if len(exits) != 1:
        return None
    first, exit_, rest = body[: exits[0]], body[exits[0]], body[exits[0] + 1 :]
    if not (assigned(first) & carry.live_after(s, node) or private.written_elements(first)):
        return None
    test = gast.copy_location(gast.UnaryOp(op=gast.Not(), operand=exit_.test), exit_.test)
    made = gast.copy_location(gast.While(test=test, body=exit_.orelse + rest + first, orelse=[]), node)
    after = carry.live_after(s, node)
    s.frame.live_after[id(made)] = after
    s.frame.rewritten.append([made])
    end = after | live_in(made.body, [test], after) | s.frame.captured
    liveness.after_loops(made.body, end, s.frame.live_after)
    return first, made


def _body_with_exit(s: State, node: gast.While) -> None:
    """`while True:` with one `if test: break` directly in its body."""
    body = _plain_body(s, node)
    exits = [i for i, n in enumerate(body) if isinstance(n, gast.If) and _is_break(n)]
    if len(exits) != 1:
        s.refuse(
            node, "`while True` needs exactly one `if ...: break` directly in its body", "put the test into `while`"
        )
    at = exits[0]
    s.run(body[:at])
    s.frame.at_exit = s.variables()
    test = operations.number(s, body[at].test)
    if body[at].orelse:
        test = Sym(build.unary("not ", test.node), Scalar("bool"))
    _exit(s, test)
    s.run(body[at].orelse + body[at + 1 :] if body[at].orelse else body[at + 1 :])


def _exit(s: State, test: Sym) -> None:
    s.emit(build.if_(test.node, [build.break_()], []))


def _is_break(node: gast.If) -> bool:
    return len(node.body) == 1 and isinstance(node.body[0], gast.Break)
