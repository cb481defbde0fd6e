"""Splitting: every active operation becomes an assignment of its own.

    f_2 = f + np.exp(-x[i])      ──▶     x_i = x[i]
                                         t = -x_i
                                         e = np.exp(t)
                                         f_2 = f + e

In: core form with kinds and varied names. Out: core form in which each varied
value is one operation on names and inactive expressions. What occurs twice
with nothing written in between is computed once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast
import numpy as np

from srctrans.analysis.activity import differentiable_reads
from srctrans.analysis.reads import callee, value_names
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.index import index_kind
from srctrans.kinds.infer import call_kind
from srctrans.kinds.kind import Array, Kind, ListKind, Scalar, TupleKind, is_float
from srctrans.kinds.of_node import NodeKinds
from srctrans.kinds.symbol import literal
from srctrans.rules.functions import function_of
from srctrans.syntax import build
from srctrans.syntax.core import is_exit, statements_of, stored_array
from srctrans.syntax.memory import base_name

_HINTS = {"exp": "e", "sum": "s", "sqrt": "root", "sin": "sine", "cos": "cosine", "log": "l", "where": "w", "max": "m"}


@dataclass
class Splitter:
    """State of one splitting."""

    kinds: dict[str, Kind]
    views: dict[str, str]
    varied: set[str]
    taken: set[str]
    node_kinds: NodeKinds
    stored: set[str]
    lineno: int = 0
    out: list[Any] = field(default_factory=list)
    seen: dict[Any, str] = field(default_factory=dict)

    def fresh(self, hint: str) -> str:
        name, count = hint, 1
        while name in self.taken:
            count += 1
            name = f"{hint}_{count}"
        self.taken.add(name)
        return name


def split(block: list[Any], s: Splitter) -> list[Any]:
    """The block with active operations split."""
    outer, s.out = s.out, []
    for statement in block:
        s.lineno = statement.lineno
        _statement(statement, s)
    result, s.out = s.out, outer
    return result


def _statement(node: Any, s: Splitter) -> None:
    if isinstance(node, (gast.For, gast.While)):
        _loop(node, s)
    elif isinstance(node, gast.If):
        _branch(node, s)
    elif isinstance(node, (gast.Assign, gast.AugAssign)):
        _assignment(node, s)
    else:
        s.out.append(node)


def _loop(node: Any, s: Splitter) -> None:
    lineno = node.lineno
    _forget(s, node.body)
    kept = dict(s.seen)
    body = split(node.body, s)
    s.seen = kept
    if isinstance(node, gast.For):
        new = build.for_range(node.target.id, node.iter.args, body, lineno=lineno)
    else:
        new = build.while_(node.test, body, lineno=lineno)
    s.out.append(new)


def _branch(node: Any, s: Splitter) -> None:
    if is_exit(node):
        s.out.append(node)
        return
    lineno = node.lineno
    test = node.test
    inner = test.operand if isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not) else test
    if not isinstance(inner, (gast.Name, gast.Constant)):
        name = s.fresh("test")
        s.kinds[name] = Scalar("bool")
        s.out.append(build.assign(name, test, lineno=lineno))
        test = build.name(name)
    kept = dict(s.seen)
    body = split(node.body, s)
    s.seen = dict(kept)
    orelse = split(node.orelse, s)
    s.seen = kept
    _forget(s, node.body + node.orelse)
    s.out.append(build.if_(test, body, orelse, lineno=lineno))


def _forget(s: Splitter, block: list[Any]) -> None:
    """Loads of arrays that a block writes are no longer known."""
    for statement in statements_of(block):
        store = stored_array(statement)
        if store is not None:
            _forget_base(s, s.views.get(store.value.id, store.value.id))


def _forget_base(s: Splitter, base: str) -> None:
    stale = [k for k in s.seen if any(s.views.get(n, n) == base for n in _names_in(k))]
    for k in stale:
        del s.seen[k]


def _names_in(key: Any) -> set[str]:
    if not isinstance(key, tuple):
        return set()
    if len(key) >= 2 and key[0] == "Name":
        return {key[1]}
    return set().union(*map(_names_in, key))


def _assignment(node: Any, s: Splitter) -> None:
    store = stored_array(node)
    value = node.value
    if store is None:
        name = node.targets[0].id
        if is_varied(value, s) and is_float(s.kinds.get(name)):
            value = _operation(value, s)
            # What is written into, by whatever name, is its own array or its own view.
            owned = s.views.get(name, name) in s.stored
            known = s.seen.get(build.key(value)) if not isinstance(value, gast.Name) and not owned else None
            if known is not None and s.kinds.get(known) == s.kinds.get(name):
                value = build.name(known)
            elif not isinstance(value, (gast.Name, gast.Constant)) and not owned:
                s.seen[build.key(value)] = name
        s.out.append(build.assign(name, value, lineno=s.lineno))
        return
    if is_varied(value, s):
        value = _atom(value, s)
    if isinstance(node, gast.AugAssign):
        new: Any = gast.AugAssign(target=store, op=node.op, value=value)
    else:
        new = build.assign(store, value)
    new.lineno = s.lineno
    s.out.append(new)
    _forget_base(s, s.views.get(store.value.id, store.value.id))


def is_varied(node: Any, s: Splitter) -> bool:
    return any(n in s.varied for n in differentiable_reads(node))


def _atom(node: Any, s: Splitter) -> Any:
    """A varied expression as a name; an inactive one as it is."""
    if isinstance(node, gast.Name) or not is_varied(node, s):
        return node
    kind = kind_of_node(node, s)
    hint = _hint(node)
    node = _operation(node, s)
    key = build.key(node)
    if key in s.seen:
        return build.name(s.seen[key])
    name = s.fresh(hint)
    s.kinds[name] = kind
    if isinstance(kind, Array) and _is_view(node):
        base = base_name(node)
        if base is not None:
            s.views[name] = s.views.get(base, base)
    s.varied.add(name)
    s.seen[key] = name
    s.out.append(build.assign(name, node, lineno=s.lineno))
    return build.name(name)


def _is_view(node: Any) -> bool:
    return isinstance(node, (gast.Subscript, gast.Attribute)) or (
        isinstance(node, gast.Call) and base_name(node) is not None
    )


def _hint(node: Any) -> str:
    if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name):
        return f"{node.value.id}_{_index_hint(node.slice)}"
    if isinstance(node, gast.Call):
        return _HINTS.get(callee(node), "t")
    return "t"


def _index_hint(index: Any) -> str:
    """What stands for an index in a name: `x_i` for `x[i]`, `x_0` for `x[0]`, `m_i_j` for `m[i, j]`."""
    if isinstance(index, gast.Name):
        return str(index.id).strip("_") or "i"
    if isinstance(index, gast.Constant) and isinstance(index.value, int):
        return str(index.value)
    if isinstance(index, gast.Tuple) and all(isinstance(e, gast.Name) for e in index.elts):
        return "_".join(e.id for e in index.elts)
    return "i"


def _operation(node: Any, s: Splitter) -> Any:
    """One operation whose operands are atoms."""
    if isinstance(node, gast.BinOp):
        left = _atom(node.left, s)
        return gast.BinOp(left=left, op=node.op, right=_atom(node.right, s))
    if isinstance(node, gast.UnaryOp):
        return gast.UnaryOp(op=node.op, operand=_atom(node.operand, s))
    if isinstance(node, gast.Subscript):
        index = _steady(node.slice, s) if isinstance(kind_of_node(node, s), Array) else node.slice
        return gast.Subscript(value=_atom(node.value, s), slice=index, ctx=node.ctx)
    if isinstance(node, gast.Attribute):
        return gast.Attribute(value=_atom(node.value, s), attr=node.attr, ctx=node.ctx)
    if isinstance(node, gast.Call):
        args = [_element(a, s) for a in node.args]
        keywords = [gast.keyword(arg=k.arg, value=_element(k.value, s)) for k in node.keywords]
        new = gast.Call(func=node.func, args=args, keywords=keywords)
        kind = s.node_kinds.get(node)
        if kind is not None:
            s.node_kinds.note(new, kind)
        return new
    return node


def _steady(index: Any, s: Splitter) -> Any:
    """The index of a view, which its adjoint is a view by at any time: what reads arrays that change gets a name."""
    if isinstance(index, gast.Tuple):
        return gast.Tuple(elts=[_steady(e, s) for e in index.elts], ctx=index.ctx)
    if isinstance(index, gast.Slice):
        parts = [None if p is None else _steady(p, s) for p in (index.lower, index.upper, index.step)]
        return gast.Slice(lower=parts[0], upper=parts[1], step=parts[2])
    if isinstance(index, gast.Name) or not any(s.views.get(n, n) in s.stored for n in value_names(index)):
        return index
    name = s.fresh("k")
    s.kinds[name] = Scalar("int64")
    s.out.append(build.assign(name, index, lineno=s.lineno))
    return build.name(name)


def _element(node: Any, s: Splitter) -> Any:
    if isinstance(node, (gast.Tuple, gast.List)):
        return type(node)(elts=[_element(e, s) for e in node.elts], ctx=node.ctx)
    return _atom(node, s)


def kind_of_node(node: Any, s: Any) -> Kind:
    """The kind of an expression in core form; `s` has kinds and node_kinds."""
    known = s.node_kinds.get(node)
    if known is not None:
        return known
    if isinstance(node, gast.Name):
        return s.kinds.get(node.id, Scalar("float64"))
    if isinstance(node, gast.Constant):
        return Scalar({bool: "bool", int: "int64"}.get(type(node.value), "float64"))
    if isinstance(node, gast.UnaryOp):
        return kind_of_node(node.operand, s)
    if isinstance(node, gast.Compare):
        parts = [kind_of_node(n, s) for n in [node.left] + list(node.comparators)]
        from srctrans.kinds.broadcast import broadcast

        dims = broadcast(*map(dims_of, parts))
        return Array("bool", dims) if dims else Scalar("bool")
    if isinstance(node, gast.BoolOp):
        return Scalar("bool")
    if isinstance(node, gast.Subscript):
        return _subscript_kind(node, s)
    if isinstance(node, gast.Attribute):
        return _attribute_kind(node, s)
    if isinstance(node, (gast.Tuple, gast.List)):
        items = tuple(kind_of_node(e, s) for e in node.elts)
        return TupleKind(items) if isinstance(node, gast.Tuple) else ListKind(items)
    function = function_of(node)
    operands = [node.left, node.right] if isinstance(node, gast.BinOp) else list(node.args)
    args = [_argument_kind(a, s) for a in operands]
    kwargs = {k.arg: _argument_kind(k.value, s) for k in getattr(node, "keywords", [])}
    return call_kind(function, args, kwargs)


def _argument_kind(node: Any, s: Any) -> Any:
    value = literal(node)
    if isinstance(value, int):
        return value
    if isinstance(node, gast.Constant) and not isinstance(node.value, float):
        return node.value
    if isinstance(node, (gast.Tuple, gast.List)):
        items = [_argument_kind(e, s) for e in node.elts]
        return tuple(items) if isinstance(node, gast.Tuple) else items
    if isinstance(node, gast.Attribute) and isinstance(node.value, gast.Name) and node.value.id == "np":
        return getattr(np, node.attr)
    return kind_of_node(node, s)


def _subscript_kind(node: Any, s: Any) -> Kind:
    if isinstance(node.value, gast.Attribute) and node.value.attr == "shape":
        return Scalar("int64")
    owner = kind_of_node(node.value, s)
    if isinstance(owner, (TupleKind, ListKind)):
        return owner.items[node.slice.value]
    assert isinstance(owner, Array)
    elements = node.slice.elts if isinstance(node.slice, gast.Tuple) else [node.slice]
    return index_kind(owner, [_index_item(e, s) for e in elements])


def _index_item(node: Any, s: Any) -> tuple[Any, ...]:
    if isinstance(node, gast.Slice):
        from srctrans.kinds.symbol import Sym

        bounds = []
        for part in (node.lower, node.upper, node.step):
            known = literal(part) if part is not None else None
            bounds.append(None if part is None else known if known is not None else repr(Sym(part, Scalar("int64"))))
        return ("slice", bounds[0], bounds[1], 1 if bounds[2] is None else bounds[2])
    if isinstance(node, gast.Constant) and node.value is None:
        return ("new",)
    if isinstance(node, gast.Constant) and node.value is Ellipsis:
        return ("ellipsis",)
    kind = kind_of_node(node, s)
    return ("array", kind) if isinstance(kind, Array) and kind.rank else ("int",)


def _attribute_kind(node: Any, s: Any) -> Kind:
    if isinstance(node.value, gast.Name) and node.value.id in ("np", "math"):
        return Scalar("float64")
    if node.attr in ("size", "ndim"):
        return Scalar("int64")
    owner = kind_of_node(node.value, s)
    if node.attr == "shape":
        return TupleKind((Scalar("int64"),) * len(dims_of(owner)))
    if node.attr == "T" and isinstance(owner, Array):
        return Array(owner.dtype, owner.dims[::-1])
    return owner
