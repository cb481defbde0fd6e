"""Stores in reverse: the adjoint of the elements goes to the value that was written, the old elements come back.

    y[i] = v         ──▶     v_bar += y_bar[i]
                             y_bar[i] = 0.0

In: a store of core form. Out: statements on the way back, and a place where the old element may be put back.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.analysis import indices
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Scalar
from srctrans.kinds.symbol import Sym, negative
from srctrans.rules.apply import unbroadcast
from srctrans.syntax import build
from srctrans.syntax.core import AddAt, makes_room, stored_array
from srctrans.syntax.memory import gathers
from srctrans.transform.adjoints import contribute, emit, shadow
from srctrans.transform.needs import need, need_shape, provide
from srctrans.transform.restores import Restore
from srctrans.transform.split import kind_of_node
from srctrans.transform.sweep import Sweep


def reverse(s: Sweep, statement: Any) -> None:
    target = stored_array(statement)
    assert target is not None
    if makes_room(statement):
        return
    array, index = target.value.id, target.slice  # type: ignore[attr-defined]
    provide(s, index)
    if array in s.views:
        need(s, array)
    restore = Restore(target, s.here, s.base(array), kind_of_node(_as_load(target), s), s.root.at, s.lineno)
    s.restores.append(restore)
    emit(s, restore)
    if s.base(array) not in s.active:
        return
    bar = shadow(s, array)
    element = build.subscript(build.name(bar), index)
    kind = kind_of_node(_as_load(target), s)
    value = statement.value
    active = isinstance(value, gast.Name) and value.id in s.active
    augmented = isinstance(statement, gast.AugAssign)
    taken = None
    if active:
        taken = s.fresh(f"{value.id}_bar" if isinstance(kind, Scalar) else f"{array}_bar_v")
        s.kinds[taken] = kind
        emit(s, build.assign(taken, _taken(s, statement, array, element, kind)))
    if not augmented:
        emit(s, build.assign(build.subscript(build.name(bar), index, store=True), build.constant(0.0)))
    if taken is not None:
        adjoint = Sym.name(taken, kind)
        operand = Sym.name(value.id, s.kinds[value.id])
        adjoint = unbroadcast(adjoint, Sym(_as_load(target), kind), operand)
        if augmented and isinstance(statement.op, gast.Sub):
            adjoint = negative(adjoint)
        contribute(s, value.id, adjoint)


def _taken(s: Sweep, statement: Any, array: str, element: Any, kind: Any) -> Any:
    """The adjoint of what a store wrote: that of the elements, where it has stayed."""
    if not isinstance(kind, Array):
        return element
    index = element.slice
    if not gathers(index, s.kinds):
        return build.copied(element)
    if isinstance(getattr(statement, "op", None), AddAt) or not indices.may_repeat(index, s.kinds, s.definition):
        return element
    # Of several values that went to one element the last has stayed: places written the same way tell which.
    need_shape(s, array)
    last, place = s.fresh("last"), s.fresh("place")
    s.kinds[last] = Array("int64", dims_of(s.kinds[array]))
    s.kinds[place] = Array("int64", kind.dims)
    integers = build.dotted("np.int64")
    emit(s, build.assign(last, build.call("np.empty", build.attribute(build.name(array), "shape"), dtype=integers)))
    emit(s, build.assign(place, _numbered(element, kind)))
    chosen = build.subscript(build.name(last), index)
    emit(s, build.assign(build.subscript(build.name(last), index, store=True), build.name(place)))
    stayed = build.compare(chosen, "==", build.name(place))
    return build.call("np.where", stayed, element, build.constant(0.0))


def _numbered(element: Any, kind: Array) -> Any:
    """The numbers 0, 1, 2 ... in the shape of what an index chooses."""
    if isinstance(element.slice, gast.Name) and kind.rank == 1:
        return build.call("np.arange", build.call("len", element.slice))
    count = build.call("np.arange", build.attribute(element, "size"))
    return build.call("np.reshape", count, build.attribute(element, "shape"))


def _as_load(target: Any) -> Any:
    return build.subscript(target.value, target.slice)
