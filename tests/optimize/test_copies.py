"""Copies go where no one else can reach the memory of what is copied."""

import pytest

from srctrans.optimize.copies import without_copies
from tests.optimize.core import aliases, block, same


def without(text, outside=("x",)):
    made = block(text)
    return without_copies(made, aliases(made), set(outside))


def test_a_local_array_is_returned_itself():
    same(without("y = np.zeros(n)\nreturn np.copy(y)"), "y = np.zeros(n)\nreturn y")
    same(without('y = np.zeros(n)\nreturn a, {"w": np.copy(y)}'), 'y = np.zeros(n)\nreturn a, {"w": y}')


@pytest.mark.parametrize("why, text", [
    ("it is an argument", "return np.copy(x)"),
    ("it is a view of an argument", "y = x[1:]\nreturn np.copy(y)"),
    ("it is returned twice", "y = np.zeros(n)\nreturn np.copy(y), y"),
    ("a view of it is returned too", "y = np.zeros(n)\nv = y[1:]\nreturn np.copy(y), v"),
])  # fmt: skip
def test_a_copy_is_returned(why, text):
    same(without(text), text)


def test_an_array_of_its_own_is_not_copied():
    text = "if c > 0.0:\n    y = 2.0 * x\nelse:\n    y = np.ones_like(x)\ny = np.copy(y)\ny[0] = a\nreturn y"
    same(without(text), text.replace("y = np.copy(y)\n", ""))


@pytest.mark.parametrize("why, text", [
    ("it may be an argument", "y = 2.0 * x\nif c > 0.0:\n    y = x\ny = np.copy(y)\ny[0] = a\nreturn y"),
    ("it may be a view of another", "y = np.reshape(z, n)\ny = np.copy(y)\ny[0] = a\nreturn y"),
    ("a view sees what it held before", "y = 2.0 * x\nv = y[1:]\ny = np.copy(y)\ny[1] = a\nreturn v"),
    ("a list holds it too", "y = 2.0 * x\nz = [y]\ny = np.copy(y)\ny[0] = a\nreturn z"),
    ("it comes from a function of the user's", "y = inner(x)\ny = np.copy(y)\ny[0] = a\nreturn y"),
    ("it is an argument", "x = np.copy(x)\nx[0] = a\nreturn x"),
])  # fmt: skip
def test_a_copy_that_something_needs_stays(why, text):
    same(without(text), text)
