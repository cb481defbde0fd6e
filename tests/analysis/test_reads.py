"""What statements and expressions read and write."""

import pytest

from srctrans.analysis import reads
from srctrans.syntax.build import parse_expression
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
