"""No call of a recursion is made twice: the way back finds what the calls gave, and costs about what they cost."""

import sys

import numpy as np
import pytest

import srctrans
from tests.differences import assert_same, differences


def horner(c, x, k):
    if k == len(c):
        return 0.0
    return c[k] + x * horner(c, x, k + 1)


def polynomial(x, c):
    return horner(c, x, 0)


def fib(x, n):
    if n < 2:
        return x + n
    return np.sin(fib(x, n - 1)) * fib(x, n - 2)


def in_a_loop(x, n, m):
    s = 0.0
    for i in range(m):
        s += np.cos(fib(x[i], n) * x[i])
    return s


def loop_inside(x, n):
    if n < 1:
        return x * 2.0
    s = x
    for k in range(n):
        s = s * np.sin(loop_inside(s + k, n - 1))
    return s * loop_inside(s, n - 1)


def pair(x, n):
    if n == 0:
        return x, 1.0
    a, b = pair(np.sin(x), n - 1)
    return a * b + x, a + x * b


def of_a_pair(x, n):
    a, b = pair(x, n)
    return a * b


def depth(n):
    if n < 1:
        return 1.0
    return 1.0 + depth(n - 1) * 0.5


def with_an_inactive_one(x, n):
    k = depth(n)
    return np.sum(x) * k + fib(x[0], n) * depth(n + 1)


def even(x, n):
    if n <= 0:
        return x
    return np.sin(odd(x * 1.1, n - 1)) * x


def odd(x, n):
    if n <= 0:
        return x * x
    return even(x, n - 1) ** 2 + x


X = np.array([0.4, 0.9, 0.7, 1.2, 0.3])
CASES = [
    (polynomial, (0.7, X)), (fib, (0.6, 7)), (in_a_loop, (X, 4, 3)), (loop_inside, (0.8, 4)), (of_a_pair, (0.9, 6)),
    (with_an_inactive_one, (X, 4)), (even, (0.5, 7)),
]  # fmt: skip


@pytest.mark.parametrize("jit", [None, True], ids=["python", "numba"])
@pytest.mark.parametrize(("function", "args"), CASES, ids=lambda c: getattr(c, "__name__", ""))
def test_gradient(function, args, jit):
    value, gradient = srctrans.value_and_grad(function, jit=jit)(*args)
    assert value == pytest.approx(function(*args))
    assert_same(gradient, differences(function, args, (0,))[0], 1e-6)


@pytest.mark.parametrize(
    ("function", "args", "name", "calls"),
    [(polynomial, (0.7, np.linspace(0.1, 0.9, 60)), "horner", 61), (fib, (0.6, 9), "fib", 109)],
    ids=["one call inside", "two calls inside"],
)
def test_each_call_is_made_once_forward_and_once_back(function, args, name, calls):
    gradient = srctrans.grad(function)
    gradient(*args)
    made = []

    def note(frame, event, _):
        if event == "call" and frame.f_code.co_name.startswith(name):
            made.append(frame.f_code.co_name)

    sys.setprofile(note)
    gradient(*args)
    sys.setprofile(None)
    assert made.count(f"{name}_kept") + made.count(f"{name}_vjp") <= 2 * calls
    assert made.count(name) == 0


def test_nothing_is_kept_where_the_way_back_reads_no_result():
    def total(c, k):
        if k == len(c):
            return 0.0
        return c[k] ** 2 + total(c, k + 1)

    def whole(c):
        return total(c, 0)

    gradient = srctrans.grad(whole)
    assert_same(gradient(X), 2.0 * X, 1e-12)
    assert "kept" not in gradient.source


def test_names_of_the_user_are_left_alone():
    def step(kept, at, n):
        if n == 0:
            return kept
        return np.sin(step(kept, at, n - 1)) * at

    def whole(kept, at):
        inner = at * 2.0
        return step(kept, inner, 3) * inner

    args = (0.7, 0.8)
    _, gradients = srctrans.value_and_grad(whole, (0, 1))(*args)
    assert_same(gradients, differences(whole, args, (0, 1)), 1e-6)
