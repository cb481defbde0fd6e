"""Two loops over one range become one where neither reads or writes what the other writes."""

import pytest

from srctrans.optimize.fuse import effects, fused, without_repeats
from tests.optimize.core import aliases, block, same

BACK = "for i in range(n):\n    x_bar[i] += a\n"


def fuse(text):
    made = block(text)
    return fused(made, aliases(made))


def test_a_sum_and_its_adjoints():
    before = (
        "for i in range(n):\n    e = np.exp(x[i])\n    f = f + e\n"
        "for i in range(n):\n    e = np.exp(x[i])\n    x_bar[i] += e"
    )
    same(fuse(before), "for i in range(n):\n    e = np.exp(x[i])\n    f = f + e\n    x_bar[i] += e")


def test_over_what_does_not_concern_it():
    before = "for i in range(n):\n    f = f + x[i]\nb = c\nfor i in range(n):\n    x_bar[i] += b"
    same(fuse(before), "b = c\nfor i in range(n):\n    f = f + x[i]\n    x_bar[i] += b")


def test_inside_of_a_loop():
    before = (
        "for k in range(m):\n    for i in range(n):\n        f = f + x[i]\n"
        "    for i in range(n):\n        x_bar[i] += a"
    )
    same(fuse(before), "for k in range(m):\n    for i in range(n):\n        f = f + x[i]\n        x_bar[i] += a")


def test_the_value_that_a_name_has_is_not_computed_again():
    same(without_repeats(block("a = x[i]\nb = a\na = x[i]\nc = a"), {}), "a = x[i]\nb = a\nc = a")


@pytest.mark.parametrize("why, text", [
    ("other ranges", "for i in range(n):\n    f = f + x[i]\nfor i in range(m):\n    x_bar[i] += a"),
    ("opposite orders", "for i in range(n):\n    f = f + x[i]\nfor i in range(n - 1, -1, -1):\n    x_bar[i] += a"),
    ("other names of the index", "for i in range(n):\n    f = f + x[i]\nfor k in range(n):\n    x_bar[i] += a"),
    ("the second reads the whole sum", "for i in range(n):\n    f = f + x[i]\nfor i in range(n):\n    x_bar[i] += f"),
    ("the second reads what the first stores",
     "for i in range(n):\n    y[i] = x[i]\nfor i in range(n):\n    b = b + y[n - i]"),
    ("the second overwrites what the first reads",
     "for i in range(n):\n    f = f + y[i + 1]\nfor i in range(n):\n    y[i] = a"),
    ("both write one array", "for i in range(n):\n    y[i] = x[i]\nfor i in range(n):\n    y[n - i] = a"),
    ("both add to one number", "for i in range(n):\n    f = f + x[i]\nfor i in range(n):\n    f = f + x[i]"),
    ("a view is the same array",
     "v = y[1:]\nfor i in range(n):\n    v[i] = x[i]\nfor i in range(n):\n    b = b + y[i]"),
    ("the last value is read in between",
     "for i in range(n):\n    f = f + x[i]\nb = f\nfor i in range(n):\n    x_bar[i] += b"),
    ("what it reads changes in between", "for i in range(n):\n    f = f + y[i]\ny[0] = a\n" + BACK),
    ("what it writes changes in between", "for i in range(n):\n    f = f + y[i]\nf = 1.0\n" + BACK),
    ("the first carries a value", "for i in range(n):\n    b = x[i]\n    f = b\nfor i in range(n):\n    x_bar[i] += f"),
    ("the second needs the last value of the first",
     "for i in range(n):\n    b = x[i]\nfor i in range(n):\n    x_bar[i] += b"),
    ("the first needs a name that the second assigns",
     "for i in range(n):\n    f = f + b\nfor i in range(n):\n    b = x[i]\n    x_bar[i] += b"),
    ("kept values are popped",
     "for i in range(n):\n    x_hist += [x]\nfor i in range(n):\n    z = x_hist.pop()\n    x_bar += z"),
    ("an exit leaves the first early",
     "for i in range(n):\n    if x[i] > a:\n        break\n    f = f + x[i]\nfor i in range(n):\n    x_bar[i] += a"),
    ("an exit stands in between",
     "while True:\n    for i in range(n):\n        f = f + x[i]\n    if b > a:\n        break\n    for i in range(n):\n"
     "        x_bar[i] += a"),
])  # fmt: skip
def test_two_loops_stay(why, text):
    same(fuse(text), text)


@pytest.mark.parametrize("why, text", [
    ("its operand changed", "a = x[i]\nx[i] = b\na = x[i]"),
    ("a view of its operand changed", "v = x[1:]\na = x[i]\nv[0] = b\na = x[i]"),
    ("it was given another value", "a = x[i]\na = b\na = x[i]"),
    ("it was added to", "a = x[i]\na += b\na = x[i]"),
    ("a loop changed it", "a = x[i]\nfor k in range(n):\n    a = y[k]\na = x[i]"),
    ("a branch changed it", "a = x[i]\nif b > c:\n    a = y[i]\nelse:\n    a = y[0]\na = x[i]"),
    ("it is made of itself", "a = a * b\na = a * b"),
    ("pop gives another value", "a = g.pop()\na = g.pop()"),
    ("an array is another one", "y = np.zeros(n)\ny[0] = a\ny = np.zeros(n)"),
])  # fmt: skip
def test_a_value_is_computed_again(why, text):
    made = block(text)
    same(without_repeats(made, aliases(made)), text)


def test_effects_of_a_block():
    made = block("t = x[i]\ny[i] = t\ns = s + t")
    found = effects(made, aliases(made), "i")
    assert (found.reads - {"i"}, found.writes, found.local) == ({"x", "s"}, {"y", "s"}, {"t"})
