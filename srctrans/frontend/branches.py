"""Branches: `if`, conditional expressions, `and` and `or`.

A test that is known now leaves one branch; otherwise both are specialised and
the names that differ are joined: each branch assigns the join name last.

    if x > 0: y = x          if x > 0:
    else: y = 0.0      ──▶       y = x
                             else:
                                 y = 0.0
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from srctrans.frontend import heap, joins, operations, optional, origins
from srctrans.frontend.state import RETURN, Ended, Refusal, State
from srctrans.frontend.values import POISON, Value
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Scalar, Static
from srctrans.kinds.symbol import Sym
from srctrans.syntax import build
from srctrans.syntax.core import assigned_name


def statement(s: State, node: gast.If) -> None:
    """An `if` in which nothing returns."""
    test = s.evaluate(node.test)
    known = operations.truth(s, test)
    if known is not None:
        s.run(node.body if known else node.orelse)
        return
    split(
        s,
        node,
        scalar_test(s, node.test, test),
        lambda: s.run(node.body),
        lambda: s.run(node.orelse),
    )


def returning(s: State, node: gast.If, rest: list[gast.AST]) -> None:
    """An `if` with a `return` inside: what follows it belongs to the branches that go on."""
    origin = s.origin
    if s.frame.depth == 0:
        s.origin = origins.origin_of(s, node)
    test = s.evaluate(node.test)
    known = operations.truth(s, test)
    if known is not None:
        s.origin = origin
        s.run((node.body if known else node.orelse) + rest)
        return
    split(
        s,
        node,
        scalar_test(s, node.test, test),
        lambda: s.run(node.body + rest),
        lambda: s.run(node.orelse + rest),
    )
    s.origin = origin
    s.frame.returned = True


def scalar_test(s: State, node: gast.AST, value: Value) -> Sym:
    operations.check_truth(s, node, value)
    test = operations.to_number(s, node, operations.truth_value(s, node, value))
    if dims_of(test.kind):
        s.refuse(node, "the truth of an array is ambiguous", "use np.any, np.all or np.where")
    return test


def split(s: State, node: gast.AST, test: Sym, then: Callable[[], Any], otherwise: Callable[[], Any]) -> None:
    """Specialise both branches from the same variables and join them."""
    before = joins.snapshot(s)
    returned = s.frame.returned
    settled_first = optional.settle(s, optional.known(test.node, True))
    first, raised_first = _collected(s, then)
    after_first = joins.snapshot(s)
    ended_first, s.frame.returned = s.frame.returned, returned
    joins.restore(s, before)
    settled_second = optional.settle(s, optional.known(test.node, False))
    second, raised_second = _collected(s, otherwise)
    ended_second = s.frame.returned
    if raised_first or raised_second:
        s.emit(build.if_(test.node, first or [build.pass_()], second))
        if raised_first and raised_second:
            raise Ended
        if raised_second:
            joins.restore(s, after_first)
            s.frame.returned = ended_first
        return
    if ended_first != ended_second:
        # One branch returned, nothing follows the other: Python gives None there.
        if ended_first:
            s.frame.vars.setdefault(RETURN, Static(None))
        else:
            after_first.vars[s.frame].setdefault(RETURN, Static(None))
        s.frame.returned = True
    optional.unsettle(s, settled_first, after_first, settled_second)
    joins.join(s, node, after_first, first, second)
    flag = _flag_set(test, first, second)
    if flag is not None:
        s.emit(flag)
    elif first or second:
        s.emit(build.if_(test.node, first or [build.pass_()], second))


def _flag_set(test: Sym, first: list[Any], second: list[Any]) -> Any | None:
    """`flag = test` of branches that only set a flag, to True and to False."""
    name = assigned_name(first[0]) if len(first) == len(second) == 1 else None
    if name is None or not _is_bool(test):
        return None
    yes, no = (build.assign(name, build.constant(b)) for b in (True, False))
    return build.assign(name, test.node) if build.same([yes, no], [first[0], second[0]]) else None


def _collected(s: State, branch: Callable[[], Any]) -> tuple[list[Any], bool]:
    """The statements of a branch, and whether it ends in an exception."""
    s.guards += 1
    try:
        with s.block() as block:
            branch()
    except Ended:
        return block, True
    finally:
        s.guards -= 1
    return block, False


def conditional(s: State, node: gast.IfExp) -> Value:
    """`a if test else b`: only the branch that is taken is evaluated."""
    test = s.evaluate(node.test)
    known = operations.truth(s, test)
    if known is not None:
        return s.evaluate(node.body if known else node.orelse)
    return choose(
        s,
        node,
        scalar_test(s, node.test, test),
        lambda: s.evaluate(node.body),
        lambda: s.evaluate(node.orelse),
    )


def choose(s: State, node: gast.AST, test: Sym, then: Callable[[], Value], otherwise: Callable[[], Value]) -> Value:
    """A value that one of two branches gives."""
    slot = s.hint or "t"
    key = f"<{slot}>"

    def run(branch: Callable[[], Value]) -> Callable[[], None]:
        def go() -> None:
            try:
                s.frame.vars[key] = branch()
            except Refusal as refusal:
                if refusal.problem is not None or not s.learning:
                    raise
                # What is not known yet is learned from the other branch.
                s.frame.vars[key] = POISON

        return go

    outer = s.frame.vars.pop(key, None)
    split(s, node, test, run(then), run(otherwise))
    result = s.frame.vars.pop(key)
    if outer is not None:
        s.frame.vars[key] = outer
    if result is POISON:
        raise Refusal(None)
    return result


def boolean(s: State, node: gast.BoolOp, values: list[gast.AST]) -> Value:
    """`a and b`, `a or b`, with the short cut that Python takes."""
    conjunction = isinstance(node.op, gast.And)
    first = s.evaluate(values[0])
    if len(values) == 1:
        return first
    known = operations.truth(s, first)
    if known is not None:
        return first if known != conjunction else boolean(s, node, values[1:])
    left = scalar_test(s, values[0], first)
    saved = joins.snapshot(s)
    right: Value = Static(None)
    settled = optional.settle(s, optional.known(left.node, conjunction))
    with s.block() as extra:
        try:
            right = boolean(s, node, values[1:])
        except Ended:
            extra.append(build.pass_())
        except Refusal as refusal:
            if refusal.problem is not None or not s.learning:
                raise
            extra.append(build.pass_())
    optional.undo(s, settled)
    if not heap.is_as_before(s, saved):
        extra.append(build.pass_())
    if not extra and _is_bool(left) and isinstance(right, Sym) and _is_bool(right):
        return Sym(gast.BoolOp(op=node.op, values=_operands(node, left) + _operands(node, right)), Scalar("bool"))
    if not extra and isinstance(right, Static) and isinstance(right.value, bool):
        return left if right.value == conjunction else right
    joins.restore(s, saved)
    left = s.atom(left, "test")
    test = left if conjunction else Sym(build.unary("not ", left.node), Scalar("bool"))
    return choose(s, node, test, lambda: boolean(s, node, values[1:]), lambda: left)


def _is_bool(value: Sym) -> bool:
    return isinstance(value.kind, Scalar) and value.kind.dtype == "bool"


def _operands(node: gast.BoolOp, value: Sym) -> list[gast.AST]:
    if isinstance(value.node, gast.BoolOp) and type(value.node.op) is type(node.op):
        return list(value.node.values)
    return [value.node]
