"""Every rule in both modes, by central differences and against each other, over its domain."""

import importlib
import math

import numpy as np
import pytest

from srctrans.kinds import Scalar
from srctrans.kinds.symbol import Sym, lift
from srctrans.rules import pullback
from srctrans.rules.registry import RULES

from . import domain_elementwise, domain_products, domain_reductions, domain_shapes  # noqa: F401
from .domain import CASES
from .harness import adjoints, directional, gradient, prepare, pulled, pushed

by_label = pytest.mark.parametrize("case", CASES, ids=str)


def rng():
    return np.random.default_rng(3)


def close(got, want, text, rtol=1e-6, atol=1e-7):
    np.testing.assert_allclose(got, want, rtol=rtol, atol=atol, err_msg=text)


@by_label
def test_reverse_mode(case):
    p = prepare(case)
    _check_reverse(p)


@pytest.mark.parametrize("case", [c for c in CASES if c.spread], ids=str)
def test_reverse_mode_of_unknown_sizes(case):
    _check_reverse(prepare(case, unknown=True))


def _check_reverse(p):
    for label, symbol, value in adjoints(p, rng()):
        for name, (text, got) in pulled(p, symbol, value).items():
            want = gradient(p, name, value)
            close(np.broadcast_to(got, want.shape), want, f"{label}: {name}_bar = {text}")


@by_label
def test_forward_mode(case):
    p = prepare(case)
    draw = rng()
    tangents = {
        n: draw.normal(size=np.shape(p.values[n])) if np.shape(p.values[n]) else draw.normal()
        for n in p.active
    }
    for chosen in [tangents] + [{n: t} for n, t in tangents.items() if len(tangents) > 1]:
        text, got = pushed(p, chosen)
        close(np.broadcast_to(got, np.shape(p.y)), directional(p, chosen), f"y_dot = {text}")


@by_label
def test_tangents_that_are_still_numbers(case):
    """A tangent may be smaller than its operand, as an adjoint may be smaller than the result."""
    p = prepare(case)
    values = {n: -0.7 for n in p.active}
    text, got = pushed(p, values, scalars=True)
    full = {n: np.full(np.shape(p.values[n]), v) if np.shape(p.values[n]) else v for n, v in values.items()}
    want = np.broadcast_to(pushed(p, full)[1], np.shape(p.y))
    close(np.broadcast_to(got, want.shape), want, f"y_dot = {text}", rtol=1e-10, atol=1e-12)


@by_label
def test_integers_as_symbols(case):
    """Literal integers may come as symbols: the text is the same."""
    p, q = prepare(case), prepare(case)
    q.args, q.kwargs = _lifted(q.args), _lifted(q.kwargs)
    for _, symbol, value in adjoints(p, rng()):
        assert [t for t, _ in pulled(p, symbol, value).values()] == [
            t for t, _ in pulled(q, symbol, value).values()
        ]


def _lifted(value):
    if isinstance(value, dict):
        return {k: _lifted(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return type(value)(map(_lifted, value))
    return lift(value) if type(value) is int else value


@pytest.mark.parametrize("case", [c for c in CASES if c.float32 and c.function.__module__ != "math"], ids=str)
def test_float32_stays_float32(case):
    single, double = prepare(case, "float32"), prepare(case)
    if np.asarray(single.y).dtype != np.float32:
        pytest.skip("NumPy itself gives another dtype")
    for (label, symbol, value), (_, wide, _) in zip(adjoints(single, rng()), adjoints(double, rng())):
        wanted = pulled(double, wide, np.float64(value) if not np.ndim(value) else value.astype("float64"))
        for name, (text, got) in pulled(single, symbol, value).items():
            assert not np.ndim(got) or got.dtype == np.float32, f"{label}: {text}"
            assert np.result_type(got, np.float32(1.0)) == np.float32 or isinstance(got, float), (
                f"{label}: {text}"
            )
            close(got, wanted[name][1], f"{label}: {text}", rtol=2e-3, atol=2e-4)
    draw = rng()
    tangents = {
        n: np.float32(draw.normal(size=np.shape(v))) for n, v in single.values.items() if n in single.active
    }
    text, got = pushed(single, tangents)
    assert not np.ndim(got) or got.dtype == np.float32, text


# Functions that may be called on what does not vary, and are refused elsewhere.
REFUSED = {math.gamma, math.lgamma}


@pytest.mark.parametrize("function", sorted(REFUSED, key=str))
def test_refused_where_it_varies(function):
    x, z, g = (Sym.name(n, Scalar("float64")) for n in "xzg")
    with pytest.raises(NotImplementedError, match="digamma"):
        pullback(function, z, [x], {}, g)


def test_every_rule_has_a_domain():
    covered = {c.function for c in CASES} | REFUSED
    without = [f for f, rule in RULES.items() if not rule.inactive and f not in covered]
    assert not without


def test_every_file_of_rules_is_loaded():
    rules = importlib.import_module("srctrans.rules")
    from pathlib import Path

    folder = Path(rules.__file__).parent
    declaring = {
        f.stem for f in folder.glob("*.py") if "@adjoint(" in f.read_text() or "@partials(" in f.read_text()
    }
    assert declaring - {"registry"} <= set(rules.FILES)
