"""Functions as values: passed, returned, partial, decorated; closures; every kind of parameter."""

import functools
import itertools
import logging
import math
import operator
from functools import partial

import numpy as np

from .registry import array, number, program

logger = logging.getLogger(__name__)


# Functions as arguments.
def trapezoid(f, a, b, n):
    h = (b - a) / n
    total = 0.5 * (f(a) + f(b))
    for i in range(1, n):
        total += f(a + i * h)
    return total * h


def newton(f, slope, x, steps=6):
    for _ in range(steps):
        x = x - f(x) / slope(x)
    return x


def rk4(rate, y, t, dt, *args):
    k1 = rate(y, t, *args)
    k2 = rate(y + 0.5 * dt * k1, t + 0.5 * dt, *args)
    k3 = rate(y + 0.5 * dt * k2, t + 0.5 * dt, *args)
    k4 = rate(y + dt * k3, t + dt, *args)
    return y + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


@program(number(), number(), argnums=(0, 1), numba=False)
def integral_of_a_lambda(a, b):
    return trapezoid(lambda x: math.exp(-a * x * x), 0.0, b, 8)


@program(number(1.0, 3.0), numba=False, exact=lambda c: 1.0 / (3.0 * c ** (2.0 / 3.0)), rtol=1e-5)
def cube_root_by_newton(c):
    return newton(lambda x: x**3 - c, slope=lambda x: 3.0 * x * x, x=1.3)


def logistic(y, t, rate, capacity):
    return rate * y * (1.0 - y / capacity) + 0.01 * math.sin(t)


@program(number(), number(2.0, 3.0), 5, argnums=(0, 1), numba=False)
def integrator_that_hands_on_arguments(rate, capacity, n):
    y, t, dt = 0.2, 0.0, 0.1
    for _ in range(n):
        y = rk4(logistic, y, t, dt, rate, capacity)
        t += dt
    return (y - 1.0) ** 2


@program(array(4), numba=False)
def composed(x):
    def compose(*functions):
        return functools.reduce(lambda f, g: lambda v: g(f(v)), functions)

    model = compose(np.sin, lambda v: v * v, np.sum, math.sqrt)
    return model(x)


@program(array(3), number(), argnums=(0, 1), numba=False)
def potential_given_by_name(x, sigma):
    potentials = {
        "harmonic": lambda r: 0.5 * r * r,
        "lennard_jones": lambda r: (sigma / r) ** 12 - (sigma / r) ** 6,
        "gauss": lambda r: math.exp(-(r**2)),
    }
    energy = 0.0
    for name, scale in (("harmonic", 1.0), ("gauss", 0.3), ("lennard_jones", 0.01)):
        for i in range(len(x)):
            energy += scale * potentials[name](x[i] + 0.5)
    return energy


# Functions that return functions.
def gaussian(mean, width):
    def density(x):
        return math.exp(-0.5 * ((x - mean) / width) ** 2) / width

    return density


def polynomial(*coefficients):
    def value(x):
        total = 0.0
        for c in reversed(coefficients):
            total = total * x + c
        return total

    return value


@program(array(5), number(), number(), argnums=(1, 2), numba=False)
def likelihood_of_a_mixture(x, mean, width):
    first, second = gaussian(mean, width), gaussian(-mean, 2.0 * width)
    total = 0.0
    for v in x:
        total -= math.log(0.3 * first(v) + 0.7 * second(v))
    return total


@program(number(), number(), number(), argnums=(0, 1, 2), numba=False)
def polynomial_as_a_function(a, b, x):
    p = polynomial(a, b, a * b, 1.0)
    return p(x) * p(2.0 * x)


def slope_of_three_sines(x):
    return math.cos(math.sin(math.sin(x))) * math.cos(math.sin(x)) * math.cos(x)


@program(number(), numba=False, exact=slope_of_three_sines)
def function_applied_several_times(x):
    def repeated(f, n):
        def g(v):
            for _ in range(n):
                v = f(v)
            return v

        return g

    return repeated(math.sin, 3)(x)


# Closures over variables that change.
@program(number(), number(), argnums=(0, 1))
def closure_sees_the_last_value(x, y):
    scale = x

    def scaled(v):
        return scale * v

    first = scaled(y)
    scale = y * y
    return first * scaled(x)


@program(array(4), numba=False)
def closures_of_a_loop_see_its_last_index(x):
    terms = []
    for i in range(3):
        terms.append(lambda v: v * x[i])
    s = 1.0
    for f in terms:
        s = s * f(2.0) + x[0]
    return s


@program(array(4), numba=False)
def defaults_keep_the_index(x):
    terms = [lambda v, i=i: v * x[i] for i in range(4)]
    s = 1.0
    for f in terms:
        s = f(s) + 1.0
    return s


@program(array(5), numba=False)
def running_mean_by_nonlocal(x):
    count, mean = 0, 0.0

    def update(value):
        nonlocal count, mean
        count += 1
        mean += (value - mean) / count

    spread = 0.0
    for v in x:
        before = mean
        update(v)
        spread += (v - before) * (v - mean)
    return spread


@program(array(4), number(), argnums=(0, 1), numba=False)
def counter_closure(x, start):
    def make_counter(total):
        def add(v):
            nonlocal total
            total = total * 0.5 + v
            return total

        return add

    a, b = make_counter(start), make_counter(2.0 * start)
    s = 0.0
    for v in x:
        s += a(v) * b(v * v)
    return s


# functools and operator.
@program(array(4), number(), number(), argnums=(0, 1, 2), numba=False)
def partial_of_a_residual(x, a, b):
    def residual(scale, shift, v, power=1):
        return scale * v**power - shift

    linear = partial(residual, a, b)
    cubic = partial(residual, shift=b * b, scale=a, power=3)
    return sum(linear(v) ** 2 for v in x) + sum(cubic(v=v) ** 2 for v in x)


@program(array(5), numba=False)
def reduce_with_operator(x):
    return functools.reduce(operator.mul, x) + functools.reduce(lambda s, v: s * 0.5 + v * v, x, 1.0)


@program(array(4), array(4), argnums=(0, 1), numba=False)
def map_of_two_arrays(x, y):
    return sum(map(lambda a, b: a * b**2, x, y)) + max(map(operator.add, x, y))


@program(array(5), numba=False)
def filter_on_the_data(x):
    return sum(v * v for v in x if v > 1.0) + math.prod(list(map(math.sqrt, [x[0], x[1], x[2]])))


@program(array(4), numba=False)
def accumulated_products(x):
    p = list(itertools.accumulate([x[0], x[1], x[2], x[3]], operator.mul))
    return p[0] + p[1] * p[3] + p[2]


# Decorators.
def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        logger.debug("%s is called", function.__name__)
        return function(*args, **kwargs)

    return wrapper


def clipped(low, high):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return min(max(function(*args, **kwargs), low), high)

        return wrapper

    return decorate


def penalised(weight):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(x, *rest):
            return function(x, *rest) + weight * np.sum(x * x)

        return wrapper

    return decorate


@logged
def chi_squared(x, y):
    return np.sum((x - y) ** 2)


@functools.lru_cache(maxsize=None)
def binomial(n, k):
    return math.comb(n, k)


@clipped(0.0, 5.0)
def growth(x, *, rate=1.0):
    return math.exp(rate * x)


@program(array(4), array(4), argnums=(0, 1), numba=False)
def decorated_callee(x, y):
    return chi_squared(x, y) + growth(x[0], rate=y[1]) * growth(9.0)


@penalised(0.1)
@logged
def decorated_itself(x, y):
    return np.dot(x, y) ** 2


decorated_itself = program(array(3), array(3), numba=False)(decorated_itself)


@program(number(0.2, 0.8), numba=False)
def bernstein_with_a_cached_binomial(t):
    c = (0.5, -1.0, 2.0, 0.3)
    return sum(c[k] * binomial(3, k) * t**k * (1.0 - t) ** (3 - k) for k in range(4))


# Parameters of every kind.
def weighted_sum(*terms, weights=(), bias=0.0, **options):
    total = bias
    for k, term in enumerate(terms):
        total += (weights[k] if k < len(weights) else 1.0) * term
    return total * options.get("scale", 1.0) ** options.get("power", 1)


def distance(a, b, /, *, p=2.0):
    return np.sum(np.abs(a - b) ** p) ** (1.0 / p)


def forward(x, *args, **kwargs):
    return weighted_sum(x, *args, **kwargs)


@program(number(), number(), argnums=(0, 1), numba=False)
def star_arguments(x, y):
    return weighted_sum(x, y, x * y, weights=(2.0, y), bias=x) + weighted_sum(*[x, y], *(1.0,), scale=y, power=2)


@program(number(), number(), argnums=(0, 1), numba=False)
def keywords_handed_on(x, y):
    options = {"bias": y, "scale": x}
    return forward(x, y, **options) * forward(y, weights=[x], **{"power": 3, "scale": 0.5})


@program(array(3), array(3), number(1.5, 3.0), argnums=(0, 1, 2), numba=False)
def positional_only_and_keyword_only(a, b, p):
    return distance(a, 2.0 * b + 1.0, p=p) + distance(b, a + 1.0)


def recorded(value, history=[1.0, 2.0]):  # noqa: B006
    return value * history[0] + history[-1] * len(history)


def smoothed(value, memory=None):
    memory = [] if memory is None else memory
    memory.append(value)
    return sum(memory) / len(memory)


@program(number(), number(), argnums=(0, 1), numba=False)
def mutable_default_that_is_read(x, y):
    return recorded(x) * recorded(y, [x, y, 3.0])


@program(array(3), numba=False)
def memory_of_the_caller(x):
    memory = [1.0]
    s = 0.0
    for i in range(3):
        s += smoothed(x[i], memory) * smoothed(x[i])
    return s
