"""Expressions of adjoints lose signs, parentheses and constants that a person would not write; values stay."""

import numpy as np
import pytest

from srctrans.optimize.algebra import positive, simplified, simplify, without_plus_minus
from srctrans.syntax.build import parse_expression
from srctrans.syntax.printer import to_source
from tests.optimize.core import KINDS, adjoint, block, same

VALUES = {"a": 1.25, "b": -0.75, "c": 2.5, "n": 3, "k": 2, "m": 7} | {
    "x": np.array([0.5, -1.5, 2.0]), "y": np.array([1.0, 3.0, -0.25]), "A": np.arange(9.0).reshape(3, 3),
}  # fmt: skip


def text_of(node):
    return to_source(node).strip()


@pytest.mark.parametrize("before, after", [
    ("-(1.0 / n) * y", "-y / n"), ("2.0 * (3.0 * a) * b", "6.0 * a * b"), ("a + -b * c", "a - b * c"),
    ("np.sum(-y, axis=0)", "-np.sum(y, axis=0)"), ("a + a", "2.0 * a"), ("-(-a)", "a"), ("a - -b", "a + b"),
    ("-a + b", "b - a"), ("1.0 * a", "a"),
])  # fmt: skip
def test_simpler(before, after):
    assert text_of(simplify(parse_expression(before), KINDS)) == after


@pytest.mark.parametrize("text", [
    "-(1.0 / n) * y", "2.0 * (3.0 * a) * b", "a + -b * c", "np.sum(-y)", "a + a", "k + k", "-a - b", "a / (b / c)",
    "a * (b / c) * x", "x * (a * y)", "a ** 2 * -b", "-x / -a", "(a * b) ** 2", "-(a ** 2)", "k // 2 * 2",
    "k * (m // k)", "m / k * k", "A @ (2.0 * x)", "(A * x) @ y", "2.0 * A @ x", "-A @ x",
    "a * np.where(x > 0.0, x, 0.0)", "a * (b + c)", "-(a + b)", "a - (b - c)", "a - (b + c)", "a * (x > 1.0)",
    "(2 * k + m) * a", "a / n / k", "0.5 * (n - 1) * a", "x / (a * y)", "np.exp(-x) * -a", "-np.sum(x * -y) * 2.0",
    "x * x[0]", "x * A[0]", "1.0 / x / y", "2 ** k * a",
])  # fmt: skip
def test_the_value_stays(text):
    before = parse_expression(text)
    made = text_of(simplify(before, KINDS))
    scope = {"np": np, **VALUES}
    np.testing.assert_allclose(eval(made, scope), eval(text, scope), rtol=1e-14)


@pytest.mark.parametrize("text", ["k + k", "k // 2 * 2", "m * k"])
def test_whole_numbers_stay_whole(text):
    assert isinstance(eval(text_of(simplify(parse_expression(text), KINDS)), dict(VALUES)), int)


@pytest.mark.parametrize("text", ["a * (b + c)", "a - (b + c)", "(a * b) @ x"])
def test_stays(text):
    assert text_of(simplify(parse_expression(text), KINDS)) == text


def test_the_user_lines_stay_but_for_a_plus_minus():
    same(simplified(block("a = -(1.0 / n) * b\nc = a + -b"), KINDS, set()), "a = -(1.0 / n) * b\nc = a - b")
    same(simplified(adjoint("a = -(1.0 / n) * b"), KINDS, set()), "a = -b / n")


def test_without_plus_minus():
    assert text_of(without_plus_minus(parse_expression("a + -b * c + d"))) == "a - b * c + d"


@pytest.mark.parametrize("text, inner", [("-a", "a"), ("-a * b", "a * b"), ("-a / b", "a / b"), ("a", None),
                                         ("-a + b", None), ("a * -b", None), ("2.0", None)])  # fmt: skip
def test_positive(text, inner):
    found = positive(parse_expression(text))
    assert (None if found is None else text_of(found)) == inner


def test_a_value_that_is_computed_again_stays_as_it_was():
    """A branch test on it has to come out as it did: nothing but signs may move."""
    same(simplified(adjoint("a = 2.0 * (0.3 * b)"), KINDS, {"a"}), "a = 2.0 * (0.3 * b)")
    same(simplified(adjoint("a = 2.0 * (0.3 * b)"), KINDS, set()), "a = 0.6 * b")
