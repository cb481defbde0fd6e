"""Domains of reductions, running sums and norms: ranks, axes, keepdims, axes of size one, zeros."""

import numpy as np

from .domain import between, case, normal

REDUCTIONS = (np.sum, np.mean, np.prod, np.max, np.min, np.amax, np.amin, np.ptp, np.var, np.std)


def calls(f):
    """Every combination of rank, axis and keepdims that is worth a look."""
    for shape, axes in {
        (5,): (None, 0, -1, (0,)),
        (3, 4): (None, 0, 1, -1, -2, (0, 1)),
        (2, 3, 4): (None, 0, 1, 2, -2, (0, 2), (0, 1), (-1, 1), (0, 1, 2)),
        (1, 4): (None, 0, 1),
        (3, 1): (0, 1),
    }.items():
        for axis in axes:
            case(f, normal(*shape), axis=axis)
            case(f, normal(*shape), axis=axis, keepdims=True)
    case(f, normal(4))
    case(f, normal(3, 4), 1)
    case(f, normal(3, 4), -1, keepdims=False)


for f in REDUCTIONS:
    calls(f)
for f in (np.sum, np.mean, np.prod, np.max, np.min):
    case(f, 0.7)
    case(f, np.array(0.7))
for f in (np.var, np.std):
    case(f, normal(5), ddof=1)
    case(f, normal(3, 4), axis=0, ddof=1)
    case(f, normal(3, 4), axis=(0, 1), ddof=2, keepdims=True)


def with_zeros(*shape, at):
    found = normal(*shape)
    for i in at:
        found[i] = 0.0
    return found


for f in (np.prod, np.cumprod):
    for at in ([0], [2], [4], [1, 3], [0, 4], [1, 2, 3]):
        case(f, with_zeros(5, at=at))
    for axis in (0, 1):
        case(f, with_zeros(3, 4, at=[(0, 0), (2, 1), (1, 1), (2, 2)]), axis=axis)

for f in (np.cumsum, np.cumprod):
    case(f, normal(5))
    case(f, normal(5), axis=0)
    case(f, normal(1))
    for axis in (0, 1, -1):
        case(f, normal(3, 4), axis=axis)
    case(f, normal(2, 3, 2), axis=1)
case(np.cumsum, normal(3, 4))

for axis in (0, 1, -1):
    case(np.diff, normal(3, 4), axis=axis)
case(np.diff, normal(5))
case(np.diff, normal(2))

for order in (None, 1, 2, np.inf, -np.inf):
    case(np.linalg.norm, normal(5), order)
    case(np.linalg.norm, between(0.3, 0.9, 3, 4), ord=order, axis=0)
    case(np.linalg.norm, normal(3, 4), ord=order, axis=-1, keepdims=True)
case(np.linalg.norm, normal(3, 4))
case(np.linalg.norm, normal(3, 4), "fro")
case(np.linalg.norm, normal(2, 3, 4))
case(np.linalg.norm, normal(2, 3, 4), axis=(0, 2))
case(np.linalg.norm, normal(3, 4), keepdims=True)

for offset in (0, 1, -1):
    case(np.trace, normal(4, 4), offset)
    case(np.trace, normal(3, 4), offset)
    case(np.trace, normal(4, 2), offset, 1, 0)
