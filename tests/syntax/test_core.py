"""Core form: its statements, their blocks and expressions, exits of loops."""

import pytest

from srctrans.syntax import build, core
from srctrans.syntax.build import parse_statements
from srctrans.syntax.printer import to_source


@pytest.mark.parametrize("text, array, name", [
    ("y[i] = a", "y", None), ("y[i] += a", "y", None), ("y = a", None, "y"), ("y += a", None, "y"),
    ("pass", None, None),
])  # fmt: skip
def test_targets(text, array, name):
    st = parse_statements(text)[0]
    store = core.stored_array(st)
    assert (store and store.value.id) == array
    assert core.assigned_name(st) == name


@pytest.mark.parametrize("text, expressions", [
    ("y[i] = a + b", ["a + b", "i"]),
    ("y[i] += a", ["a", "i"]),
    ("for i in range(n):\n    b = a", ["range(n)"]),
    ("while a < b:\n    c = d", ["a < b"]),
    ("if a:\n    b = c", ["a"]),
    ("return a, b", ["(a, b)"]),
    ("np.add.at(y, p, a)", ["np.add.at(y, p, a)"]),
])  # fmt: skip
def test_a_statement_evaluates_its_own_expressions_only(text, expressions):
    made = [to_source(e) for e in core.expressions_of(parse_statements(text)[0])]
    assert [m.strip("()") for m in made] == [e.strip("()") for e in expressions]


def test_statements_of_goes_into_every_block():
    block = parse_statements("if a:\n    b = 1\nelse:\n    while c:\n        d = 2\n        break")
    assert [type(st).__name__ for st in core.statements_of(block)] == ["If", "Assign", "While", "Assign", "Break"]


def test_an_exit_is_a_branch_that_ends_in_a_break():
    loop = parse_statements("for i in r:\n    if c:\n        y = x\n        break\n    if c:\n        y = x")[0]
    assert [core.is_exit(st) for st in loop.body] == [True, False]
    assert core.at_end(loop.body) is None and core.at_end(loop.body[:1]) is loop.body[0]


def test_room_is_made_by_doubling_an_array_that_is_full():
    made = core.with_add_at([core.Room.before(build.name("a"), build.name("n"))])
    assert to_source(made).strip() == "if n == len(a):\n    a = np.concatenate((a, np.empty_like(a)))"
