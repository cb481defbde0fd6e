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
from srctrans.api import __version__
from srctrans.api.check import check_grads
from srctrans.api.gradient import Gradient, clear_caches, grad, jvp, value_and_grad, vjp
from srctrans.api.options import OPTIMIZATIONS, options
from srctrans.errors import KindError, SourceError, SrctransError

__all__ = [
    "OPTIMIZATIONS",
    "__version__",
    "Gradient",
    "KindError",
    "SourceError",
    "SrctransError",
    "check_grads",
    "clear_caches",
    "grad",
    "jvp",
    "options",
    "value_and_grad",
    "vjp",
]
