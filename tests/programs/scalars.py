"""Scalars: assignment, names used again, tuples, swaps, augmented assignment, comparisons, defaults."""

import math
from math import exp, pi, sqrt

import numpy as np

from .registry import number, program


@program(number(), exact=lambda x: 3.0 * x**2)
def cube(x):
    return x * x * x


@program(number(), number(), number(-0.5, 0.5), argnums=(0, 1, 2), exact=lambda a, b, c: (b + c, a, a))
def product_and_sum(a, b, c):
    return a * b + a * c


@program(number(), number(), argnums=(0, 1))
def reused_name(a, b):
    t = a * b
    t = t * t + a
    t = math.sin(t) * t
    return t - b


@program(number(), number(), argnums=(0, 1))
def overwritten_argument(x, y):
    x = x * y
    y = math.exp(-x)
    x = x + y * y
    return x * y


@program(number(), number(), number(), argnums=(0, 1, 2))
def tuple_unpacking(a, b, c):
    p, (q, r) = a * b, (b * c, c * a)
    return p / q + r * r


@program(number(), number(), argnums=(0, 1))
def swap(a, b):
    a, b = b, a
    return a**2 + 3.0 * b


@program(number(), number(), number(), argnums=(0, 1, 2))
def rotation_of_three(a, b, c):
    a, b, c = b * c, c + a, a * b
    a, b, c = c, a, b
    return a * a * b + c


@program(number(), number(1.2, 2.0), argnums=(0, 1))
def augmented(x, y):
    s = x
    s += y
    s *= x
    s -= y * y
    s /= y
    s **= 2
    return s


@program(number(0.5, 0.9), exact=lambda x: 6.0 * x)
def chained_assignment(x):
    a = b = x * x
    a += b
    return a + b


@program(number(), number(), argnums=(0, 1), points=3)
def chained_comparison(x, y):
    if 0.4 < x <= 1.0 < 5.0:
        return x * y
    return y * y - x


@program(number(), number(), argnums=(0, 1), points=6)
def boolean_expressions(x, y):
    big = x > 1.0
    both = big and y > 1.0
    if both or not (x + y > 1.7):
        return x**2 * y
    return x * y**2


@program(number(0.9, 1.1), number(), argnums=(0, 1), points=6)
def conditional_expression(x, y):
    z = x * x if x > y else y * x
    return z + (math.log(z) if z > 1.0 else -z)


@program(number(), number(), argnums=(0, 1))
def default_argument(x, y, scale=2.5, shift=-1.0):
    return scale * x * x + shift * y


@program(number(), 3)
def power_by_int(x, n):
    return x**n - x**-n + x**0


@program(number(1.1, 2.0), number(1.1, 2.0), argnums=(0, 1))
def powers(x, y):
    return x**y + 2.0**x + y**-1.5 + x**2.5 + (x * y) ** (x - y)


@program(number(), number(0.1, 0.4), argnums=(0, 1))
def math_functions(x, y):
    a = math.sin(x) + math.cos(y) * math.tan(x * y)
    b = math.asin(y) + math.acos(y * x) + math.atan(x) + math.atan2(x, y)
    c = math.sinh(x) + math.cosh(y) + math.tanh(x) + math.asinh(x) + math.acosh(x + 1.0) + math.atanh(y)
    d = math.exp(x) + math.expm1(y) + math.log(x) + math.log1p(y) + math.log2(x) + math.log10(x)
    e = math.sqrt(x) + math.hypot(x, y) + math.pow(x, y) + math.fabs(-x)
    return a + b * c + d * e


@program(number(), number(), argnums=(0, 1))
def math_from_import(x, y):
    return exp(-x * x / 2.0) / sqrt(2.0 * pi) * y


@program(number(), number(), argnums=(0, 1))
def error_functions(x, y):
    return math.erf(x) * math.erfc(y) * math.lgamma(4.5)


@program(number(1.2, 1.4), number(2.2, 2.9), argnums=(0, 1))
def floor_and_modulo(x, y):
    return x * math.floor(y) + (y % x) * x + y // x + math.ceil(x) * y


@program(number(), number(), argnums=(0, 1))
def numpy_on_scalars(x, y):
    return np.exp(x) * np.sin(y) + np.sqrt(x * y) - np.log(x / y) + np.maximum(x, 3.0 * y) + np.square(x)


@program(number(), exact=lambda x: -2.0 * x)
def unary_operators(x):
    return -(+x) * -(-x)


@program(number(), number(), argnums=(0, 1), exact=lambda x, y: (0.0, 2.0 * y))
def argument_without_influence(x, y):
    unused = x * 3.0  # noqa: F841
    return y * y


@program(number(), 4, argnums=0)
def integers_on_the_way(x, n):
    half = n // 2
    odd = n % 2 == 1
    s = half * x + int(odd) * x * x
    return s * n


@program(number(), number(), argnums=(0, 1), points=2)
def python_abs_min_max(x, y):
    return abs(x - 3.0 * y) + min(x, 2.0 * y) * max(x, y * y, 0.1)


@program(number(), number(), argnums="b")
def argument_by_name(a, b):
    return math.cos(a * b) * b


@program(number(), number(), argnums=("b", "a"))
def arguments_by_names_in_other_order(a, b):
    return a**2 * b**3
