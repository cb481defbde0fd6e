"""The programs whose gradients are measured, their inputs, and the same for Numba and HIPS/autograd."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

# What everything that is compiled here is compiled with: ours, hand-written and the function alike.
NUMBA_OPTIONS = {"error_model": "numpy"}


# --- A pair-energy loop over an array: what a tape is slowest at.
def bond(r):
    return r**2 + r**4 + np.exp(-r)


def second(r):
    return -0.1 * r**3


def chain(x):
    N = len(x)
    f = bond(x[1] - x[0])
    for i in range(2, N):
        f += bond(x[i] - x[i - 1]) + second(x[i] - x[i - 2])
    return f


def chain_vectorised(x):
    return np.sum(bond(x[1:] - x[:-1])) + np.sum(second(x[2:] - x[:-2]))


def positions(atoms: int) -> np.ndarray:
    return 0.4 * np.arange(atoms) + np.random.default_rng(0).normal(0.0, 0.05, atoms)


# --- A network of one layer: array code, where each operation costs more than the Python around it.
def network(w, b, x, y):
    h = np.tanh(w @ x + b)
    z = h - np.log(np.sum(np.exp(h), axis=0))
    return -np.sum(y * z) / y.shape[1]


def network_inputs(outputs: int, inputs: int, batch: int) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(0)
    w, b = rng.normal(0.0, inputs**-0.5, (outputs, inputs)), rng.normal(0.0, 0.1, (outputs, 1))
    x, y = rng.normal(size=(inputs, batch)), np.eye(outputs)[:, rng.integers(0, outputs, batch)].copy()
    return w, b, x, y


# --- The same programs elsewhere.
def _rebound(f: FunctionType, replace: Callable[[Any], Any]) -> FunctionType:
    """A copy of f whose global names mean `replace(what they meant)`."""
    own = {name: replace(f.__globals__[name]) for name in f.__code__.co_names if name in f.__globals__}
    return FunctionType(f.__code__, {**f.__globals__, **own}, f.__name__, f.__defaults__)


def compiled(f: FunctionType) -> Callable[..., Any]:
    """f, and the functions of its module that it calls, compiled by Numba."""
    import numba

    def replace(value: Any) -> Any:
        ours = isinstance(value, FunctionType) and value.__module__ == f.__module__
        return compiled(value) if ours else value

    return numba.njit(**NUMBA_OPTIONS)(_rebound(f, replace))


def traced(f: FunctionType) -> FunctionType:
    """f on autograd.numpy instead of numpy."""
    import autograd.numpy

    def replace(value: Any) -> Any:
        if value is np:
            return autograd.numpy
        ours = isinstance(value, FunctionType) and value.__module__ == f.__module__
        return traced(value) if ours else value

    return _rebound(f, replace)
