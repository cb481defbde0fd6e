"""Where a derivative is not unique or a formula would give NaN: the value that is documented."""

import math

import numpy as np
import pytest

from srctrans.kinds.symbol import lift

from .domain import Case, Fixed
from .harness import prepare, pulled, pushed

INF = np.inf


def adjoint_of(function, *args, **kwargs):
    """The adjoints of the operands for the adjoint 1.0, and what the tangents add up to."""
    p = prepare(Case(function, args, kwargs))
    found = pulled(p, lift(1.0), 1.0)
    values = [np.broadcast_to(found[n][1], np.shape(p.values[n])) for n in p.active]
    _check_tangent(p, values)
    return [v.tolist() for v in values] if len(values) > 1 else values[0].tolist()


def _check_tangent(p, adjoints):
    """Both modes agree: <1, J t> is <J' 1, t>."""
    rng = np.random.default_rng(0)
    t = {
        n: rng.normal(size=np.shape(v)) if np.shape(v) else rng.normal()
        for n, v in p.values.items()
        if n in p.active
    }
    _, got = pushed(p, t)
    want = sum(np.sum(a * t[n]) for n, a in zip(t, adjoints))
    np.testing.assert_allclose(np.sum(np.broadcast_to(got, np.shape(p.y))), want, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    "got, want",
    [
        (lambda: adjoint_of(abs, 0.0), 0.0),
        (lambda: adjoint_of(math.fabs, 0.0), 0.0),
        (lambda: adjoint_of(np.abs, np.array([-2.0, 0.0, 3.0])), [-1.0, 0.0, 1.0]),
        (lambda: adjoint_of(np.linalg.norm, np.zeros(3)), [0.0, 0.0, 0.0]),
        (
            lambda: adjoint_of(np.linalg.norm, np.array([[3.0, 4.0], [0.0, 0.0]]), axis=1),
            [[0.6, 0.8], [0.0, 0.0]],
        ),
        (lambda: adjoint_of(np.std, np.ones(3)), [0.0, 0.0, 0.0]),
        (lambda: adjoint_of(np.hypot, np.array([0.0, 3.0]), np.array([0.0, 4.0])), [[0.0, 0.6], [0.0, 0.8]]),
        (lambda: adjoint_of(math.hypot, 0.0, 0.0), [0.0, 0.0]),
        (lambda: adjoint_of(np.sinc, np.array([0.0])), [0.0]),
        # Ties share equally.
        (lambda: adjoint_of(np.max, np.array([1.0, 3.0, 3.0])), [0.0, 0.5, 0.5]),
        (lambda: adjoint_of(np.min, np.array([2.0, 2.0, 5.0, 2.0])), [1 / 3, 1 / 3, 0.0, 1 / 3]),
        (lambda: adjoint_of(np.max, np.array([[1.0, 4.0], [4.0, 4.0]]), axis=0), [[0.0, 0.5], [1.0, 0.5]]),
        (lambda: adjoint_of(np.max, np.array([[1.0, 4.0], [4.0, 4.0]]), axis=1), [[0.0, 1.0], [0.5, 0.5]]),
        (lambda: adjoint_of(np.ptp, np.array([1.0, 3.0, 3.0])), [-1.0, 0.5, 0.5]),
        (
            lambda: adjoint_of(np.maximum, np.array([1.0, 2.0, 3.0]), np.array([1.0, 5.0, 0.0])),
            [[0.5, 0, 1], [0.5, 1, 0]],
        ),
        (
            lambda: adjoint_of(np.minimum, np.array([1.0, 2.0, 3.0]), np.array([1.0, 5.0, 0.0])),
            [[0.5, 1, 0], [0.5, 0, 1]],
        ),
        (lambda: adjoint_of(np.maximum, np.array([-1.0, 0.0, 2.0]), Fixed(0.0)), [0.0, 0.5, 1.0]),
        (
            lambda: adjoint_of(np.maximum, np.array([-INF, 1.0]), np.array([-INF, -INF])),
            [[0.5, 1.0], [0.5, 0.0]],
        ),
        (
            lambda: adjoint_of(np.fmax, np.array([1.0, 2.0]), np.array([1.0, np.nan])),
            [[0.5, 1.0], [0.5, 0.0]],
        ),
        (
            lambda: adjoint_of(np.clip, np.array([0.2, 0.3, 0.5, 0.8, 0.9]), Fixed(0.3), Fixed(0.8)),
            [0.0, 1.0, 1.0, 1.0, 0.0],
        ),
        (lambda: adjoint_of(np.clip, np.array([-1.0, 5.0]), 2.0, 1.0), [[0.0, 0.0], 0.0, 2.0]),
        # Powers at 0.
        (lambda: adjoint_of(np.power, np.array([0.0, 1.0, -2.0]), 2), [0.0, 2.0, -4.0]),
        (lambda: adjoint_of(np.power, np.array([0.0, 3.0]), 1), [1.0, 1.0]),
        (lambda: adjoint_of(np.power, np.array([0.0, 3.0]), 0), [0.0, 0.0]),
        (lambda: adjoint_of(np.power, np.zeros(3), Fixed(np.array([0.0, 1.0, 2.0]))), [0.0, 1.0, 0.0]),
        (lambda: adjoint_of(np.power, np.zeros(3), Fixed(np.array([0, 1, 2]))), [0.0, 1.0, 0.0]),
        (lambda: adjoint_of(np.power, np.zeros(2), np.array([1.0, 2.0])), [[1.0, 0.0], [0.0, 0.0]]),
        (lambda: adjoint_of(pow, 0.0, 2.0), [0.0, 0.0]),
        (lambda: adjoint_of(math.pow, 0.0, 1.0), [1.0, 0.0]),
        (lambda: adjoint_of(np.power, 0, np.array([1.0, 2.0])), [0.0, 0.0]),
        # Products with zeros.
        (lambda: adjoint_of(np.prod, np.array([2.0, 0.0, 3.0])), [0.0, 6.0, 0.0]),
        (lambda: adjoint_of(np.prod, np.array([0.0, 5.0, 0.0])), [0.0, 0.0, 0.0]),
        (lambda: adjoint_of(np.prod, np.array([[0.0, 5.0], [2.0, 3.0]]), axis=1), [[5.0, 0.0], [3.0, 2.0]]),
        (lambda: adjoint_of(np.nan_to_num, np.array([1.0, np.nan, INF])), [1.0, 0.0, 0.0]),
    ],
)
def test_value(got, want):
    np.testing.assert_allclose(np.concatenate([np.ravel(v) for v in _parts(got())]),
                               np.concatenate([np.ravel(v) for v in _parts(want)]), rtol=1e-15)  # fmt: skip


def _parts(value):
    """Lists that may be ragged as their parts."""
    return value if isinstance(value, list) and value and isinstance(value[0], list) else [value]


def test_what_where_did_not_take_never_leaks():
    from srctrans.kinds import Array, Dim
    from srctrans.kinds.symbol import Sym
    from srctrans.rules import pullback

    kind = Array("float64", (Dim("len(x)", True),))
    x, root, z, g = (Sym.name(n, kind) for n in ("x", "root", "z", "g"))
    mask = x > 0.0
    (_, root_bar), *_ = pullback(np.where, z, [mask, root, lift(0.0)], {}, g)
    ((_, x_bar),) = pullback(np.sqrt, root, [x], {}, root_bar)
    assert repr(x_bar) == "np.where(x > 0.0, 0.5 * g / root, 0.0)"
    values = np.array([0.0, 4.0])
    with np.errstate(divide="ignore"):
        got = eval(repr(x_bar), {"np": np, "x": values, "root": np.sqrt(values), "g": np.ones(2)})
    assert got.tolist() == [0.0, 0.25]
