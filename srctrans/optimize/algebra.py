"""Algebra: the expressions of adjoints as a person would write them, after temporaries went into them.

    -(1.0 / n) * y           ──▶     -y / n
    2.0 * (3.0 * g) * x      ──▶     6.0 * g * x
    -0.3 * r**2              ──▶     -0.3 * r * r
    s + -g * x               ──▶     s - g * x
    np.sum(-y, axis=0)       ──▶     -np.sum(y, axis=0)
    x + x                    ──▶     2.0 * x

In: a body with the kinds of its names. Out: the body; only statements of the
way back are rewritten, what the user wrote stays. Signs move, constants meet,
products of numbers lose their parentheses; see `kinds.fold` for what may be folded.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.kinds import fold
from srctrans.kinds.broadcast import Dims, broadcast, dims_of
from srctrans.kinds.kind import Array, Scalar
from srctrans.kinds.symbol import literal
from srctrans.syntax import build
from srctrans.syntax.core import statements_of


def simplified(body: list[Any], kinds: dict[str, Any], primal: set[str]) -> list[Any]:
    """The body with the expressions of its adjoint statements simplified.

    A value of the function (`primal`) that is computed again stays as it was computed first, to the last bit: a test
    on it has to come out the same.
    """
    for st in statements_of(body):
        if isinstance(st, (gast.Assign, gast.AugAssign)):
            again = isinstance(st, gast.Assign) and getattr(st.targets[0], "id", None) in primal
            mine = (st.lineno or 0) < 0 and not again
            st.value = simplify(st.value, kinds) if mine else without_plus_minus(st.value)
        elif isinstance(st, gast.Return):
            st.value = _returned(st.value, kinds)
    return body


def _returned(node: Any, kinds: dict[str, Any]) -> Any:
    if isinstance(node, gast.Tuple):
        return build.tuple_([_returned(e, kinds) for e in node.elts])
    return simplify(node, kinds)


def simplify(node: Any, kinds: dict[str, Any]) -> Any:
    """An expression with the same value up to rounding."""
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        return _minus(gast.UnaryOp(op=node.op, operand=simplify(node.operand, kinds)), kinds)
    if isinstance(node, gast.BinOp):
        node = gast.BinOp(left=simplify(node.left, kinds), op=node.op, right=simplify(node.right, kinds))
        if isinstance(node.op, (gast.Mult, gast.Div)):
            return _product(node, kinds)
        if isinstance(node.op, (gast.Add, gast.Sub)):
            return _sum(node, kinds)
        return node
    if isinstance(node, gast.Call):
        return _call(node, kinds)
    return node


def _call(node: Any, kinds: dict[str, Any]) -> Any:
    args = [simplify(a, kinds) for a in node.args]
    made = gast.Call(func=node.func, args=args, keywords=node.keywords)
    if _called(made) == "full_like" and len(args) == 2 and literal(args[1]) in (0.0, 1.0):
        return build.call("np.zeros_like" if literal(args[1]) == 0 else "np.ones_like", args[0])
    if _called(made) == "sum" and len(args) == 1:
        found = positive(args[0])
        if found is not None:
            return build.unary("-", gast.Call(func=node.func, args=[found], keywords=node.keywords))
    return made


def _called(node: Any) -> str:
    return str(node.func.attr) if isinstance(node.func, gast.Attribute) else str(getattr(node.func, "id", ""))


def _minus(node: Any, kinds: dict[str, Any]) -> Any:
    dims = dims_of_node(node.operand, kinds)
    if dims is None:
        return node
    return fold.to_node(fold.negative(fold.parse(node.operand, dims, _integer(node.operand, kinds))))


def _product(node: Any, kinds: dict[str, Any]) -> Any:
    """A product or quotient in the one form of `fold`."""
    left, right = dims_of_node(node.left, kinds), dims_of_node(node.right, kinds)
    if left is None or right is None or _integer(node, kinds):
        return node
    if left == () and isinstance(node.op, gast.Mult) and _is_product(node.right):
        # `2.0 * (a * b)` as `2.0 * a * b`, where that is not more work.
        if dims_of_node(node.right.left, kinds) == right:
            first = _product(build.binop(node.left, "*", node.right.left), kinds)
            return gast.BinOp(left=first, op=node.right.op, right=node.right.right)
    if right == () and isinstance(node.op, gast.Mult) and _is_square(node.right):
        # A product is quicker than a power of numbers, in Python and in NumPy.
        once = _product(build.binop(node.left, "*", node.right.left), kinds)
        return _product(build.binop(once, "*", node.right.left), kinds)
    a = fold.parse(node.left, left, _integer(node.left, kinds))
    b = fold.parse(node.right, right, _integer(node.right, kinds))
    return fold.to_node(fold.times(a, b) if isinstance(node.op, gast.Mult) else fold.over(a, b))


def _is_square(node: Any) -> bool:
    """`x**2` of a name."""
    return (
        isinstance(node, gast.BinOp)
        and isinstance(node.op, gast.Pow)
        and isinstance(node.left, gast.Name)
        and literal(node.right) == 2
    )


def _is_product(node: Any) -> bool:
    return isinstance(node, gast.BinOp) and isinstance(node.op, (gast.Mult, gast.Div))


def _sum(node: Any, kinds: dict[str, Any]) -> Any:
    left, right = node.left, node.right
    plus = isinstance(node.op, gast.Add)
    if plus and build.same(left, right) and dims_of_node(left, kinds) is not None and not _integer(left, kinds):
        return _product(build.binop(build.constant(2.0), "*", left), kinds)
    found = positive(right)
    if found is not None:
        return build.binop(left, "-" if plus else "+", found)
    found = positive(left)
    if plus and found is not None:
        return build.binop(right, "-", found)
    return node


def without_plus_minus(node: Any) -> Any:
    """`a + -b` as `a - b`, which an inlined function may have left."""
    if isinstance(node, gast.BinOp):
        node = gast.BinOp(left=without_plus_minus(node.left), op=node.op, right=without_plus_minus(node.right))
        found = positive(node.right) if isinstance(node.op, gast.Add) else None
        if found is not None:
            return build.binop(node.left, "-", found)
    return node


def positive(node: Any) -> Any:
    """What an expression is the negative of, if its text starts with a minus; else None."""
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        return node.operand
    if isinstance(node, gast.BinOp) and isinstance(node.op, (gast.Mult, gast.Div)):
        left = positive(node.left)
        return None if left is None else gast.BinOp(left=left, op=node.op, right=node.right)
    return None


def dims_of_node(node: Any, kinds: dict[str, Any]) -> Dims | None:
    """The sizes of the axes of an expression's value as far as they are known; None where they are not."""
    if isinstance(node, gast.Constant):
        return () if isinstance(node.value, (int, float)) else None
    if isinstance(node, gast.Name):
        kind = kinds.get(node.id)
        return dims_of(kind) if isinstance(kind, (Scalar, Array)) else None
    if isinstance(node, gast.UnaryOp):
        return dims_of_node(node.operand, kinds)
    if isinstance(node, gast.BinOp) and not isinstance(node.op, gast.MatMult):
        parts = [dims_of_node(node.left, kinds), dims_of_node(node.right, kinds)]
        return None if None in parts else broadcast(*parts)  # type: ignore[arg-type]
    if isinstance(node, gast.Subscript):
        return _dims_of_element(node, kinds)
    if isinstance(node, gast.Call):
        return _dims_of_call(node, kinds)
    return None


def _dims_of_element(node: Any, kinds: dict[str, Any]) -> Dims | None:
    """An element at whole numbers is a number; so is a length in a shape."""
    if isinstance(node.value, gast.Attribute) and node.value.attr == "shape":
        return ()
    kind = kinds.get(node.value.id) if isinstance(node.value, gast.Name) else None
    items = node.slice.elts if isinstance(node.slice, gast.Tuple) else [node.slice]
    if not isinstance(kind, Array) or len(items) != kind.rank:
        return None
    plain = all(not isinstance(i, (gast.Slice, gast.List)) and dims_of_node(i, kinds) == () for i in items)
    return () if plain else None


_ELEMENTWISE = frozenset("exp log sqrt sin cos tan tanh sinh cosh arctan abs log1p expm1 where maximum minimum".split())


def _dims_of_call(node: Any, kinds: dict[str, Any]) -> Dims | None:
    called = _called(node)
    axis = {k.arg: k.value for k in node.keywords}
    if called == "sum" and len(node.args) == 1 and list(axis) == ["axis"] and type(literal(axis["axis"])) is int:
        dims = dims_of_node(node.args[0], kinds)
        return None if not dims else tuple(d for i, d in enumerate(dims) if i != literal(axis["axis"]) % len(dims))
    if called == "len" or (called == "sum" and len(node.args) == 1 and not node.keywords and _of_array(node, kinds)):
        return ()
    if called not in _ELEMENTWISE or node.keywords:
        return None
    parts = [dims_of_node(a, kinds) for a in node.args]
    return None if None in parts else broadcast(*parts)  # type: ignore[arg-type]


def _of_array(node: Any, kinds: dict[str, Any]) -> bool:
    return isinstance(node.func, gast.Attribute) and dims_of_node(node.args[0], kinds) is not None


def _integer(node: Any, kinds: dict[str, Any]) -> bool:
    """May the value be of an integer or bool dtype?"""
    if isinstance(node, gast.Constant):
        return not isinstance(node.value, float)
    if isinstance(node, gast.Name):
        kind = kinds.get(node.id)
        return not (isinstance(kind, (Scalar, Array)) and kind.dtype.startswith("float"))
    if isinstance(node, gast.UnaryOp):
        return _integer(node.operand, kinds)
    if isinstance(node, gast.BinOp):
        if isinstance(node.op, gast.Div):
            return False
        return _integer(node.left, kinds) and _integer(node.right, kinds)
    if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name):
        return _integer(node.value, kinds)
    if isinstance(node, gast.Call) and node.args and _called(node) != "len":
        floats = ("exp", "log", "sqrt", "sin", "cos", "tan", "tanh", "sinh", "cosh", "arctan", "log1p", "expm1", "mean")
        return _called(node) not in floats and all(_integer(a, kinds) for a in node.args)
    return True
