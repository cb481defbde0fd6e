"""Adjoints of functions that join arrays: each operand gets its own part.

    z = np.concatenate((x, y))     ──▶     x_bar = z_bar[:len(x)];  y_bar = z_bar[len(x):]
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from srctrans.kinds.kind import ONE
from srctrans.kinds.symbol import Sym
from srctrans.rules.registry import adjoint, d
from srctrans.rules.shapes_help import of_kind, whole
from srctrans.rules.values import known, unsupported, whole_number

# mypy: disallow-untyped-defs=False


@adjoint(np.concatenate, linear="parts")
def concatenate(y, parts, axis=0):
    if axis is None:
        if any(p.ndim != 1 for p in parts):
            unsupported("np.concatenate with axis=None of arrays with several axes has no derivative rule")
        axis = 0
    _split(d[y], y, parts, whole_number(axis) % y.ndim)


@adjoint(np.hstack, linear="parts")
def hstack(y, parts):
    _split(d[y], y, parts, 0 if y.ndim == 1 else 1)


@adjoint(np.vstack, linear="parts")
def vstack(y, parts):
    _split(d[y], y, parts, 0)


@adjoint(np.column_stack, linear="parts")
def column_stack(y, parts):
    _split(d[y], y, parts, 1)


@adjoint(np.stack, linear="parts")
def stack(y, parts, axis=0):
    axis = whole_number(axis) % y.ndim
    for i, part in enumerate(parts):
        if _active(part):
            d[part] = d[y] if _scalar(d[y]) else of_kind(whole(d[y], y)[(slice(None),) * axis + (i,)], part)


@adjoint(np.append, linear=("arr", "values"))
def append(y, arr, values, axis=None):
    if axis is None and (arr.ndim > 1 or values.ndim > 1):
        unsupported("np.append of arrays with several axes needs axis=")
    _split(d[y], y, (arr, values), 0 if axis is None else whole_number(axis) % y.ndim)


def _scalar(value: Any) -> bool:
    return not getattr(value, "ndim", 0)


def _active(part: Any) -> bool:
    return isinstance(part, Sym) and part.value is None


def _split(g: Any, y: Any, parts: Sequence[Any], axis: int) -> None:
    """Give each part its slice of the adjoint; a part with fewer axes is one row (or column, or number)."""
    if _scalar(g):
        for part in parts:
            if _active(part):
                d[part] = g
        return
    g = whole(g, y)
    lead = (slice(None),) * axis
    start: Any = 0
    for i, part in enumerate(parts):
        if getattr(part, "ndim", 0) < y.ndim:
            if _active(part):
                found = g[lead + (start,)]
                d[part] = of_kind(found, part)
            start = start + 1
            continue
        stop = start + _length(part, axis)
        if _active(part):
            last = i == len(parts) - 1
            piece = slice(None if known(start) == 0 else start, None if last else stop)
            d[part] = of_kind(g[lead + (piece,)], part)
        start = stop


def _length(part: Any, axis: int) -> Any:
    """How long the part is, as a number where that is known."""
    return 1 if part.kind.dims[axis] == ONE else part.length(axis)
