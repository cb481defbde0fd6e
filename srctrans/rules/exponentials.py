"""Partial derivatives of exponentials, logarithms, and the error function.

>>> log(0.0, 1.0)
(1.0,)
"""
from __future__ import annotations

import math

import numpy as np

from srctrans.rules.registry import partials
from srctrans.rules.values import known, unsupported

# mypy: disallow-untyped-defs=False


@partials(np.exp, math.exp)
def exp(z, x):
    return (z,)


@partials(np.exp2)
def exp2(z, x):
    return (math.log(2.0) * z,)


@partials(np.expm1, math.expm1)
def expm1(z, x):
    return (z + 1.0,)


@partials(np.log)
def log(z, x):
    return (1.0 / x,)


@partials(math.log)
def log_to_base(z, x, base=None):
    if base is None:
        return (1.0 / x,)
    if known(base) is not None:
        return 1.0 / (math.log(known(base)) * x), None
    return 1.0 / (np.log(base) * x), -z / (np.log(base) * base)


@partials(np.log2, math.log2)
def log2(z, x):
    return (1.0 / (math.log(2.0) * x),)


@partials(np.log10, math.log10)
def log10(z, x):
    return (1.0 / (math.log(10.0) * x),)


@partials(np.log1p, math.log1p)
def log1p(z, x):
    return (1.0 / (1.0 + x),)


@partials(np.logaddexp)
def logaddexp(z, x, y):
    return np.exp(x - z), np.exp(y - z)


@partials(np.logaddexp2)
def logaddexp2(z, x, y):
    return np.exp2(x - z), np.exp2(y - z)


@partials(math.erf)
def erf(z, x):
    return (2.0 / math.sqrt(math.pi) * np.exp(-(x**2)),)


@partials(math.erfc)
def erfc(z, x):
    return (-2.0 / math.sqrt(math.pi) * np.exp(-(x**2)),)


@partials(math.gamma, math.lgamma)
def gamma(z, x):
    unsupported("its derivative needs the digamma function, which neither math nor NumPy has")


if hasattr(math, "exp2"):
    partials(math.exp2)(exp2)
