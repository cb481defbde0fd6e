"""Random programs: their derivatives agree, few are refused, and a failing one is made small."""

import collections
import dataclasses

import pytest

from tests.random_programs.__main__ import checked
from tests.random_programs.check import ALLOWED, check
from tests.random_programs.program import make
from tests.random_programs.shrink import shrunk

EACH = 20


def run(first: int, count: int, jit: bool | None) -> None:
    """Check some programs: none fails, few are refused."""
    verdicts: collections.Counter[str] = collections.Counter()
    for seed in range(first, first + count):
        outcome = checked(seed, jit)
        assert not outcome.fails, f"python -m tests.random_programs --show {seed}: {outcome.reason}\n{outcome.report}"
        assert outcome.verdict != "refused" or ALLOWED.match(outcome.reason), f"seed {seed}: {outcome.report}"
        verdicts[outcome.verdict] += 1
    assert verdicts["ok"] > 0.6 * count, verdicts


@pytest.mark.parametrize("first", range(0, 300, EACH))
def test_random_programs(first: int) -> None:
    run(first, EACH, jit=False)


def test_random_programs_under_numba() -> None:
    run(1000, 4, jit=True)


@pytest.mark.full
@pytest.mark.parametrize("first", range(2000, 7000, 100))
def test_many_random_programs(first: int) -> None:
    run(first, 100, jit=None)


def test_a_seed_gives_one_program() -> None:
    assert make(7) == make(7)
    assert make(7).text != make(8).text


def test_programs_are_of_many_forms() -> None:
    text = "\n".join(make(seed).text for seed in range(200))
    forms = ("for ", "while ", "elif ", "else:", "break", "continue", "return\n", " if ", "[::-1]", "*=", ".T", "{'a'")
    for form in (*forms, "enumerate", "zip", ".append", "out=", ".sort()", "np.where", "np.add.at"):
        assert form in text, form


def test_the_smallest_program_that_fails_is_found() -> None:
    program = make(12)
    found = shrunk(program.text, lambda text: "np.sum" in text and "return" in text)
    assert len(found) < 60


def test_no_program_is_one_that_raises() -> None:
    program = dataclasses.replace(make(12), text="def program(*args):\n    return y\n")
    assert check(program).verdict == "rejected"
