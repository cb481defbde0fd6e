"""Control flow before specialisation: `continue` becomes a branch.

for i in r:                    for i in r:
    if c: continue      ──▶        if c: pass
    rest                           else: rest
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.frontend.state import State
from srctrans.syntax import build


def without_continue(s: State, body: list[gast.AST]) -> list[gast.AST]:
    """The body of a loop without `continue`; a `break` that is not the test of a `while True` is refused."""
    result: list[gast.AST] = []
    for position, node in enumerate(body):
        if isinstance(node, gast.Continue):
            return result
        if isinstance(node, gast.If) and _continues(node):
            rest = without_continue(s, body[position + 1 :])
            result.append(_with(s, node, rest))
            return result
        result.append(node)
    return result


def _continues(node: Any) -> bool:
    """Is there a `continue` of this loop in the branch?"""
    if isinstance(node, gast.Continue):
        return True
    return isinstance(node, gast.If) and any(map(_continues, node.body + node.orelse))


def _with(s: State, node: gast.If, rest: list[gast.AST]) -> gast.If:
    """The branch with what follows it moved inside."""
    body = without_continue(s, node.body + rest) or [build.pass_()]
    orelse = without_continue(s, node.orelse + rest)
    new = gast.If(test=node.test, body=body, orelse=orelse)
    return gast.copy_location(new, node)
