"""Exits as people write them: what runs only where a loop goes on stands after the exit, not in a branch.

    if not stop:                  trips += 1
        x = x - step              if stop:
    trips += 1           ──▶          break
    if stop:                      x = x - step
        break

In: a block. Out: the block with the exits at the ends of loop bodies moved up, where nothing that they pass
reads or writes what the branch does.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.optimize.fuse import effects
from srctrans.syntax import build
from srctrans.syntax.attempt import is_attempt
from srctrans.syntax.core import at_end


def early(block: list[Any], aliases: dict[str, set[str]]) -> list[Any]:
    """The block with exits before the branches that they guard."""
    for st in block:
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list) and inner:
                setattr(st, field, early(inner, aliases))
        if isinstance(st, (gast.For, gast.While)):
            while _moved(st, aliases):
                pass
    return block


def _moved(loop: Any, aliases: dict[str, set[str]]) -> bool:
    """Move the exit at the end of a body before the last branch that it guards."""
    leave = at_end(loop.body)
    if leave is None or len(leave.body) > 1 or not isinstance(leave.test, gast.Name):
        return False
    for at in range(len(loop.body) - 2, -1, -1):
        guard = loop.body[at]
        tried = at and is_attempt(loop.body[at - 1])
        if isinstance(guard, gast.If) and _flag_of(guard.test) == leave.test.id and not tried:
            return _unwrapped(loop, at, leave, aliases)
        if isinstance(guard, (gast.If, gast.For, gast.While)):
            return False
    return False


def _flag_of(test: Any) -> str:
    """`stop` of `not stop`, or nothing."""
    inner = test.operand if isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not) else None
    return str(inner.id) if isinstance(inner, gast.Name) else ""


def _unwrapped(loop: Any, at: int, leave: Any, aliases: dict[str, set[str]]) -> bool:
    guard, between = loop.body[at], loop.body[at + 1 : -1]
    mine, other = effects(guard.body, aliases, ""), effects(between, aliases, "")
    writes, others = mine.writes | mine.local, other.writes | other.local
    if writes & (others | other.reads | {leave.test.id}) or others & mine.reads:
        return False
    exit_ = build.if_(leave.test, [*guard.orelse, *leave.body], [], lineno=leave.lineno)
    if build.names_read(guard.orelse) & others or build.names_stored(guard.orelse) & (others | other.reads):
        return False
    loop.body[at:] = [*between, exit_, *[st for st in guard.body if not isinstance(st, gast.Pass)]]
    return True
