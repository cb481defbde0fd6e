"""Realistic: energies of particles and lattices, cut-offs, neighbour tables, interpolated potentials."""

import math

import numpy as np

from .registry import apart, array, drawn, number, program, signed


def positions(n, d):
    """Points on a jittered cubic grid, so that none are too close."""

    def draw(rng):
        side = math.ceil(n ** (1.0 / d))
        grid = np.stack(np.meshgrid(*[np.arange(side)] * d, indexing="ij"), -1).reshape(-1, d)[:n]
        return 1.1 * grid + rng.uniform(-0.15, 0.15, (n, d))

    return drawn(draw)


def phi1(r):
    return r**2 + r**4 + np.exp(-r)


def phi2(r):
    return -0.1 * r**3


@program(array(12))
def pair_energy_loop(x):
    N = len(x)
    f = phi1(x[1] - x[0])
    for i in range(2, N):
        f += phi1(x[i] - x[i - 1]) + phi2(x[i] - x[i - 2])
    return f


@program(array(12))
def pair_energy_vectorised(x):
    r = x[1:] - x[:-1]
    q = x[2:] - x[:-2]
    return np.sum(phi1(r)) + np.sum(phi2(q))


def lennard_jones(r2):
    s6 = 1.0 / r2**3
    return 4.0 * (s6 * s6 - s6)


@program(positions(6, 3), 1.6)
def lennard_jones_with_cutoff(x, cutoff):
    n, d = x.shape
    e = 0.0
    for i in range(n):
        for j in range(i + 1, n):
            r2 = 0.0
            for k in range(d):
                r2 += (x[i, k] - x[j, k]) ** 2
            if r2 < cutoff * cutoff:
                e += lennard_jones(r2) - lennard_jones(cutoff * cutoff)
    return e


@program(positions(5, 2), 3.3)
def lennard_jones_periodic(x, box):
    n = x.shape[0]
    e = 0.0
    for i in range(n):
        for j in range(i):
            dx = x[i, 0] - x[j, 0]
            dy = x[i, 1] - x[j, 1]
            dx -= box * round(dx / box)
            dy -= box * round(dy / box)
            e += lennard_jones(dx * dx + dy * dy)
    return e


@program(positions(6, 2))
def coulomb_vectorised(x):
    d = x[:, None, :] - x[None, :, :]
    r2 = np.sum(d**2, axis=2) + np.eye(6)
    return 0.5 * np.sum((1.0 - np.eye(6)) / np.sqrt(r2))


@program(positions(6, 2), np.array([[0, 1], [1, 2], [3, 4], [4, 5], [0, 3]]), number(), argnums=(0, 2))
def bonds_from_neighbour_table(x, bonds, k):
    e = 0.0
    for b in range(len(bonds)):
        i, j = bonds[b]
        dx = x[i, 0] - x[j, 0]
        dy = x[i, 1] - x[j, 1]
        r = math.sqrt(dx * dx + dy * dy)
        e += 0.5 * k * (r - 1.0) ** 2
    return e


@program(positions(5, 3))
def angles_along_a_chain(x):
    e = 0.0
    for i in range(1, x.shape[0] - 1):
        a = x[i - 1] - x[i]
        b = x[i + 1] - x[i]
        c = np.dot(a, b) / np.sqrt(np.dot(a, a) * np.dot(b, b))
        e += (c + 0.3) ** 2
    return e


@program(signed(6), number(0.2, 0.5), argnums=(0, 1))
def phi_four_lattice(phi, lam):
    n = len(phi)
    s = 0.0
    for i in range(n):
        right = phi[(i + 1) % n]
        s += 0.5 * (right - phi[i]) ** 2 + 0.5 * phi[i] ** 2 + lam * phi[i] ** 4
    return s


@program(signed(3, 4, scale=2.0))
def xy_model(theta):
    e = 0.0
    n, m = theta.shape
    for i in range(n):
        for j in range(m):
            e -= math.cos(theta[i, j] - theta[(i + 1) % n, j])
            e -= math.cos(theta[i, j] - theta[i, (j + 1) % m])
    return e


@program(array(6, lo=0.0, hi=4.0), array(6))
def table_lookup_energy(r, table):
    e = 0.0
    for i in range(len(r)):
        k = int(r[i])
        t = r[i] - k
        e += (1.0 - t) * table[k] + t * table[k + 1]
    return e


@program(array(4, 5), number(1.2, 1.8), number(2.2, 2.8), argnums=(0, 1, 2))
def bilinear_interpolation(grid, x, y):
    i = int(math.floor(x))
    j = int(math.floor(y))
    u = x - i
    v = y - j
    top = grid[i, j] * (1.0 - v) + grid[i, j + 1] * v
    bottom = grid[i + 1, j] * (1.0 - v) + grid[i + 1, j + 1] * v
    return (top * (1.0 - u) + bottom * u) ** 2


@program(positions(5, 2))
def morse_with_switch(x):
    e = 0.0
    for i in range(5):
        for j in range(i + 1, 5):
            r = math.sqrt((x[i, 0] - x[j, 0]) ** 2 + (x[i, 1] - x[j, 1]) ** 2)
            if r < 1.3:
                s = 1.0
            elif r < 2.0:
                t = (r - 1.3) / 0.7
                s = 1.0 - t * t * (3.0 - 2.0 * t)
            else:
                s = 0.0
            e += s * ((1.0 - math.exp(-(r - 1.0))) ** 2 - 1.0)
    return e


@program(array(5), number(), argnums=(0, 1))
def embedded_atom(x, a):
    n = len(x)
    density = np.zeros(n)
    pair = 0.0
    for i in range(n):
        for j in range(n):
            if i != j:
                w = math.exp(-a * (x[i] - x[j]) ** 2)
                density[i] += w
                pair += 0.5 * w * w
    e = pair
    for i in range(n):
        e -= math.sqrt(density[i])
    return e


@program(positions(4, 3), array(4), argnums=(0, 1))
def gravity_with_softening(x, m):
    e = 0.0
    for i in range(4):
        for j in range(i):
            d = x[i] - x[j]
            e -= m[i] * m[j] / np.sqrt(np.sum(d * d) + 0.01)
    return e


@program(apart(6), 2)
def polymer_with_far_neighbours(x, reach):
    e = 0.0
    for i in range(len(x)):
        for j in range(max(0, i - reach), i):
            e += (x[i] - x[j]) ** 2 / (i - j)
        for j in range(i + 1, min(len(x), i + reach + 1)):
            e += math.cos(x[i] * x[j])
    return e


@program(array(3, 3))
def neo_hookean_strain(f):
    j = (
        f[0, 0] * (f[1, 1] * f[2, 2] - f[1, 2] * f[2, 1])
        - f[0, 1] * (f[1, 0] * f[2, 2] - f[1, 2] * f[2, 0])
        + f[0, 2] * (f[1, 0] * f[2, 1] - f[1, 1] * f[2, 0])
    )
    c = f.T @ f
    return 0.5 * (np.trace(c) - 3.0) - np.log(np.abs(j)) + 0.25 * (j - 1.0) ** 2
