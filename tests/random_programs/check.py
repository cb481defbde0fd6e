"""The check of one program: its derivatives against each other, against differences, with passes off, compiled.

In: a program. Out: an `Outcome`:

    ok         all that could be compared agrees
    rejected   no program: it raises, or its values are too large to compare
    refused    srctrans raises SourceError; `reason` is why
    wrong      numbers differ; `reason` is which
    crash      another exception; `reason` is its type
"""

from __future__ import annotations

import copy
import re
import traceback
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

import srctrans
from tests.differences import inner, leaves, random_like, rebuild
from tests.random_programs.program import Program

LARGEST = 1e4
# For which reasons a program may be refused.
ALLOWED = re.compile(
    r"… may be the same array as …, and one of them is written into"
    r"|… may be used before it has a value"
    r"|… is computed in a loop and used after it in a way that is not supported yet"
    r"|a value computed before the … of this loop is used after it"
    r"|\w+ (may be|is) a reshaped view of an array that is written into"
    r"|a list changes its number of items in a loop of run-time length"
    r"|\w+ is a different kind of value on the two paths"
)
PASSES = tuple(srctrans.OPTIMIZATIONS)


@dataclass(frozen=True)
class Outcome:
    verdict: str
    reason: str = ""
    report: str = ""

    @property
    def fails(self) -> bool:
        return self.verdict in ("wrong", "crash")


class _Differs(Exception):
    """Two numbers that should be equal are not."""


class _NoProgram(Exception):
    """Nothing to compare with."""


def check(program: Program, passes: tuple[str, ...] = (), jit: bool = False, points: int = 2) -> Outcome:
    """Check a program at some points, also with every pass off and with each of `passes` off alone."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _Check(program, points).run(passes, jit)
    except _NoProgram as error:
        return Outcome("rejected", str(error).split("\n")[0])
    except srctrans.SourceError as error:
        return Outcome("refused", reason_of(error), str(error))
    except _Differs as error:
        reason, _, report = str(error).partition("\n")
        return Outcome("wrong", reason, report)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return Outcome("crash", f"{type(error).__name__} in {where.name}", traceback.format_exc())
    return Outcome("ok")


def refusal(program: Program) -> Outcome:
    """Whether the gradient of a program that Python runs is refused, without any comparison."""
    function = program.function()
    function(*program.arguments(0))
    try:
        srctrans.value_and_grad(function, program.argnums).specialise(*program.arguments(0))
    except srctrans.SourceError as error:
        return Outcome("refused", reason_of(error), str(error))
    return Outcome("ok")


def reason_of(error: srctrans.SourceError) -> str:
    """Why a program is refused, without the names in it."""
    reason = re.sub(r"may be the same array as [\w, ]+,", "may be the same array as …,", error.problems[0].reason)
    return re.sub(r"`[^`]*`|^\w+(?= (may be (the|used)|is computed))", "…", reason)


class _Check:
    """A program with what Python gives for it at each point."""

    def __init__(self, program: Program, points: int) -> None:
        self.f, self.positions = program.function(), program.argnums
        self.arguments = [program.arguments(point) for point in range(points)]
        self.values = [self.value(args) for args in self.arguments]
        rng = np.random.default_rng(program.seed)
        self.directions = [self.direction(args, rng) for args in self.arguments]

    def value(self, args: tuple[Any, ...]) -> float:
        try:
            value = float(self.f(*copy.deepcopy(args)))
        except Exception as error:
            raise _NoProgram(type(error).__name__) from None
        if not abs(value) < LARGEST:
            raise _NoProgram("too large")
        return value

    def direction(self, args: tuple[Any, ...], rng: np.random.Generator) -> tuple[Any, ...]:
        return tuple(random_like(args[p], rng) for p in self.positions)

    def run(self, passes: tuple[str, ...], jit: bool) -> None:
        reverse = srctrans.value_and_grad(self.f, self.positions)
        forward = srctrans.jvp(self.f, self.positions)
        found = [self.gradients(reverse, i, "reverse mode") for i in range(len(self.values))]
        for i, gradients in enumerate(found):
            self.against_forward(forward, i, gradients)
            self.against_differences(i, inner(gradients, self.directions[i]))
        self.alike(srctrans.grad(self.f, self.positions), found, "grad") if passes else None
        with srctrans.options(**dict.fromkeys(PASSES, False)):
            self.alike(srctrans.value_and_grad(self.f, self.positions), found, "every pass off")
        for name in passes:
            with srctrans.options(**{name: False}):
                self.alike(srctrans.value_and_grad(self.f, self.positions), found, f"{name} off")
        if jit:
            self.alike(srctrans.value_and_grad(self.f, self.positions, jit=True), found, "Numba")

    def gradients(self, derivative: Any, i: int, what: str) -> tuple[Any, ...]:
        """The gradients at a point; the value is that of the function, the arguments stay as they are."""
        args = copy.deepcopy(self.arguments[i])
        result = derivative(*args)
        value, gradients = result if derivative.mode == "value_and_grad" else (self.values[i], result)
        _same(value, self.values[i], f"value of {what}", 1.0)
        for (_, now), (_, before) in zip(leaves(args), leaves(self.arguments[i])):
            if not np.array_equal(now, before):
                raise _Differs(f"{what} changes an argument")
        if not all(np.all(np.isfinite(g)) for g in gradients):
            raise _NoProgram("not finite")
        if max(float(np.max(np.abs(g))) for g in gradients) > LARGEST:
            raise _NoProgram("too steep")
        return tuple(gradients)

    def alike(self, derivative: Any, found: list[tuple[Any, ...]], what: str) -> None:
        for i, wanted in enumerate(found):
            size = max(float(np.max(np.abs(g))) for g in wanted)
            for got, want in zip(self.gradients(derivative, i, what), wanted):
                _same(got, want, what, size)

    def against_forward(self, forward: Any, i: int, gradients: tuple[Any, ...]) -> None:
        value, tangent = forward(copy.deepcopy(self.arguments[i]), self.directions[i])
        _same(value, self.values[i], "value of forward mode", 1.0)
        terms = sum(inner(np.abs(g), np.abs(d)) for g, d in zip(gradients, self.directions[i]))
        _same(tangent, inner(gradients, self.directions[i]), "forward and reverse mode", terms)

    def against_differences(self, i: int, got: float) -> None:
        """Compare where the function is smooth: two steps, and both sides, give the same difference."""
        wide, fine = (self.difference(i, step) for step in (3e-5, 1e-5))
        if wide is None or fine is None or abs(wide - fine) > 1e-5 * max(abs(fine), 1.0):
            return
        if abs(got - fine) > 1e-4 * max(abs(fine), 1.0):
            raise _Differs(f"reverse mode and differences\n{got} where differences give {fine}")

    def difference(self, i: int, step: float) -> float | None:
        """A central difference along the direction; None where the two sides differ."""
        up, down = self.moved(i, step), self.moved(i, -step)
        slope = (up - down) / (2 * step)
        bend = (up - 2 * self.values[i] + down) / step
        return slope if abs(bend) < 1e-2 * max(abs(slope), 1.0) else None

    def moved(self, i: int, t: float) -> float:
        args = list(self.arguments[i])
        for position, direction in zip(self.positions, self.directions[i]):
            steps = (np.asarray(d)[()] for _, d in leaves(direction))
            args[position] = rebuild(args[position], (x + t * d for (_, x), d in zip(leaves(args[position]), steps)))
        return self.value(tuple(args))


def _same(got: Any, want: Any, what: str, size: float) -> None:
    if np.shape(got) != np.shape(want):
        raise _Differs(f"{what}: a shape\n{np.shape(got)} for {np.shape(want)}")
    if not np.allclose(got, want, rtol=1e-7, atol=1e-8 * max(size, 1.0)):
        raise _Differs(f"{what}\n{got} where it should be {want}")
