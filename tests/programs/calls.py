"""Calls: module-level, nested functions, lambdas, closures, global data, keywords, functional arguments."""

import math

import numpy as np

from .registry import array, drawn, number, program

GRAVITY = 9.81
WEIGHTS = np.array([0.5, -1.0, 2.0, 0.25])
KNOTS = [0.1, 0.7, 1.9]
SETTINGS = {"scale": 2.0, "power": 3}


def square(x):
    return x * x


def weighted(x, weight=2.0):
    return weight * x + 1.0


def shifted(x, *, weight=1.0, shift=0.0):
    return weight * x * x + shift


def statistics_of(x):
    m = np.mean(x)
    return m, np.mean((x - m) ** 2)


def relu_like(x):
    if x > 1.0:
        return x * x
    return 2.0 * x - 1.0


def scale_in_place(v, c):
    for i in range(len(v)):
        v[i] = v[i] * c


def add_products(out, a, b):
    for i in range(len(out)):
        out[i] += a[i] * b[i]


def horner(c, x):
    s = 0.0
    for k in range(len(c) - 1, -1, -1):
        s = s * x + c[k]
    return s


def twice(f, x):
    return f(f(x))


def rows_scaled(a, c):
    b = a.copy()
    for i in range(a.shape[0]):
        b[i] *= c
    return b


@program(number(), number(), argnums=(0, 1))
def module_level(x, y):
    return square(x + square(y)) * square(x)


@program(array(4))
def callee_in_loop(x):
    s = 0.0
    for i in range(len(x)):
        s += square(x[i]) * weighted(x[i - 1])
    return s


@program(number(), number(), argnums=(0, 1))
def keyword_calls(x, y):
    return weighted(x=y, weight=x) + weighted(y, 3.0) * weighted(x, weight=y)


@program(number(), number(), argnums=(0, 1), numba=False)
def keyword_only_argument(x, y):
    return shifted(x, shift=y) * shifted(y, shift=x, weight=x)


@program(array(5))
def several_results(x):
    m, v = statistics_of(x)
    return m / math.sqrt(v)


@program(array(5))
def results_in_a_tuple(x):
    stats = statistics_of(x)
    other = statistics_of(x * x)
    return stats[0] * other[1] + stats[1]


@program(array(4), points=2)
def callee_with_several_returns(x):
    s = 0.0
    for v in x:
        s += relu_like(v) * v
    return s


@program(number(), number(), argnums=(0, 1))
def nested_function(x, y):
    def inner(t):
        return t * t + y

    return inner(x) * inner(y)


@program(array(4), number(), argnums=(0, 1))
def closure_over_array(x, a):
    def energy(i, j):
        return a * (x[i] - x[j]) ** 2

    return energy(0, 1) + energy(1, 2) * energy(2, 3)


@program(number(), number(), argnums=(0, 1))
def nested_in_nested(x, y):
    def outer(u):
        def inner(v):
            return u * v + x

        return inner(u) + inner(y)

    return outer(x) * outer(y)


@program(number(), number(), argnums=(0, 1))
def lambdas(x, y):
    f = lambda t: t * t * y
    g = lambda s, t=2.0: f(s) + t
    return g(x) * g(y, x)


@program(number())
def two_lambdas_on_a_line(x):
    f, g = (lambda t: t * t), (lambda t: math.sin(t))
    return f(g(x)) + g(f(x))


@program(array(4))
def global_data(x):
    s = 0.0
    for i in range(4):
        s += WEIGHTS[i] * x[i] ** 2
    return s * GRAVITY + np.dot(WEIGHTS, x)


@program(number(), numba=False)
def global_list_and_dict(x):
    s = 0.0
    for k in KNOTS:
        s += (x - k) ** SETTINGS["power"]
    return s * SETTINGS["scale"] + KNOTS[1]


def make_penalty(strength, centre):
    def penalty(x):
        return strength * np.sum((x - centre) ** 2)

    return penalty


closure_data = program(array(3))(make_penalty(2.5, np.array([0.1, 0.2, 0.3])))


@program(square, number(), argnums=1)
def function_first(f, x):
    return f(x) * x


@program(number(), square, math.sin, argnums=0, numba=False)
def functions_as_arguments(x, f, g):
    return f(g(x)) + g(f(x))


@program(number(), numba=False)
def higher_order(x):
    return twice(square, x) + twice(lambda t: math.exp(-t) * x, x)


@program(array(4), number(), argnums=(0, 1))
def polynomial_by_callee(c, x):
    return horner(c, x) * horner(c[1:], 2.0 * x)


@program(array(4), number(), argnums=(0, 1))
def callee_writes_its_argument(x, c):
    y = x * x
    scale_in_place(y, c)
    scale_in_place(y, y[0])
    return np.sum(y)


@program(array(4), number(), argnums=(0, 1))
def callee_writes_a_view(x, c):
    y = x * x
    scale_in_place(y[1:3], c)
    return np.sum(y * x)


@program(array(4))
def same_array_twice_to_a_writer(x):
    y = x * x
    add_products(y, y, x)
    add_products(y, y, y)
    return np.sum(y)


@program(array(4), number(), argnums=(0, 1))
def callee_writes_the_argument_of_the_caller(x, c):
    scale_in_place(x, c)
    return np.sum(x * x)


@program(array(2, 3), number(), argnums=(0, 1))
def callee_returns_array(a, c):
    b = rows_scaled(a, c)
    return np.sum(b * rows_scaled(b, 2.0))


@program(number(), number(), argnums=(0, 1))
def same_names_inside_and_outside(x, y):
    def step(y, x):
        y = y * x
        return y + 1.0

    x = step(x, y)
    y = step(y, x)
    return x * y


@program(number(), number(), argnums=(0, 1))
def inner_name_shadows_outer(x, y):
    t = x * y

    def f(x):
        t = x * x
        return t + y

    return f(t) * t


@program(array(3))
def callee_over_kinds(x):
    return square(x[0]) + np.sum(square(x)) + square(2)


@program(number())
def call_chain(x):
    def f(t):
        return square(t) + 1.0

    def g(t):
        return f(t) * f(2.0 * t)

    return g(g(x))


@program(array(3), number(), argnums=(0, 1))
def calls_inside_comprehension(x, c):
    terms = [square(x[i]) * c for i in range(3)]
    return terms[0] * terms[1] + terms[2]


@program(array(6), numba=False)
def functions_in_a_tuple(x):
    s = x[0]
    for f in (math.sin, math.exp, square):
        s = f(s) * x[1]
    return s


@program(drawn(lambda rng: rng.uniform(0.5, 1.5, 5)), 0.7)
def result_not_used(x, c):
    square(c)
    statistics_of(x)
    _, v = statistics_of(x)
    return v * c
