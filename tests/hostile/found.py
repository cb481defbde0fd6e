"""Programs without loops that once had a wrong gradient, each the smallest of its kind."""

import numpy as np

from tests.hostile.registry import A, case


@case(A(3))
def array_read_in_a_branch_and_summed_after(x):
    m = x * x
    s = 0.0
    if x[0] > 0.1:
        s = m[1]
    return np.sum(m) + s


@case(A(3))
def view_read_in_a_branch_and_summed_after(x):
    m = x * x
    v = m[1:]
    s = 0.0
    if x[0] > 0.1:
        s = v[0]
    return np.sum(m) + s


@case(A(3))
def element_scaled_by_a_mean(x):
    y = x.copy()
    y[1] *= np.mean(y)
    return np.sum(y * x)


@case(A(4))
def element_of_a_slice(y):
    return y[1:][0] * y[::2][1] * y[-1:][0]


@case(A(4))
def sum_of_a_generator(x):
    return sum(v * v for v in x) * sum(x[i] * x[i - 1] for i in range(4))


@case(A(4))
def sum_of_a_generator_with_a_test(x):
    s = sum(v * v for v in x if v > 0.8)
    return s * sum(x[i] * x[j] for i in range(3) for j in range(i) if i != 2)


@case(A(3))
def array_that_either_branch_gives(x):
    if x[0] > 5.0:
        y = np.sin(x)
    else:
        y = x * 2
    return y[1]


@case(A(3))
def array_replaced_in_a_branch(x):
    y = x * 1.0
    if x[0] < 5.0:
        y = np.sin(x)
    return y[1] * y[2]


@case(A(3))
def array_not_replaced_in_a_branch(x):
    y = x * 1.0
    if x[0] > 5.0:
        y = np.sin(x)
    return y[1] * y[2]


@case(A(3))
def array_or_view_of_another(x):
    m = np.outer(x, x)
    z = x
    if x[0] > 2.0:
        z = m[2]
    return z[0] * z[1]


@case(A(4))
def view_of_one_or_of_another(x):
    m = np.outer(x, x)
    z = x[2:]
    if x[0] < 2.0:
        z = m[2, :2]
    return z[0] * z[1]


@case(A(3))
def view_taken_twice_and_written(x):
    m = np.outer(x, x)
    v = m[1]
    w = m[1]
    w[::2] *= v[0]
    return np.sum(m)


@case(A(3))
def view_written_without_a_name(x):
    m = np.outer(x, x)
    v = m[1]
    m[1][::2] *= 0.5
    return np.sum(m) * v[0]


@case(A(3))
def equal_arrays_are_two_arrays(x):
    y = x * 2
    z = x * 2
    z[0] = 5.0 * x[1]
    return np.sum(y * z)


@case(A(4))
def index_that_reads_what_it_overwrites(x):
    y = x * 2.0
    y[np.argmax(y)] = 0.0
    return np.sum(y * y)


@case(A(3), 0.5, A(3, 3))
def element_of_an_array_that_a_branch_replaces_goes_nowhere(x, s, m):
    y = np.sin(x)
    if s > 4.0:
        y = m[0]
    z = x * s
    z[0] = y[0]
    return np.sum(x * y)


@case(A(3))
def row_chosen_by_an_array_that_changes(x):
    y = x * x
    m = np.outer(x, x)
    z = m[np.argmax(y)]
    z[1:] = z[:-1]
    y[1] = 9.0
    z[0] *= x[1]
    v = m[int(y[1]) % 2, : int(y[1]) // 4]
    y[1] = x[0]
    v *= 2.0
    return np.sum(m) + y[1]


@case(A(3))
def where_with_a_test_that_is_known(x):
    y = np.zeros_like(x)
    y[0] = np.sin(x[0])
    a = y[0]
    return np.where(True, x[1], a) + np.where(False, x[1], a)


def halve_an_element(y):
    y[1] *= 0.5
    return y[0]


@case(A(3))
def element_read_before_the_value_that_writes_it(x):
    y = x * 2.0
    y[1] += halve_an_element(y)
    y[y > 0.5] *= halve_an_element(y)
    y[1:] += halve_an_element(y)
    return np.sum(y * x)


@case(A(3), 0)
def generator_in_a_branch_before_a_store(x, n):
    s = 0.0
    if n < 1:
        s = sum(v * v for v in x)
    x[1] *= 3.0
    return np.sum(x) * s
