"""NumPy, shapes: creation, reshape, transposes, joining, copies."""

import numpy as np

from .registry import array, number, program


@program(number(), number(), argnums=(0, 1))
def arrays_made_of_numbers(a, b):
    v = np.array([a, b, a * b])
    m = np.array([[a, 1.0], [b, a * a]])
    return np.sum(v**2) * m[1, 1] + m[1, 0] * m[0, 0]


@program(number(), 4)
def filled_with_a_value(a, n):
    v = np.full(n, a)
    m = np.full((2, n), a * a)
    return np.sum(v * m)


@program(array(4))
def creation(x):
    z = np.zeros(4) + np.ones(4) * x + np.zeros_like(x) + np.ones_like(x)
    w = np.arange(4) * x + np.arange(1.0, 5.0) / x + np.linspace(0.0, 1.0, 4)
    return np.sum(z * w + np.full_like(x, 2.0) * x)


@program(number(), number(2.0, 3.0), argnums=(0, 1))
def linspace_of_arguments(a, b):
    t = np.linspace(a, b, 5)
    return np.sum(t**2)


@program(array(3, 4))
def identity_and_eye(a):
    return np.sum(np.eye(3) @ a) + np.sum((a @ np.identity(4)) ** 2)


@program(array(12))
def reshaped(x):
    m = x.reshape(3, 4)
    n = np.reshape(x, (4, 3))
    return np.sum((m @ n) ** 2)


@program(array(12))
def reshaped_with_unknown(x):
    m = x.reshape((2, -1))
    return np.sum(m[0] * m[1] ** 2) + np.sum(x.reshape(-1) ** 2)


@program(array(3, 4))
def transposed(a):
    b = a.T
    return np.sum(b[0] * b[1]) + np.sum(np.transpose(a) ** 2 * b)


@program(array(2, 3, 4))
def transposed_by_axes(a):
    b = np.transpose(a, (2, 0, 1))
    c = a.transpose(1, 0, 2)
    return np.sum(b[0, 1] * b[3, 0]) + np.sum(c[2] ** 2) + np.sum(np.swapaxes(a, 0, 1)[0] ** 3)


@program(array(3, 4))
def flattened(a):
    v = a.ravel()
    w = a.flatten()
    return np.sum(v[:6] * w[6:]) + np.sum(np.ravel(a) ** 2)


@program(array(3), array(4), argnums=(0, 1))
def concatenated(x, y):
    z = np.concatenate((x, y, x * x))
    return np.sum(z[1:] * z[:-1])


@program(array(2, 3), array(2, 3), argnums=(0, 1))
def concatenated_matrices(a, b):
    c = np.concatenate((a, b), axis=0)
    d = np.concatenate((a, b * b), axis=1)
    return np.sum(c**2) * np.sum(d[:, 2:4] ** 2)


@program(array(3), array(3), argnums=(0, 1))
def stacked(x, y):
    m = np.stack((x, y))
    n = np.stack((x, y, x * y), axis=1)
    return np.sum((m @ n) ** 2)


@program(array(3), array(3), argnums=(0, 1))
def stacked_by_direction(x, y):
    return np.sum(np.hstack((x, y)) ** 2) + np.sum(np.vstack((x, y))[1] ** 3)


@program(array(4))
def copies(x):
    y = x.copy()
    z = np.copy(x)
    y[0] = z[1] * x[2]
    return np.sum(y * z)


@program(array(3, 1, 4), numba=False)
def squeezed_and_expanded(a):
    b = np.squeeze(a, axis=1)
    c = np.expand_dims(b, 0)
    return np.sum(b * c[0] ** 2)


@program(array(3))
def broadcast_explicitly(x):
    m = np.broadcast_to(x, (2, 3))
    return np.sum(m * np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]) * x)


@program(array(3), numba=False)
def as_array(x):
    return np.sum(np.asarray(x) ** 2) + np.sum(np.array(x) * x)


@program(array(3, 3))
def diagonal_and_trace(a):
    return np.sum(np.diag(a) ** 2) + np.trace(a) * a[0, 0] + np.sum(np.diag(a[0]) @ a)


@program(array(3, 3))
def triangles(a):
    return np.sum(np.tril(a) ** 2) + np.sum(np.triu(a, 1) ** 3)


@program(array(4))
def flips_and_rolls(x):
    return np.sum(np.flip(x) * x**2) + np.sum(np.roll(x, 1) * x)


@program(array(3))
def repeated_and_tiled(x):
    return np.sum(np.repeat(x, 2) * np.arange(6.0)) + np.sum(np.repeat(x, 2) ** 2)


@program(array(5))
def differences_of_neighbours(x):
    return np.sum(np.diff(x) ** 2 * x[1:])


@program(array(2, 6))
def reshaped_in_loop(a):
    s = 0.0
    for i in range(2):
        m = a[i].reshape(2, 3)
        s += np.sum(m[0] * m[1]) * m[0, 0]
    return s


@program(array(4), array(4), argnums=(0, 1))
def dot_of_created(x, y):
    n = x.shape[0]
    a = np.zeros((n, n))
    a[0] = x
    a[:, 1] = y
    return np.sum(a @ a.T)


@program(array(2, 3))
def shape_as_argument(a):
    b = np.ones(a.shape) * a
    c = np.zeros((a.shape[1], a.shape[0]))
    c[:, 0] = a[0]
    return np.sum(b @ c)
