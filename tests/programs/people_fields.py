"""People's code, fields and grids: finite differences with buffers, solvers, transforms, splines.

Each is written as its author would: with its own loops, work arrays and sweeps.
"""

import math

import numpy as np

from .registry import array, number, program


@program(array(7), number(0.1, 0.3), 4, argnums=(0, 1))
def heat_with_ping_pong_buffers(initial, alpha, steps):
    u = initial.copy()
    new = np.empty_like(u)
    new[0], new[-1] = u[0], u[-1]
    for _ in range(steps):
        for i in range(1, len(u) - 1):
            new[i] = u[i] + alpha * (u[i - 1] - 2.0 * u[i] + u[i + 1])
        u, new = new, u
    return np.sum(u**2)


@program(array(4, 5), number(0.1, 0.2), 3, argnums=(0, 1))
def heat_on_a_plate_with_slices(u, alpha, steps):
    for _ in range(steps):
        lap = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4.0 * u[1:-1, 1:-1]
        u[1:-1, 1:-1] += alpha * lap
    return np.sum(u**2)


@program(array(6), array(6), number(1.2, 1.6), argnums=(0, 1, 2))
def gauss_seidel_with_relaxation(u0, rhs, omega):
    u = u0.copy()
    for _ in range(3):
        for i in range(1, len(u) - 1):
            fresh = 0.5 * (u[i - 1] + u[i + 1] + rhs[i])
            u[i] += omega * (fresh - u[i])
    residual = 0.0
    for i in range(1, len(u) - 1):
        residual += (u[i - 1] - 2.0 * u[i] + u[i + 1] + rhs[i]) ** 2
    return residual


@program(array(6), number(0.3, 0.5), 4, argnums=(0, 1))
def advection_with_minmod_limiter(q, courant, steps):
    def minmod(a, b):
        if a * b <= 0.0:
            return 0.0
        return a if abs(a) < abs(b) else b

    n = len(q)
    flux = np.zeros(n)
    for _ in range(steps):
        for i in range(n):
            slope = minmod(q[i] - q[i - 1], q[(i + 1) % n] - q[i])
            flux[i] = courant * (q[i] + 0.5 * (1.0 - courant) * slope)
        q = q - flux + np.roll(flux, 1)
    return np.sum(q**3)


@program(array(6), array(6), 3, argnums=(0, 1))
def shallow_water_lax_friedrichs(h, hu, steps):
    for _ in range(steps):
        f1 = hu
        f2 = hu**2 / h + 0.5 * h**2
        h_new = 0.5 * (np.roll(h, 1) + np.roll(h, -1)) - 0.05 * (np.roll(f1, -1) - np.roll(f1, 1))
        hu = 0.5 * (np.roll(hu, 1) + np.roll(hu, -1)) - 0.05 * (np.roll(f2, -1) - np.roll(f2, 1))
        h = h_new
    return np.sum(h * hu)


@program(array(5), array(5), 3, argnums=(0, 1))
def thomas_algorithm_in_time_steps(u, conductivity, steps):
    """Implicit heat equation: a tridiagonal solve in each step."""
    n = len(u)
    c = np.zeros(n)
    d = np.zeros(n)
    for _ in range(steps):
        for i in range(n):
            a = -0.1 * conductivity[i - 1] if i > 0 else 0.0
            b = 1.0 + 0.2 * conductivity[i]
            right = -0.1 * conductivity[i] if i < n - 1 else 0.0
            m = b - a * c[i - 1] if i > 0 else b
            c[i] = right / m
            d[i] = (u[i] - a * d[i - 1]) / m if i > 0 else u[i] / m
        u = np.empty(n)
        u[n - 1] = d[n - 1]
        for i in range(n - 2, -1, -1):
            u[i] = d[i] - c[i] * u[i + 1]
    return np.sum(u**2)


@program(array(8), array(8), argnums=(0, 1))
def fast_fourier_transform_by_loops(re, im):
    """Radix two, in place, with a bit-reversed order; the power in the low half."""
    n = len(re)
    re, im = re.copy(), im.copy()
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j ^= bit
        if i < j:
            re[i], re[j] = re[j], re[i]
            im[i], im[j] = im[j], im[i]
    length = 2
    while length <= n:
        angle = -2.0 * math.pi / length
        for start in range(0, n, length):
            for k in range(length // 2):
                wr, wi = math.cos(angle * k), math.sin(angle * k)
                p, q = start + k, start + k + length // 2
                tr = wr * re[q] - wi * im[q]
                ti = wr * im[q] + wi * re[q]
                re[q], im[q] = re[p] - tr, im[p] - ti
                re[p] += tr
                im[p] += ti
        length *= 2
    power = 0.0
    for k in range(n // 2):
        power += (k + 1) * (re[k] ** 2 + im[k] ** 2)
    return power


@program(array(4, 4), argnums=0)
def cholesky_log_determinant(a):
    """By loops, of a matrix made positive definite."""
    n = a.shape[0]
    spd = a @ a.T + n * np.eye(n)
    low = np.zeros((n, n))
    for i in range(n):
        for j in range(i + 1):
            s = spd[i, j]
            for k in range(j):
                s -= low[i, k] * low[j, k]
            if i == j:
                low[i, j] = math.sqrt(s)
            else:
                low[i, j] = s / low[j, j]
    logdet = 0.0
    for i in range(n):
        logdet += 2.0 * math.log(low[i, i])
    return logdet


@program(array(6), number(1.2, 3.8), argnums=(0, 1))
def cubic_hermite_spline(y, t):
    """Catmull-Rom: the segment is found by the position."""
    i = int(t)
    u = t - i
    p0, p1, p2, p3 = y[i - 1], y[i], y[i + 1], y[i + 2]
    m1, m2 = 0.5 * (p2 - p0), 0.5 * (p3 - p1)
    u2, u3 = u * u, u * u * u
    return (2 * u3 - 3 * u2 + 1) * p1 + (u3 - 2 * u2 + u) * m1 + (3 * u2 - 2 * u3) * p2 + (u3 - u2) * m2


@program(array(6), np.array([0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 4.0, 4.0]), number(1.2, 2.8), argnums=(0, 2))
def de_boor(control, knots, t):
    degree = 2
    k = degree
    while k < len(control) - 1 and knots[k + 1] <= t:
        k += 1
    d = [control[j + k - degree] for j in range(degree + 1)]
    for r in range(1, degree + 1):
        for j in range(degree, r - 1, -1):
            left = knots[j + k - degree]
            alpha = (t - left) / (knots[j + 1 + k - r] - left)
            d[j] = (1.0 - alpha) * d[j - 1] + alpha * d[j]
    return d[degree]
