"""One section's measurements: what was timed, beside what, and what went wrong on the way.

A section collects rows (one per candidate), figures (single numbers that targets are about) and problems
(a candidate that could not be built, raised, or gave a wrong result: it gets no row). It goes from the
process that measured to the one that reports as JSON.
"""

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import numpy as np

from .timing import ratio, rounds_of

FUNCTION, BY_HAND, ON_TAPE = "function", "hand-written", "autograd"
Candidate = Callable[[], object]
# What it computes and who wrote it ("grad", "grad, hand-written"), and how to make the callable.
Entry = tuple[str, Callable[[], Candidate]]


@dataclass
class Row:
    """The time of one candidate, and how many times as long as others it took in the same rounds.

    `over` has the function itself and, where they were measured too, those that compute the same:
    {"function": 1.27, "hand-written": 1.01, "autograd": 0.004}.
    """

    program: str
    size: str
    runtime: str
    what: str
    seconds: float
    over: dict[str, float]


@dataclass
class Section:
    """Everything that one process measured."""

    name: str
    rows: list[Row] = field(default_factory=list)
    figures: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def compare(
        self, program: str, size: str, runtime: str, entries: Sequence[Entry], rounds: int, sample: float
    ) -> None:
        """Time the entries in turns, the first being the function, and add a row for each.

        The results of entries with the same first word (`grad`, `value_and_grad`) have to agree.
        """
        case = f"{program}, {size}, {runtime}"
        tried = [(what, self._attempt(case, what, build)) for what, build in entries]
        ready = self._agreeing(case, [(what, candidate) for what, candidate in tried if candidate])
        names = [what for what, _ in ready]
        taken = dict(zip(names, rounds_of([candidate for _, candidate in ready], rounds, sample)))
        for what, seconds in taken.items():
            kind = what.split(",")[0]
            others = {FUNCTION: FUNCTION} | {by: f"{kind}, {by}" for by in (BY_HAND, ON_TAPE)}
            over = {by: ratio(seconds, taken[other]) for by, other in others.items() if other in taken}
            self.rows.append(Row(program, size, runtime, what, median(seconds), over))

    def figure(self, name: str, measure: Callable[[], float]) -> None:
        """Add a single number, or a problem if it could not be measured."""
        try:
            self.figures[name] = float(measure())
        except Exception:
            self.problems.append(f"{self.name}, {name}: {_last_line()}")

    def _attempt(self, case: str, what: str, build: Callable[[], Candidate]) -> Candidate | None:
        """The candidate after one call that worked; the function itself has to."""
        try:
            candidate = build()
            candidate()
            return candidate
        except Exception:
            if what == FUNCTION:
                raise
            self.problems.append(f"{case}: {what}: {_last_line()}")
            return None

    def _agreeing(self, case: str, ready: list[tuple[str, Candidate]]) -> list[tuple[str, Candidate]]:
        """Those whose results agree with the hand-written one of the same kind, or the first there is."""
        references: dict[str, list[np.ndarray]] = {}
        for what, candidate in sorted(ready, key=lambda entry: BY_HAND not in entry[0]):
            references.setdefault(what.split(",")[0], leaves(candidate()))
        agreeing = []
        for what, candidate in ready:
            reference, found = references[what.split(",")[0]], leaves(candidate())
            if len(found) == len(reference) and all(map(_close, found, reference)):
                agreeing.append((what, candidate))
            else:
                self.problems.append(f"{case}: {what} gives a wrong result")
        return agreeing


def leaves(result: Any) -> list[np.ndarray]:
    """The arrays and numbers of a nested result, in order."""
    if isinstance(result, tuple | list):
        return [leaf for item in result for leaf in leaves(item)]
    return [np.asarray(result)]


def _close(a: np.ndarray, b: np.ndarray) -> bool:
    scale = float(np.max(np.abs(b), initial=0.0))
    return a.shape == b.shape and bool(np.allclose(a, b, rtol=1e-9, atol=1e-11 * scale))


def _last_line() -> str:
    return traceback.format_exc().strip().splitlines()[-1]
