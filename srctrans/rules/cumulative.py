"""Adjoints and tangents of running sums and products, and of differences of neighbours.

    y = np.cumsum(x)     ──▶     x_bar = np.cumsum(y_bar[::-1])[::-1]
"""
from __future__ import annotations

from typing import Any

import numpy as np

from srctrans.kinds.symbol import call
from srctrans.rules.registry import adjoint, d, tangent
from srctrans.rules.shapes_help import backwards, of_kind, reshaped, whole
from srctrans.rules.values import dtype_keyword, nonzero, unsupported, whole_number

# mypy: disallow-untyped-defs=False


def _reversed(value: Any, axis: Any) -> Any:
    return backwards(value, range(value.ndim) if axis is None else [axis])


def _running_sum(value: Any, axis: Any) -> Any:
    return np.cumsum(value) if value.ndim == 1 else np.cumsum(value, axis=axis)


def _sum_from_here(value: Any, axis: Any) -> Any:
    """For each element the sum of it and of all after it."""
    return _reversed(_running_sum(_reversed(value, axis), axis), axis)


def _axis(x: Any, axis: Any) -> Any:
    return None if axis is None else whole_number(axis) % x.ndim


@adjoint(np.cumsum, linear="x")
def cumsum(y, x, axis=None):
    found = _sum_from_here(whole(d[y], y), _axis(x, axis))
    d[x] = reshaped(found, x) if axis is None else of_kind(found, x)


# A running product has the derivative y / x by x, up to the first factor that is 0. From there on only the
# derivative by that factor is not 0, and it needs the products with that one left out.
@adjoint(np.cumprod)
def cumprod(y, x, axis=None):
    at = _only_axis(x, axis)
    first, others = _first_zero(x, at)
    summed = _sum_from_here(d[y] * y, at) / nonzero(x)
    d[x] = of_kind(summed + _sum_from_here(d[y] * others, at) * first, x)


@tangent(np.cumprod)
def cumprod_tangent(y, x, axis=None):
    at = _only_axis(x, axis)
    first, others = _first_zero(x, at)
    d[y] = y * _running_sum(d[x] / nonzero(x), at) + others * _running_sum(d[x] * first, at)


def _only_axis(x: Any, axis: Any) -> Any:
    if axis is None and x.ndim != 1:
        unsupported("np.cumprod of an array with several axes needs axis=")
    return _axis(x, axis)


def _first_zero(x: Any, axis: Any) -> tuple[Any, Any]:
    """Where the first factor 0 stands, and the running products with a 1 in its place."""
    zero = x == 0.0
    first = zero & (_running_sum(zero, axis) == 1)
    return first, np.cumprod(x + first) if x.ndim == 1 else np.cumprod(x + first, axis=axis)


@adjoint(np.diff, linear="a")
def diff(y, a, n=1, axis=-1):
    if whole_number(n) != 1:
        unsupported("np.diff with n > 1 has no derivative rule")
    axis = whole_number(axis) % a.ndim
    g = whole(d[y], y)
    if a.ndim == 1:
        zero = call(np.zeros, 1, **dtype_keyword(a))
        d[a] = of_kind(call(np.concatenate, (zero, g)) - call(np.concatenate, (g, zero)), a)
    else:
        widths = tuple((1, 1) if i == axis else (0, 0) for i in range(a.ndim))
        d[a] = of_kind(-np.diff(np.pad(g, widths), axis=axis), a)
