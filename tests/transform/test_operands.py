"""The operands of an operation as the rules want them: symbols for names, values for options."""

from types import SimpleNamespace

import numpy as np
import pytest

from srctrans.errors import SourceError
from srctrans.kinds.kind import Array, Scalar
from srctrans.kinds.symbol import Sym
from srctrans.syntax.build import parse_expression
from srctrans.transform.operands import operand, operands, refusing

S = SimpleNamespace(kinds={"a": Scalar("float64"), "x": Array("float64", (None,))}, node_kinds={})


def test_a_name_is_a_symbol_of_its_kind():
    assert operand(S, parse_expression("x")).kind == S.kinds["x"]


@pytest.mark.parametrize("text, value", [
    ("2", 2), ("-1", -1), ("True", True), ("None", None), ("'ij,j'", "ij,j"), ("(0, 1)", (0, 1)), ("[1, -1]", [1, -1]),
    ("np.float32", np.float32),
])  # fmt: skip
def test_options_are_values(text, value):
    assert operand(S, parse_expression(text)) == value


@pytest.mark.parametrize("text", ["2.0", "np.pi", "a * 2.0"])
def test_numbers_are_symbols(text):
    assert isinstance(operand(S, parse_expression(text)), Sym)


def test_of_operators_and_of_calls():
    args, keywords = operands(S, parse_expression("x ** 2"))
    assert (args[0].node.id, args[1], keywords) == ("x", 2, {})
    args, keywords = operands(S, parse_expression("np.sum(x, axis=0)"))
    assert (len(args), keywords) == (1, {"axis": 0})


def test_a_rule_that_does_not_cover_the_call_refuses_it():
    def rule(function):
        raise NotImplementedError("only for axis=0")

    with pytest.raises(SourceError, match="sum: only for axis=0"):
        refusing(rule, np.sum)
