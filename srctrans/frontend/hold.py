"""Holding: an expression that is put into a structure is computed there, once.

    t = (y[0], y * 2.0)        t = y[0]
    y[0] = 5.0           ──▶   t_2 = y * 2.0
                               y[0] = 5.0

In: a value. Out: the same value, under a name where a later use could see
another: an element of an array, a new array, the result of a call.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.frontend.state import State, name_leaf, use
from srctrans.frontend.values import (
    Enumerate,
    Leaf,
    ListValue,
    Mapped,
    Maybe,
    Range,
    Repeated,
    Reversed,
    RunTimeLength,
    TupleValue,
    Value,
    Zip,
)
from srctrans.kinds.kind import Scalar
from srctrans.kinds.symbol import Sym


def held(s: State, value: Value, hint: str = "item") -> Value:
    """The value as a structure or a variable may keep it."""
    if isinstance(value, Sym):
        return value if lasting(s, value.node) else s.assign(hint, value)
    if isinstance(value, TupleValue):
        return TupleValue([held(s, v, hint) for v in value.items])
    if isinstance(value, Maybe):
        return Maybe(value.none, held(s, value.value, hint))
    if isinstance(value, Range):
        bounds: list[Any] = [held(s, b, "bound") for b in (value.start, value.stop, value.step)]
        return Range(*bounds)
    if isinstance(value, Enumerate):
        return Enumerate(held(s, value.inner, hint), value.start, value.token)
    if isinstance(value, Reversed):
        return Reversed(held(s, value.inner, hint), value.token)
    if isinstance(value, Repeated):
        return Repeated(held(s, value.first, hint), value.step, value.times, value.token)
    if isinstance(value, Zip):
        return Zip([held(s, v, hint) for v in value.inner], value.token, value.strict)
    if isinstance(value, Mapped):
        return Mapped(value.function, [held(s, v, hint) for v in value.inner], value.token)
    return value


def lasting(s: State, node: Any) -> bool:
    """Does an expression have the same value wherever it stands? Names are assigned once; arrays may be written."""
    if isinstance(node, (gast.Name, gast.Constant)):
        return True
    if isinstance(node, gast.UnaryOp):
        return _number(s, node.operand)
    if isinstance(node, gast.BinOp):
        return _number(s, node.left) and _number(s, node.right)
    if isinstance(node, gast.Call):
        return isinstance(node.func, gast.Name) and node.func.id == "len" and lasting(s, node.args[0])
    if isinstance(node, gast.Subscript):
        return isinstance(node.value, gast.Attribute) and node.value.attr == "shape" and lasting(s, node.slice)
    return False


def _number(s: State, node: Any) -> bool:
    """A lasting expression that is a number: an operation on arrays makes a new array."""
    if isinstance(node, gast.Name):
        return isinstance(s.kinds.get(node.id), Scalar)
    return lasting(s, node)


def resized(s: State, node: gast.AST, value: Value) -> None:
    """Note a change of the number of items; refuse it where what surrounds the function shares the structure."""
    if isinstance(value, ListValue) and value.grows:
        raise RunTimeLength
    if id(value) in s.frozen:
        reason = "a list or dict of the function around it changes its number of items"
        s.unroll(node, reason, "return a new one")
    s.resized[value] = s.place(node)


def named(s: State, hint: str, value: Value) -> Value:
    """The value under a name: run-time expressions get an assignment of their own."""
    if isinstance(value, Leaf):
        if value.name is None:
            name_leaf(s, value, hint)
        return use(s, value)
    if isinstance(value, Sym):
        return value if isinstance(value.node, gast.Name) else s.assign(hint, value)
    return held(s, value, hint)
