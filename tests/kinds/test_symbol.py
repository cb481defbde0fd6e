"""Expressions that simplify as they are built: as a person would write them, and right for inf and NaN."""

import itertools

import numpy as np
import pytest

from srctrans.kinds import ONE, Array, Dim, Scalar
from srctrans.kinds.symbol import Sym, call, factor, lift, total, where
from srctrans.syntax.build import parse_expression

FLOAT = Scalar("float64")
N, M = Dim("len(v)", True), Dim("m.shape[0]", True)
VECTOR, MATRIX = Array("float64", (N,)), Array("float64", (M, N))
a, b, c, g = (Sym.name(n, FLOAT) for n in "abcg")
u, v, w = (Sym.name(n, VECTOR) for n in "uvw")
m, p = (Sym.name(n, MATRIX) for n in "mp")
n = Sym.name("n", Scalar("int64"))
mask = v > 0.0


@pytest.mark.parametrize(
    "made, text",
    [
        # Factors, constants and signs.
        (a * (b * c), "a * b * c"),
        (a * (b / c), "a * b / c"),
        (a * (b / c) * g, "a * b / c * g"),
        (a / b / c, "a / b / c"),
        (a / (b * c), "a / (b * c)"),
        (a / (b / c), "a / (b / c)"),
        (a * (1.0 / b), "a / b"),
        (a * (0.5 / b), "0.5 * a / b"),
        (1.0 / a * b, "b / a"),
        (1.0 / a / b, "1.0 / a / b"),
        (a * 2.0, "2.0 * a"),
        (a * (2.0 * b), "2.0 * a * b"),
        (3.0 * a * (2.0 * b), "6.0 * a * b"),
        (a * 2.0 * 0.5, "a"),
        (a * 1.0, "a"),
        (1.0 * a, "a"),
        (a / 1.0, "a"),
        (a * -1.0, "-a"),
        (a * -b, "-a * b"),
        (-a * -b, "a * b"),
        (-(a * b), "-a * b"),
        (-(2.0 * a), "-2.0 * a"),
        (-(a / b), "-a / b"),
        (a / -b, "-a / b"),
        (a / -2.0, "-a / 2.0"),
        (-(-a), "a"),
        (-(a**2), "-a**2"),
        (g * -(a**2) / b, "-g * a**2 / b"),
        (-(a - b), "b - a"),
        (-(a - b) * c, "(b - a) * c"),
        (-(a + b), "-(a + b)"),
        (lift(2.0) * 3.0, "6.0"),
        (-lift(2.0), "-2.0"),
        # Sums.
        (a + -b, "a - b"),
        (a - -b, "a + b"),
        (-a + b, "b - a"),
        (-a - b, "-(a + b)"),
        (a + -2.0 * b, "a - 2.0 * b"),
        (a - 2.0, "a - 2.0"),
        (a + 0.0, "a"),
        (0.0 + a, "a"),
        (0.0 - a, "-a"),
        (v - 0.0, "v"),
        (a * (b + c), "a * (b + c)"),
        (total([-a, b, -c]), "b - a - c"),
        (total([a]), "a"),
        # Powers.
        (a**1, "a"),
        (a**2, "a**2"),
        (g * (2.0 * a ** (2 - 1)), "2.0 * g * a"),
        (g * (4.0 * a**3), "4.0 * g * a**3"),
        # Nothing that a NaN or an infinity would show.
        (a * 0.0, "0.0 * a"),
        (a * 0.0 * b, "0.0 * a * b"),
        (a - a, "a - a"),
        (a / a, "a / a"),
        (a * b / b, "a * b / b"),
        # What is an integer or a bool stays something else when it is multiplied by 1.0.
        (1.0 * n, "1.0 * n"),
        (1 * n, "n"),
        (1.0 * mask, "1.0 * (v > 0.0)"),
        (2.0 * n * 0.5, "1.0 * n"),
        (a * n, "a * n"),
        (v * mask, "v * (v > 0.0)"),
        (0.0 + n, "0.0 + n"),
        (n + 0, "n"),
        # Arrays: parts that are smaller are multiplied first.
        (u * (v * w), "u * v * w"),
        (u * (v / w), "u * v / w"),
        (u * (a * b), "u * (a * b)"),
        (u * (2.0 * a), "u * (2.0 * a)"),
        (u * (0.5 / a), "u * (0.5 / a)"),
        (u * (1.0 / a), "u / a"),
        (a * (u * v), "a * u * v"),
        (a * (2.0 * u), "2.0 * a * u"),
        (m * (u * v), "m * (u * v)"),
        (m * (2.0 * u), "m * (2.0 * u)"),
        (m * (u * v * p), "m * (u * v) * p"),
        (m * -(u * v), "-m * (u * v)"),
        (m * (2.0 * p), "2.0 * m * p"),
        # Transposes and indices.
        (m.T, "m.T"),
        (m.T.T, "m"),
        (v.T, "v"),
        (m[0], "m[0]"),
        (v[:, None], "v[:, None]"),
        (m @ v, "m @ v"),
        ((a * m) @ v, "(a * m) @ v"),
        (np.exp(-v) * a, "np.exp(-v) * a"),
        (np.sum(m, axis=0), "np.sum(m, axis=0)"),
        (a & b, "a & b"),
        ((a >= 0.0) & (a <= 1.0), "(a >= 0.0) & (a <= 1.0)"),
    ],
)
def test_text(made, text):
    assert repr(made) == text


def test_masks_keep_what_is_multiplied_inside():
    taken = where(mask, u)
    assert repr(taken) == "np.where(v > 0.0, u, 0.0)"
    assert repr(taken * (1.0 / v)) == "np.where(v > 0.0, u / v, 0.0)"
    assert repr(w * taken) == "np.where(v > 0.0, w * u, 0.0)"
    assert repr(-taken / w) == "np.where(v > 0.0, -u / w, 0.0)"
    assert repr(1.0 * taken) == repr(taken)


def test_the_other_side_of_a_test_needs_no_not():
    left = where(np.logical_not(mask), u)
    assert repr(left) == "np.where(v > 0.0, 0.0, u)"
    assert repr(left * (0.5 / w)) == "np.where(v > 0.0, 0.0, 0.5 * u / w)"


def test_masks_add_up():
    both = where(mask, u) + where(mask, w)
    assert repr(both) == "np.where(v > 0.0, u, 0.0) + np.where(v > 0.0, w, 0.0)"
    with np.errstate(all="ignore"):
        found = eval(
            repr(both * (1.0 / v)), {"np": np, "u": np.ones(2), "w": np.ones(2), "v": np.array([0.0, 2.0])}
        )
    assert found.tolist() == [0.0, 1.0]


@pytest.mark.parametrize(
    "terms, text",
    [
        ([g * a, g * b], "g * (a + b)"),
        ([g * a, -g * b], "g * (a - b)"),
        ([g, g * b], "g * (1.0 + b)"),
        ([2.0 * g * a, g * b], "g * (2.0 * a + b)"),
        ([g * a * b, g * a * c], "g * a * (b + c)"),
        ([g * a / b, g * c], "g * (a / b + c)"),
        ([g / a, g * b], "g / a + g * b"),
        ([g * a, c * b], "g * a + c * b"),
        ([g * a], "g * a"),
        ([g, g], "g + g"),
        ([g * u, g * v], "g * (u + v)"),
        ([g * u, v], "g * u + v"),
    ],
)
def test_common_factors_of_a_sum(terms, text):
    assert repr(factor(terms)) == text


def test_kinds_follow():
    assert (a * u).kind == VECTOR and (u * m).kind == MATRIX and (n / n).kind == FLOAT
    assert (n * n).kind == Scalar("int64") and (u > a).kind == Array("bool", (N,))
    assert (m @ v).kind == Array("float64", (M,)) and m.T.kind == Array("float64", (N, M))
    assert v[:, None].kind == Array("float64", (N, ONE)) and v[None].kind == Array("float64", (ONE, N))
    assert where(m > 0.0, lift(1.0)).kind == MATRIX and (u * where(m > 0.0, lift(1.0))).kind == MATRIX
    single = Sym.name("s", Array("float32", (N,)))
    assert (2.0 * single).kind == single.kind and (single * a).kind == single.kind


def test_literals_of_calls():
    assert repr(call(np.full, (2, n), 1.0)) == "np.full((2, n), 1.0)"
    assert repr(call(np.zeros, 3, dtype=np.dtype("float32"))) == "np.zeros(3, dtype=np.float32)"
    assert repr(call(np.linalg.norm, v)) == "np.linalg.norm(v)"


def test_truth_is_not_known():
    with pytest.raises(TypeError, match="not known"):
        bool(a > 0.0)


LEAVES = {"a": 1.5, "b": -0.25, "x": np.array([0.5, -2.0, 3.0]), "y": np.array([[1.0], [-0.5]])}


def expressions(rng, depth=4):
    """A random expression of numbers, vectors and columns, as Python text."""
    if not depth or rng.random() < 0.2:
        return str(rng.choice(["a", "b", "x", "y", "2.0", "1.0", "0.5", "-1.0", "0.0"]))
    op = rng.choice(["*", "*", "*", "/", "+", "-", "neg"])
    left = expressions(rng, depth - 1)
    return f"(-{left})" if op == "neg" else f"({left} {op} {expressions(rng, depth - 1)})"


def test_random_expressions_keep_their_value():
    kinds = {"a": FLOAT, "b": FLOAT, "x": VECTOR, "y": Array("float64", (M, ONE))}
    names = {k: Sym.name(k, kind) for k, kind in kinds.items()}
    rng = np.random.default_rng(5)
    checked = 0
    for text in itertools.islice(iter(lambda: expressions(rng), None), 600):
        with np.errstate(all="ignore"):
            try:
                want = eval(text, {}, LEAVES)
            except ZeroDivisionError:
                continue
            made = lift(eval(text, {}, names))
            try:
                got = eval(repr(made), {"np": np}, LEAVES)
            except ZeroDivisionError:
                assert not np.all(np.isfinite(want)), text
                continue
        np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-12, err_msg=f"{text} as {made}")
        assert made.ndim == np.ndim(want), text
        assert repr(Sym(parse_expression(repr(made)), made.kind)) == repr(made)
        checked += 1
    assert checked > 400
