"""Masks and arrays of integers as indices, read and written, with repeats."""

import numpy as np

from .registry import apart, array, number, program, signed

_BONDS = np.array([[0, 1], [1, 2], [2, 3], [3, 0], [1, 3]])
_BINS = np.array([0, 2, 1, 0, 2, 2, 1])


@program(array(6), exact=lambda y: np.where(y > 1.0, 0.0, 2.0 * y))
def large_values_dropped(y):
    y[y > 1] = 0
    return np.sum(y * y)


@program(signed(7), number())
def clipped_by_masks(x, bound):
    x[x > bound] = bound
    x[x < -bound] = -bound
    return np.sum(x**3)


@program(signed(7), number(), argnums=(0, 1))
def leaky_units(x, slope):
    x[x < 0] *= slope
    return np.sum(x**2)


@program(signed(7), array(7), argnums=(0, 1))
def masked_by_another_array(x, w):
    high = w > 1.0
    x[high] = w[high] * x[high]
    x[~high] -= w[~high] ** 2
    return np.sum(x**2)


@program(array(3, 4))
def mask_of_rows(a):
    tall = np.sum(a, axis=1) > 4.0
    a[tall] *= 2.0
    a[~tall, 1] = a[0, 0] * a[0, 1]
    return np.sum(a * a)


@program(signed(8))
def mask_that_changes_after_use(x):
    up = x > 0.0
    x[up] *= 2.0
    up = x > 1.0
    x[up] = x[up] ** 2
    return np.sum(x**2)


@program(array(5), _BINS)
def gathered_with_repeats(x, bins):
    y = x[bins]
    return np.sum(y * y * np.arange(7.0))


@program(array(4, 3), np.array([0, 2, 0, 3]))
def embedding_rows(table, words):
    rows = table[words]
    mean = np.sum(rows, axis=0) / len(words)
    return np.sum(mean**2)


@program(array(3), _BINS)
def group_effects(effect, group):
    residual = np.linspace(0.0, 1.0, 7) - effect[group]
    effect[1:] *= 2.0
    return np.sum(residual**2) + np.sum(effect**2)


@program(array(7), _BINS, exact=lambda x, b: np.array([0.0, 0.0, 0.0, 1.0, 0.0, 4.0, 2.0]) * 2.0 * x)
def last_of_repeated_writes(x, bins):
    last = np.zeros(3)
    last[bins] = x**2
    return last[0] + 2.0 * last[1] + 4.0 * last[2]


@program(array(3), array(7), _BINS, argnums=(0, 1))
def repeated_positions_added_once(level, x, bins):
    level[bins] += x
    return np.sum(level**2)


@program(array(3), array(7), _BINS, argnums=(0, 1))
def repeated_positions_scaled_once(level, x, bins):
    level[bins] *= x
    return np.sum(level**2)


@program(array(7), _BINS)
def binned_sums(x, bins):
    total = np.zeros(3)
    np.add.at(total, bins, x * x)
    return np.sum(total**2)


@program(array(7), array(3), _BINS, argnums=(0, 1))
def binned_losses(x, budget, bins):
    np.subtract.at(budget, bins, x)
    return np.sum(budget**3)


@program(array(4, 2), _BONDS, numba=False)
def forces_of_bonds(position, bonds):
    first, second = bonds[:, 0], bonds[:, 1]
    pull = position[second] - position[first]
    force = np.zeros_like(position)
    np.add.at(force, first, pull)
    np.subtract.at(force, second, pull)
    return np.sum(force**2)


@program(array(5, 5), np.array([0, 1, 1, 4]), np.array([2, 2, 2, 0]))
def assembled_by_pairs(k, rows, columns):
    k[rows, columns] *= 3.0
    k[rows, 0] = k[0, columns] ** 2
    return np.sum(k * k)


@program(array(6), np.array([3, 1, 5, 0, 4, 2]))
def permuted_in_place(x, order):
    x[:] = x[order] * x
    x[order] = x.copy()
    return np.sum(x * x[0])


@program(apart(6, 0.5, 2.0))
def ranked_and_put_back(x):
    order = np.argsort(x)
    ranked = x[order] * np.arange(6.0)
    x[order] = ranked**2
    return np.sum(x * x[::-1])


@program(array(4, 3), np.array([2, 0, 1, 2]))
def cross_entropy_gradient_form(p, label):
    rows = np.arange(len(label))
    p[rows, label] -= 1.0
    return np.sum(p**3)


@program(array(6), np.array([4, 2, 0]))
def index_array_shifted_between(x, where):
    a = x[where]
    where = where + 1
    x[where] = a * x[where]
    where -= 1
    return np.sum(x[where] * a) + np.sum(x**2)


@program(array(6), np.array([4, 2, 0]))
def index_array_written_between(x, where):
    a = x[where]
    where[0] = 1
    where[1:] += 1
    x[where] *= a
    return np.sum(x[where] * a)


@program(array(6), np.array([5, -1, 0]))
def same_element_by_two_numbers(x, where):
    y = np.zeros(6)
    y[where] = x[:3] ** 2
    np.add.at(y, where, x[3:])
    return np.sum(y * y)


@program(array(3, 4), np.array([1, 0, 1]))
def rows_gathered_then_written(a, rows):
    taken = a[rows]
    a[rows] = 2.0 * taken
    taken *= a[0]
    return np.sum(taken * taken) + np.sum(a)


@program(array(6), array(3), np.array([[0, 1], [1, 2], [0, 1]]), argnums=(0, 1), numba=False)
def table_of_indices(x, scale, pairs):
    y = x[pairs] * scale[:, None]
    x[pairs[:, 0]] = scale
    return np.sum(y**2) + np.sum(x**2)


@program(array(2, 3, 4), array(2, 3), np.array([3, 1]), argnums=(0, 1))
def number_slice_and_list_in_one_index(a, b, where):
    a[0, :, where] *= b
    a[:, 1, where] += b[:, :2]
    c = a[0, :, where] * b
    return np.sum(c * c) + np.sum(a * a)


@program(array(4, 3), array(3), np.array([0, 2, 0, 1, 3]), argnums=(0, 1))
def one_row_added_to_many(a, v, rows):
    np.add.at(a, rows, v)
    b = a[:, rows[:3]]
    return np.sum(b * b * np.arange(3.0))


@program(array(2, 4, 3), array(2, 4, 2), np.array([2, 0]), argnums=(0, 1))
def list_behind_slices(a, b, where):
    c = a[:, :, where]
    a[0][:, where] *= b[1]
    return np.sum(a * a) + np.sum(c**2 * b)


@program(array(5), np.array([[1, 1, 2], [0, 4, 1]]), array(3), argnums=(0, 2))
def stencils_weighed_by_position(x, neighbours, weights):
    """A table of neighbours: each column has one weight."""
    return np.sum(x[neighbours] * weights)
