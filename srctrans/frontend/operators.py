"""Operators of the user's classes: `a + b` is what `__add__` or `__radd__` gives.

In: two values of which one is an object. Out: the result of its method, by the order in which Python asks; None
where neither is an object.

    u + v      ──▶     the body of `__add__` of the class of u
    2.0 * v    ──▶     the body of `__rmul__` of the class of v
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.frontend import classes, objects
from srctrans.frontend.state import State
from srctrans.frontend.values import Record, Value
from srctrans.kinds.kind import Array, Static
from srctrans.kinds.symbol import Sym

_NAMES = {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow",
          "@": "matmul", "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift"}  # fmt: skip
_COMPARISONS: dict[type, tuple[str, str]] = {
    gast.Lt: ("lt", "gt"), gast.LtE: ("le", "ge"), gast.Gt: ("gt", "lt"), gast.GtE: ("ge", "le"),
    gast.Eq: ("eq", "eq"), gast.NotEq: ("ne", "ne"),
}  # fmt: skip


def binary(s: State, node: gast.AST, left: Value, text: str, right: Value) -> Value | None:
    """`left op right`; None where no operand is an object with operators of its own."""
    name = _NAMES[text]
    return _asked(s, node, left, f"__{name}__", right, f"__r{name}__", text)


def in_place(s: State, node: gast.AST, left: Value, text: str, right: Value) -> Value | None:
    """What `left op= right` binds, by `__iadd__` and its like; None where there is none."""
    if isinstance(left, Record):
        found = objects.special(s, node, left, f"__i{_NAMES[text]}__", [right])
        if found is not None and not _declined(found):
            return found
    return None


def compare(s: State, node: gast.AST, left: Value, op: type, right: Value) -> Value | None:
    """`left < right` and the others."""
    if not _is_object(left) and not _is_object(right):
        return None
    mine, other = _COMPARISONS[op]
    for value in (left, right):
        found, owner = classes.member(value.cls, f"__{mine}__") if isinstance(value, Record) else (None, None)
        if owner is not None and classes.is_generated(found, owner):
            reason = f"the comparison that dataclass made for {owner.__name__}"
            s.refuse(node, f"{reason} is not supported", "compare the fields")
    if op is gast.NotEq and not any(isinstance(v, Record) and classes.written(v.cls, "__ne__") for v in (left, right)):
        equal = compare(s, node, left, gast.Eq, right)
        return _negated(s, node, equal)
    return _asked(s, node, left, f"__{mine}__", right, f"__{other}__", "==" if op is gast.Eq else mine)


def _negated(s: State, node: gast.AST, value: Value | None) -> Value | None:
    if value is None or isinstance(value, Static):
        return None if value is None else Static(not value.value)
    s.refuse(node, "`!=` by an `__eq__` whose result is known only at run time", "write not (a == b)")


def _asked(
    s: State, node: gast.AST, left: Value, name: str, right: Value, reflected: str, text: str
) -> Value | None:
    """Ask the one operand, then the other."""
    if not _is_object(left) and not _is_object(right):
        return None
    asked: list[tuple[Any, str, Value]] = [(left, name, right)]
    same_class = isinstance(left, Record) and isinstance(right, Record) and left.cls is right.cls
    if not same_class or reflected[2] != "r":
        asked.append((right, reflected, left))
    if _goes_first(left, right, reflected):
        asked.reverse()
    for owner, method, other in asked:
        if not isinstance(owner, Record):
            _check_number(s, node, owner, other)
            continue
        found = objects.special(s, node, owner, method, [other])
        if found is not None and not _declined(found):
            return found
    if text == "==" and isinstance(left, Record) and isinstance(right, Record):
        return _identity(s, node, left, right)
    if any(isinstance(v, Record) and not v.is_tuple for v in (left, right)):
        cls = left.cls if isinstance(left, Record) else right.cls  # type: ignore[union-attr]
        s.refuse(node, f"{cls.__name__} has no {name} for these operands", f"define {name} or {reflected}")
    return None


def _is_object(value: Value) -> bool:
    return isinstance(value, Record)


def _goes_first(left: Value, right: Value, reflected: str) -> bool:
    """The right operand is asked first where its class is derived from that of the left and has its own method."""
    if not isinstance(left, Record) or not isinstance(right, Record) or left.cls is right.cls:
        return False
    mine, theirs = classes.member(left.cls, reflected)[0], classes.member(right.cls, reflected)[0]
    return issubclass(right.cls, left.cls) and theirs is not mine


def _declined(value: Value) -> bool:
    return isinstance(value, Static) and value.value is NotImplemented


def _check_number(s: State, node: gast.AST, number: Value, other: Value) -> None:
    """Arrays, and NumPy's numbers before sequences, compute with the items of the object instead of asking it."""
    if not isinstance(number, Sym) or number.value is not None or not isinstance(other, Record):
        return
    if getattr(other.cls, "__array_ufunc__", 0) is None or getattr(other.cls, "__array_priority__", 0) > 0:
        return
    sequence = any(classes.written(other.cls, n) for n in ("__len__", "__getitem__", "__array__"))
    if isinstance(number.kind, Array) or sequence:
        s.refuse(
            node,
            f"NumPy may take {other.cls.__name__} apart here instead of calling its operator",
            "put the object first, or give its class `__array_ufunc__ = None`",
        )


def _identity(s: State, node: gast.AST, left: Record, right: Record) -> Value | None:
    if left.is_tuple or right.is_tuple:
        return None
    if left is not right and (left.origins or right.origins):
        s.refuse(node, "whether these are one object is not known", "compare their fields")
    return Static(left is right)
