"""The programs of control flow, mutation, objects and recursion whose generated source is kept word by word."""

import math

import numpy as np


def until(x, most):
    """The sum of squares until it is more than `most`."""
    s = 0.0
    for v in x:
        s += v * v
        if s > most:
            break
    return s


def root(a, x):
    """The root of x³ + x = a by Newton, given up after fifty steps."""
    for _ in range(50):
        step = (x**3 + x - a) / (3.0 * x * x + 1.0)
        x -= step
        if abs(step) < 1e-12:
            return x
    raise ArithmeticError("no root found")


def first_above(a, level):
    """The product of a row up to its first element above the level, of the first row that has one."""
    for i in range(a.shape[0]):
        p = 1.0
        for j in range(a.shape[1]):
            p *= a[i, j]
            if a[i, j] > level:
                return p
    return 0.0


def decay(k, y, tol):
    """y' = -k₀ y - k₁ y² + k₂ by Heun's method, steps refused where the two orders disagree."""
    t, h = 0.0, 0.1
    while t < 1.0:
        f = -k[0] * y - k[1] * y * y + k[2]
        euler = y + h * f
        heun = y + 0.5 * h * (f - k[0] * euler - k[1] * euler * euler + k[2])
        if abs(heun - euler) > tol:
            h *= 0.5
            continue
        y = heun
        t += h
    return y


def safe_logs(x):
    """The sum of the logarithms, with x² where there is none."""
    s = 0.0
    for v in x:
        try:
            s += math.log(v)
        except ValueError:
            s += v * v
    return s


def heat(u, r, steps):
    """The energy of a rod after some steps of explicit diffusion with two buffers."""
    u = u.copy()
    new = u.copy()
    for _ in range(steps):
        for i in range(1, len(u) - 1):
            new[i] = u[i] + r * (u[i - 1] - 2.0 * u[i] + u[i + 1])
        u, new = new, u
    return np.sum(u * u)


def filtered(x, y):
    """An overlapping recurrence by slices, then clipped by a mask."""
    z = x * y
    z[1:] = z[:-1] * x[1:]
    z[z > 1.0] = 1.0
    return np.sum(z * y)


class Momentum:
    """Gradient descent with momentum."""

    def __init__(self, rate, decay):
        self.rate = rate
        self.decay = decay
        self.v = 0.0

    def step(self, x, g):
        self.v = self.decay * self.v - self.rate * g
        return x + self.v


def descend(x, rate, decay, steps):
    """How low gradient descent with momentum comes on cosh."""
    optimizer = Momentum(rate, decay)
    for _ in range(steps):
        x = optimizer.step(x, math.sinh(x))
    return math.cosh(x)


def polynomial(c, x):
    """A polynomial by Horner's rule, as a recursion."""
    return horner(c, x, 0)


def horner(c, x, k):
    if k == len(c):
        return 0.0
    return c[k] + x * horner(c, x, k + 1)


def binned(x, w, bins):
    """The squared sums of the bins into which the elements fall, weighted."""
    sums = np.zeros(len(w))
    for i in range(len(x)):
        if x[i] < 0.6:
            continue
        sums[bins[i]] += x[i] * w[bins[i]]
    return np.sum(sums**2)


def trajectory(theta, y, steps):
    """A list that grows with the loop, and one that grows now and then."""
    ys, peaks = [y], []
    for _ in range(steps):
        ys.append(ys[-1] + 0.1 * theta[0] * ys[-1] * (1.0 - ys[-1] / theta[1]))
        if ys[-1] > 1.0:
            peaks.append(ys[-1] ** 2)
    return sum(peaks) + ys[-1]


def halvings(y, least):
    """A list of which nobody knows how long it will be."""
    ys = []
    while y > least:
        ys.append(y)
        y = 0.5 * y * y
    return sum(ys) * ys[0]
