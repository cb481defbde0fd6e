"""Public faults of other tools, one by one: each program would have caught the fault that it is named for.

`np.array`s in the declarations are data; `exact` is the gradient on paper.
"""

import math

import numpy as np

from .registry import array, drawn, number, program, signed

# Carried product reversed with the last value


@program(array(5), exact=lambda x: np.prod(x) / x)
def carried_product(x):
    p = 1.0
    for v in x:
        p = p * v
    return p


@program(array(4), number(), argnums=(0, 1))
def compound_interest_with_deposits(rates, deposit):
    balance = deposit
    for rate in rates:
        balance = balance * (1.0 + rate) + deposit
    return balance


@program(number(), 5, exact=lambda x, n: 32.0 * x**31)
def repeated_squaring(x, n):
    for _ in range(n):
        x *= x
    return x


# Accumulator read at its initial value


@program(array(5))
def cumulative_sum_weighs_each_term(x):
    total = 0.0
    weighted = 0.0
    for v in x:
        weighted += total * v
        total += v
    return weighted


@program(array(4), exact=lambda x: np.sum(x) * np.ones(4))
def accumulator_squared_at_its_end(x):
    s = 0.0
    for v in x:
        s += v
    return 0.5 * s * s


@program(array(5), exact=lambda x: 2.0 * x)
def accumulator_and_terms(x):
    s = 0.0
    for i in range(5):
        s += x[i] ** 2
    return s


# Nested run-time bounds counted twice


@program(array(6), np.array([2, 0, 3, 1]))
def ragged_groups(x, sizes):
    """The mean square of groups whose sizes are data."""
    at = 0
    total = 0.0
    for k in range(len(sizes)):
        mean = 1.0
        for _ in range(sizes[k]):
            mean = mean * x[at] + 0.5
            at += 1
        total += mean * mean
    return total


@program(array(4), 4)
def triangle_of_products(x, n):
    total = 0.0
    for i in range(n):
        p = 1.0
        for j in range(i + 1):
            p *= x[j]
        total += p
    return total


@program(number(1.2, 1.4), 3)
def inner_count_depends_on_the_state(growth, generations):
    size = 1.0
    for _ in range(generations):
        for _ in range(int(size) + 1):
            size *= growth
    return size


# Accumulator that starts inactive


@program(number(), 4, exact=lambda x, n: 12.0 * x**3)
def constant_that_becomes_active(x, n):
    s = 3.0
    for _ in range(n):
        s = s * x
    return s


@program(array(5))
def recursive_mean_from_zero(x):
    mean = 0.0
    k = 0
    for v in x:
        k += 1
        mean += (v - mean) / k
    return mean * mean


@program(array(3), 4)
def zero_state_driven_by_input(force, steps):
    position = 0.0
    velocity = 0.0
    for k in range(steps):
        velocity += 0.1 * (force[k % 3] - position)
        position += 0.1 * velocity
    return position


# Do-while


@program(number(2.0, 3.0), exact=lambda a: 0.5 / math.sqrt(a), rtol=1e-5)
def do_while_square_root(a):
    x = a
    while True:
        last = x
        x = 0.5 * (x + a / x)
        if abs(x - last) < 1e-14 * x:
            break
    return x


@program(number(), number(2.0, 2.5), argnums=(0, 1))
def do_while_runs_once(x, limit):
    while True:
        x = x * limit
        if x > 0.0:
            break
    return x * x


# `break` stepping the counter once too often


@program(array(6), number(2.2, 2.4), argnums=(0, 1))
def counter_after_break(x, limit):
    s = 0.0
    i = 0
    while i < len(x):
        s += x[i] ** 2 + 0.3
        if s > limit:
            break
        i += 1
    return s * x[i] + i


@program(array(6))
def first_above_threshold(x):
    for i in range(len(x)):
        if x[i] > 1.0:
            break
    return x[i] ** 3 + i * x[0]


# `continue` whose tail still runs in reverse


@program(signed(6))
def negative_returns_skipped(returns):
    wealth = 1.0
    for r in returns:
        if r < 0.0:
            continue
        wealth *= 1.0 + r
    return wealth


@program(array(6))
def nested_continue(x):
    s = 1.0
    for i in range(6):
        if i % 2 == 0:
            s += x[i]
            if x[i] > 1.0:
                continue
            s *= x[i]
        s = math.sin(s) + x[i] * s
    return s


# Code after a returning loop lost


@program(array(5), number(8.0, 9.0), argnums=(0, 1))
def code_after_loop_that_may_return(x, limit):
    s = 0.0
    for v in x:
        s += v * v
        if s > limit:
            return limit * s
    return math.exp(-s) + x[0]


@program(array(5), number(1.5, 1.7), argnums=(0, 1))
def loop_that_does_return(x, limit):
    s = 0.0
    for v in x:
        s += v * v
        if s > limit:
            return limit * s
    return math.exp(-s) + x[0]


# Early return before a loop whose reverse still runs


@program(array(4), -1.0, exact=lambda x, t: t * np.eye(4)[0])
def early_return_before_loop(x, t):
    if t < 0.0:
        return t * x[0]
    s = 1.0
    for v in x:
        s *= v
    return s


@program(array(4), number(), argnums=(0, 1))
def early_return_by_a_value(x, t):
    u = x[0] * t
    if u > 10.0:
        return u
    for v in x:
        u = u * v + t
    return u


# Zero trips


@program(array(3), 0, exact=lambda x, n: np.array([2.0 * x[0], 0.0, 0.0]))
def loop_without_trips(x, n):
    s = x[0]
    for i in range(n):
        s = s * x[i]
    return s * x[0]


@program(array(3), 2, exact=lambda x, n: np.array([2.0 * x[0], 0.0, 0.0]))
def loop_that_starts_at_its_end(x, n):
    s = x[0]
    for i in range(n, 2):
        s = s * x[i] * x[i + 1]
    return s * x[0]


@program(array(3), np.zeros(0), exact=lambda w, data: 2.0 * w)
def regulariser_without_data(w, data):
    loss = np.sum(w**2)
    for row in data:
        loss += math.tanh(row * w[0])
    return loss


# Negative start


@program(array(5), 3)
def range_from_a_negative_start(x, reach):
    """A kernel over offsets -reach…reach."""
    s = 0.0
    for k in range(-reach, reach + 1):
        s = 0.7 * s + x[abs(k)] * x[k] / (1.0 + k * k)
    return s


@program(array(5))
def downwards_through_zero(x):
    p = 1.0
    for k in range(2, -3, -1):
        p = p * x[k] + 0.1 * k
    return p


# Swaps and three-way rotations


@program(number(), number(), 3, argnums=(0, 1), exact=lambda a, b, n: (2.0 * b, 2.0 * a))
def swap_in_loop(a, b, n):
    for _ in range(n):
        a, b = b, a
    return 2.0 * a * b


@program(number(), number(), number(), 4, argnums=(0, 1, 2))
def rotation_of_three_in_loop(a, b, c, n):
    for _ in range(n):
        a, b, c = b, c, a * b + c
    return a + 2.0 * b + 3.0 * c


@program(array(4), exact=lambda x: np.array([x[2] * 3.0, 1.0, x[0] * 3.0, 0.0]))
def swap_of_elements(x):
    y = x.copy()
    y[0], y[1], y[2] = y[1], y[2], y[0]
    return y[0] + 3.0 * y[1] * y[2]


# Overwritten divisor


@program(number(), number(), argnums=(0, 1))
def divisor_overwritten(x, y):
    d = y * y
    q = x / d
    d = q + 1.0
    return q / d


@program(array(5))
def running_normaliser(x):
    z = 1.0
    s = 0.0
    for v in x:
        s = s / z + v
        z = z + v * s
    return s / z


@program(array(4))
def divided_in_place_by_its_own_sum(x):
    w = np.exp(x)
    w /= np.sum(w)
    w /= w[0]
    return np.dot(w, w)


# The arm that wasn't taken credited


@program(array(6), exact=lambda x: np.where(x > 1.0, 2.0 * x, 3.0))
def other_arm_credited(x):
    s = 0.0
    for v in x:
        if v > 1.0:
            s += v * v
        else:
            s += 3.0 * v
    return s


@program(number(0.2, 0.8), exact=lambda x: -1.0)
def logarithm_of_the_other_arm(x):
    if x > 1.0:
        y = math.log(x - 1.0)
    else:
        y = 1.0 - x
    return y


@program(array(5), exact=lambda x: np.where(x > 1.0, 0.5 / np.sqrt(np.maximum(x - 1.0, 1e-300)), 0.0), numba=False)
def untaken_root_is_nan(x):
    with np.errstate(invalid="ignore"):
        return np.sum(np.where(x > 1.0, np.sqrt(x - 1.0), 0.0))


# A branch frozen at the first call (`points`: other points take the other arm)


@program(number(0.0, 2.0), points=6, exact=lambda x: 2.0 * x if x > 1.0 else -1.0)
def branch_at_each_call(x):
    if x > 1.0:
        return x * x
    return 2.0 - x


@program(array(4), drawn(lambda rng: int(rng.integers(0, 5))), points=6)
def trip_count_at_each_call(x, n):
    s = 1.0
    for i in range(n):
        s = s * x[i] + 0.5
    return s * x[0]
