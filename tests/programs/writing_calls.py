"""Functions and methods of NumPy that write into an array: out=, fill, sort, copyto, put, at."""

import numpy as np

from .registry import apart, array, number, program, signed


@program(array(6), array(6), argnums=(0, 1))
def products_into_one_buffer(x, y):
    buffer = np.empty(6)
    np.multiply(x, y, out=buffer)
    s = np.sum(buffer**2)
    np.add(buffer, x, out=buffer)
    np.sin(buffer, out=buffer)
    return s * np.sum(buffer)


@program(array(4, 3), array(3, 2), argnums=(0, 1))
def layer_into_a_buffer(x, w):
    z = np.empty((4, 2))
    np.dot(x, w, z)
    np.tanh(z, z)
    return np.sum(z**2)


@program(array(4, 3))
def sums_into_rows(a):
    totals = np.zeros((2, 4))
    np.sum(a, axis=1, out=totals[0])
    np.sum(a**2, axis=1, out=totals[1])
    return np.sum(totals[0] * totals[1])


@program(array(6), 3)
def scratch_array_in_a_loop(x, steps):
    scratch = np.empty_like(x)
    for _ in range(steps):
        np.multiply(x, x, out=scratch)
        scratch *= 0.1
        np.subtract(x, scratch, out=x)
    return np.sum(x**2)


@program(array(5), number(), argnums=(0, 1))
def filled_then_scaled(x, level):
    y = np.empty(5)
    y.fill(level)
    y *= x
    z = y.copy()
    y.fill(0.0)
    y[2:] += z[:3]
    return np.sum(y * z)


@program(apart(6))
def sorted_in_place(x):
    x.sort()
    return np.sum(x * np.arange(6.0) ** 2)


@program(apart(12))
def trimmed_mean(x):
    y = x.copy()
    y.sort()
    kept = y[2:-2]
    return np.mean(kept**2) + x[0]


@program(apart(8), number())
def half_of_an_array_sorted(x, scale):
    x[:4].sort()
    x[4:] *= scale
    return np.sum(x * x * np.arange(8.0))


@program(array(4, 3), array(3), argnums=(0, 1))
def copied_over_with_copyto(a, v):
    b = np.zeros((4, 3))
    np.copyto(b, v)
    b[1:] *= a[1:]
    np.copyto(a, b)
    return np.sum(a**2) + np.sum(v)


@program(signed(6), array(6), argnums=(0, 1))
def copied_where_positive(x, y):
    np.copyto(y, x**2, where=x > 0)
    return np.sum(y**2)


@program(array(6), np.array([0, 4, 2]), number(), argnums=(0, 2), numba=False)
def values_put(x, where, v):
    np.put(x, where, v * x[1])
    return np.sum(x**2)


@program(array(3, 3))
def diagonal_filled(a):
    np.fill_diagonal(a, a[0, 1])
    return np.sum(a @ a)


@program(array(6), array(6), argnums=(0, 1), numba=False)
def ufunc_with_where_and_out(x, y):
    z = y.copy()
    np.divide(x, y, out=z, where=x > 1.0)
    return np.sum(z**2)


@program(array(5))
def cumulative_into_itself(x):
    np.cumsum(x, out=x)
    x[1:] -= x[:-1].copy() * 0.5
    return np.sum(x**2)


@program(array(6))
def copies_of_every_kind(x):
    a = x.copy()
    b = np.copy(x)
    c = np.array(x)
    d = x[:]
    d[0] = 2.0 * d[1]
    a[1] *= b[2]
    b += c
    return np.sum(a * b) + np.sum(c * x)


@program(array(4), array(4), argnums=(0, 1))
def clipped_into_place(x, y):
    np.clip(x, 0.8, 1.2, out=x)
    np.maximum(x, y, out=y)
    np.exp(y, out=x)
    return np.sum(x * y)
