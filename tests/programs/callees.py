"""Callees: of several kinds, with several results, that write, yield, say something; tables of them; compiled ones."""

import logging
import math
from collections.abc import Callable

import numpy as np

from .registry import array, number, program

try:
    from numba import njit
except ImportError:  # Compiled callees are then what they were before.

    def njit(function):
        return function


logger = logging.getLogger(__name__)


# One callee, several kinds; several returns and results.
def softplus(v):
    return np.log(1.0 + np.exp(v))


def root_and_slope(a, b, c):
    d = b * b - 4.0 * a * c
    if d < 0.0:
        return -b / (2.0 * a), 0.0
    r = math.sqrt(d)
    if b > 0.0:
        return -2.0 * c / (b + r), -r
    return (r - b) / (2.0 * a), r


def first_above(x, level):
    for i in range(len(x)):
        if x[i] > level:
            return i, x[i]
    return -1, level


@program(array(3), array(2, 3), number(), argnums=(0, 1, 2))
def callee_of_several_kinds(x, a, t):
    return softplus(t) * np.sum(softplus(x)) + np.sum(softplus(a)) + softplus(2)


@program(number(), number(), number(), argnums=(0, 1, 2), points=3)
def callee_with_results_on_each_path(a, b, c):
    root, slope = root_and_slope(a, 4.0 * b, c)
    other, _ = root_and_slope(a, b, 2.0 * c)
    return root * slope + other


@program(array(6), number(1.0, 1.3), argnums=(0, 1), points=3)
def callee_that_returns_from_its_loop(x, level):
    i, v = first_above(x, level)
    return v * v + i * level * x[0]


# Callees that write.
def normalise(v):
    total = 0.0
    for i in range(len(v)):
        total += v[i] * v[i]
    for i in range(len(v)):
        v[i] /= math.sqrt(total)
    return total


def heat_step(new, old, c):
    for i in range(1, len(old) - 1):
        new[i] = old[i] + c * (old[i + 1] - 2.0 * old[i] + old[i - 1])
    new[0] = old[0]
    new[-1] = old[-1]


def swap_rows(a, i, j):
    for k in range(a.shape[1]):
        a[i, k], a[j, k] = a[j, k], a[i, k]


@program(array(4))
def normalised_twice_in_place(x):
    y = x * x
    first = normalise(y)
    y[1] *= 3.0
    return first * normalise(y) + y[2]


@program(array(6), number(0.1, 0.3), 4, argnums=(0, 1))
def buffers_written_by_a_callee(u, c, n):
    a, b = u.copy(), np.zeros_like(u)
    for _ in range(n):
        heat_step(b, a, c)
        a, b = b, a
    return np.sum(a**2)


@program(array(3, 3))
def callee_swaps_rows_of_its_argument(a):
    b = a * a
    swap_rows(b, 0, 2)
    swap_rows(b, 1, 2)
    return np.sum(b * np.arange(9.0).reshape(3, 3) * a)


# Generators of fixed length.
def windows(x, width):
    for i in range(len(x) - width + 1):
        yield x[i : i + width]


def legendre(x, n):
    before, now = 1.0, x
    yield before
    for k in range(1, n):
        yield now
        before, now = now, ((2 * k + 1) * x * now - k * before) / (k + 1)


@program(array(6), numba=False)
def moving_averages_of_a_generator(x):
    return sum(np.mean(w) ** 2 for w in windows(x, 3))


@program(number(), array(4), argnums=(0, 1), numba=False)
def polynomials_of_a_generator(x, c):
    s = 0.0
    for k, p in enumerate(legendre(x, 4)):
        s += c[k] * p
    return s * s


# Tables of functions.
ACTIVATIONS: dict[str, Callable] = {"tanh": np.tanh, "relu": lambda v: np.maximum(v, 0.0), "linear": lambda v: v}
STAGES = [lambda v, p: p * v, lambda v, p: v + p * p, lambda v, p: math.sin(v) / p]


@program([array(3, 2), array(2, 3)], array(2), numba=False)
def layers_by_the_name_of_their_activation(weights, x):
    for w, name in zip(weights, ["tanh", "relu"]):
        x = ACTIVATIONS[name](w @ x)
    return np.sum(ACTIVATIONS["linear"](x) ** 2)


@program(number(), array(3), argnums=(0, 1), numba=False)
def stages_in_a_list(v, p):
    for k, stage in enumerate(STAGES):
        v = stage(v, p[k])
    return v


@program(number(), 1, numba=False)
def method_chosen_by_an_integer(x, which):
    f = (math.sin, math.exp, math.atan)[which]
    return f(x) * f(2.0 * x)


@program(array(4), numba=False, points=3)
def function_chosen_by_the_data(x):
    f = math.sin if x[0] > 1.0 else lambda v: v**3
    return f(x[1]) * f(x[2]) + f(x[3])


# Compiled callees.
@njit
def morse(r, depth, width):
    e = math.exp(-width * (r - 1.0))
    return depth * (1.0 - e) ** 2


@njit
def pair_distances(x):
    d = np.empty(len(x) - 1)
    for i in range(len(x) - 1):
        d[i] = x[i + 1] - x[i]
    return d


@program(array(4), number(), number(), argnums=(0, 1, 2))
def compiled_callees(x, depth, width):
    e = 0.0
    for d in pair_distances(x * x):
        e += morse(d, depth, width)
    return e


# What is said on the way.
@program(array(4), numba=False)
def messages_with_values(x):
    total = 0.0
    for i in range(len(x)):
        assert x[i] > 0.0, f"element {i} is {x[i]:.3g}"
        total += math.log(x[i])
        logger.debug("after %d: %g", i, total)
    if total > 100.0:
        raise ValueError(f"the total {total} of {len(x)} elements is too large")
    label = "small" if total < 1.0 else "large"
    logger.debug("the total is " + label)
    return total * total
