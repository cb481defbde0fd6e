"""Copies go and their two names become one, unless both hold values that are still needed."""

import pytest

from srctrans.optimize.merge import Interference, merged
from tests.optimize.core import KINDS, block, same


@pytest.mark.parametrize("before, after", [
    ("s = 0.0\nfor i in range(n):\n    s_2 = s + x[i]\n    s = s_2\nreturn s",
     "s = 0.0\nfor i in range(n):\n    s = s + x[i]\nreturn s"),
    ("if c > 0.0:\n    a = 1.0\n    b = a\nelse:\n    b = 2.0\nreturn b",
     "if c > 0.0:\n    a = 1.0\nelse:\n    a = 2.0\nreturn a"),
    ("y = np.zeros(n)\nfor i in range(n):\n    z = np.sin(y)\n    y = z\nreturn y",
     "y = np.zeros(n)\nfor i in range(n):\n    y = np.sin(y)\nreturn y"),
])  # fmt: skip
def test_one_name(before, after):
    same(merged(block(before), KINDS, [], set()), after)


@pytest.mark.parametrize("why, text", [
    ("the old value is read after the new one is there",
     "s = 0.0\nfor i in range(n):\n    s_2 = s + x[i]\n    y[i] = s * s_2\n    s = s_2\nreturn s"),
    ("the two swap", "a = 1.0\nb = 2.0\nfor i in range(n):\n    t = a\n    a = b + x[i]\n    b = t + a\nreturn a"),
    ("the source goes on with another value", "a = x[0]\nb = a\na = x[1]\nreturn a * b"),
    ("the target starts anew while the source is needed", "a = x[0]\nb = a\nb = b + 1.0\nreturn a * b"),
    ("after an exit the old value is read",
     "s = 1.0\nwhile True:\n    s_2 = s * a\n    if s_2 > b:\n        break\n    s = s_2\nreturn s"),
    ("one is a whole number", "k = 1\na = x[k]\nfor i in range(n):\n    a = k\nreturn a * k"),
])  # fmt: skip
def test_two_names(why, text):
    same(merged(block(text), KINDS, [], set()), text)


def test_a_parameter_keeps_its_name():
    same(merged(block("b = a\nb = b * 2.0\nreturn b"), KINDS, ["a"], set()), "b = a\nb = b * 2.0\nreturn b")


def test_numbers_and_arrays_stay_apart():
    text = "a = x[0]\ny = a\nreturn y"
    same(merged(block(text), KINDS, [], set()), text)


def test_names_live_before_a_block():
    made = block("for i in range(n):\n    a = b * x[i]\n    b = a\nreturn b")
    assert Interference().block(made, set()) - {"range"} == {"b", "x", "n"}


def test_an_adjoint_is_not_named_after_a_value_of_the_function():
    text = "x_0 = x[0]\ns_bar = x_0\ns_bar = s_bar * c\nreturn s_bar"
    same(merged(block(text), KINDS, [], {"x_0"}), text)
