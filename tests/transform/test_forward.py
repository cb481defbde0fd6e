"""Each statement is followed by the one for its tangent, where it has one."""

import numpy as np
import pytest

from tests.transform.derived import lines, tangent_source, values


def test_a_statement_and_its_tangent():
    def f(x):
        y = np.sin(x)
        return y * y

    text = tangent_source(f, 0.5)
    assert "def f_jvp(x, x_dot):" in text and "np.cos(x)" in text


def test_what_does_not_vary_has_no_tangent():
    def f(x, w):
        c = np.exp(w)
        return np.sum(c * x)

    text = tangent_source(f, values(3), values(3))
    assert "c_dot" not in text and "w_dot" not in text


def test_one_loop_and_nothing_kept():
    def f(x):
        s = 1.0
        for i in range(3):
            s = s * x[i]
        return s

    text = tangent_source(f, values(3))
    assert text.count("for ") == 1 and "_hist" not in text


def test_the_tangent_is_computed_with_the_value_from_before():
    def f(x):
        for i in range(3):
            x = x * x
        return x

    tangent_source(f, 1.1)


def test_names_that_swap():
    def f(x):
        a, b = x[0], x[1]
        for i in range(3):
            a, b = a * b, a + b
        return a / b

    tangent_source(f, values(2))


def test_an_element_that_is_overwritten_by_a_constant_has_no_tangent():
    def f(x):
        y = x * 1.0
        y[1] = 5.0
        return np.sum(y * y)

    assert "y_dot[1] = 0.0" in lines(tangent_source(f, values(3)))


def test_an_element_of_itself():
    def f(x):
        y = x.copy()
        for i in range(1, 3):
            y[i] *= y[i - 1]
        y[0] -= y[2]
        return np.sum(y)

    tangent_source(f, values(3))


def test_an_array_of_constants_that_receives_a_varied_value():
    def f(x, w):
        w[0] = x * x
        return np.sum(w * w)

    tangent_source(f, 0.5, values(3))


def test_a_view_has_the_same_view_of_the_tangent():
    def f(x):
        y = x * 2.0
        v = y[1:]
        v[0] = v[0] * v[1]
        return np.sum(y)

    assert "v_dot = y_dot[1:]" in lines(tangent_source(f, values(3)))


def times_one(x, w):
    y = x.copy()
    z = y * 1.0
    y[0] = 5.0 * y[1]
    return np.sum(z * y)


def plus_constant(x, w):
    y = x.copy()
    z = y + w
    y[0] = 5.0 * y[1]
    return np.sum(z * y)


def carried_copy(x, w):
    y = np.zeros(3)
    for t in range(2):
        for i in range(3):
            y[i] = x[i] * x[i - 1]
        x = y * 1.0
    return np.sum(x)


@pytest.mark.parametrize("copied", [times_one, plus_constant, carried_copy])
def test_a_tangent_that_is_a_name_is_copied_from_an_array_that_is_written(copied):
    tangent_source(copied, values(3), values(3))


def test_the_branch_that_ran():
    def f(x):
        if x > 1.0:
            y = x * x
        else:
            y = 3.0
        return y * x

    tangent_source(f, 0.5)
    tangent_source(f, 1.5)


def test_a_name_for_the_tangent_that_the_user_took():
    def f(x):
        x_dot = 3.0
        return x * x_dot * x

    assert "def f_jvp(x, x_dot_2):" in tangent_source(f, 0.5)
