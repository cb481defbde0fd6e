"""Forms that Numba compiles, for what it lacks: `keepdims`, several axes, lists whose type nothing tells.

    np.sum(x, axis=0, keepdims=True)     ──▶     np.expand_dims(np.sum(x, axis=0), 0)
    np.sum(x, axis=(0, 2))               ──▶     np.sum(np.sum(x, axis=2), axis=0)
    v_hist = []                          ──▶     v_hist = [np.empty(0)]

In: a body and the kinds of its names. Out: the body; only what Numba lacks is changed.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.analysis.dependence import axes
from srctrans.errors import Problem, SourceError
from srctrans.kinds.kind import Array, Kind
from srctrans.kinds.symbol import literal
from srctrans.optimize.algebra import dims_of_node
from srctrans.optimize.dead import aliases_in
from srctrans.optimize.scatter import added_by_loops
from srctrans.syntax import build
from srctrans.syntax.attempt import is_attempt
from srctrans.syntax.core import statements_of, stored_array


def typed_lists(body: list[Any], lists: dict[str, Kind]) -> None:
    """Give lists of kept values a first element, which tells Numba their type; `lists`: what they hold.

    It stays at the bottom, since as many values are taken as were put.
    """
    for st in statements_of(body):
        if isinstance(st, gast.Assign) and isinstance(st.value, gast.List) and not st.value.elts:
            kind = lists.get(st.targets[0].id)
            if isinstance(kind, Array):
                st.value = build.list_([_empty(kind)])


def for_numba(body: list[Any], kinds: dict[str, Any], parameters: list[str]) -> list[Any]:
    """The body in forms that Numba compiles."""
    aliases = aliases_in(body, kinds)
    for st in statements_of(body):
        if is_attempt(st):
            # There a division by zero gives inf, an index beyond the end whatever lies there.
            reason = "what raises in Python may not raise when it is compiled: a `try` that catches it is not supported"
            raise SourceError(Problem(reason, "call the gradient without jit, or test for the case with `if`"))
        _without_message(st)
        for field in ("value", "test", "iter"):
            if isinstance(getattr(st, field, None), gast.AST):
                setattr(st, field, _rewritten(getattr(st, field), kinds, parameters))
    return added_by_loops(_buffered(body, kinds, aliases), kinds, build.names_read(body) | build.names_stored(body))


def _without_message(st: Any) -> None:
    """Numba formats few texts: an exception with such a message has none."""
    if isinstance(st, gast.Assert) and not isinstance(st.msg, gast.Constant):
        st.msg = None
    elif isinstance(st, gast.Raise) and isinstance(st.exc, gast.Call):
        st.exc.args = [a for a in st.exc.args if isinstance(a, (gast.Constant, gast.Name))]


def _buffered(block: list[Any], kinds: dict[str, Any], aliases: dict[str, set[str]]) -> list[Any]:
    """Stores of what is read from the same memory by way of a new array: NumPy looks for overlaps, Numba does not.

    y[1:] += y[:-1]     ──▶     y[1:] = y[1:] + y[:-1]
    y[1:] = y[:-1]      ──▶     y[1:] = np.copy(y[:-1])
    """
    result = []
    for st in block:
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list) and inner:
                setattr(st, field, _buffered(inner, kinds, aliases))
        target = stored_array(st)
        if target is not None and _of_many(target, kinds):
            if aliases.get(target.value.id, {target.value.id}) & build.names_read(st.value):
                st = _by_a_new_array(st, target)
        result.append(st)
    return result


def _of_many(target: Any, kinds: dict[str, Any]) -> bool:
    """Is more than one element stored into?"""
    parts, kind = axes(target.slice), kinds.get(target.value.id)
    return any(isinstance(p, gast.Slice) for p in parts) or (isinstance(kind, Array) and len(parts) < kind.rank)


def _by_a_new_array(st: Any, target: Any) -> Any:
    if isinstance(st, gast.AugAssign):
        old = build.subscript(target.value, target.slice)
        return build.assign(target, gast.BinOp(left=old, op=st.op, right=st.value), lineno=st.lineno)
    if isinstance(st.value, (gast.Name, gast.Subscript, gast.Attribute)):
        return build.assign(target, build.call("np.copy", st.value), lineno=st.lineno)
    return st


def _empty(kind: Array) -> Any:
    shape = build.constant(0) if kind.rank == 1 else build.tuple_([build.constant(0)] * kind.rank)
    keywords = {} if kind.dtype == "float64" else {"dtype": build.dotted(f"np.{kind.dtype}")}
    return build.call("np.empty", shape, **keywords)


def _rewritten(node: Any, kinds: dict[str, Any], parameters: list[str]) -> Any:
    """An expression with its sums and products rewritten, from the inside."""
    if isinstance(node, list):
        return [_rewritten(n, kinds, parameters) for n in node]
    if not isinstance(node, gast.AST) or isinstance(node, (gast.Name, gast.Constant)):
        return node
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, (list, gast.AST)):
            setattr(node, field, _rewritten(value, kinds, parameters))
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Pow) and isinstance(node.right, gast.UnaryOp):
        base = literal(node.left)
        if type(base) is int and isinstance(node.right.op, gast.USub):
            # Numba keeps integers: 2**-1 would be 0.
            node.left = build.constant(float(base))
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.MatMult):
        return _single_precision(node, kinds, parameters)
    return _call(node, kinds) if isinstance(node, gast.Call) else node


def _call(node: Any, kinds: dict[str, Any]) -> Any:
    called = getattr(node.func, "attr", "")
    if called == "matmul" and len(node.args) == 2 and not node.keywords:
        return build.binop(node.args[0], "@", node.args[1])
    if called in ("concatenate", "stack", "vstack", "hstack") and node.args and isinstance(node.args[0], gast.List):
        node.args[0] = build.tuple_(node.args[0].elts)
    return _sum(node, kinds)


def _single_precision(node: Any, kinds: dict[str, Any], parameters: list[str]) -> Any:
    """`a @ b` of float32: a Python number makes Numba's arrays float64, and it multiplies only what is alike."""
    roots = [_root(node.left), _root(node.right)]
    if not any(getattr(kinds.get(root), "dtype", "") == "float32" for root in roots):
        return node
    for field, root in zip(("left", "right"), roots):
        if root not in parameters:
            operand = build.attribute(getattr(node, field), "astype")
            setattr(node, field, build.call(operand, build.dotted("np.float32")))
    return node


def _root(node: Any) -> str:
    """The name of an array, or of the one that it is the transpose of."""
    while isinstance(node, gast.Attribute):
        node = node.value
    return str(getattr(node, "id", ""))


def _sum(node: Any, kinds: dict[str, Any]) -> Any:
    keywords = {k.arg: k.value for k in node.keywords}
    if getattr(node.func, "attr", "") != "sum" or "axis" not in keywords or len(node.args) != 1:
        return node
    keep = "keepdims" in keywords and getattr(keywords["keepdims"], "value", False) is True
    axes = _numbers(keywords["axis"])
    if axes is None or (not keep and len(axes) == 1) or set(keywords) - {"axis", "keepdims"}:
        return node
    value = node.args[0]
    dims = dims_of_node(value, kinds)
    if keep and dims is not None and len(dims) == 1:
        return build.call("np.full", build.constant(1), build.call(node.func, value))
    # From the last axis to the first, so that those before it stay where they are.
    for axis in sorted(axes, reverse=True):
        value = build.call(node.func, value, axis=build.constant(axis))
        if keep:
            value = build.call("np.expand_dims", value, build.constant(axis))
    return value


def _numbers(node: Any) -> list[int] | None:
    found = [literal(e) for e in node.elts] if isinstance(node, gast.Tuple) else [literal(node)]
    alike = all(type(a) is int for a in found) and len({a < 0 for a in found}) == 1
    return found if alike else None
