"""What can go wrong, as exceptions that say where, why and what to write instead.

In: problems, each with its place in the source where it has one. Out: an exception whose text is a report.

>>> place = Place("f.py", 3, 4, 7, "y = foo(x)")
>>> print(SourceError(Problem("no derivative of `foo`", "write it out", place)))
f.py:3: no derivative of `foo`
    y = foo(x)
        ^^^
  instead: write it out
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A piece of a line: lines are counted from 1, columns (of characters) from 0.

    `end_column` is None where the cause goes on to the end of the line or beyond it;
    `text` is the whole line, empty where it is not known.
    """

    filename: str
    line: int
    column: int
    end_column: int | None
    text: str


@dataclass(frozen=True)
class Problem:
    """One thing that is not supported: why, what to write instead ("" where nothing is known), where."""

    reason: str
    instead: str
    place: Place | None = None


class SrctransError(Exception):
    """The family of everything that srctrans raises."""


class SourceError(SrctransError):
    """A function cannot be transformed; `problems` holds all that was found, and the text reports them."""

    def __init__(self, problems: Problem | Sequence[Problem]) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n\n".join(map(_report, self.problems))


class KindError(SrctransError, TypeError):
    """An argument of a kind that cannot be differentiated."""


def _report(problem: Problem) -> str:
    place = problem.place
    if place is None:
        lines = [problem.reason]
    else:
        lines = [f"{place.filename}:{place.line}: {problem.reason}", *_excerpt(place)]
    if problem.instead:
        lines.append(f"  instead: {problem.instead}")
    return "\n".join(lines)


def _excerpt(place: Place) -> list[str]:
    """The line and, under the cause, carets."""
    text = place.text.rstrip()
    shown = text.lstrip()
    if not shown:
        return []
    removed = len(text) - len(shown)
    start = min(max(place.column - removed, 0), len(shown) - 1)
    stop = len(shown) if place.end_column is None else min(place.end_column - removed, len(shown))
    # One column each, so that the carets stand where they should.
    return ["    " + shown.replace("\t", " "), "    " + " " * start + "^" * max(stop - start, 1)]
