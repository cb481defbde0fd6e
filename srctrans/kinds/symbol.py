"""Symbols: expressions that know their kind and simplify as they are built.

Rules of calculus are ordinary Python on operands. Called with symbols instead
of numbers they build the expression of the derivative: operators and NumPy's
functions on a `Sym` give a `Sym`.

>>> from srctrans.kinds import Scalar
>>> x = Sym.name("x", Scalar("float64"))
>>> 1.0 * -(x**2) / np.cos(x) + 0.0
-x**2 / np.cos(x)

Only what is exact for every float is simplified: a factor 1, a term 0 that no
operand gave, signs, products of constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import gast
import numpy as np

from srctrans.kinds import fold
from srctrans.kinds.broadcast import broadcast, covers, dims_of, promote
from srctrans.kinds.fold import literal
from srctrans.kinds.index import index_kind
from srctrans.kinds.infer import call_kind
from srctrans.kinds.kind import Array, Kind, Scalar, TupleKind
from srctrans.syntax import build

_INTEGERS = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


class Sym:
    """An expression with its kind; `mask` is where it may differ from zero (None: everywhere).

    `product` is what it is the product of, where it was built as one.
    """

    __slots__ = ("node", "kind", "mask", "product")
    __array_priority__ = 1000

    def __init__(self, node: gast.AST, kind: Kind, mask: gast.AST | None = None) -> None:
        self.node, self.kind, self.mask = node, kind, mask
        self.product: fold.Product | None = None

    @staticmethod
    def name(name: str, kind: Kind) -> "Sym":
        return Sym(build.name(name), kind)

    def __repr__(self) -> str:
        from srctrans.syntax.printer import to_source

        return to_source(self.node).strip()

    # What rules ask of an operand.
    @property
    def ndim(self) -> int:
        return len(dims_of(self.kind))

    @property
    def dtype(self) -> Any:
        return np.dtype(self.kind.dtype)  # type: ignore[union-attr]

    @property
    def shape(self) -> Any:
        if not self.ndim:
            return ()
        return Sym(build.attribute(self.node, "shape"), TupleKind((Scalar("int64"),) * self.ndim))

    def length(self, axis: int) -> "Sym":
        """How long that axis is, by the array that gave it its size where that is known."""
        axis = axis % self.ndim
        dim = dims_of(self.kind)[axis]
        if dim.evaluable:
            return Sym(build.parse_expression(dim.text), Scalar("int64"))
        if self.ndim == 1:
            return Sym(build.call(build.name("len"), self.node), Scalar("int64"))
        return Sym(build.subscript(self.shape.node, build.constant(axis)), Scalar("int64"))

    @property
    def size(self) -> "Sym":
        if not self.ndim:
            return constant(1)
        return Sym(build.attribute(self.node, "size"), Scalar("int64"))

    @property
    def T(self) -> "Sym":
        if self.ndim < 2:
            return self
        assert isinstance(self.kind, Array)
        if isinstance(self.node, gast.Attribute) and self.node.attr == "T":
            return Sym(self.node.value, Array(self.kind.dtype, self.kind.dims[::-1]))
        return Sym(build.attribute(self.node, "T"), Array(self.kind.dtype, self.kind.dims[::-1]))

    @property
    def value(self) -> Any:
        """The number, where it is a literal one, or None."""
        return literal(self.node)

    # Arithmetic.
    def __add__(self, other: Any) -> "Sym":
        return add(self, lift(other))

    def __radd__(self, other: Any) -> "Sym":
        return add(lift(other), self)

    def __sub__(self, other: Any) -> "Sym":
        return add(self, negative(lift(other)))

    def __rsub__(self, other: Any) -> "Sym":
        return add(lift(other), negative(self))

    def __mul__(self, other: Any) -> "Sym":
        return multiply(self, lift(other))

    def __rmul__(self, other: Any) -> "Sym":
        return multiply(lift(other), self)

    def __truediv__(self, other: Any) -> "Sym":
        return divide(self, lift(other))

    def __rtruediv__(self, other: Any) -> "Sym":
        return divide(lift(other), self)

    def __floordiv__(self, other: Any) -> "Sym":
        return _binary("//", self, lift(other))

    def __mod__(self, other: Any) -> "Sym":
        return _binary("%", self, lift(other))

    def __rmod__(self, other: Any) -> "Sym":
        return _binary("%", lift(other), self)

    def __pow__(self, other: Any) -> "Sym":
        return power(self, lift(other))

    def __rpow__(self, other: Any) -> "Sym":
        return power(lift(other), self)

    def __matmul__(self, other: "Sym") -> "Sym":
        return Sym(build.binop(self.node, "@", other.node), call_kind(np.matmul, [self.kind, other.kind], {}))

    def __neg__(self) -> "Sym":
        return negative(self)

    def __and__(self, other: Any) -> "Sym":
        return _logical("&", self, lift(other))

    def __rand__(self, other: Any) -> "Sym":
        return _logical("&", lift(other), self)

    def __or__(self, other: Any) -> "Sym":
        return _logical("|", self, lift(other))

    def __ror__(self, other: Any) -> "Sym":
        return _logical("|", lift(other), self)

    def __lt__(self, other: Any) -> "Sym":
        return compare(self, "<", lift(other))

    def __le__(self, other: Any) -> "Sym":
        return compare(self, "<=", lift(other))

    def __gt__(self, other: Any) -> "Sym":
        return compare(self, ">", lift(other))

    def __ge__(self, other: Any) -> "Sym":
        return compare(self, ">=", lift(other))

    def __eq__(self, other: Any) -> "Sym":  # type: ignore[override]
        return compare(self, "==", lift(other))

    def __ne__(self, other: Any) -> "Sym":  # type: ignore[override]
        return compare(self, "!=", lift(other))

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise TypeError(f"the truth of {self} is not known at transformation time")

    def __getitem__(self, item: Any) -> "Sym":
        items = item if isinstance(item, tuple) else (item,)
        assert isinstance(self.kind, Array)
        kind = index_kind(self.kind, [_index_item(i) for i in items])
        nodes = [_index_node(i) for i in items]
        return Sym(build.subscript(self.node, nodes[0] if len(nodes) == 1 else build.tuple_(nodes)), kind)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *args: Any, **kwargs: Any) -> "Sym":
        if method != "__call__":
            return NotImplemented
        operator = _OPERATORS.get(ufunc)
        if operator is not None and not kwargs:
            return operator(*map(lift, args))
        return call(ufunc, *args, **kwargs)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> "Sym":
        return call(function, *args, **kwargs)


def lift(value: Any) -> Sym:
    """A number as a symbol; a symbol as it is."""
    return value if isinstance(value, Sym) else constant(value)


def constant(value: Any) -> Sym:
    if isinstance(value, tuple):
        items = [lift(v) for v in value]
        return Sym(build.tuple_([i.node for i in items]), TupleKind(tuple(i.kind for i in items)))
    if isinstance(value, np.bool_):
        value = bool(value)
    dtype = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}.get(type(value))
    if dtype is None:
        return Sym(build.constant(value), TupleKind(()))
    return Sym(build.constant(value), Scalar(dtype))


def call(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Sym:
    """`function(*args, **kwargs)` as an expression."""
    kinds = [a.kind if isinstance(a, Sym) else _kinds_in(a) for a in args]
    kind = call_kind(function, kinds, {k: v.kind if isinstance(v, Sym) else v for k, v in kwargs.items()})
    return call_of_kind(kind, function, *args, **kwargs)


def call_of_kind(kind: Kind, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Sym:
    """The same where the kind of the result is known, since its shape is one of the arguments."""
    nodes = [_node(a) for a in args]
    node = build.call(build.dotted(dotted_name(function)), *nodes, **{k: _node(v) for k, v in kwargs.items()})
    return Sym(node, kind)


def dotted_name(function: Any) -> str:
    """How generated source writes a library function: `np.exp`, `math.exp`, `abs`."""
    module = getattr(function, "__module__", "") or ""
    name = function.__name__
    if isinstance(function, np.ufunc) and hasattr(np, name):
        return f"np.{name}"
    if module in ("builtins", "math"):
        return name if module == "builtins" else f"math.{name}"
    if module.startswith("numpy"):
        return ("np.linalg." if "linalg" in module else "np.") + name
    return f"{module}.{name}"


def _kinds_in(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return type(value)(v.kind if isinstance(v, Sym) else _kinds_in(v) for v in value)
    return value


def _node(value: Any) -> gast.AST:
    if isinstance(value, Sym):
        return value.node
    if isinstance(value, (tuple, list)):
        make = build.tuple_ if isinstance(value, tuple) else build.list_
        return make([_node(v) for v in value])
    if isinstance(value, np.dtype):
        return build.dotted(f"np.{value.name}")
    if isinstance(value, type) and issubclass(value, np.generic):
        return build.dotted(f"np.{value.__name__}")
    return build.constant(value)


def _index_item(item: Any) -> tuple[Any, ...]:
    if item is None:
        return ("new",)
    if item is Ellipsis:
        return ("ellipsis",)
    if isinstance(item, slice):
        return ("slice", *map(_bound, (item.start, item.stop, item.step)))
    if isinstance(item, Sym) and isinstance(item.kind, Array):
        return ("array", item.kind)
    return ("int",)


def _bound(value: Any) -> Any:
    """A bound of a slice as kinds know it: a number, or a text."""
    if isinstance(value, Sym):
        return repr(value) if value.value is None else value.value
    return value


def _index_node(item: Any) -> gast.AST:
    if isinstance(item, slice):
        parts = [None if p is None else _node(p) for p in (item.start, item.stop, item.step)]
        return gast.Slice(lower=parts[0], upper=parts[1], step=parts[2])
    return _node(item)


def _binary(op: str, a: Sym, b: Sym) -> Sym:
    return Sym(build.binop(a.node, op, b.node), _result_kind(op, a, b))


def _result_kind(op: str, a: Sym, b: Sym) -> Kind:
    dims = broadcast(dims_of(a.kind), dims_of(b.kind))
    dtype = promote(a.kind, b.kind)
    if op in ("/", "**") and dtype in _INTEGERS:
        dtype = "float64"
    return Array(dtype, dims) if dims else Scalar(dtype)


def _logical(op: str, a: Sym, b: Sym) -> Sym:
    dims = broadcast(dims_of(a.kind), dims_of(b.kind))
    return Sym(build.binop(a.node, op, b.node), Array("bool", dims) if dims else Scalar("bool"))


def compare(a: Sym, op: str, b: Sym) -> Sym:
    dims = broadcast(dims_of(a.kind), dims_of(b.kind))
    return Sym(build.compare(a.node, op, b.node), Array("bool", dims) if dims else Scalar("bool"))


def add(a: Sym, b: Sym) -> Sym:
    if a.value is not None and b.value is not None:
        return constant(a.value + b.value)
    for zero, other in ((a, b), (b, a)):
        if _is(zero, 0) and (_carries(other) or isinstance(zero.value, int)):
            return other
    mask = _union(a, b)
    inner = _negated(b)
    if inner is not None:
        first = _negated(a)
        if first is not None and type(inner.value) is not int:
            return negative(add(first, inner))
        result = _binary("-", a, inner)
    elif _negated(a) is not None:
        result = _binary("-", b, _negated(a))  # type: ignore[arg-type]
    else:
        result = _binary("+", a, b)
    result.mask = mask
    return result


def _union(a: Sym, b: Sym) -> gast.AST | None:
    if a.mask is None or b.mask is None:
        return None
    if build.same(a.mask, b.mask):
        return a.mask
    return build.call(build.dotted("np.logical_or"), a.mask, b.mask)


def multiply(a: Sym, b: Sym) -> Sym:
    if a.mask is not None and b.mask is None and not _is(b, 1):
        return _masked(multiply(_unmasked(a), b), a.mask, _result_kind("*", a, b))
    if b.mask is not None and a.mask is None and not _is(a, 1):
        return _masked(multiply(a, _unmasked(b)), b.mask, _result_kind("*", a, b))
    for first, second in ((a, b), (b, a)):
        if _is(first, 1) and _carries(second):
            return second
    return _product(fold.times(_factors(a), _factors(b)), _result_kind("*", a, b))


def divide(a: Sym, b: Sym) -> Sym:
    if _is(b, 1) and _carries(a):
        return a
    if a.mask is not None and b.mask is None:
        return _masked(divide(_unmasked(a), b), a.mask, _result_kind("/", a, b))
    return _product(fold.over(_factors(a), _factors(b)), _result_kind("/", a, b))


def _carries(a: Sym) -> bool:
    """Is it of a dtype that stays what it is when multiplied by 1.0?"""
    return isinstance(a.kind, (Scalar, Array)) and a.kind.dtype not in _INTEGERS


def _factors(a: Sym) -> fold.Product:
    if a.product is not None:
        return a.product
    dims = dims_of(a.kind)
    integer = isinstance(a.kind, (Scalar, Array)) and a.kind.dtype in _INTEGERS
    if a.mask is not None:
        return fold.Product(1, (fold.Factor("*", a.node, dims, integer),))
    return fold.parse(a.node, dims, integer)


def _product(product: fold.Product, kind: Kind) -> Sym:
    result = Sym(fold.to_node(product), kind)
    result.product = product
    return result


def power(a: Sym, b: Sym) -> Sym:
    if _is(b, 1):
        return a
    if _is(b, 0):
        return constant(1.0)
    return _binary("**", a, b)


def negative(a: Sym) -> Sym:
    if a.mask is not None:
        return _masked(negative(_unmasked(a)), a.mask, a.kind)
    if isinstance(a.kind, (Scalar, Array)) and a.kind.dtype in _INTEGERS and a.kind.dtype != "bool":
        # An integer stays one.
        return Sym(fold.minus(a.node), a.kind)
    return _product(fold.negative(_factors(a)), a.kind)


def _negated(a: Sym) -> Sym | None:
    """What `a` is the negative of, where its text starts with a minus."""
    if a.mask is not None:
        return None
    product = _factors(a)
    return _product(fold.negative(product), a.kind) if product.constant < 0 else None


def where(mask: Sym, value: Sym) -> Sym:
    """`value` where `mask`, else zero; products with it stay inside, so that nothing leaks from outside."""
    dims = broadcast(dims_of(mask.kind), dims_of(value.kind))
    dtype = promote(value.kind)
    return _masked(value, mask.node, Array(dtype, dims) if dims else Scalar(dtype))


def _masked(value: Sym, mask: gast.AST, kind: Kind) -> Sym:
    """`np.where(mask, value, 0.0)`, or `np.where(test, 0.0, value)` if the mask is the opposite of a test."""
    test, zero = _opposite(mask), build.constant(0.0)
    parts = (mask, value.node, zero) if test is None else (test, zero, value.node)
    return Sym(build.call(build.dotted("np.where"), *parts), kind, mask)


def _opposite(mask: Any) -> Any:
    """The test that a mask is the opposite of, or None."""
    function = getattr(mask, "func", None)
    return mask.args[0] if isinstance(function, gast.Attribute) and function.attr == "logical_not" else None


def _unmasked(a: Sym) -> Sym:
    """The value inside of the mask."""
    node: Any = a.node
    if a.mask is None or not isinstance(node, gast.Call) or len(node.args) != 3:
        return Sym(node, a.kind)
    test = _opposite(a.mask)
    if build.same(node.args[0], a.mask if test is None else test):
        return Sym(node.args[1 if test is None else 2], a.kind)
    return Sym(node, a.kind)


def full_like(value: Sym, kind: Kind) -> bool:
    """Has `value` the whole shape of `kind`, so that no broadcast is left to do?"""
    return covers(dims_of(value.kind), dims_of(kind))


def total(terms: Iterable[Sym]) -> Sym:
    """The sum of one or more symbols."""
    result: Sym | None = None
    for term in terms:
        result = term if result is None else add(result, term)
    assert result is not None
    return result


def factor(terms: Iterable[Sym]) -> Sym:
    """The sum of symbols, common first factors taken out: `g * a + g * b` as `g * (a + b)`."""
    syms = list(terms)
    products = [_factors(t) for t in syms]
    count = fold.leading(products) if len(syms) > 1 and all(t.mask is None for t in syms) else 0
    rests = [fold.Product(p.constant, p.factors[count:]) for p in products]
    bare = sum(not r.factors for r in rests)
    if count == 0 or bare > 1 or any(r.factors and r.factors[0].op == "/" for r in rests):
        return total(syms)
    dtype = promote(*[t.kind for t in syms])
    inner = total(_of_factors(r, dtype) if r.factors else constant(float(r.constant)) for r in rests)
    return multiply(_of_factors(fold.Product(1, products[0].factors[:count]), dtype), inner)


def _of_factors(product: fold.Product, dtype: str) -> Sym:
    dims = fold.dims_of(product)
    return _product(product, Array(dtype, dims) if dims else Scalar(dtype))


def _is(a: Sym, number: float) -> bool:
    return a.value is not None and a.value == number


_OPERATORS: dict[Any, Callable[..., Sym]] = {
    np.add: add,
    np.subtract: lambda a, b: add(a, negative(b)),
    np.multiply: multiply,
    np.divide: divide,
    np.power: power,
    np.negative: negative,
    np.floor_divide: lambda a, b: _binary("//", a, b),
    np.remainder: lambda a, b: _binary("%", a, b),
    np.matmul: lambda a, b: a @ b,
    np.less: lambda a, b: compare(a, "<", b),
    np.less_equal: lambda a, b: compare(a, "<=", b),
    np.greater: lambda a, b: compare(a, ">", b),
    np.greater_equal: lambda a, b: compare(a, ">=", b),
    np.equal: lambda a, b: compare(a, "==", b),
    np.not_equal: lambda a, b: compare(a, "!=", b),
}
