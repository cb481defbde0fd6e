"""Programs that once had a wrong gradient, each the smallest of its kind."""

import numpy as np

from tests.hostile.registry import A, case


@case(A(4), 3)
def sums_that_swap_their_names(x, n):
    s = x[0]
    t = x[1]
    for _ in range(n):
        s, t = t, s + x[2]
    return s


@case(A(5))
def view_with_an_offset_in_a_loop_backwards(x):
    y = x * 2.0
    v = y[1:]
    for i in range(3, -1, -1):
        y[i] = v[i] + 1.0
    return np.sum(y)


@case(A(4), A(8), argnums=(0, 1))
def last_of_two_writes_to_one_element(y0, x):
    y = y0.copy()
    for i in range(3, -5, -1):
        y[i] = x[i + 4]
    return np.sum(y * y)


@case(A(3), 2)
def value_kept_before_the_exit_test(x, n):
    s = 0.0
    for i in range(n):
        z = x * (i + 1.0)
        while True:
            r = np.sum(z * z)
            if r > 40.0:
                break
            z = z * r
        s += np.sum(z * x)
    return s


@case(A(2))
def range_of_a_negative_number(x):
    s = x[0]
    for i in range(len(x) - 4):
        s = s * s * x[i]
    return s
