"""Adjoints of numbers are sums written once; adjoints of arrays whose elements are used live in a shadow."""

import numpy as np

from tests.transform.derived import lines, source, values


def starting(text, start):
    return [line for line in lines(text) if line.startswith(start)]


def test_what_is_used_twice_has_one_sum():
    def f(x, y):
        t = np.exp(x)
        return t * t * y + np.sin(t)

    assert len(starting(source(f, 0.5, 2.0), "t_bar = ")) <= 1


def test_an_array_that_is_used_whole_has_no_shadow():
    def f(x):
        y = np.sin(x) * x
        return np.sum(y * y)

    assert "zeros_like" not in source(f, values(3))


def test_an_array_whose_elements_are_read_has_one():
    def f(x):
        return x[0] * x[1] + x[2]

    text = source(f, values(4))
    assert text.count("zeros_like") == 1 and len(starting(text, "x_bar[")) == 3


def test_what_waits_is_the_first_value_of_a_shadow():
    def f(x):
        y = x.copy()
        for i in range(3):
            y[i] = np.sin(y[i])
        return np.sum(y * y)

    assert "zeros_like" not in source(f, values(4))


def test_a_view_has_the_same_view_of_the_shadow():
    def f(x):
        y = x * 2.0
        v = y[1:]
        for i in range(3):
            v[i] = v[i] * y[i]
        return np.sum(y * y)

    assert "v_bar = y_bar[1:]" in source(f, values(4))


def test_a_view_of_a_view():
    def f(x):
        y = x.copy()
        a = y[1:]
        b = a[1:]
        b[0] = a[0] * y[0]
        a[0] = b[0] * b[1]
        return np.sum(y**2)

    text = source(f, values(5))
    assert "a_bar = y_bar[1:]" in text and "b_bar = a_bar[1:]" in text


def test_a_transposed_view():
    def f(x):
        y = np.outer(x, x)
        z = y.T
        for i in range(3):
            z[i] = z[i + 1] * y[i]
        return np.sum(y**2)

    source(f, values(4))


def test_repeated_elements_of_an_index_array_all_add():
    def f(x, p):
        return np.sum(x[p] ** 2)

    assert "np.add.at(x_bar, p, " in source(f, values(4), np.array([0, 2, 0, 0]))


def test_a_mask_does_not_need_that():
    def f(x):
        return np.sum(x[x > 1.0] ** 2)

    assert "add.at" not in source(f, values(6))


def test_an_overwritten_element_gives_nothing_to_the_value_before():
    def f(x):
        y = x.copy()
        y[1] = 5.0
        return np.sum(y * y)

    source(f, values(3))


def test_an_element_is_overwritten_by_a_value_of_itself():
    def f(x):
        y = x.copy()
        y[1] *= np.mean(y)
        return np.sum(y * x)

    source(f, values(3))


def test_a_negative_contribution_is_subtracted():
    def f(x):
        s = 0.0
        for i in range(3):
            s -= x[i] ** 2
        return s

    text = source(f, values(4))
    assert "-=" in text and "+= -" not in text


def test_the_broadcast_of_a_number_is_a_sum():
    def f(a, x):
        return np.sum(a * x)

    assert "np.sum(x" in source(f, 0.5, values(3))


def test_two_arrays_that_get_one_adjoint_do_not_share_its_memory():
    def f(x, y):
        z = x + y
        for i in range(2):
            z[i] = z[i] * z[i + 1]
        s = np.sum(z)
        x[0] = x[0] * 2.0
        return s + x[0]

    source(f, values(3), values(3), wrt=(0, 1))


def test_the_whole_and_elements_of_one_array():
    def f(x):
        y = x.copy()
        s = 0.0
        for i in range(3):
            s += y[i] * np.sum(y)
            y[i] = s
        return s + np.sum(y * y)

    source(f, values(4))
