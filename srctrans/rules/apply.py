"""Derivatives of one call: which operand gets what, from the rule of its function.

In: the function, its result and operands as symbols, the adjoint of the result
(or the tangents of the operands). Out: contributions to the adjoints of the
operands, each of the operand's shape or broadcastable to it; or the tangent.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import gast

from srctrans.kinds.broadcast import dims_of, sums
from srctrans.kinds.kind import ONE, Array, Kind, Scalar
from srctrans.kinds.symbol import Sym, lift, multiply, total
from srctrans.rules.linear import push_linear
from srctrans.rules.registry import RULES, Rule, d
from srctrans.syntax import build

Function = Callable[..., Any]


def has_rule(function: Function) -> bool:
    return rule_of(function) is not None


def is_inactive(function: Function) -> bool:
    rule = rule_of(function)
    return rule is not None and rule.inactive


def rule_of(function: Function) -> Rule | None:
    try:
        return RULES.get(function)
    except TypeError:
        return None


def pullback(
    function: Function, result: Sym, args: Sequence[Any], kwargs: dict[str, Any], adjoint: Sym
) -> list[tuple[Sym, Sym]]:
    """What each operand's adjoint gets from the adjoint of the result."""
    rule = rule_of(function)
    if rule is None or rule.inactive:
        return []
    if rule.partials is not None:
        found = _pull_elementwise(rule, result, args, adjoint)
    else:
        assert rule.adjoint is not None
        found = [(x, lift(v)) for x, v in d.run(rule.adjoint, iter([(result, adjoint)]), result, *args, **kwargs)]
    if _is_math(function):
        found = [(x, Sym(_in_math(v.node), v.kind, v.mask)) for x, v in found]
    return found


def _pull_elementwise(rule: Rule, result: Sym, args: Sequence[Any], adjoint: Sym) -> list[tuple[Sym, Sym]]:
    assert rule.partials is not None
    found = []
    for operand, partial in zip(args, rule.partials(result, *args)):
        if isinstance(operand, Sym) and operand.value is None and partial is not None:
            value = multiply(adjoint, lift(partial))
            found.append((operand, unbroadcast(value, result, operand)))
    return found


def pushforward(
    function: Function, result: Sym, args: Sequence[Any], kwargs: dict[str, Any], tangents: dict[int, Sym]
) -> Sym | None:
    """The tangent of the result from the tangents of the operands (by `id` of the operand's symbol)."""
    rule = rule_of(function)
    if rule is None or rule.inactive or not tangents:
        return None
    found = _push(rule, function, result, args, kwargs, tangents)
    if found is not None and _is_math(function):
        found = Sym(_in_math(found.node), found.kind, found.mask)
    return found


def _push(
    rule: Rule, function: Function, result: Sym, args: Sequence[Any], kwargs: dict[str, Any], tangents: dict[int, Sym]
) -> Sym | None:
    if rule.partials is not None:
        pairs = zip(args, rule.partials(result, *args))
        terms = [multiply(tangents[id(x)], lift(p)) for x, p in pairs if id(x) in tangents and p is not None]
        return total(terms) if terms else None
    if rule.tangent is not None:
        symbols = [a for a in _flat([*args, *kwargs.values()]) if isinstance(a, Sym)]
        known = [(a, tangents[id(a)]) for a in symbols if id(a) in tangents]
        found = d.run(rule.tangent, iter(known), result, *args, **kwargs)
        return total([lift(v) for _, v in found]) if found else None
    if rule.linear is not None:
        return push_linear(rule, function, result, args, kwargs, tangents)
    raise NotImplementedError(f"{function} has no rule for tangents")


def _flat(args: Sequence[Any]) -> list[Any]:
    result: list[Any] = []
    for a in args:
        result += _flat(a) if isinstance(a, (tuple, list)) else [a]
    return result


def unbroadcast(value: Sym, result: Sym, operand: Sym) -> Sym:
    """Sum `value`, which broadcasts to `result`, over the axes along which `operand` was broadcast."""
    full, part = dims_of(result.kind), dims_of(operand.kind)
    must, maybe = sums(full, part)
    if maybe:
        return _unbroadcast_at_run_time(value, result, operand)
    if not must:
        return value
    have = dims_of(value.kind)
    missing = len(full) - len(have)
    summed = [axis for axis in must if axis >= missing and have[axis - missing] != ONE]
    for axis in must:
        if axis not in summed and full[axis] != ONE:
            value = multiply(value, result.length(axis))
    if not summed:
        return _drop_ones(value, part)
    return _sum(value, tuple(a - missing for a in summed), part)


def _sum(value: Sym, axes: tuple[int, ...], part: tuple[Any, ...]) -> Sym:
    have = dims_of(value.kind)
    if not part:
        return _call_sum(value, {}, Scalar(value.kind.dtype))  # type: ignore[union-attr]
    keep = len(have) <= len(part)
    axis = axes[0] if len(axes) == 1 else axes
    keywords: dict[str, Any] = {"axis": axis}
    if keep:
        keywords["keepdims"] = True
        dims = tuple(ONE if i in axes else dim for i, dim in enumerate(have))
    else:
        lead = list(range(len(have) - len(part)))
        if set(axes) - set(lead):
            first = _sum(value, tuple(lead), part)
            shift = len(have) - len(dims_of(first.kind))
            return _sum(first, tuple(a - shift for a in axes if a not in lead), part)
        dims = tuple(dim for i, dim in enumerate(have) if i not in axes)
    return _call_sum(value, keywords, Array(value.kind.dtype, dims) if dims else Scalar(value.kind.dtype))  # type: ignore[union-attr]


def _call_sum(value: Sym, keywords: dict[str, Any], kind: Kind) -> Sym:
    nodes = {}
    for key, v in keywords.items():
        nodes[key] = build.tuple_([build.constant(i) for i in v]) if isinstance(v, tuple) else build.constant(v)
    return Sym(build.call(build.dotted("np.sum"), value.node, **nodes), kind)


def _drop_ones(value: Sym, part: tuple[Any, ...]) -> Sym:
    """Leading axes of size one that the operand has not got go."""
    have = dims_of(value.kind)
    extra = len(have) - len(part)
    if extra <= 0:
        return value
    if not part:
        return _call_sum(value, {}, Scalar(value.kind.dtype))  # type: ignore[union-attr]
    return _sum(value, tuple(range(extra)), part)


def _unbroadcast_at_run_time(value: Sym, result: Sym, operand: Sym) -> Sym:
    from srctrans.kinds.broadcast import covers

    if not covers(dims_of(value.kind), dims_of(result.kind)):
        shape = result.shape.node
        value = Sym(build.call(build.dotted("np.broadcast_to"), value.node, shape), result.kind)
    return Sym(build.call(build.name("unbroadcast"), value.node, operand.shape.node), operand.kind)


_MATH = {
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2",
    "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh", "absolute": "fabs",
}  # fmt: skip


def _is_math(function: Function) -> bool:
    return getattr(function, "__module__", None) == "math"


def _in_math(node: gast.AST) -> Any:
    """The same expression with `math.sin` for `np.sin`, where the function has only met numbers."""
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute):
        owner = node.func.value
        name = _MATH.get(node.func.attr, node.func.attr)
        if isinstance(owner, gast.Name) and owner.id == "np" and hasattr(math, name):
            return build.call(build.dotted(f"math.{name}"), *map(_in_math, node.args))
    if isinstance(node, gast.BinOp):
        return gast.BinOp(left=_in_math(node.left), op=node.op, right=_in_math(node.right))
    if isinstance(node, gast.UnaryOp):
        return gast.UnaryOp(op=node.op, operand=_in_math(node.operand))
    return node
