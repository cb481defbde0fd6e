"""From a node to the function that it calls: operators stand for their ufunc, names for library functions.

>>> from srctrans.syntax.build import parse_expression
>>> function_of(parse_expression("x + y")).__name__, function_of(parse_expression("np.exp(x)")).__name__
('add', 'exp')
"""

from __future__ import annotations

import builtins
import importlib
import math
from functools import lru_cache
from typing import Any

import gast
import numpy as np

_BINARY = {
    gast.Add: np.add, gast.Sub: np.subtract, gast.Mult: np.multiply, gast.Div: np.divide, gast.Pow: np.power,
    gast.FloorDiv: np.floor_divide, gast.Mod: np.remainder, gast.MatMult: np.matmul, gast.BitAnd: np.bitwise_and,
    gast.BitOr: np.bitwise_or, gast.BitXor: np.bitwise_xor, gast.LShift: np.left_shift, gast.RShift: np.right_shift,
}  # fmt: skip
_UNARY = {gast.USub: np.negative, gast.Invert: np.invert, gast.Not: np.logical_not}


def function_of(node: Any) -> Any:
    """The function behind an operation or a call of a library function, or None."""
    if isinstance(node, gast.BinOp):
        return _BINARY[type(node.op)]
    if isinstance(node, gast.UnaryOp):
        return _UNARY.get(type(node.op))
    if isinstance(node, gast.Call):
        text = dotted(node.func)
        return None if text is None else _named(text)
    return None


def dotted(node: Any) -> str | None:
    """`np.linalg.norm` of the nodes that write it."""
    if isinstance(node, gast.Name):
        return str(node.id)
    if isinstance(node, gast.Attribute):
        inner = dotted(node.value)
        return None if inner is None else f"{inner}.{node.attr}"
    return None


@lru_cache(None)
def _named(text: str) -> Any:
    first, *rest = text.split(".")
    found: Any = {"np": np, "math": math}.get(first)
    if found is None and not rest:
        return getattr(builtins, first, None)
    if found is None:
        try:
            found = importlib.import_module(".".join([first] + rest[:-1]))
            return getattr(found, rest[-1], None)
        except ImportError:
            return None
    for part in rest:
        found = getattr(found, part, None)
    return found
