"""Every program of the corpus: its gradient against differences, in both modes, compiled, with passes off.

The plain checks run for every program. What compiles or transforms again and again runs for a fixed spread of
the programs by default, another one for each pass that is switched off, and for all of them with `-m full`.
"""

from __future__ import annotations

import ast
import copy
import functools
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import srctrans

from .differences import assert_same, differences, inner, leaves, random_like, rebuild
from .programs import PROGRAMS, Program

# From arms of np.where that are not taken.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

ALL = list(PROGRAMS.values())
PASSES = sorted(srctrans.OPTIMIZATIONS)


def points(program: Program) -> Iterator[tuple[Any, ...]]:
    """The arguments at each point where the program is checked."""
    return (program.arguments(point) for point in range(program.points))


def spread(programs: list[Program], every: int, start: int = 0) -> list[Any]:
    """Parameters for all of `programs`; those that are not one in `every` only run with `-m full`."""
    return [
        pytest.param(p, id=p.name, marks=() if i % every == start % every else pytest.mark.full)
        for i, p in enumerate(programs)
    ]


def value_and_gradients(program: Program, args: tuple[Any, ...], **how: Any) -> tuple[Any, tuple[Any, ...]]:
    """What `value_and_grad` gives, newly transformed; the gradients as a tuple."""
    value, gradients = srctrans.value_and_grad(program.function, program.argnums, **how)(*args)
    return value, as_tuple(program, gradients)


@functools.lru_cache(maxsize=None)
def expected(program: Program, point: int) -> tuple[Any, tuple[Any, ...]]:
    """The value and gradients of `value_and_grad` in plain Python, with every pass on."""
    return value_and_gradients(program, program.arguments(point))


def as_tuple(program: Program, gradients: Any) -> tuple[Any, ...]:
    return (gradients,) if program.single else gradients


def tolerance(program: Program) -> float:
    """How far apart two derivatives of the same program may be that are both exact but for rounding."""
    return 1e-9 if program.rtol <= 1e-6 else program.rtol


def assert_alike(program: Program, got: Any, want: Any) -> None:
    for result, reference in zip(got, want, strict=True):
        assert_same(result, reference, tolerance(program), like=reference)


@pytest.mark.parametrize("program", spread(ALL, 1))
def test_gradient_against_differences(program: Program) -> None:
    for point, args in enumerate(points(program)):
        value, gradients = expected(program, point)
        assert_same(value, program.function(*copy.deepcopy(args)), tolerance(program))
        if program.kink:
            continue
        wanted = differences(program.function, args, program.positions)
        assert len(gradients) == len(wanted)
        for position, got, want in zip(program.positions, gradients, wanted):
            assert_same(got, want, program.rtol, 1e-7 * max(1.0, abs(float(value))), like=args[position])


@pytest.mark.parametrize("program", spread([p for p in ALL if p.exact is not None], 1))
def test_gradient_against_closed_form(program: Program) -> None:
    assert program.exact is not None
    for point, args in enumerate(points(program)):
        _, gradients = expected(program, point)
        wanted = as_tuple(program, program.exact(*args))
        for position, got, want in zip(program.positions, gradients, wanted, strict=True):
            assert_same(got, want, tolerance(program), like=args[position])


@pytest.mark.parametrize("program", spread(ALL, 1))
def test_gradient_without_value(program: Program) -> None:
    for point, args in enumerate(points(program)):
        got = srctrans.grad(program.function, program.argnums)(*args)
        assert_alike(program, as_tuple(program, got), expected(program, point)[1])


@pytest.mark.parametrize("program", spread(ALL, 1))
def test_forward_against_reverse(program: Program) -> None:
    rng = np.random.default_rng(7)
    for point, args in enumerate(points(program)):
        value, gradients = expected(program, point)
        tangents = tuple(random_like(args[position], rng) for position in program.positions)
        along = tangents[0] if program.single else tangents
        got_value, got = srctrans.jvp(program.function, program.argnums)(args, along)
        assert_same(got_value, value, tolerance(program))
        assert np.shape(got) == ()
        size = sum(abs(inner(g, t)) for g, t in zip(gradients, tangents))
        want = sum(inner(g, t) for g, t in zip(gradients, tangents))
        assert abs(float(got) - want) <= tolerance(program) * (10.0 * size + 1e-6)


@pytest.mark.parametrize("program", spread(ALL, 6))
def test_cotangent_scales_the_gradient(program: Program) -> None:
    for point, args in enumerate(points(program)):
        value, gradients = expected(program, point)
        got_value, got = srctrans.vjp(program.function, program.argnums)(args, -2.0)
        assert_same(got_value, value, tolerance(program))
        for a, b in zip(as_tuple(program, got), gradients, strict=True):
            for (place, x), (_, y) in zip(leaves(a), leaves(b), strict=True):
                np.testing.assert_allclose(x, -2.0 * np.asarray(y), tolerance(program), 1e-12, err_msg=place)


@pytest.mark.parametrize("program", spread(ALL, 1))
def test_arguments_are_left_alone(program: Program) -> None:
    """Arguments keep every bit, gradients share no memory with them or each other, a second call agrees."""
    args = program.arguments()
    transformed = srctrans.value_and_grad(program.function, program.argnums)
    value, gradients = transformed(*args)
    for (place, after), (_, before) in zip(leaves(args), leaves(program.arguments()), strict=True):
        assert type(after) is type(before)
        assert np.array_equal(after, before), f"argument{place} was changed"
    arrays = [(f"argument{place}", x) for place, x in leaves(args) if isinstance(x, np.ndarray)]
    results = [(f"gradient{place}", x) for place, x in leaves(gradients) if isinstance(x, np.ndarray)]
    pairs = itertools.chain(itertools.product(results, arrays), itertools.combinations(results, 2))
    for (a, x), (b, y) in pairs:
        assert not np.shares_memory(x, y), f"{a} and {b} share memory"
    kept = copy.deepcopy((value, gradients))
    again = transformed(*args)
    results_of_first = leaves((value, gradients))
    for (place, x), (_, y), (_, z) in zip(leaves(kept), leaves(again), results_of_first, strict=True):
        assert np.array_equal(x, y), f"a second call differs at {place}"
        assert np.array_equal(x, z), f"a second call overwrote the first result at {place}"


@pytest.mark.parametrize("program", spread(ALL, 1))
def test_source_parses_and_is_always_the_same(program: Program) -> None:
    sources = []
    for _ in range(2):
        gradient = srctrans.grad(program.function, program.argnums)
        gradient(*program.arguments())
        sources.append(gradient.source)
    ast.parse(sources[0])
    assert "import srctrans" not in sources[0] and "from srctrans" not in sources[0]
    assert sources[0] == sources[1]


@pytest.mark.parametrize("program", spread([p for p in ALL if p.numba], 6))
def test_under_numba(program: Program) -> None:
    for point, args in enumerate(points(program)):
        value, gradients = value_and_gradients(program, args, jit=True)
        assert_same(value, expected(program, point)[0], tolerance(program))
        assert_alike(program, gradients, expected(program, point)[1])


@pytest.mark.parametrize(
    ("off", "program"),
    [
        pytest.param(off, *case.values, id=f"{off}-{case.id}", marks=case.marks)
        for start, off in enumerate([*PASSES, "all"])
        for case in spread(ALL, 12, start)
    ],
)
def test_without_a_pass(off: str, program: Program) -> None:
    """No optimisation or analysis changes a number when it is switched off."""
    switched = {name: False for name in (PASSES if off == "all" else [off])}
    for point, args in enumerate(points(program)):
        wanted = expected(program, point)
        with srctrans.options(**switched):
            value, gradients = value_and_gradients(program, args)
            _, tangent = srctrans.jvp(program.function, program.argnums)(args, _ones(program, args))
        assert_same(value, wanted[0], tolerance(program))
        assert_alike(program, gradients, wanted[1])
        parts = [np.asarray(x, float) for _, x in leaves(wanted[1])]
        size = sum(float(np.sum(np.abs(x))) for x in parts)  # the sum itself may be zero, of large elements
        assert abs(float(tangent) - sum(float(np.sum(x)) for x in parts)) <= tolerance(program) * (10.0 * size + 1e-6)


def _ones(program: Program, args: tuple[Any, ...]) -> Any:
    """The tangents that are one everywhere: along them the derivative is the sum of the gradient."""
    def one(x: Any) -> Any:
        return np.ones_like(x) if isinstance(x, (np.ndarray, np.generic)) else 1.0

    chosen = (args[position] for position in program.positions)
    tangents = tuple(rebuild(a, (one(x) for _, x in leaves(a))) for a in chosen)
    return tangents[0] if program.single else tangents
