"""`out=`: gradients written into arrays and structures that the caller owns."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np


def write_into(out: Any, result: Any) -> Any:
    """Copy `result` into `out`, which has its structure, and return `out`. Raises TypeError where it cannot."""
    if isinstance(out, np.ndarray):
        np.copyto(out, result, casting="same_kind")
        return out
    if isinstance(out, dict):
        for key in result:
            out[key] = _item(out[key], result[key])
        return out
    if isinstance(out, list):
        for i, value in enumerate(result):
            out[i] = _item(out[i], value)
        return out
    if isinstance(out, tuple):
        for mine, value in zip(out, result):
            write_into(mine, value)
        return out
    if is_dataclass(out) and not isinstance(out, type):
        for f in fields(out):
            setattr(out, f.name, _item(getattr(out, f.name), getattr(result, f.name)))
        return out
    raise TypeError(f"out= needs arrays or structures of arrays, not {type(out).__name__}")


def _item(out: Any, value: Any) -> Any:
    """An item of a structure: arrays are written into, numbers replaced."""
    if isinstance(out, (np.ndarray, dict, list, tuple)) or (is_dataclass(out) and not isinstance(out, type)):
        return write_into(out, value)
    return value
