"""What can go wrong, as exceptions that say where, why and what to do instead.

>>> print(SourceError([Problem("no derivative", "write it out", Place("f.py", 3, 4, 7, "y = foo(x)"))]))
f.py:3: no derivative
    y = foo(x)
        ^^^
  instead: write it out
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence


@dataclass(frozen=True)
class Place:
    """A piece of a line: line counted from 1, columns from 0."""

    filename: str
    line: int
    column: int
    end_column: int | None
    text: str


@dataclass(frozen=True)
class Problem:
    """One thing that is not supported: why, what to write instead, where."""

    reason: str
    instead: str
    place: Place | None = None


class SrctransError(Exception):
    """The family of everything that srctrans raises."""


class SourceError(SrctransError):
    """A function cannot be transformed; `problems` holds all that was found."""

    def __init__(self, problems: Problem | Sequence[Problem]) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(map(_report, self.problems)))


class KindError(SrctransError, TypeError):
    """An argument of a kind that cannot be differentiated."""


def _report(problem: Problem) -> str:
    lines = [problem.reason]
    place = problem.place
    if place is not None:
        lines = [f"{place.filename}:{place.line}: {problem.reason}"]
        if place.text:
            shown = place.text.lstrip()
            start = place.column - (len(place.text) - len(shown))
            stop = (place.end_column or place.column + 1) - (len(place.text) - len(shown))
            lines += ["    " + shown.rstrip(), "    " + " " * start + "^" * max(1, min(stop, len(shown.rstrip())) - start)]
    if problem.instead:
        lines.append(f"  instead: {problem.instead}")
    return "\n".join(lines)
