"""Loops with known trip counts: over ranges, arrays, rows, tuples and lists; nested, triangular, empty."""

import math

import numpy as np

from .registry import array, number, program


@program(array(7), exact=lambda x: 2.0 * x)
def sum_of_squares(x):
    s = 0.0
    for i in range(len(x)):
        s += x[i] * x[i]
    return s


@program(array(7))
def over_elements(x):
    s = 0.0
    for v in x:
        s += math.exp(-v) * v
    return s


@program(array(4, 3))
def over_rows(a):
    s = 0.0
    for row in a:
        s += row[0] * row[1] - row[2] ** 2
    return s


@program(array(4, 3))
def whole_rows(a):
    s = 0.0
    for row in a:
        s += np.sum(row) * np.dot(row, row)
    return s


@program((number(), number(), number()))
def over_tuple(params):
    s = 1.0
    for p in params:
        s = s * p + 0.5
    return s


@program([array(3), array(3), array(3)])
def over_list_of_arrays(layers):
    h = np.ones(3)
    for layer in layers:
        h = np.tanh(layer * h)
    return np.sum(h)


@program(number())
def over_literal_tuple(x):
    s = 0.0
    for c in (1.0, -0.5, 0.25):
        s = s * x + c
    return s


@program(array(5), array(5), argnums=(0, 1))
def zipped(x, y):
    s = 0.0
    for a, b in zip(x, y):
        s += a * b**2
    return s


@program(array(5))
def enumerated(x):
    s = 0.0
    for i, v in enumerate(x):
        s += (i + 1) * v**2
    return s


@program(array(5))
def enumerated_from_one(x):
    s = 0.0
    for k, v in enumerate(x, 1):
        s += v**k / k
    return s


@program(array(5), array(5), argnums=(0, 1))
def enumerated_zip(x, y):
    s = 0.0
    for i, (a, b) in enumerate(zip(x, y)):
        s += i * a / b
    return s


@program(array(6))
def negative_step(x):
    s = 0.3
    for i in range(len(x) - 1, -1, -1):
        s = s * x[i] + 1.0
    return s


@program(array(11))
def larger_step(x):
    s = 0.0
    for i in range(1, len(x) - 1, 3):
        s += x[i - 1] * x[i] * x[i + 1]
    return s


@program(array(11))
def negative_larger_step(x):
    p = 1.0
    for i in range(10, 1, -4):
        p = p * x[i] + x[i - 1]
    return p


@program(array(9), -2)
def step_from_argument(x, step):
    p = 1.0
    for i in range(8, 0, step):
        p = math.sin(p * x[i])
    return p


@program(array(5), 0)
def zero_trips(x, n):
    s = x[0]
    for i in range(n):
        s = s * x[i]
    return s * x[1]


@program(number(), 0, exact=lambda x, n: 2.0 * x)
def zero_trips_carried_value_returned(x, n):
    y = x * x
    for _ in range(n):
        y = y * y
    return y


@program(array(5), 4, 2)
def zero_trips_by_bounds(x, lo, hi):
    s = 0.5
    for i in range(lo, hi):
        s = s * x[i]
    return s + x[0] ** 2


@program(number(), 6)
def logistic_map(r, n):
    x = 0.3
    for _ in range(n):
        x = r * x * (1.0 - x)
    return x


@program(number(), number(), 5, argnums=(0, 1))
def two_carried_values(a, b, n):
    u = a
    v = b
    for k in range(n):
        u = u + 0.1 * v
        v = v - 0.1 * u * u
    return u * v


@program(number(), number(), 7, argnums=(0, 1))
def loop_carried_swap(a, b, n):
    for _ in range(n):
        a, b = b, a * b + 0.1
    return a + 2.0 * b


@program(number(), 8, exact=lambda x, n: 21.0 * x**20)
def fibonacci_powers(x, n):
    a, b = 1.0, x
    for _ in range(n - 1):
        a, b = b, a * b
    return b


@program(array(4, 5))
def nested_loops(a):
    s = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            s += a[i, j] ** 2 * (i + 1) / (j + 1)
    return s


@program(array(5))
def triangular(x):
    s = 0.0
    for i in range(len(x)):
        for j in range(i):
            s += (x[i] - x[j]) ** 2 * x[i]
    return s


@program(array(5))
def upper_triangular(x):
    s = 1.0
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            s = s + math.sin(x[i] * x[j] * s)
    return s


@program(array(4))
def triple_nest(x):
    n = len(x)
    s = 0.0
    for i in range(n):
        for j in range(i + 1):
            for k in range(j, n):
                s += x[i] * x[j] / (x[k] + 1.0)
    return s


@program(array(4), 3)
def inner_carried(x, m):
    total = 0.0
    for i in range(len(x)):
        t = x[i]
        for _ in range(m):
            t = t * t + 0.1
        total += t
    return total


@program(array(4), 3)
def carried_through_both(x, m):
    t = 0.5
    for i in range(len(x)):
        for k in range(m):
            t = math.sin(t * x[i] + k)
        t = t * x[i]
    return t


@program(array(4))
def statement_between_loops(x):
    p = 1.0
    for i in range(4):
        p = p * x[i]
    q = p * p
    for i in range(4):
        q = q + p * x[i]
        p = q * 0.1
    return p * q


@program(array(6))
def loop_variable_after_loop(x):
    s = 0.0
    for i in range(4):
        s += x[i] ** 2
    return s * x[i] + x[i + 1]


@program(array(4), number(), argnums=(0, 1))
def item_after_loop(x, v):
    s = 0.0
    for v in x:
        s = s * v + 1.0
    return s * v


@program(number(), 5)
def loop_variable_as_number(x, n):
    s = 0.0
    for k in range(1, n + 1):
        s += x**k / k
    return s


@program(number(), 6, exact=lambda x, n: sum(x**k / math.factorial(k) for k in range(6)))
def taylor_of_exp(x, n):
    term = 1.0
    total = 1.0
    for k in range(1, n + 1):
        term = term * x / k
        total += term
    return total


@program(array(5))
def int_that_becomes_float(x):
    s = 0
    for v in x:
        s += v * v
    return s


@program(array(5))
def int_that_becomes_float_by_product(x):
    p = 1
    for i in range(len(x)):
        p = p * x[i]
    return p


@program(array(5), numba=False)
def number_that_becomes_array(x):
    s = 0
    for k in range(3):
        s = s + x**k
    return np.sum(s * s)


@program(array(6))
def built_in_sum_min_max_len(x):
    n = len(x)
    return sum(x) / n + max(x) * 2.0 - min(x) ** 2


@program(array(6), numba=False)
def sum_of_generator(x):
    return sum(v * v for v in x) + sum(x[i] * x[i + 1] for i in range(len(x) - 1))


@program(array(3, 4), array(4, 2), argnums=(0, 1))
def matrix_product_in_loops(a, b):
    n, m = a.shape
    p = b.shape[1]
    s = 0.0
    for i in range(n):
        for j in range(p):
            c = 0.0
            for k in range(m):
                c += a[i, k] * b[k, j]
            s += c * c
    return s


@program(array(6))
def bounds_evaluated_once(x):
    n = 3
    s = 0.0
    for i in range(n):
        n = n + 1
        s += x[i] * n
    return s * s + n


@program(array(8))
def loop_target_rebound(x):
    s = 0.0
    for i in range(4):
        i = 2 * i
        s += x[i] ** 2
    return s


@program(array(5), array(5), argnums=(0, 1))
def two_sums_and_a_ratio(x, y):
    num = 0.0
    den = 0.0
    for i in range(len(x)):
        num += x[i] * y[i]
        den += x[i] ** 2
    return num / den


@program(array(5))
def sum_used_inside_loop(x):
    s = 0.0
    t = 0.0
    for i in range(len(x)):
        s += x[i]
        t += s * x[i] ** 2
    return t


@program(array(5))
def product_with_reassigned_temporary(x):
    p = 1.0
    for i in range(len(x)):
        t = x[i] * p
        t = t * t
        p = t + x[i]
    return p


@program(array(6), 2)
def variable_set_in_previous_trip(x, n):
    previous = x[0]
    s = 0.0
    for i in range(1, len(x)):
        s += (x[i] - previous) ** 2 * previous
        previous = x[i]
    return s


@program(number(), 4)
def arrays_carried(a, n):
    v = np.ones(3)
    for k in range(n):
        v = v * a + np.sin(v)
    return np.sum(v)
