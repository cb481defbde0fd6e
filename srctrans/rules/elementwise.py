"""Partial derivatives of the operators, powers, roots and conversions, of NumPy, math and Python.

In: the result `z` and the operands, as symbols or numbers. Out: one partial
for each operand. Both modes, broadcasting and what has to be kept come from it.

>>> square(9.0, 3.0)
(6.0,)
"""
from __future__ import annotations

import builtins
import math
from typing import Any

import numpy as np

from srctrans.rules.registry import partials
from srctrans.rules.values import known, nonzero

# mypy: disallow-untyped-defs=False


@partials(np.add)
def add(z, x, y):
    return 1.0, 1.0


@partials(np.subtract)
def subtract(z, x, y):
    return 1.0, -1.0


@partials(np.multiply)
def multiply(z, x, y):
    return y, x


@partials(np.divide)
def divide(z, x, y):
    return 1.0 / y, -x / y**2


@partials(np.negative)
def negative(z, x):
    return (-1.0,)


@partials(np.positive, np.real, np.conjugate, float, np.float64, np.float32)
def same(z, x):
    return (1.0,)


@partials(np.remainder)
def remainder(z, x, y):
    return 1.0, -(x // y)


@partials(np.fmod, math.fmod)
def fmod(z, x, y):
    return 1.0, -np.trunc(x / y)


@partials(math.remainder)
def ieee_remainder(z, x, y):
    return 1.0, -np.rint(x / y)


@partials(np.reciprocal)
def reciprocal(z, x):
    return (-(z**2),)


@partials(np.square)
def square(z, x):
    return (2.0 * x,)


@partials(np.sqrt, math.sqrt)
def sqrt(z, x):
    return (0.5 / z,)


@partials(np.cbrt)
def cbrt(z, x):
    return (1.0 / (3.0 * z**2),)


@partials(np.hypot)
def hypot(z, x, y):
    length = nonzero(z)
    return x / length, y / length


@partials(math.hypot)
def length(z, *components):
    length = nonzero(z)
    return tuple(x / length for x in components)


@partials(np.power, np.float_power, builtins.pow, math.pow)
def power(z, x, y):
    return _by_base(x, y), _by_exponent(z, x, y)


def _by_base(x: Any, y: Any) -> Any:
    n = known(y)
    if n is None:
        # Not y - 1 where y is 0, since 0 * 0**-1 is not 0.
        return y * x ** (y - (y != 0))
    if n == 0:
        return None
    n = int(n) if n == int(n) else n
    return float(n) * x ** (n - 1)


def _by_exponent(z: Any, x: Any, y: Any) -> Any:
    if known(y) is not None:
        return None
    base = known(x)
    if base is not None:
        return math.log(base) * z if base > 0 else None
    return z * np.log(nonzero(x))


if hasattr(math, "cbrt"):
    partials(math.cbrt)(cbrt)
