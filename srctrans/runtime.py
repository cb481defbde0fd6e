"""Helpers that generated code may carry with it: their text is copied into the module. They need NumPy only."""
from __future__ import annotations

from typing import Any

import numpy as np


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


def unbroadcast_by_element(value: Any, shape: tuple[int, ...]) -> Any:
    """The same in a form that Numba compiles for any rank.

    >>> unbroadcast_by_element(np.ones((3, 4)), (3, 1))
    array([[4.],
           [4.],
           [4.]])
    """
    result = np.zeros(shape, value.dtype)
    flat = result.ravel()
    first = value.ndim - len(shape)
    for index in np.ndindex(value.shape):
        position = 0
        for axis in range(len(shape)):
            position = position * shape[axis] + (index[first + axis] if shape[axis] > 1 else 0)
        flat[position] += value[index]
    return result
