"""Expressions: what each kind of Python expression stands for.

In: the state and an expression of the user's function. Out: a `Value`.
Run-time operations stay nested in one expression, as the user wrote them;
only what has effects or branches becomes statements.

    2.0 * x[i] + 1     ──▶     the same text, a float64
    (x[0], 3)          ──▶     a tuple of two values, the first under a name
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import gast

from srctrans.frontend import (
    attributes,
    branches,
    calls,
    closures,
    comprehensions,
    heap,
    hold,
    lists,
    objects,
    operations,
    operators,
    optional,
    resolve,
    sequences,
    subscripts,
    texts,
)
from srctrans.frontend.state import State, use
from srctrans.frontend.values import (
    DictValue,
    DictView,
    ListValue,
    Maybe,
    Record,
    RunTimeLength,
    TupleValue,
    Unknown,
    Value,
    is_cell,
)
from srctrans.kinds.broadcast import broadcast, dims_of
from srctrans.kinds.kind import Array, Scalar, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build

_COMPARE = {
    gast.Lt: operator.lt, gast.LtE: operator.le, gast.Gt: operator.gt, gast.GtE: operator.ge,
    gast.Eq: operator.eq, gast.NotEq: operator.ne,
}  # fmt: skip


def evaluate(s: State, node: gast.AST) -> Value:
    """The value of an expression, with leaves of arguments named."""
    value = evaluate_leaf(s, node)
    if isinstance(value, Unknown):
        s.unknown(node, value)
    return use(s, value)


def evaluate_leaf(s: State, node: gast.AST) -> Value:
    """The same, but a leaf of an argument may stay unnamed, for the assignment to name it."""
    rule = _RULES.get(type(node))
    if rule is None:
        s.refuse(node, f"{type(node).__name__} expressions are not supported", "write it with assignments and loops")
    try:
        return rule(s, node)
    except RunTimeLength:
        s.refuse(node, *lists.NOT_SUPPORTED)


def _constant(s: State, node: gast.Constant) -> Value:
    if isinstance(node.value, (bool, str, bytes, type(None), type(Ellipsis))):
        return Static(node.value)
    if isinstance(node.value, complex):
        s.refuse(node, "complex numbers are not supported yet", "write the real and the imaginary part")
    return constant(node.value)


def _name(s: State, node: gast.Name) -> Value:
    return resolve.lookup(s, node)


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
            items += sequences.items_of(s, element.value, evaluate(s, element.value))
        else:
            hint = hints[position] if position < len(hints) else "item"
            items.append(hold.held(s, evaluate_leaf(s, element), hint))
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
            known = operations.static_key(s, key)
            items[known] = heap.item(s, known, found)
    return DictValue(items)


def _binary(s: State, node: gast.BinOp) -> Value:
    left = evaluate(s, node.left)
    left = operations.spill(s, left, node.right)
    right = evaluate(s, node.right)
    return operations.binary(s, node, left, type(node.op), right)


def _unary(s: State, node: gast.UnaryOp) -> Value:
    value = evaluate(s, node.operand)
    if isinstance(node.op, gast.Not):
        return operations.negation(s, node, value)
    if isinstance(value, Record):
        name = {gast.USub: "__neg__", gast.UAdd: "__pos__", gast.Invert: "__invert__"}[type(node.op)]
        found = objects.special(s, node, value, name, [])
        if found is not None:
            return found
    operand = operations.to_number(s, node, value)
    if isinstance(node.op, gast.UAdd):
        return operand
    if isinstance(node.op, gast.Invert):
        return Sym(build.unary("~", operand.node), operand.kind)
    if operand.value is not None:
        return constant(-operand.value)
    return Sym(build.unary("-", operand.node), operand.kind)


def _compare(s: State, node: gast.Compare) -> Value:
    values = [evaluate(s, node.left)]
    for right in node.comparators:
        values[-1] = operations.spill(s, values[-1], right)
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
    syms = [operations.to_number(s, node, v) for v in values]
    if any(dims_of(v.kind) for v in syms):
        s.refuse(node, "a chained comparison of arrays", "join two comparisons with &")
    return Sym(gast.Compare(left=syms[0].node, ops=node.ops, comparators=[v.node for v in syms[1:]]), Scalar("bool"))


def _all_of(values: list[Any]) -> Sym:
    return Sym(gast.BoolOp(op=gast.And(), values=[v.node for v in values]), Scalar("bool"))


def _compare_two(s: State, node: gast.AST, a: Value, op: gast.AST, b: Value) -> Value:
    if isinstance(op, (gast.Is, gast.IsNot)):
        same = _is_same(s, node, a, b)
        return same if isinstance(op, gast.Is) else operations.negation(s, node, same)
    if isinstance(op, (gast.In, gast.NotIn)):
        return _contains(s, node, a, op, b)
    if lists.grown(a) or lists.grown(b):
        raise RunTimeLength
    of_texts = texts.compare(s, node, a, op, b)
    if of_texts is not None:
        return of_texts
    of_objects = operators.compare(s, node, a, type(op), b)
    if of_objects is not None:
        return of_objects
    if any(isinstance(v, Maybe) for v in (a, b)) and any(map(optional.is_none, (a, b))):
        same = _is_same(s, node, a, b)
        return same if isinstance(op, gast.Eq) else operations.negation(s, node, same)
    if isinstance(a, Static) and isinstance(b, Static):
        return Static(_COMPARE[type(op)](a.value, b.value))
    if isinstance(a, Static) != isinstance(b, Static) and isinstance(op, (gast.Eq, gast.NotEq)):
        other = a if isinstance(a, Static) else b
        if not isinstance(other, Static) or not isinstance(other.value, bool):
            return Static(isinstance(op, gast.NotEq))
    x, y = operations.to_number(s, node, a), operations.to_number(s, node, b)
    first, second = operations.integer(s, x), operations.integer(s, y)
    if first is not None and second is not None:
        return Static(_COMPARE[type(op)](first, second))
    dims = broadcast(dims_of(x.kind), dims_of(y.kind))
    kind = Array("bool", dims) if dims else Scalar("bool")
    return Sym(gast.Compare(left=x.node, ops=[op], comparators=[y.node]), kind)


def _is_same(s: State, node: gast.AST, a: Value, b: Value) -> Value:
    """`a is b`: known now, or what the flag of something that may be None says."""
    if isinstance(a, Maybe) and optional.is_none(b):
        return a.none
    if isinstance(b, Maybe) and optional.is_none(a):
        return b.none
    if isinstance(a, Static) or isinstance(b, Static):
        return Static(isinstance(a, Static) and isinstance(b, Static) and a.value is b.value)
    if a is b or isinstance(a, Sym) and isinstance(b, Sym) and build.same(a.node, b.node):
        return Static(True)
    if is_cell(a) and is_cell(b) and not heap.origins_of(a) & heap.origins_of(b):
        return Static(False)
    s.refuse(node, "whether these are one object is not known", "compare their values")


def _contains(s: State, node: gast.AST, a: Value, op: gast.AST, b: Value) -> Value:
    wanted = isinstance(op, gast.In)
    if isinstance(b, Record):
        found = objects.special(s, node, b, "__contains__", [a])
        if found is not None:
            return found if wanted else operations.negation(s, node, found)
    if isinstance(b, DictView):
        b = b.owner if b.part == "keys" else TupleValue(sequences.static_items(s, node, b) or [])
    if isinstance(b, DictValue):
        return Static((operations.key_of(s, node, a) in b.items) == wanted)
    if isinstance(b, (TupleValue, ListValue)):
        keys = [operations.key_of(s, node, use(s, v)) for v in b.items]
        return Static((operations.key_of(s, node, a) in keys) == wanted)
    if isinstance(b, Static):
        return Static((operations.key_of(s, node, a) in b.value) == wanted)
    s.refuse(node, "`in` of an array", "use np.any(array == value)")


def _boolean(s: State, node: gast.BoolOp) -> Value:
    return branches.boolean(s, node, list(node.values))


def _conditional(s: State, node: gast.IfExp) -> Value:
    return branches.conditional(s, node)


def _subscript(s: State, node: gast.Subscript) -> Value:
    return subscripts.load(s, node)


def _attribute(s: State, node: gast.Attribute) -> Value:
    return attributes.attribute(s, node)


def _call(s: State, node: gast.Call) -> Value:
    return calls.call(s, node)


def _lambda(s: State, node: gast.Lambda) -> Value:
    return closures.function_of_lambda(s, node)


def _named(s: State, node: gast.NamedExpr) -> Value:
    value = evaluate(s, node.value)
    s.bind(node.target, value)
    return s.frame.owner(node.target.id).vars[node.target.id]


def _formatted(s: State, node: gast.JoinedStr) -> Value:
    return texts.formatted(s, node)


def _comprehension(s: State, node: gast.AST) -> Value:
    return comprehensions.evaluate(s, node)


def _generator(s: State, node: gast.GeneratorExp) -> Value:
    return comprehensions.generator(s, node)


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
    gast.DictComp: _comprehension,
    gast.SetComp: _comprehension,
    gast.GeneratorExp: _generator,
}
