"""Calls and recursion: who sees what a callee writes, and in which order."""

import operator

import numpy as np

from tests.hostile.registry import A, case, refused


@case(A(4), np.sqrt(A(4)), argnums=(0, 1))
def zero_of_one_arm_that_two_sums_read(x, y):
    return max(map(operator.add, x, y)) * 2.0


def doubled(a):
    a[0] = a[0] * 2.0
    return a[1]


@case(A(4))
def written_between_the_operands(x):
    y = x * x
    return np.sum(y + doubled(y)) * y[0]


@case(A(4))
def written_by_the_second_argument(x):
    y = x * x
    return np.dot(y, y + doubled(y)) + np.sum(y)


@case(A(4), 3)
def carried_array_written_by_a_callee(x, n):
    y, s = x * 1.0, 0.0
    for _ in range(n):
        z = y
        t = doubled(y)
        s += t * z[0]
        y = z * x
    return s


@refused(A(4), 3)
def carried_array_written_inside_an_expression(x, n):
    y, s = x * 1.0, 0.0
    for _ in range(n):
        s += np.sum(y * doubled(y))
        y = y * x
    return s


@case(A(2))
def nonlocal_changed_between_the_operands(x):
    s = x[0]

    def bump():
        nonlocal s
        s = s * x[1]
        return s

    return s + bump() * s


def filled(x, out, k):
    if k < len(x):
        filled(x, out, k + 1)
        out[k] = x[k] * (out[k + 1] if k + 1 < len(x) else 1.0)


@case(A(4), 3)
def recursion_writes_in_each_iteration(x, n):
    out, s = np.zeros(4), 0.0
    for _ in range(n):
        filled(x, out, 0)
        s += out[0] * out[1]
        out[2] = s
    return s


@case(A(4))
def recursion_writes_a_reversed_view(x):
    y = x * 1.0
    v = y[::-1]
    filled(x, v, 0)
    return y[0] * y[3] + v[1]


@case(A(4), 3)
def recursion_returns_what_it_writes(x, n):
    def scaled(v, k):
        if k == 0:
            return v
        v[k] *= v[k - 1]
        return scaled(v, k - 1)

    y = x * 1.0
    z = scaled(y, n)
    z[1] = z[1] * z[0]
    return y[1] * y[2] + z[3]


def exchanged(x, a, b, n):
    if n == 0:
        return x
    a[n] = x * b[n - 1]
    b[n] = a[n] + a[n - 1]
    r = exchanged(x * 0.5, b, a, n - 1)
    a[0] += r * b[n]
    return r + a[n]


@case(A(4), 3)
def recursion_exchanges_what_it_writes(x, n):
    p, q = x * 1.0, x * x
    r = exchanged(x[1], p, q, n)
    return r * p[0] + np.sum(p * q)


def positive(x, n):
    return n == 0 or (x > 0.0 and positive(x - 0.1, n - 1))


@case(A(2), 4)
def recursion_in_an_or(x, n):
    return x[0] * x[0] if positive(x[1], n) else x[0]


def grown(x, n):
    if n == 0:
        return x * x
    y = grown(x * 0.9, n - 1)
    y[0] = y[0] * y[1] + x[2]
    return y


@case(A(4), 3)
def result_of_a_recursion_written(x, n):
    y = grown(x, n)
    y[1] *= y[0]
    return np.sum(y * y)


def pair(x, n):
    if n == 0:
        return x, x * x
    a, b = pair(x[::-1], n - 1)
    a = a * b
    b = b + a[0]
    b[1] *= x[0]
    return b, a


@case(A(4), 3)
def two_arrays_of_a_recursion(x, n):
    a, b = pair(x, n)
    return np.dot(a, b)


def places(x, n):
    if n == 0:
        return np.arange(3), x
    i, y = places(x * x, n - 1)
    i[0] += n
    return i[::-1].copy(), y[i % 3] * x


@case(A(3), 3)
def integers_and_an_array_of_a_recursion(x, n):
    i, y = places(x, n)
    return np.sum(y * i)


def weights(x, n):
    if n == 0:
        return x[0], x[1]
    a, b = weights(x, n - 1)
    return 2.0 * a - b, a + x[2]


@case(A(3), 4)
def results_that_the_way_back_does_not_read(x, n):
    a, b = weights(x, n)
    return 3.0 * a + b
