"""Views and aliases: one storage under several names, written through one and read through another."""

import numpy as np

from .registry import array, program


@program(array(4))
def alias_written(x):
    a = x * x
    b = a
    b[0] = a[1] * a[2]
    return np.sum(a * a)


@program(array(4))
def alias_of_alias(x):
    a = x * 2.0
    b = a
    c = b
    c[1] = x[0] * a[0]
    a[2] = b[1] * c[0]
    return np.sum(b**2)


@program(array(4))
def augmented_through_alias(x):
    a = x * x
    b = a
    a += x
    return np.sum(a * b)


@program(array(4))
def rebound_is_not_augmented(x):
    a = x * x
    b = a
    a = a + x
    return np.sum(a * b)


@program(array(4))
def copy_is_not_alias(x):
    a = x * x
    b = a.copy()
    a *= x
    b[0] = 2.0 * a[0]
    return np.sum(a * b)


@program(array(4))
def alias_of_argument_written(x):
    y = x
    y[0] = x[1] * x[2]
    return np.sum(x * y)


@program(array(3, 4))
def row_view_written(x):
    a = x * x
    r = a[1]
    r[0] = a[0, 0] * r[1]
    r[2] = r[0] * a[1, 0]
    return np.sum(a)


@program(array(3, 4))
def row_views_in_loop(x):
    a = x.copy()
    for i in range(3):
        r = a[i]
        for j in range(1, 4):
            r[j] = r[j] + r[j - 1] * x[i, j]
    return np.sum(a * x)


@program(array(3, 4))
def view_written_after_read(x):
    a = x.copy()
    v = a[:, 1]
    s = np.sum(v * v)
    v *= a[:, 0]
    a[0, 1] = 2.0 * v[2]
    return s * np.sum(v) + np.sum(a)


@program(array(8))
def halves(x):
    y = x.copy()
    left = y[:4]
    right = y[4:]
    left *= right
    right += left * left
    return np.sum(y * x)


@program(array(8))
def base_written_view_read(x):
    y = x.copy()
    v = y[2:6]
    y[3] = x[0] * x[1]
    s = v[1] * v[0]
    y[2] = s
    return np.sum(v**2)


@program(array(8))
def view_of_view(x):
    y = x * 1.0
    v = y[1:7]
    w = v[::2]
    w[1] = w[0] * w[2]
    v[0] = w[1] * y[7]
    return np.sum(y**2)


@program(array(6))
def reversed_view_written(x):
    y = x.copy()
    r = y[::-1]
    r[0] = y[0] * y[1]
    r[5] = r[0] * 2.0
    return np.sum(y * r)


@program(array(6))
def overlapping_slice_store(x):
    y = x.copy()
    y[1:] = y[:-1] * x[1:]
    y[:-1] = y[1:] * y[:-1]
    return np.sum(y**2)


@program(array(6))
def overlapping_slice_augmented(x):
    y = x.copy()
    y[1:] += y[:-1] * y[1:]
    y[:-2] *= y[2:]
    return np.sum(y**2)


@program(array(6))
def reverse_assigned_to_itself(x):
    y = x * x
    y[:] = y[::-1] * x
    return np.sum(y * y[0])


@program(array(2, 3))
def transposed_view_written(x):
    a = x.copy()
    t = a.T
    t[2, 0] = a[0, 0] * a[1, 1]
    return np.sum(a * x)


@program(array(6))
def reshaped_view_written(x):
    a = x.copy()
    m = a.reshape(2, 3)
    m[1, 0] = m[0, 1] * m[0, 2]
    m[0] *= 2.0
    return np.sum(a**2)


@program(array(3, 4))
def raveled_view_written(x):
    a = x.copy()
    v = a.ravel()
    for i in range(1, 12):
        v[i] = v[i] * v[i - 1] + 0.1
    return np.sum(a)


@program(array(5))
def view_of_argument_written(x):
    v = x[1:4]
    v *= 2.0
    v[0] = x[0] * x[1]
    return np.sum(x * x)


@program(array(4, 4))
def row_swapped_with_temporary(x):
    a = x * 1.0
    t = a[0].copy()
    a[0] = a[1]
    a[1] = t
    return np.sum(a[0] ** 2) + np.sum(a[1] ** 3) + a[2, 1]


@program(array(6))
def elements_swapped(x):
    y = x.copy()
    y[0], y[5] = y[5], y[0]
    y[1], y[2], y[3] = y[2] * y[0], y[3], y[1]
    return y[0] ** 2 + y[5] ** 3 + y[1] * y[2] + y[3]


@program(array(3, 4))
def view_chosen_in_branch(x):
    a = x.copy()
    for k in range(4):
        if k % 2 == 0:
            r = a[0]
        else:
            r = a[2]
        r[k] = r[k - 1] * a[1, k]
    return np.sum(a)


@program(array(4))
def alias_survives_rebinding(x):
    a = x * x
    b = a
    a = x * 3.0
    b[0] = a[0] * b[1]
    a[1] = b[0]
    return np.sum(a * b)


@program(array(3, 3))
def diagonal_block_updates(x):
    a = x.copy()
    for k in range(3):
        b = a[k:, k:]
        b[0] *= a[k, k]
    return np.sum(a)


@program(array(5), 4)
def three_way_buffers(x, n):
    a = x.copy()
    b = x * 0.5
    c = np.zeros(5)
    for _ in range(n):
        for i in range(5):
            c[i] = 2.0 * b[i] - a[i] - 0.1 * b[i] ** 2 * b[i - 1]
        a, b, c = b, c, a
    return np.sum(b * x)


@program(array(5), array(5), argnums=(0, 1))
def stored_value_is_a_copy(x, y):
    m = np.zeros((2, 5))
    t = x * y
    m[0] = t
    t *= y
    m[1] = t
    return np.sum(m[0] * m[1])
