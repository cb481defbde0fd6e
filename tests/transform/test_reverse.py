"""Statements last to first: loops run back, carried adjoints go from iteration to iteration, branches are joined."""

import numpy as np
import pytest

from srctrans.syntax.build import parse_statements
from srctrans.syntax.printer import to_source
from srctrans.transform.reverse import backwards
from tests.transform.derived import kept, lines, source, values


@pytest.mark.parametrize("head", [
    "range(5)", "range(0)", "range(2, 7)", "range(7, 2)", "range(7, 1, -1)", "range(1, 8, 3)", "range(9, 0, -4)",
    "range(-3, 4)",
])  # fmt: skip
def test_the_range_backwards(head):
    args = backwards(parse_statements(f"for i in {head}:\n    pass")[0])
    back = f"range({', '.join(to_source(a).strip() for a in args)})"
    assert list(eval(back)) == list(reversed(eval(head)))


def test_a_loop_stays_a_loop():
    def f(x, n):
        s = 1.0
        for i in range(n):
            s = s * x[i]
        return s

    assert sum(line.startswith("for i in range(") for line in lines(source(f, values(4), 4))) == 2


def test_a_while_becomes_a_for_over_its_trips():
    def f(x):
        s = x
        while s < 20.0:
            s = s * s + 1.0
        return s

    text = source(f, 0.7)
    assert text.count("while ") == 1 and "range(trips - 1, -1, -1)" in text


def test_the_adjoint_of_a_sum_is_the_same_in_all_iterations():
    def f(x):
        s = 0.0
        for i in range(4):
            s += x[i] ** 2
        return s

    assert "s_bar" not in source(f, values(4))


def test_the_adjoint_of_a_product_goes_from_iteration_to_iteration():
    def f(x):
        s = 1.0
        for i in range(4):
            s = s * x[i]
        return s

    assert any(line.startswith(("s_bar = s_bar *", "s_bar *=")) for line in lines(source(f, values(4))))


def test_two_sums_that_swap_their_names():
    def f(x, n):
        s, t = x[0], x[1]
        for i in range(n):
            s, t = t, s + x[2] * x[3]
        return s

    source(f, values(4), 3)
    source(f, values(4), 4)


def test_arrays_that_swap_their_names():
    def f(x):
        u, v = x * x, x
        for k in range(3):
            u, v = v, u + x
        return np.sum(u * x)

    source(f, values(4))


def test_a_partial_sum_that_is_read_after_the_loop():
    def f(x):
        s, t = 0.0, x[3]
        for i in range(4):
            t = s
            s = s + x[i] ** 2
        return s * t

    source(f, values(4))


def test_a_sum_that_a_branch_starts_anew():
    def f(x):
        s = 0.0
        for i in range(4):
            if x[i] > 1.0:
                s = s + x[i] ** 2
            else:
                s = x[i]
        return s

    source(f, values(4))


def test_the_last_value_of_a_loop():
    def f(x):
        t = 0.0
        for i in range(4):
            t = x[i] * x[i]
        return t

    source(f, values(4))


def test_a_carried_name_in_a_nest():
    def f(x, n):
        s, p = x[0], 1.0
        for k in range(n):
            p = p * s
            for i in range(3):
                s = s + p * x[i] * s
            p = p + s
        return p * s

    source(f, values(3), 2)


def test_both_branches_have_an_adjoint():
    def f(x):
        if x[0] > 1.0:
            s = x[0] * x[1]
        else:
            s = np.sin(x[1])
        return s * s

    for x in (np.array([0.5, 2.0]), np.array([1.5, 2.0])):
        text = source(f, x)
        assert "if x[0] > 1.0" in text or "if test" in text


def test_a_branch_without_a_derivative_is_not_there():
    def f(x, n):
        k = 0
        if n > 2:
            k = 1
        return x[k] * x[k]

    assert source(f, values(4), 3).count("if ") == 1


def test_what_was_given_to_an_array_before_a_branch_reads_its_elements():
    def f(x):
        m = x * x
        s = 0.0
        if x[0] > 0.1:
            s = m[1]
        return np.sum(m) + s

    source(f, values(3))


def test_what_was_given_to_an_array_before_a_branch_reads_a_view_of_it():
    def f(x):
        s = 0.0
        for i in range(3):
            m = x * x
            v = m[1:]
            if i > 1:
                s += v[0] * v[1]
            s += np.sum(m)
        return s

    source(f, values(3))


def test_a_loop_in_a_branch_adds_to_what_a_later_loop_gave():
    def f(x):
        y = x * 1.0
        a = x[0]
        if x[1] > 0.4:
            for k in range(3):
                y[0] = a
        for k in range(3):
            y[1] += a
        return np.sum(y)

    source(f, values(3))


@pytest.mark.parametrize("first", [2.0, 0.5])
def test_an_array_or_a_view_of_another(first):
    def f(x):
        m = np.outer(x, x)
        z = x
        if x[0] > 1.0:
            z = m[2]
        return z[0] * z[1]

    source(f, np.array([first, 2.0, 3.0]))


@pytest.mark.parametrize("first", [2.0, 0.5])
def test_a_view_of_one_array_or_of_another(first):
    def f(x):
        m = np.outer(x, x)
        z = x[1:]
        if x[0] > 1.0:
            z = m[2]
        return z[0] * z[1]

    source(f, np.array([first, 2.0, 3.0]))


def test_a_carried_array_that_a_branch_replaces():
    def f(x):
        z = x
        y = x * x
        s = 0.0
        for k in range(3):
            if k == 1:
                z = y
            s += z[k]
        return s

    source(f, values(3))


def test_a_name_that_only_an_inner_loop_binds_keeps_its_value():
    def f(x):
        d = x[0] * 2.0
        for k in range(4, -1, -2):
            if k > 2:
                for i in range(k, 5):
                    c = d * d
        return c * c

    source(f, values(2))


def test_both_operands_may_be_the_same():
    def f(x):
        y = x
        return np.sum(x * y * y)

    source(f, values(3))


def test_a_value_from_before_the_break_is_used_after_the_loop():
    def f(x):
        s = 1.0
        while True:
            r = s * x
            if r > 10.0:
                break
            s = s + x
        return r

    assert "while not" in source(f, 1.5)


def test_more_than_one_name_is_carried():
    def f(x):
        a, b = x[0], x[1]
        for i in range(3):
            a, b = a * b, a + b
        return a / b

    assert kept(source(f, values(2))) == 2
