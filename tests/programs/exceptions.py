"""Code that may raise: fall-backs, checks in callees, clean-up. The path that ran is differentiated."""

import contextlib
import math

import numpy as np

from .registry import array, number, program, signed


class DidNotConverge(Exception):
    """Raised by iterations that give up."""


class Reading(ValueError):
    """A measurement that makes no sense."""


@program(array(5, lo=0.0, hi=1.0), array(5), argnums=(0, 1), numba=False)
def ratio_with_a_fall_back(hits, tries):
    total = 0.0
    for h, t in zip(hits, tries):
        try:
            total += float(h) / max(0.0, float(t) - 1.0)
        except ZeroDivisionError:
            total += h * t
    return total


@program(signed(6), numba=False)
def logarithm_where_it_exists(x):
    total = 0.0
    for value in x:
        try:
            total += math.log(value)
        except ValueError:
            total -= value * value
    return total


def newton(f, slope, x):
    for _ in range(20):
        step = f(x) / slope(x)
        x = x - step
        if abs(step) < 1e-13:
            return x
    raise DidNotConverge(f"at {x}")


@program(number(1.0, 2.0), numba=False, exact=lambda a: 0.5 / math.sqrt(a))
def solver_that_may_give_up(a):
    try:
        root = newton(lambda x: x * x - a, lambda x: 2.0 * x, 1.0)
    except DidNotConverge:
        root = a
    return root


@program(number(1.0, 2.0), numba=False, exact=lambda a: 2.0 * a)
def solver_that_gives_up(a):
    try:
        return newton(lambda x: x * x + a, lambda x: 2.0 * x, 0.3)
    except DidNotConverge:
        return a * a


@program({"mass": number(), "length": number()}, numba=False)
def default_of_a_missing_parameter(parameters):
    try:
        damping = parameters["damping"]
    except KeyError:
        damping = 0.1 * parameters["mass"]
    return damping * parameters["length"] ** 2


@program({"a": number(), "b": number()}, ("a", "c", "b"), numba=False)
def total_over_known_keys(weights, names):
    total = 1.0
    for name in names:
        try:
            w = weights[name]
        except KeyError:
            continue
        total *= w + total
    return total


def checked(value):
    if value < 0.0:
        raise Reading(f"negative: {value}")
    if value > 1.15:
        raise OverflowError
    return math.sqrt(value)


@program(signed(7), numba=False)
def readings_checked_in_a_callee(samples):
    total, bad = 0.0, 0
    for sample in samples:
        try:
            total += checked(sample)
        except Reading:
            bad += 1
        except OverflowError:
            total += 0.5 * sample
    return total / (1 + bad)


@program(number(), number(), argnums=(0, 1), numba=False)
def steps_of_a_fall_back(x, y):
    try:
        first = math.sqrt(x - 3.0)
    except ValueError:
        try:
            first = math.log(x - y - 4.0)
        except ValueError:
            first = x * y
    return first * y


@program(number(0.2, 0.9), numba=False)
def else_after_success(x):
    try:
        angle = math.acos(x)
    except ValueError:
        result = 0.0
    else:
        result = angle * angle
        try:
            result += math.acos(1.0 + x)
        except ValueError:
            pass
        else:
            result = 0.0
    return result * x


@program(array(4), numba=False)
def finally_counts_each_try(x):
    total, tries = 0.0, 0
    for value in x:
        try:
            if value > 1.1:
                continue
            total += value**3
        finally:
            tries += 1
            total *= 1.1
    return total / tries


class Scaled:
    """Work on an array in other units; the units come back on the way out."""

    def __init__(self, values, unit):
        self.values = values
        self.unit = unit

    def __enter__(self):
        self.values *= self.unit
        return self.values

    def __exit__(self, kind, error, trace):
        self.values /= self.unit
        return False


@program(array(4), number(2.0, 3.0), argnums=(0, 1), numba=False)
def units_restored_by_with(x, unit):
    work = x.copy()
    total = 0.0
    with Scaled(work, unit) as values:
        for value in values:
            total += value * value
            if total > 6.0:
                break
    return total + np.sum(work * x)


@program(signed(5), numba=False)
def suppressed_failures(x):
    total = 1.0
    for value in x:
        with contextlib.suppress(ValueError):
            total += math.sqrt(value)
    return total


@program(number(1.5, 2.5), numba=False)
def step_halved_until_it_is_legal(x):
    step = 8.0
    for _ in range(20):
        try:
            value = math.log(x - step)
        except ValueError:
            step *= 0.5
            continue
        return value * step
    return 0.0


@program(array(5), signed(5), argnums=(0, 1), numba=False)
def sum_up_to_the_first_failure(x, y):
    total = 0.0
    try:
        for a, b in zip(x, y):
            result = total + a * b
            if result < -0.8:
                raise Reading("below the range")
            total = result
    except Reading:
        return total * total
    return total


@program(array(3), numba=False)
def guard_that_raises(x):
    if np.any(x <= 0.0):
        raise ValueError("concentrations are positive")
    if len(x) < 2:
        raise ValueError("too few")
    return float(np.sum(x * np.log(x)))


def inverse(value):
    try:
        return 1.0 / value
    except ZeroDivisionError:
        return 1e3


@program(array(5), np.array([1.0, 0.0, 2.0, 0.0, 1.0]), numba=False)
def callee_that_catches(x, mask):
    total = 0.0
    for value, m in zip(x, mask):
        total += inverse(float(value) * float(m)) * value
    return total


@program(array(4), number(), argnums=(0, 1), numba=False)
def raised_again_under_another_name(x, bound):
    total = 0.0
    for value in x:
        try:
            if value > 3.0 * bound:
                raise Reading("too large")
            total += value * bound
        except Reading as error:
            raise RuntimeError("bad data") from error
    return total**2


@program(array(4), "cubic", numba=False)
def name_looked_up(x, kernel):
    kernels = {"linear": lambda t: t, "square": lambda t: t * t}
    try:
        k = kernels[kernel]
    except KeyError:
        k = lambda t: t**3  # noqa: E731
    return np.sum(k(x))


@program(array(3), numba=False)
def until_the_index_is_beyond_the_end(x):
    total, i = 0.0, 0
    while True:
        try:
            total += x[i] * x[i + 1]
        except IndexError:
            return total * 1.5
        i += 1
