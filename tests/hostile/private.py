"""Arrays that several paths give, exchanged or written: each program is right, or refused where `refused` says so."""

import numpy as np

from tests.hostile.registry import A, case, refused


@case(A(3))
def branch_array_written_after(x):
    y = x * 1.0
    if x[0] < 5.0:
        y = np.sin(y)
    y[0] = y[1] * y[2]
    return y[1] * y[0] + y[2]


@case(A(3))
def branch_array_written_in_a_loop_after(x):
    y = x * 1.0
    if x[0] < 5.0:
        y = np.sin(y)
    for i in range(3):
        y[i] = y[i - 1] * x[i]
    return np.sum(y)


@case(A(3))
def loop_array_written_after(x):
    y = x * 1.0
    for _ in range(2):
        y = np.sin(y)
    y[0] = 1.0
    return y[1] * y[0] * y[2]


@case(A(3), A(3, 3), argnums=(0, 1))
def stored_then_rebound_in_a_loop(x, m):
    y = x * 1.0
    for _ in range(3):
        y[0] = y[1] ** 2
        y = y @ m
    return np.sum(y * y)


@case(A(5), 0.1, 4, argnums=(0, 1))
def ping_pong(u0, c, n):
    u = u0.copy()
    v = u0.copy()
    for _ in range(n):
        for i in range(1, 4):
            v[i] = u[i] + c * (u[i - 1] - 2.0 * u[i] + u[i + 1]) * u[i]
        u, v = v, u
    return np.sum(u * u) + v[2]


@case(A(4), 5)
def three_buffers_turn(x, n):
    a, b, c = x.copy(), x * x, x + 1.0
    for k in range(n):
        a[k % 4] = b[0] * c[1]
        a, b, c = b, c, a
    return np.sum(a * b + c)


@case(A(4), 3)
def exchanged_with_a_copy_kept(x, n):
    u, v = x.copy(), np.zeros(4)
    total = 0.0
    for k in range(n):
        old = u.copy()
        for i in range(4):
            v[i] = u[i] * u[i - 1]
        u, v = v, u
        total += old @ u * (k + 1.0)
    return total


@refused(A(4), 3)
def exchanged_with_a_third_name(x, n):
    u, v = x.copy(), x * x
    w = u
    for _ in range(n):
        v[0] = u[1] * 2.0
        u, v = v, u
    return np.sum(w * u)


@case(A(4))
def branch_array_with_another_name(x):
    y = x * 1.0
    z = y
    if x[0] > 5.0:
        y = np.sin(x)
    y[0] = 3.0 * x[1]
    return np.sum(z * x)


@case(A(4))
def branch_array_with_a_view(x):
    y = x * 1.0
    if x[0] > 5.0:
        y = np.sin(x)
    v = y[1:]
    y[1] = 3.0 * x[0]
    return np.sum(v * v)


@case(A(4))
def branch_array_looped_over_and_written(x):
    y = x * 1.0
    if x[0] > 5.0:
        y = np.sin(x)
    s = 0.0
    i = 0
    for v in y:
        s += v * x[0]
        if i < 3:
            y[i + 1] = v * v
        i += 1
    return s


def fill(v):
    v[0] = v[1] * v[2]


@case(A(4))
def branch_array_written_by_a_callee(x):
    y = x * 1.0
    if x[0] > 5.0:
        y = np.sin(x)
    fill(y)
    return np.sum(y)


@refused(A(4), 3)
def same_array_twice_in_an_exchange(x, n):
    u, v = x.copy(), x * x
    for k in range(n):
        v[k] = u[0] * 2.0
        if k == 1:
            u = v
        else:
            u, v = v, u
    return np.sum(u * v)


@case(A(4), A(4), 3, argnums=(0, 1))
def arguments_exchanged_and_written(u, v, n):
    for _ in range(n):
        for i in range(4):
            v[i] = u[i] * u[i - 1] + v[i]
        u, v = v, u
    return np.sum(u * v)
