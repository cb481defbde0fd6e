"""Overwritten elements come back where the way back reads them, each by itself, and only there."""

import numpy as np
import pytest

from tests.transform.derived import kept, source, values


def test_an_overwritten_element_keeps_the_element_and_not_the_array():
    def f(x):
        y = x.copy()
        for t in range(2):
            for i in range(1, 4):
                y[i] = y[i] * y[i - 1]
        return np.sum(y)

    text = source(f, values(5))
    assert kept(text) == 1
    assert "np.empty((2, 3))" in text or "np.empty((2, max(" in text
    assert "+= [np.copy(" not in text


def test_a_store_over_what_no_one_reads_in_a_product_keeps_nothing():
    def f(x):
        y = x.copy()
        for i in range(4):
            y[i] = 2.0 * y[i] + x[i]
        return np.sum(y)

    assert kept(source(f, values(4))) == 0


def test_elements_that_are_written_once_before_they_are_read():
    def f(x):
        y = np.zeros(5)
        y[0] = x[0]
        for i in range(1, 5):
            y[i] = y[i - 1] * x[i]
        return y[4]

    text = source(f, values(5))
    assert kept(text) == 0 and "_old" not in text


@pytest.mark.parametrize("f", [
    pytest.param(lambda: reads_ahead, id="the next element is read before it is written"),
    pytest.param(lambda: wraps, id="y[i - 1] is the last element at first"),
    pytest.param(lambda: repeats, id="an outer loop writes them again"),
    pytest.param(lambda: goes_down, id="the loop goes down"),
    pytest.param(lambda: unknown_index, id="an index that is not known"),
    pytest.param(lambda: other_loops, id="another loop of the same index reads"),
])  # fmt: skip
def test_elements_that_are_written_after_they_are_read(f):
    assert kept(source(f(), values(6))) >= 1


def reads_ahead(x):
    y = x.copy()
    for i in range(4):
        y[i + 1] = y[i + 1] * y[i] * y[i + 2]
    return np.sum(y)


def wraps(x):
    y = x.copy()
    for i in range(6):
        y[i] = y[i - 1] * x[i]
    return np.sum(y)


def repeats(x):
    y = np.ones(6)
    for t in range(2):
        for i in range(1, 6):
            y[i] = y[i - 1] * x[i]
        y[0] = y[5]
    return y[5]


def goes_down(x):
    y = x.copy()
    for i in range(5, 0, -1):
        y[i] = y[i - 1] * y[i]
    return np.sum(y)


def unknown_index(x):
    y = np.ones(6)
    p = np.array([3, 1, 3, 0, 1, 5])
    for i in range(6):
        y[p[i]] = y[i] * x[i]
    return np.sum(y)


def other_loops(x):
    y = x.copy()
    s = 0.0
    for t in range(2):
        for i in range(5):
            s += y[i] * y[i] * x[t]
        for i in range(5):
            y[i + 1] = s * x[i]
    return s


def test_negative_starts_in_one_of_two_loops_of_one_index():
    def f(x):
        y = x.copy()
        s = 0.0
        for i in range(-3, 3):
            s += y[i] * y[i] * y[i + 1]
            y[i + 1] = s * y[i]
        for i in range(5):
            s += y[i] * x[i + 1]
        return s + np.sum(y * y)

    source(f, values(6))


def test_an_offset_that_differs_between_iterations():
    def f(x, p):
        y = np.concatenate((x, x))
        s = 1.0
        for i in range(5):
            k = p[i]
            s += y[i + k] * y[i + k]
            y[i + k + 1] = s * x[i]
        return s + np.sum(y * y)

    source(f, values(6), np.array([0, 2, 1, 3, 0]))


def test_outside_of_loops_a_number_keeps_it():
    def f(x):
        y = x.copy()
        a = np.sum(y * y)
        y[0] = a
        return y[0] * y[1]

    text = source(f, values(3))
    assert "y_old = y[0]" in text and "y[0] = y_old" in text and kept(text) == 0


def test_an_array_of_the_iteration_itself_needs_no_restore_across_iterations():
    def f(x):
        s = 0.0
        for i in range(3):
            y = np.zeros(2)
            y[0] = x[i]
            y[1] = y[0] * x[i]
            s += y[1]
        return s

    source(f, values(3))


def test_stores_through_a_view_bring_back_the_base():
    def f(x):
        y = x.copy()
        r = y[1:]
        b = y[2] * y[2]
        r[1] = b
        return b * y[2]

    source(f, values(4))


def test_an_index_made_of_the_array_that_is_overwritten():
    def f(x):
        y = x * 2.0
        for t in range(2):
            k = np.argmax(y)
            y[k] = 0.5
        y[np.argmax(y)] = 0.0
        return np.sum(y * y)

    source(f, values(5))


def test_a_mask_made_of_the_array_that_is_overwritten():
    def f(x):
        y = x * 1.0
        for t in range(2):
            y[y > 0.6] *= y[0]
        return np.sum(y * y)

    source(f, values(5))


def test_the_same_view_taken_twice():
    def f(x):
        m = np.outer(x, x)
        v = m[1]
        w = m[1]
        w[::2] *= v[0]
        return np.sum(m)

    source(f, values(4))


def test_overlapping_slices():
    def f(x):
        y = x.copy()
        for k in range(3):
            y[1:] = y[:-1] * y[1:]
            y[::-1] = y * x
        return np.sum(y)

    source(f, values(5))


def test_a_swap_of_two_elements():
    def f(x):
        y = x.copy()
        for k in range(4):
            if y[k] > y[k + 1]:
                y[k], y[k + 1] = y[k + 1], y[k] * y[k + 1]
        return np.sum(y * x)

    source(f, values(5))
