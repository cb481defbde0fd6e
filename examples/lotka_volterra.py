"""Find the rates of a predator-prey model from noisy counts of both populations.

The Lotka-Volterra equations are integrated with classical Runge-Kutta steps in a loop, and the
squared misfit to the counts is summed on the way. `value_and_grad` differentiates through the whole
integration; SciPy does the rest.

Run: python -m examples.lotka_volterra
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from srctrans import value_and_grad

TRUE_RATES = np.array([1.0, 0.5, 0.75, 0.25])
START = np.array([3.0, 1.0])


def change(prey, predators, rates):
    """How fast both populations grow. The rates: birth, being eaten, death, growth from eating."""
    meetings = prey * predators
    return rates[0] * prey - rates[1] * meetings, rates[3] * meetings - rates[2] * predators


def step(prey, predators, rates, dt):
    """Both populations after dt, by one Runge-Kutta step of fourth order."""
    a1, b1 = change(prey, predators, rates)
    a2, b2 = change(prey + 0.5 * dt * a1, predators + 0.5 * dt * b1, rates)
    a3, b3 = change(prey + 0.5 * dt * a2, predators + 0.5 * dt * b2, rates)
    a4, b4 = change(prey + dt * a3, predators + dt * b3, rates)
    prey = prey + dt / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)
    predators = predators + dt / 6.0 * (b1 + 2.0 * b2 + 2.0 * b3 + b4)
    return prey, predators


def misfit(rates, start, counts, dt, every):
    """Sum of squares between the model and `counts`, which were taken once in `every` steps of dt."""
    prey, predators = start[0], start[1]
    total = 0.0
    for k in range(len(counts)):
        for _ in range(every):
            prey, predators = step(prey, predators, rates, dt)
        total += (prey - counts[k, 0]) ** 2 + (predators - counts[k, 1]) ** 2
    return total


class Fitted(NamedTuple):
    """What came out of a fit."""

    rates: np.ndarray
    start: np.ndarray
    misfit: float
    misfit_of_truth: float
    evaluations: int


def noisy_counts(times: int, dt: float, every: int, noise: float = 0.1, seed: int = 0) -> np.ndarray:
    """What an observer with errors of size `noise` would have written down, for the true rates."""
    counts = np.empty((times, 2))
    prey, predators = START
    for k in range(times):
        for _ in range(every):
            prey, predators = step(prey, predators, TRUE_RATES, dt)
        counts[k] = prey, predators
    return counts + np.random.default_rng(seed).normal(0.0, noise, counts.shape)


def fit(misfit_and_grad, counts: np.ndarray, dt: float, every: int) -> Fitted:
    """Fit rates and starting populations together, from a rough guess."""

    def objective(unknown):
        value, (by_rates, by_start) = misfit_and_grad(unknown[:4], unknown[4:], counts, dt, every)
        return value, np.concatenate([by_rates, by_start])

    guess = np.array([0.8, 0.4, 0.6, 0.3, *counts[0]])
    bounds = [(0.01, 5.0)] * 4 + [(0.1, 20.0)] * 2
    found = minimize(objective, guess, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500})
    truth = misfit(TRUE_RATES, START, counts, dt, every)
    return Fitted(found.x[:4], found.x[4:], found.fun, truth, found.nfev)


def main(times: int = 60, dt: float = 0.05, every: int = 5, jit: bool | None = None) -> Fitted:
    counts = noisy_counts(times, dt, every)
    return fit(value_and_grad(misfit, argnums=(0, 1), jit=jit), counts, dt, every)


if __name__ == "__main__":
    result = main()
    print(f"{result.evaluations} evaluations of the misfit and its gradient")
    print(f"misfit {result.misfit:.3f}, of the true rates {result.misfit_of_truth:.3f}")
    for name, found, true in zip(["birth", "eaten", "death", "growth"], result.rates, TRUE_RATES):
        print(f"{name:7s} {found:.4f}   true {true:.4f}")
    print(f"start   {result.start[0]:.3f}, {result.start[1]:.3f}   true {START[0]:.3f}, {START[1]:.3f}")
