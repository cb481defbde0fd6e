"""Relax a disordered chain of 40,000 atoms to its nearest minimum of energy.

Each atom feels its neighbour and, more weakly, the one after that. The energy is an ordinary loop over the
positions. `value_and_grad(energy, jit=True)` gives SciPy's L-BFGS the energy and all 40,000 forces in one
compiled pass that costs little more than the energy alone.

Run: python -m examples.chain [ATOMS]
"""

import sys
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize, minimize_scalar

from srctrans import value_and_grad


def bond(r):
    """Energy of two neighbours at distance r: stiff when stretched, repelling when close."""
    return r**2 + r**4 + np.exp(-r)


def second_neighbours(r):
    """Energy of two atoms with one between them: a weak attraction to larger distances."""
    return -0.1 * r**3


def energy(x):
    """Energy of a chain of atoms at the positions x, in order."""
    total = bond(x[1] - x[0])
    for i in range(2, len(x)):
        total += bond(x[i] - x[i - 1])
        total += second_neighbours(x[i] - x[i - 2])
    return total


class Relaxed(NamedTuple):
    """What came out of a relaxation."""

    x: np.ndarray
    before: float
    energy: float
    largest_force: float
    evaluations: int


def ideal_spacing() -> tuple[float, float]:
    """Spacing and energy per atom of an endless regular chain, to compare with."""

    def per_atom(r):
        return bond(r) + second_neighbours(2 * r)

    found = minimize_scalar(per_atom, bounds=(0.05, 2.0), method="bounded")
    return found.x, found.fun


def disordered_chain(atoms: int, disorder: float = 0.05, seed: int = 0) -> np.ndarray:
    """A regular chain, each atom moved by a random amount."""
    spacing, _ = ideal_spacing()
    return spacing * np.arange(atoms) + np.random.default_rng(seed).normal(0.0, disorder, atoms)


def relax(x: np.ndarray, energy_and_forces, largest_force: float = 1e-5) -> Relaxed:
    """Follow the forces downhill until none is larger than `largest_force`."""
    options = {"gtol": largest_force, "ftol": 0.0, "maxiter": 5000, "maxfun": 5000}
    found = minimize(energy_and_forces, x, jac=True, method="L-BFGS-B", options=options)
    before, _ = energy_and_forces(x)
    return Relaxed(found.x, before, found.fun, np.max(np.abs(found.jac)), found.nfev)


def main(atoms: int = 40_000, jit: bool = True) -> Relaxed:
    energy_and_forces = value_and_grad(energy, jit=jit)
    return relax(disordered_chain(atoms), energy_and_forces)


if __name__ == "__main__":
    result = main(*(int(argument) for argument in sys.argv[1:]))
    spacing, per_atom = ideal_spacing()
    atoms = len(result.x)
    print(f"{atoms} atoms, {result.evaluations} evaluations of energy and forces")
    print(f"energy per atom: {result.before / atoms:.6f} before, {result.energy / atoms:.6f} after")
    print(f"                 {per_atom:.6f} in an endless regular chain")
    print(f"mean spacing:    {np.mean(np.diff(result.x)):.6f}, endless chain {spacing:.6f}")
    print(f"largest force left: {result.largest_force:.1e}")
