"""Adjoints of functions that make arrays from numbers: full, linspace, arange.

    y = np.full(n, c)     ──▶     c_bar = np.sum(y_bar)
"""
from __future__ import annotations

from typing import Any

import numpy as np

from srctrans.kinds.kind import Array
from srctrans.kinds.symbol import Sym, call_of_kind
from srctrans.rules.apply import unbroadcast
from srctrans.rules.registry import adjoint, d, inactive, tangent
from srctrans.rules.shapes_help import product, whole

# mypy: disallow-untyped-defs=False

inactive(
    np.zeros, np.ones, np.empty, np.zeros_like, np.ones_like, np.empty_like, np.eye, np.identity, np.tri,
)  # fmt: skip


@adjoint(np.full)
def full(y, shape, fill_value, dtype=None):
    d[fill_value] = _collected(d[y], y, fill_value)


@tangent(np.full)
def full_tangent(y, shape, fill_value, dtype=None):
    if d[fill_value] is not None:
        d[y] = call_of_kind(y.kind, np.full, shape, d[fill_value])


@adjoint(np.full_like)
def full_like(y, x, fill_value, dtype=None):
    d[fill_value] = _collected(d[y], y, fill_value)


@tangent(np.full_like)
def full_like_tangent(y, x, fill_value, dtype=None):
    if d[fill_value] is not None:
        d[y] = call_of_kind(y.kind, np.full_like, x, d[fill_value])


def _collected(g: Any, y: Any, x: Any) -> Any:
    if not getattr(g, "ndim", 0) and not getattr(x, "ndim", 0):
        return g * product([y.length(0)] if y.ndim == 1 else [y.size])
    return unbroadcast(g, y, x)


@adjoint(np.linspace)
def linspace(y, start, stop, num=50, endpoint=True):
    g = whole(d[y], y)
    if _active(start):
        d[start] = np.sum(g * (1.0 - _steps(y, num, endpoint)))
    if _active(stop):
        d[stop] = np.sum(g * _steps(y, num, endpoint))


@tangent(np.linspace)
def linspace_tangent(y, start, stop, num=50, endpoint=True):
    ends = [0.0 if d[x] is None else d[x] for x in (start, stop)]
    d[y] = call_of_kind(y.kind, np.linspace, *ends, num, **({} if endpoint is True else {"endpoint": False}))


def _steps(y: Any, num: Any, endpoint: Any) -> Any:
    keywords = {} if endpoint is True else {"endpoint": False}
    return call_of_kind(y.kind, np.linspace, 0.0, 1.0, num, **keywords)


@adjoint(np.arange)
def arange(y, start, stop=None, step=None, dtype=None):
    if stop is None:
        return
    g = whole(d[y], y)
    if _active(start):
        d[start] = np.sum(g)
    if _active(step):
        d[step] = np.sum(g * call_of_kind(Array("int64", y.kind.dims), np.arange, y.length(0)))


@tangent(np.arange)
def arange_tangent(y, start, stop=None, step=None, dtype=None):
    if stop is None:
        return
    if d[start] is not None:
        d[y] = d[start]
    if d[step] is not None:
        d[y] = d[step] * call_of_kind(Array("int64", y.kind.dims), np.arange, y.length(0))


def _active(x: Any) -> bool:
    return isinstance(x, Sym) and x.value is None

