"""Domains of the elementwise rules: values, broadcasting, scalars, NumPy and math."""

import builtins
import math

import numpy as np

from .domain import between, case, fixed, normal, positive

UNIT = -0.8, 0.8
ANY = (
    np.positive, np.negative, np.exp, np.exp2, np.expm1, np.sin, np.cos, np.tan, np.arctan, np.sinh,
    np.cosh, np.tanh, np.arcsinh, np.square, np.reciprocal, np.cbrt, np.absolute, np.fabs, np.sinc,
    np.deg2rad, np.rad2deg, np.radians, np.degrees, np.real, np.conjugate, np.nan_to_num,
)  # fmt: skip
ABOVE_ZERO = (np.sqrt, np.log, np.log2, np.log10, np.log1p)
IN_UNIT = (np.arcsin, np.arccos, np.arctanh)

for f in ANY:
    case(f, normal(4))
    case(f, normal(2, 3), spread=isinstance(f, np.ufunc))
    case(f, 0.7)
    case(f, np.array(0.6))
for f in ABOVE_ZERO:
    case(f, positive(2, 3), spread=True)
    case(f, 0.7)
for f in IN_UNIT:
    case(f, between(*UNIT, 5))
    case(f, 0.4)
case(np.arccosh, between(1.3, 2.0, 4))
case(np.arccosh, 1.8)

BINARY = (
    np.add, np.subtract, np.multiply, np.divide, np.hypot, np.arctan2, np.logaddexp, np.logaddexp2,
    np.maximum, np.minimum, np.fmax, np.fmin, np.copysign,
)  # fmt: skip
SHAPES = [
    ((3,), (3,)), ((2, 3), (3,)), ((2, 3), (2, 1)), ((2, 1), (1, 3)), ((2, 1), (3,)), ((1,), (4,)),
    ((1, 1), (2, 3)), ((2, 1, 2), (3, 1)), ((), (2, 3)), ((2, 3), ()), ((), ()), ((1, 3), (1, 3)),
    ((2, 1), ()), ((1,), (1, 1)),
]  # fmt: skip
for f in BINARY:
    for first, second in SHAPES:
        case(f, normal(*first), normal(*second), spread=True)
    case(f, normal(3), 0.35)
    case(f, 0.35, normal(2, 3))
    case(f, 0.35, -0.8)
    case(f, fixed(normal(3)), normal(2, 3))
    case(f, normal(2, 1), fixed(normal(3)))
for first, second in SHAPES:
    case(np.power, positive(*first), normal(*second), spread=True)
    case(np.float_power, positive(*first), normal(*second), float32=False)
    case(np.remainder, between(2.0, 2.9, *first), between(0.71, 0.95, *second), spread=True)
    case(np.fmod, between(2.0, 2.9, *first), between(0.71, 0.95, *second))
case(np.remainder, between(-2.9, -2.0, 4), between(0.71, 0.95, 4))
case(np.fmod, between(-2.9, -2.0, 4), between(0.71, 0.95, 4))
case(np.remainder, 2.3, 0.9)
for n in (0, 1, 2, 3, 4, -1, -2, 0.5, 2.5, 2.0, -0.5):
    case(np.power, positive(3), n)
    case(np.power, 0.8, n)
    case(builtins.pow, 0.8, n)
for n in (2, 3, 4):
    case(np.power, normal(2, 3), n)
case(np.power, normal(4), fixed(np.array([0, 1, 2, 3])), float32=False)
case(np.power, fixed(positive(3)), normal(3))
case(np.power, 2, normal(3))
case(np.power, 2, 0.7)
case(np.float_power, positive(3), 2.5, float32=False)
case(builtins.pow, 0.8, 1.4)
case(builtins.abs, normal(3))
case(builtins.abs, -0.3)
case(float, 0.3)
case(np.float64, 0.3, float32=False)

for mask in (np.array([True, False, True]), np.array([[True], [False]])):
    case(np.where, fixed(mask), normal(2, 3), normal(3))
    case(np.where, fixed(mask), 0.4, normal(2, 3))
    case(np.where, fixed(mask), normal(2, 1), 0.3)
    case(np.where, fixed(mask), normal(3), fixed(normal(3)))
    case(np.where, fixed(mask), 0.5, -0.2)
case(np.where, fixed(np.array(True)), 0.5, -0.2)

case(np.clip, normal(8), -0.61, 0.72)
case(np.clip, normal(8), fixed(-0.61), fixed(0.72))
case(np.clip, normal(2, 4), None, 0.72)
case(np.clip, normal(2, 4), -0.61, None)
case(np.clip, normal(2, 4), normal(4), 1.9)
case(np.clip, normal(2, 4), -1.9, normal(2, 1))
case(np.clip, normal(8), between(0.4, 0.6, 8), between(-0.6, -0.4, 8))
case(np.clip, normal(8), min=-0.61, max=0.72)
case(np.clip, normal(8), a_min=-0.61, a_max=0.72)
case(np.clip, 0.4, -0.61, 0.72)

for f, values in {
    math.exp: 0.7, math.expm1: 0.7, math.sin: 0.7, math.cos: 0.7, math.tan: 0.7, math.atan: 0.7,
    math.sinh: 0.7, math.cosh: 0.7, math.tanh: 0.7, math.asinh: 0.7, math.fabs: -0.7, math.radians: 0.7,
    math.degrees: 0.7, math.erf: 0.7, math.erfc: 0.7, math.sqrt: 0.7, math.log: 0.7, math.log2: 0.7,
    math.log10: 0.7, math.log1p: 0.7, math.asin: 0.4, math.acos: 0.4, math.atanh: 0.4, math.acosh: 1.4,
}.items():  # fmt: skip
    case(f, values)
for f, values in {
    math.hypot: (0.7, -0.4), math.atan2: (0.7, -0.4), math.pow: (0.7, 1.4), math.copysign: (0.7, -0.4),
    math.fmod: (2.3, 0.9), math.remainder: (2.3, 0.9), math.log: (0.7, 2.3),
}.items():  # fmt: skip
    case(f, *values)
case(math.hypot, 0.7, -0.4, 1.2)
case(math.pow, 0.7, 2)
case(math.log, 0.7, 2)
for name in ("cbrt", "exp2"):
    if hasattr(math, name):
        case(getattr(math, name), 0.7)
# A step that float32 holds exactly.
case(np.float32, 0.5, float32=False, step=0.25)
