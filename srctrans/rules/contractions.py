"""Adjoints and tangents of contractions over chosen axes: tensordot, kron, dot of higher ranks.

    y = np.tensordot(a, b, 2)     ──▶     a_bar = np.tensordot(y_bar, b, ((1,), (2,)))
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from srctrans.kinds.kind import Array
from srctrans.kinds.symbol import call, call_of_kind
from srctrans.rules.registry import adjoint, d, tangent
from srctrans.rules.shapes_help import of_kind, whole
from srctrans.rules.values import known, unsupported, whole_number

# mypy: disallow-untyped-defs=False


def push(function: Callable[..., Any], y: Any, a: Any, b: Any, *rest: Any) -> None:
    """The tangent of a function that is linear in each of two operands."""

    def make(p: Any, q: Any) -> Any:
        return p @ q if function is np.matmul else call_of_kind(y.kind, function, p, q, *rest)

    if d[a] is not None:
        d[y] = make(whole(d[a], a), b)
    if d[b] is not None:
        d[y] = make(a, whole(d[b], b))


def contract(a: Any, b: Any, axes_a: Sequence[int], axes_b: Sequence[int]) -> Any:
    """`np.tensordot`, as a product of vectors or matrices where it is one."""
    pair = (tuple(axes_a), tuple(axes_b))
    if not pair[0]:
        return np.outer(a, b) if a.ndim == b.ndim == 1 else call(np.tensordot, a, b, 0)
    if len(pair[0]) == 1 and a.ndim < 3 and b.ndim < 3:
        left = a.T if pair[0] == (0,) and a.ndim == 2 else a
        right = b.T if pair[1] == (1,) and b.ndim == 2 else b
        return left @ right
    return call(np.tensordot, a, b, pair)


def pull_dot(g: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """`np.dot(a, b)[i, j] = sum(a[i, :] * b[j, :, k])`, where one of them has more than two axes."""
    return pull_contraction(g, a, b, (a.ndim - 1,), (b.ndim - 2,))


def pull_inner(g: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """`np.inner(a, b)[i, j] = sum(a[i, :] * b[j, :])`."""
    return pull_contraction(g, a, b, (a.ndim - 1,), (b.ndim - 1,))


def pull_contraction(g: Any, a: Any, b: Any, axes_a: Sequence[int], axes_b: Sequence[int]) -> tuple[Any, Any]:
    """The adjoints of the operands of `np.tensordot(a, b, (axes_a, axes_b))`."""
    if not g.ndim:
        return g * _moved(b, _order(axes_b, axes_a)), g * _moved(a, _order(axes_a, axes_b))
    free_a = [i for i in range(a.ndim) if i not in axes_a]
    free_b = [i for i in range(b.ndim) if i not in axes_b]
    from_a, from_b = list(range(len(free_a))), list(range(len(free_a), g.ndim))
    # The axes of a product: those left of its first factor, then those left of its second.
    order_a = free_a + [axes_a[list(axes_b).index(i)] for i in sorted(axes_b)]
    to_a = contract(g, b, from_b, free_b)
    order_b = [axes_b[list(axes_a).index(i)] for i in sorted(axes_a)] + free_b
    other_b = free_b + order_b[: len(axes_a)]
    if other_b == sorted(other_b) and order_b != other_b:
        to_b, order_b = contract(g, a, from_a, free_a), other_b
    else:
        to_b = contract(a, g, free_a, from_a)
    return of_kind(_moved(to_a, _inverse(order_a)), a), of_kind(_moved(to_b, _inverse(order_b)), b)


def _order(axes: Sequence[int], others: Sequence[int]) -> list[int]:
    """Where all axes are contracted: which axis of the one stands where the other has its own."""
    return [axes[list(others).index(i)] for i in range(len(others))]


def _inverse(order: Sequence[int]) -> list[int]:
    return [list(order).index(i) for i in range(len(order))]


def _moved(x: Any, order: Sequence[int]) -> Any:
    """The transpose, where it is one."""
    if list(order) == list(range(len(order))):
        return x
    return x.T if len(order) == 2 else np.transpose(x, tuple(order))


@adjoint(np.tensordot)
def tensordot(y, a, b, axes=2):
    d[a], d[b] = pull_contraction(whole(d[y], y) if y.ndim else d[y], a, b, *_axes(a, b, axes))


@tangent(np.tensordot)
def tensordot_tangent(y, a, b, axes=2):
    push(np.tensordot, y, a, b, axes)


def _axes(a: Any, b: Any, axes: Any) -> tuple[list[int], list[int]]:
    if isinstance(axes, (tuple, list)):
        first, second = ([x] if known(x) is not None else list(x) for x in axes)
        return [whole_number(i) % a.ndim for i in first], [whole_number(i) % b.ndim for i in second]
    n = whole_number(axes)
    return list(range(a.ndim - n, a.ndim)), list(range(n))


@adjoint(np.kron)
def kron(y, a, b):
    if a.ndim != b.ndim:
        unsupported("np.kron of arrays with different numbers of axes has no derivative rule")
    if not a.ndim:
        d[a], d[b] = d[y] * b, d[y] * a
        return
    rank = a.ndim
    sizes = tuple(x.length(i) for i in range(rank) for x in (a, b))
    dims = tuple(x.kind.dims[i] for i in range(rank) for x in (a, b))
    g = call_of_kind(Array(str(y.dtype), dims), np.reshape, whole(d[y], y), sizes)
    mine, its = tuple(range(0, 2 * rank, 2)), tuple(range(1, 2 * rank, 2))
    d[a] = of_kind(contract(g, b, its, tuple(range(rank))), a)
    d[b] = of_kind(contract(a, g, tuple(range(rank)), mine), b)


@tangent(np.kron)
def kron_tangent(y, a, b):
    push(np.kron, y, a, b)
