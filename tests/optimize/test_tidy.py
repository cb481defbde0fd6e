"""Last touches: `x += e`, no double minus, one store for a zero and an addition, no needless copy on return."""

import pytest

from srctrans.optimize.tidy import tidied
from tests.optimize.core import KINDS, adjoint, aliases, least, same


def tidy(text):
    made = adjoint(text)
    return tidied(made, KINDS, least(made), aliases(made))


@pytest.mark.parametrize("before, after", [
    ("s = s + a", "s += a"), ("s = s - a", "s -= a"), ("s = a + s", "s += a"), ("s = s + a - b", "s += a - b"),
    ("s = s - a - b", "s -= a + b"), ("s = s + s * a", "s += s * a"), ("x_bar[i] += -a", "x_bar[i] -= a"),
    ("x_bar[i] -= -a", "x_bar[i] += a"), ("s += -a * b", "s -= a * b"), ("k = k + 1", "k += 1"),
])  # fmt: skip
def test_in_place(before, after):
    same(tidy(before), after)


@pytest.mark.parametrize("why, text", [
    ("an array would be changed for all that share it", "y = y + x"),
    ("the sign turns", "s = a - s"),
    ("it is read twice", "s = s + s"),
    ("it is scaled", "s = s * a"),
    ("it is no term", "s = a + b * s"),
])  # fmt: skip
def test_not_in_place(why, text):
    same(tidy(text), text)


@pytest.mark.parametrize("before, after", [
    ("y_bar[i] = 0.0\ny_bar[i] += a", "y_bar[i] = a"),
    ("y_bar[i] = 0.0\nt = x[i] * a\ny_bar[i] += t", "t = x[i] * a\ny_bar[i] = t"),
    ("for i in range(1, n):\n    y_bar[i] = 0.0\n    y_bar[i - 1] += b\n    y_bar[i] += a",
     "for i in range(1, n):\n    y_bar[i - 1] += b\n    y_bar[i] = a"),
])  # fmt: skip
def test_one_store(before, after):
    same(tidy(before), after)


@pytest.mark.parametrize("why, text", [
    ("the element is read in between", "y_bar[i] = 0.0\nt = y_bar[i]\ny_bar[i] += t"),
    ("another may be the same", "y_bar[i] = 0.0\ny_bar[k] += b\ny_bar[i] += a"),
    ("i - 1 may be the last element",
     "for i in range(n):\n    y_bar[i] = 0.0\n    y_bar[i - 1] += b\n    y_bar[i] += a"),
    ("the whole is added to in between", "y_bar[i] = 0.0\ny_bar += b\ny_bar[i] += a"),
    ("the whole is read in between", "y_bar[i] = 0.0\nt = np.sum(y_bar)\ny_bar[i] += t"),
    ("a view is written in between", "v_bar = y_bar[1:]\ny_bar[i] = 0.0\nv_bar[0] += b\ny_bar[i] += a"),
    ("repeated elements are added in between", "y_bar[i] = 0.0\nnp.add.at(y_bar, w, a)\ny_bar[i] += a"),
    ("a loop in between adds", "y_bar[i] = 0.0\nfor k in range(n):\n    y_bar[k] += a\ny_bar[i] += b"),
    ("the index changes", "y_bar[i] = 0.0\ni = j\ny_bar[i] += a"),
    ("it is subtracted", "y_bar[i] = 0.0\ny_bar[i] -= a"),
    ("it is not zero", "y_bar[i] = 1.0\ny_bar[i] += a"),
])  # fmt: skip
def test_two_stores(why, text):
    same(tidy(text), text)
