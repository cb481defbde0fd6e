"""Realistic: linear algebra in loops, quadrature, splines, root finding, polynomials."""

import math

import numpy as np

from .registry import array, drawn, number, program, signed


def positive_definite(n):
    def draw(rng):
        a = rng.normal(size=(n, n))
        return a @ a.T + n * np.eye(n)

    return drawn(draw)


def dominant(n):
    return drawn(lambda rng: rng.uniform(-1.0, 1.0, (n, n)) + (n + 1.0) * np.eye(n))


@program(positive_definite(4))
def cholesky_in_loops(a):
    n = a.shape[0]
    c = np.zeros((n, n))
    for j in range(n):
        s = 0.0
        for k in range(j):
            s += c[j, k] ** 2
        c[j, j] = math.sqrt(a[j, j] - s)
        for i in range(j + 1, n):
            s = 0.0
            for k in range(j):
                s += c[i, k] * c[j, k]
            c[i, j] = (a[i, j] - s) / c[j, j]
    logdet = 0.0
    for i in range(n):
        logdet += math.log(c[i, i])
    return logdet + c[3, 1] ** 2


@program(positive_definite(4))
def cholesky_in_place(a):
    n = len(a)
    for k in range(n):
        a[k, k] = math.sqrt(a[k, k])
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
        for j in range(k + 1, n):
            for i in range(j, n):
                a[i, j] -= a[i, k] * a[j, k]
    return a[3, 3] * a[2, 0] + a[1, 1]


@program(dominant(4), signed(4), argnums=(0, 1))
def gaussian_elimination(a, b):
    a = a.copy()
    x = b.copy()
    n = len(x)
    for k in range(n):
        for i in range(k + 1, n):
            m = a[i, k] / a[k, k]
            a[i, k:] -= m * a[k, k:]
            x[i] -= m * x[k]
    for i in range(n - 1, -1, -1):
        x[i] = (x[i] - np.dot(a[i, i + 1 :], x[i + 1 :])) / a[i, i]
    return np.sum(x**2)


@program(dominant(4))
def determinant_by_elimination(a):
    u = a.copy()
    det = 1.0
    for k in range(4):
        det *= u[k, k]
        for i in range(k + 1, 4):
            f = u[i, k] / u[k, k]
            for j in range(k, 4):
                u[i, j] = u[i, j] - f * u[k, j]
    return math.log(abs(det))


@program(signed(5), array(6, lo=3.0, hi=4.0), signed(5), signed(6), argnums=(0, 1, 2, 3))
def tridiagonal_solve(lower, diagonal, upper, rhs):
    n = len(diagonal)
    c = np.zeros(n)
    d = np.zeros(n)
    c[0] = upper[0] / diagonal[0]
    d[0] = rhs[0] / diagonal[0]
    for i in range(1, n):
        m = diagonal[i] - lower[i - 1] * c[i - 1]
        if i < n - 1:
            c[i] = upper[i] / m
        d[i] = (rhs[i] - lower[i - 1] * d[i - 1]) / m
    x = np.zeros(n)
    x[n - 1] = d[n - 1]
    for i in range(n - 2, -1, -1):
        x[i] = d[i] - c[i] * x[i + 1]
    return np.sum(x**2)


@program(signed(6), number(1.4, 1.6), argnums=(0, 1))
def cubic_spline(y, t):
    n = len(y)
    m = np.zeros(n)
    c = np.zeros(n)
    d = np.zeros(n)
    for i in range(1, n - 1):
        w = 4.0 - c[i - 1]
        c[i] = 1.0 / w
        d[i] = (6.0 * (y[i + 1] - 2.0 * y[i] + y[i - 1]) - d[i - 1]) / w
    for i in range(n - 2, 0, -1):
        m[i] = d[i] - c[i] * m[i + 1]
    k = int(t)
    u = t - k
    v = 1.0 - u
    return (
        y[k] * v + y[k + 1] * u + ((v**3 - v) * m[k] + (u**3 - u) * m[k + 1]) / 6.0
    )


@program(array(5), number(0.5, 0.9), argnums=(0, 1))
def polynomial_horner(c, x):
    p = c[-1]
    dp = 0.0
    for k in range(len(c) - 2, -1, -1):
        dp = dp * x + p
        p = p * x + c[k]
    return p * dp


@program(signed(4), number(0.2, 0.6), argnums=(0, 1))
def chebyshev_clenshaw(c, x):
    b1, b2 = 0.0, 0.0
    for k in range(len(c) - 1, 0, -1):
        b1, b2 = c[k] + 2.0 * x * b1 - b2, b1
    return c[0] + x * b1 - b2


@program(number(), number(2.0, 3.0), 8, argnums=(0, 1))
def simpson_integration(a, b, n):
    def f(t):
        return math.exp(-a * t) * math.sin(t)

    h = (b - a) / n
    s = f(a) + f(b)
    for i in range(1, n):
        s += (4.0 if i % 2 == 1 else 2.0) * f(a + i * h)
    return s * h / 3.0


@program(array(3), 20)
def trapezoid_vectorised(p, n):
    t = np.linspace(0.0, 1.0, n)
    y = p[0] * np.exp(-p[1] * t) * np.cos(p[2] * t)
    return np.sum((y[1:] + y[:-1]) * 0.5 * (t[1:] - t[:-1]))


@program(number(1.5, 2.5), number(2.0, 3.0), argnums=(0, 1))
def newton_cube_root(a, start):
    x = start
    for _ in range(3):
        x = x - (x**3 - a) / (3.0 * x**2)
    return x


@program(number(1.5, 2.5))
def secant_method(a):
    x0 = 1.0
    x1 = 2.0
    f0 = x0 * x0 - a
    f1 = x1 * x1 - a
    while abs(f1) > 1e-12:
        x0, x1 = x1, x1 - f1 * (x1 - x0) / (f1 - f0)
        f0 = f1
        f1 = x1 * x1 - a
    return x1


@program(dominant(4), signed(4), argnums=(0, 1))
def jacobi_iterations(a, b):
    n = len(b)
    x = np.zeros(n)
    for _ in range(5):
        new = np.zeros(n)
        for i in range(n):
            s = b[i]
            for j in range(n):
                if j != i:
                    s -= a[i, j] * x[j]
            new[i] = s / a[i, i]
        x = new
    return np.sum(x * x)


@program(positive_definite(4), signed(4), argnums=(0, 1))
def conjugate_gradients(a, b):
    x = np.zeros_like(b)
    r = b - a @ x
    p = r
    rs = r @ r
    for _ in range(3):
        q = a @ p
        alpha = rs / (p @ q)
        x = x + alpha * p
        r = r - alpha * q
        new = r @ r
        p = r + new / rs * p
        rs = new
    return x @ x


@program(signed(3, 2, 2))
def matrix_chain(ms):
    p = np.eye(2)
    for m in ms:
        p = p @ m
    return np.sum(p * p)


@program(signed(3), number(0.05, 0.1), 10)
def gradient_descent_unrolled(target, rate, steps):
    x = np.zeros(3)
    for _ in range(steps):
        g = 2.0 * (x - target) + 4.0 * x**3
        x = x - rate * g
    return np.sum((x - 1.0) ** 2)


@program(signed(4, 3))
def gram_schmidt(a):
    q = a.copy()
    n, m = q.shape
    for j in range(m):
        for k in range(j):
            q[:, j] -= np.dot(q[:, k], a[:, j]) * q[:, k]
        q[:, j] /= np.sqrt(np.sum(q[:, j] ** 2))
    return np.sum(q[0]) + q[1, 2] * q[3, 1]


@program(array(5), number(0.3, 0.7), argnums=(0, 1))
def neville_interpolation(y, t):
    n = len(y)
    p = y.copy()
    for m in range(1, n):
        for i in range(n - m):
            p[i] = ((t - (i + m) * 0.25) * p[i] - (t - i * 0.25) * p[i + 1]) / (-m * 0.25)
    return p[0]


@program(array(4))
def continued_fraction(c):
    v = 0.0
    for k in range(len(c) - 1, -1, -1):
        v = c[k] / (1.0 + v)
    return v


@program(signed(8))
def haar_wavelet_in_place(x):
    y = x.copy()
    n = len(y)
    while n > 1:
        half = n // 2
        t = np.zeros(n)
        for i in range(half):
            t[i] = 0.5 * (y[2 * i] + y[2 * i + 1])
            t[half + i] = 0.5 * (y[2 * i] - y[2 * i + 1])
        y[:n] = t
        n = half
    s = 0.0
    for i in range(len(y)):
        s += y[i] ** 2 * (i + 1)
    return s


@program(signed(6), signed(3), argnums=(0, 1))
def convolution(x, k):
    n = len(x) - len(k) + 1
    y = np.zeros(n)
    for i in range(n):
        for j in range(len(k)):
            y[i] += x[i + j] * k[j]
    return np.sum(y**2)


@program(signed(5), signed(5), argnums=(0, 1))
def discrete_fourier_power(re, im):
    n = len(re)
    s = 0.0
    for k in range(n):
        a = 0.0
        b = 0.0
        for t in range(n):
            phase = -2.0 * math.pi * k * t / n
            a += re[t] * math.cos(phase) - im[t] * math.sin(phase)
            b += re[t] * math.sin(phase) + im[t] * math.cos(phase)
        s += (a * a + b * b) * (k + 1)
    return s
