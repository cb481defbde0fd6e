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


@pytest.mark.parametrize("before, after", [
    ("a_2_i_2_hist = a\nreturn a_2_i_2_hist", "a_i_hist = a\nreturn a_i_hist"),
    ("t = a\nt_17 = b\nreturn t * t_17", "t = a\nt_2 = b\nreturn t * t_2"),
    ("x_1 = x[1]\nx_1_bar_4 = a\nreturn x_1 * x_1_bar_4", "x_1 = x[1]\nx_1_bar = a\nreturn x_1 * x_1_bar"),
])  # fmt: skip
def test_numbers_inside_and_large_ones(before, after):
    made_up = {"a_2_i_2_hist", "t_17", "x_1", "x_1_bar_4"}
    same(renumbered(block(before), {"x", "a", "b"}, made_up), after)


def test_an_index_that_is_used_has_a_name():
    text = "for _ in range(n):\n    x_hist[_] = x\n    i = n\nfor _ in range(n):\n    x_bar[_] += x_hist[_]"
    same(renumbered(block(text), set(), set()), text.replace("_]", "j]").replace("for _", "for j"))
    text = "for _ in range(n):\n    x = x * x\nreturn x"
    same(renumbered(block(text), set(), set()), text)
