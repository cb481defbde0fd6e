"""Arrays written in place: filled, recurrences, sweeps, tables, work buffers, overwritten arguments."""

import math

import numpy as np

from .registry import array, number, program


@program(array(5))
def filled_in_loop(x):
    n = len(x)
    y = np.zeros(n)
    for i in range(n):
        y[i] = x[i] * x[n - 1 - i] + x[i] ** 2
    return np.sum(y * y)


@program(array(5))
def filled_empty(x):
    y = np.empty_like(x)
    for i in range(x.size):
        y[i] = math.sin(x[i])
    return y[0] * y[4] + y[2]


@program(array(6))
def prefix_sum(x):
    y = np.zeros(6)
    y[0] = x[0]
    for i in range(1, 6):
        y[i] = y[i - 1] + x[i]
    return np.sum(y**2)


@program(array(6))
def prefix_product(x):
    y = np.ones(7)
    for i in range(6):
        y[i + 1] = y[i] * x[i]
    return np.sum(y)


@program(array(6))
def prefix_recurrence_of_two(x):
    y = np.zeros(6)
    y[0] = x[0]
    y[1] = x[1] * x[0]
    for i in range(2, 6):
        y[i] = math.sin(y[i - 1]) * y[i - 2] + x[i]
    return y[5] + y[3] ** 2


@program(array(6))
def scaled_in_place(x):
    y = x.copy()
    for i in range(6):
        y[i] *= y[i]
        y[i] += x[5 - i]
    return np.sum(y * x)


@program(array(6))
def gauss_seidel_sweep(x):
    u = x.copy()
    for _ in range(3):
        for i in range(1, 5):
            u[i] = 0.5 * (u[i - 1] + u[i + 1]) + 0.1 * u[i] ** 2
    return np.sum(u**2)


@program(array(6), 4)
def sweep_back_and_forth(x, n):
    u = x.copy()
    for k in range(n):
        if k % 2 == 0:
            for i in range(1, 6):
                u[i] = u[i] - 0.3 * u[i - 1] * u[i]
        else:
            for i in range(4, -1, -1):
                u[i] = u[i] - 0.2 * u[i + 1] * u[i]
    return np.sum(u)


@program(array(4, 5))
def dynamic_programming_table(cost):
    n, m = cost.shape
    d = np.zeros((n, m))
    d[0, 0] = cost[0, 0]
    for i in range(1, n):
        d[i, 0] = d[i - 1, 0] + cost[i, 0]
    for j in range(1, m):
        d[0, j] = d[0, j - 1] + cost[0, j]
    for i in range(1, n):
        for j in range(1, m):
            d[i, j] = cost[i, j] + min(d[i - 1, j], d[i, j - 1], d[i - 1, j - 1])
    return d[n - 1, m - 1]


@program(array(4), array(5), argnums=(0, 1))
def soft_alignment(a, b):
    n, m = len(a), len(b)
    r = np.full((n + 1, m + 1), 20.0)
    r[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            s = math.exp(-r[i - 1, j]) + math.exp(-r[i, j - 1]) + math.exp(-r[i - 1, j - 1])
            r[i, j] = (a[i - 1] - b[j - 1]) ** 2 - math.log(s)
    return r[n, m]


@program(array(5))
def augmented_elements(x):
    y = np.ones(3)
    for i in range(5):
        y[i % 3] += x[i] ** 2
        y[(i + 1) % 3] -= x[i] * y[i % 3]
    y[0] /= y[1]
    return y[0] + y[2] * y[1]


@program(array(5))
def histogram_weights(x):
    bins = np.zeros(3)
    for i in range(5):
        bins[i // 2] += x[i]
    return np.sum(bins**2)


@program(array(5), np.array([1, 0, 1, 2, 1]))
def scatter_add_by_index(x, idx):
    y = np.zeros(3)
    for i in range(5):
        y[idx[i]] += x[i] * x[i]
    return y[0] * y[1] * y[2]


@program(array(5), np.array([1, 0, 1, 2, 1]))
def scatter_store_by_index_last_wins(x, idx):
    y = np.zeros(3)
    for i in range(5):
        y[idx[i]] = x[i] * x[i]
    return np.sum(y)


@program(array(6))
def array_overwritten_by_new_one(x):
    y = x * x
    y = y * y[0]
    y = np.sin(y) + x
    return np.sum(y)


@program(array(6), 4)
def ping_pong_buffers(u0, steps):
    u = u0.copy()
    v = np.zeros_like(u)
    for _ in range(steps):
        for i in range(1, len(u) - 1):
            v[i] = u[i] + 0.2 * (u[i - 1] - 2.0 * u[i] + u[i + 1]) * u[i]
        u, v = v, u
    return np.sum(u**2)


@program(array(5), 3)
def work_buffer(x, n):
    work = np.zeros(5)
    s = 0.0
    for k in range(n):
        for i in range(5):
            work[i] = x[i] ** (k + 1)
        for i in range(4):
            s += work[i] * work[i + 1]
    return s


@program(array(4), np.zeros(4))
def work_buffer_as_argument(x, work):
    for i in range(4):
        work[i] = x[i] * x[i]
    s = 0.0
    for i in range(4):
        s += work[i] * work[3 - i]
    return s


@program(array(4), exact=lambda x: 2.0 * x)
def argument_overwritten(x):
    for i in range(len(x)):
        x[i] = x[i] * x[i]
    return np.sum(x)


@program(array(4), array(4), argnums=(0, 1))
def argument_accumulated(x, y):
    x += y * x
    x[1] = x[0] * y[1]
    y *= 2.0
    return np.sum(x * y)


@program(array(8))
def whole_slice_stored(x):
    y = np.zeros(8)
    y[:4] = x[4:] ** 2
    y[4:] = x[:4] * y[:4]
    return np.sum(y)


@program(array(3, 4))
def rows_and_columns_stored(a):
    b = np.zeros((3, 4))
    for i in range(3):
        b[i, :] = a[i] * a[2 - i]
    b[:, 1] = b[:, 0] * a[:, 3]
    b[0] = 1.5 * b[1]
    return np.sum(b * a)


@program(array(3, 4), array(4), argnums=(0, 1))
def slice_stored_with_broadcast(a, v):
    b = a.copy()
    b[:2] = v
    b[2, 1:] *= v[0]
    b[:, 3] = v[1] * v[2]
    return np.sum(b**2)


@program(array(3), number(), argnums=(0, 1))
def scalar_stored_in_slice(x, c):
    y = np.empty(6)
    y[:] = c * c
    y[1:4] = x
    y[2:] += c
    return np.sum(y**3)


@program(array(6))
def element_overwritten_twice(x):
    y = np.zeros(2)
    y[0] = x[0] ** 2
    s = y[0] * x[1]
    y[0] = x[2] * s
    s += y[0] * y[0]
    y[0] = 3.0
    return s * y[0]


@program(array(5), 3)
def state_of_whole_arrays(x, n):
    h = np.zeros((n + 1, 5))
    h[0] = x
    for k in range(n):
        h[k + 1] = h[k] * np.cos(h[k]) + x
    return np.sum(h[n] * h[1])


@program(array(4))
def two_dimensional_from_outer_loops(x):
    n = len(x)
    k = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            k[i, j] = math.exp(-((x[i] - x[j]) ** 2))
    return np.sum(k * k) + k[0, 1] * k[1, 2]


@program(array(4))
def symmetric_fill(x):
    n = len(x)
    k = np.zeros((n, n))
    for i in range(n):
        k[i, i] = x[i] ** 2
        for j in range(i):
            k[i, j] = x[i] * x[j] ** 2
            k[j, i] = k[i, j]
    return k[0, 3] * k[1, 1] + np.sum(k[2])


@program(array(4), array(4), argnums=(0, 1))
def augmented_whole_array(x, y):
    z = x * y
    z += x
    z *= z
    z -= y
    z /= x
    return np.sum(z)


@program(array(5))
def list_of_scalars_of_fixed_length(x):
    parts = [x[0] * x[1], x[2] ** 2, math.sin(x[3])]
    return parts[0] * parts[1] + parts[2] * parts[-1] * x[4]
