"""Adjoints and tangents of vector norms and of the trace.

The norm has derivative 0 at 0. Of the matrix norms only Frobenius' is
elementwise; the others are refused.

    r = np.linalg.norm(x)     ──▶     x_bar = r_bar / r * x
"""
from __future__ import annotations

from typing import Any

import numpy as np

from srctrans.kinds.kind import Array
from srctrans.kinds.symbol import call_of_kind
from srctrans.rules.registry import adjoint, d, tangent
from srctrans.rules.shapes_help import axes_of, reduction_keywords, spread
from srctrans.rules.values import dtype_keyword, known, nonzero, unsupported, whole_number

# mypy: disallow-untyped-defs=False


@adjoint(np.linalg.norm)
def norm(y, x, ord=None, axis=None, keepdims=False):
    scale, direction = _norm(y, x, ord, axis, keepdims)
    d[x] = spread(d[y] * scale, y, x, axis, keepdims) * direction


@tangent(np.linalg.norm)
def norm_tangent(y, x, ord=None, axis=None, keepdims=False):
    scale, direction = _norm(y, x, ord, axis, keepdims)
    d[y] = np.sum(d[x] * direction, **reduction_keywords(x, axis, keepdims)) * scale


def _norm(y: Any, x: Any, ord: Any, axis: Any, keepdims: Any) -> tuple[Any, Any]:
    """A factor of the shape of `y` and one of the shape of `x`, the product of which is the derivative."""
    vector = len(axes_of(axis, x.ndim)) == 1
    order = ord if isinstance(ord, (str, type(None))) else known(ord)
    if order is None and ord is None or order == "fro" and not vector or order == 2 and vector:
        return 1.0 / nonzero(y), x
    if order == 1 and vector:
        return 1.0, np.sign(x)
    if order in (float("inf"), float("-inf")) and vector:
        mask = np.absolute(x) == spread(y, y, x, axis, keepdims)
        number = np.sum(mask, **reduction_keywords(x, axis, keepdims), **dtype_keyword(x))
        return 1.0 / number, np.sign(x) * mask
    unsupported(f"the norm of order {ord} of {'vectors' if vector else 'matrices'} has no derivative rule")


@adjoint(np.trace, linear="x")
def trace(y, x, offset=0, axis1=0, axis2=1):
    if x.ndim != 2:
        unsupported("the trace of an array with more than two axes has no derivative rule")
    shifted = [] if whole_number(offset) == 0 else [whole_number(offset)]
    flipped = (whole_number(axis1) % 2, whole_number(axis2) % 2) == (1, 0)
    if flipped:
        shifted = [-k for k in shifted]
    kind = Array(str(x.dtype), x.kind.dims)
    d[x] = d[y] * call_of_kind(kind, np.eye, x.length(0), x.length(1), *shifted, **dtype_keyword(x))
