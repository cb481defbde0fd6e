"""Library calls that write into an array: `out=`, np.add.at, copyto, put, fill, sort as stores of core form.

In: a call with its evaluated arguments. Out: the stores are emitted; the value of the call.

    np.multiply(a, b, out=c)     ──▶     c[:] = np.multiply(a, b)
    np.copyto(y, x, where=m)     ──▶     y[:] = np.where(m, x, y)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from srctrans.frontend import library, operations, subscripts
from srctrans.frontend.effects import position_of_out
from srctrans.frontend.state import State, use
from srctrans.frontend.values import TupleValue, Value
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Scalar, Static
from srctrans.kinds.symbol import Sym, constant, negative
from srctrans.syntax import build


def without_out(target: Any, args: list[Value], kwargs: dict[str, Value]) -> tuple[list[Value], dict[str, Value], Any]:
    """The arguments of a library function but for the array that takes its result, and that array or None."""
    kwargs = dict(kwargs)
    out = kwargs.pop("out", None)
    position = position_of_out(target)
    if position is not None and len(args) > position:
        args, out = args[:position] + args[position + 1 :], args[position]
    if isinstance(out, TupleValue) and len(out.items) == 1:
        out = out.items[0]
    return args, kwargs, None if isinstance(out, Static) and out.value is None else out


def into(s: State, node: gast.AST, target: Any, args: list[Value], kwargs: dict[str, Value], out: Value) -> Value:
    """A library function whose result goes into `out`, which is the value of the call."""
    array = _array(s, node, out)
    chosen = kwargs.pop("where", None) if isinstance(target, np.ufunc) else None
    value = library.library(s, node, target, args, kwargs)
    if chosen is not None:
        value = library.library(s, node, np.where, [chosen, value, array], {})
    _store_whole(s, node, array, value)
    return array


def _array(s: State, node: gast.AST, value: Value) -> Sym:
    value = use(s, value)
    if not isinstance(value, Sym) or not isinstance(value.kind, Array) or not value.kind.rank:
        s.refuse(node, "this call writes into something that is not an array", "give it an array")
    return subscripts.array_atom(s, value)


def _store_whole(s: State, node: gast.AST, array: Sym, value: Sym) -> None:
    subscripts.store_into(s, node, array, [subscripts.whole()], value, None)


def _no_keywords(s: State, node: gast.AST, kwargs: dict[str, Value]) -> None:
    if kwargs:
        s.refuse(node, f"the argument {next(iter(kwargs))} is not supported here", "leave it out")


def _fill(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`y.fill(v)`."""
    _store_whole(s, node, _array(s, node, args[0]), operations.to_number(s, node, args[1]))
    return Static(None)


def _copyto(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`np.copyto(y, x, where=m)`."""
    array, value = _array(s, node, args[0]), operations.to_number(s, node, args[1])
    chosen = kwargs.pop("where", None)
    _no_keywords(s, node, kwargs)
    if chosen is not None:
        value = library.library(s, node, np.where, [chosen, value, array], {})
    _store_whole(s, node, array, value)
    return Static(None)


def _put(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`np.put(y, where, v)` of an array with one axis."""
    _no_keywords(s, node, kwargs)
    array = _array(s, node, args[0])
    if len(dims_of(array.kind)) != 1:
        s.refuse(node, "put counts the elements of all axes", "index the array with one array for each axis")
    items = [subscripts.apart(s, item, array) for item in subscripts.value_items(s, node, args[1])]
    subscripts.store_into(s, node, array, items, operations.to_number(s, node, args[2]), None)
    return Static(None)


def _putmask(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`np.putmask(y, m, v)` where `v` is a number or has the shape of `y`."""
    _no_keywords(s, node, kwargs)
    array, value = _array(s, node, args[0]), operations.to_number(s, node, args[2])
    if dims_of(value.kind) not in ((), dims_of(array.kind)):
        s.refuse(node, "putmask repeats values of another shape", "write y[mask] = values[mask]")
    _store_whole(s, node, array, library.library(s, node, np.where, [args[1], value, array], {}))
    return Static(None)


def _put_along_axis(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`np.put_along_axis(y, where, v, axis)`: the other axis goes along with `where`."""
    array, value = _array(s, node, args[0]), operations.to_number(s, node, args[2])
    rank = len(dims_of(array.kind))
    axis = operations.key_of(s, node, args[3] if len(args) > 3 else kwargs["axis"])
    if axis is None or rank > 2:
        s.refuse(node, "put_along_axis over several axes is not supported yet", "index the array itself")
    items = [subscripts.apart(s, item, array) for item in subscripts.value_items(s, node, args[1])]
    if rank == 2:
        other = 1 - axis % 2
        size = Sym(build.subscript(build.attribute(array.node, "shape"), build.constant(other)), Scalar("int64"))
        places = library.library(s, node, np.arange, [size], {})
        if other == 0:
            places = library.library(s, node, np.expand_dims, [places, constant(1)], {})
        places = s.assign("rows" if other == 0 else "columns", places)
        items.insert(other, (places.node, ("array", places.kind)))
    subscripts.store_into(s, node, array, items, value, None)
    return Static(None)


def _fill_diagonal(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`np.fill_diagonal(y, v)` of a matrix, as a loop."""
    _no_keywords(s, node, kwargs)
    array, value = _array(s, node, args[0]), s.atom(operations.to_number(s, node, args[1]), "v")
    if len(dims_of(array.kind)) != 2 or len(dims_of(value.kind)) > 1:
        s.refuse(node, "fill_diagonal of an array that is no matrix is not supported yet", "write a loop")
    index = Sym.name(s.fresh("i"), Scalar("int64"))
    s.kinds[index.node.id] = Scalar("int64")  # type: ignore[attr-defined]
    with s.block() as body:
        element = subscripts.load_item(s, node, value, index) if dims_of(value.kind) else value
        subscripts.store_into(s, node, array, [(index.node, ("int",))] * 2, element, None)
    sizes = [build.subscript(build.attribute(array.node, "shape"), build.constant(axis)) for axis in (0, 1)]
    s.emit(build.for_range(index.node.id, [build.call("min", *sizes)], body))  # type: ignore[attr-defined]
    return Static(None)


def sorted_copy(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`np.sort(x)` of an array with one axis: its elements in the order that argsort gives."""
    value = operations.to_number(s, node, args[0])
    if len(dims_of(value.kind)) != 1:
        s.refuse(node, "sorting an array with several axes is not supported yet", "sort each row in a loop")
    array = subscripts.array_atom(s, value)
    order = s.assign("order", library.library(s, node, np.argsort, [array], {}))
    return subscripts.load_items(s, node, array, [(order.node, ("array", order.kind))])


def _sort(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`y.sort()`."""
    array = _array(s, node, args[0])
    value = sorted_copy(s, node, [array], kwargs)
    assert isinstance(value, Sym)
    _store_whole(s, node, array, value)
    return Static(None)


def _added_at(minus: bool) -> Callable[[State, gast.Call], Value]:
    """`np.add.at(y, where, v)`: an element that is named several times gets every value."""

    def handler(s: State, node: gast.Call) -> Value:
        if len(node.args) != 3 or node.keywords:
            s.refuse(node, "this call needs an array, an index and values", "write np.add.at(y, index, values)")
        array = _array(s, node, s.evaluate(node.args[0]))
        assert isinstance(array.kind, Array)
        index: Any = node.args[1]
        if isinstance(index, gast.Subscript) and getattr(s.evaluate(index.value), "value", None) is np.s_:
            index = index.slice
        items = [subscripts.apart(s, i, array) for i in subscripts.items_of_index(s, index, array.kind)]
        value = operations.number(s, node.args[2])
        repeats = any(fact[0] == "array" and fact[1].dtype != "bool" for _, fact in items)
        if repeats:
            subscripts.store_into(s, node, array, items, negative(value) if minus else value, "at")
        else:
            subscripts.store_into(s, node, array, items, value, "-" if minus else "+")
        return Static(None)

    return handler


FUNCTIONS: dict[Any, Callable[..., Value]] = {
    np.ndarray.fill: _fill, np.ndarray.sort: _sort, np.ndarray.put: _put, np.sort: sorted_copy, np.copyto: _copyto,
    np.put: _put, np.putmask: _putmask, np.put_along_axis: _put_along_axis, np.fill_diagonal: _fill_diagonal,
}  # fmt: skip
# These get the call itself: their index may hold slices.
LAZY: dict[Any, Callable[[State, gast.Call], Value]] = {
    np.add.at: _added_at(False), np.subtract.at: _added_at(True),
}  # fmt: skip
