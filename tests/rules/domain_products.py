"""Domains of products: every combination of ranks."""

import numpy as np

from .domain import case, fixed, normal

for f in (np.matmul, np.dot):
    for first, second in [
        ((4,), (4,)), ((3, 4), (4,)), ((3,), (3, 4)), ((3, 4), (4, 2)), ((1, 4), (4, 1)), ((4, 1), (1, 3)),
        ((1,), (1,)),
    ]:  # fmt: skip
        case(f, normal(*first), normal(*second))
    case(f, fixed(normal(3, 4)), normal(4))
    case(f, normal(3, 4), fixed(normal(4, 2)))
for first, second in [
    ((2, 3, 4), (2, 4, 2)), ((2, 3, 4), (4, 2)), ((3, 4), (2, 4, 2)), ((1, 3, 4), (2, 4, 2)),
    ((2, 3, 4), (4,)), ((3,), (2, 3, 4)), ((2, 1, 3, 4), (5, 4, 2)), ((2, 2, 3, 4), (4,)),
    ((3,), (2, 2, 3, 4)),
]:  # fmt: skip
    case(np.matmul, normal(*first), normal(*second))
for first, second in [
    ((2, 3, 4), (4, 2)), ((2, 3), (2, 3, 2)), ((2, 3, 4), (4,)), ((3,), (2, 3, 4)), ((2, 2, 3), (2, 3, 2)),
]:  # fmt: skip
    case(np.dot, normal(*first), normal(*second))
for f in (np.dot, np.inner):
    case(f, 0.7, normal(3))
    case(f, normal(2, 3), 0.7)
    case(f, 0.7, -0.4)
    case(f, np.array(0.7), normal(3))

for first, second in [((4,), (4,)), ((3, 4), (2, 4)), ((3, 4), (4,)), ((4,), (2, 4)), ((2, 3, 4), (2, 4))]:
    case(np.inner, normal(*first), normal(*second))
for first, second in [((4,), (4,)), ((2, 3), (2, 3)), ((2, 3), (6,)), ((6,), (3, 2))]:
    case(np.vdot, normal(*first), normal(*second))
for first, second in [((3,), (4,)), ((2, 2), (3,)), ((3,), (2, 2)), ((2, 1), (1, 3)), ((1,), (3,))]:
    case(np.outer, normal(*first), normal(*second))
case(np.outer, normal(3), fixed(normal(4)))

for first, second, axes in [
    ((3, 4), (4, 2), 1), ((2, 3, 4), (3, 4, 2), 2), ((3, 4), (3, 4), 2), ((3,), (4,), 0),
    ((2, 3), (2,), 0), ((2, 3, 4), (4, 3, 5), ([1, 2], [1, 0])), ((2, 3, 4), (4, 3, 5), ((2, 1), (0, 1))),
    ((3, 4), (4, 3), ([0, 1], [1, 0])), ((3, 4), (5, 3), (0, 1)), ((3, 4), (5, 4), (1, 1)),
    ((3, 4), (3, 5), (0, 0)), ((3, 4), (3, 4), (-1, -1)), ((2, 3, 4), (3,), (1, 0)),
    ((3,), (2, 3, 4), (0, 1)), ((2, 3, 4, 2), (4, 2, 3), ([3, 1], [1, 2])),
    ((3, 2, 4), (4, 3, 2), ([0, 1, 2], [1, 2, 0])),
]:  # fmt: skip
    case(np.tensordot, normal(*first), normal(*second), axes)
case(np.tensordot, normal(2, 3, 4), normal(3, 4, 2))

for first, second in [((2,), (3,)), ((2, 3), (3, 2)), ((1, 3), (2, 1)), ((2, 1, 2), (1, 2, 2))]:
    case(np.kron, normal(*first), normal(*second))
