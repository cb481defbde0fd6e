"""Conversions: a number as another Python type, for `float`, `int`, `bool`, `round`, `np.float64`.

In: the evaluated arguments. Out: the number, known now where the argument is.

    float(3)     ──▶     3.0
    int(x[0])    ──▶     the same text, of kind int64
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from srctrans.frontend import library, objects, operations
from srctrans.frontend.state import State
from srctrans.frontend.values import Record, Value
from srctrans.kinds.kind import TEXT, Scalar, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build


def _no_text(s: State, node: gast.AST, value: Value) -> None:
    """Refuse to read a number in a text that is made at run time."""
    if isinstance(value, Sym) and value.kind == TEXT:
        operations.to_number(s, node, value)


def _converted(s: State, node: gast.AST, function: Callable[[Any], Any], value: Any) -> Any:
    """A number in a text that is known now."""
    try:
        return function(value)
    except ValueError as error:
        s.refuse(node, str(error), "give it a number")


def to_float(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value = args[0] if args else constant(0.0)
    _no_text(s, node, value)
    if isinstance(value, Record):
        found = objects.special(s, node, value, "__float__", [])
        if found is not None:
            return found
    if isinstance(value, Static) and isinstance(value.value, (str, int, float)):
        return constant(_converted(s, node, float, value.value))
    if isinstance(value, Sym) and value.kind == Scalar("float64") and not s.session.floats_raise:
        return value
    if isinstance(value, Sym) and value.value is not None:
        return constant(float(value.value))
    return library.library(s, node, float, args, kwargs)


def to_numpy_float(function: Callable[..., Any]) -> Callable[..., Value]:
    """np.float64 and np.float32 as functions."""

    def convert(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        value = args[0] if args else constant(0.0)
        if isinstance(value, Static) and isinstance(value.value, (str, int, float)):
            value = constant(_converted(s, node, float, value.value))
        return library.library(s, node, function, [value], kwargs)

    return convert


def to_int(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value = args[0] if args else constant(0)
    _no_text(s, node, value)
    if isinstance(value, Sym) and value.value is not None:
        return constant(int(value.value))
    if isinstance(value, Static) and isinstance(value.value, (str, bool)):
        return constant(_converted(s, node, int, value.value))
    if not isinstance(value, Sym):
        s.refuse(node, "int of this kind of value", "give it a number")
    return Sym(build.call("int", value.node), Scalar("int64"))


def to_bool(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    known = operations.truth(s, args[0])
    if known is not None:
        return Static(known)
    assert isinstance(args[0], Sym)
    return Sym(build.call("bool", args[0].node), Scalar("bool"))


def rounded(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value = args[0]
    assert isinstance(value, Sym)
    digits = [a.node for a in args[1:] if isinstance(a, Sym)]
    return Sym(build.call("round", value.node, *digits), Scalar("float64" if digits else "int64"))
