"""Where the derivative is not unique, and branches that were not taken: one documented rule each."""

import math

import numpy as np

from .registry import number, program


@program(0.0, kink=True, exact=lambda x: 1.0)
def abs_at_zero(x):
    return abs(x) * 3.0 + x


@program(0.0, kink=True, exact=lambda x: 1.0)
def fabs_at_zero(x):
    return math.fabs(x) + x


@program(np.array([-2.0, 0.0, 1.0]), kink=True, exact=lambda x: np.array([-1.0, 0.0, 1.0]))
def numpy_abs_at_zero(x):
    return np.sum(np.abs(x))


@program(np.array([1.0, 3.0, 3.0]), kink=True, exact=lambda x: np.array([0.0, 0.5, 0.5]))
def max_with_two_ties(x):
    return np.max(x)


@program(np.array([2.0, 2.0, 5.0, 2.0]), kink=True, exact=lambda x: np.array([1.0, 1.0, 0.0, 1.0]) / 3.0)
def min_with_three_ties(x):
    return x.min()


@program(
    np.array([[1.0, 4.0], [4.0, 4.0]]),
    numba=False,
    kink=True,
    exact=lambda a: np.array([[0.0, 2.0], [6.0, 2.0]]),
)
def max_over_axis_with_ties(a):
    return np.sum(np.max(a, axis=0) * np.array([6.0, 4.0]))


@program(
    np.array([1.0, 2.0, 3.0]),
    np.array([1.0, 5.0, 0.0]),
    argnums=(0, 1),
    kink=True,
    exact=lambda x, y: (np.array([0.5, 0.0, 1.0]), np.array([0.5, 1.0, 0.0])),
)
def maximum_with_a_tie(x, y):
    return np.sum(np.maximum(x, y))


@program(
    np.array([1.0, 2.0, 3.0]),
    np.array([1.0, 5.0, 0.0]),
    argnums=(0, 1),
    kink=True,
    exact=lambda x, y: (np.array([0.5, 1.0, 0.0]), np.array([0.5, 0.0, 1.0])),
)
def minimum_with_a_tie(x, y):
    return np.sum(np.minimum(x, y))


@program(np.array([-1.0, 0.0, 2.0]), kink=True, exact=lambda x: np.array([0.0, 0.5, 1.0]))
def relu_at_zero(x):
    return np.sum(np.maximum(x, 0.0))


@program(1.5, 1.5, argnums=(0, 1), kink=True, exact=lambda x, y: (1.0, 0.0))
def python_max_of_equals_takes_the_first(x, y):
    return max(x, y)


@program(1.5, 1.5, argnums=(0, 1), kink=True, exact=lambda x, y: (1.0, 0.0))
def python_min_of_equals_takes_the_first(x, y):
    return min(x, y)


@program(2.0, kink=True, exact=lambda x: 1.0)
def branch_at_its_border(x):
    if x > 2.0:
        return x * x
    return x


@program(2.0, kink=True, exact=lambda x: 4.0)
def conditional_at_its_border(x):
    return x * x if x >= 2.0 else x


@program(np.array([0.0, 4.0, 9.0]), kink=True, exact=lambda x: np.array([0.0, 0.25, 1.0 / 6.0]))
def where_with_untaken_sqrt_at_zero(x):
    safe = np.where(x > 0.0, x, 1.0)
    return np.sum(np.where(x > 0.0, np.sqrt(safe), 0.0))


@program(np.array([0.0, 4.0, 9.0]), kink=True, exact=lambda x: np.array([0.0, 0.25, 1.0 / 6.0]))
def where_does_not_leak_sqrt_at_zero(x):
    return np.sum(np.where(x > 0.0, np.sqrt(x), 0.0))


@program(np.array([0.0, 2.0]), kink=True, exact=lambda x: np.array([0.0, np.log(2.0) + 1.0]))
def where_does_not_leak_log_at_zero(x):
    return np.sum(np.where(x > 0.0, x * np.log(x), 0.0))


@program(np.array([0.0, 2.0]), kink=True, exact=lambda x: np.array([0.0, -0.25]))
def where_does_not_leak_division_by_zero(x):
    return np.sum(np.where(x == 0.0, 0.0, 1.0 / x))


@program(0.0, number(), argnums=(0, 1), exact=lambda x, y: (y, 0.0))
def product_with_zero_factor(x, y):
    return x * y


@program(np.array([0.0, 1.0, -2.0]), exact=lambda x: 2.0 * x)
def square_at_zero(x):
    return np.sum(x**2)


@program(0.0, number(), argnums=(0, 1), exact=lambda x, y: (1.0, 0.0))
def power_one_of_zero(x, y):
    return x**1 + 0.0 * y


@program(0.0, 2, exact=lambda x, n: 0.0 * x + 1.0)
def power_loop_at_zero(x, n):
    s = 0.0
    for k in range(n + 1):
        s += x**k
    return s


@program(np.array([0.2, 0.5, 0.9]), kink=True, exact=lambda x: np.array([0.0, 1.0, 0.0]))
def clip_outside_has_no_derivative(x):
    return np.sum(np.clip(x, 0.3, 0.8))


@program(3, kink=True, exact=lambda x: 2.0)
def python_int_at_border(x):
    if x >= 3:
        y = 2 * x
    else:
        y = x
    return y


@program(np.array([1.0, 1.0, 1.0]), kink=True, exact=lambda x: np.array([1.0, 0.0, 0.0]))
def running_maximum_keeps_the_first(x):
    best = x[0]
    for i in range(1, len(x)):
        if x[i] > best:
            best = x[i]
    return best


@program(np.array([1.0, 1.0, 1.0]), kink=True, exact=lambda x: np.array([1.0, 0.0, 0.0]))
def built_in_max_of_array(x):
    return max(x)
