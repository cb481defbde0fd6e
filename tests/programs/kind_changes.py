"""Values that change their kind on the way: an int that becomes a float, a number that becomes an array, None first."""

import math

import numpy as np

from .registry import array, number, program


@program(array(4))
def int_then_float_in_loop(x):
    p = 1
    for v in x:
        p = p * v
    return p


@program(array(4), exact=lambda x: 2.0 * x)
def zero_then_number_then_array(x):
    s = 0
    s = s + x[0] * 0.0
    s = s + x**2
    return np.sum(s)


@program(array(5, 3), numba=False)
def sum_of_rows_from_zero(a):
    """`total = 0`, then arrays are added."""
    total = 0
    for row in a:
        total = total + row
    return np.dot(total, total)


@program(array(5, 3), numba=False)
def sum_of_rows_in_place_from_zero(a):
    total = 0.0
    for row in a:
        total += row * row[0]
    return np.sum(np.sqrt(total))


@program(array(4), 5, numba=False)
def power_series_of_an_array(x, terms):
    total, term = 0.0, 1.0
    for k in range(1, terms):
        term = term * x / k
        total = total + term
    return np.sum(total**2)


@program(array(3, 3), 3, numba=False)
def geometric_series_of_a_matrix(a, terms):
    power = np.eye(3)
    total = 0
    for _ in range(terms):
        total = total + power
        power = power @ a * 0.3
    return np.sum(total)


@program(array(3, 2), array(2), argnums=(0, 1))
def message_from_none(rows, start):
    """None until the first row was seen."""
    state = None
    for row in rows:
        if state is None:
            state = start * row
        else:
            state = np.tanh(state + row)
    return np.sum(state)


@program(array(4))
def previous_from_none(x):
    previous = None
    s = 0.0
    for v in x:
        if previous is not None:
            s += (v - previous) ** 2
        previous = v
    return s


@program(array(5))
def best_from_none(x):
    best = None
    for v in x:
        score = math.sin(3.0 * v)
        if best is None or score > best:
            best = score
    return best * x[0]


@program(number(), True)
def bound_in_one_branch(x, damped):
    if damped:
        gamma = 0.1 * x
    y = x * x
    if damped:
        y *= math.exp(-gamma)
    return y


@program(array(4), number(0.9, 1.1), argnums=(0, 1))
def bound_in_one_branch_by_a_value(x, threshold):
    found = False
    for v in x:
        if v > threshold and not found:
            first = v * v
            found = True
    if found:
        return first * threshold
    return x[0]


@program(array(4), numba=False)
def scalar_weight_becomes_vector(x):
    w = 1.0
    if len(x) > 2:
        w = x / np.sum(x)
    return np.sum(w * x)


@program(array(4), number(), argnums=(0, 1), numba=False)
def scalar_or_array_from_a_callee(x, c):
    def force(position, stiffness=None):
        if stiffness is None:
            stiffness = 2.0
        return -stiffness * position

    return np.sum(force(x)) + force(c, x)[1] + force(c)


@program(number(), 5)
def int_counter_becomes_float_time(rate, steps):
    t = 0
    y = 1.0
    for _ in range(steps):
        y += 0.1 * rate * math.cos(t) * y
        t += 0.1
    return y


@program(array(5))
def bool_used_as_a_number(x):
    count = 0
    s = 0.0
    for v in x:
        count += v > 1.0
        s += (v > 0.9) * v
    return s / (count + 1)


@program(array(4), number(), argnums=(0, 1))
def name_used_for_scalar_list_and_array(x, c):
    y = c * c
    y = [y, y * c, x[0], x[1]]
    y = np.array(y) * x
    y = np.sum(y)
    return y


@program(array(3), 4, numba=False)
def scalar_velocity_broadcasts_into_state(x, steps):
    velocity = 0
    for _ in range(steps):
        velocity = 0.9 * velocity - 0.1 * np.sin(x)
        x = x + 0.1 * velocity
    return np.sum(x**2)


@program(array(6))
def vector_then_its_norm(x):
    x = x - np.mean(x)
    x = np.sqrt(np.sum(x * x))
    x = x * x + 1.0
    return math.log(x)


@program(array(4), numba=False)
def float_then_array_in_while(x):
    total = 1.0
    k = 0
    while k < 3:
        total = total * x + 0.5
        k += 1
    return np.sum(total)
