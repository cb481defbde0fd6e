"""Broadcasting decided before the run: result dims, and what has to be summed on the way back.

>>> from srctrans.kinds import Dim, ONE
>>> n = Dim("len(x)", True)
>>> broadcast((n,), (ONE,))
(len(x),)
>>> sums((n, n), (n,))
([0], [])
"""

from __future__ import annotations

from srctrans.kinds.kind import ONE, Array, Dim, Kind, Scalar

Dims = tuple[Dim, ...]


def dims_of(kind: Kind) -> Dims:
    return kind.dims if isinstance(kind, Array) else ()


def join(a: Dim, b: Dim) -> Dim:
    """The size of an axis over which `a` and `b` are broadcast."""
    if a == b or b is ONE or b == ONE:
        return a
    if a == ONE:
        return b
    if a.not_one and a.evaluable:
        return a
    if b.not_one and b.evaluable:
        return b
    if a.not_one or b.not_one:
        return a if a.not_one else b
    if a.identity == b.identity:
        return a if a.evaluable else b
    return Dim(f"?max({a.text.lstrip('?')}, {b.text.lstrip('?')})")


def broadcast(*shapes: Dims) -> Dims:
    """The dims of the result of an elementwise operation."""
    rank = max(map(len, shapes), default=0)
    result = [ONE] * rank
    for dims in shapes:
        offset = rank - len(dims)
        for axis, dim in enumerate(dims):
            result[offset + axis] = join(result[offset + axis], dim)
    return tuple(result)


def same(a: Dim, b: Dim) -> bool:
    """Are the two sizes equal, given that they are broadcast together?"""
    return a.identity == b.identity or (a.not_one and b.not_one)


def sums(full: Dims, part: Dims) -> tuple[list[int], list[int]]:
    """Axes of `full` to sum to come back to `part`: those that it must, those known only at run time."""
    must, maybe = [], []
    offset = len(full) - len(part)
    for axis, dim in enumerate(full):
        if axis < offset:
            must.append(axis)
            continue
        mine = part[axis - offset]
        if same(dim, mine):
            continue
        if mine == ONE:
            (must if dim.not_one or dim != ONE else maybe).append(axis)
        elif not mine.not_one:
            maybe.append(axis)
    return must, maybe


def covers(part: Dims, full: Dims) -> bool:
    """Does a value of dims `part` already have the shape `full` (no broadcast is left to do)?"""
    return len(part) == len(full) and all(same(a, b) or (a == ONE and b == ONE) for a, b in zip(part, full))


def promote(*kinds: Kind) -> str:
    """The dtype of an operation on values of these kinds; scalars are weak, as in NumPy 2.

    >>> promote(Scalar("float64"), Array("float32", ()))
    'float32'
    """
    import numpy as np

    strong = [k.dtype for k in kinds if isinstance(k, Array)]
    weak = [k.dtype for k in kinds if isinstance(k, Scalar)]
    if not strong:
        return str(np.result_type(*[_scalar(d) for d in weak]))
    samples: list[object] = [np.dtype(d) for d in strong]
    order = {"bool": 0, "int64": 1, "float32": 2, "float64": 2, "complex128": 3}
    example = {0: False, 1: 1, 2: 1.0, 3: 1j}
    samples += [example[order.get(d, 2)] for d in weak]
    return str(np.result_type(*samples))  # type: ignore[arg-type]


def _scalar(dtype: str) -> object:
    import numpy as np

    return np.dtype(dtype)
