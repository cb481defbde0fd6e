"""Forms that Numba compiles, for what it lacks: `keepdims`, several axes, lists whose type nothing tells.

    np.sum(x, axis=0, keepdims=True)     ──▶     np.expand_dims(np.sum(x, axis=0), 0)
    np.sum(x, axis=(0, 2))               ──▶     np.sum(np.sum(x, axis=2), axis=0)
    v_hist = []                          ──▶     v_hist = [np.empty(0)]

In: a body and the kinds of its names. Out: the body; only what Numba lacks is changed.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.analysis.reads import statements_of
from srctrans.kinds.kind import Array
from srctrans.kinds.symbol import literal
from srctrans.syntax import build


def for_numba(body: list[Any], kinds: dict[str, Any]) -> list[Any]:
    """The body in forms that Numba compiles."""
    kept = dict(filter(None, map(_kept, statements_of(body))))
    for st in statements_of(body):
        for field in ("value", "test", "iter"):
            if isinstance(getattr(st, field, None), gast.AST):
                setattr(st, field, _rewritten(getattr(st, field)))
        if isinstance(st, gast.Assign) and isinstance(st.value, gast.List) and not st.value.elts:
            kind = kinds.get(kept.get(st.targets[0].id, ""))
            if isinstance(kind, Array):
                # A first element tells the type; it stays at the bottom, since as many are taken as were put.
                st.value = build.list_([_empty(kind)])
    return body


def _kept(st: Any) -> tuple[str, str] | None:
    """The list and the array of `v_hist += [np.copy(v)]`."""
    if isinstance(st, gast.AugAssign) and isinstance(st.value, gast.List) and isinstance(st.target, gast.Name):
        copied = st.value.elts[0]
        if isinstance(copied, gast.Call) and copied.args and isinstance(copied.args[0], gast.Name):
            return st.target.id, copied.args[0].id
    return None


def _empty(kind: Array) -> Any:
    shape = build.constant(0) if kind.rank == 1 else build.tuple_([build.constant(0)] * kind.rank)
    keywords = {} if kind.dtype == "float64" else {"dtype": build.dotted(f"np.{kind.dtype}")}
    return build.call("np.empty", shape, **keywords)


def _rewritten(node: Any) -> Any:
    """An expression with its sums rewritten, from the inside."""
    if isinstance(node, list):
        return [_rewritten(n) for n in node]
    if not isinstance(node, gast.AST) or isinstance(node, (gast.Name, gast.Constant)):
        return node
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, (list, gast.AST)):
            setattr(node, field, _rewritten(value))
    return _sum(node) if isinstance(node, gast.Call) else node


def _sum(node: Any) -> Any:
    keywords = {k.arg: k.value for k in node.keywords}
    if getattr(node.func, "attr", "") != "sum" or "axis" not in keywords or len(node.args) != 1:
        return node
    keep = "keepdims" in keywords and getattr(keywords["keepdims"], "value", False) is True
    axes = _numbers(keywords["axis"])
    if axes is None or (not keep and len(axes) == 1) or set(keywords) - {"axis", "keepdims"}:
        return node
    value = node.args[0]
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
