"""Operations on values: arithmetic, truth, keys.

In: values. Out: the value of `a + b`, what is known now of the truth of a test or of a key.

    2 + 3        ──▶     5
    x + 3        ──▶     an expression
    (a,) + (b,)  ──▶     (a, b)
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from srctrans.frontend import effects, library, lists, objects, operators, optional, texts
from srctrans.frontend.state import State, as_sym, use
from srctrans.frontend.values import ListValue, Maybe, Record, TupleValue, Value, children
from srctrans.kinds.infer import call_kind
from srctrans.kinds.kind import TEXT, Scalar, Static
from srctrans.kinds.symbol import Sym, compare, constant
from srctrans.syntax import build

BINARY: dict[type, tuple[str, Callable[..., Any]]] = {
    gast.Add: ("+", np.add),
    gast.Sub: ("-", np.subtract),
    gast.Mult: ("*", np.multiply),
    gast.Div: ("/", np.divide),
    gast.FloorDiv: ("//", np.floor_divide),
    gast.Mod: ("%", np.remainder),
    gast.Pow: ("**", np.power),
    gast.MatMult: ("@", np.matmul),
    gast.BitAnd: ("&", np.bitwise_and),
    gast.BitOr: ("|", np.bitwise_or),
    gast.BitXor: ("^", np.bitwise_xor),
    gast.LShift: ("<<", np.left_shift),
    gast.RShift: (">>", np.right_shift),
}


_PYTHON = {"+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv,
           "%": operator.mod, "/": operator.truediv, "**": operator.pow}  # fmt: skip


def number(s: State, node: gast.AST) -> Sym:
    """The value of an expression that has to be a number or an array."""
    return to_number(s, node, s.evaluate(node))


def to_number(s: State, node: gast.AST, value: Value) -> Sym:
    value = optional.present(s, value)
    found = as_sym(value)
    if found is not None and found.kind != TEXT:
        return found
    if isinstance(value, (ListValue, TupleValue)):
        return library.array_of(s, node, value)
    what = f"a {type(value).__name__.lower().removesuffix('value')}"
    if isinstance(value, Static) or found is not None:
        what = f"{value.value!r}" if isinstance(value, Static) else "a text"
    s.refuse(node, f"a number or an array is needed here, not {what}", "use the numbers or arrays that it holds")


def static_key(s: State, node: gast.AST) -> Any:
    """A key of a dict or an index of a structure: it has to be known now."""
    return key_of(s, node, s.evaluate(node))


def key_of(s: State, node: gast.AST, value: Value) -> Any:
    if isinstance(value, Static):
        return value.value
    if isinstance(value, TupleValue):
        return tuple(key_of(s, node, use(s, v)) for v in value.items)
    if isinstance(value, Sym):
        known = value.value if value.value is not None else known_value(s, value)
        if known is not None:
            return known
        reason = "the index of a structure is known only at run time"
        s.unroll(node, reason, "loop over the structure itself, or hold its items in an array")
    s.refuse(node, "this key is not known at transformation time", "use a string or an integer")


def known_value(s: State, value: Sym) -> Any:
    """The number behind a name of a global constant, or None."""
    return s.known.get(value.node.id) if isinstance(value.node, gast.Name) else None


def spill(s: State, value: Value, later: gast.AST) -> Value:
    """Name what was read already if what is evaluated next may write it."""
    if (
        isinstance(value, Sym)
        and not isinstance(value.node, (gast.Name, gast.Constant))
        and effects.may_write(s, later)
    ):
        return s.assign("t", value)
    return value


def binary(s: State, node: gast.AST, left: Value, op: type, right: Value) -> Value:
    """`left op right` for any two values."""
    text, function = BINARY[op]
    found = operators.binary(s, node, left, text, right)
    if found is not None:
        return found
    made = texts.operation(s, node, left, text, right)
    if made is not None:
        return made
    structure = _structure_arithmetic(s, node, left, text, right)
    if structure is not None:
        return structure
    a, b = to_number(s, node, left), to_number(s, node, right)
    x, y = integer(s, a), integer(s, b)
    if x is not None and y is not None and text in _PYTHON and not (text in ("//", "%", "/") and y == 0):
        value = _PYTHON[text](x, y)
        if isinstance(value, int):
            return constant(value)
    return operation(s, node, text, function, a, b)


def augmented(s: State, node: gast.AST, left: Value, op: type, right: Value) -> Value:
    """What `left op= right` binds."""
    found = operators.in_place(s, node, left, BINARY[op][0], right)
    return binary(s, node, left, op, right) if found is None else found


def integer(s: State, value: Sym) -> int | None:
    """The integer that a value is known to be, or None."""
    known = value.value if value.value is not None else known_value(s, value)
    return known if isinstance(known, int) and not isinstance(known, bool) else None


def operation(s: State, node: gast.AST, text: str, function: Callable[..., Any], a: Sym, b: Sym) -> Sym:
    try:
        kind = call_kind(function, [a.kind, b.kind], {})
    except TypeError:
        # NumPy refuses integers to negative powers; Python gives a float.
        s.refuse(node, f"{a.kind} {text} {b.kind} is not defined", "convert the operands first")
    except ValueError as error:
        s.refuse(node, str(error), "make the shapes of the operands agree")
    if text == "**" and kind.dtype == "int64" and not (b.value is not None and b.value >= 0):  # type: ignore[union-attr]
        kind = Scalar("float64") if isinstance(kind, Scalar) else kind
    return Sym(build.binop(a.node, text, b.node), kind)


def _structure_arithmetic(s: State, node: gast.AST, left: Value, text: str, right: Value) -> Value | None:
    if isinstance(left, Static) and isinstance(right, Static) and text in _PYTHON:
        return Static(_PYTHON[text](left.value, right.value))
    if text == "+" and isinstance(left, ListValue) and isinstance(right, ListValue):
        if left.grows or right.grows:
            return s.apply(node, Static(list.__add__), [left, right], {})
    if text == "+" and type(left) is type(right) and isinstance(left, (ListValue, TupleValue)):
        return type(left)(left.items + right.items)  # type: ignore[union-attr]
    if text == "*" and isinstance(left, (ListValue, TupleValue)) and isinstance(right, Sym):
        if right.value is not None:
            return type(left)(left.items * int(right.value))
        if isinstance(right.kind, Scalar):
            s.refuse(node, "a list repeated a number of times that is known only at run time", "use np.full")
    return None


def check_truth(s: State, node: gast.AST, value: Value) -> None:
    if isinstance(value, Maybe):
        s.refuse(node, "the truth of something that may be None", "test it by `is None`")


def negation(s: State, node: gast.AST, value: Value) -> Value:
    check_truth(s, node, value)
    value = truth_value(s, node, value)
    known = truth(s, value)
    if known is not None:
        return Static(not known)
    operand = to_number(s, node, value)
    return Sym(build.unary("not ", operand.node), Scalar("bool"))


def truth_value(s: State, node: gast.AST, value: Value) -> Value:
    """What decides of the truth of a value: for an object what its `__bool__` or `__len__` gives."""
    if isinstance(value, ListValue) and value.grows:
        return compare(lists.count_of(value), ">", constant(0))
    if not isinstance(value, Record):
        return value
    for name in ("__bool__", "__len__"):
        found = objects.special(s, node, value, name, [])
        if found is not None:
            return found
    return Static(bool(value.fields) if value.is_tuple else True)


def truth(s: State, value: Value) -> bool | None:
    """The truth of a value, where it is known now."""
    if isinstance(value, Static):
        return bool(value.value)
    if isinstance(value, Maybe):
        return None
    if isinstance(value, Record):
        found = truth_value(s, s.frame.source.tree, value)
        return None if isinstance(found, Record) else truth(s, found)
    if lists.grown(value):
        return None
    parts = children(value)
    if parts is not None:
        return bool(parts)
    if isinstance(value, Sym) and value.value is not None:
        return bool(value.value)
    if isinstance(value, Sym) and isinstance(value.node, gast.Constant):
        return bool(value.node.value)
    if isinstance(value, Sym) and integer(s, value) is not None:
        return bool(integer(s, value))
    return None if isinstance(value, Sym) else True
