"""Public faults of other tools: memory that is written, indices, names. A program or more for each."""

import math

import numpy as np

from .registry import array, number, program

# Element overwritten twice


@program(array(3), exact=lambda x: np.array([0.0, 2.0 * x[1], 0.0]))
def element_stored_twice(x):
    y = np.zeros(2)
    y[0] = x[0] * x[2]
    y[0] = x[1]
    return y[0] ** 2


@program(array(4), 3)
def element_stored_in_each_step(x, n):
    y = x * 1.0
    for k in range(n):
        y[1] = y[0] * x[k]
        y[0] = y[1] ** 2
    return y[0] + y[1]


# Read-modify-write of one element


@program(array(5))
def horner_in_one_element(c):
    acc = np.zeros(1)
    for v in c:
        acc[0] = acc[0] * 0.7 + v * acc[0] + v
    return acc[0]


@program(array(3), np.array([0, 1, 0, 2, 0]))
def histogram_cell_updated(w, cells):
    mass = np.ones(3)
    for c in cells:
        mass[c] *= w[c]
    return np.sum(mass)


# View scaled in place


@program(array(6), exact=lambda x: np.where(np.arange(6) % 2 == 0, 18.0, 2.0) * x)
def view_scaled(x):
    y = x.copy()
    even = y[::2]
    even *= 3.0
    return np.sum(y**2)


@program(array(3, 3), number(), argnums=(0, 1))
def row_of_matrix_scaled(a, c):
    m = a.copy()
    pivot = m[0]
    pivot *= c
    m[1] -= m[1, 0] * pivot
    return np.sum(m * m)


# Alias then write


@program(array(4))
def alias_then_write(x):
    y = x * x
    z = y
    z[0] = x[1]
    return np.sum(y * x)


@program(array(4))
def buffer_under_two_names(x):
    work = np.empty(4)
    out = work
    for i in range(4):
        work[i] = x[i] ** 2
        if i > 0:
            out[i] += work[i - 1]
    return np.sum(out)


# Repeated indices


@program(array(3), np.array([0, 2, 0, 0]), exact=lambda x, i: np.array([6.0 * x[0], 0.0, 2.0 * x[2]]))
def repeated_gather(x, i):
    return np.sum(x[i] ** 2)


@program(array(3), array(4), np.array([0, 2, 0, 0]), argnums=(0, 1))
def repeated_scatter_keeps_the_last(x, v, i):
    y = x.copy()
    y[i] = v * v
    return np.sum(y**2)


@program(array(3), array(4), np.array([0, 2, 0, 0]), argnums=(0, 1), numba=False)
def repeated_add_at(x, v, i):
    y = x.copy()
    np.add.at(y, i, v)
    return np.sum(y**2)


# Gathers of different rank from one array


@program(array(5), np.array([3, 0]), np.array([[1, 1], [0, 4]]))
def gathers_of_rank_one_and_two(x, i, j):
    return np.sum(x[i] ** 2) + np.sum(x[j] ** 3) + x[1] * x[i[0]]


@program(array(4, 3), np.array([2, 0, 2]))
def row_gather_and_element_gather(table, i):
    rows = table[i]
    picked = table[i, i]
    return np.sum(rows**2) + np.sum(picked**3) + table[i[0], 1]


# An index recomputed from an array that changed since


@program(array(4), np.array([2, 0, 3, 1]))
def index_from_a_changed_array(x, nxt):
    order = nxt.copy()
    s = 1.0
    at = 0
    for _ in range(4):
        s = s * x[order[at]] + x[at]
        order[at] = at
        at = nxt[at]
    return s


@program(array(5))
def write_position_moves_on(x):
    out = np.zeros(5)
    count = 0
    for v in x:
        if v > 1.0:
            out[count] = v * v
            count += 1
    return np.sum(out * out) / (count + 1)


# The same array as two arguments


def _work(force, displacement):
    s = 0.0
    for i in range(len(force)):
        s += force[i] * displacement[i] ** 2
    return s


@program(array(4), exact=lambda x: 3.0 * x**2)
def same_array_as_two_arguments(x):
    return _work(x, x)


def _axpy(alpha, x, y):
    for i in range(len(x)):
        y[i] += alpha * x[i]


@program(array(4), number(), argnums=(0, 1), exact=lambda x, a: (2 * (1 + a) ** 2 * x, 2 * (1 + a) * np.sum(x**2)))
def same_array_read_and_written(x, a):
    y = x.copy()
    _axpy(a, y, y)
    return np.sum(y**2)


# Calling twice gives another answer (the argument or a default is left changed)


@program(array(4))
def argument_overwritten_by_the_function(x):
    for i in range(1, 4):
        x[i] *= x[i - 1]
    return np.sum(x)


@program(array(3), {"rate": number()}, argnums=(0, 1), numba=False)
def settings_changed_by_the_function(x, settings):
    settings["rate"] = settings["rate"] * 0.5
    x *= settings["rate"]
    return np.sum(x * x)


def _logged(x, history=[]):  # noqa: B006
    return x * x + 0.0 * len(history)


@program(number(), exact=lambda x: 2.0 * x, numba=False)
def mutable_default_is_only_read(x):
    return _logged(x)


# Inner name shadows outer


@program(array(3), number(), argnums=(0, 1))
def inner_function_has_its_own_name(x, s):
    def energy(v):
        s = 0.0
        for x in v:
            s += x * x
        return s

    return energy(x) * s + x[0]


@program(array(3), number(), argnums=(0, 1))
def comprehension_has_its_own_name(x, v):
    squares = [v * v for v in x]
    return squares[0] * v + squares[2]


@program(array(3), number(), argnums=(0, 1))
def lambda_has_its_own_name(x, t):
    f = lambda t: t * t + x[0]  # noqa: E731
    return f(x[1]) * t


# Keyword arguments passed on twice


def _decay(t, rate=1.0, offset=0.0):
    return math.exp(-rate * t) + offset


def _twice(t, **options):
    return _decay(t, **options) + _decay(2.0 * t, **options)


@program(number(), number(), number(), argnums=(0, 1, 2), numba=False)
def keywords_passed_on_twice(t, rate, offset):
    return _twice(t, rate=rate, offset=offset) * _twice(1.0, offset=offset)


@program(number(), number(), argnums=(0, 1), numba=False)
def positional_and_keywords_passed_on(t, rate):
    def relay(*args, **kwargs):
        return _decay(*args, **kwargs)

    return relay(t, rate) + relay(t, offset=rate) * relay(t, rate=t, offset=rate)
