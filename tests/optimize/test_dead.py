"""Dead code goes; what a result needs stays, by whatever way it needs it."""

import pytest

from srctrans.optimize.dead import aliases_in, without_dead
from tests.optimize.core import KINDS, block, same


@pytest.mark.parametrize("before, after", [
    ("a = 1.0\nb = 2.0\nreturn a", "a = 1.0\nreturn a"),
    ("a = 1.0\na = 2.0\nreturn a", "a = 2.0\nreturn a"),
    ("a = 1.0\nb = a\nc = b\nreturn d", "return d"),
    ("y = np.zeros(n)\ny[0] = a\nreturn a", "return a"),
    ("y = np.zeros(n)\ny += x\nnp.add.at(y, w, a)\nreturn a", "return a"),
    ("for i in range(n):\n    a = x[i]\nreturn b", "return b"),
    ("s = 0.0\nfor i in range(n):\n    s_2 = s + x[i]\n    s = s_2\nreturn b", "return b"),
    ("if c > 0.0:\n    a = 1.0\nelse:\n    a = 2.0\nreturn b", "return b"),
    ("if c > 0.0:\n    a = 1.0\nelse:\n    b = 2.0\nreturn b", "if not c > 0.0:\n    b = 2.0\nreturn b"),
])  # fmt: skip
def test_goes(before, after):
    same(without_dead(block(before), KINDS), after)


@pytest.mark.parametrize("why, text", [
    ("the next iteration reads it", "a = 0.0\nb = 0.0\nfor i in range(n):\n    b = b + a\n    a = x[i]\nreturn b"),
    ("the loop may run no time", "a = 1.0\nfor i in range(n):\n    a = x[i]\nreturn a"),
    ("the branch may not run", "a = 1.0\nif c > 0.0:\n    a = 2.0\nreturn a"),
    ("only the test reads it", "a = 1.0\nif a > c:\n    b = 1.0\nelse:\n    b = 2.0\nreturn b"),
    ("an index reads it", "k = 1\ny = np.zeros(n)\ny[k] = 1.0\nreturn y"),
    ("only the shape is read", "y = np.sin(x)\nz = np.zeros_like(y)\nreturn z"),
    ("a view is read", "y = np.zeros(n)\nv = y[1:]\ny[2] = a\nreturn v"),
    ("the base of the view is read", "y = np.zeros(n)\nv = y[1:]\nv[0] = a\nreturn y"),
    ("the view is added to", "y = np.zeros(n)\nv = y[1:]\nv += a\nreturn y"),
    ("elements that the store does not touch are read", "y = np.copy(x)\ny[0] = 1.0\nreturn y"),
    ("pop takes the last value away", "x_hist = [a, b]\nc = x_hist.pop()\nd = x_hist.pop()\nreturn d"),
    ("the test of the loop reads it", "k = 0\ns = 0.0\nwhile k < n:\n    s = s + x[k]\n    k = k + 1\nreturn s"),
    ("what follows an exit reads it",
     "a = 1.0\nwhile True:\n    b = a\n    if b > c:\n        break\n    a = a + 1.0\nreturn b"),
    ("an assertion reads it", "a = np.sum(x)\nassert a > 0.0\nreturn b"),
])  # fmt: skip
def test_stays(why, text):
    same(without_dead(block(text), KINDS), text)


def test_numbers_share_no_memory_and_views_do():
    made = block("v = y[1:]\nz = v.T\na = y[0]\ng = np.copy(y)\nw = y\nx = np.reshape(w, n)")
    assert aliases_in(made, KINDS) == {n: {"y", "v", "z", "w", "x"} for n in "yvzwx"}
