"""Reading arrays: elements, rows, columns, slices, negative indices and steps, indices from other arrays."""

import numpy as np

from .registry import array, number, program


@program(array(5))
def elements(x):
    return x[0] * x[1] + x[4] ** 2


@program(array(5), exact=lambda x: np.array([0.0, 0.0, 2.0 * x[2], x[4], x[3]]))
def negative_indices(x):
    return x[-1] * x[-2] + x[-3] ** 2


@program(array(3, 4))
def matrix_elements(a):
    return a[0, 1] * a[2, -1] + a[-1, 0] / a[1, 1]


@program(array(3, 4))
def index_of_index(a):
    return a[0][1] * a[2][3] + a[1][-1] ** 2


@program(array(2, 3, 4))
def three_dimensional(a):
    return a[0, 1, 2] * a[1, 2, 3] + np.sum(a[1, :, 0]) * np.sum(a[0, 2])


@program(array(3, 4), exact=lambda a: np.array([[0.0] * 4, [1.0] * 4, [0.0] * 4]))
def row(a):
    return np.sum(a[1])


@program(array(3, 4))
def row_and_column(a):
    return np.dot(a[:, 1], a[:, 2]) + np.sum(a[2, :] ** 2)


@program(array(8))
def slices(x):
    return np.sum(x[1:4] * x[4:7]) + np.sum(x[:3]) * np.sum(x[-2:])


@program(array(8))
def overlapping_slices_read(x):
    return np.sum((x[1:] - x[:-1]) ** 2 * x[1:])


@program(array(9))
def second_difference(x):
    return np.sum((x[2:] - 2.0 * x[1:-1] + x[:-2]) ** 2)


@program(array(9))
def strided(x):
    return np.sum(x[::2] ** 2) + np.sum(x[1::3] * x[:6:2])


@program(array(6))
def reversed_slice(x):
    return np.sum(x[::-1] * np.arange(6.0) * x)


@program(array(9))
def negative_step_slices(x):
    return np.sum(x[7:2:-1] * x[0:5]) + np.sum(x[::-2] ** 3)


@program(array(4, 5))
def block(a):
    b = a[1:3, 2:]
    return np.sum(b * b) + np.sum(a[::2, ::-1] * a[1::2])


@program(array(5), 1, 4)
def slice_by_arguments(x, lo, hi):
    return np.sum(x[lo:hi] ** 2) * x[lo - 1]


@program(array(6), np.array([3, 0, 3, 5, 3]))
def index_from_array_in_loop(x, idx):
    s = 1.0
    for i in range(len(idx)):
        s = s * x[idx[i]] + x[idx[i]] ** 2
    return s


@program(array(6), array(5), np.array([[0, 1], [1, 2], [2, 0], [4, 5], [5, 4]]), argnums=(0, 1))
def bonds_from_a_table(x, k, pairs):
    e = 0.0
    for b in range(pairs.shape[0]):
        i = pairs[b, 0]
        j = pairs[b, 1]
        e += 0.5 * k[b] * (x[i] - x[j]) ** 2
    return e


@program(array(5), np.array([2, 0, 4]))
def over_index_array(x, idx):
    s = 0.0
    for i in idx:
        s += x[i] ** 3
    return s


@program(array(4))
def computed_index(x):
    s = 0.0
    for k in range(9):
        s += x[(k * k + 1) % 4] * x[k // 3]
    return s


@program(array(7))
def periodic_neighbours(x):
    n = len(x)
    s = 0.0
    for i in range(n):
        s += x[i] * x[(i + 1) % n] ** 2 + x[i - 1] * x[i]
    return s


@program(array(3, 4))
def rows_in_loop(a):
    s = 1.0
    for i in range(a.shape[0]):
        s = s * np.sum(a[i] * a[i, ::-1])
    return s


@program(array(3, 4))
def columns_in_loop(a):
    s = 0.0
    for j in range(a.shape[1]):
        c = a[:, j]
        s += c[0] * c[1] - c[2] ** 2
    return s


@program(array(4))
def element_and_whole(x):
    y = x * x[0]
    s = 0.0
    for i in range(4):
        s += y[i] * x[3 - i]
    return s * np.sum(y)


@program(array(5))
def new_axis(x):
    d = x[:, None] - x[None, :]
    return np.sum(d**2 * x[np.newaxis, :])


@program(array(3, 4, 2))
def ellipsis(a):
    return np.sum(a[..., 0] * a[..., 1] ** 2)


@program(array(2, 3))
def unpacking_rows_and_elements(a):
    u, v = a
    p, q, r = u
    return p * q / r + np.sum(v) * p


@program(array(3))
def unpacking_array(theta):
    a, b, c = theta
    return a * b**2 - c / a


@program(array(3, 2))
def shape_unpacked(a):
    n, d = a.shape
    return np.sum(a) / (n * d) + a[n - 1, d - 1] ** 2 * a.size + a.ndim * a[0, 0]


@program(array(6), np.array([0, 2, 2, 5]))
def gather_of_data(w, batch):
    data = np.linspace(0.0, 1.0, 6)
    s = 0.0
    for v in data[batch]:
        s += v * w[1] ** 2 + w[0]
    return s


@program(number(), np.array([1, 4, 2]))
def integer_data(x, counts):
    s = 0.0
    for i in range(counts.shape[0]):
        s += counts[i] * x ** counts[i]
    return s / np.sum(counts)


@program(array(5), exact=lambda x: 4.0 * x**3 * np.array([2.0, 1.0, 1.0, 0.0, 0.0]))
def backwards_from_a_position(x):
    first = x[0::-1] * x[0]
    return np.sum(first**2) + np.sum((x[2::-1] * x[2::-1]) ** 2)
