"""The corpus itself: every program runs, gives one finite number, and is smooth where it is checked."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from .differences import assert_same, differences, leaves, size
from .programs import PROGRAMS, Program


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # from arms of np.where that are not taken
@pytest.mark.parametrize("program", [pytest.param(p, id=p.name) for p in PROGRAMS.values()])
def test_program_can_be_checked(program: Program) -> None:
    for point in range(program.points):
        args = program.arguments(point)
        value = program.function(*copy.deepcopy(args))
        assert np.shape(value) == () and np.isfinite(value)
        if program.kink:
            continue
        wide = differences(program.function, args, program.positions)
        narrow = differences(program.function, args, program.positions, 4e-5)
        assert_same(wide, narrow, 1e-7)
        assert all(np.all(np.isfinite(x)) for _, x in leaves(wide))
        assert size(wide) > 0.0


def test_arguments_are_the_same_values_in_new_objects() -> None:
    for program in PROGRAMS.values():
        first, second = program.arguments(), program.arguments()
        for (_, a), (_, b) in zip(leaves(first), leaves(second), strict=True):
            assert np.array_equal(a, b)
            assert not isinstance(a, np.ndarray) or not np.shares_memory(a, b) or a.size == 0
