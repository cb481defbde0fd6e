"""Where kept values go: arrays of the size of the loops, a running position, arrays that grow, lists."""

import numpy as np
import pytest

from srctrans.syntax.build import parse_expression, parse_statements
from srctrans.syntax.printer import to_source
from srctrans.transform.storage import bounds, tidy, trip_count
from tests.transform.derived import kept, source, values


def test_a_loop_of_known_length_has_one_element_for_each_iteration():
    def f(x, n):
        s = 1.0
        for i in range(n):
            s = s * s * x[i]
        return s

    text = source(f, values(4), 3)
    assert "s_hist = np.empty(" in text and "s_hist[i] = s" in text and "append" not in text


def test_a_rectangular_nest_has_one_array_of_two_axes():
    def f(x, n, m):
        s = 1.0
        for i in range(n):
            for j in range(m):
                s = np.sin(s * s) * x[i] + x[j]
        return s

    assert "s_hist[i, j] = s" in source(f, values(4), 3, 2)


def test_a_triangular_nest_has_a_running_position():
    def f(x):
        s = 1.0
        for i in range(4):
            for j in range(i):
                s = np.sin(s * s) * x[i] + x[j]
        return s

    text = source(f, values(4))
    assert "kept += 1" in text and "kept -= 1" in text and kept(text) == 1


def test_a_length_that_the_loop_around_changes_is_not_known():
    def f(x):
        n = 5
        s = 1.0
        for k in range(3):
            n = n - 1
            for i in range(n):
                s = s * x[i] + x[k]
        return s

    assert "kept += 1" in source(f, values(5))


def test_a_while_has_an_array_that_doubles():
    def f(x):
        s = x
        while s < 50.0:
            s = s * s + 1.0
        return s

    text = source(f, 0.7)
    assert "np.append(" in text and "trips += 1" in text and "s_hist[trips] = s" in text


def test_more_iterations_than_the_first_array_holds():
    def f(x):
        s = x
        k = 0
        while k < 70:
            s = np.sin(s) + 0.5
            k += 1
        return s

    source(f, 0.7)


def test_arrays_of_a_size_that_is_known_are_rows():
    def f(x):
        y = x * 1.0
        for i in range(3):
            y = np.sin(y * y)
        return np.sum(y)

    text = source(f, values(4))
    assert "np.empty((3, len(x)))" in text and "pop()" not in text


def test_arrays_in_a_while_are_a_list():
    def f(x):
        y = x * 1.0
        k = 0
        while k < 3:
            y = np.sin(y * y)
            k += 1
        return np.sum(y)

    text = source(f, values(4))
    assert "y_hist.append(np.copy(y))" in text and "y_hist.pop()" in text


@pytest.mark.parametrize("n", [3, 1, 0])
def test_fewer_iterations_down_to_none(n):
    def f(x, n):
        s = x[0]
        for i in range(n):
            s = s * s * x[i]
        return s * x[1]

    source(f, values(4), n)


def test_a_range_that_ends_before_it_starts():
    def f(x):
        s = x[0]
        for i in range(len(x) - 4):
            s = s * s * x[i]
        for i in range(3, len(x)):
            s = s * s * x[i]
        return s

    source(f, values(2))


@pytest.mark.parametrize("start, stop, step", [(1, 6, 2), (5, 0, -2), (0, 6, 5), (5, -1, -1)])
def test_steps(start, stop, step):
    def f(x, start, stop, step):
        y = x.copy()
        s = 1.0
        for i in range(start, stop, step):
            s = np.sin(s * y[i] * y[i - 1])
            y[i - 1] = s * s
        return np.sum(y * y) * s

    source(f, values(6), start, stop, step)


def test_what_is_computed_before_the_exit_of_an_inner_loop_is_kept_as_often_as_it_is_loaded():
    def f(x, n):
        s = 0.0
        for i in range(n):
            z = x * (i + 1.0)
            while True:
                r = np.sum(z * z)
                if r > 40.0:
                    break
                z = z * r
            s += np.sum(z * x)
        return s

    source(f, values(3), 3)


def test_an_inner_while_keeps_how_often_it_ran():
    def f(x):
        t = 0.0
        for i in range(3):
            z = x[i]
            while z < 10.0:
                z = z * z + x[i] + 1.0
            t += z * x[0]
        return t

    assert "trips_hist" in source(f, values(3))


def loop(head):
    return parse_statements(f"for i in {head}:\n    pass")[0]


@pytest.mark.parametrize("head", ["range(5)", "range(2, 7)", "range(7, 2)", "range(7, 1, -1)", "range(1, 8, 3)",
                                  "range(9, 0, -4)"])  # fmt: skip
def test_trip_count(head):
    assert eval(to_source(trip_count(loop(head)))) == len(eval(head))


@pytest.mark.parametrize("head, found", [
    ("range(n)", ("0", "n", "1")), ("range(1, n)", ("1", "n", "1")), ("range(n, 0, -2)", ("n", "0", "-2")),
])  # fmt: skip
def test_bounds(head, found):
    assert tuple(to_source(part.node).strip() for part in bounds(loop(head))) == found


@pytest.mark.parametrize("before, after", [
    ("n - 1 - 1", "n - 2"), ("n - 1 + 1", "n"), ("n + 1 - 3", "n - 2"), ("n", "n"), ("n - m - 1", "n - m - 1"),
    ("n * 2 - 1 - 1", "n * 2 - 2"),
])  # fmt: skip
def test_tidy(before, after):
    assert to_source(tidy(parse_expression(before))).strip() == after
