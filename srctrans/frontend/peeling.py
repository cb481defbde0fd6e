"""Peeling: the first iteration of a loop on its own, where a variable has its final kind only after it.

    total = 0                         if not len(a) > 0: raise ValueError(...)
    for row in a:             ──▶     total = 0 + a[0]
        total = total + row           for i in range(1, len(a)):
                                          total = total + a[i]

In: what binds the first item and runs the body once, what runs the rest of the loop, the test that it runs at all.
Out: nothing; the iterations are emitted. Where a loop that does not run leaves a variable that counts in another
kind, that is an error at run time.
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from srctrans.frontend import branches, joins, operations, trials
from srctrans.frontend.state import NeedsPeeling, NeedsUnrolling, Refusal, State
from srctrans.frontend.values import Range, Value
from srctrans.kinds.kind import Scalar, Static
from srctrans.kinds.symbol import Sym
from srctrans.syntax import build

# A kind that is final after so many iterations: `older, last = last, value` takes two.
DEEPEST = 2


def peel(
    s: State, node: gast.AST, request: NeedsPeeling, runs: Value, first: Callable[[], Value], rest: Callable[[], None]
) -> None:
    """Run the first iteration, if there is one, and then the rest; `first` gives whether the loop was left."""

    def whole() -> None:
        left = first()
        known = operations.truth(s, left)
        if known is None:
            stay = branches.scalar_test(s, node, operations.negation(s, node, left))
            branches.split(s, node, stay, rest, lambda: None)
        elif not known:
            rest()

    known = operations.truth(s, runs)
    if known is not None:
        if known:
            whole()
        return
    test = branches.scalar_test(s, node, runs)
    before, marked = joins.snapshot(s), trials.mark(s)
    try:
        branches.split(s, node, test, whole, lambda: None)
    except (Refusal, NeedsUnrolling):
        joins.restore(s, before)
        trials.reset(s, marked)
        _check(s, test, f"{request.problem.reason}: it has to run")
        whole()


def _check(s: State, test: Sym, message: str) -> None:
    """An error where the loop does not run."""
    with s.block() as error:
        s.emit(gast.Raise(exc=build.call("ValueError", build.constant(message)), cause=None))
    s.emit(build.if_(build.unary("not ", test.node), error, []))


def runs_at_all(value: Range) -> Value:
    """Is there an item in the range?"""
    bounds = [value.start.value, value.stop.value, value.step.value]
    if all(isinstance(b, int) for b in bounds):
        return Static(len(range(*bounds)) > 0)  # type: ignore[arg-type]
    step = value.step.value
    if step is None:
        length = build.call("len", build.call("range", value.start.node, value.stop.node, value.step.node))
        return Sym(build.compare(length, ">", build.constant(0)), Scalar("bool"))
    return Sym(build.compare(value.stop.node, ">" if step > 0 else "<", value.start.node), Scalar("bool"))
