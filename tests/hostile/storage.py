"""Aliases, wrap-around indices, last values, nested carries, overwritten storage."""

import math

import numpy as np

from tests.hostile.registry import A, case


@case(A(5))
def periodic(y):
    s = 0.0
    z = np.zeros(5)
    for i in range(5):
        z[i] = y[i] * y[i - 1]
    for i in range(5):
        s += z[i] * z[i - 1] * z[i - 2]
    return s


@case(A(5))
def wrap_inplace(x):
    y = x.copy()
    for i in range(5):
        y[i] = y[i] * y[i - 1]
    return np.sum(y * y)


@case(A(5))
def wrap_inplace2(x):
    y = x.copy()
    for t in range(2):
        for i in range(4, -1, -1):
            y[i] = y[i - 1] * y[i - 4] + x[i]
    return np.sum(y * y)


@case(A(4))
def carried_after(x):
    s = 1.0
    for i in range(4):
        t = s * x[i]
        s = t * t
    return s * t


@case(A(4))
def two_loops_same_var(x):
    s = 1.0
    for i in range(4):
        s = s * x[i]
    a = s * s
    for i in range(4):
        s = math.sin(s * x[i])
    return a * s


@case(A(4), 3)
def nested_carry(x, n):
    s = x[0]
    p = 1.0
    for k in range(n):
        p = p * s
        for i in range(4):
            s = s + p * x[i] * s
        p = p + s
    return p * s


@case(A(3, 3))
def lu(a):
    u = a.copy()
    for k in range(3):
        for i in range(k + 1, 3):
            u[i, k] = u[i, k] / u[k, k]
            for j in range(k + 1, 3):
                u[i, j] -= u[i, k] * u[k, j]
    return u[0, 0] * u[1, 1] * u[2, 2] + np.sum(u)


@case(A(4))
def branch_overwrite(x):
    y = np.zeros(4)
    for i in range(4):
        y[i] = x[i]
        if i > 0:
            y[i] = y[i] * y[i - 1]
        y[i] += y[i] * x[0]
    return y[3] * y[2]


@case(A(4))
def row_alias(x):
    m = np.outer(x, x)
    r = m[1]
    r[0] = r[0] * r[1]
    c = m[:, 0]
    c *= 2.0
    return np.sum(m * m)


@case(A(6))
def slices(x):
    y = x.copy()
    y[1:] = y[:-1] * y[1:]
    y[::2] *= y[1::2]
    return np.sum(y**3)


@case(A(4), A(4), argnums=(0, 1))
def alias_arg(a, b):
    c = a
    d = a * b
    a = b * 2.0
    return np.sum(c * d * a)


@case(A(5))
def mask(x):
    y = x * x
    y[y > 1.0] = 0.0
    return np.sum(y * x)


@case(A(5))
def gather(x):
    idx = np.array([0, 0, 3])
    return np.sum(x[idx] ** 2 * x[[1, 1, 1]])


@case(A(5))
def while_store(x):
    y = x.copy()
    i = 0
    while i < 4:
        y[i + 1] = y[i] * y[i + 1]
        i += 2
    return np.sum(y * x)


@case(0.7)
def dowhile(x):
    s = x
    n = 0
    while s < 50.0 and n < 100:
        if s < 3.0:
            s = s * s + 1.0
        else:
            s = s * 2.0 + x
        n += 1
    return s


@case(A(4), 2)
def array_carry(x, n):
    u = x.copy()
    v = np.zeros_like(x)
    for k in range(n):
        w = u * v + x
        v = u
        u = w
    return np.sum(u * v)


@case(A(4))
def element_of_carried(x):
    u = x.copy()
    s = 0.0
    for k in range(3):
        s += u[0] * u[1]
        u = u * x + s
    return s * u[2]


@case(A(3, 4))
def work_in_loop(x):
    s = 0.0
    for i in range(3):
        y = np.zeros(4)
        for j in range(4):
            y[j] = x[i, j] ** 2
            if j > 0:
                y[j] += y[j - 1] * x[i, j]
        s += y[3] * y[2]
    return s


@case(A(4))
def zero_then(x):
    y = np.empty(4)
    y[0] = x[0]
    for i in range(1, 4):
        y[i] = np.sqrt(y[i - 1] * x[i]) + y[0]
    y[0] = y[3]
    return np.prod(y)


@case(A(4))
def cond_expr(x):
    s = 0.0
    for v in x:
        s += (v**2 if v > 1.0 else v) if s < 2 else v**3
    return s


@case(A(4))
def minmax(x):
    return max(x[0] * 2, x[1], min(x[2], x[3])) * max(x)


@case({"a": A(3), "b": [0.5, (A(2), 1.5)]})
def struct(p):
    s = 0.0
    for q in p["b"][1]:
        s = s + np.sum(q) ** 2
    return s * p["b"][0] + p["a"] @ p["a"]


@case(A(4))
def while_nested(x):
    t = 0.0
    for i in range(4):
        z = x[i]
        k = 0
        while z < 10.0:
            z = z * z + x[i]
            k += 1
        t += z * k * x[0]
    return t


@case(A(6), A(6), argnums=(0, 1))
def reuse(x, y):
    t = x[0]
    a = t * t
    t = y[0]
    b = t * a
    for i in range(1, 6):
        t = x[i] * t
        a = a + t * b
    return a * t


@case(2.0, 3.0, argnums=(0, 1))
def inv(x, y):
    for i in range(3):
        x, y = y * x, x + y
    return x / y


@case(A(4))
def seq_store(x):
    y = np.zeros(3)
    y[0] = x[0] * x[1]
    a = y[0]
    y[0] = a * a
    y[1] += y[0] * x[2]
    y[1] *= y[1]
    return y[0] * y[1] + a


@case(A(5))
def overlapread(x):
    y = x * 1.0
    a = y[1:4]
    b = a * a
    y[2] = 5.0 * y[1]
    return np.sum(a * b) + y[2] ** 2


@case(A(3), A(3, 3))
def matloop(x, m):
    for i in range(3):
        x = np.tanh(m @ x) * x
    return x @ x


@case(A(3))
def retval(x):
    s = 1.0
    for i in range(3):
        s = s * x[i] + s
    return s
