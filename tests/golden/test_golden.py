"""The generated source of seventeen programs, word by word, and then run against differences.

`python -m tests.golden.test_golden` writes the files anew: read the change before you commit it.
"""

from pathlib import Path

import numpy as np
import pytest

import srctrans
from tests.differences import assert_same, differences
from tests.golden import harder, programs

HERE = Path(__file__).parent


def cases():
    rng = np.random.default_rng(0)
    x = rng.uniform(0.5, 1.5, 9)
    params = {"w": rng.normal(size=(3, 5)), "b": rng.normal(size=(3, 1))}
    return {
        "F": (programs.F, (x,)),
        "grow": (programs.grow, (np.array([0.7, 3.0]), 0.4, 40, 0.1)),
        "newton": (programs.newton, (0.9,)),
        "loss": (programs.loss, (params, rng.normal(size=(5, 4)), np.eye(3)[:, [0, 2, 1, 0]])),
        "sweep": (programs.sweep, (x, 0.1, 3)),
        "until": (harder.until, (x, 3.0)),
        "root": (harder.root, (1.3, 2.0)),
        "first_above": (harder.first_above, (x.reshape(3, 3), 1.2)),
        "decay": (harder.decay, (x[:3], 0.7, 1e-3)),
        "safe_logs": (harder.safe_logs, (x - 1.0,)),
        "heat": (harder.heat, (x, 0.15, 5)),
        "filtered": (harder.filtered, (x, x[::-1].copy())),
        "descend": (harder.descend, (0.9, 0.07, 0.85, 20)),
        "polynomial": (harder.polynomial, (x, 0.6)),
        "trajectory": (harder.trajectory, (np.array([0.9, 2.0]), 0.6, 12)),
        "halvings": (harder.halvings, (0.9, 1e-3)),
        "binned": (harder.binned, (x, x[:4], np.array([0, 2, 2, 1, 3, 0, 1, 2, 3]))),
    }


def generated(name, mode):
    function, args = cases()[name]
    derivative = getattr(srctrans, mode)(function)
    derivative(*args)
    return derivative.source


@pytest.mark.parametrize("mode", ["grad", "value_and_grad"])
@pytest.mark.parametrize("name", list(cases()))
def test_source_is_as_kept(name, mode):
    assert generated(name, mode) == (HERE / f"{name}_{mode}.txt").read_text()


@pytest.mark.parametrize("name", list(cases()))
def test_kept_source_is_right(name):
    function, args = cases()[name]
    scope = {}
    exec((HERE / f"{name}_value_and_grad.txt").read_text(), scope)
    value, gradient = scope[f"{function.__name__}_value_and_grad"](*args)
    assert value == pytest.approx(function(*args))
    assert_same(gradient, differences(function, args, (0,))[0], 1e-6)


if __name__ == "__main__":
    for key in cases():
        for kind in ("grad", "value_and_grad"):
            (HERE / f"{key}_{kind}.txt").write_text(generated(key, kind))
