"""Joining: branches with the same test as one, and what is added only in one of them.

    if not small:                        if not small:
        s += np.log(v) * v                   s += np.log(v) * v
    if small:                 ──▶            x_bar[i] += 1.0 + np.log(v)
        v_bar = 0.0
    else:
        v_bar = 1.0 + np.log(v)
    x_bar[i] += v_bar

In: a block. Out: the block with each branch joined with an earlier one of the same or the opposite test, if nothing
that it passes reads or writes what it does.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.kinds.symbol import literal
from srctrans.optimize.fuse import effects, without_repeats
from srctrans.optimize.merge import Interference
from srctrans.syntax import build
from srctrans.syntax.attempt import is_attempt
from srctrans.syntax.core import assigned_name, is_exit, statements_of


def joined(body: list[Any], aliases: dict[str, set[str]]) -> list[Any]:
    """The body of a function with branches joined."""
    live = Interference()
    live.block(body, set())
    return _block(body, aliases, live.after)


def _block(block: list[Any], aliases: dict[str, set[str]], after: dict[int, set[str]]) -> list[Any]:
    result: list[Any] = []
    for st in block:
        at = _earlier(result, st, aliases) if _joinable(result, st) else None
        if at is None:
            result.append(st)
        elif _may_pass_all(st, result[at + 1 :], aliases):
            result[at] = _one(result[at], st, aliases)
        else:
            result.append(_one(result.pop(at), st, aliases))
    result = _sunk(result, aliases, after)
    for st in result:
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list) and inner:
                setattr(st, field, _block(inner, aliases, after))
    return result


def _joinable(before: list[Any], st: Any) -> bool:
    """A branch that is no exit, and not what an attempt guards."""
    return isinstance(st, gast.If) and not is_exit(st) and not (before and is_attempt(before[-1]))


def _earlier(block: list[Any], branch: Any, aliases: dict[str, set[str]]) -> int | None:
    """Where a branch of the same test stands that this one can be moved up to, or that can be moved down to it."""
    for at in range(len(block) - 1, -1, -1):
        st = block[at]
        if _joinable(block[:at], st) and _same_or_opposite(st.test, branch.test):
            theirs, between = effects([st], aliases, ""), block[at + 1 :]
            if (theirs.writes | theirs.local) & build.names_read(branch.test):
                return None
            movable = _may_pass_all(branch, between, aliases) or _may_pass_all(st, between, aliases)
            return at if movable else None
        if any(map(_stops, statements_of([st]))):
            return None
    return None


def _may_pass_all(st: Any, others: list[Any], aliases: dict[str, set[str]]) -> bool:
    """May a statement change places with all of these?"""
    mine, between = effects([st], aliases, ""), effects(others, aliases, "")
    ours, theirs = mine.writes | mine.local, between.writes | between.local
    return not (ours & (theirs | between.reads) or theirs & mine.reads)


def _stops(st: Any) -> bool:
    """May a statement end the way through the block, or do what is seen from outside?"""
    return is_exit(st) or is_attempt(st) or isinstance(st, (gast.Raise, gast.Assert, gast.Return, gast.Expr))


def _same_or_opposite(a: Any, b: Any) -> bool:
    return build.same(_positive(a), _positive(b))


def _positive(test: Any) -> Any:
    return test.operand if _is_not(test) else test


def _is_not(test: Any) -> bool:
    return isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not)


def _one(first: Any, second: Any, aliases: dict[str, set[str]]) -> Any:
    """Two branches of the same or the opposite test as one."""
    arms = [second.body, second.orelse]
    if _is_not(first.test) != _is_not(second.test):
        arms.reverse()
    body, orelse = (
        without_repeats([st for st in a + b if not isinstance(st, gast.Pass)], aliases)
        for a, b in zip((first.body, first.orelse), arms)
    )
    return build.if_(first.test, body or [build.pass_()], orelse, lineno=first.lineno)


def _sunk(block: list[Any], aliases: dict[str, set[str]], after: dict[int, set[str]]) -> list[Any]:
    """What adds a number that is zero in one arm of the branch before it goes into the other arm."""
    result: list[Any] = []
    for st in block:
        arm = _other_arm(result, st, aliases) if _adds(st) and st.value.id not in after[id(st)] else None
        (result if arm is None else arm).append(st)
    return result


def _other_arm(block: list[Any], st: Any, aliases: dict[str, set[str]]) -> list[Any] | None:
    """The arm that `st` goes into, now that the other one does not set its number to zero any more."""
    name = st.value.id
    for at in range(len(block) - 1, -1, -1):
        branch = block[at]
        if isinstance(branch, gast.If) and _joinable(block[:at], branch):
            zeros = [_zero_in(arm, name) for arm in (branch.body, branch.orelse)]
            between = block[at + 1 :]
            # The zero goes: nothing else may need it.
            if name in build.names_read(between) or not _may_pass_all(st, between, aliases):
                return None
            if (zeros[0] is None) == (zeros[1] is None):
                return None
            idle, busy = (branch.body, branch.orelse) if zeros[1] is None else (branch.orelse, branch.body)
            idle.remove(zeros[0] or zeros[1])
            branch.body = branch.body or [build.pass_()]
            return busy
        if name in build.names_stored(branch) or any(map(_stops, statements_of([branch]))):
            return None
    return None


def _adds(st: Any) -> bool:
    """`a[i] += v` or `x -= v`."""
    added = isinstance(st, gast.AugAssign) and isinstance(st.op, (gast.Add, gast.Sub))
    return added and isinstance(st.value, gast.Name)


def _zero_in(arm: list[Any], name: str) -> Any | None:
    """The statement that sets a name to zero in an arm that does not mention the name otherwise."""
    mentions = [st for st in arm if name in build.names_read(st) | build.names_stored(st)]
    single = mentions[0] if len(mentions) == 1 else None
    return single if assigned_name(single) == name and literal(getattr(single, "value", None)) == 0.0 else None
