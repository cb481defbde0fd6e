"""The kinds of calls whose result's shape is given by numbers: `np.zeros((n, m))`, `x.reshape(n, -1)`.

The size of an axis is kept as the text of the expression that gave it, so that
arrays made with the same size are known to agree.

In: the evaluated arguments. Out: the kind, None where the numbers do not give it.

    np.zeros((n, 3))     ──▶     float64[n, 3]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from srctrans.frontend.lengths import size_of
from srctrans.frontend.state import State, scalar_or_array, use
from srctrans.frontend.values import ListValue, TupleValue, Value
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import ONE, Array, Dim, Kind, Static
from srctrans.kinds.symbol import Sym


def dim_of(s: State, value: Sym) -> Dim:
    """The size that an integer expression gives."""
    number = value.value
    if number is not None:
        return ONE if number == 1 else Dim(str(number), True)
    return size_of(value.node, s.kinds, s.lengths) or Dim(repr(value))


def shape_dims(s: State, value: Value) -> tuple[Dim, ...] | None:
    """The dims that a shape argument gives, or None if it holds a -1."""
    value = use(s, value)
    items = value.items if isinstance(value, (TupleValue, ListValue)) else [value]
    syms = [use(s, v) for v in items]
    if any(isinstance(v, Sym) and v.value == -1 for v in syms):
        return None
    return tuple(dim_of(s, v) for v in syms if isinstance(v, Sym))


def _dtype(value: Value | None, default: str) -> str:
    if not isinstance(value, Static) or value.value is None:
        return default
    return str(np.dtype(value.value))


def _created(s: State, args: list[Value], kwargs: dict[str, Value]) -> Kind:
    dims = shape_dims(s, args[0] if args else kwargs["shape"])
    dtype = args[1] if len(args) > 1 else kwargs.get("dtype")
    return Array(_dtype(dtype, "float64"), dims or ())


def _full(s: State, args: list[Value], kwargs: dict[str, Value]) -> Kind:
    dims = shape_dims(s, args[0])
    value = use(s, args[1])
    assert isinstance(value, Sym)
    dtype = args[2] if len(args) > 2 else kwargs.get("dtype")
    return Array(_dtype(dtype, value.kind.dtype), dims or ())  # type: ignore[union-attr]


def _like(s: State, args: list[Value], kwargs: dict[str, Value]) -> Kind:
    value = use(s, args[0])
    assert isinstance(value, Sym)
    return scalar_or_array(_dtype(kwargs.get("dtype"), value.kind.dtype), dims_of(value.kind))  # type: ignore[union-attr]


def _like_array(s: State, args: list[Value], kwargs: dict[str, Value]) -> Kind:
    found = _like(s, args, kwargs)
    return Array(found.dtype, dims_of(found))  # type: ignore[union-attr]


def _range(s: State, args: list[Value], kwargs: dict[str, Value]) -> Kind:
    syms = [v for v in (use(s, a) for a in args) if isinstance(v, Sym)]
    dtypes = {v.kind.dtype for v in syms}  # type: ignore[union-attr]
    dtype = _dtype(kwargs.get("dtype"), "int64" if dtypes <= {"int64"} else "float64")
    if len(syms) == 1 and dtype == "int64":
        return Array(dtype, (dim_of(s, syms[0]),))
    return Array(dtype, (Dim(f"?arange({', '.join(map(repr, syms))})"),))


def _linspace(s: State, args: list[Value], kwargs: dict[str, Value]) -> Kind:
    count = args[2] if len(args) > 2 else kwargs.get("num")
    found = use(s, count) if count is not None else None
    return Array("float64", (dim_of(s, found) if isinstance(found, Sym) else Dim("50", True),))


def _reshape(s: State, args: list[Value], kwargs: dict[str, Value]) -> Kind | None:
    array = use(s, args[0])
    assert isinstance(array, Sym)
    shape = args[1] if len(args) == 2 else TupleValue(args[1:])
    dims = shape_dims(s, shape)
    dtype = array.kind.dtype  # type: ignore[union-attr]
    if dims is not None:
        return Array(dtype, dims)
    shape = use(s, shape)
    items = shape.items if isinstance(shape, (TupleValue, ListValue)) else [shape]
    if len(items) == 1 and len(dims_of(array.kind)) == 1:
        return Array(dtype, dims_of(array.kind))
    label = f"{array!r}.reshape"
    found = []
    for i, item in enumerate(items):
        item = use(s, item)
        assert isinstance(item, Sym)
        found.append(Dim(f"?{label}[{i}]") if item.value == -1 else dim_of(s, item))
    return Array(dtype, tuple(found))


def _broadcast_to(s: State, args: list[Value], kwargs: dict[str, Value]) -> Kind:
    array = use(s, args[0])
    assert isinstance(array, Sym)
    return Array(array.kind.dtype, shape_dims(s, args[1]) or ())  # type: ignore[union-attr]


def _eye(s: State, args: list[Value], kwargs: dict[str, Value]) -> Kind:
    first = use(s, args[0])
    second = use(s, args[1]) if len(args) > 1 else first
    assert isinstance(first, Sym) and isinstance(second, Sym)
    return Array(_dtype(kwargs.get("dtype"), "float64"), (dim_of(s, first), dim_of(s, second)))


def _array(s: State, args: list[Value], kwargs: dict[str, Value]) -> Kind | None:
    value = use(s, args[0])
    if isinstance(value, Sym):
        return Array(_dtype(kwargs.get("dtype"), value.kind.dtype), dims_of(value.kind))  # type: ignore[union-attr]
    return None


SHAPED: dict[Any, Callable[..., Kind | None]] = {
    np.zeros: _created, np.ones: _created, np.empty: _created, np.full: _full,
    np.zeros_like: _like_array, np.ones_like: _like_array, np.empty_like: _like_array, np.full_like: _like_array,
    np.copy: _like_array, np.arange: _range, np.linspace: _linspace, np.reshape: _reshape,
    np.broadcast_to: _broadcast_to, np.eye: _eye, np.identity: _eye, np.array: _array, np.asarray: _array,
}  # fmt: skip
