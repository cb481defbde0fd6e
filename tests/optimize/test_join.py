"""Branches of one test are one branch, and what adds nothing in one arm stands in the other."""

import pytest

from srctrans.optimize.join import joined
from tests.optimize.core import aliases, block, same


def join(text):
    made = block(text)
    return joined(made, aliases(made))


@pytest.mark.parametrize("before, after", [
    ("if c > a:\n    s = 1.0\nif c > a:\n    t = s", "if c > a:\n    s = 1.0\n    t = s"),
    ("if f:\n    s = a\nif not f:\n    t = b\nelse:\n    t = s", "if f:\n    s = a\n    t = s\nelse:\n    t = b"),
    ("if f:\n    s = a\nx_bar = np.zeros(n)\nif f:\n    x_bar[0] += s",
     "x_bar = np.zeros(n)\nif f:\n    s = a\n    x_bar[0] += s"),
    ("if f:\n    s = a\nt = b\nif f:\n    u = s", "if f:\n    s = a\n    u = s\nt = b"),
    ("if f:\n    t = a * b\n    s = t\nif f:\n    t = a * b\n    u = t * s",
     "if f:\n    t = a * b\n    s = t\n    u = t * s"),
])  # fmt: skip
def test_one_branch(before, after):
    same(join(before), after)


@pytest.mark.parametrize("why, text", [
    ("the first changes the test", "if f > 0.0:\n    f = -f\nif f > 0.0:\n    s = a"),
    ("the first changes an array that the test reads", "if x[0] > a:\n    x[0] = b\nif x[0] > a:\n    s = a"),
    ("through a view too", "v = x[1:]\nif v[0] > a:\n    x[1] = b\nif v[0] > a:\n    s = a"),
    ("the test changes in between", "if f:\n    s = a\nf = b\nif f:\n    t = s"),
    ("what is between needs the first and is needed", "if f:\n    s = a\nt = s\nif f:\n    u = t"),
    ("the second overwrites what is read in between", "if f:\n    s = a\nt = s\nif f:\n    s = b"),
    ("there is an exit in between", "for i in range(n):\n    if f:\n        s = a\n    if c > s:\n        break\n"
     "    if f:\n        t = b"),
    ("what is between may raise", "if f:\n    s = a\nassert c > 0.0\nif f:\n    t = b"),
    ("the zero is read by another", "if f:\n    t = a\nelse:\n    t = 0.0\nv -= t\nu += t\nreturn u - v"),
    ("the first is guarded by an attempt", "f = attempt(ValueError)\nif f:\n    s = a\nif f:\n    t = b"),
])  # fmt: skip
def test_two_branches(why, text):
    same(join(text), text)


@pytest.mark.parametrize("before, after", [
    ("if f:\n    s_bar = 0.0\nelse:\n    s_bar = a\nx_bar[i] += s_bar",
     "if not f:\n    s_bar = a\n    x_bar[i] += s_bar"),
    ("if f:\n    s_bar = a\n    t = b\nelse:\n    s_bar = 0.0\nu = t\nx_bar[i] -= s_bar",
     "if f:\n    s_bar = a\n    t = b\n    x_bar[i] -= s_bar\nu = t"),
])  # fmt: skip
def test_added_in_one_arm(before, after):
    same(join(before), after.replace("if not f:", "if f:\n    pass\nelse:"))


@pytest.mark.parametrize("why, text", [
    ("the number is read later", "if f:\n    s_bar = 0.0\nelse:\n    s_bar = a\nx_bar[i] += s_bar\nx_bar[j] += s_bar"),
    ("it is read in the arm", "if f:\n    s_bar = 0.0\n    t = s_bar\nelse:\n    s_bar = a\nx_bar[i] += s_bar"),
    ("it is multiplied", "if f:\n    s_bar = 0.0\nelse:\n    s_bar = a\nt *= s_bar"),
    ("it is no zero", "if f:\n    s_bar = 1.0\nelse:\n    s_bar = a\nx_bar[i] += s_bar"),
    ("the array is read in between", "if f:\n    s_bar = 0.0\nelse:\n    s_bar = a\nt = x_bar[i]\nx_bar[i] += s_bar"),
])  # fmt: skip
def test_added_after_the_branch(why, text):
    same(join(text), text)
