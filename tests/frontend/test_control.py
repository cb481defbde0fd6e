"""Jumps as flags and exits: what `structured` makes of the body of a function."""

import numpy as np
import pytest

import srctrans
from srctrans.frontend.control import structured
from srctrans.syntax.build import parse_statements
from srctrans.syntax.printer import to_source


def same(before, after):
    assert to_source(structured(parse_statements(before + "\n"))).strip() == after.strip()


def test_an_exit_stays():
    text = "for i in range(n):\n    s += x[i]\n    if s > 1.0:\n        break"
    same(text, text)


@pytest.mark.parametrize("before, after", [
    # a return in a loop
    ("for i in range(n):\n    if x[i] > 1.0:\n        return x[i]\nreturn a",
     "returned = False\nfor i in range(n):\n    returned = x[i] > 1.0\n    if returned:\n        break\n"
     "if returned:\n    return x[i]\nreturn a"),
    # out of two loops with one flag
    ("for i in range(n):\n    for j in range(i):\n        if x[j] > 1.0:\n            return j\n    s += x[i]\n"
     "return a",
     "returned = False\nfor i in range(n):\n    for j in range(i):\n        returned = x[j] > 1.0\n"
     "        if returned:\n            break\n    if returned:\n        break\n    s += x[i]\n"
     "if returned:\n    return j\nreturn a"),
    # continue
    ("for v in x:\n    if v < 0.0:\n        continue\n    s += v",
     "for v in x:\n    if v < 0.0:\n        pass\n    else:\n        s += v"),
    # else of a loop
    ("for v in x:\n    s += v\n    if s > 1.0:\n        break\nelse:\n    s = a",
     "stop = False\nfor v in x:\n    s += v\n    stop = s > 1.0\n    if stop:\n        break\nif not stop:\n    s = a"),
    # a break in the else of a loop inside guards what follows
    ("for v in x:\n    for w in v:\n        s += w\n    else:\n        if s > 1.0:\n            break\n    s = a",
     "stop = False\nfor v in x:\n    for w in v:\n        s += w\n    if s > 1.0:\n        stop = True\n    else:\n"
     "        s = a\n    if stop:\n        break"),
    # a branch that returns on some of its ways does not double what follows
    ("if a > 1.0:\n    if b > 1.0:\n        return a\n    s = a\nt = s\nreturn t",
     "returned = False\nif a > 1.0:\n    if b > 1.0:\n        returned = True\n    else:\n        s = a\n"
     "if returned:\n    return a\nt = s\nreturn t"),
])  # fmt: skip
def test_flags(before, after):
    same(before, after)


def test_a_branch_with_one_way_on_stays():
    text = "if a > 1.0:\n    return a\nelif b > 1.0:\n    s = b\nelse:\n    return b\nt = s\nreturn t"
    same(text, text)


def branches_that_return(x, a):
    s = a
    if x[0] > 1.0:
        if s > 9.0:
            return s
        s = s * x[0]
    if x[1] > 1.0:
        if s > 9.0:
            return s
        s = s * x[1]
    if x[2] > 1.0:
        if s > 9.0:
            return s
        s = s * x[2]
    if x[3] > 1.0:
        if s > 9.0:
            return s
        s = s * x[3]
    if x[4] > 1.0:
        if s > 9.0:
            return s
        s = s * x[4]
    return s


def test_the_source_grows_with_the_function():
    gradient = srctrans.grad(branches_that_return)
    assert np.allclose(gradient(np.array([2.0, 0.5, 3.0, 1.5, 0.5]), 1.0), [4.5, 0.0, 3.0, 6.0, 0.0])
    assert len(gradient.source.splitlines()) < 150
