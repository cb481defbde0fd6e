"""People's code, simulation: orbits, molecules, differential equations, chemistry, neurons, rays, control.

Each is written as its author would: with its own loops, buffers, helpers and early exits.
"""


import math
from dataclasses import dataclass

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


# Rays, control, machines


@dataclass
class Sphere:
    x: float
    y: float
    radius: float


@program(number(0.1, 0.3), [Sphere(number(2.0, 2.1), number(0.1, 0.3), number(0.3, 0.5)),
                            Sphere(number(3.0, 3.1), number(-1.3, -1.0), number(0.4, 0.6))],
         argnums=(0, 1), numba=False, rtol=1e-5)  # fmt: skip
def ray_marching(angle, spheres):
    """The distance along a ray to the union of two spheres, by sphere tracing."""
    dx, dy = math.cos(angle), math.sin(angle)
    t = 0.0
    for _ in range(100):
        px, py = t * dx, t * dy
        nearest = 1e9
        for s in spheres:
            d = math.hypot(px - s.x, py - s.y) - s.radius
            if d < nearest:
                nearest = d
        if nearest < 1e-12:
            break
        t += nearest
        if t > 10.0:
            return 10.0
    return t


class Pid:
    def __init__(self, kp, ki, kd):
        self.kp, self.ki, self.kd = kp, ki, kd
        self.integral = 0.0
        self.last = None

    def control(self, error, dt):
        self.integral += error * dt
        derivative = 0.0 if self.last is None else (error - self.last) / dt
        self.last = error
        return self.kp * error + self.ki * self.integral + self.kd * derivative


@program(number(), number(0.1, 0.3), number(0.01, 0.05), 8, argnums=(0, 1, 2), numba=False)
def pid_controller(kp, ki, kd, steps):
    pid = Pid(kp, ki, kd)
    temperature = 0.0
    cost = 0.0
    for _ in range(steps):
        u = pid.control(1.0 - temperature, 0.1)
        if u > 2.0:
            u = 2.0
        temperature += 0.1 * (u - 0.5 * temperature)
        cost += (1.0 - temperature) ** 2 + 0.01 * u**2
    return cost


@program(array(3), array(2), array(8), argnums=(0, 1, 2))
def iir_filter(b, a, signal):
    """Direct form II transposed."""
    z1 = z2 = 0.0
    energy = 0.0
    for x in signal:
        y = b[0] * x + z1
        z1 = b[1] * x - 0.3 * a[0] * y + z2
        z2 = b[2] * x - 0.3 * a[1] * y
        energy += y * y
    return energy


@program(array(3), array(2), argnums=(0, 1))
def robot_arm_reaches(angles, target):
    """Forward kinematics of three links: the squared distance of the hand to a target."""
    x = y = heading = 0.0
    for length, angle in zip((1.0, 0.7, 0.4), angles):
        heading += angle
        x += length * math.cos(heading)
        y += length * math.sin(heading)
    return (x - target[0]) ** 2 + (y - target[1]) ** 2


@program(array(5, 5), array(2, lo=0.2, hi=0.8), argnums=(0, 1), points=2)
def trilinear_like_lookup_with_clamping(grid, p):
    """Bilinear lookup whose index is clamped to the grid."""
    n = grid.shape[0]
    fx, fy = p[0] * (n - 1), p[1] * (n - 1)
    i = min(max(int(fx), 0), n - 2)
    j = min(max(int(fy), 0), n - 2)
    u, v = fx - i, fy - j
    low = grid[i, j] * (1 - v) + grid[i, j + 1] * v
    high = grid[i + 1, j] * (1 - v) + grid[i + 1, j + 1] * v
    return low * (1 - u) + high * u


@program(array(4, lo=0.2, hi=0.4), 5)
def truss_relaxation_until_converged(stiffness, limit):
    """Displacements of a chain of springs under a load, relaxed until little moves or the limit is reached."""
    n = len(stiffness)
    u = np.zeros(n + 1)
    for sweep in range(limit):
        moved = 0.0
        for i in range(1, n + 1):
            right = stiffness[i] if i < n else 0.0
            pull = stiffness[i - 1] * u[i - 1] + (right * u[i + 1] if i < n else 0.0) + 0.1
            fresh = pull / (stiffness[i - 1] + right)
            moved = max(moved, abs(fresh - u[i]))
            u[i] = fresh
        if moved < 1e-3:
            break
    else:
        u *= 1.01
    return u[n] ** 2


@program(number(0.9, 1.4), number(0.2, 0.4), argnums=(0, 1), rtol=1e-5)
def kepler_propagation(mean_anomaly, eccentricity):
    """Position after Newton's method with a do-while."""
    e_anomaly = mean_anomaly if eccentricity < 0.8 else math.pi
    while True:
        delta = (e_anomaly - eccentricity * math.sin(e_anomaly) - mean_anomaly) / (
            1.0 - eccentricity * math.cos(e_anomaly)
        )
        e_anomaly -= delta
        if abs(delta) < 1e-13:
            break
    x = math.cos(e_anomaly) - eccentricity
    y = math.sqrt(1.0 - eccentricity**2) * math.sin(e_anomaly)
    return x * y


@program(array(3, 3), 3)
def lattice_boltzmann_like_streaming(f, steps):
    """Three populations on a ring: collide into work arrays, then stream by rolled copies."""
    rest, right, left = f[0].copy(), f[1].copy(), f[2].copy()
    for _ in range(steps):
        rho = rest + right + left
        u = (right - left) / rho
        rest += 0.6 * (rho * (2.0 / 3.0 - u**2) - rest)
        right += 0.6 * (rho * (1.0 / 6.0 + 0.5 * u + 0.5 * u**2) - right)
        left += 0.6 * (rho * (1.0 / 6.0 - 0.5 * u + 0.5 * u**2) - left)
        right = np.roll(right, 1)
        left[:-1], left[-1] = left[1:].copy(), left[0]
    return np.sum(rest * right) + left[0]
