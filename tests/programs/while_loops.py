"""While loops: counted by hand, ended by a test on values, endless with a break, nested."""

import math

import numpy as np

from .registry import array, number, program


@program(array(5))
def counted_by_hand(x):
    i = 0
    s = 1.0
    while i < len(x):
        s = s * x[i] + 0.1
        i += 1
    return s


@program(number(1.1, 1.3), points=2)
def until_large(x):
    y = x
    while y < 10.0:
        y = y * x + 0.5
    return y


@program(number(0.5, 0.9))
def newton_square_root(a):
    x = 1.0
    while abs(x * x - a) > 1e-13:
        x = 0.5 * (x + a / x)
    return x


@program(number(0.5, 1.5))
def newton_with_break(a):
    x = 1.0
    while True:
        fx = x**3 + a * x - 2.0
        if abs(fx) < 1e-12:
            break
        x = x - fx / (3.0 * x**2 + a)
    return x * a


@program(number(0.5, 0.9), number(0.2, 0.4), argnums=(0, 1))
def kepler_equation(m, e):
    u = m
    while True:
        step = (u - e * math.sin(u) - m) / (1.0 - e * math.cos(u))
        u = u - step
        if abs(step) < 1e-12:
            break
    return math.cos(u) * e


@program(number(2.0, 3.0), exact=lambda x: 1.0)
def zero_trips_of_while(x):
    while x < 1.0:
        x = x * x
    return x


@program(number(0.3, 0.6))
def fixed_point(a):
    x = 0.5
    n = 0
    while n < 60:
        x = math.cos(a * x)
        n = n + 1
    return x


@program(number(0.2, 0.8), number(0.2, 0.8), argnums=(0, 1))
def arithmetic_geometric_mean(a, g):
    while abs(a - g) > 1e-13:
        a, g = 0.5 * (a + g), math.sqrt(a * g)
    return a


@program(array(4))
def while_in_for(x):
    s = 0.0
    for i in range(len(x)):
        y = x[i]
        while y < 3.0:
            y = y * y + 0.4
        s += y
    return s


@program(array(4))
def for_in_while(x):
    s = 0.1
    while s < 5.0:
        for i in range(len(x)):
            s = s + x[i] * x[i]
        s = s * x[0]
        s = s + 1.0
    return s


@program(number(1.2, 1.4))
def while_in_while(a):
    s = 0.0
    t = 1.0
    while t < 4.0:
        u = a
        while u < t + 1.0:
            u = u * a
            s = s + u * t
        t = t * 1.5
    return s


@program(number(0.4, 0.6))
def loop_test_with_and(x):
    n = 0
    y = x
    while y > 0.05 and n < 4:
        y = y * x
        n += 1
    return y * n


@program(number(0.6, 0.8))
def series_until_small(x):
    term = x
    total = 0.0
    k = 1
    while abs(term) > 1e-12:
        total += term
        k += 2
        term = -term * x * x / (k * (k - 1))
    return total


@program(number(0.5, 0.8), number(2.0, 4.0), argnums=(0, 1))
def trip_count_depends_on_value(rate, t_end):
    t = 0.0
    y = 1.0
    while t + 0.3 < t_end:
        y = y - 0.3 * rate * y
        t = t + 0.3
    y = y - (t_end - t) * rate * y
    return y


@program(array(3))
def while_with_arrays(x):
    v = x.copy()
    while np.sum(v) < 20.0:
        v = v * x + 1.0
    return np.sum(v * v)


@program(array(6))
def while_writes_array(x):
    y = np.zeros(6)
    i = 0
    while i < 6:
        y[i] = x[i] ** 2
        if i > 0:
            y[i] += y[i - 1] * x[i]
        i += 1
    return y[5] * y[2]


@program(array(8))
def two_indices_meet(x):
    i = 0
    j = len(x) - 1
    s = 1.0
    while i < j:
        s += x[i] * x[j] * s
        i += 1
        j -= 1
    return s


@program(number(0.2, 0.4), number(1.5, 2.0), argnums=(0, 1))
def break_in_middle(a, b):
    s = 1.0
    n = 0
    while True:
        s = s * b
        if s > 6.0:
            break
        s = s + a
        n += 1
    return s * a + n


@program(number(2.2, 2.8))
def bisection_with_final_step(a):
    lo, hi = 0.0, 3.0
    while hi - lo > 1e-3:
        mid = 0.5 * (lo + hi)
        if mid * mid < a:
            lo = mid
        else:
            hi = mid
    x = 0.5 * (lo + hi)
    return x - (x * x - a) / (2.0 * x)
