"""Loops after whose first iteration a variable has another kind: that iteration stands before the loop."""

import numpy as np
import pytest

import srctrans


def sum_of_rows(a):
    total = 0
    for row in a:
        total = total + row
    return np.sum(total * total)


def squared_steps(x):
    last = None
    s = x[0]
    for v in x[1:]:
        if last is not None:
            s += (v - last) ** 2
        last = v
    return s


def squared_second_differences(x):
    older = last = None
    s = 0.0
    for v in x:
        if older is not None:
            s += (v - 2.0 * last + older) ** 2
        older, last = last, v
    return s


def first_large(x):
    best = None
    for v in x:
        if best is None:
            best = v * v
        else:
            best = best * v
        if best > 3.0:
            break
    return best * x[0]


def sums_in_a_loop(x):
    energy = 0.0
    for n in range(1, len(x)):
        field = 0
        for k in range(n):
            field = field + x * k
        energy += np.sum(field * field)
    return energy


def ramp_until_large(x):
    level, k = 1.0, 0
    while k < len(x):
        level = level * x + 0.5
        k += 1
        if level[0] > 2.0:
            break
    return np.sum(level)


def numbers(n):
    return np.linspace(0.5, 2.0, n) ** 2


@pytest.mark.parametrize("function", [squared_steps, squared_second_differences, first_large, sums_in_a_loop])
@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_of_any_length(function, n):
    srctrans.check_grads(function, (numbers(n),))


@pytest.mark.parametrize("x", [[0.5, 0.7], [2.0, 0.4, 0.3], [1.1, 0.9, 1.3, 0.2]])
def test_of_a_while_with_an_exit(x):
    srctrans.check_grads(ramp_until_large, (np.array(x),))


def test_the_first_iteration_leaves_the_loop():
    assert srctrans.grad(first_large)(np.array([2.0, 5.0])) == pytest.approx([12.0, 0.0])


def test_a_loop_that_does_not_run_is_no_guess():
    gradient = srctrans.grad(sum_of_rows)
    assert gradient(np.ones((2, 3))) == pytest.approx(np.full((2, 3), 4.0))
    with pytest.raises(ValueError, match="total is int64 before the loop .*: it has to run"):
        gradient(np.ones((0, 3)))


def test_a_variable_that_nothing_reads_after_the_loop_needs_no_iteration():
    assert srctrans.grad(squared_steps)(np.array([0.7])) == pytest.approx([1.0])
    assert srctrans.grad(squared_second_differences)(np.ones(0)).size == 0
