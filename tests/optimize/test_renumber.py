"""Made-up names lose their numbers where the shorter name is free."""

import pytest

from srctrans.optimize.renumber import renumbered
from tests.optimize.core import block, same

MADE_UP = {"t_2", "x_2_hist", "x_2_bar", "t_3_bar", "x_bar_2", "t", "t_bar"}


@pytest.mark.parametrize("before, after", [
    ("t_2 = a\nreturn t_2", "t = a\nreturn t"),
    ("x_2_hist = np.empty(n)\nx_2_bar = x_2_hist[0]\nreturn x_2_bar",
     "x_hist = np.empty(n)\nx_bar = x_hist[0]\nreturn x_bar"),
    ("x_bar_2 = a\nreturn x_bar_2", "x_bar = a\nreturn x_bar"),
])  # fmt: skip
def test_shorter(before, after):
    same(renumbered(block(before), set(), MADE_UP), after)


@pytest.mark.parametrize("why, text, taken", [
    ("the user's name", "s_2 = a\nreturn s_2", set()),
    ("the shorter name is in use", "t = a\nt_2 = b\nreturn t * t_2", set()),
    ("the shorter name is used later", "t_2 = a\nt = t_2 * t_2\nreturn t", set()),
    ("the shorter name is a parameter", "t_2 = a\nreturn t_2", {"t"}),
])  # fmt: skip
def test_stays(why, text, taken):
    same(renumbered(block(text), taken, MADE_UP), text)


def test_two_that_would_get_one_name():
    same(renumbered(block("x_2_bar = a\nx_bar_2 = b\nreturn x_2_bar * x_bar_2"), set(), MADE_UP),
         "x_bar = a\nx_bar_2 = b\nreturn x_bar * x_bar_2")  # fmt: skip
