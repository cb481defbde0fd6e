"""Which names carry a derivative: they depend on an input, and a result depends on them."""

import pytest

from srctrans.analysis.activity import analyse, differentiable_reads
from srctrans.kinds.kind import Array, Scalar
from srctrans.syntax.build import parse_expression, parse_statements

NUMBERS = {n: Scalar("float64") for n in "abcdstr"} | {"k": Scalar("int64")}
KINDS = NUMBERS | {n: Array("float64", (None,)) for n in "xyzvw"}


def facts(text, inputs=("x",), results=("r",), views=None):
    return analyse(parse_statements(text), KINDS, views or {}, inputs, results)


def test_from_the_input_to_the_result():
    assert facts("t = np.sum(x)\nr = t * t").active == {"x", "t", "r"}


def test_what_no_result_needs_is_not_active():
    found = facts("t = np.sum(x)\ns = t * t\nr = t")
    assert "s" in found.varied and "s" not in found.active


def test_what_no_input_changes_is_not_active():
    assert facts("c = np.sum(w)\nr = c * np.sum(x)").active == {"x", "r"}


@pytest.mark.parametrize("expression", [
    "len(x)", "x.shape[0]", "x.size", "np.sign(a)", "np.floor(a)", "a > 1.0", "not a", "1.0 * (a > 1.0)",
    "np.zeros_like(x)", "w[k]",
])  # fmt: skip
def test_no_derivative_passes_through(expression):
    assert "r" not in facts(f"r = {expression}", inputs=("x", "a")).varied


@pytest.mark.parametrize("expression", [
    "x[k]", "x.T[k]", "np.sum(x, axis=0)", "w[k] + a", "-a", "np.where(k > 0, a, 0.0)",
])  # fmt: skip
def test_a_derivative_passes_through(expression):
    assert "r" in facts(f"r = {expression}", inputs=("x", "a")).varied


def test_a_whole_number_carries_none():
    assert facts("k = int(a)\nr = w[k] * k", inputs=("a",)).active == set()


def test_an_array_is_active_by_one_store():
    assert "y" in facts("y = np.zeros(3)\ny[0] = x[1]\nr = np.sum(y)").active


def test_a_store_through_a_view_reaches_the_base():
    views = {"v": "y"}
    assert {"y", "v"} <= facts("y = np.zeros(3)\nv = y[1:]\nv[0] = x[1]\nr = y[1]", views=views).active


def test_a_store_into_the_base_reaches_its_views():
    views = {"v": "y"}
    assert {"y", "v"} <= facts("y = np.zeros(3)\nv = y[1:]\ny[0] = x[1]\nr = v[1]", views=views).active


def test_the_next_iteration_counts():
    found = facts("for k in range(3):\n    r = b\n    b = a\n    a = x[k]")
    assert {"a", "b"} <= found.active


def test_the_names_in_a_test_are_not_differentiated():
    assert differentiable_reads(parse_expression("a * (b > c) + x[k]")) == {"a", "x"}
