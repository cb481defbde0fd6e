"""Expressions: what each kind of Python expression stands for.

In: the state and an expression of the user's function. Out: a `Value`.
Run-time operations stay nested in one expression, as the user wrote them;
only what has effects or branches becomes statements.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from srctrans.frontend import branches, calls, comprehensions, subscripts
from srctrans.frontend.hold import held
from srctrans.frontend.resolve import lookup
from srctrans.frontend.state import State, as_sym, use
from srctrans.frontend.values import Closure, DictValue, Leaf, ListValue, Record, TupleValue, Value, children
from srctrans.kinds.broadcast import broadcast, dims_of
from srctrans.kinds.infer import call_kind
from srctrans.kinds.kind import Array, Scalar, Static
from srctrans.kinds.symbol import Sym, constant, literal
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
_COMPARE = {
    gast.Lt: operator.lt, gast.LtE: operator.le, gast.Gt: operator.gt, gast.GtE: operator.ge,
    gast.Eq: operator.eq, gast.NotEq: operator.ne,
}  # fmt: skip
_PYTHON = {"+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv,
           "%": operator.mod, "/": operator.truediv, "**": operator.pow}  # fmt: skip


def evaluate(s: State, node: gast.AST) -> Value:
    """The value of an expression, with leaves of arguments named."""
    return use(s, evaluate_leaf(s, node))


def evaluate_leaf(s: State, node: gast.AST) -> Value:
    """The same, but a leaf of an argument may stay unnamed, for the assignment to name it."""
    rule = _RULES.get(type(node))
    if rule is None:
        s.refuse(node, f"{type(node).__name__} expressions are not supported", "write it with assignments and loops")
    return rule(s, node)


def number(s: State, node: gast.AST) -> Sym:
    """The value of an expression that has to be a number or an array."""
    return to_number(s, node, evaluate(s, node))


def to_number(s: State, node: gast.AST, value: Value) -> Sym:
    found = as_sym(value)
    if found is not None:
        return found
    if isinstance(value, (ListValue, TupleValue)):
        return calls.array_of(s, node, value)
    what = (
        f"{value.value!r}" if isinstance(value, Static) else f"a {type(value).__name__.lower().removesuffix('value')}"
    )
    s.refuse(node, f"a number or an array is needed here, not {what}", "use the numbers or arrays that it holds")


def _constant(s: State, node: gast.Constant) -> Value:
    if isinstance(node.value, (bool, str, bytes, type(None), type(Ellipsis))):
        return Static(node.value)
    if isinstance(node.value, complex):
        s.refuse(node, "complex numbers are not supported yet", "write the real and the imaginary part")
    return constant(node.value)


def _name(s: State, node: gast.Name) -> Value:
    return lookup(s, node)


def _tuple(s: State, node: gast.Tuple) -> Value:
    return TupleValue(_elements(s, node))


def _list(s: State, node: gast.List) -> Value:
    return ListValue(_elements(s, node))


def _elements(s: State, node: Any) -> list[Value]:
    """The items of a tuple or a list, each computed once, in order."""
    items: list[Value] = []
    hints, s.hint = s.item_hints, None
    s.item_hints = ()
    for position, element in enumerate(node.elts):
        if isinstance(element, gast.Starred):
            items += calls.items_of(s, element.value, evaluate(s, element.value))
        else:
            hint = hints[position] if position < len(hints) else "item"
            items.append(held(s, evaluate_leaf(s, element), hint))
    return items


def _dict(s: State, node: gast.Dict) -> Value:
    items: dict[Any, Value] = {}
    for key, value in zip(node.keys, node.values):
        found = evaluate(s, value)
        if key is None:
            if not isinstance(found, DictValue):
                s.refuse(value, "** of something that is not a dict", "write its items")
            items.update(found.items)
        else:
            known = static_key(s, key)
            items[known] = held(s, found, hint_of(known))
    return DictValue(items)


def hint_of(key: Any) -> str:
    """How an item of a structure is called: as its key, if that is a name."""
    return key if isinstance(key, str) and key.isidentifier() else "item"


def static_key(s: State, node: gast.AST) -> Any:
    """A key of a dict or an index of a structure: it has to be known now."""
    return key_of(s, node, evaluate(s, node))


def key_of(s: State, node: gast.AST, value: Value) -> Any:
    if isinstance(value, Static):
        return value.value
    if isinstance(value, TupleValue):
        return tuple(key_of(s, node, use(s, v)) for v in value.items)
    if isinstance(value, Sym):
        known = value.value if value.value is not None else known_value(s, value)
        if known is not None:
            return known
        from srctrans.frontend.state import NeedsUnrolling

        reason = "the index of a structure is known only at run time"
        raise NeedsUnrolling(node, reason, "loop over the structure itself, or hold its items in an array")
    s.refuse(node, "this key is not known at transformation time", "use a string or an integer")


def known_value(s: State, value: Sym) -> Any:
    """The number behind a name of a global constant, or None."""
    return s.known.get(value.node.id) if isinstance(value.node, gast.Name) else None


def _binary(s: State, node: gast.BinOp) -> Value:
    left = evaluate(s, node.left)
    left = spill(s, left, node.right)
    right = evaluate(s, node.right)
    return binary(s, node, left, type(node.op), right)


def spill(s: State, value: Value, later: gast.AST) -> Value:
    """Name what was read already if what is evaluated next may write it."""
    if isinstance(value, Sym) and not isinstance(value.node, (gast.Name, gast.Constant)) and calls.may_write(s, later):
        return s.assign("t", value)
    return value


def binary(s: State, node: gast.AST, left: Value, op: type, right: Value) -> Value:
    """`left op right` for any two values."""
    text, function = BINARY[op]
    structure = _structure_arithmetic(s, node, left, text, right)
    if structure is not None:
        return structure
    a, b = to_number(s, node, left), to_number(s, node, right)
    x, y = _integer(s, a), _integer(s, b)
    if x is not None and y is not None and text in _PYTHON and not (text in ("//", "%", "/") and y == 0):
        value = _PYTHON[text](x, y)
        if isinstance(value, int):
            return constant(value)
    return operation(s, node, text, function, a, b)


def _integer(s: State, value: Sym) -> int | None:
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
    if text == "+" and type(left) is type(right) and isinstance(left, (ListValue, TupleValue)):
        return type(left)(left.items + right.items)  # type: ignore[union-attr]
    if text == "*" and isinstance(left, (ListValue, TupleValue)) and isinstance(right, Sym):
        if right.value is not None:
            return type(left)(left.items * int(right.value))
        if isinstance(right.kind, Scalar):
            s.refuse(node, "a list repeated a number of times that is known only at run time", "use np.full")
    if text == "%" and isinstance(left, Static) and isinstance(left.value, str):
        return Static(left.value)
    return None


def _unary(s: State, node: gast.UnaryOp) -> Value:
    value = evaluate(s, node.operand)
    if isinstance(node.op, gast.Not):
        return negation(s, node, value)
    operand = to_number(s, node, value)
    if isinstance(node.op, gast.UAdd):
        return operand
    if isinstance(node.op, gast.Invert):
        return Sym(build.unary("~", operand.node), operand.kind)
    if operand.value is not None:
        return constant(-operand.value)
    return Sym(build.unary("-", operand.node), operand.kind)


def negation(s: State, node: gast.AST, value: Value) -> Value:
    known = truth(s, value)
    if known is not None:
        return Static(not known)
    operand = to_number(s, node, value)
    return Sym(build.unary("not ", operand.node), Scalar("bool"))


def truth(s: State, value: Value) -> bool | None:
    """The truth of a value, where it is known now."""
    if isinstance(value, Static):
        return bool(value.value)
    parts = children(value)
    if parts is not None:
        return bool(parts)
    if isinstance(value, Sym) and value.value is not None:
        return bool(value.value)
    if isinstance(value, Sym) and isinstance(value.node, gast.Constant):
        return bool(value.node.value)
    return None if isinstance(value, Sym) else True


def _compare(s: State, node: gast.Compare) -> Value:
    values = [evaluate(s, node.left)]
    for right in node.comparators:
        values[-1] = spill(s, values[-1], right)
        values.append(evaluate(s, right))
    results = [_compare_two(s, node, a, op, b) for a, op, b in zip(values, node.ops, values[1:])]
    if len(results) == 1:
        return results[0]
    if any(isinstance(r, Static) and not r.value for r in results):
        return Static(False)
    dynamic = [r for r in results if not isinstance(r, Static)]
    if not dynamic:
        return Static(True)
    if len(dynamic) < len(results):
        return dynamic[0] if len(dynamic) == 1 else _all_of(dynamic)
    syms = [to_number(s, node, v) for v in values]
    if any(dims_of(v.kind) for v in syms):
        s.refuse(node, "a chained comparison of arrays", "join two comparisons with &")
    return Sym(gast.Compare(left=syms[0].node, ops=node.ops, comparators=[v.node for v in syms[1:]]), Scalar("bool"))


def _all_of(values: list[Any]) -> Sym:
    return Sym(gast.BoolOp(op=gast.And(), values=[v.node for v in values]), Scalar("bool"))


def _compare_two(s: State, node: gast.AST, a: Value, op: gast.AST, b: Value) -> Value:
    if isinstance(op, (gast.Is, gast.IsNot)):
        both = isinstance(a, Static) and isinstance(b, Static) and a.value is b.value
        return Static(both == isinstance(op, gast.Is))
    if isinstance(op, (gast.In, gast.NotIn)):
        return _contains(s, node, a, op, b)
    if isinstance(a, Static) and isinstance(b, Static):
        return Static(_COMPARE[type(op)](a.value, b.value))
    if isinstance(a, Static) != isinstance(b, Static) and isinstance(op, (gast.Eq, gast.NotEq)):
        other = a if isinstance(a, Static) else b
        if not isinstance(other, Static) or not isinstance(other.value, bool):
            return Static(isinstance(op, gast.NotEq))
    x, y = to_number(s, node, a), to_number(s, node, b)
    if isinstance(x.value, int) and isinstance(y.value, int):
        return Static(_COMPARE[type(op)](x.value, y.value))
    dims = broadcast(dims_of(x.kind), dims_of(y.kind))
    kind = Array("bool", dims) if dims else Scalar("bool")
    return Sym(gast.Compare(left=x.node, ops=[op], comparators=[y.node]), kind)


def _contains(s: State, node: gast.AST, a: Value, op: gast.AST, b: Value) -> Value:
    wanted = isinstance(op, gast.In)
    if isinstance(b, DictValue):
        return Static((key_of(s, node, a) in b.items) == wanted)
    if isinstance(b, (TupleValue, ListValue)):
        keys = [key_of(s, node, use(s, v)) for v in b.items]
        return Static((key_of(s, node, a) in keys) == wanted)
    if isinstance(b, Static):
        return Static((key_of(s, node, a) in b.value) == wanted)
    s.refuse(node, "`in` of an array", "use np.any(array == value)")


def _boolean(s: State, node: gast.BoolOp) -> Value:
    return branches.boolean(s, node, list(node.values))


def _conditional(s: State, node: gast.IfExp) -> Value:
    return branches.conditional(s, node)


def _subscript(s: State, node: gast.Subscript) -> Value:
    return subscripts.load(s, node)


def _attribute(s: State, node: gast.Attribute) -> Value:
    return subscripts.attribute(s, node)


def _call(s: State, node: gast.Call) -> Value:
    return calls.call(s, node)


def _lambda(s: State, node: gast.Lambda) -> Value:
    tree = build.function_def("lambda_", [], [build.return_(node.body)])
    tree.args = node.args
    return Closure(tree, s.frame, s.frame.source)


def _named(s: State, node: gast.NamedExpr) -> Value:
    from srctrans.frontend import statements

    value = evaluate(s, node.value)
    statements.bind(s, node.target, value)
    return s.frame.vars[node.target.id]


def _formatted(s: State, node: gast.JoinedStr) -> Value:
    return Static("")


def _comprehension(s: State, node: gast.AST) -> Value:
    return comprehensions.evaluate(s, node)


def field_of(value: Value, name: str) -> Value | None:
    return value.fields.get(name) if isinstance(value, Record) else None


def is_leaf(value: Value) -> bool:
    return isinstance(value, (Sym, Leaf))


_RULES: dict[type, Callable[[State, Any], Value]] = {
    gast.Constant: _constant,
    gast.Name: _name,
    gast.Tuple: _tuple,
    gast.List: _list,
    gast.Dict: _dict,
    gast.BinOp: _binary,
    gast.UnaryOp: _unary,
    gast.Compare: _compare,
    gast.BoolOp: _boolean,
    gast.IfExp: _conditional,
    gast.Subscript: _subscript,
    gast.Attribute: _attribute,
    gast.Call: _call,
    gast.Lambda: _lambda,
    gast.NamedExpr: _named,
    gast.JoinedStr: _formatted,
    gast.ListComp: _comprehension,
    gast.GeneratorExp: _comprehension,
    gast.DictComp: _comprehension,
}
__all__ = ["evaluate", "literal", "number"]
