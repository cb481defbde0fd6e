"""Recursion: with a depth that is known or not, mutual, over ranges of arrays, over trees; recursion that writes."""

import math

import numpy as np

from .registry import array, number, program


# Depth in an argument.
def power(x, n):
    if n == 0:
        return 1.0
    half = power(x, n // 2)
    return half * half * x if n % 2 else half * half


@program(number(), 13, exact=lambda x, n: n * x ** (n - 1))
def power_by_squaring(x, n):
    return power(x, n)


def matrix_power(a, n):
    if n == 0:
        return np.eye(2)
    half = matrix_power(a, n // 2)
    square = half @ half
    return square @ a if n % 2 else square


@program(array(2, 2, hi=0.9), 5)
def power_of_a_matrix_by_squaring(a, n):
    return np.sum(matrix_power(a, n) ** 2)


@program(number(0.2, 0.9), 9)
def map_iterated_by_recursion(x, n):
    if n == 0:
        return x
    return map_iterated_by_recursion(3.2 * x * (1.0 - x), n - 1)


def horner(c, x, k):
    if k == len(c) - 1:
        return c[k]
    return c[k] + x * horner(c, x, k + 1)


@program(array(6), number(), argnums=(0, 1))
def horner_recursion(c, x):
    return horner(c, x, 0) ** 2


def clenshaw(c, x, k):
    """The two sums from k up."""
    if k == len(c):
        return 0.0, 0.0
    b1, b2 = clenshaw(c, x, k + 1)
    return 2.0 * x * b1 - b2 + c[k], b1


@program(array(6), number(-0.9, 0.9), argnums=(0, 1))
def clenshaw_recursion(c, x):
    b1, b2 = clenshaw(c, x, 1)
    return x * b1 - b2 + c[0]


def fibonacci_like(n, a, b):
    if n == 0:
        return a
    if n == 1:
        return b
    return fibonacci_like(n - 1, a, b) * 0.9 + 0.1 * fibonacci_like(n - 2, a, b) ** 2


@program(number(), number(), 8, argnums=(0, 1))
def fibonacci_like_recurrence(a, b, n):
    return fibonacci_like(n, a, b)


def continued_fraction(a, k):
    if k == len(a) - 1:
        return a[k]
    return a[k] + 1.0 / continued_fraction(a, k + 1)


@program(array(7))
def continued_fraction_of_an_array(a):
    return continued_fraction(a, 0)


def log_fraction(x, k, n):
    """The continued fraction of log(1 + x) from its level k."""
    if k > n:
        return 1.0
    step = (k // 2) ** 2 if k > 1 else 1
    return k + step * x / log_fraction(x, k + 1, n)


@program(number(), 12)
def continued_fraction_with_run_time_levels(x, n):
    return x / log_fraction(x, 1, n)


def bessel(n, x, order, start):
    """The ratio J(n + 1) / J(n) by downward recursion."""
    if n >= start:
        return 0.0
    return 1.0 / (2.0 * (n + 1) / x - bessel(n + 1, x, order, start))


@program(number(), 2)
def bessel_ratio(x, order):
    return bessel(order, x, order, order + 15)


def modified_moments(n, x):
    """The integrals of t^n exp(-t) from 0 to x, by recursion in n."""
    if n == 0:
        return 1.0 - math.exp(-x)
    return n * modified_moments(n - 1, x) - x**n * math.exp(-x)


@program(number(), 4, exact=lambda x, n: x**n * math.exp(-x))
def incomplete_gamma(x, n):
    return modified_moments(n, x)


# Depth that is known while the source is derived.
def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


@program(number())
def series_with_a_recursive_factorial(x):
    return sum([x**k / factorial(k) for k in range(6)])


def nested_sum(parts):
    total = 0.0
    for part in parts:
        total += nested_sum(part) ** 2 if isinstance(part, (list, tuple)) else part
    return total


@program([number(), [number(), [number(), number()]], (number(), [number()])], numba=False)
def sum_of_nested_lists(parts):
    return nested_sum(parts)


def tree_value(tree, x):
    operator, *operands = tree
    if operator == "x":
        return x
    if operator == "const":
        return operands[0]
    values = [tree_value(t, x) for t in operands]
    if operator == "sin":
        return math.sin(values[0])
    return values[0] + values[1] if operator == "+" else values[0] * values[1]


@program(number(), number(), argnums=(0, 1), numba=False)
def expression_tree(x, c):
    tree = ("+", ("*", ("const", c), ("sin", ("*", ("x",), ("x",)))), ("*", ("x",), ("const", 2.0)))
    return tree_value(tree, x)


def likelihood(node, rates):
    """Felsenstein's recursion on a tree of two states."""
    if "state" in node:
        return [1.0, 0.0] if node["state"] == 0 else [0.0, 1.0]
    result = [1.0, 1.0]
    for child, length in zip(node["children"], node["lengths"]):
        inside = likelihood(child, rates)
        p = 0.5 + 0.5 * math.exp(-2.0 * rates[0] * length)
        result[0] *= p * inside[0] + (1.0 - p) * inside[1]
        result[1] *= (1.0 - p) * inside[0] + p * inside[1]
    return result


LEAVES = {"children": [{"state": 0}, {"state": 1}], "lengths": [0.3, 0.5]}
TREE = {"children": [LEAVES, {"state": 0}, LEAVES], "lengths": [0.2, 0.9, 0.4]}


@program(array(2), numba=False)
def likelihood_of_a_phylogeny(rates):
    a, b = likelihood(TREE, rates)
    return math.log(rates[1] * a + (1.0 - rates[1] / 3.0) * b)


# Mutual recursion.
def even_step(x, n):
    return x if n == 0 else odd_step(math.sin(x) + 0.1, n - 1)


def odd_step(x, n):
    return x if n == 0 else even_step(x * x + 0.5, n - 1) * x


@program(number(), 7)
def mutual_recursion(x, n):
    return even_step(x, n)


def cosine(x, n):
    if n == 0:
        return 1.0 - 0.5 * x * x
    return cosine(0.5 * x, n - 1) ** 2 - sine(0.5 * x, n - 1) ** 2


def sine(x, n):
    if n == 0:
        return x
    return 2.0 * sine(0.5 * x, n - 1) * cosine(0.5 * x, n - 1)


@program(number(), 6)
def sine_and_cosine_by_halving(x, n):
    return sine(x, n) + 0.3 * cosine(x, n)


# Divide and conquer over ranges of an array.
def range_sum(x, lo, hi):
    if hi - lo == 1:
        return x[lo] ** 2
    middle = (lo + hi) // 2
    return range_sum(x, lo, middle) + range_sum(x, middle, hi)


def log_sum(x, lo, hi):
    """log(sum(exp)) of a range, pairwise."""
    if hi - lo == 1:
        return x[lo]
    middle = (lo + hi) // 2
    a, b = log_sum(x, lo, middle), log_sum(x, middle, hi)
    top = max(a, b)
    return top + math.log(math.exp(a - top) + math.exp(b - top))


@program(array(7), exact=lambda x: 2.0 * x)
def pairwise_sum_of_squares(x):
    return range_sum(x, 0, len(x))


@program(array(6))
def pairwise_log_sum(x):
    return log_sum(x, 0, len(x))


def product(x):
    """Of halves that are views."""
    if len(x) == 1:
        return x[0]
    half = len(x) // 2
    return product(x[:half]) * product(x[half:])


@program(array(6))
def product_of_halves(x):
    return product(x)


def polynomial_product(roots, lo, hi):
    """The coefficients of the product of (t - root), by halves."""
    if hi - lo == 1:
        return np.array([-roots[lo], 1.0])
    middle = (lo + hi) // 2
    a, b = polynomial_product(roots, lo, middle), polynomial_product(roots, middle, hi)
    c = np.zeros(len(a) + len(b) - 1)
    for i in range(len(a)):
        for j in range(len(b)):
            c[i + j] += a[i] * b[j]
    return c


@program(array(5))
def polynomial_of_its_roots(roots):
    c = polynomial_product(roots, 0, len(roots))
    return np.sum(c**2)


def search(x, value, lo, hi):
    """Where a value belongs in an ascending array."""
    if hi - lo <= 1:
        return lo
    middle = (lo + hi) // 2
    return search(x, value, middle, hi) if x[middle] <= value else search(x, value, lo, middle)


@program(number(0.1, 3.9), array(6), argnums=(0, 1), points=3)
def interpolation_by_binary_search(t, values):
    knots = np.array([0.0, 0.7, 1.5, 2.0, 3.1, 4.0])
    i = search(knots, t, 0, len(knots))
    w = (t - knots[i]) / (knots[i + 1] - knots[i])
    return ((1.0 - w) * values[i] + w * values[i + 1]) ** 2


# Adaptive quadrature.
def simpson(f, a, b):
    return (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))


def adaptive(f, a, b, tolerance, depth):
    middle = 0.5 * (a + b)
    whole, left, right = simpson(f, a, b), simpson(f, a, middle), simpson(f, middle, b)
    if depth == 0 or abs(left + right - whole) < 15.0 * tolerance:
        return left + right
    return adaptive(f, a, middle, tolerance / 2, depth - 1) + adaptive(f, middle, b, tolerance / 2, depth - 1)


@program(number(), number(), argnums=(0, 1), numba=False, rtol=1e-5)
def adaptive_quadrature(a, b):
    return adaptive(lambda x: math.exp(-a * x) * math.sin(3.0 * x), 0.0, b + 1.0, 1e-4, 8)


def bisect(f, lo, hi, depth):
    middle = 0.5 * (lo + hi)
    if depth == 0:
        return middle
    return bisect(f, lo, middle, depth - 1) if f(lo) * f(middle) <= 0.0 else bisect(f, middle, hi, depth - 1)


@program(number(1.5, 2.5), numba=False, points=2)
def newton_after_bisection(c):
    x = bisect(lambda v: v * v - c, 0.0, 3.0, 6)
    return x - (x * x - c) / (2.0 * x)


# Transforms.
def fourier(re, im):
    """The real and imaginary part of the discrete transform, by even and odd halves."""
    n = len(re)
    if n == 1:
        return re, im
    even_re, even_im = fourier(re[::2], im[::2])
    odd_re, odd_im = fourier(re[1::2], im[1::2])
    angle = -2.0 * np.pi * np.arange(n // 2) / n
    c, s = np.cos(angle), np.sin(angle)
    t_re, t_im = c * odd_re - s * odd_im, c * odd_im + s * odd_re
    return (
        np.concatenate((even_re + t_re, even_re - t_re)),
        np.concatenate((even_im + t_im, even_im - t_im)),
    )


@program(array(8), np.linspace(0.5, 2.0, 8), numba=False)
def spectrum_by_recursion(x, weights):
    re, im = fourier(x, np.zeros(len(x)))
    return np.sum(weights * (re**2 + im**2))


def haar(x):
    """All coefficients of the Haar wavelet, coarsest first."""
    if len(x) == 1:
        return x
    low, high = (x[::2] + x[1::2]) * 0.5, (x[::2] - x[1::2]) * 0.5
    return np.concatenate((haar(low), high))


@program(array(8))
def wavelet_energy(x):
    return np.sum(np.abs(haar(x)) ** 1.5)


# Recursion that writes.
def prefix_sums(x, out, k):
    if k == len(x):
        return
    out[k] = x[k] * x[k] + (out[k - 1] if k > 0 else 0.0)
    prefix_sums(x, out, k + 1)


@program(array(5))
def recursion_that_writes_an_array(x):
    out = np.zeros(len(x))
    prefix_sums(x, out, 0)
    return np.sum(out * out)


def butterfly(x, lo, hi):
    """The Walsh-Hadamard transform of a range, in place."""
    if hi - lo == 1:
        return
    half = (hi - lo) // 2
    for i in range(lo, lo + half):
        a, b = x[i], x[i + half]
        x[i] = a + b
        x[i + half] = a - b
    butterfly(x, lo, lo + half)
    butterfly(x, lo + half, hi)


@program(array(8))
def transform_in_place(x):
    y = x * x
    butterfly(y, 0, len(y))
    return np.sum(y**3) / 8.0


def determinant(a, n):
    """By expansion along the first row of the leading block."""
    if n == 1:
        return a[0, 0]
    total = 0.0
    for j in range(n):
        minor = np.zeros((n - 1, n - 1))
        for r in range(1, n):
            for c in range(n):
                if c != j:
                    minor[r - 1, c if c < j else c - 1] = a[r, c]
        total += (-1.0) ** j * a[0, j] * determinant(minor, n - 1)
    return total


@program(array(3, 3), exact=lambda a: np.linalg.det(a) * np.linalg.inv(a).T)
def determinant_by_expansion(a):
    return determinant(a, 3)


def walk(p, k, value):
    """A binomial tree of prices; the option is exercised early where that pays."""
    up, down, q, strike, steps = p
    if k == steps:
        return max(value - strike, 0.0)
    later = 0.98 * (q * walk(p, k + 1, value * up) + (1.0 - q) * walk(p, k + 1, value * down))
    return max(later, value - strike)


@program(number(0.9, 1.1), number(0.3, 0.6), number(0.8, 0.9), argnums=(0, 1, 2))
def american_option_on_a_tree(price, q, strike):
    return walk((1.1, 0.93, q, strike, 4), 0, price)


def memoised(c, x, memo, n):
    if n < 2:
        memo[n] = c * x[n]
    elif memo[n] == 0.0:
        memo[n] = memoised(c, x, memo, n - 1) * x[n] + memoised(c, x, memo, n - 2)
    return memo[n]


@program(array(5), number(), 4, argnums=(0, 1))
def recursion_that_remembers(x, c, n):
    memo = np.zeros(len(x))
    return memoised(c, x, memo, n) * memo[3]


def relaxed(u, n):
    """The sum of all squared changes of n sweeps in place."""
    if n == 0:
        return 0.0
    change = 0.0
    for i in range(1, len(u) - 1):
        d = 0.5 * (u[i - 1] + u[i + 1]) - u[i]
        u[i] += d
        change += d * d
    return change + relaxed(u, n - 1)


@program(array(6), 3)
def sweeps_by_recursion(u, n):
    v = u.copy()
    change = relaxed(v, n)
    return change + v[2] * v[3]
