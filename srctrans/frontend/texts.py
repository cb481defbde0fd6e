"""Texts that are made when the function runs: for messages and for what is printed, never differentiated.

In: f-strings, `%`, `str.format`, `str(x)`, methods of texts, with their evaluated parts. Out: a text that is known
now as itself, any other as an expression of the kind TEXT.

    f"step {k}: {s:.3f}"     ──▶     the same, a text
    "%d of %d" % (2, 3)      ──▶     "2 of 3"
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import gast

from srctrans.frontend import objects
from srctrans.frontend.state import State, use
from srctrans.frontend.values import DictValue, ListValue, Record, TupleValue, Value
from srctrans.kinds.kind import TEXT, Scalar, Static
from srctrans.kinds.symbol import Sym
from srctrans.syntax import build

_PYTHON: dict[str, Callable[[Any, Any], Any]] = {"+": operator.add, "*": operator.mul, "%": operator.mod}
_CONVERSIONS: dict[int, Callable[[Any], str]] = {ord("s"): str, ord("r"): repr, ord("a"): ascii}


def is_text(value: Value) -> bool:
    """Is it a text, known now or not?"""
    return isinstance(value, Static) and isinstance(value.value, str) or isinstance(value, Sym) and value.kind == TEXT


def formatted(s: State, node: gast.JoinedStr) -> Value:
    """An f-string."""
    parts: list[Any] = []
    for part in node.values:
        parts.append(_field(s, part) if isinstance(part, gast.FormattedValue) else build.constant(part.value))
    return _joined(parts)


def _joined(parts: list[Any]) -> Value:
    """Pieces as one text: neighbours that are known now are joined."""
    result: list[Any] = []
    for part in parts:
        if result and isinstance(part, gast.Constant) and isinstance(result[-1], gast.Constant):
            result[-1] = build.constant(result[-1].value + part.value)
        else:
            result.append(part)
    if all(isinstance(p, gast.Constant) for p in result):
        return Static("".join(p.value for p in result))
    return Sym(gast.JoinedStr(values=result), TEXT)


def _field(s: State, node: gast.FormattedValue) -> Any:
    """`{value!r:spec}`: a literal where it is known now."""
    value = s.evaluate(node.value)
    spec = Static("") if node.format_spec is None else formatted(s, node.format_spec)
    if isinstance(value, Record):
        value = text_of_object(s, node, value, "__repr__" if node.conversion == ord("r") else "__str__")
    found = known(value)
    if found is not None and isinstance(spec, Static):
        shown = _CONVERSIONS.get(node.conversion, lambda v: v)(found[0])
        return build.constant(format(shown, spec.value))
    made = gast.FormattedValue(value=shown_as(s, node, value), conversion=node.conversion, format_spec=None)
    if isinstance(spec, Sym):
        made.format_spec = spec.node
    elif spec.value:
        made.format_spec = gast.JoinedStr(values=[build.constant(spec.value)])
    return made


def known(value: Value) -> tuple[Any] | None:
    """The object that a value is, where that is known now: a static one or a literal number."""
    if isinstance(value, Static):
        return (value.value,)
    if isinstance(value, Sym) and value.value is not None:
        return (value.value,)
    if isinstance(value, TupleValue):
        items = [known(v) for v in value.items]
        return None if None in items else (tuple(i[0] for i in items if i),)
    return None


def text_of_object(s: State, node: Any, value: Record, name: str) -> Value:
    """What `str` or `repr` give for an object of the user's."""
    for method in (name, "__repr__"):
        found = None if value.is_tuple else objects.special(s, node, value, method, [])
        if found is not None:
            return found
    s.refuse(node, f"the text of a {value.cls.__name__} is not known", "show its fields")


def shown_as(s: State, node: Any, value: Value) -> Any:
    """The expression of a value that is shown: a number, an array, a text, a structure of those."""
    value = use(s, value)
    if isinstance(value, Sym):
        return value.node
    if isinstance(value, Static):
        simple = value.value is None or isinstance(value.value, (bool, str, bytes))
        return build.constant(value.value if simple else str(value.value))
    if isinstance(value, TupleValue):
        return build.tuple_([shown_as(s, node, v) for v in value.items])
    if isinstance(value, ListValue):
        return build.list_([shown_as(s, node, v) for v in value.items])
    if isinstance(value, DictValue):
        keys = [build.constant(k) for k in value.items]
        return build.dict_(keys, [shown_as(s, node, v) for v in value.items.values()])
    if isinstance(value, Record):
        return shown_as(s, node, text_of_object(s, node, value, "__str__"))
    s.refuse(node, "this kind of value cannot be shown", "show numbers, arrays, texts or structures of them")


def operation(s: State, node: Any, left: Value, text: str, right: Value) -> Value | None:
    """`+`, `*` and `%` with a text; None for anything else."""
    made = {
        "%": is_text(left),
        "+": is_text(left) and is_text(right),
        "*": is_text(left) and _is_count(right) or is_text(right) and _is_count(left),
    }
    if not made.get(text):
        return None
    a, b = known(left), known(right)
    try:
        if a is not None and b is not None:
            return Static(_PYTHON[text](a[0], b[0]))
    except (TypeError, ValueError) as error:
        s.refuse(node, f"this text cannot be made: {error}", "check its operands")
    return Sym(build.binop(shown_as(s, node, left), text, shown_as(s, node, right)), TEXT)


def _is_count(value: Value) -> bool:
    return isinstance(value, Sym) and value.kind == Scalar("int64")


def compare(s: State, node: Any, a: Value, op: Any, b: Value) -> Value | None:
    """A comparison with a text that is not known now; None for anything else."""
    if not any(isinstance(v, Sym) and v.kind == TEXT for v in (a, b)):
        return None
    if not (is_text(a) and is_text(b)):
        if isinstance(op, (gast.Eq, gast.NotEq)):
            return Static(isinstance(op, gast.NotEq))
        s.refuse(node, "a text made at run time is compared with something else", "compare the numbers themselves")
    nodes = shown_as(s, node, a), shown_as(s, node, b)
    return Sym(gast.Compare(left=nodes[0], ops=[op], comparators=[nodes[1]]), Scalar("bool"))
