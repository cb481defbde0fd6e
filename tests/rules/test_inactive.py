"""Functions declared to carry no derivative: their result does not change with the operand."""

import builtins
import math

import numpy as np
import pytest

from srctrans.rules import is_inactive
from srctrans.rules.registry import RULES

X, Y = np.array([0.3, -1.2, 2.6]), np.array([0.5, 0.7, 0.9])
INTS = np.array([3, 1, 2])
MATRIX = np.arange(6.0).reshape(2, 3) + 0.4

# How each is called: with float operands that may vary, followed by what is static.
ONE = (
    np.floor, np.ceil, np.rint, np.trunc, np.fix, np.round, np.around, np.sign, np.isnan, np.isinf,
    np.isfinite, np.isposinf, np.isneginf, np.signbit, np.any, np.all, np.argmax, np.argmin, np.argsort,
    np.argwhere, np.nonzero, np.flatnonzero, np.count_nonzero, np.shape, np.size, np.ndim, len,
    np.zeros_like, np.ones_like, np.logical_not,
)  # fmt: skip
TWO = (
    np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal, np.logical_and,
    np.logical_or, np.logical_xor, np.isclose, np.allclose, np.array_equal, np.floor_divide, np.heaviside,
)  # fmt: skip
CALLS = {f: ([X], []) for f in ONE} | {f: ([X, Y], []) for f in TWO}
CALLS |= {
    f: ([0.3], [])
    for f in (math.floor, math.ceil, math.trunc, math.isnan, math.isinf, math.isfinite, bool, int)
}
CALLS |= {f: ([0.3], []) for f in (np.int32, np.int64, np.bool_, builtins.round)}
CALLS |= {
    f: ([], [INTS, INTS])
    for f in (np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.left_shift, np.right_shift)
}
CALLS |= {
    f: ([], [3]) for f in (np.zeros, np.ones, np.eye, np.identity, np.tri, math.factorial, np.diag_indices)
}
CALLS |= {f: ([], [3]) for f in (np.triu_indices, np.tril_indices)} | {np.indices: ([], [(2, 3)])}
CALLS |= {f: ([], [5, 2]) for f in (math.comb, math.perm, math.gcd)} | {np.invert: ([], [INTS])}
CALLS |= {math.isclose: ([0.3, 0.4], []), np.searchsorted: ([Y, 0.6], []), np.digitize: ([X, Y], [])}
# The numbers in an empty array are whatever was there.
UNWRITTEN = {np.empty, np.empty_like}


@pytest.mark.parametrize(
    "function",
    [f for f, r in RULES.items() if r.inactive and f not in UNWRITTEN],
    ids=lambda f: f"{f.__module__}.{f.__name__}"
)
def test_nothing_changes(function):
    assert is_inactive(function) and RULES[function].adjoint is None and RULES[function].partials is None
    varied, static = CALLS[function]
    h = 1e-6
    before = function(*varied, *static)
    after = function(*[v + h for v in varied], *static)
    for a, b in zip(_arrays(before), _arrays(after), strict=True):
        np.testing.assert_array_equal(a, b)


def _arrays(value):
    return [np.asarray(v) for v in value] if isinstance(value, tuple) else [np.asarray(value)]


def test_steps_at_two_arguments():
    assert round(2.61, 1) == round(2.61 + 1e-6, 1)
    assert np.round(MATRIX + 0.02, 1).tolist() == np.round(MATRIX + 0.02 + 1e-6, 1).tolist()
