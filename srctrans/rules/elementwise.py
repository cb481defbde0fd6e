"""Partial derivatives of elementwise functions of NumPy and math, and of the operators.

In: the result `z` and the operands, as symbols or numbers. Out: one partial
for each operand. Both modes, broadcasting and what has to be kept come from it.

>>> sin(0.0, 0.0)
(1.0,)
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from srctrans.rules.registry import partials

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


@partials(np.exp, math.exp)
def exp(z, x):
    return (z,)


@partials(np.sin, math.sin)
def sin(z, x):
    return (np.cos(x),)
