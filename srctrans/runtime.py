"""Helpers that generated code may carry with it: their text is copied into the module. They need NumPy only."""
from __future__ import annotations

from typing import Any


def unbroadcast(value: Any, shape: tuple[int, ...]) -> Any:
    """Sum `value` over the axes along which an array of `shape` was broadcast to its shape.

    >>> import numpy as np
    >>> unbroadcast(np.ones((3, 4)), (3, 1))
    array([[4.],
           [4.],
           [4.]])
    """
    while value.ndim > len(shape):
        value = value.sum(axis=0)
    for axis in range(len(shape)):
        if shape[axis] == 1 and value.shape[axis] != 1:
            value = value.sum(axis=axis, keepdims=True)
    return value
