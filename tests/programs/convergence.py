"""Iterations that end when they have converged, or give up: roots, line searches, adaptive steps, series."""

import math

import numpy as np

from .registry import array, number, program, signed


def converged(step, scale):
    return abs(step) < 1e-13 * (1.0 + abs(scale))


@program(number(1.5, 3.0), exact=lambda a: a ** (-2.0 / 3.0) / 3.0)
def cube_root_by_newton(a):
    x = a
    for _ in range(50):
        step = (x**3 - a) / (3.0 * x**2)
        x -= step
        if abs(step) < 1e-14:
            break
    return x


@program(number(1.0, 2.0), number(0.3, 0.6), argnums=(0, 1))
def newton_that_reports_failure(a, b):
    x = 1.0
    for k in range(40):
        residual = math.exp(b * x) - a - x**2 * 0.1
        if converged(residual, a):
            break
        x -= residual / (b * math.exp(b * x) - 0.2 * x)
    else:
        x = math.nan
    return x * b


@program(number(2.0, 3.0), number(0.5, 0.9), argnums=(0, 1))
def secant_method(a, b):
    x0, x1 = 0.2, 1.5
    f0 = a * x0 - math.cos(b * x0)
    while True:
        f1 = a * x1 - math.cos(b * x1)
        if abs(f1 - f0) < 1e-15:
            break
        x0, x1, f0 = x1, x1 - f1 * (x1 - x0) / (f1 - f0), f1
        if abs(x1 - x0) < 1e-13:
            break
    return x1


@program(number(0.4, 0.6), number(1.0, 1.4), argnums=(0, 1))
def regula_falsi(c, k):
    lo, hi = 0.0, 3.0
    f_lo, f_hi = -c, k * hi + math.tanh(hi) - c
    mid = lo
    for _ in range(80):
        mid = lo - f_lo * (hi - lo) / (f_hi - f_lo)
        f_mid = k * mid + math.tanh(mid) - c
        if abs(f_mid) < 1e-14:
            break
        if f_mid * f_lo > 0.0:
            lo, f_lo = mid, f_mid
            continue
        hi, f_hi = mid, f_mid
    return mid


@program(signed(4), array(4))
def backtracking_line_search(x, h):
    gradient = h * x + x**3
    energy = 0.5 * np.sum(h * x * x) + 0.25 * np.sum(x**4)
    step = 2.0
    while True:
        trial = x - step * gradient
        if 0.5 * np.sum(h * trial * trial) + 0.25 * np.sum(trial**4) < energy:
            break
        step *= 0.5
    return np.sum(trial**2) + step


@program(signed(3), array(3), argnums=(0, 1))
def descent_with_line_search(x, h):
    for _ in range(6):
        g = h * x + x**3
        step, slope = 1.0, np.dot(g, g)
        while step > 1e-3:
            y = x - step * g
            if np.sum(h * y**2 + 0.5 * y**4) <= np.sum(h * x**2 + 0.5 * x**4) - 1e-4 * step * slope:
                break
            step *= 0.6
        else:
            break
        x = x - step * g
        if slope < 1e-6:
            break
    return np.sum(h * x**2 + 0.5 * x**4) + x[0]


@program(number(0.5, 0.9), number(2.0, 3.0), argnums=(0, 1))
def adaptive_steps_that_are_rejected(rate, t_end):
    t, y, h = 0.0, 1.0, 0.5
    while t < t_end:
        if t + h > t_end:
            h = t_end - t
        slope = -rate * y * y
        middle = y + 0.5 * h * slope
        better = y - h * rate * middle * middle
        error = abs(better - (y + h * slope))
        if error > 0.02:
            h *= 0.5
            continue
        t, y = t + h, better
        if error < 0.004:
            h *= 1.5
    return y


@program(array(8), points=2)
def clipped_until_nothing_changes(samples):
    low, high = samples.min(), samples.max()
    kept = len(samples)
    while True:
        total, squares, count = 0.0, 0.0, 0
        for value in samples:
            if value < low or value > high:
                continue
            total += value
            squares += value * value
            count += 1
        mean = total / count
        spread = math.sqrt(squares / count - mean * mean + 1e-3)
        low, high = mean - 1.4 * spread, mean + 1.4 * spread
        if count == kept:
            break
        kept = count
    return mean + spread


@program(number(0.2, 0.4), number(1.2, 1.5), argnums=(0, 1))
def series_ended_by_its_terms(x, s):
    total = term = x
    n = 1
    while (term := term * -x * (s + n) / (n + 1.0)) > 1e-12 or term < -1e-12:
        total += term
        n += 1
    return total


@program(number(0.3, 0.5), number(1.1, 1.5), argnums=(0, 1))
def continued_fraction(x, a):
    f = c = a
    d, n = 0.0, 0
    while abs((delta := c * d if n else 0.5) - 1.0) > 1e-14:
        n += 1
        d = 1.0 / (a + n * x * d)
        c = a + n * x / c
        f *= c * d
    return f * delta


@program(array(5))
def residual_assigned_in_test(x):
    y = 1.0
    rounds = 0
    while (residual := y * y * x[0] + y * x[1] - x[2]) > 1e-13 or residual < -1e-13:
        y -= residual / (2.0 * y * x[0] + x[1])
        rounds += 1
        if rounds > 30:
            break
    return y * x[3] + residual


@program(number(0.7, 0.9), number(0.3, 0.6), argnums=(0, 1))
def fixed_point_as_do_while(a, b):
    x = 0.5
    done = False
    while not done:
        new = math.exp(-a * x) + b * 0.1
        done = abs(new - x) < 1e-13
        x = new
    return x


@program(array(4, 4), array(4))
def jacobi_iteration(a, b):
    n = len(b)
    x = np.zeros(n)
    change, sweeps = 1.0, 0
    while change > 1e-13 and sweeps < 200:
        new = np.zeros(n)
        for i in range(n):
            total = b[i]
            for j in range(n):
                if j == i:
                    continue
                total -= a[i, j] * x[j]
            new[i] = total / (a[i, i] + 4.0)
        change = np.max(np.abs(new - x))
        x = new
        sweeps += 1
    return np.sum(x * x)


@program(array(3, 3), array(3))
def power_iteration_until_it_settles(a, start):
    v = start / np.sqrt(np.sum(start**2))
    value = 0.0
    for sweep in range(100):
        w = a @ v
        old, value = value, np.dot(v, w)
        if sweep > 0 and abs(value - old) < 1e-14:
            break
        v = w / np.sqrt(np.sum(w**2))
    return value


@program(number(0.2, 0.4), number(1.5, 2.5), 8, argnums=(0, 1))
def simpson_until_the_estimate_settles(a, b, rounds):
    old = 0.0
    n = 2
    for _ in range(rounds):
        h = (b - a) / n
        total = math.exp(-a * a) + math.exp(-b * b)
        for i in range(1, n):
            x = a + i * h
            total += (4.0 if i % 2 else 2.0) * math.exp(-x * x)
        new = total * h / 3.0
        if n > 2 and abs(new - old) < 1e-8:
            return new
        old = new
        n *= 2
    return old


@program(array(5), array(5), argnums=(0, 1))
def coordinate_descent_for_lasso(x, y):
    w, penalty = 0.1, 0.2
    for sweep in range(25):
        rho = np.dot(x, y - w * x) + w * np.dot(x, x)
        if rho > penalty:
            new = (rho - penalty) / np.dot(x, x)
        elif rho < -penalty:
            new = (rho + penalty) / np.dot(x, x)
        else:
            return 0.0
        if sweep and abs(new - w) < 1e-12:
            break
        w = new
    return w


@program(array(12), number(0.2, 0.4), argnums=(0, 1))
def early_stopping_with_patience(losses, decay):
    best = smooth = losses[0]
    waited = 0
    for loss in losses[1:]:
        smooth += decay * (loss - smooth)
        if smooth < best:
            best, waited = smooth, 0
            continue
        waited += 1
        if waited >= 3:
            break
    else:
        best += 0.5 * smooth
    return best * smooth
