"""srctrans: derivatives of Python functions as readable Python source.

>>> import numpy as np
>>> import srctrans
>>> def f(x):
...     s = 0.0
...     for i in range(len(x)):
...         s += x[i] ** 2
...     return s
>>> srctrans.grad(f)(np.array([1.0, 2.0]))
array([2., 4.])
"""
from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from srctrans.api import __version__
    from srctrans.api.check import check_grads
    from srctrans.api.gradient import Gradient, clear_caches, grad, jvp, value_and_grad, vjp
    from srctrans.api.options import OPTIMIZATIONS, options
    from srctrans.errors import KindError, SourceError, SrctransError
    from srctrans.syntax.given import add_source

# Where each public name lives. It is imported when it is first used: a program that imports srctrans and
# takes no derivative pays nothing for it.
_HOMES = {
    "OPTIMIZATIONS": "srctrans.api.options",
    "__version__": "srctrans.api",
    "Gradient": "srctrans.api.gradient",
    "KindError": "srctrans.errors",
    "SourceError": "srctrans.errors",
    "SrctransError": "srctrans.errors",
    "add_source": "srctrans.syntax.given",
    "check_grads": "srctrans.api.check",
    "clear_caches": "srctrans.api.gradient",
    "grad": "srctrans.api.gradient",
    "jvp": "srctrans.api.gradient",
    "options": "srctrans.api.options",
    "value_and_grad": "srctrans.api.gradient",
    "vjp": "srctrans.api.gradient",
}

__all__ = [
    "OPTIMIZATIONS",
    "__version__",
    "Gradient",
    "KindError",
    "SourceError",
    "SrctransError",
    "add_source",
    "check_grads",
    "clear_caches",
    "grad",
    "jvp",
    "options",
    "value_and_grad",
    "vjp",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'srctrans' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(_HOMES))
