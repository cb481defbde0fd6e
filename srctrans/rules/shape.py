"""Adjoints of functions that move or repeat elements; the tangent is the function itself.

    y = np.reshape(x, (2, 3))     ──▶     x_bar = y_bar.reshape(x.shape)
"""
from __future__ import annotations

from typing import Any

import numpy as np

from srctrans.kinds.kind import Array, Dim
from srctrans.kinds.symbol import Sym, call, call_of_kind
from srctrans.rules.apply import unbroadcast
from srctrans.rules.registry import adjoint, d
from srctrans.rules.shapes_help import axes_of, backwards, like_kind, of_kind, reshaped, whole
from srctrans.rules.values import known, unsupported, whole_number, whole_numbers

# mypy: disallow-untyped-defs=False


def _scalar(value: Any) -> bool:
    """One number for all elements: wherever they came from, each gets it."""
    return not getattr(value, "ndim", 0)


def _c_order(order: Any) -> None:
    if order not in ("C", "K", "A"):
        unsupported(f"order={order!r} has no derivative rule")


@adjoint(np.copy, np.asarray, np.array, np.ascontiguousarray, np.asanyarray, linear="x")
def copy(y, x, dtype=None, order="K", copy=None, subok=False, like=None):
    if isinstance(x, (tuple, list)):
        _items(d[y], y, x, ())
    else:
        d[x] = d[y]


def _items(g: Any, y: Any, items: Any, index: tuple[int, ...]) -> None:
    """`np.array([a, [b, c]])`: each element gets its own."""
    for i, item in enumerate(items):
        at = index + (i,)
        if isinstance(item, (tuple, list)):
            _items(g, y, item, at)
        elif isinstance(item, Sym) and item.value is None:
            d[item] = g if _scalar(g) else whole(g, y)[at if len(at) > 1 else at[0]]


@adjoint(np.reshape, linear="x")
def reshape(y, x, shape=None, order="C", newshape=None, copy=None):
    _c_order(order)
    d[x] = _reshaped(d[y], y, x)


@adjoint(np.ravel, linear="x")
def ravel(y, x, order="C"):
    _c_order(order)
    d[x] = _reshaped(d[y], y, x)


@adjoint(np.squeeze, np.expand_dims, linear="x")
def squeeze(y, x, axis=None):
    d[x] = _reshaped(d[y], y, x)


@adjoint(np.atleast_1d, np.atleast_2d, linear="x")
def atleast(y, x):
    d[x] = _reshaped(d[y], y, x)


def _reshaped(g: Any, y: Any, x: Any) -> Any:
    return g if _scalar(g) else reshaped(whole(g, y), x)


@adjoint(np.transpose, linear="x")
def transpose(y, x, axes=None):
    if _scalar(d[y]) or x.ndim < 2:
        d[x] = d[y]
    elif axes is None:
        d[x] = whole(d[y], y).T
    else:
        order = [whole_number(a) % x.ndim for a in axes]
        back = tuple(order.index(i) for i in range(x.ndim))
        g = whole(d[y], y)
        d[x] = g.T if back == tuple(range(x.ndim))[::-1] else np.transpose(g, back)


@adjoint(np.swapaxes, linear="x")
def swapaxes(y, x, axis1, axis2):
    d[x] = d[y] if _scalar(d[y]) else np.swapaxes(whole(d[y], y), *whole_numbers((axis1, axis2)))


@adjoint(np.moveaxis, linear="x")
def moveaxis(y, x, source, destination):
    axes = whole_numbers(destination), whole_numbers(source)
    d[x] = d[y] if _scalar(d[y]) else np.moveaxis(whole(d[y], y), *axes)


@adjoint(np.flip, linear="x")
def flip(y, x, axis=None):
    d[x] = d[y] if _scalar(d[y]) else backwards(whole(d[y], y), axes_of(axis, x.ndim))


@adjoint(np.fliplr, linear="x")
def fliplr(y, x):
    d[x] = d[y] if _scalar(d[y]) else backwards(whole(d[y], y), [1])


@adjoint(np.flipud, linear="x")
def flipud(y, x):
    d[x] = d[y] if _scalar(d[y]) else backwards(whole(d[y], y), [0])


@adjoint(np.roll, linear="x")
def roll(y, x, shift, axis=None):
    if _scalar(d[y]):
        d[x] = d[y]
        return
    back = tuple(-s for s in shift) if isinstance(shift, (tuple, list)) else -shift
    axes = [] if axis is None else [whole_numbers(axis)]
    d[x] = call_of_kind(like_kind(d[y], x), np.roll, whole(d[y], y), back, *axes)


@adjoint(np.broadcast_to, linear="x")
def broadcast_to(y, x, shape):
    d[x] = unbroadcast(d[y], y, x)


@adjoint(np.triu, linear="x")
def triu(y, x, k=0):
    d[x] = _triangle(np.triu, whole(d[y], y), k)


@adjoint(np.tril, linear="x")
def tril(y, x, k=0):
    d[x] = _triangle(np.tril, whole(d[y], y), k)


def _triangle(function: Any, g: Any, k: Any) -> Any:
    return function(g) if known(k) == 0 else call(function, g, k)


@adjoint(np.repeat, linear="x")
def repeat(y, x, repeats, axis=None):
    if isinstance(repeats, (tuple, list)) or not _scalar(repeats):
        unsupported("np.repeat with a count for each element has no derivative rule")
    if axis is None and x.ndim > 1:
        unsupported("np.repeat of an array with several axes needs axis=")
    if not x.ndim:
        d[x] = np.sum(whole(d[y], y))
        return
    axis = 0 if axis is None else whole_number(axis) % x.ndim
    if _scalar(d[y]):
        d[x] = d[y] * repeats
        return
    sizes = [x.length(i) for i in range(x.ndim)]
    sizes.insert(axis + 1, repeats)
    d[x] = of_kind(np.sum(_in_blocks(d[y], y, sizes), axis=axis + 1), x)


def _in_blocks(g: Any, y: Any, sizes: list[Any]) -> Any:
    """The adjoint with an axis of its own for the repetitions."""
    kind = Array(str(y.dtype), tuple(Dim(f"?{size}") for size in sizes))
    return call_of_kind(kind, np.reshape, whole(g, y), tuple(sizes))


@adjoint(np.tile, linear="x")
def tile(y, x, reps):
    counts = list(reps) if isinstance(reps, (tuple, list)) else [reps]
    if _scalar(d[y]):
        value = d[y]
        for n in counts:
            value = value * n
        d[x] = value
        return
    counts = [1] * (x.ndim - len(counts)) + counts
    lead = len(counts) - x.ndim
    sizes: list[Any] = counts[:lead]
    axes = list(range(lead))
    for i, n in enumerate(counts[lead:]):
        if known(n) != 1:
            axes.append(len(sizes))
            sizes.append(n)
        sizes.append(x.length(i))
    if not axes:
        d[x] = d[y]
        return
    g = _in_blocks(d[y], y, sizes)
    d[x] = of_kind(np.sum(g, axis=axes[0] if len(axes) == 1 else tuple(axes)) if x.ndim else np.sum(g), x)


@adjoint(np.pad, linear="x")
def pad(y, x, pad_width, mode="constant", *, constant_values=0.0):
    if mode != "constant":
        unsupported(f"np.pad with mode={mode!r} has no derivative rule")
    if known(constant_values) != 0:
        unsupported("np.pad with constant_values other than 0 has no derivative rule")
    if _scalar(d[y]):
        d[x] = d[y]
        return
    items = []
    for i, (before, after) in enumerate(_widths(pad_width, x.ndim)):
        if known(before) == 0 and known(after) == 0:
            items.append(slice(None))
        else:
            items.append(slice(before, before + x.length(i)))
    node = whole(d[y], y)[tuple(items)].node
    d[x] = Sym(node, Array(str(y.dtype), x.kind.dims))


def _widths(width: Any, rank: int) -> list[tuple[Any, Any]]:
    if not isinstance(width, (tuple, list)):
        return [(width, width)] * rank
    pairs = [tuple(w) if isinstance(w, (tuple, list)) else w for w in width]
    if not isinstance(pairs[0], tuple):
        return [(pairs[0], pairs[-1])] * rank
    pairs = [(p[0], p[-1]) for p in pairs]
    return pairs * rank if len(pairs) == 1 else pairs


@adjoint(np.take, linear="x")
def take(y, x, indices, axis=None, mode="raise"):
    if x.ndim != 1:
        unsupported("np.take of an array with several axes has no derivative rule")
    if isinstance(indices, (tuple, list)):
        indices = call(np.array, list(indices))
    if not getattr(indices, "ndim", 0):
        indices, g = call(np.array, [indices]), call(np.array, [d[y]])
    else:
        g = whole(d[y], y)
    if indices.ndim > 1:
        indices, g = call(np.ravel, indices), call(np.ravel, g)
    # Negative indices count from the end.
    kind = Array("float64", x.kind.dims)
    d[x] = call_of_kind(kind, np.bincount, indices % x.length(0), g, x.length(0))
