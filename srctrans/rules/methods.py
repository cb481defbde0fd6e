"""Methods of arrays as functions: `x.sum(0)` is `np.sum(x, 0)`.

>>> METHODS["sum"].__name__, METHODS["flatten"].__name__
('sum', 'flatten')
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


# Methods that no function of NumPy stands for: written with those that have a rule.
def flatten(self: Any) -> Any:
    return np.copy(np.ravel(self))


def astype(self: Any, dtype: Any) -> Any:
    return np.array(self, dtype=dtype)


METHODS: dict[str, Callable[..., Any]] = {
    name: getattr(np, name)
    for name in (
        "all", "any", "argmax", "argmin", "argsort", "clip", "copy", "cumprod", "cumsum", "diagonal", "dot",
        "max", "mean", "min", "nonzero", "prod", "ravel", "repeat", "reshape", "round", "searchsorted",
        "squeeze", "std", "sum", "swapaxes", "take", "trace", "transpose", "var",
    )
}  # fmt: skip
METHODS |= {"conj": np.conjugate, "conjugate": np.conjugate, "flatten": flatten, "astype": astype}
