"""Which carried names a loop only adds to: their adjoint is then one number for all iterations."""

import pytest

from srctrans.analysis.accumulators import additive, is_accumulator
from srctrans.syntax.build import parse_expression, parse_statements


def accumulates(body, outside=(), carried=("s",)):
    loop = parse_statements("for i in range(n):\n" + "".join(f"    {line}\n" for line in body.split("\n")))[0]
    return is_accumulator("s", loop, set(outside), set(carried))


@pytest.mark.parametrize("body", [
    "s_2 = s + x[i]\ns = s_2",
    "s_2 = x[i] + s\ns = s_2",
    "s_2 = s - x[i]\ns = s_2",
    "s_2 = s + x[i]\ns_3 = s_2 + y[i]\ns = s_3",
    "s_2 = s + x[i] + y[i]\ns = s_2",
    "s_2 = s\nfor j in range(i):\n    s_3 = s_2 + x[j]\n    s_2 = s_3\ns = s_2",
    "if x[i] > 1.0:\n    s_2 = s + x[i]\nelse:\n    s_2 = s\ns = s_2",
    "t = np.exp(x[i])\ns_2 = s + t * t\ns = s_2",
])  # fmt: skip
def test_only_added_to(body):
    assert accumulates(body)


@pytest.mark.parametrize("why, body", [
    ("the sign turns in each iteration", "s_2 = x[i] - s\ns = s_2"),
    ("it doubles", "s_2 = s + s\ns = s_2"),
    ("it doubles by way of a name", "t = s + x[i]\ns_2 = t + s\ns = s_2"),
    ("it is scaled", "s_2 = 0.5 * s + x[i]\ns = s_2"),
    ("what is added depends on it", "s_2 = s + np.sin(s)\ns = s_2"),
    ("a test reads it", "if s > 1.0:\n    t = x[i]\nelse:\n    t = 0.0\ns_2 = s + t\ns = s_2"),
    ("an array keeps it", "y[i] = s\ns_2 = s + x[i]\ns = s_2"),
    ("an index reads it", "s_2 = s + x[s]\ns = s_2"),
    ("another value is made of it", "p_2 = p * s\ns_2 = s + x[i]\ns = s_2\np = p_2"),
    ("a branch starts it anew", "if x[i] > 1.0:\n    s_2 = s + x[i]\nelse:\n    s_2 = 0.0\ns = s_2"),
    ("a branch takes another value", "if x[i] > 1.0:\n    s_2 = s + x[i]\nelse:\n    s_2 = x[i]\ns = s_2"),
])  # fmt: skip
def test_more_than_added_to(why, body):
    assert not accumulates(body), why


def test_partial_sums_may_not_be_read_after_the_loop():
    body = "s_2 = s + x[i]\ns = s_2"
    assert accumulates(body, outside={"s"})
    assert not accumulates(body, outside={"s_2"})


def test_two_sums_that_swap_their_names_are_none():
    assert not accumulates("s_2 = t\nt_2 = s + x[i]\ns = s_2\nt = t_2", carried=("s", "t"))


@pytest.mark.parametrize("text, is_sum", [
    ("s", True), ("s + e", True), ("e + s", True), ("s - e", True), ("s + e - f", True),
    ("e - s", False), ("-s", False), ("s * e", False), ("s + s", False), ("(s + e) * 1.0", False), ("e", False),
])  # fmt: skip
def test_additive(text, is_sum):
    assert additive(parse_expression(text), {"s"}) is is_sum
