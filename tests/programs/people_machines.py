"""Programs of people who build: rays, control, filters, machines."""

import math
from dataclasses import dataclass

import numpy as np

from .registry import array, number, program

# Rays, control, machines


@dataclass
class Sphere:
    x: float
    y: float
    radius: float


@program(number(0.05, 0.15), [Sphere(number(2.0, 2.1), number(0.1, 0.3), number(0.3, 0.5)),
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
