"""Where naive reverse mode goes wrong without a word: values that change between use and the way back."""

import math

import numpy as np

from .registry import array, number, program, signed


@program(number(), number(), argnums=(0, 1))
def overwritten_after_nonlinear_use(x, y):
    a = x * y
    b = math.sin(a)
    a = b * b
    c = a * b
    b = 3.0 * c
    return a + b * c


@program(number(), number(), argnums=(0, 1))
def overwritten_divisor(x, y):
    d = x + y
    r = x / d
    d = r * y
    return r / d + d


@program(array(4))
def carried_product_of_last_values(x):
    p = 1.0
    for i in range(4):
        p = p * x[i]
        p = p * p
    return p


@program(array(5))
def accumulator_read_at_each_trip(x):
    s = 0.0
    t = 1.0
    for i in range(5):
        t = t * (s + 1.0)
        s += x[i]
    return t


@program(number(), 4)
def accumulator_starts_inactive(x, n):
    s = 2.0
    for i in range(n):
        s = s * s * 0.3 + (x if i == 2 else 0.0)
    return s


@program(array(5))
def activity_over_the_back_edge(x):
    a = 1.0
    b = 1.0
    c = 1.0
    for i in range(5):
        c = c * b
        b = b * a
        a = a + x[i]
    return c


@program(array(5))
def read_modify_write_of_one_element(x):
    y = np.ones(2)
    for i in range(5):
        y[0] = y[0] * x[i] + y[1]
        y[1] = math.sin(y[0])
    return y[0] * y[1]


@program(array(5), np.array([1, 3, 1, 1, 0]))
def gather_and_scatter_with_repeats(x, idx):
    y = x.copy()
    for i in range(5):
        y[idx[i]] = y[idx[i]] * x[i] + y[i]
    return np.sum(y * y)


@program(array(6), np.array([0, 3, 1]))
def index_changes_after_use(x, where):
    s = 1.0
    k = 0
    for i in range(3):
        s = s * x[k]
        k = where[i]
        s = s + x[k] ** 2
        k = k + 2
    return s * x[k]


@program(array(6), np.array([2, 0, 1, 5, 3, 4]))
def permutation_followed(x, nxt):
    k = 0
    s = 0.5
    for _ in range(7):
        s = math.sin(s * x[k])
        k = nxt[k]
    return s + x[k]


@program(array(6), np.array([2, 0, 1, 5, 3, 4]))
def index_array_rewritten(x, idx):
    order = idx.copy()
    s = 1.0
    for i in range(6):
        s = s * x[order[i]] + x[i]
        order[(i + 1) % 6] = i
    return s


@program(array(4), 3)
def temporary_shared_by_trips(x, n):
    t = 0.0
    s = 1.0
    for k in range(n):
        for i in range(4):
            t = x[i] * s
            s = s + t * t * 0.1
        s = s * t
    return s * t


@program(array(5))
def last_write_in_a_branch(x):
    t = x[0]
    s = 0.0
    for i in range(5):
        if i % 2 == 0:
            t = x[i] * x[i]
        s += t * x[i]
    return s * t


@program(array(5), points=2)
def both_branches_write_different_names(x):
    a = 1.0
    b = 1.0
    for i in range(5):
        if x[i] > 1.0:
            a = a * x[i]
        else:
            b = b * a * x[i]
    return a * b


@program(array(6), 3)
def zero_trips_of_inner_loop(x, n):
    s = 1.0
    for i in range(n):
        t = x[i]
        for j in range(i, 1):
            t = t * x[j + 3]
        s = s * t
    return s


@program(array(5), 0)
def loop_over_nothing_writes_array(x, n):
    y = x * x
    for i in range(n):
        y[i] = 0.0
    return np.sum(y)


@program(array(5), np.array([3, 0, 2]))
def inner_trips_from_an_array(x, counts):
    s = 0.7
    for i in range(len(counts)):
        for j in range(counts[i]):
            s = s * x[j] + 0.1
        s = s * s
    return s


@program(array(8))
def inner_bounds_from_outer(x):
    s = 0.4
    for i in range(0, 8, 2):
        for j in range(i, 0, -3):
            s = math.cos(s * x[j] + x[i])
    return s


@program(array(9))
def bound_changes_in_body(x):
    n = 2
    s = 0.8
    for i in range(2):
        for j in range(n):
            s = s * x[j]
            n = n + 1
        s = s + x[n]
    return s


@program(number(1.1, 1.3))
def trip_count_then_used_as_number(x):
    n = 0
    y = 1.0
    while y < 3.0:
        y = y * x
        n += 1
    return y * n + x**n


@program(array(6))
def array_redefined_with_other_length(x):
    y = x * x
    s = np.sum(y)
    y = y[:3] * s
    y = y[1:] ** 2
    return np.sum(y)


@program(array(4), 3)
def array_rebound_in_loop(x, n):
    y = x
    for k in range(n):
        y = y * y[0]
        y = y + x
    return np.sum(y)


@program(array(4), 3)
def alias_made_in_loop(x, n):
    y = x.copy()
    for k in range(n):
        old = y
        y = old * x
        old[0] = 7.0
        y[k] = y[k] * y[0]
    return np.sum(y)


@program(array(4), 3)
def augmented_array_in_loop_after_alias(x, n):
    y = x.copy()
    first = y
    for k in range(n):
        y *= x
        y += first
    return np.sum(first * y)


@program(array(4), 3)
def snapshot_each_trip(x, n):
    y = x.copy()
    s = 0.0
    for k in range(n):
        before = y.copy()
        y *= before
        y[k] -= before[k + 1]
        s += np.sum(before * y)
    return s


@program(array(4))
def stored_scalar_then_element_changes(x):
    y = x * x
    t = y[0]
    y[0] = y[1] * t
    y[1] = t * t
    return y[0] * t + y[1]


@program(array(4))
def whole_array_used_then_element_changes(x):
    y = np.sin(x)
    z = y * y
    y[2] = x[0] * z[1]
    w = y * z
    z[0] = 1.0
    return np.sum(w * z * y)


@program(array(4))
def constant_written_over_active(x):
    y = x * x
    s = np.sum(y * y)
    y[:] = 2.0
    y[1] = x[3]
    return s * np.sum(y)


@program(array(4))
def active_written_over_constant(x):
    y = np.ones(4)
    s = np.sum(y) * x[0]
    for i in range(4):
        y[i] = s * x[i]
        s = s + y[i]
    return s * np.sum(y)


@program(array(5))
def neighbours_shifted_down(x):
    y = x.copy()
    for i in range(4):
        y[i] = y[i + 1] * y[i]
    for i in range(4, 0, -1):
        y[i] = y[i - 1] * y[i]
    return np.sum(y)


@program(array(5))
def same_name_for_scalar_and_array(x):
    t = np.sum(x)
    s = t * t
    t = x * s
    s = np.sum(t * t)
    return s * t[0]


@program(number(), number(), argnums=(0, 1))
def result_is_an_argument(x, y):
    y = x * y
    return y


@program(array(3), exact=lambda x: np.array([0.0, 1.0, 0.0]))
def result_is_an_element(x):
    return x[1]


@program(number(), 3, exact=lambda x, n: 2.0 * n * x)
def invariant_in_loop(x, n):
    s = 0.0
    for _ in range(n):
        s += x * x
    return s


@program(number(), number(), argnums=(0, 1), exact=lambda x, y: (1.0, 0.0))
def differences_cancel(x, y):
    return x + y - y


@program(signed(4))
def used_elementwise_and_whole(x):
    y = x * np.sum(x)
    y = y / np.sqrt(np.sum(y * y))
    return np.sum(y**3) + y[0] * np.sum(x)


@program(array(4))
def loop_index_reused_by_second_loop(x):
    s = 1.0
    for i in range(3):
        s = s * x[i]
    j = i
    for i in range(j):
        s = s + x[i + 1] * s
    return s * x[i + 2]


@program(array(3), 4)
def parity_of_swaps(x, n):
    u = x * x
    v = np.sin(x)
    for k in range(n + 1):
        u, v = v, u
        u[k % 3] = u[k % 3] * v[0]
    return np.sum(u) + 2.0 * np.sum(v * v)


@program(number(0.5, 0.9), 5)
def power_of_carried_value(x, n):
    y = x
    for k in range(n):
        y = y**x + x**y
    return y


@program(array(3, 3))
def matrix_updated_by_its_product(a):
    b = a.copy()
    for k in range(3):
        b = b @ a
        b[k] = b[k] / b[k, k]
    return np.sum(b)


@program(array(2, 3))
def row_taken_before_the_matrix_changes(a):
    b = a * a
    r = b[0]
    c = b[0].copy()
    b *= 2.0
    return np.sum(r * c) + np.sum(b)


@program(number(), number(), argnums=(0, 1))
def deep_temporary_reuse(x, y):
    t = x
    t = t * y
    t = t * t
    t = t + x
    t = math.exp(-t)
    t = t * t * y
    return t
