"""Partial derivatives of elementwise functions that choose: abs, maximum, where, clip.

Where the derivative is not unique: `abs` has 0 at 0; the arguments of
`maximum` and `minimum` share ties equally; `clip` has 1 for its argument at
both of its bounds; what `where` did not take gets exactly 0, even where its
own derivative is infinite or NaN.

>>> maximum(2.0, 2.0, 2.0)
(0.5, 0.5)
"""
from __future__ import annotations

import builtins
import math

import numpy as np

from srctrans.kinds.symbol import Sym, call, lift, multiply
from srctrans.kinds.symbol import where as masked
from srctrans.rules.apply import unbroadcast
from srctrans.rules.registry import adjoint, d, partials, tangent
from srctrans.rules.values import half, known, typed

# mypy: disallow-untyped-defs=False


@partials(np.absolute, np.fabs, math.fabs, builtins.abs)
def absolute(z, x):
    return (np.sign(x),)


@partials(np.copysign, math.copysign)
def copysign(z, x, y):
    return np.sign(x) * np.copysign(1.0, y), None


@partials(np.maximum)
def maximum(z, x, y):
    tie = half(z) * (x == y)
    return (x > y) + tie, (y > x) + tie


@partials(np.minimum)
def minimum(z, x, y):
    tie = half(z) * (x == y)
    return (x < y) + tie, (y < x) + tie


@partials(np.fmax, np.fmin)
def fmax(z, x, y):
    # Read off the result, since the other operand may be NaN.
    tie = half(z) * (x == y)
    return (z == x) - tie, (z == y) - tie


@adjoint(np.where)
def where(z, condition, x, y):
    g = lift(typed(d[z], z))
    for operand, mask in ((x, condition), (y, np.logical_not(condition))):
        if isinstance(operand, Sym):
            d[operand] = unbroadcast(multiply(g, masked(lift(mask), lift(1.0))), z, operand)


@tangent(np.where)
def where_tangent(z, condition, x, y):
    parts = [0.0 if d[part] is None else d[part] for part in (x, y)]
    d[z] = call(np.where, condition, *parts)


@adjoint(np.clip)
def clip(z, x, low=None, high=None, *, min=None, max=None, a_min=None, a_max=None):
    low, high = _first(low, min, a_min), _first(high, max, a_max)
    for operand, partial in zip((x, low, high), _clip_partials(x, low, high)):
        if isinstance(operand, Sym) and operand.value is None:
            d[operand] = unbroadcast(multiply(lift(typed(d[z], z)), lift(partial)), z, operand)


@tangent(np.clip)
def clip_tangent(z, x, low=None, high=None, *, min=None, max=None, a_min=None, a_max=None):
    low, high = _first(low, min, a_min), _first(high, max, a_max)
    for operand, partial in zip((x, low, high), _clip_partials(x, low, high)):
        if d[operand] is not None:
            d[z] = multiply(d[operand], lift(partial))


def _first(*values):
    return next((v for v in values if v is not None), None)


def _clip_partials(x, low, high):
    """1 for what became the result; the upper bound wins where the bounds cross, as in NumPy."""
    if high is None:
        return x >= low, x < low, None
    if low is None:
        return x <= high, None, x > high
    if known(low) is not None and known(high) is not None:
        return (x >= low) & (x <= high), None, None
    return (x >= low) & (x <= high), (x < low) & (low <= high), (x > high) | (low > high)


@adjoint(np.nan_to_num)
def nan_to_num(z, x, *args, **kwargs):
    d[x] = multiply(lift(typed(d[z], z)), masked(np.isfinite(x), lift(1.0)))


@tangent(np.nan_to_num)
def nan_to_num_tangent(z, x, *args, **kwargs):
    d[z] = multiply(d[x], masked(np.isfinite(x), lift(1.0)))
