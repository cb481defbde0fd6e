"""Shapes in rules: putting reduced axes back, and writing out an adjoint that still has to be broadcast.

The adjoint `d[y]` of a result may be smaller than `y`: the number 1.0, or an
array with fewer axes, that broadcasts to it. So rules put an axis back only
where broadcasting would not find it, and write out the whole array only where
they move elements about.

    np.sum(x)               x_bar = s_bar
    np.sum(x, axis=0)       x_bar = s_bar
    np.sum(x, axis=1)       x_bar = s_bar[:, None]
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Kind
from srctrans.kinds.symbol import Sym, call, call_of_kind, full_like, lift
from srctrans.rules.values import dtype_keyword, known, whole_number
from srctrans.syntax import build


def axes_of(axis: Any, rank: int) -> tuple[int, ...]:
    """The axes that `axis` means, counted from 0; all for None."""
    if axis is None:
        return tuple(range(rank))
    items = axis if isinstance(axis, (tuple, list)) else (axis,)
    return tuple(sorted(whole_number(a) % max(rank, 1) for a in items))


def axis_keyword(axis: Any, rank: int) -> dict[str, Any]:
    """`axis=` for a reduction over the same axes, nothing where all are meant."""
    axes = axes_of(axis, rank)
    if len(axes) == rank:
        return {}
    return {"axis": axes[0] if len(axes) == 1 else axes}


def reduction_keywords(x: Any, axis: Any, keepdims: Any) -> dict[str, Any]:
    """`axis=` and `keepdims=` of a reduction to the same shape."""
    return {**axis_keyword(axis, x.ndim), **({"keepdims": True} if keepdims is True else {})}


def beside(function: Any, x: Any, axis: Any) -> Any:
    """A reduction of `x` that broadcasts against `x`: `np.max(x, axis=1, keepdims=True)`."""
    keywords = axis_keyword(axis, x.ndim)
    axes = axes_of(axis, x.ndim)
    if keywords and axes != tuple(range(len(axes))):
        keywords["keepdims"] = True
    return call(function, x, **keywords)


def spread(value: Any, y: Any, x: Any, axis: Any, keepdims: Any = False) -> Any:
    """`value`, which broadcasts to the reduced `y`, as something that broadcasts to `x`."""
    if not isinstance(value, Sym) or keepdims is True or not value.ndim:
        return value
    axes = axes_of(axis, x.ndim)
    left = [a for a in range(x.ndim) if a not in axes]
    covered = left[len(left) - value.ndim :]
    items: list[Any] = [None if a in axes else slice(None) for a in range(covered[0], x.ndim)]
    while items and items[-1] is not None:
        items.pop()
    return value[tuple(items)] if items else value


def whole(value: Any, y: Any) -> Any:
    """`value`, which broadcasts to `y`, with every element of `y` there."""
    value = lift(value)
    if full_like(value, y.kind):
        return value
    if value.ndim:
        return call_of_kind(Array(value.kind.dtype, dims_of(y.kind)), np.broadcast_to, value, y.shape)
    return call_of_kind(Array(str(y.dtype), dims_of(y.kind)), np.full, y.shape, value, **dtype_keyword(y))


def count(x: Any, axis: Any = None) -> Any:
    """How many elements of `x` a reduction over `axis` takes together, as an integer."""
    if not x.ndim:
        return 1
    axes = axes_of(axis, x.ndim)
    if len(axes) == x.ndim:
        return x.length(0) if x.ndim == 1 else x.size
    return product(x.length(a) for a in axes)


def product(items: Iterable[Any]) -> Any:
    """The product of integers, some of them symbols."""
    result: Any = 1
    for item in items:
        result = item if known(result) == 1 else result * item
    return result


def reshaped(value: Any, like: Any) -> Any:
    """`value`, with all elements there, in the shape of `like`."""
    if value.ndim == like.ndim and value.ndim < 2:
        return value
    if not like.ndim:
        return value[(0,) * value.ndim]
    made = build.call(build.attribute(value.node, "reshape"), like.shape.node)
    return Sym(made, Array(value.kind.dtype, dims_of(like.kind)))


def backwards(value: Any, axes: Iterable[int]) -> Any:
    """`value` from its end to its start along these axes: `g[:, ::-1]`."""
    reverse = set(axes)
    items = [slice(None, None, -1) if i in reverse else slice(None) for i in range(max(reverse) + 1)]
    return value[tuple(items)]


def of_kind(value: Any, like: Any) -> Any:
    """`value` known to have the shape of `like`."""
    return Sym(value.node, like_kind(value, like), value.mask)


def like_kind(value: Any, like: Any) -> Kind:
    return Array(value.kind.dtype, dims_of(like.kind)) if like.ndim else like.kind
