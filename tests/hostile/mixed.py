"""Rows, views, callees that write, conditions on carried values, several features at once."""

import numpy as np

from tests.hostile.registry import A, case


@case(A(4, 4))
def rowsweep(x):
    a = x.copy()
    for i in range(1, 4):
        a[i] = a[i] * a[i - 1] + a[i - 1, 0]
    return np.sum(a**2)


@case(A(4, 4))
def row_views2(x):
    a = x.copy()
    s = 0.0
    for i in range(1, 4):
        r = a[i]
        q = a[i - 1]
        for j in range(4):
            r[j] *= q[j]
            s += r[j] * q[3 - j]
        q[0] = s
    return s * np.sum(a)


@case(A(5))
def cont(x):
    s = 1.0
    for i in range(5):
        if i == 2:
            continue
        s = s * x[i]
        if s > 2.0:
            continue
        s += x[0]
    return s


@case(A(5))
def histo(x):
    h = np.zeros(3)
    for i in range(5):
        k = int(x[i] * 2) - 1
        h[k] += x[i] ** 2
    for i in range(1, 3):
        h[i] *= h[i - 1] + x[0]
    return np.sum(h * h)


@case(A(6))
def scatter_dup(x):
    idx = [0, 1, 0, 2, 1, 0]
    y = np.ones(3)
    for i in range(6):
        y[idx[i]] *= x[i]
    return np.sum(y * y)


@case(A(4))
def branch_array(x):
    y = x * 2.0
    if x[0] > 0.1:
        y = y * x
        z = np.sin(y)
    else:
        z = y
    w = z * y
    if x[1] < 0.0:
        w = w * 100.0
    return np.sum(w)


@case(A(4), 0.3, argnums=(0, 1))
def closure_loop(x, c):
    k = c * 2.0

    def h(v):
        return v * k + c

    s = 0.0
    for i in range(4):
        k = k * x[i]
        s += h(x[i]) * k
    return s


@case(A(3, 4))
def reduce_broadcast(x):
    m = np.mean(x, axis=1, keepdims=True)
    v = np.var(x, axis=0)
    return np.sum((x - m) ** 2 / (v + 1.0)) * np.max(x)


@case(A(4))
def aug_view_after_read(x):
    y = x * x
    v = y[1:3]
    s = np.sum(v * v)
    v += x[:2]
    y *= 2.0
    return s * np.sum(v) + np.sum(y * y)


@case(A(2, 3, 2))
def rank3(x):
    s = 0.0
    for i in range(2):
        for j in range(3):
            for k in range(2):
                s += x[i, j, k] * x[i - 1, j - 1, k] * (i + 1)
    return s


@case(A(4))
def dep_bounds(x):
    s = 0.0
    n = 1
    for i in range(4):
        for j in range(n):
            s += x[j] * x[i]
        n += 1 if x[i] > 1.0 else 0
        n = min(n, 4)
    return s * s


@case(A(5))
def prefix2(x):
    y = np.zeros(5)
    y[0] = x[0]
    y[1] = x[1] * x[0]
    for i in range(2, 5):
        y[i] = y[i - 1] * x[i] + y[i - 2] * y[i - 2]
    z = np.zeros(5)
    for i in range(4, -1, -1):
        z[i] = y[i] * (z[i + 1] if i < 4 else 1.0)
    return np.sum(z)


@case(A(3))
def accum_array(x):
    s = np.zeros(3)
    p = np.ones(3)
    for k in range(4):
        s += p * x
        p *= x
    return np.sum(s * p)


@case(A(3))
def swap3(x):
    a, b, c = x[0], x[1], x[2]
    for k in range(4):
        a, b, c = b * c, c + a, a
    return a * b * c


@case(A(4))
def inplace_arg_callee(x):
    def scale(v, f):
        for i in range(len(v)):
            v[i] = v[i] * f
        return v[0]

    y = x * x
    f = scale(y, x[1])
    g = scale(y[1:], f)
    return np.sum(y) * g


@case(A(4))
def whilecond_calls(x):
    def norm2(v):
        s = 0.0
        for i in range(len(v)):
            s += v[i] * v[i]
        return s

    k = 0
    y = x.copy()
    while norm2(y) < 40.0:
        y = y * 1.5 + x
        k += 1
    return np.sum(y) * k


@case(A(4))
def tri_hist(x):
    s = 1.0
    for i in range(4):
        for j in range(i):
            s = s * (1.0 + 0.1 * x[i] * x[j])
            if s > 1.2:
                s = s - 0.05 * s * s
    return s


@case(A(4, 3), A(3), argnums=(0, 1))
def colloop(m, v):
    out = np.empty((4, 3))
    for j in range(3):
        out[:, j] = m[:, j] * v[j]
        if j > 0:
            out[:, j] += out[:, j - 1] * v[0]
    return np.sum(out**2)


@case(A(4))
def last_in_nested(x):
    for i in range(3):
        for j in range(2):
            t = x[i] * x[j]
        u = t * t
    return u * t


@case(1.3)
def scalar_while_after(x):
    s = x
    t = 0.0
    while s < 20.0:
        t = s * x
        s = s + t
    return s * t


@case(A(3))
def stored_const_reset(x):
    y = x * x
    for k in range(3):
        y[k] = y[k] * y[0]
        y[0] = 1.0
    return np.sum(y * x)


@case(A(4))
def transposed_view(x):
    m = np.outer(x, x * x)
    t = m.T
    t[0] = t[0] * t[1]
    return np.sum(m * m)


@case(A(3), 3)
def explicit_time_step(x, n):
    y = np.zeros(3)
    for _ in range(n):
        new = np.zeros(3)
        for i in range(3):
            new[i] = x[i] * y[i - 1] + 1.0 + y[i] * y[i]
        y = new
    return y[1] * y[0]


@case(A(3), 3)
def fresh_array_written_in_a_branch(x, n):
    y = x * 1.0
    if x[0] < 5.0:
        y = np.sin(y)
        y[0] = y[1] * y[2]
    return y[1] * y[0]


@case(A(4), 4)
def array_made_after_a_continue(x, n):
    s = 0.0
    for t in range(n):
        if t == 2:
            continue
        w = np.zeros(4)
        for i in range(4):
            w[i] = x[i] * x[i - 1] * (t + 1.0)
        s += np.sum(w * w)
    return s


@case(A(4, 4))
def row_written_after_a_continue(x):
    z = x * x
    s = 0.0
    for k in range(4):
        if k == 1:
            continue
        row = z[k]
        row[0] = row[1] * z[k - 1, 0]
        s += np.sum(row) * row[0]
    return s + np.sum(z)


@case(A(4), 3)
def two_fresh_arrays_a_step(x, n):
    u = x.copy()
    v = x * x
    for _ in range(n):
        a = np.empty(4)
        b = np.empty(4)
        for i in range(4):
            a[i] = u[i] + 0.1 * v[i]
            b[i] = v[i] - 0.1 * u[i] * u[i]
        u, v = a, b
    return np.sum(u * v)


@case(A(4), 3)
def fresh_array_handed_to_two_names(x, n):
    u = x.copy()
    old = x.copy()
    for _ in range(n):
        new = u * 0.9
        new[1] = old[2] * u[0]
        old = u
        u = new
    return np.sum(u * old)
