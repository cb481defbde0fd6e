"""Products in one form: a constant in front, then the factors in their order, the sign on the first.

In: expressions with the sizes of their axes. Out: the expression of their
product or quotient, with as few parentheses as it can be written with.

    g * (-x / y)             ──▶     -g * x / y
    2.0 * g * (3.0 * x)      ──▶     6.0 * g * x
    a_matrix * (v * w)       ──▶     a_matrix * (v * w)     (fewer operations than from left to right)

Nothing is folded that a NaN or an infinity would show: neither `x * 0` nor `x / x`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import gast

from srctrans.kinds.broadcast import Dims, broadcast
from srctrans.syntax import build


@dataclass(frozen=True)
class Factor:
    """`* node` or `/ node`; `integer` says that its dtype is an integer or a bool."""

    op: str
    node: Any
    dims: Dims
    integer: bool = False


@dataclass(frozen=True)
class Product:
    """A constant and factors; the first factor may have the sign or the constant before it."""

    constant: float
    factors: tuple[Factor, ...]


def literal(node: Any) -> Any:
    """The number that a node writes, or None."""
    if isinstance(node, gast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        inner = literal(node.operand)
        return None if inner is None else -inner
    return None


def parse(node: Any, dims: Dims, integer: bool) -> Product:
    """The product that a node writes.

    The sizes of its parts are known only if all are numbers: an array is one factor, but for its sign.
    """
    value = literal(node)
    if value is not None:
        return Product(value, ())
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        return negative(parse(node.operand, dims, integer))
    if isinstance(node, gast.BinOp) and isinstance(node.op, (gast.Mult, gast.Div)) and not integer:
        op = "*" if isinstance(node.op, gast.Mult) else "/"
        first = literal(node.left)
        if not dims:
            left, right = parse(node.left, (), False), parse(node.right, (), False)
            return times(left, right) if op == "*" else over(left, right)
        if first is not None:
            return Product(first, (Factor(op, node.right, dims),))
    return Product(1, (Factor("*", node, dims, integer),))


def negative(p: Product) -> Product:
    return Product(-p.constant, p.factors)


def times(a: Product, b: Product) -> Product:
    """`a * b`: the factors of `b` follow those of `a`; parts of `b` that are smaller are multiplied first."""
    count = _smaller(dims_of(a), b)
    scaled = count > 0 and abs(b.constant) != 1
    if count > 1 or scaled:
        group = Product(abs(b.constant) if scaled else 1, b.factors[:count])
        sign = -1 if b.constant < 0 else 1
        constant = _constant(a.constant, sign if scaled else b.constant)
        return Product(constant, a.factors + (_grouped(group),) + b.factors[count:])
    constant = _constant(a.constant, b.constant)
    if a.constant and b.constant and not (constant and math.isfinite(constant)):
        # Beyond the range of floats, where the whole product may not be.
        return Product(a.constant, a.factors + (Factor("*", build.constant(b.constant), ()),) + b.factors)
    return Product(constant, a.factors + b.factors)


def _constant(a: float, b: float) -> float:
    """The product of two constants as they are written: 3.0 times -0.1 is -0.3."""
    if isinstance(a, int) or isinstance(b, int) or not (math.isfinite(a) and math.isfinite(b)):
        return a * b
    return float(Decimal(repr(float(a))) * Decimal(repr(float(b))))


def over(a: Product, b: Product) -> Product:
    """`a / b`."""
    sign = -1 if b.constant < 0 or not b.factors and str(b.constant)[0] == "-" else 1
    divisor = Product(b.constant * sign, b.factors)
    node = build.constant(divisor.constant) if not b.factors else to_node(divisor)
    return Product(a.constant * sign, a.factors + (Factor("/", node, dims_of(divisor)),))


def dims_of(p: Product) -> Dims:
    return broadcast(*[f.dims for f in p.factors])


def _smaller(dims: Dims, b: Product) -> int:
    """How many first factors of `b` together are smaller than their product with a value of size `dims`."""
    for count in range(len(b.factors)):
        prefix = broadcast(*[f.dims for f in b.factors[: count + 1]])
        if broadcast(dims, prefix) == prefix:
            return count
    return len(b.factors)


def _grouped(p: Product) -> Factor:
    if p.constant == 1 and len(p.factors) == 1:
        return p.factors[0]
    return Factor("*", to_node(p), dims_of(p), False)


def to_node(p: Product) -> Any:
    """The expression of a product."""
    factors = list(p.factors)
    if not factors:
        return build.constant(p.constant)
    if abs(p.constant) == 1 and not _needs_constant(p):
        first = next((i for i, f in enumerate(factors) if f.op == "*"), None)
        if first is not None:
            lead = factors.pop(first)
            if p.constant < 0 and lead.integer:
                # NumPy has no minus for booleans.
                return _chain(build.constant(-1.0), [lead] + factors)
            return _chain(lead.node if p.constant > 0 else minus(lead.node), factors)
    return _chain(build.constant(p.constant), factors)


def _needs_constant(p: Product) -> bool:
    """Would the product without its 1.0 be an integer or a bool?"""
    return isinstance(p.constant, float) and all(f.integer and f.op == "*" for f in p.factors)


def _chain(node: Any, factors: list[Factor]) -> Any:
    for factor in factors:
        node = build.binop(node, factor.op, factor.node)
    return node


def minus(node: Any) -> Any:
    """`-node`; a difference is turned round, a minus goes."""
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        return node.operand
    if isinstance(node, gast.Constant) and type(node.value) in (int, float):
        return build.constant(-node.value)
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Sub):
        return build.binop(node.right, "-", node.left)
    return build.unary("-", node)


def leading(products: list[Product]) -> int:
    """How many first factors all products have in common."""
    count = 0
    for column in zip(*[p.factors for p in products]):
        first = column[0]
        if any(f.op != "*" or not build.same(f.node, first.node) for f in column):
            break
        count += 1
    return count
