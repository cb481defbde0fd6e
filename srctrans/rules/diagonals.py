"""Adjoints of functions between a matrix and its diagonal; the tangent is the function itself.

    y = np.diag(x)     ──▶     x_bar = np.diag(y_bar)          (x a matrix as wide as high)
                               x_bar = np.diag(y_bar)          (x a vector)
"""
from __future__ import annotations

from typing import Any

import numpy as np

from srctrans.kinds.kind import ONE, Array
from srctrans.kinds.symbol import call, call_of_kind
from srctrans.rules.registry import adjoint, d
from srctrans.rules.shapes_help import of_kind, whole
from srctrans.rules.values import dtype_keyword, unsupported, whole_number

# mypy: disallow-untyped-defs=False


@adjoint(np.diag, linear="v")
def diag(y, v, k=0):
    offset = whole_number(k)
    if v.ndim == 1:
        d[v] = of_kind(_diagonal(whole(d[y], y), offset), v) if getattr(d[y], "ndim", 0) else d[y]
    else:
        d[v] = _matrix(d[y], y, v, offset)


@adjoint(np.diagonal, linear="a")
def diagonal(y, a, offset=0, axis1=0, axis2=1):
    if a.ndim != 2 or (whole_number(axis1), whole_number(axis2)) != (0, 1):
        unsupported("np.diagonal of an array with more than two axes has no derivative rule")
    d[a] = _matrix(d[y], y, a, whole_number(offset))


def _diagonal(g: Any, offset: int) -> Any:
    return np.diag(g) if offset == 0 else call(np.diag, g, offset)


def _matrix(g: Any, y: Any, x: Any, offset: int) -> Any:
    """The diagonal's adjoint in a matrix of the shape of `x`."""
    rows, columns = x.length(0), x.length(1)
    if offset == 0 and x.kind.dims[0] == x.kind.dims[1] and x.kind.dims[0] != ONE:
        return of_kind(_diagonal(whole(g, y), 0), x)
    shifted = [] if offset == 0 else [offset]
    ones = call_of_kind(Array(str(x.dtype), x.kind.dims), np.eye, rows, columns, *shifted, **dtype_keyword(x))
    if not getattr(g, "ndim", 0):
        return g * ones
    # One number for each column: those before the diagonal starts, the diagonal, those after it has ended.
    before = max(offset, 0)
    after = columns - before - y.length(0)
    zeros = [call(np.zeros, n, **dtype_keyword(x)) for n in ([before] if before else []) + [after]]
    parts = (zeros[0], whole(g, y), zeros[1]) if before else (whole(g, y), zeros[0])
    return of_kind(ones * call(np.concatenate, parts), x)

