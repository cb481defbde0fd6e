"""Where names get their values: positions in each block, joins, the pairs that a loop carries."""

import pytest

from srctrans.analysis.definitions import carried, find
from srctrans.syntax.build import parse_statements
from srctrans.syntax.printer import to_source


def test_positions_are_those_of_the_statement_in_each_block():
    block = parse_statements("a = 1.0\nfor i in range(n):\n    b = a\n    c = b\nd = 2.0")
    found = find(block)
    assert found.root == {"a": [0], "i": [1], "b": [1], "c": [1], "d": [2]}
    assert found.inside[id(block[1].body)] == {"b": [0], "c": [1]}


def test_both_branches_are_looked_into():
    block = parse_statements("if t:\n    a = 1.0\nelse:\n    b = 2.0")
    found = find(block)
    assert found.root == {"a": [0], "b": [0]}
    assert found.inside[id(block[0].orelse)] == {"b": [0]}


def test_an_index_is_defined_by_its_loop():
    assert find(parse_statements("for i in range(n):\n    pass")).defines("i")


def test_a_store_into_an_array_defines_nothing():
    assert not find(parse_statements("y[0] = 1.0")).defines("y")


@pytest.mark.parametrize("text, joined", [
    ("a = 1.0", False),
    ("a = 1.0\nfor i in range(n):\n    b = a * a\n    a = b", True),
    ("if t:\n    a = 1.0\nelse:\n    a = 2.0", True),
    ("for i in range(n):\n    a = x[i]", False),
])  # fmt: skip
def test_joins_are_assigned_at_more_than_one_place(text, joined):
    assert find(parse_statements(text)).is_join("a") is joined


def pairs(text, outside):
    return [(n, to_source(v).strip()) for n, v in carried(parse_statements(text)[0], outside)]


def test_a_loop_carries_what_its_last_copies_give():
    text = "for i in range(n):\n    s_2 = s + x[i]\n    t_2 = s * t\n    s = s_2\n    t = t_2"
    assert pairs(text, {"s", "t"}) == [("s", "s_2"), ("t", "t_2")]


def test_a_constant_may_be_carried():
    assert pairs("for i in range(n):\n    a = x[i]\n    s = 0.0", {"s"}) == [("s", "0.0")]


def test_a_copy_to_a_name_of_the_body_is_not_carried():
    assert pairs("for i in range(n):\n    s = s_2\n    b = a", {"s"}) == []
