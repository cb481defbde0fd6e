"""NumPy, elementwise: functions, operators, and every kind of broadcasting."""

import numpy as np

from .registry import apart, array, number, program, signed


@program(array(5))
def exponentials(x):
    return np.sum(np.exp(-x) * np.log(x) + np.expm1(x) * np.log1p(x) + np.exp2(x) * np.log2(x) + np.log10(x))


@program(array(5))
def roots_and_powers(x):
    y = np.sqrt(x) + np.cbrt(x) * np.square(x) + x**3 - x**-0.5
    return np.sum(y + np.power(x, 2.5) + np.reciprocal(x))


@program(array(5, lo=0.1, hi=0.8))
def trigonometric(x):
    y = np.sin(x) * np.cos(x) + np.tan(x)
    return np.sum(y * np.arcsin(x) + np.arccos(x) * np.arctan(x))


@program(array(5, lo=0.1, hi=0.8))
def hyperbolic(x):
    y = np.sinh(x) * np.cosh(x) + np.tanh(x)
    return np.sum(y * np.arcsinh(x) + np.arccosh(x + 1.5) * np.arctanh(x))


@program(array(4), signed(4), argnums=(0, 1))
def two_operands(x, y):
    return np.sum(np.arctan2(x, y) + np.hypot(x, y) + np.logaddexp(x, y) + x / y - x * y + np.power(x, y))


@program(array(4), array(4), argnums=(0, 1))
def named_operators(x, y):
    a = np.add(x, y) * np.subtract(x, y)
    return np.sum(np.multiply(a, x) + np.divide(a, y) + np.true_divide(x, y) + np.negative(x))


@program(signed(6))
def absolute_values(x):
    return np.sum(np.abs(x) * x + np.absolute(x) ** 3 + np.fabs(x) + np.sign(x) * x**2)


@program(apart(6), apart(6), argnums=(0, 1))
def maxima_and_minima(x, y):
    z = np.maximum(x, 0.9 * y + 0.05) ** 2 * np.minimum(x, y * y)
    return np.sum(z + np.fmax(x, 2.0 * y) - np.fmin(x, y))


@program(apart(8))
def clipped(x):
    return np.sum(np.clip(x, -0.4, 0.55) * x) + np.sum(x.clip(0.1, 0.5) ** 2)


@program(apart(6), apart(6), argnums=(0, 1))
def where_of_arrays(x, y):
    return np.sum(np.where(x > y, x * y, y**2) * x)


@program(apart(6), number(), argnums=(0, 1))
def where_of_scalars(x, c):
    return np.sum(np.where(x > 0.0, x * c, 0.0)) + np.sum(np.where(x < 0.5, c, 1.0) * x)


@program(array(4), number(), argnums=(0, 1))
def vector_and_scalar(x, c):
    return np.sum(x * c + c / x - c**x + x**c)


@program(array(3, 4), array(4), argnums=(0, 1))
def matrix_and_row(a, v):
    return np.sum((a * v + v) ** 2 / (a + v))


@program(array(3, 4), array(3, 1), argnums=(0, 1))
def matrix_and_column(a, v):
    return np.sum(a**2 * v + v**2)


@program(array(3, 1), array(1, 4), argnums=(0, 1))
def column_and_row(u, v):
    return np.sum((u - v) ** 2 * u)


@program(array(3, 1), array(4), argnums=(0, 1))
def column_and_vector(u, v):
    return np.sum(np.exp(-u * v) + v)


@program(array(1), array(5), argnums=(0, 1))
def vector_of_one(u, v):
    return np.sum(u * v**2 + u)


@program(array(1, 1), array(2, 3), argnums=(0, 1))
def matrix_of_one(u, v):
    return np.sum(u**v)


@program(array(2, 1, 4), array(3, 1), argnums=(0, 1))
def three_dimensional(a, b):
    return np.sum(np.sin(a * b) + a / b)


@program(array(2, 3, 4), array(3, 1), array(4), number(), argnums=(0, 1, 2, 3))
def four_operands(a, b, c, d):
    return np.sum(a * b + c * d - a * c / (b + d))


@program(array(), array(2, 3), argnums=(0, 1))
def zero_dimensional_operand(a, b):
    return np.sum(np.exp(a * b) - a)


@program(array(3), array(3), argnums=(0, 1))
def broadcast_twice(u, v):
    d = u[:, None] * v[None, :] + u
    return np.sum(d * d)


@program(array(3, 4))
def used_whole_and_by_element(a):
    b = np.exp(a) * a[0, 0]
    return np.sum(b) * b[1, 2] + a[2, 3] * np.sum(a)


@program(array(4), number(), argnums=(0, 1))
def logistic_and_softplus(x, c):
    p = 1.0 / (1.0 + np.exp(-c * x))
    return -np.sum(np.log(p) + np.log(1.0 - p)) + np.sum(np.logaddexp(0.0, x))


@program(array(5))
def where_inside_loop(x):
    s = np.zeros(5)
    for k in range(4):
        s = np.where(s > 0.9, s * x, s + x * 0.4)
    return np.sum(s)


@program(apart(4), apart(4), argnums=(0, 1))
def masks_by_product(x, y):
    m = (x > y) * 1.0
    return np.sum(m * x**2 + (1.0 - m) * y**2)


@program(signed(5))
def rounding_has_no_derivative(x):
    return np.sum(np.floor(x) * x + np.ceil(x) * x**2 + np.sign(x) * x)


@program(array(4), number(1.1, 1.3), argnums=(0, 1))
def remainder(x, c):
    return np.sum(np.mod(5.0 * x, c) * x + np.remainder(x, c)) if c > 0.0 else c


@program(array(3, 4), array(4), argnums=(0, 1), numba=False)
def normalised_rows(a, v):
    b = a / np.sqrt(np.sum(a * a, axis=1, keepdims=True))
    return np.sum(b * v)


@program(array(5), array(5), argnums=(0, 1))
def integer_powers_of_arrays(x, y):
    return np.sum(x**2 * y**3 + x**-1 - y**1 + x**0 * y)


@program(signed(5))
def square_of_negative(x):
    return np.sum(x**2 + x**3 - x**4.0 + np.power(x, 2) + np.float_power(np.abs(x), 1.5))


@program(array(4))
def constant_operands(x):
    w = np.array([1.0, 2.0, -1.0, 0.5])
    return np.sum(w * x * x + np.array([1, 2, 3, 4]) / x)


@program(array(3))
def sinc_and_degrees(x):
    return np.sum(np.sinc(x) + np.deg2rad(x) * np.rad2deg(x) + np.radians(x))
