"""One array under several names: aliases, views in structures, views handed to functions and back."""

import numpy as np

from .registry import array, number, program


@program(array(5))
def state_under_two_names(x):
    state = x * x
    previous = state
    state[1:] *= previous[:-1]
    return np.sum(previous**2)


@program(array(5), exact=lambda x: np.array([2.0, 1.0, 1.0, 1.0, 1.0]) * 2.0 * x)
def first_of_chained_names(x):
    a = b = x**2
    b[0] *= 2.0
    return np.sum(a)


@program(array(4))
def chained_into_element_and_name(x):
    y = np.zeros(4)
    y[1] = t = x[0] * x[2]
    y[2] = y[3] = t * y[1]
    return np.sum(y * x) + t


@program(array(4))
def aliases_part_at_the_first_rebinding(x):
    a = x.copy()
    b = a
    a *= 2.0
    a = a * x
    a[0] = b[1]
    b[0] = 5.0
    return np.sum(a * b)


@program(array(9))
def positions_and_velocities_of_one_state(state):
    q, v = state[:3], state[3:6]
    force = state[6:]
    force[:] = -(q**3)
    v += 0.1 * force
    q += 0.1 * v
    return np.sum(state**2)


@program(array(9))
def packed_parameters_unpacked(theta):
    w = theta[:6].reshape(2, 3)
    b = theta[6:8]
    hidden = np.tanh(w @ np.array([0.3, -0.2, 0.5]) + b)
    return np.sum(hidden) * theta[8]


@program(array(3, 4))
def views_in_a_tuple(a):
    ends = (a[0], a[-1])
    ends[0][1:] *= ends[1][:-1]
    ends[1][0] = a[1, 1] * ends[0][2]
    return np.sum(a**2)


@program(array(3, 4))
def views_in_a_list(a):
    rows = [a[i] for i in range(3)]
    rows[1] *= rows[0]
    rows[2][1] = rows[1][0] ** 2
    rows[0] = rows[2]
    rows[0][3] *= 2.0
    return np.sum(a) + np.sum(rows[0] ** 2)


@program(array(3, 4))
def views_in_a_dict(a):
    part = {"left": a[:, :2], "right": a[:, 2:]}
    part["left"] *= part["right"]
    part["right"][0] = part["left"][1]
    return np.sum(a * a)


@program(array(3, 4))
def rows_unpacked_and_written(a):
    first, second, third = a
    first += second * third
    third[:2] = first[2:]
    return np.sum(a**2)


@program(array(4, 3))
def rows_written_in_iteration(a):
    for row in a:
        row /= np.sum(row)
        row[0] *= row[1]
    return np.sum(a**2)


@program(array(4, 3), array(4, 3), argnums=(0, 1))
def pairs_of_rows_written(a, b):
    for k, (p, q) in enumerate(zip(a, b)):
        p -= 0.1 * k * q
        q[:] = p * q
    return np.sum(a * b)


def _scale(v, factor):
    v *= factor


def _first_half(v):
    return v[: len(v) // 2]


def _relax(u):
    u[1:-1] = 0.5 * (u[2:] + u[:-2])
    return u


def _swap(a, b):
    t = a.copy()
    a[:] = b
    b[:] = t


def _rows_of(a):
    return a[0], a[1]


def _axpy(alpha, x, y):
    for i in range(len(y)):
        y[i] += alpha * x[i]


def _normalised(v):
    v /= np.sqrt(np.sum(v * v))
    return v


@program(array(6))
def callee_writes_a_view(x):
    _scale(x[2:4], x[0])
    _scale(x[::2], 2.0)
    return np.sum(x**2)


@program(array(6))
def callee_returns_a_view(x):
    half = _first_half(x)
    half *= x[3:]
    _first_half(half)[0] = x[1] * x[2]
    return np.sum(x**2)


@program(array(7), 3)
def callee_returns_its_argument(u, sweeps):
    for _ in range(sweeps):
        u = _relax(u)
        u[0] *= u[1]
    return np.sum(u**2)


@program(array(6))
def callee_result_is_another_name(u):
    v = _relax(u)
    v[0] = 3.0 * u[1]
    return np.sum(u * v)


@program(array(4), array(4), argnums=(0, 1))
def callee_swaps_its_arguments(x, y):
    y *= x
    _swap(x, y)
    return np.sum(x**2) + np.sum(x * y)


@program(array(8))
def callee_swaps_two_halves(x):
    _swap(x[:4], x[4:])
    x[0] *= x[4]
    return np.sum(x[:4] ** 2) + np.sum(x[4:] ** 3)


@program(array(3, 4))
def callee_returns_two_views(a):
    p, q = _rows_of(a)
    p *= q
    q[1] = p[0] * a[2, 1]
    return np.sum(a**2)


@program(array(5), array(5), argnums=(0, 1))
def same_array_twice_in_a_call(x, y):
    _axpy(0.5, x, x)
    _axpy(x[0], y, x)
    return np.sum(x**2)


@program(array(3, 4))
def same_matrix_by_two_rows(a):
    _axpy(2.0, a[0], a[1])
    _axpy(a[1, 1], a[1], a[1])
    _axpy(0.3, a[:, 0], a[:, 1])
    return np.sum(a**2)


@program(array(4), array(4), argnums=(0, 1))
def chain_of_callees(x, y):
    z = _normalised(_normalised(x + y) * y)
    z[0] += x[1]
    return np.sum(z * x)


@program(array(6))
def closure_writes_what_it_sees(x):
    total = x.copy()

    def deposit(i, amount):
        total[i] += amount * total[i - 1]

    for i in range(1, 6):
        deposit(i, x[i])
    return np.sum(total**2)


@program(array(5))
def written_through_one_read_through_another(x):
    window = x[1:4]
    s = window[0] * window[2]
    x[1] = s * x[4]
    s += window[0]
    window[1] = s
    return s * x[2] + np.sum(window)


@program(array(4, 4))
def both_triangles_through_the_transpose(a):
    t = a.T
    for i in range(4):
        for j in range(i):
            t[i, j] = a[i, j] * t[j, i]
    t[0] *= a[0]
    return np.sum(a * a)


@program(array(4, 4))
def diagonal_blocks_by_name(a):
    upper, lower = a[:2, :2], a[2:, 2:]
    upper[:] = upper @ lower
    lower -= upper.T
    return np.sum(a**2)


@program(array(6))
def overlapping_windows_written(x):
    for i in range(4):
        w = x[i : i + 3]
        w *= w[1]
        w[2] += w[0] * x[5]
    return np.sum(x)


@program(array(4), number(), argnums=(0, 1))
def alias_kept_past_the_rebinding(x, c):
    old = x
    x = x * c
    old[1] = x[0] * c
    x[2] = old[1] + old[2]
    return np.sum(x * old)


@program(array(5), 4)
def history_kept_as_views(x, n):
    path = np.zeros((n + 1, 5))
    now = path[0]
    now[:] = x
    for k in range(n):
        now = path[k]
        after = path[k + 1]
        after[:] = now - 0.1 * now**2
        after[0] *= now[1]
    return np.sum(path[n] ** 2) + path[2, 1]


@program(array(6), number(), argnums=(0, 1))
def reshaped_state_written(y, c):
    u = y * c
    grid = u.reshape(2, 3)
    grid[0, 1:] *= grid[1, :2]
    u[0] = grid[1, 2] ** 2
    grid[1] -= u[:3]
    return np.sum(u * y)


@program(array(2, 3))
def flattened_matrix_written(a):
    m = np.zeros((2, 3))
    m += a
    flat = m.ravel()
    flat[1:] += 0.5 * flat[:-1] ** 2
    flat[0] = m[1, 1]
    return np.sum(m**2)


@program(array(3, 4), 2)
def row_chosen_at_run_time(a, which):
    for k in range(4):
        row = a[0] if k % which == 0 else a[2]
        row[k] *= a[1, k]
        row -= 0.1 * row[0]
    return np.sum(a**2)


@program(array(4), array(4), True, argnums=(0, 1))
def target_chosen_by_a_flag(x, y, left):
    target = x if left else y
    target *= 2.0
    target[0] = y[1]
    return np.sum(x * y)


@program(array(4), array(4), argnums=(0, 1), points=2)
def larger_of_two_reduced(x, y):
    if np.sum(x) > np.sum(y):
        big, small = x, y
    else:
        big, small = y, x
    big -= 0.5 * small
    small[0] = big[1]
    return np.sum(x**2) + np.sum(x * y)


@program(array(6))
def views_of_reshaped_views(x):
    m = x.reshape(2, 3)
    row, turned = m[1], m.T
    row[0] = x[0] * m[0, 2]
    turned[1] *= 2.0
    pairs = m.reshape(3, 2)
    pairs[2] = pairs[0] * row[:2]
    return np.sum(m * m) * x[2]


@program(array(2, 3), array(6), argnums=(0, 1))
def work_array_seen_flat_and_square(a, v):
    work = np.zeros(6)
    square = work.reshape(2, 3)
    square[:] = a
    work *= v
    square[0] = square[1] ** 2
    return np.sum(work * v)


@program(array(8))
def halves_of_a_state_as_matrices(y):
    state = np.empty(8)
    state[:] = y
    momenta = state[4:].reshape(2, 2)
    momenta -= 0.1 * state[:4].reshape(2, 2) ** 2
    momenta[0] *= momenta[1]
    return np.sum(state**2)
