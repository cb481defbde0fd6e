"""Names that only some paths or iterations bind: as in Python, the last value that was bound counts."""

import numpy as np

from tests.hostile.registry import case

X = np.array([0.6, 0.7, 1.4, 0.45])


@case(X)
def bound_in_a_nested_branch(x):
    s = 0.0
    for i in range(4):
        if x[i] > 0.5:
            if x[i] > 0.8:
                t = x[i] * x[0]
            s += x[i]
        if x[i] > 0.8:
            s += t * t
    return s


@case(X)
def array_bound_in_some_branches(x):
    for i in range(4):
        if x[i] > 0.8:
            if x[i] > 1.2:
                y = x * x[i]
            y = y if x[i] > 1.2 else x * x[0]
        else:
            y = x.copy()
        if x[i] > 1.2 or x[i] <= 0.8:
            z = np.sum(y * y)
    return z


@case(X + 0.1)
def value_of_an_earlier_iteration(x):
    s = 0.0
    for i in range(4):
        if x[i] > 0.65:
            t = x[i] * x[i]
        if i > 0:
            s += t * x[i]
    return s


@case(X)
def first_iteration_binds(x):
    s = 0.0
    for i in range(4):
        if i == 0:
            t = x[0]
        else:
            t = t * x[i]
        s += t
    return s


@case(X)
def inner_loop_that_may_not_run(x):
    s = 0.0
    for i in range(4):
        for j in range(0, 4 - 2 * i if i < 2 else 0):
            t = x[i] * x[j]
        s += t * x[i]
    return s


@case(X)
def first_iteration_binds_an_array(x):
    s = 0.0
    for i in range(3):
        if i == 0:
            y = x.copy()
        else:
            y = y * x + y
        s += np.sum(y * x[i])
    return s


@case(X)
def bound_in_some_iterations_and_read_after(x):
    for i in range(4):
        if i % 2 == 0:
            t = x[i]
    return t * x[0]


@case(X)
def place_of_the_largest(x):
    best = x[0]
    arg = 0
    for i in range(4):
        if x[i] > best:
            best = x[i]
            arg = i
    return x[arg] ** 2 * best


@case(X)
def place_bound_only_in_a_branch(x):
    best = -1.0
    for i in range(4):
        if x[i] > best:
            best = x[i]
            arg = i
    return x[arg] ** 2


@case(X)
def array_bound_in_some_iterations(x):
    k = 0
    while k < 4:
        if k % 2 == 1:
            y = x * x[k]
        k += 1
    return np.sum(y * y)


@case(X)
def bound_by_an_inner_loop_in_a_branch(x):
    d = x[0] * 2
    for k in range(4, -1, -2):
        if k > 2:
            for _ in range(k, 5):
                c = d * d
    return c * c


@case(X, -1)
def index_of_an_earlier_loop(x, m):
    s = x[0]
    for i in range(3):
        s = s * x[i]
    for i in range(m):
        s = s * 100
    return s * i


@case(X, 2)
def index_of_the_later_loop(x, m):
    s = x[0]
    for i in range(3):
        s = s * x[i]
    for i in range(m):
        s = s * 100
    return s * i


@case(X)
def value_before_the_break_used_after(x):
    s = 1.0
    while True:
        u = s * x[0] + x[1]
        if u > 3.0:
            break
        s = s + u
    return u * s


@case(X)
def array_written_before_the_break(x):
    y = x.copy()
    k = 0
    while True:
        y[k % 4] = y[k % 4] * 1.5 + x[0]
        if np.sum(y) > 9.0:
            break
        k += 1
        y[0] = y[0] * y[1]
    return np.sum(y * y)


@case(X, 2)
def break_in_the_middle_of_an_inner_loop(x, n):
    total = 0.0
    for i in range(n):
        s = x[i]
        while True:
            r = s * s
            t = r + x[i + 1]
            if t > 4.0:
                break
            s = s + t
        total += r * t
    return total


@case(X)
def size_that_a_loop_changes(x):
    s = 0.0
    for k in range(3):
        if k > 0:
            s += np.sum(np.ones(m) * 2.0 * x[0] + x[1] * np.ones(1))  # noqa: F821
        m = len(x)
        m = m - k
    return s
