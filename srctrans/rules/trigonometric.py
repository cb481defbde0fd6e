"""Partial derivatives of circular and hyperbolic functions and their inverses, of NumPy and math.

>>> tan(1.0, 0.7853981633974483)
(2.0,)
"""
from __future__ import annotations

import math

import numpy as np

from srctrans.rules.registry import partials
from srctrans.rules.values import nonzero

# mypy: disallow-untyped-defs=False


@partials(np.sin, math.sin)
def sin(z, x):
    return (np.cos(x),)


@partials(np.cos, math.cos)
def cos(z, x):
    return (-np.sin(x),)


@partials(np.tan, math.tan)
def tan(z, x):
    return (1.0 + z**2,)


@partials(np.arcsin, math.asin)
def arcsin(z, x):
    return (1.0 / np.sqrt(1.0 - x**2),)


@partials(np.arccos, math.acos)
def arccos(z, x):
    return (-1.0 / np.sqrt(1.0 - x**2),)


@partials(np.arctan, math.atan)
def arctan(z, x):
    return (1.0 / (1.0 + x**2),)


@partials(np.arctan2, math.atan2)
def arctan2(z, y, x):
    square = x**2 + y**2
    return x / square, -y / square


@partials(np.sinh, math.sinh)
def sinh(z, x):
    return (np.cosh(x),)


@partials(np.cosh, math.cosh)
def cosh(z, x):
    return (np.sinh(x),)


@partials(np.tanh, math.tanh)
def tanh(z, x):
    return (1.0 - z**2,)


@partials(np.arcsinh, math.asinh)
def arcsinh(z, x):
    return (1.0 / np.sqrt(x**2 + 1.0),)


@partials(np.arccosh, math.acosh)
def arccosh(z, x):
    return (1.0 / np.sqrt(x**2 - 1.0),)


@partials(np.arctanh, math.atanh)
def arctanh(z, x):
    return (1.0 / (1.0 - x**2),)


@partials(np.sinc)
def sinc(z, x):
    # 0 / 1 at 0, which is the limit.
    return ((np.cos(math.pi * x) - z) / nonzero(x),)


@partials(np.deg2rad, np.radians, math.radians)
def radians(z, x):
    return (math.pi / 180.0,)


@partials(np.rad2deg, np.degrees, math.degrees)
def degrees(z, x):
    return (180.0 / math.pi,)
