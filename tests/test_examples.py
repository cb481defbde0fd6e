"""The programs of examples/ reach what they set out to reach, and their gradients agree with differences."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from examples import chain, digits, lotka_volterra
from srctrans import grad, value_and_grad

ROOT = Path(__file__).resolve().parent.parent


def differences(f, x, h=1e-6):
    """Central differences of a scalar function of one array."""
    slopes = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += h
        down[i] -= h
        slopes[i] = (f(up) - f(down)) / (2 * h)
    return slopes


def test_chain_gradient():
    x = chain.disordered_chain(12)
    np.testing.assert_allclose(grad(chain.energy)(x), differences(chain.energy, x), rtol=1e-6, atol=1e-8)


def test_chain_value_and_gradient_agree_with_and_without_numba():
    x = chain.disordered_chain(50)
    value, slope = value_and_grad(chain.energy)(x)
    compiled_value, compiled_slope = value_and_grad(chain.energy, jit=True)(x)
    assert value == pytest.approx(chain.energy(x), rel=1e-14)
    assert compiled_value == pytest.approx(value, rel=1e-14)
    np.testing.assert_allclose(compiled_slope, slope, rtol=1e-13, atol=1e-14)


def test_chain_of_40000_atoms_relaxes():
    atoms = 40_000
    result = chain.main(atoms)
    spacing, per_atom = chain.ideal_spacing()
    assert result.largest_force < 1e-5
    assert result.energy < result.before - 100.0
    # The ends of the chain relax outwards: less than one unit of energy in all.
    assert per_atom * atoms - 1.0 < result.energy < per_atom * atoms
    assert np.mean(np.diff(result.x)) == pytest.approx(spacing, abs=1e-3)


def test_digits_gradient():
    rng = np.random.default_rng(0)
    params = digits.init((5, 4, 3), rng)
    images, targets, batch = rng.normal(size=(9, 5)), np.eye(3)[rng.integers(0, 3, 9)], np.array([7, 0, 7, 3])
    gradient = grad(digits.loss)(params, images, targets, batch)
    assert [set(layer) for layer in gradient] == [{"w", "b"}, {"w", "b"}]
    for k, layer in enumerate(params):
        for name, value in layer.items():

            def at(v, k=k, name=name):
                changed = [dict(p) for p in params]
                changed[k][name] = v
                return digits.loss(changed, images, targets, batch)

            np.testing.assert_allclose(gradient[k][name], differences(at, value), rtol=1e-5, atol=1e-8)


def test_digits_are_learned():
    result = digits.main()
    assert result.losses[-1] < 0.05 < result.losses[0]
    assert result.test_accuracy >= 0.95


def test_softmax_is_safe():
    """Scores far apart neither overflow nor give NaN, in the value or in the gradient."""
    params = [{"w": np.array([[900.0, -900.0]]), "b": np.zeros(2)}]
    arguments = params, np.ones((1, 1)), np.array([[0.0, 1.0]]), np.array([0])
    value, gradient = value_and_grad(digits.loss)(*arguments)
    assert value == pytest.approx(1800.0)
    np.testing.assert_allclose(gradient[0]["b"], [1.0, -1.0])


def test_lotka_volterra_gradient():
    counts = lotka_volterra.noisy_counts(4, 0.05, 3)
    rates, start = np.array([0.8, 0.4, 0.6, 0.3]), np.array([2.5, 1.5])
    by_rates, by_start = grad(lotka_volterra.misfit, argnums=(0, 1))(rates, start, counts, 0.05, 3)
    of_rates = differences(lambda r: lotka_volterra.misfit(r, start, counts, 0.05, 3), rates)
    of_start = differences(lambda s: lotka_volterra.misfit(rates, s, counts, 0.05, 3), start)
    np.testing.assert_allclose(by_rates, of_rates, rtol=1e-6, atol=1e-8)
    np.testing.assert_allclose(by_start, of_start, rtol=1e-6, atol=1e-8)


def test_lotka_volterra_rates_are_found():
    result = lotka_volterra.main()
    # A fit is at least as good as the truth on the data that it was fitted to.
    assert result.misfit <= result.misfit_of_truth
    np.testing.assert_allclose(result.rates, lotka_volterra.TRUE_RATES, rtol=0.03)
    np.testing.assert_allclose(result.start, lotka_volterra.START, rtol=0.03)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["examples.chain", "300"], "largest force left"),
        (["examples.digits", "1"], "held-out digits"),
        (["examples.lotka_volterra"], "growth"),
    ],
)
def test_runs_as_a_program(command, says):
    command = [sys.executable, "-m", *command]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    assert says in run.stdout
