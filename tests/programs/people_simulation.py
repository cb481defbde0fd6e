"""People's code, simulation: orbits, molecules, differential equations, fields, chemistry, neurons, rays, control.

Each is written as its author would: with its own loops, buffers, helpers and early exits.
"""


import math

import numpy as np

from .registry import array, drawn, number, program, signed


def spaced(n, d, gap=1.2):
    """Positions on a line, at least 0.6 `gap` apart, with some scatter."""
    return drawn(lambda rng: np.arange(n)[:, None] * gap * np.eye(1, d) + rng.uniform(-0.2, 0.2, (n, d)))


# Particles


@program(spaced(5, 2), 2.0)
def lennard_jones_with_shifted_cutoff(x, cutoff):
    shift = 4.0 * (cutoff**-12 - cutoff**-6)
    energy = 0.0
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            d = x[i] - x[j]
            r2 = np.dot(d, d)
            if r2 >= cutoff * cutoff:
                continue
            inv6 = 1.0 / r2**3
            energy += 4.0 * (inv6 * inv6 - inv6) - shift
    return energy


@program(spaced(3, 2), signed(3, 2, scale=0.1), array(3), 0.05, 4, argnums=(0, 1, 2))
def nbody_leapfrog(x, v, mass, dt, steps):
    """The energy after some steps of kick, drift, kick."""

    def accelerations(x):
        a = np.zeros_like(x)
        for i in range(len(x)):
            for j in range(len(x)):
                if i != j:
                    d = x[j] - x[i]
                    r2 = d[0] * d[0] + d[1] * d[1] + 0.01
                    a[i] += mass[j] * d / (r2 * math.sqrt(r2))
        return a

    a = accelerations(x)
    for _ in range(steps):
        v = v + 0.5 * dt * a
        x = x + dt * v
        a = accelerations(x)
        v = v + 0.5 * dt * a
    return 0.5 * np.sum(mass * np.sum(v * v, axis=1)) + np.sum(x * x)


@program(spaced(4, 2), signed(4, 2, scale=0.1), number(0.2, 0.4), 3, argnums=(0, 1, 2))
def velocity_verlet_in_place(pos, vel, spring, steps):
    """A chain of masses; the force array is filled again in each step."""
    n = len(pos)
    force = np.zeros((n, 2))
    dt = 0.1
    for _ in range(steps):
        force.fill(0.0)
        for i in range(n - 1):
            d = pos[i + 1] - pos[i]
            r = math.sqrt(d[0] ** 2 + d[1] ** 2)
            f = spring * (r - 1.0) / r
            force[i] += f * d
            force[i + 1] -= f * d
        vel += dt * force
        pos += dt * vel
    return 0.5 * np.sum(vel**2) + np.sum(pos[-1])


@program(signed(4, 4), number(0.3, 0.6), 3, argnums=(0, 1))
def ising_mean_field(m, beta, sweeps):
    """Self-consistent magnetisations on a periodic square lattice."""
    n = m.shape[0]
    m = m.copy()
    for _ in range(sweeps):
        for i in range(n):
            for j in range(n):
                h = m[(i + 1) % n, j] + m[i - 1, j] + m[i, (j + 1) % n] + m[i, j - 1]
                m[i, j] = math.tanh(beta * h + 0.1)
    return np.sum(m) ** 2


# Ordinary differential equations


@program(array(2), number(0.5, 0.8), argnums=(0, 1), rtol=1e-5)
def runge_kutta_with_step_control(y0, rate):
    """Heun with Euler as its error estimate: steps that fail are tried again with half the size."""
    y = y0.copy()
    t, h = 0.0, 0.4
    tries = 0
    while t < 1.0 and tries < 50:
        tries += 1
        if t + h > 1.0:
            h = 1.0 - t
        k1 = np.array([y[1], -rate * y[0]])
        mid = y + h * k1
        k2 = np.array([mid[1], -rate * mid[0]])
        error = 0.5 * h * np.max(np.abs(k2 - k1))
        if error > 0.02:
            h *= 0.5
            continue
        y = y + 0.5 * h * (k1 + k2)
        t += h
        h *= 1.2
    return y[0] ** 2 + y[1]


@program(number(), number(), number(), argnums=(0, 1, 2), numba=False)
def classical_runge_kutta_with_callback(k, c, x0):
    def oscillator(t, state):
        x, v = state
        return v, -k * x - c * v + math.sin(t)

    def step(f, t, state, h):
        k1 = f(t, state)
        k2 = f(t + h / 2, tuple(s + h / 2 * d for s, d in zip(state, k1)))
        k3 = f(t + h / 2, tuple(s + h / 2 * d for s, d in zip(state, k2)))
        k4 = f(t + h, tuple(s + h * d for s, d in zip(state, k3)))
        return tuple(s + h / 6 * (a + 2 * b + 2 * c + d) for s, a, b, c, d in zip(state, k1, k2, k3, k4))

    state = (x0, 0.0)
    for i in range(4):
        state = step(oscillator, 0.1 * i, state, 0.1)
    return state[0] ** 2 + state[1]


@program(array(2), array(5, lo=5.0, hi=30.0), 3, argnums=(0,))
def sir_fit(theta, observed, substeps):
    """Sum of squares of an epidemic's daily counts."""
    beta, gamma = theta
    s, i, r = 99.0, 1.0, 0.0
    dt = 1.0 / substeps
    loss = 0.0
    for day in range(len(observed)):
        new_cases = 0.0
        for _ in range(substeps):
            infection = beta * s * i / 100.0
            recovery = gamma * i
            s -= dt * infection
            i += dt * (infection - recovery)
            r += dt * recovery
            new_cases += dt * infection
        loss += (new_cases - observed[day]) ** 2 / (1.0 + r)
    return loss


@program(array(3), array(4), 6, argnums=(0, 1))
def hodgkin_huxley_like(g, initial, steps):
    """Conductances to the mean voltage of a membrane with two gates."""
    g_na, g_k, g_leak = g
    v, m, h, n = initial
    mean = 0.0
    for k in range(steps):
        current = 0.5 if 1 <= k < 4 else 0.0
        i_na = g_na * m**3 * h * (v - 1.2)
        i_k = g_k * n**4 * (v + 0.8)
        i_leak = g_leak * (v + 0.5)
        a_m = 0.1 * (v + 0.4) / (1.0 - math.exp(-(v + 0.4)))
        m = m + 0.05 * (a_m * (1.0 - m) - 0.4 * m)
        h = h + 0.05 * (0.07 * math.exp(-v) * (1.0 - h) - h / (1.0 + math.exp(-v)))
        n = n + 0.05 * (0.2 * (1.0 - n) - 0.1 * n)
        v = v + 0.05 * (current - i_na - i_k - i_leak)
        mean += v
    return mean / steps


@program(number(0.8, 1.2), number(0.1, 0.3), argnums=(0, 1))
def integrate_and_fire(current, leak):
    """A neuron is reset when it spikes; the sum of squares of its voltage, and its spikes weighed by the time."""
    v = 0.0
    total = 0.0
    for step in range(20):
        v += 0.2 * (current - leak * v)
        if v >= 1.0:
            total += v * step
            v = 0.0
        total += v * v
    return total


@program(array(3), array(3), 4, argnums=(0, 1))
def chemical_kinetics(k, c0, steps):
    """A → B → C with B + B ↔ A, explicit Euler with a stoichiometric table."""
    stoichiometry = np.array([[-1.0, 1.0, 0.0], [0.0, -1.0, 1.0], [1.0, -2.0, 0.0]])
    c = c0.copy()
    for _ in range(steps):
        rates = np.array([k[0] * c[0], k[1] * c[1], k[2] * c[1] ** 2])
        for j, rate in enumerate(rates):
            c += 0.1 * rate * stoichiometry[j]
    return c[2] / np.sum(c)


@program(number(0.5, 0.9), number(1.0, 2.0), argnums=(0, 1), rtol=1e-5)
def implicit_euler_with_newton(rate, y0):
    """The stiff decay y' = -rate y³, each step solved to a tolerance."""
    y, h = y0, 0.2
    for _ in range(3):
        guess = y
        for _ in range(30):
            f = guess - y + h * rate * guess**3
            if abs(f) < 1e-14:
                break
            guess -= f / (1.0 + 3.0 * h * rate * guess**2)
        y = guess
    return y


@program(number(0.9, 1.1), number(0.6, 0.8), argnums=(0, 1))
def bouncing_ball(height, restitution):
    y, v = height, 0.0
    dt = 0.05
    bounces = 0
    t = 0.0
    while bounces < 2:
        v -= 9.81 * dt
        y += v * dt
        t += dt
        if y < 0.0:
            y = -restitution * y
            v = -restitution * v
            bounces += 1
    return y + 0.1 * v * v


# Fields


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
