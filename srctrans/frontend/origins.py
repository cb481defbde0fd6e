"""Origins: the user's line that a statement stands for, for comments in the generated source.

In: a statement. Out: a number, that of its text in `State.origins`; a loop or a branch has the empty text.

    y = a * x  # scaled     ──▶     the number of "y = a * x"
"""

from __future__ import annotations

import re

import gast

from srctrans.frontend.state import State
from srctrans.syntax.printer import to_source


def origin_of(s: State, statement: gast.AST) -> int:
    """The number of the user's line, for comments in the generated source."""
    lines = s.frame.source.lines
    first = getattr(statement, "lineno", None)
    last = getattr(statement, "end_lineno", first)
    if hasattr(statement, "body"):
        # What is the adjoint of a whole loop or branch gets no comment.
        text = ""
    elif first is not None and first == last and first <= len(lines):
        text = lines[first - 1].strip()
        if "#" in text and not any(q in text for q in "\"'"):
            text = text.split("#")[0].rstrip()
    else:
        text = " ".join(line.strip() for line in to_source(statement).strip().splitlines())
        text = re.sub(r"'[0-9]+", "", text)  # Variables of generators have other names while they run.
    if s.origins[-1] != text:
        s.origins.append(text)
    return len(s.origins) - 1
