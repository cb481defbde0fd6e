"""NumPy, reductions: sum, mean, prod, max, min and relatives, with axis and keepdims; methods too."""

import numpy as np

from .registry import apart, array, drawn, program, signed


def matrix_apart(n, m):
    """A matrix whose elements are all well apart."""

    def draw(rng):
        steps = np.arange(n * m) * 0.2 + rng.uniform(0.0, 0.1, n * m)
        return rng.permutation(steps).reshape(n, m) - 0.9

    return drawn(draw)


@program(array(3, 4), exact=lambda a: np.ones((3, 4)))
def sum_of_all(a):
    return np.sum(a)


@program(array(3, 4))
def sum_over_axis(a):
    return np.sum(np.sum(a, axis=0) ** 2) + np.sum(a.sum(axis=1) ** 3)


@program(array(2, 3, 4))
def sum_over_negative_axis(a):
    return np.sum(np.sum(a, axis=-1) ** 2) * np.sum(np.sum(a, axis=-2)[1] ** 2)


@program(array(2, 3, 4))
def sum_over_axes(a):
    return np.sum(np.sum(a, axis=(0, 2)) ** 2) + np.sum(a.sum(axis=(-1, 1)) ** 3)


@program(array(3, 4), numba=False)
def sum_keeping_dimensions(a):
    return np.sum(a / np.sum(a, axis=1, keepdims=True) * a.sum(axis=0, keepdims=True))


@program(array(3, 4), numba=False)
def sum_of_all_keeping_dimensions(a):
    return np.sum(a * np.sum(a, keepdims=True) + np.sum(a, axis=None))


@program(array(3, 4), numba=False)
def means(a):
    m = np.mean(a, axis=0)
    s = np.sum((a - m) ** 2) + np.mean(a) * a.mean(axis=1)[0]
    return s + np.sum(np.mean(a, axis=1, keepdims=True) ** 2 * a)


@program(array(3, 4), numba=False)
def mean_over_axes(a):
    return np.mean(a, axis=(0, 1)) ** 2 + np.sum(np.mean(a**2, axis=-1) ** 2)


@program(array(5))
def product_of_all(x):
    return np.prod(x) + x.prod() ** 2


@program(array(3, 4), numba=False)
def products_over_axis(a):
    return np.sum(np.prod(a, axis=1) ** 2) + np.sum(np.prod(a, axis=0, keepdims=True) * a)


@program(np.array([2.0, 0.0, 3.0]), exact=lambda x: np.array([0.0, 6.0, 0.0]))
def product_with_a_zero(x):
    return np.prod(x)


@program(np.array([0.0, 5.0, 0.0, 1.5]), array(4), argnums=(0, 1))
def product_with_two_zeros(x, y):
    return np.prod(x) + np.sum(x * y) + np.prod(x + y)


@program(apart(7), exact=lambda x: (x == x.max()) * 2.0 * x.max() - (x == x.min()) * 1.0)
def maximum_and_minimum(x):
    return np.max(x) ** 2 - np.min(x)


@program(matrix_apart(3, 4), numba=False)
def maxima_over_axis(a):
    s = np.sum(np.max(a, axis=0) ** 2) + np.sum(a.max(axis=1) ** 3)
    return s - np.sum(a.min(axis=-1, keepdims=True) * a)


@program(matrix_apart(3, 4), numba=False)
def maxima_over_axes(a):
    return np.max(a, axis=(0, 1)) * np.min(a) + np.amax(a) - np.sum(np.amin(a, axis=0) ** 2)


@program(array(5), array(5), argnums=(0, 1))
def methods(x, y):
    return (x * y).sum() * x.mean() + (x + y).max() - (x - 3.0 * y).min() + x.prod()


@program(array(3, 4), numba=False)
def variance_and_deviation(a):
    return np.var(a) + np.sum(np.std(a, axis=0)) + a.var(axis=1)[0] * a.std()


@program(array(5))
def cumulative(x):
    return np.sum(np.cumsum(x) ** 2) + np.cumsum(x * x)[3]


@program(signed(4))
def log_sum_exp(x):
    m = np.max(x)
    return m + np.log(np.sum(np.exp(x - m)))


@program(array(3, 4), numba=False)
def safe_softmax(a):
    e = np.exp(a - np.max(a, axis=1, keepdims=True))
    p = e / np.sum(e, axis=1, keepdims=True)
    return -np.sum(np.log(p[:, 0])) + np.sum(p**2)


@program(array(3, 4), numba=False)
def standardised(a):
    z = (a - a.mean(axis=0)) / np.sqrt(((a - a.mean(axis=0)) ** 2).mean(axis=0) + 1e-3)
    return np.sum(z**3 * a)


@program(array(3, 4))
def reduction_of_reduction(a):
    s = np.sum(a, axis=0)
    return np.sum(s * s) / np.sum(s) * np.max(s)


@program(array(3, 4))
def reduction_in_loop(a):
    t = 1.0
    for i in range(3):
        t = t * np.sum(a[i] * t) + np.prod(a[i])
    return t


@program(array(1, 4))
def axis_of_size_one(a):
    return np.sum(np.sum(a, axis=0) ** 2) + np.sum(np.sum(a, axis=1) ** 2 * a)


@program(array(2, 3), numba=False)
def axis_by_keyword_and_position(a):
    return np.sum(np.sum(a, 1) ** 2) + np.sum(a.sum(0) ** 2) + np.sum(np.mean(a, 0) ** 3)


@program(array(5), array(5), argnums=(0, 1))
def linear_algebra_norm_by_hand(x, y):
    return np.sqrt(np.sum((x - 3.0 * y) ** 2)) + np.sum(np.abs(x - 3.0 * y)) + np.max(np.abs(x + y))
