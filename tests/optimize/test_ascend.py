"""Loops go up where their iterations may run in any order, and only there."""

import pytest

from srctrans.optimize.ascend import ascending
from tests.optimize.core import aliases, block, same, text_of

DOWN = "for i in range(n - 1, -1, -1):\n"


def turned(text, live=()):
    made = block(text)
    return ascending(made, aliases(made), set(live))


@pytest.mark.parametrize("head, after", [
    ("range(n - 1, -1, -1)", "range(n)"), ("range(n - 1, 0, -1)", "range(1, n)"),
    ("range(n, m, -1)", "range(m + 1, n + 1)"),
    ("range(n - 2, m - 1, -1)", "range(m, n - 1)"), ("range(4, 1, -1)", "range(2, 5)"),
])  # fmt: skip
def test_the_same_numbers_the_other_way(head, after):
    same(turned(f"for i in {head}:\n    x_bar[i] += a"), f"for i in {after}:\n    x_bar[i] += a")


@pytest.mark.parametrize("body", [
    "    x_bar[i] += a\n    x_bar[i + 1] -= a",
    "    t = x[i] * a\n    x_bar[i] += t",
    "    y[i] = y[i] * a",
    "    t_bar = y_bar[i]\n    y_bar[i] = 0.0\n    x_bar[i] += t_bar",
    "    a += x[i]",
    "    for k in range(n):\n        x_bar[k] += x[i]",
    "    A[i, k] = A[i, k] * a",
    "    if x[i] > a:\n        t = x[i]\n    else:\n        t = 0.0\n    x_bar[i] += t",
])  # fmt: skip
def test_goes_up(body):
    assert text_of(turned(DOWN + body)).startswith("for i in range(n):")


@pytest.mark.parametrize("why, body", [
    ("a value is carried", "    x_bar[i] += a\n    a = a * x[i]"),
    ("a sum is read on the way", "    a += x[i]\n    x_bar[i] += a"),
    ("another element is read", "    y[i] = y[i + 1] * a"),
    ("another element is added to and read", "    y_bar[i - 1] += y_bar[i] * a"),
    ("an adjoint is added to and taken", "    t_bar = y_bar[i]\n    y_bar[i] = 0.0\n    y_bar[i - 1] += t_bar"),
    ("the last store wins", "    y[k] = x[i]"),
    ("the last store wins, by index array", "    y[p[i]] = x[i]"),
    ("half the elements are stored twice", "    y[i // 2] = x[i]"),
    ("the whole is read", "    y[i] = np.sum(y)"),
    ("the whole is added to between stores", "    y_bar += a\n    y_bar[i] = y_bar[i] * 2.0"),
    ("a view with an offset is read", "    y[i] = v[i] * a"),
    ("a product is carried", "    a *= x[i]"),
    ("kept values are popped", "    z = g.pop()\n    x_bar[i] += z[0]"),
    ("a position runs", "    k -= 1\n    t = g[k]\n    x_bar[i] += t"),
])  # fmt: skip
def test_stays(why, body):
    text = "v = y[1:]\n" + DOWN + body
    same(turned(text), text)


@pytest.mark.parametrize("why, head, body", [
    ("indices below zero count from the end", "for i in range(3, -5, -1):\n", "    y[i] = x[i + 4]"),
    ("so do those that may be", "for i in range(3, m, -1):\n", "    y[i] = x[i + 4]"),
    ("another step", "for i in range(n - 1, -1, -2):\n", "    y[i] = x[i]"),
])  # fmt: skip
def test_stays_for_its_range(why, head, body):
    same(turned(head + body), head + body)


def test_last_values_that_are_read_after_it_keep_the_order():
    text = DOWN + "    a = x[i]\n    y[i] = a"
    same(turned(text, live={"a"}), text)
    same(turned(text, live={"i"}), text)
    assert text_of(turned(text)).startswith("for i in range(n):")


def test_inside_of_a_loop_that_stays():
    before = DOWN + "    for k in range(m - 1, -1, -1):\n        x_bar[k] += a\n    a = a * x[i]"
    after = DOWN + "    for k in range(m):\n        x_bar[k] += a\n    a = a * x[i]"
    same(turned(before), after)
