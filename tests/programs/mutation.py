"""Elements, slices, rows and columns written in place: stencils, sweeps, factorisations, filters."""

import math

import numpy as np

from .registry import array, number, program, signed


@program(array(6), array(6), number(), argnums=(0, 1, 2))
def damped_oscillators_stepped(q, v, dt):
    for _ in range(4):
        v -= 0.1 * dt * q**3
        v *= 0.98
        q += 0.1 * dt * v
    return np.sum(v * v) + np.sum(q**2)


@program(array(8))
def exponential_smoothing_in_place(y):
    for i in range(1, len(y)):
        y[i] = 0.3 * y[i] + 0.7 * y[i - 1]
    return np.sum((y - 1.0) ** 2)


@program(array(8))
def cumulative_returns(r):
    r[1:] += 0.5 * r[:-1]
    r[1:] *= r[:-1]
    return r[-1] * r[3] + np.sum(r)


@program(array(8), array(8), argnums=(0, 1))
def shifted_product(x, y):
    y[1:] = y[:-1] * x[1:]
    return np.sum(y * y)


@program(array(9), 3, number())
def explicit_heat_steps(u, steps, c):
    for _ in range(steps):
        u[1:-1] += 0.2 * c * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        u[0] = u[1]
        u[-1] *= 0.5
    return np.sum(u**2)


@program(array(5, 6), 2)
def relaxation_of_a_plate(u, sweeps):
    for _ in range(sweeps):
        for i in range(1, 4):
            for j in range(1, 5):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]) - 0.01 * u[i, j] ** 2
    return np.sum(u[2] ** 2)


@program(array(5, 6))
def red_black_halves(u):
    for start in (0, 1):
        u[1:-1, 1 + start : -1 : 2] *= 0.5
        u[1:-1, 1 + start : -1 : 2] += 0.125 * (u[:-2, 1 + start : -1 : 2] + u[2:, 1 + start : -1 : 2])
    return np.sum(u * u)


@program(array(4, 4), array(4), argnums=(0, 1))
def gaussian_elimination(a, b):
    n = len(b)
    for i in range(n):
        a[i, i] += 3.0
    for k in range(n):
        for i in range(k + 1, n):
            factor = a[i, k] / a[k, k]
            a[i, k:] -= factor * a[k, k:]
            b[i] -= factor * b[k]
    x = np.zeros(n)
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - np.dot(a[i, i + 1 :], x[i + 1 :])) / a[i, i]
    return np.sum(x * x)


@program(array(4, 4))
def cholesky_in_place(a):
    a[:] = a @ a.T
    for i in range(4):
        a[i, i] += 2.0
    for j in range(4):
        a[j, j] = math.sqrt(a[j, j] - np.dot(a[j, :j], a[j, :j]))
        for i in range(j + 1, 4):
            a[i, j] = (a[i, j] - np.dot(a[i, :j], a[j, :j])) / a[j, j]
    return 2.0 * (math.log(a[0, 0]) + math.log(a[1, 1]) + math.log(a[2, 2]) + math.log(a[3, 3]))


@program(array(4, 3))
def gram_schmidt_of_columns(a):
    for j in range(3):
        for k in range(j):
            a[:, j] -= np.dot(a[:, k], a[:, j]) * a[:, k]
        a[:, j] /= np.sqrt(np.sum(a[:, j] ** 2))
    return np.sum(a[0] * a[1]) + a[3, 2]


@program(array(4, 3))
def rows_normalised(p):
    for i in range(len(p)):
        p[i] /= np.sum(p[i])
    return np.sum(p * np.log(p))


@program(array(3, 5), numba=False)
def columns_standardised(x):
    x -= np.mean(x, axis=0)
    x[:, 1:] /= np.sqrt(0.1 + np.sum(x**2, axis=0))[1:]
    return np.sum(x**3)


@program(array(6), array(5), array(5), array(6), argnums=(0, 1, 2, 3))
def tridiagonal_solve_in_place(d, lower, upper, b):
    d += 3.0
    for i in range(1, 6):
        w = lower[i - 1] / d[i - 1]
        d[i] -= w * upper[i - 1]
        b[i] -= w * b[i - 1]
    b[5] /= d[5]
    for i in range(4, -1, -1):
        b[i] = (b[i] - upper[i] * b[i + 1]) / d[i]
    return np.sum(b * b)


@program(array(7))
def horner_in_place(c):
    for k in range(5, -1, -1):
        c[k] += 0.7 * c[k + 1]
    return c[0] * c[3]


@program(array(8))
def butterflies_of_a_transform(x):
    half = 1
    while half < 8:
        for start in range(0, 8, 2 * half):
            for k in range(start, start + half):
                a, b = x[k], x[k + half]
                x[k] = a + b * 0.5
                x[k + half] = a * b
        half *= 2
    return np.sum(x)


@program(array(8))
def lifting_steps_of_a_wavelet(x):
    x[1::2] -= 0.5 * x[::2]
    x[::2] += 0.25 * x[1::2] ** 2
    x[1::2] *= x[::2]
    return np.sum(x**2)


@program(array(7))
def mirrored_in_place(x):
    x[:] = x[::-1] * x
    x[::-2] *= 2.0
    x[4:0:-1] += x[:4]
    return np.sum(x**2)


@program(array(6))
def written_backwards(x):
    y = np.zeros(6)
    y[::-1] = x * x
    y[-1:1:-2] -= y[:2]
    return np.sum(y * x)


@program(array(6))
def powers_in_place(x):
    x **= 2
    x[1:3] **= 1.5
    x[4] **= x[0]
    x[3:] **= x[:3]
    return np.sum(x)


@program(array(5), array(5), argnums=(0, 1))
def every_operator_on_elements(x, w):
    for i in range(1, 5):
        x[i] += w[i] * x[i - 1]
        x[i] -= w[i - 1] ** 2
        x[i] *= x[0]
        x[i] /= w[i] + x[i] ** 2
    return np.sum(x)


@program(array(3, 4), array(4), argnums=(0, 1))
def every_operator_on_rows(a, v):
    a[0] += v
    a[1] -= a[0] * v
    a[2, :] *= a[1]
    a[0] /= v
    a[1:] **= 2
    return np.sum(a)


@program(array(4, 4))
def column_scaled_by_the_pivot_row(a):
    a += 3.0 * np.eye(4)
    for k in range(3):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return a[3, 3] + np.sum(a)


@program(array(2, 3, 4))
def blocks_of_a_cube(t):
    t[0, 1] *= t[1, 2]
    t[:, 0, 1:] += t[:, 2, :-1]
    t[1, :, -1] = t[0, :, 0] * t[1, :, 1]
    t[..., 2] /= t[..., 0]
    return np.sum(t**2)


@program(array(3, 4))
def ellipsis_and_new_axes_written(a):
    b = np.zeros((2, 3, 4))
    b[...] = a
    b[0, ..., 1] *= a[:, 0]
    b[1][:, 2:] -= a[:, :1]
    b[1, 2, ...] = b[0, 1] ** 2
    return np.sum(b * b)


@program(array(6))
def views_of_views_of_views(x):
    inner = x[1:][::2][:2]
    inner *= x[0]
    inner[::-1][0] += x[2] ** 2
    x[1:5][1:3][0] = inner[0] * inner[1]
    return np.sum(x**3)


@program(array(5))
def difference_table(f):
    for order in range(1, 5):
        f[order:] = f[order:] - f[order - 1 : -1]
    return np.sum(f * f)


@program(array(6), array(6), argnums=(0, 1))
def divided_differences(x, y):
    x += np.arange(6.0)
    for k in range(1, 6):
        for i in range(5, k - 1, -1):
            y[i] = (y[i] - y[i - 1]) / (x[i] - x[i - k])
    return y[5] + y[2] ** 2


@program(array(5), signed(9))
def running_state_of_a_filter(a, signal):
    state = np.zeros(5)
    out = 0.0
    for v in signal:
        state[1:] = state[:-1]
        state[0] = v
        out += np.sum(a * state) ** 2
    return out


@program(array(3, 3))
def rotated_by_givens(a):
    for k in range(2):
        r = math.sqrt(a[k, 0] ** 2 + a[k + 1, 0] ** 2)
        c, s = a[k, 0] / r, a[k + 1, 0] / r
        upper = a[k].copy()
        a[k] = c * upper + s * a[k + 1]
        a[k + 1] = c * a[k + 1] - s * upper
    return np.sum(a**2 * np.arange(9.0).reshape(3, 3))


@program(array(10), 4)
def circular_buffer(x, width):
    ring = np.zeros(width)
    total = 0.0
    for i in range(len(x)):
        ring[i % width] = x[i] * ring[(i + 1) % width] + x[i]
        total += np.max(ring)
    return total


@program(array(5), array(5), argnums=(0, 1))
def sum_scattered_into_slices(x, w):
    padded = np.zeros(9)
    for k in range(5):
        padded[k : k + 5] += w[k] * x
    padded[2:7] *= x
    return np.sum(padded**2)


@program(array(4), exact=lambda x: np.array([0.0, 0.0, 0.0, 2.0 * x[3]]))
def only_the_last_write_counts(x):
    y = np.zeros(1)
    for i in range(4):
        y[0] = x[i] ** 2
    return y[0]


@program(array(6), exact=lambda x: np.array([2.0, 0.0, 0.0, 1.0, 1.0, 1.0]))
def window_overwritten(x):
    x[1:3] = x[0]
    return np.sum(x[1:])


@program(array(5), number(), argnums=(0, 1))
def clamped_from_a_position(x, level):
    start = 0
    while start < 5 and x[start] < 10.0 * level * start + 0.1:
        start += 1
    x[start:] = level * x[0]
    x[:start] *= level
    return np.sum(x**2)


@program(array(4, 3), np.array([2, 0, 1, 2]))
def one_column_of_each_row(p, label):
    for i in range(4):
        p[i, label[i]] -= 1.0
        p[i] *= p[i, label[i]]
    return np.sum(p**2)
