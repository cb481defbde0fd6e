"""Realistic: ordinary and partial differential equations, orbits, chains, recurrences in time."""

import math

import numpy as np

from .registry import array, drawn, number, program, signed


@program(array(4, lo=0.3, hi=0.7), np.array([1.0, 0.5]), 20, 0.05)
def lotka_volterra_euler(theta, start, n, dt):
    x = start[0]
    y = start[1]
    cost = 0.0
    for _ in range(n):
        dx = theta[0] * x - theta[1] * x * y
        dy = theta[2] * x * y - theta[3] * y
        x = x + dt * dx
        y = y + dt * dy
        cost += (x - 1.0) ** 2 + (y - 0.5) ** 2
    return cost


def predator_prey(u, theta):
    return np.array([theta[0] * u[0] - theta[1] * u[0] * u[1], theta[2] * u[0] * u[1] - theta[3] * u[1]])


@program(array(4, lo=0.3, hi=0.7), array(2), 6, 0.1, argnums=(0, 1))
def lotka_volterra_runge_kutta(theta, start, n, dt):
    u = start
    for _ in range(n):
        k1 = predator_prey(u, theta)
        k2 = predator_prey(u + 0.5 * dt * k1, theta)
        k3 = predator_prey(u + 0.5 * dt * k2, theta)
        k4 = predator_prey(u + dt * k3, theta)
        u = u + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return np.sum(u**2)


@program(array(2, lo=0.5, hi=0.9), 0.4, 15, 0.1)
def logistic_growth(theta, x0, n, dt):
    x = x0
    for k in range(n):
        x = x + dt * theta[0] * x * (1.0 - x / theta[1])
    return x * x


@program(array(10), number(0.1, 0.3), 4, argnums=(0, 1))
def heat_stencil(u0, c, steps):
    u = u0.copy()
    for _ in range(steps):
        new = u.copy()
        for i in range(1, len(u) - 1):
            new[i] = u[i] + c * (u[i - 1] - 2.0 * u[i] + u[i + 1])
        u = new
    return np.sum(u**2)


@program(array(10), number(0.1, 0.3), 4, argnums=(0, 1))
def heat_with_slices(u0, c, steps):
    u = u0
    for _ in range(steps):
        inner = u[1:-1] + c * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        u = np.concatenate((u[:1], inner, u[-1:]))
    return np.sum(u**2)


@program(array(5, 5), number(0.1, 0.2), 3, argnums=(0, 1))
def heat_in_two_dimensions(u0, c, steps):
    u = u0.copy()
    v = u0.copy()
    for _ in range(steps):
        for i in range(1, 4):
            for j in range(1, 4):
                around = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]
                v[i, j] = u[i, j] + c * (around - 4.0 * u[i, j])
        u, v = v, u
    return np.sum(u * u)


@program(array(8), number(0.1, 0.3), 3, argnums=(0, 1))
def gauss_seidel_nonlinear(u0, c, steps):
    u = u0.copy()
    for t in range(steps):
        for i in range(1, len(u) - 1):
            u[i] = u[i] + c * u[i - 1] * (u[i + 1] - u[i])
    return np.sum(u**2)


@program(array(8), 0.2, 5)
def burgers_upwind(u0, r, steps):
    u = u0.copy()
    for _ in range(steps):
        u[1:] = u[1:] - r * u[1:] * (u[1:] - u[:-1])
    return np.sum(u**2) + u[3]


@program(array(8), number(0.2, 0.4), 5, argnums=(0, 1))
def wave_leapfrog(u0, c, steps):
    n = len(u0)
    history = np.zeros((steps + 2, n))
    history[0] = u0
    history[1] = u0
    for t in range(1, steps + 1):
        for i in range(1, n - 1):
            lap = history[t, i + 1] - 2.0 * history[t, i] + history[t, i - 1]
            history[t + 1, i] = 2.0 * history[t, i] - history[t - 1, i] + c * c * lap
    return np.sum(history[steps + 1] ** 2) + history[3, 2]


@program(array(5), array(5), number(0.5, 0.9), argnums=(0, 1, 2))
def spring_chain(x0, v0, k):
    x = x0.copy()
    v = v0.copy()
    n = len(x)
    f = np.zeros(n)
    for _ in range(4):
        f[:] = 0.0
        for i in range(n - 1):
            d = x[i + 1] - x[i] - 0.5
            f[i] += k * d
            f[i + 1] -= k * d
        for i in range(n):
            v[i] += 0.1 * f[i]
            x[i] += 0.1 * v[i]
    return np.sum(x * x) + np.sum(v * v)


@program(np.array([1.0, 0.1]), np.array([0.1, 0.9]), 12, 0.1, argnums=(0, 1))
def kepler_orbit(q0, p0, n, dt):
    qx, qy = q0
    px, py = p0
    for _ in range(n):
        r3 = (qx * qx + qy * qy) ** 1.5
        px -= dt * qx / r3
        py -= dt * qy / r3
        qx += dt * px
        qy += dt * py
    return 0.5 * (px**2 + py**2) - 1.0 / math.sqrt(qx**2 + qy**2)


@program(number(1.0, 2.0), number(0.2, 0.4), argnums=(0, 1))
def projectile_until_ground(v, angle):
    x = 0.0
    y = 0.1
    vx = v * math.cos(angle)
    vy = v * math.sin(angle)
    while y > 0.0:
        x = x + 0.05 * vx
        y = y + 0.05 * vy
        vy = vy - 0.05 * 9.81
        vx = vx * 0.99
    return x - y / vy * vx


@program(array(3, lo=0.2, hi=0.4), 20)
def sir_epidemic(theta, n):
    s, i, r = 0.99, 0.01, 0.0
    peak = 0.0
    for _ in range(n):
        infected = theta[0] * 4.0 * s * i
        recovered = theta[1] * i
        waned = theta[2] * r * 0.1
        s, i, r = s - infected + waned, i + infected - recovered, r + recovered - waned
        peak = max(peak, i)
    return peak + r


@program(number(0.5, 0.9), 0.1, 5)
def adaptive_step_size(rate, h0, n):
    t = 0.0
    y = 1.0
    h = h0
    while t < 1.0:
        full = y - h * rate * y * y
        half = y - 0.5 * h * rate * y * y
        half = half - 0.5 * h * rate * half * half
        error = abs(full - half)
        if error < 5e-3:
            y = 2.0 * half - full
            t = t + h
            h = h * 1.2
        else:
            h = 0.5 * h
    return y


@program(array(6), array(6), number(), argnums=(0, 1, 2))
def van_der_pol_forced(x0, force, mu):
    x = x0[0]
    v = x0[1]
    s = 0.0
    for k in range(len(force)):
        a = mu * (1.0 - x * x) * v - x + force[k]
        x, v = x + 0.1 * v, v + 0.1 * a
        s += x * x * v
    return s


@program(array(3), array(3, 3), signed(3), 3, argnums=(0, 1, 2))
def linear_system_matrix_form(x, a, b, n):
    cost = 0.0
    for _ in range(n):
        x = np.tanh(a @ x + b)
        cost += x @ x
    return cost


@program(drawn(lambda rng: rng.uniform(0.2, 0.4, 3)), 6)
def double_pendulum_like(p, n):
    a, b, va, vb = p[0], p[1], 0.0, p[2]
    for _ in range(n):
        d = math.cos(a - b)
        acc_a = -math.sin(a) - 0.5 * d * vb * vb * math.sin(a - b)
        acc_b = -math.sin(b) + d * va * va * math.sin(a - b)
        va, vb = va + 0.1 * acc_a / (2.0 - d * d), vb + 0.1 * acc_b / (2.0 - d * d)
        a, b = a + 0.1 * va, b + 0.1 * vb
    return a * b + va * vb
