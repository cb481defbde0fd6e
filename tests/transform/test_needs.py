"""What the way back needs is still there, computed again where that is legal, or kept."""

import numpy as np

from tests.transform.derived import kept, lines, source, values


def test_a_value_that_is_used_linearly_is_not_kept():
    def f(x):
        s = 1.0
        for i in range(4):
            s = 0.5 * s + x[i]
        return s

    assert kept(source(f, values(4))) == 0


def test_a_carried_value_that_is_used_in_a_product_is_kept():
    def f(x):
        s = 1.0
        for i in range(4):
            s = s * x[i]
        return s

    assert kept(source(f, values(4))) == 1


def test_a_factor_that_does_not_vary_needs_nothing_of_the_other():
    def f(x, w):
        s = 1.0
        for i in range(4):
            s = s * w[i] + x[i]
        return s

    assert kept(source(f, values(4), values(4))) == 0


def test_elementwise_values_of_an_iteration_are_computed_again():
    def f(x):
        s = 0.0
        for i in range(1, 4):
            r = x[i] - x[i - 1]
            s += np.exp(r) * r
        return s

    assert kept(source(f, values(4))) == 0


def test_a_product_of_matrices_is_kept_and_not_computed_again():
    def f(x, m):
        s = 0.0
        for i in range(3):
            r = m @ x
            s += np.sum(r * r)
        return s

    text = source(f, values(3), values(3, 3))
    assert kept(text) == 1 and lines(text).count("r = m @ x") == 1


def test_a_value_made_of_an_element_that_is_overwritten_later_is_not_made_of_the_new_one():
    def f(x):
        y = x.copy()
        s = 0.0
        for i in range(3):
            r = y[i] * 2.0
            s += r * r
            y[i] = s
        return s + np.sum(y)

    assert kept(source(f, values(4))) == 1


def test_an_element_that_is_overwritten_by_a_later_iteration():
    def f(x):
        y = x.copy()
        s = 0.0
        for i in range(3):
            r = y[i + 1] * y[0]
            s += r * r
            y[0] = r
        return s

    assert kept(source(f, values(4))) >= 1


def test_an_element_that_a_view_overwrites():
    def f(x):
        y = x.copy()
        v = y[1:]
        r = y[2] * 2.0
        s = r * r
        v[1] = 5.0
        return s * y[2]

    source(f, values(4))


def test_what_only_gives_its_shape_is_not_kept():
    def f(x):
        s = 0.0
        for i in range(3):
            y = x * x[i]
            s += np.sum(y)
        return s

    assert kept(source(f, values(3))) == 0


def test_a_test_that_can_be_made_again_is_not_kept():
    def f(x):
        s = 0.0
        for i in range(4):
            if x[i] > 1.0:
                s += x[i] ** 2
        return s

    assert kept(source(f, values(4))) == 0


def test_a_test_on_a_sum_keeps_a_truth_or_the_sum():
    def f(x):
        s = 0.0
        for i in range(4):
            if s > 1.5:
                s += x[i] ** 2
            else:
                s += x[i]
        return s

    assert kept(source(f, values(4))) == 1


def test_a_value_of_a_branch_is_made_again_by_the_branch():
    def f(x):
        s = 0.0
        for i in range(4):
            if x[i] > 1.0:
                r = x[i] ** 2
            else:
                r = 2.0 * x[i]
            s += r * r
        return s

    text = source(f, values(4))
    assert kept(text) == 0 and "else:" in lines(text)


def test_a_value_of_a_branch_whose_operand_changes_is_kept():
    def f(x):
        y = x.copy()
        s = 0.0
        for i in range(4):
            if x[i] > 1.0:
                r = y[0] ** 2
            else:
                r = 2.0 * y[1]
            s += r * r
            y[0] = y[0] * x[i]
            y[1] = s
        return s

    source(f, values(4))


def test_a_name_that_a_loop_carries_after_a_use_before_it():
    def f(x):
        s = x[0]
        a = np.sin(s)
        for i in range(3):
            s = s + np.sin(s) * x[i]
        return s * a + np.sin(s)

    source(f, values(3))


def test_sizes_of_views_that_grow_are_kept_with_their_values():
    def f(x, m):
        s = 0.0
        for k in range(4):
            r = m[: k + 1, : k + 1] @ x[: k + 1]
            s += np.sum(r * r * r)
        return s

    assert "pop()" in source(f, values(5), values(5, 5))
