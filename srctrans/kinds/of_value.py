"""The kind of a value: what a gradient is specialised for.

>>> import numpy as np
>>> kind_of({"w": np.ones((3, 1)), "n": 2}, "p")
DictKind(keys=('w', 'n'), items=(float64[p["w"].shape[0], 1], int64))
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from srctrans.kinds.kind import (
    ONE,
    Array,
    DataKind,
    DictKind,
    Dim,
    Kind,
    ListKind,
    NamedKind,
    Scalar,
    Static,
    TupleKind,
)


def kind_of(value: Any, path: str) -> Kind:
    """The kind of `value`; sizes are written as expressions of `path`, the text that reads it."""
    if isinstance(value, np.ndarray):
        return array_kind(str(value.dtype), value.shape, path)
    if isinstance(value, bool) or value is None or isinstance(value, (str, bytes)):
        return Static(value)
    if isinstance(value, np.generic):
        return Static(bool(value)) if isinstance(value, np.bool_) else Scalar(str(value.dtype))
    if isinstance(value, int):
        return Scalar("int64")
    if isinstance(value, float):
        return Scalar("float64")
    if isinstance(value, complex):
        return Scalar("complex128")
    return _structure_kind(value, path)


def _structure_kind(value: Any, path: str) -> Kind:
    if isinstance(value, dict):
        items = tuple(kind_of(v, f"{path}[{quoted(k)}]") for k, v in value.items())
        return DictKind(tuple(value), items)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return NamedKind(type(value), tuple(kind_of(getattr(value, k), f"{path}.{k}") for k in value._fields))
    if isinstance(value, (tuple, list)):
        items = tuple(kind_of(v, f"{path}[{i}]") for i, v in enumerate(value))
        return TupleKind(items) if isinstance(value, tuple) else ListKind(items)
    if is_dataclass(value) and not isinstance(value, type):
        keys = tuple(f.name for f in fields(value))
        return DataKind(type(value), keys, tuple(kind_of(getattr(value, k), f"{path}.{k}") for k in keys))
    return Static(value)


def array_kind(dtype: str, shape: tuple[int, ...], path: str) -> Array:
    texts = [f"len({path})"] if len(shape) == 1 else [f"{path}.shape[{i}]" for i in range(len(shape))]
    return Array(dtype, tuple(ONE if size == 1 else Dim(text, True) for size, text in zip(shape, texts)))


def quoted(key: Any) -> str:
    """A key of a dict as a text."""
    return f'"{key}"' if isinstance(key, str) and '"' not in key and "\\" not in key else repr(key)
