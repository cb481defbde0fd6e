"""Adjoints and tangents of products of vectors and matrices: matmul, dot, vdot, inner, outer.

Each combination of ranks has the expression that a person would write. An
adjoint that is still one number is not written out as an array: the product
with an array of ones is a sum.

    y = w @ x                ──▶     w_bar = y_bar @ x.T;  x_bar = w.T @ y_bar
    s = np.sum(w @ x)        ──▶     w_bar = s_bar * np.sum(x, axis=1)
"""
from __future__ import annotations

from typing import Any

import numpy as np

from srctrans.kinds.symbol import call
from srctrans.rules.apply import unbroadcast
from srctrans.rules.contractions import pull_dot, pull_inner, push
from srctrans.rules.registry import adjoint, d, tangent
from srctrans.rules.shapes_help import of_kind, reshaped, whole

# mypy: disallow-untyped-defs=False


def _scalar(value: Any) -> bool:
    return not getattr(value, "ndim", 0)


@adjoint(np.matmul)
def matmul(y, a, b):
    d[a], d[b] = _pull_product(d[y], y, a, b)


@tangent(np.matmul)
def matmul_tangent(y, a, b):
    push(np.matmul, y, a, b)


@adjoint(np.dot)
def dot(y, a, b):
    if not a.ndim or not b.ndim:
        d[a], d[b] = unbroadcast(d[y] * b, y, a), unbroadcast(d[y] * a, y, b)
    elif b.ndim > 2 or a.ndim > 2 and b.ndim == 2:
        d[a], d[b] = pull_dot(whole(d[y], y), a, b)
    else:
        d[a], d[b] = _pull_product(d[y], y, a, b)


@tangent(np.dot)
def dot_tangent(y, a, b):
    push(np.dot, y, a, b)


def _pull_product(g: Any, y: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """The adjoints of the operands of `a @ b`."""
    if a.ndim == b.ndim == 1:
        return g * b, g * a
    if a.ndim > 2 or b.ndim > 2:
        return _pull_stacks(whole(g, y), y, a, b)
    if _scalar(g):
        return _pull_sum(g, a, b)
    g = whole(g, y)
    if b.ndim == 1:
        return np.outer(g, b), g @ a
    if a.ndim == 1:
        return b @ g, np.outer(a, g)
    return g @ b.T, a.T @ g


def _pull_sum(g: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """The same where every element of `a @ b` has the same adjoint."""
    to_a = b if b.ndim == 1 else np.sum(b, axis=1)
    to_b = a if a.ndim == 1 else np.sum(a, axis=0)
    if a.ndim == 1:
        return g * to_a, (g * to_b)[:, None]
    return g * to_a, g * to_b if b.ndim == 1 else (g * to_b)[:, None]


def _pull_stacks(g: Any, y: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """Products of stacks of matrices, the stacks broadcast."""
    if b.ndim == 1:
        return g[..., None] * b, call(np.tensordot, g, a, g.ndim)
    if a.ndim == 1:
        axes = tuple(i for i in range(b.ndim) if i != b.ndim - 2)
        return call(np.tensordot, b, g, (axes, tuple(range(g.ndim)))), a[:, None] * g[..., None, :]
    to_a = g @ np.swapaxes(b, -1, -2) if b.ndim > 2 else g @ b.T
    to_b = np.swapaxes(a, -1, -2) @ g if a.ndim > 2 else a.T @ g
    return _unstack(to_a, a), _unstack(to_b, b)


def _unstack(value: Any, operand: Any) -> Any:
    """Sum over the axes along which the stack of the operand was broadcast."""
    return unbroadcast(value, value, operand)


@adjoint(np.vdot)
def vdot(y, a, b):
    if a.ndim == b.ndim:
        d[a], d[b] = d[y] * b, d[y] * a
    else:
        d[a], d[b] = d[y] * reshaped(b, a), d[y] * reshaped(a, b)


@tangent(np.vdot)
def vdot_tangent(y, a, b):
    push(np.vdot, y, a, b)


@adjoint(np.outer)
def outer(y, a, b):
    if _scalar(d[y]):
        d[a], d[b] = d[y] * np.sum(b), d[y] * np.sum(a)
        return
    g = whole(d[y], y)
    d[a] = _back(g @ _flat(b), a)
    d[b] = _back(_flat(a) @ g, b)


def _flat(x: Any) -> Any:
    if not x.ndim:
        return np.reshape(x, (1,))
    return x if x.ndim == 1 else np.ravel(x)


def _back(value: Any, x: Any) -> Any:
    return of_kind(value, x) if x.ndim == 1 else reshaped(value, x)


@tangent(np.outer)
def outer_tangent(y, a, b):
    push(np.outer, y, a, b)


@adjoint(np.inner)
def inner(y, a, b):
    if not a.ndim or not b.ndim:
        d[a], d[b] = unbroadcast(d[y] * b, y, a), unbroadcast(d[y] * a, y, b)
    elif a.ndim == b.ndim == 1:
        d[a], d[b] = d[y] * b, d[y] * a
    else:
        d[a], d[b] = pull_inner(whole(d[y], y), a, b)


@tangent(np.inner)
def inner_tangent(y, a, b):
    push(np.inner, y, a, b)
