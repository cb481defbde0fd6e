"""What Numba lacks or does otherwise than NumPy: the compiled gradient agrees with the plain one."""

import numpy as np
import pytest

import srctrans
from tests.differences import assert_same

X = np.random.default_rng(5).uniform(0.5, 1.5, 4)
PLACES = np.array([0, 2, 2, 1, 0])
SQUARE = np.random.default_rng(7).uniform(0.5, 1.5, (4, 4))
M = np.random.default_rng(6).uniform(0.5, 1.5, (3, 4))


def overlapping_slices(x):
    y = x * 1.0
    y[1:] += y[:-1]
    return np.sum(y**2)


def overlapping_by_a_transpose(x):
    y = np.outer(x, x)
    t = y.T
    t[2] += t[:, 1]
    return np.sum(y * y)


def copied_onto_itself(x):
    y = x * x
    y[1:] = y[:-1]
    y[::-1] = y
    return np.sum(y * x)


def stencil_in_place(x):
    y = x * x
    y[1:-1] = y[2:] - 2.0 * y[1:-1] + y[:-2]
    return np.sum(y * x)


def negative_power_of_an_integer(x):
    s = 0.0
    for k in range(4):
        s += 2**-k * x[k]
    return s


def kept_slices_of_changing_length(x):
    y = x * 1.0
    for i in range(3):
        y[i:] = y[i:] ** 2
    return np.sum(y)


def broadcast_of_unknown_sizes(x, m):
    return np.sum(m * x + x * x)


def gathered_by_repeated_places(x):
    return np.sum(x[PLACES] ** 2) * x[PLACES].sum()


def joined_and_multiplied(x):
    return np.sum(np.concatenate([x.ravel(), x * x]) ** 2) + np.sum(np.matmul(SQUARE, x))


@pytest.mark.parametrize(
    "program",
    [
        overlapping_slices,
        overlapping_by_a_transpose,
        copied_onto_itself,
        stencil_in_place,
        negative_power_of_an_integer,
        kept_slices_of_changing_length,
        gathered_by_repeated_places,
        joined_and_multiplied,
    ],
    ids=lambda f: f.__name__,
)
def test_the_compiled_gradient_is_that_of_numpy(program):
    plain = srctrans.value_and_grad(program)(X)
    assert_same(srctrans.value_and_grad(program, jit=True)(X), plain, 1e-12)


def test_keepdims_and_broadcasts():
    plain = srctrans.value_and_grad(broadcast_of_unknown_sizes, (0, 1))(X, M)
    compiled = srctrans.value_and_grad(broadcast_of_unknown_sizes, (0, 1), jit=True)(X, M)
    assert_same(compiled, plain, 1e-12)


def inverse_or_nothing(x, a):
    try:
        s = 1.0 / a
    except Exception:
        s = 0.0
    return s * np.sum(x)


def test_a_try_is_not_compiled():
    """There `1.0 / 0.0` raises nothing."""
    assert srctrans.grad(inverse_or_nothing)(X, 0.0)[0] == 0.0
    with pytest.raises(srctrans.SourceError, match="may not raise when it is compiled"):
        srctrans.grad(inverse_or_nothing, jit=True)(X, 0.0)
