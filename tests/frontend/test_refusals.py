# ruff: noqa: F841
"""What is not supported is refused with its file, its line, a caret under the cause, a reason and a way out."""

import inspect

import numpy as np
import pytest

import srctrans
from tests.frontend import refused_control, refused_growing, refused_objects, refused_values  # noqa: F401 (they fill the list)
from tests.frontend.refused import CASES, X


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.function.__name__)
def test_refused_with_place_reason_and_way_out(case):
    with pytest.raises(srctrans.SourceError) as caught:
        srctrans.grad(case.function)(*case.args)
    lines = str(caught.value).splitlines()
    assert case.reason in lines[0]
    assert any(line.strip().startswith("instead:") and case.instead in line for line in lines)
    if case.caret:
        assert_place(case, lines)


def assert_place(case, lines):
    """The report names the file and the line, quotes the line, and the caret is where the cause begins."""
    path, number, _ = lines[0].split(":", 2)
    assert path == inspect.getsourcefile(case.function)
    with open(path, encoding="utf-8") as file:
        source = file.read().splitlines()[int(number) - 1].strip()
    quoted, carets = lines[1].strip(), lines[2]
    assert quoted == source
    column = carets.index("^") - (len(lines[1]) - len(lines[1].lstrip()))
    assert case.caret in source, f"the line is {source!r}"
    assert source[column:].startswith(case.caret) or case.caret.startswith(source[column:].split("#")[0].strip())


def several_problems(x):
    a = {x[0]}
    b = x[0] * 2j
    return x[0]


def test_all_problems_of_a_function_come_in_one_report():
    with pytest.raises(srctrans.SourceError) as caught:
        srctrans.grad(several_problems)(X)
    text = str(caught.value)
    assert "Set expressions" in text and "complex numbers" in text


@pytest.mark.parametrize(
    ("function", "args", "words"),
    [
        (lambda x: x * 2.0, (np.ones(3),), ("vjp", "jacobian")),
        (lambda x: np.sum(x), (np.array([1, 2]),), ("x", "int64", "float")),
        (lambda name: 1.0, ("a",), ("name", "str")),
        (lambda x: np.sum(x), (np.array([1j]),), ("x", "complex")),
        (lambda x: None, (np.ones(3),), ("number",)),
        (lambda x: (x[0], x[1]), (np.ones(3),), ("number",)),
    ],
    ids=["array result", "integer array", "text", "complex array", "no result", "tuple result"],
)
def test_wrong_kinds_are_type_errors(function, args, words):
    with pytest.raises(TypeError) as caught:
        srctrans.grad(function)(*args)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_a_function_without_source_says_so():
    namespace = {}
    exec("def f(x):\n    return x * x\n", namespace)
    with pytest.raises(srctrans.SourceError, match="source"):
        srctrans.grad(namespace["f"])(2.0)
    with pytest.raises(srctrans.SourceError, match="source"):
        srctrans.grad(dict.get)(2.0)


def test_a_wrong_call_names_the_gradient():
    def f(x):
        return x * x

    with pytest.raises(TypeError, match="f_grad: missing a required argument: 'x'"):
        srctrans.grad(f)()
