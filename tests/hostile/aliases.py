"""Arrays under several names: chosen by branches, exchanged in loops, reshaped, gathered, shifted into each other."""

import numpy as np

from tests.hostile.registry import A, case


@case(A(3, 4))
def view_outlives_its_name(a):
    r = a[1]
    a = a * 2.0
    r[0] = 5.0 * a[0, 0]
    a[1] = r
    return np.sum(a * a)


@case(A(6), 3)
def window_moved_and_shifted(x, n):
    y = x.copy()
    for k in range(n):
        v = y[k:]
        v[1:] = v[:-1] * 2.0
        y[k] = v[1] * x[k]
    return np.sum(y * x)


@case(A(6))
def halves_shifted_into_each_other(x):
    x[1:], x[:-1] = x[:-1] * 2.0, x[1:] * 3.0
    return np.sum(x**2)


@case(A(6))
def index_bound_with_the_element(x):
    i = 0
    i, x[i] = (2, x[3] * 2.0)
    return np.sum(x**2 * np.arange(6.0))


@case(A(6))
def index_assigned_inside_of_the_right_side(x):
    i = 1
    x[i] = x[(i := 3)] * 2.0
    return np.sum(x**2 * np.arange(6.0))


@case(A(6), np.array([1, 0, 3]))
def index_view_written_twice(x, k):
    v = k[1:]
    k[1] = 4
    x[v] *= 2.0
    y = x[v]
    v[0] = 2
    return np.sum(y * y) + np.sum(x[k] ** 2)


@case(A(6))
def mask_under_two_names(x):
    m = x > 1.0
    n = m
    n[0] = True
    x[m] *= 2.0
    return np.sum(x * x)


@case(A(6), 4)
def exchange_by_a_third_name(x, n):
    u = x.copy()
    v = np.zeros(6)
    s = 0.0
    for k in range(n):
        for i in range(6):
            v[i] = u[i] * x[i] + u[i - 1]
        w = u
        u = v
        v = w
        s += v[0] * u[1]
    return s + np.sum(v)


@case(A(6), 4)
def exchange_with_a_copy(x, n):
    u = x
    v = np.empty(6)
    for k in range(n):
        for i in range(6):
            v[i] = u[i] * x[i]
        u, v = (v, u.copy())
    return np.sum(u)


@case(A(6), 4)
def exchange_after_a_branch(x, n):
    u = x.copy()
    v = x * 1.0
    for k in range(n):
        if u[k] > v[k]:
            u[k] *= v[k]
        else:
            v[k] *= u[k]
        u, v = (v, u)
    return np.sum(u**2) + np.sum(v)


@case(A(6), 4)
def exchange_in_a_while(x, n):
    u = x.copy()
    v = x * 1.0
    k = 0
    while k < n:
        v[k] = u[k] * v[k + 1]
        u, v = (v, u)
        k += 1
        if v[k] > 5.0:
            break
    return np.sum(u**2) + np.sum(v)


@case(A(6))
def views_chosen_twice(x):
    y = x.copy()
    z = y[1:] if x[0] > 1 else y[:-1]
    z[0] *= 2.0
    for k in range(3):
        z[k] += y[k + 1] * x[k]
    w = z if x[1] > 1 else y
    w[2] = x[3]
    return np.sum(y * y) + np.sum(z)


@case(A(6))
def arrays_chosen_by_three_tests(x):
    a = x.copy()
    b = x * 2.0
    if x[0] > 1.0:
        p = a
    elif x[1] > 1.0:
        p = b
    else:
        p = a * b
    q = p if x[2] > 1 else b
    p[0] = 3.0 * q[1]
    q[2] *= p[3]
    return np.sum(a * b) + np.sum(p * q)


@case(A(6))
def items_of_a_dict_chosen(x):
    d = {'a': x.copy(), 'b': x * 2.0}
    key = d['a'] if x[0] > 1 else d['b']
    key[0] = 5.0 * x[1]
    d['a'][1] = key[0]
    return np.sum(d['a'] * d['b'])


@case(A(12))
def cube_of_a_vector(x):
    t = x.reshape(3, 2, 2)
    t[1, :, 0] = t[0, 0] * 2.0
    t[:, 1] *= t[2, 0, 1]
    return np.sum(x**2)


@case(A(3, 4), A(12), argnums=(0, 1))
def flat_view_written_whole(a, v):
    a.ravel()[:] = v * v
    a[0] *= v[:4]
    return np.sum(a**2)


@case(A(3, 4))
def reshaped_rows_of_a_matrix(a):
    b = a[1:]
    f = b.reshape(8)
    f[1] = f[0] * a[0, 0]
    return np.sum(a**2)


@case(A(6), np.array([0, 2, 2]))
def gather_written_after_the_array(x, k):
    y = x.copy()
    z = y[k]
    y[k] = z * z
    z[0] = y[2]
    y[k] += z
    return np.sum(y * x) + np.sum(z)


@case(A(6))
def even_and_odd_exchanged(x):
    x[::2], x[1::2] = x[1::2] * 2.0, x[::2] ** 2
    return np.sum(x * np.arange(6.0))
