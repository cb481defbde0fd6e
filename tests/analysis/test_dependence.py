"""Dependence of indices: linear forms, overlaps in one iteration, which access of an element comes first."""

import pytest

from srctrans.analysis.dependence import least_values, linear, lower_bound, may_overlap, read_before_write
from srctrans.syntax.build import parse_expression, parse_statements

FROM_FRONT = {"i": 1, "j": 0, "k": 0}


@pytest.mark.parametrize("text, form", [
    ("i + 1", ({"i": 1}, 1)), ("2 * i - j + 3", ({"i": 2, "j": -1}, 3)), ("-(i - 1)", ({"i": -1}, 1)),
    ("i - i", ({}, 0)), ("(i + 1) * 3", ({"i": 3}, 3)), ("i * j", None), ("i // 2", None), ("p[i]", None),
    ("1.5", None),
])  # fmt: skip
def test_linear(text, form):
    assert linear(parse_expression(text)) == form


def overlap(a, b, least=None):
    return may_overlap(index(a), index(b), FROM_FRONT if least is None else least)


def index(text):
    return parse_expression(f"y[{text}]").slice


@pytest.mark.parametrize("a, b", [
    ("i", "i - 1"), ("i + 1", "i - 1"), ("0", "1"), ("i, j", "i - 1, j"), ("j, i", "i, i - 1"),
    ("2 * j", "2 * j + 1"), ("-1", "-2"), ("i + j", "i + j + 1"),
])  # fmt: skip
def test_never_the_same_element(a, b):
    assert not overlap(a, b)


@pytest.mark.parametrize("why, a, b", [
    ("the same", "i", "i"),
    ("other names may be equal", "i", "j"),
    ("other factors may meet", "2 * i", "i"),
    ("i - 2 may be -1, the last element", "i", "i - 2"),
    ("one from the front, one from the end", "0", "-1"),
    ("a slice", ":", "0"),
    ("an overlap of slices", "1:", ":-1"),
    ("an index array", "p", "p"),
    ("an element and its row", "i", "i, j"),
    ("not linear", "i % 5", "i % 5 + 1"),
])  # fmt: skip
def test_maybe_the_same_element(why, a, b):
    assert overlap(a, b), why


def test_an_index_of_unknown_sign_may_wrap_around():
    assert overlap("m", "m + 1", {})
    assert not overlap("m", "m + 1", {"m": 0})


def order(read, write, loops, same_iteration=False):
    return read_before_write(index(read), index(write), loops, same_iteration, FROM_FRONT)


@pytest.mark.parametrize("read, write, step, before", [
    ("i - 1", "i", 1, False),
    ("i - 1", "i", -1, True),
    ("i + 1", "i", 1, True),
    ("i + 1", "i", -1, False),
    ("i", "i", 1, False),
    ("2 * i", "2 * i + 1", 1, False),
    ("i", "i", 0, True),
    ("p[i]", "i", 1, True),
    ("j", "i", 1, True),
    ("i - 2", "i", 1, True),
])  # fmt: skip
def test_a_read_before_the_write_of_another_iteration(read, write, step, before):
    assert order(read, write, [("i", step)]) is before


def test_in_one_iteration_the_order_of_the_statements_counts():
    assert order("i", "i", [("i", 1)], same_iteration=True)
    assert not order("i", "i", [("i", 1)], same_iteration=False)


def test_the_outermost_loop_that_separates_them_decides():
    loops = [("i", 1), ("j", 1)]
    assert order("i + 1, j", "i, j + 1", loops)
    assert not order("i - 1, j + 1", "i, j", loops)


def test_an_outer_loop_repeats_all_of_it():
    assert order("i - 1", "i", [("t", 1), ("i", 1)])


def test_a_read_or_write_of_the_whole():
    assert read_before_write(None, index("i"), [("i", 1)], False, FROM_FRONT)
    assert not read_before_write(None, index("i"), [], False, FROM_FRONT)


def least(*heads):
    return least_values([parse_statements(f"for {h}:\n    pass")[0] for h in heads])


@pytest.mark.parametrize("heads, found", [
    (["i in range(n)"], {"i": 0}),
    (["i in range(2, n)"], {"i": 2}),
    (["i in range(n - 1, -1, -1)"], {"i": 0}),
    (["i in range(n, 0, -2)"], {"i": 1}),
    (["i in range(2, n)", "j in range(i - 1, n)"], {"i": 2, "j": 1}),
    (["i in range(-3, n)"], {"i": -3}),
    (["i in range(m, n)"], {}),
    (["i in range(5, m, -1)"], {}),
    (["i in range(0, n, m)"], {}),
    (["i in range(n)", "j in range(5 - i, n)"], {"i": 0}),
])  # fmt: skip
def test_least_values(heads, found):
    assert least(*heads) == found


def test_loops_that_share_a_name_share_the_lesser_value():
    assert least("i in range(2, n)", "i in range(-3, n)") == {"i": -3}
    assert least("i in range(-3, n)", "i in range(2, n)") == {"i": -3}


def test_a_loop_of_unknown_start_makes_its_name_unknown():
    assert least("i in range(n)", "i in range(m, n)") == {}
    assert least("i in range(m, n)", "i in range(n)") == {}


def test_lower_bound():
    assert lower_bound(({"i": 2, "j": 1}, -1), FROM_FRONT) == 1
    assert lower_bound(({"i": -1}, 5), FROM_FRONT) is None
    assert lower_bound(({"m": 1}, 5), FROM_FRONT) is None
