"""Hostile programs against differences, forward against reverse mode, with every pass on and with every pass off."""

import copy

import numpy as np
import pytest

import srctrans
from tests.differences import assert_same, differences
from tests.hostile import (  # noqa: F401 (they fill the registry)
    aliases,
    calling,
    control,
    exceptions,
    found,
    found_in_loops,
    half_done,
    mixed,
    private,
    storage,
    structures,
    unbound,
)
from tests.hostile.registry import PROGRAMS, REFUSED


@pytest.mark.parametrize("on", [True, False], ids=["on", "off"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p[0].__name__)
def test_program(program, on):
    f, args, argnums = program
    positions = argnums if isinstance(argnums, tuple) else (argnums,)
    want = tuple(differences(f, args, positions))
    with srctrans.options(**dict.fromkeys(srctrans.OPTIMIZATIONS, on)):
        value, gradients = srctrans.value_and_grad(f, positions)(*copy.deepcopy(args))
        assert_same(value, f(*copy.deepcopy(args)), 1e-9)
        assert_same(gradients, want, 1e-6)
        if isinstance(args[0], (dict, list)):
            return
        ones = tuple(np.ones_like(args[i]) if isinstance(args[i], np.ndarray) else 1.0 for i in positions)
        _, tangent = srctrans.jvp(f, positions)(copy.deepcopy(args), ones)
    assert tangent == pytest.approx(sum(np.sum(g) for g in gradients), rel=1e-9)


@pytest.mark.parametrize("program", REFUSED, ids=lambda p: p[0].__name__)
def test_refused(program):
    f, args, argnums = program
    with pytest.raises(srctrans.SourceError, match="may be the same array"):
        srctrans.value_and_grad(f, argnums)(*copy.deepcopy(args))


def test_arguments_that_share_memory_are_refused_where_one_is_written():
    x = np.ones(4)
    with pytest.raises(ValueError, match="shares memory"):
        srctrans.grad(private.arguments_exchanged_and_written)(x, x, 2)
