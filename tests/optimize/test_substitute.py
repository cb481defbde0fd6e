"""Temporaries go back into the one expression that reads them, unless that would move a read over a write."""

import pytest

from srctrans.optimize.substitute import substituted
from tests.optimize.core import KINDS, block, same

TEMPORARIES = {"t", "t_2", "u", "z"}


def test_what_is_read_once_goes_into_its_reader():
    same(substituted(block("t = a * b\nc = t + 1.0\nreturn c"), KINDS, TEMPORARIES), "c = a * b + 1.0\nreturn c")


def test_into_indices_tests_and_ranges():
    before = "t = a + b\nif t > c:\n    d = 1.0\nelse:\n    d = 2.0\nreturn d"
    same(substituted(block(before), KINDS, TEMPORARIES), "if a + b > c:\n    d = 1.0\nelse:\n    d = 2.0\nreturn d")


def test_over_what_does_not_concern_it():
    before = "t = y[i] * a\nb = c * 2.0\nx[i] = b\nd = t + 1.0\nreturn d"
    same(substituted(block(before), KINDS, TEMPORARIES), "b = c * 2.0\nx[i] = b\nd = y[i] * a + 1.0\nreturn d")


@pytest.mark.parametrize("why, text", [
    ("read twice", "t = a * b\nc = t + t\nreturn c"),
    ("read later again", "t = a * b\nc = t + 1.0\nd = t + 2.0\nreturn c * d"),
    ("the user's name", "p = a * b\nc = p + 1.0\nreturn c"),
    ("the element is overwritten in between", "t = y[i]\ny[i] = 0.0\nc = t + 1.0\nreturn c"),
    ("another element may be the same", "t = y[i]\ny[k] = 0.0\nc = t + 1.0\nreturn c"),
    ("a view of it is written", "v = y[1:]\nv[0] = 1.0\nt = y[1]\nv[0] = 0.0\nc = t + v[1]\nreturn c"),
    ("it is added to", "t = y[i]\ny += x\nc = t + 1.0\nreturn c"),
    ("repeated elements are added", "t = y[i]\nnp.add.at(y, w, a)\nc = t + 1.0\nreturn c"),
    ("a number that it reads changes", "t = a * b\na = 2.0\nc = t + a\nreturn c"),
    ("a number that it reads grows", "t = a * b\na += 2.0\nc = t + a\nreturn c"),
    ("a loop in between writes", "t = y[0]\nfor i in range(n):\n    y[i] = a\nc = t + 1.0\nreturn c"),
    ("the index changes in between", "t = y[i]\nfor i in range(n):\n    x[i] = a\nc = t + 1.0\nreturn c"),
    ("a loop would compute it each time", "t = np.sin(a)\nfor i in range(n):\n    y[i] = t\nreturn y"),
    ("the test of a loop would compute it each time", "t = a * b\nwhile t > a:\n    a = a + 1.0\nreturn a"),
    ("a branch gives it", "if a > b:\n    t = a\nelse:\n    t = b\nc = t + 1.0\nreturn c"),
    ("the next iteration reads it", "t = 0.0\nfor i in range(n):\n    y[i] = t\n    t = x[i]\nreturn y"),
    ("pop has to happen where it stands", "t = g.pop()\nc = g.pop()\nd = t + c\nreturn d"),
])  # fmt: skip
def test_stays(why, text):
    same(substituted(block(text), KINDS, TEMPORARIES), text)


def test_the_last_of_two_values_under_one_name_goes():
    before = "t = a * b\nc = t + 1.0\nt = c * c\nd = t + 2.0\nreturn d"
    same(substituted(block(before), KINDS, TEMPORARIES), "c = a * b + 1.0\nd = c * c + 2.0\nreturn d")


def test_a_store_may_read_what_it_overwrites():
    before = "t = y[i] * 2.0\ny[i] = t\nreturn y"
    same(substituted(block(before), KINDS, TEMPORARIES), "y[i] = y[i] * 2.0\nreturn y")
