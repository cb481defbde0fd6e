"""Comments: the user's line above the statements that are its adjoint.

In: a block whose adjoint statements have the negative number of the line that
they reverse. Out: the block with a comment where the line changes; the one
comment of a loop stands above it.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.syntax import build
from srctrans.syntax.core import statements_of


def with_comments(block: list[Any], origins: list[str]) -> list[Any]:
    return _block(block, origins, 0)[0]


def _block(block: list[Any], origins: list[str], last: int) -> tuple[list[Any], int]:
    result: list[Any] = []
    for st in block:
        line = _line(st)
        if line < 0 and line != last and origins[-line]:
            result.append(build.comment(origins[-line]))
            last = line
        elif line >= 0:
            last = 0
        for name in ("body", "orelse"):
            inner = getattr(st, name, None)
            if isinstance(inner, list) and inner and not isinstance(st, gast.Expr):
                made, _ = _block(inner, origins, last if line < 0 else 0)
                if isinstance(st, (gast.For, gast.While)) and _only_first(made):
                    result.append(made.pop(0))
                setattr(st, name, made)
        result.append(st)
    return result, last


def _only_first(block: list[Any]) -> bool:
    """Is the first statement of a loop's body its one comment, so that it can stand above the loop?"""
    return _is_comment(block[0]) and not any(map(_is_comment, statements_of(block[1:])))


def _is_comment(st: Any) -> bool:
    return isinstance(st, gast.Expr) and isinstance(getattr(st.value, "value", None), build.Comment)


def _line(st: Any) -> int:
    """The line of a statement; for a compound one, the one line that all in it share, if there is one."""
    if not isinstance(st, (gast.For, gast.While, gast.If)):
        return int(getattr(st, "lineno", 0) or 0)
    lines = {
        int(getattr(x, "lineno", 0) or 0)
        for x in statements_of(st.body + st.orelse)
        if not isinstance(x, (gast.For, gast.While, gast.If, gast.Pass))
    }
    if len(lines) == 1:
        return lines.pop()
    return int(getattr(st, "lineno", 0) or 0)
