"""Additions to neighbouring elements become one store for each; both forms are run and compared."""

import numpy as np
import pytest

from srctrans.optimize.slide import Facts, slid
from tests.optimize.core import KINDS, aliases, block, least, same, text_of


def slide(text):
    made = block(text)
    taken = set(KINDS) | {"np"}
    return slid(made, Facts(dict(KINDS), least(made), aliases(made), taken))


def run(text, start, n):
    rng = np.random.default_rng(1)
    scope = {"np": np, "n": n, "m": 2, "k": 1, "a": 0.5, "b": 2.0, "x": rng.normal(size=12), "w": np.array([2, 2, 0])}
    scope |= {"g": rng.normal(size=12), "x_bar": np.zeros(12) if start == "zeros" else rng.normal(size=12)}
    scope |= {"A": rng.normal(size=(12, 12)), "y": rng.normal(size=12)}
    exec(text, scope)
    return [scope[name] for name in ("x_bar", "A", "y", "a")]


SLID = [
    "for i in range(1, n):\n    x_bar[i] += g[i]\n    x_bar[i - 1] -= g[i]",
    "for i in range(n):\n    x_bar[i + 1] += g[i]\n    x_bar[i] -= g[i] * a",
    "for i in range(2, n):\n    x_bar[i - 2] += a\n    x_bar[i - 1] += b\n    x_bar[i] -= g[i]",
    "for i in range(2, n):\n    x_bar[i] += a\n    x_bar[i - 2] += g[i]",
    "for i in range(1, n):\n    x_bar[i] += g[i]\n    x_bar[i - 1] -= g[i]\n    x_bar[i] += b",
    "for i in range(1, n):\n    t = x[i] * a\n    x_bar[i] += t\n    x_bar[i - 1] -= t * b",
    "for i in range(1, n):\n    A[k, i] += g[i]\n    A[k, i - 1] -= g[i]",
    "for j in range(m):\n    for i in range(1, n):\n        A[i, j] += g[i]\n        A[i - 1, j] -= g[j]",
    "for i in range(1, n):\n    x_bar[i] += -g[i]\n    x_bar[i - 1] -= -g[i]",
]


@pytest.mark.parametrize("text", SLID)
def test_each_element_is_stored_once(text):
    made = text_of(slide(text))
    assert made != text_of(block(text)) and "if n > " in made
    for n in (0, 1, 2, 3, 9):
        for old, new in zip(run(text, "values", n), run(made, "values", n)):
            np.testing.assert_allclose(new, old, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("text", SLID[:4])
def test_zeros_are_stored_into(text):
    text = "x_bar = np.zeros_like(x)\n" + text
    made = text_of(slide(text))
    assert "x_bar[i] += " not in made and "x_bar[i - 1] += " not in made
    for n in (0, 1, 2, 3, 9):
        np.testing.assert_allclose(run(made, "values", n)[0], run(text, "values", n)[0], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("why, text", [
    ("the array is read", "for i in range(1, n):\n    x_bar[i] += x_bar[i - 1]\n    x_bar[i - 1] -= a"),
    ("a view of it is read", "v = x_bar[1:]\nfor i in range(1, n):\n    x_bar[i] += v[i]\n    x_bar[i - 1] -= a"),
    ("the whole is added to", "for i in range(1, n):\n    x_bar[i] += a\n    x_bar[i - 1] -= a\n    x_bar += b"),
    ("an element is stored", "for i in range(1, n):\n    x_bar[i] = a\n    x_bar[i - 1] -= a"),
    ("an element elsewhere", "for i in range(1, n):\n    x_bar[i] += a\n    x_bar[i - 1] -= a\n    x_bar[0] += b"),
    ("i - 1 counts from the end at first", "for i in range(n):\n    x_bar[i] += a\n    x_bar[i - 1] -= a"),
    ("the start is not known", "for i in range(k, n):\n    x_bar[i + 1] += a\n    x_bar[i] -= a"),
    ("a branch adds", "for i in range(1, n):\n    x_bar[i] += a\n    if g[i] > b:\n        x_bar[i - 1] -= a"),
    ("another step", "for i in range(1, n, 2):\n    x_bar[i] += a\n    x_bar[i - 1] -= a"),
    ("it goes down", "for i in range(n, 0, -1):\n    x_bar[i] += a\n    x_bar[i - 1] -= a"),
    ("what is added changes before the end",
     "for i in range(1, n):\n    x_bar[i] += a\n    a = a * b\n    x_bar[i - 1] -= a"),
    ("what is added is stored over",
     "for i in range(1, n):\n    x_bar[i] += g[i]\n    x_bar[i - 1] -= a\n    g[i] = b"),
    ("the stride is two", "for i in range(1, n):\n    x_bar[2 * i] += a\n    x_bar[2 * i - 1] -= a"),
    ("a scattered index", "for i in range(1, n):\n    x_bar[w[i]] += a\n    x_bar[i - 1] -= a"),
    ("other columns", "for i in range(1, n):\n    A[i, i] += a\n    A[i - 1, i] -= a"),
    ("the column changes", "for i in range(1, n):\n    k = w[i]\n    A[i, k] += a\n    A[i - 1, k] -= a"),
    ("slices", "for i in range(1, n):\n    A[i, :] += a\n    A[i - 1, :] -= a"),
    ("the end of the range changes", "for i in range(1, n):\n    n = m\n    x_bar[i] += a\n    x_bar[i - 1] -= a"),
    ("one element only", "for i in range(1, n):\n    x_bar[i] += a\n    x_bar[i] -= b"),
])  # fmt: skip
def test_stays(why, text):
    same(slide(text), text)


@pytest.mark.parametrize("why, text", [
    ("something was added", "x_bar = np.zeros_like(x)\nx_bar[0] += b\n"),
    ("a view was written", "x_bar = np.zeros_like(x)\nv = x_bar[1:]\nv[0] = b\n"),
    ("it is another array", "x_bar = np.copy(x)\n"),
    ("a loop around adds again", "for k in range(m):\n    x_bar[k] += b\n"),
])  # fmt: skip
def test_what_is_not_zero_is_added_to(why, text):
    assert "x_bar[i] +=" in text_of(slide(text + SLID[1])), why
