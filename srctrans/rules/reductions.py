"""Adjoints and tangents of reductions: sum, mean, products, extrema, deviations, running sums, norms.

In: `d[y]`, which broadcasts to the reduced `y`. Out: `d[x]`, which broadcasts
to `x`: the adjoint of a sum is the adjoint of its result, without any array
of ones.

    s = np.sum(x, axis=1)     ──▶     x_bar = s_bar[:, None]
"""
from __future__ import annotations

from typing import Any

import numpy as np

from srctrans.rules.registry import adjoint, d, tangent
from srctrans.rules.shapes_help import axes_of, axis_keyword, beside, count, reduction_keywords, spread
from srctrans.rules.values import dtype_keyword, nonzero, typed

# mypy: disallow-untyped-defs=False


@adjoint(np.sum, linear="x")
def sum_(y, x, axis=None, *, keepdims=False):
    d[x] = spread(d[y], y, x, axis, keepdims)


@adjoint(np.mean, linear="x")
def mean(y, x, axis=None, *, keepdims=False):
    d[x] = spread(d[y] / count(x, axis), y, x, axis, keepdims)


def _sum(terms, x, axis, keepdims):
    """The reduction that belongs to the tangent."""
    return np.sum(terms, **reduction_keywords(x, axis, keepdims))


# Products. A factor 0 is handled exactly: the product of the others is 0 unless no other factor is 0.
def _others(x: Any, axis: Any) -> Any:
    zero = x == 0.0
    return beside(np.prod, nonzero(x), axis) / nonzero(x) * (beside(np.sum, zero, axis) == zero)


@adjoint(np.prod)
def prod(y, x, axis=None, *, keepdims=False):
    d[x] = spread(typed(d[y], y), y, x, axis, keepdims) * _others(x, axis)


@tangent(np.prod)
def prod_tangent(y, x, axis=None, *, keepdims=False):
    d[y] = _sum(d[x] * _others(x, axis), x, axis, keepdims)


# Extrema: elements that tie share equally.
def _ties(y: Any, x: Any, axis: Any, keepdims: Any) -> tuple[Any, Any]:
    """Which elements are extreme, and how many."""
    mask = x == spread(y, y, x, axis, keepdims)
    keywords = {**reduction_keywords(x, axis, keepdims), **dtype_keyword(x)}
    return mask, np.sum(mask, **keywords) if keywords else np.count_nonzero(mask)


@adjoint(np.max, np.min, np.amax, np.amin)
def extreme(y, x, axis=None, *, keepdims=False):
    mask, number = _ties(y, x, axis, keepdims)
    d[x] = spread(typed(d[y], y) / number, y, x, axis, keepdims) * mask


@tangent(np.max, np.min, np.amax, np.amin)
def extreme_tangent(y, x, axis=None, *, keepdims=False):
    mask, number = _ties(y, x, axis, keepdims)
    d[y] = _sum(d[x] * mask, x, axis, keepdims) / number


@adjoint(np.ptp)
def ptp(y, x, axis=None, *, keepdims=False):
    d[x] = spread(d[y], y, x, axis, keepdims) * _ptp_partial(x, axis)


@tangent(np.ptp)
def ptp_tangent(y, x, axis=None, *, keepdims=False):
    d[y] = _sum(d[x] * _ptp_partial(x, axis), x, axis, keepdims)


def _ptp_partial(x: Any, axis: Any) -> Any:
    top, bottom = x == beside(np.max, x, axis), x == beside(np.min, x, axis)
    dtype = dtype_keyword(x)
    parts = [m / _beside_count(m, axis, dtype) for m in (top, bottom)]
    return parts[0] - parts[1]


def _beside_count(mask: Any, axis: Any, dtype: dict[str, Any]) -> Any:
    axes = axes_of(axis, mask.ndim)
    keywords = {**axis_keyword(axis, mask.ndim), **dtype}
    if len(axes) < mask.ndim and axes != tuple(range(len(axes))):
        keywords["keepdims"] = True
    return np.sum(mask, **keywords)


# Deviations.
@adjoint(np.var)
def var(y, x, axis=None, *, ddof=0, keepdims=False):
    scale = 2.0 * d[y] / (count(x, axis) - ddof)
    d[x] = spread(scale, y, x, axis, keepdims) * _centred(x, axis)


@tangent(np.var)
def var_tangent(y, x, axis=None, *, ddof=0, keepdims=False):
    d[y] = 2.0 * _sum(d[x] * _centred(x, axis), x, axis, keepdims) / (count(x, axis) - ddof)


@adjoint(np.std)
def std(y, x, axis=None, *, ddof=0, keepdims=False):
    scale = d[y] / ((count(x, axis) - ddof) * nonzero(y))
    d[x] = spread(scale, y, x, axis, keepdims) * _centred(x, axis)


@tangent(np.std)
def std_tangent(y, x, axis=None, *, ddof=0, keepdims=False):
    d[y] = _sum(d[x] * _centred(x, axis), x, axis, keepdims) / ((count(x, axis) - ddof) * nonzero(y))


def _centred(x: Any, axis: Any) -> Any:
    return x - beside(np.mean, x, axis)
