"""What statements and expressions read and write."""

import pytest

from srctrans.analysis import reads
from srctrans.syntax.build import parse_expression, parse_statements
from srctrans.syntax.printer import to_source


@pytest.mark.parametrize("text, values, shapes", [
    ("x[i] + a", "x i a", ""),
    ("len(x) * a", "a", "x"),
    ("x.shape[0] + y.size", "", "x y"),
    ("np.zeros_like(x)", "", "x"),
    ("np.full_like(x, a)", "np x a", ""),
    ("np.zeros_like(x + y)", "np x y", ""),
    ("len(x) + x[0]", "x", "x"),
    ("x.T", "x", ""),
])  # fmt: skip
def test_values_and_shapes(text, values, shapes):
    node = parse_expression(text)
    assert reads.value_names(node) == set(values.split())
    assert reads.shape_names(node) == set(shapes.split())


def test_loads_are_the_elements_of_arrays():
    found = reads.loads(parse_expression("x[i] * y[i + 1] + z.shape[0] + np.sum(w)"))
    assert [to_source(n) for n in found] == ["x[i]", "y[i + 1]"]


@pytest.mark.parametrize("text, array, name", [
    ("y[i] = a", "y", None), ("y[i] += a", "y", None), ("y = a", None, "y"), ("y += a", None, "y"),
    ("pass", None, None),
])  # fmt: skip
def test_targets(text, array, name):
    st = parse_statements(text)[0]
    store = reads.stored_array(st)
    assert (store and store.value.id) == array
    assert reads.assigned_name(st) == name


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
    made = [to_source(e) for e in reads.expressions_of(parse_statements(text)[0])]
    assert [m.strip("()") for m in made] == [e.strip("()") for e in expressions]


def test_statements_of_goes_into_every_block():
    block = parse_statements("if a:\n    b = 1\nelse:\n    while c:\n        d = 2\n        break")
    assert [type(st).__name__ for st in reads.statements_of(block)] == ["If", "Assign", "While", "Assign", "Break"]
