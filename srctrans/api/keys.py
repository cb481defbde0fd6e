"""Keys: what two calls have to share to use the same generated function.

>>> import numpy as np
>>> key_of(np.zeros((3, 1))) == key_of(np.zeros((5, 1)))
True
>>> key_of(np.zeros((3, 1))) == key_of(np.zeros((3, 2)))
False
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from srctrans.frontend.classes import is_object


def key_of(value: Any) -> Any:
    """Type, dtype, rank and which sizes are one; structures item by item; other values themselves."""
    kind = type(value)
    if kind is np.ndarray:
        shape = value.shape
        if len(shape) == 1:
            return (value.dtype.char, shape[0] == 1)
        if 1 in shape:
            return (value.dtype.char, *[s == 1 for s in shape])
        # The rank first, so that no key of another form equals this one.
        return (len(shape), value.dtype.char)
    if kind is float or kind is int:
        return kind
    return _other(value, kind)


def _other(value: Any, kind: type) -> Any:
    if isinstance(value, np.ndarray):
        return (kind, value.dtype.char, tuple([s == 1 for s in value.shape]))
    if isinstance(value, np.generic):
        return kind if not isinstance(value, np.bool_) else bool(value)
    if isinstance(value, dict):
        return (dict, tuple([(k, key_of(v)) for k, v in value.items()]))
    if isinstance(value, (tuple, list)):
        return (kind, tuple([key_of(v) for v in value]))
    if is_dataclass(value) and not isinstance(value, type):
        return (kind, tuple([key_of(getattr(value, f.name)) for f in fields(value)]))
    if is_object(value):
        return (kind, id(value))
    try:
        hash(value)
    except TypeError:
        return (kind, id(value))
    return (kind, value)


def contents(value: Any) -> Any:
    """What a container from outside holds now, to see later whether it changed; None for anything else."""
    items = _items(value)
    return None if items is None else [(k, v, contents(v)) for k, v in items]


def unchanged(value: Any, before: Any) -> bool:
    """Does a container hold the same objects as when `contents` looked?"""
    items = _items(value)
    if items is None or before is None:
        return items is None and before is None
    return len(items) == len(before) and all(
        k == key and v is old and unchanged(v, inside) for (k, v), (key, old, inside) in zip(items, before)
    )


def _items(value: Any) -> list[tuple[Any, Any]] | None:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, (list, tuple)) else None
