"""Adjoints: contributions that wait for their sum, and shadows, the adjoints that live in memory.

The adjoint of a number, or of an array that is only used whole, is the sum of
what its uses contribute, written once where its definition is reversed. An
array whose elements are read or written has a shadow: an array of its own that
contributions are added into; a view of the array has the same view of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gast
import numpy as np

from srctrans.analysis.indices import may_repeat
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Scalar
from srctrans.kinds.symbol import Sym, factor, full_like, lift
from srctrans.syntax import build
from srctrans.transform.needs import locate, need, need_shape, provide
from srctrans.transform.sweep import NO_LINE, Open, Sweep


def emit(s: Sweep, statement: Any) -> None:
    """Add a statement to the way back; a name assigned to itself is none."""
    if isinstance(statement, gast.Assign) and isinstance(statement.value, gast.Name):
        if isinstance(statement.targets[0], gast.Name) and statement.targets[0].id == statement.value.id:
            return
    s.here.out.append(s.place(statement))


def contribute(s: Sweep, name: str, value: Sym) -> None:
    """Add to the adjoint of a name."""
    if name not in s.active or (value.value is not None and value.value == 0):
        return
    if name in s.shadowed and not _waits(s, name):
        add_into(s, shadow(s, name), None, value)
        return
    s.pending.setdefault(name, []).append(value)
    s.lines.setdefault(name, set()).add(s.lineno)


@contextmanager
def credited(s: Sweep, name: str) -> Iterator[None]:
    """What is emitted in here is the adjoint of the one line that contributed to `name`, if it is only one."""
    lines, outer = s.lines.pop(name, set()), s.lineno
    s.lineno = next(iter(lines)) if len(lines) == 1 else NO_LINE
    yield
    s.lineno = outer


def _waits(s: Sweep, name: str) -> bool:
    """May contributions to a shadow wait, to be its first value?"""
    return s.base(name) == name and name not in s.allocated and home(s, name) is s.here


def home(s: Sweep, name: str) -> Open:
    """The open block in which an array is defined: the outermost for arguments."""
    found = locate(s, name)
    return s.root if found is None else found[0]


def total(terms: list[Sym]) -> Sym:
    """The sum of contributions, in the order of the forward sweep."""
    return factor(list(reversed(terms))) if terms else lift(0.0)


def take(s: Sweep, name: str) -> Sym | None:
    """The whole adjoint of a name that is complete, as a name or a literal; None for zero."""
    if name in s.shadowed:
        assert not (name in s.allocated and s.pending.get(name)), f"adjoints of {name} would be lost"
        if name in s.allocated or s.pending.get(name):
            return Sym.name(shadow(s, name), s.kinds[name])
        return None
    terms = s.pending.pop(name, [])
    if not terms:
        return None
    return named(s, name, total(terms))


def named(s: Sweep, name: str, value: Sym) -> Sym:
    """The adjoint under its name, unless it is a literal or a name already."""
    if value.value is not None:
        return value
    if isinstance(value.node, gast.Name) and not s.definitions.defines(value.node.id):
        return value
    with credited(s, name):
        return bind(s, s.bar(name), value)


def bind(s: Sweep, bar: str, value: Sym) -> Sym:
    provide(s, value.node)
    s.kinds[bar] = value.kind
    emit(s, build.assign(bar, value.node))
    result = Sym.name(bar, value.kind)
    result.mask = value.mask
    return result


def shadow(s: Sweep, name: str) -> str:
    """The name of the array that holds the adjoint of an array or view, allocated if it is not there yet."""
    if s.base(name) != name:
        return _view_shadow(s, name)
    bar = s.bar(name)
    block = home(s, name)
    if name in s.allocated:
        return bar
    here, s.here = s.here, block
    s.allocated.add(name)
    terms = s.pending.pop(name, []) if block is here else []
    if block is not here and block.body_of is None:
        terms = []
    value = total(terms) if terms else None
    if value is None or (value.value is not None and value.value == 0):
        need_shape(s, name)
        s.lines.pop(name, None)
        with credited(s, name):
            emit(s, build.assign(bar, build.call("np.zeros_like", build.name(name))))
    else:
        provide(s, value.node)
        with credited(s, name):
            emit(s, build.assign(bar, contiguous(s, name, owned(s, value, name))))
    s.here = here
    return bar


def contiguous(s: Sweep, name: str, node: Any) -> Any:
    """The adjoint or tangent of an array that has reshaped views is contiguous, as the array is: it has them too."""
    if name not in s.reshaped or len(dims_of(s.kinds[name])) < 2:
        return node
    like = isinstance(node, gast.Call) and _callee(node) in ("zeros_like", "ones_like", "full_like")
    return node if like and getattr(node.args[0], "id", "") == name else build.call("np.ascontiguousarray", node)


def owned(s: Sweep, value: Sym, name: str) -> Any:
    """An expression of the shape of `name` that shares memory with nothing."""
    kind = s.kinds[name]
    if isinstance(kind, Scalar):
        return value.node
    if getattr(kind, "dtype", "") == "float32" and dims_of(value.kind) and value.dtype != np.float32:
        # The adjoint of an array has its dtype, whatever met it on the way.
        value = Sym(build.call(build.attribute(value.node, "astype"), build.dotted("np.float32")), _float32(value.kind))
        if full_like(value, kind):
            return value.node
    if full_like(value, kind):
        return build.call("np.copy", value.node) if shares(value.node) else value.node
    need_shape(s, name)
    if not dims_of(value.kind):
        return build.call("np.full_like", build.name(name), value.node)
    return build.binop(build.call("np.zeros_like", build.name(name)), "+", value.node)


def _float32(kind: Any) -> Array:
    return Array("float32", kind.dims)


def shares(node: Any) -> bool:
    """May the value of an expression be memory of something else?"""
    return isinstance(node, (gast.Name, gast.Subscript, gast.Attribute)) or (
        isinstance(node, gast.Call) and _callee(node) not in ("where", "sum", "dot", "outer", "exp", "copy", "matmul")
    )


def _callee(node: Any) -> str:
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def _view_shadow(s: Sweep, name: str) -> str:
    """The same view of the shadow of what `name` is a view of."""
    bar = s.bar(name)
    found = locate(s, name)
    block = s.root if found is None else found[0]
    if bar in block.available:
        return bar
    assert found is not None
    statement = block.statements[found[1]]
    view = statement.value
    here, s.here = s.here, block
    parent = shadow(s, viewed(view))
    block.available.add(bar)
    node = replace_root(view, parent)
    for part in gast.walk(node):
        if isinstance(part, gast.Name) and part.id != parent:
            need(s, part.id)
    emit(s, build.assign(bar, node))
    s.here = here
    return bar


def viewed(node: Any) -> str:
    """The array of which an expression is a view."""
    while not isinstance(node, gast.Name):
        node = node.args[0] if isinstance(node, gast.Call) else node.value
    return str(node.id)


def replace_root(node: Any, name: str) -> Any:
    """The same view of another array."""
    if isinstance(node, gast.Name):
        return build.name(name)
    if isinstance(node, gast.Subscript):
        return build.subscript(replace_root(node.value, name), node.slice)
    if isinstance(node, gast.Call):
        return build.call(node.func, replace_root(node.args[0], name), *node.args[1:])
    return build.attribute(replace_root(node.value, name), node.attr)


def add_into(s: Sweep, bar: str, index: Any, value: Sym) -> None:
    """`bar[index] += value`; repeated elements of an index array all add."""
    provide(s, value.node)
    if index is None:
        target: Any = build.store(bar) if dims_of(s.kinds[bar]) else build.store(bar)
    else:
        provide(s, index)
        if may_repeat(index, s.kinds, s.definition):
            emit(s, build.expression(build.add_at(build.name(bar), index, _in_full(s, bar, index, value))))
            return
        target = build.subscript(build.name(bar), index, store=True)
    negated = _negated(value)
    if negated is not None:
        emit(s, build.augassign(target, "-", negated.node))
    else:
        emit(s, build.augassign(target, "+", value.node))


def _in_full(s: Sweep, bar: str, index: Any, value: Sym) -> Any:
    """What np.add.at adds: of values with fewer axes than the places it reads too many (NumPy up to 2.4 at least)."""
    places = s.kinds.get(index.id) if isinstance(index, gast.Name) else None
    rank = len(dims_of(value.kind))
    if isinstance(places, Array) and len(dims_of(s.kinds[bar])) == 1 and 0 < rank < places.rank:
        return build.call("np.broadcast_to", value.node, build.attribute(index, "shape"))
    return value.node


def _negated(value: Sym) -> Sym | None:
    from srctrans.kinds.symbol import negative

    if value.mask is not None:
        return None
    minus = negative(value)
    starts = isinstance(value.node, gast.UnaryOp) or (
        isinstance(value.node, gast.BinOp) and _leftmost_negative(value.node)
    )
    return minus if starts else None


def _leftmost_negative(node: Any) -> bool:
    while isinstance(node, gast.BinOp) and isinstance(node.op, (gast.Mult, gast.Div)):
        node = node.left
    return isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub)
