"""What rules write: the text that a person would have written."""

import numpy as np
import pytest

from srctrans.kinds import ONE, Array, Dim, Scalar
from srctrans.kinds.infer import call_kind
from srctrans.kinds.symbol import Sym, lift
from srctrans.rules import pullback, pushforward

FLOAT = Scalar("float64")
N, M, K = Dim("len(x)", True), Dim("a.shape[0]", True), Dim("b.shape[1]", True)
s, t = Sym.name("s", FLOAT), Sym.name("t", FLOAT)
x, y = (Sym.name(n, Array("float64", (N,))) for n in "xy")
a, c = (Sym.name(n, Array("float64", (M, N))) for n in "ac")
b = Sym.name("b", Array("float64", (N, K)))
column = Sym.name("column", Array("float64", (M, ONE)))
NUMBER, ONE_POINT = "number", "1.0"


def adjoints(function, args, kwargs, adjoint):
    kinds = [v.kind if isinstance(v, Sym) else _kinds(v) for v in args]
    z = Sym.name("z", call_kind(function, kinds, kwargs))
    g = {NUMBER: Sym.name("z_bar", FLOAT), ONE_POINT: lift(1.0), None: Sym.name("z_bar", z.kind)}[adjoint]
    return [repr(v) for _, v in pullback(function, z, args, kwargs, g)]


def _kinds(value):
    return type(value)(v.kind for v in value) if isinstance(value, (tuple, list)) else value


@pytest.mark.parametrize(
    "function, args, kwargs, adjoint, texts",
    [
        (np.add, [a, x], {}, None, ["z_bar", "np.sum(z_bar, axis=0)"]),
        (np.add, [a, column], {}, None, ["z_bar", "np.sum(z_bar, axis=1, keepdims=True)"]),
        (np.subtract, [s, t], {}, None, ["z_bar", "-z_bar"]),
        (np.multiply, [x, y], {}, None, ["z_bar * y", "z_bar * x"]),
        (np.multiply, [x, s], {}, None, ["z_bar * s", "np.sum(z_bar * x)"]),
        (np.divide, [s, t], {}, None, ["z_bar / t", "-z_bar * s / t**2"]),
        (np.power, [x, lift(2)], {}, None, ["2.0 * z_bar * x"]),
        (np.power, [x, lift(4)], {}, ONE_POINT, ["4.0 * x**3"]),
        (np.power, [x, lift(0.5)], {}, None, ["0.5 * z_bar * x**-0.5"]),
        (np.power, [x, lift(2.0)], {}, None, ["2.0 * z_bar * x"]),
        (np.exp, [x], {}, None, ["z_bar * z"]),
        (np.log, [x], {}, None, ["z_bar / x"]),
        (np.sqrt, [x], {}, None, ["0.5 * z_bar / z"]),
        (np.tanh, [x], {}, None, ["z_bar * (1.0 - z**2)"]),
        (np.cos, [x], {}, None, ["-z_bar * np.sin(x)"]),
        (np.arctan, [x], {}, None, ["z_bar / (1.0 + x**2)"]),
        (np.abs, [x], {}, None, ["z_bar * np.sign(x)"]),
        (np.maximum, [x, lift(0.0)], {}, None, ["z_bar * ((x > 0.0) + 0.5 * (x == 0.0))"]),
        (np.where, [x > 0.0, x, y], {}, None,
         ["np.where(x > 0.0, z_bar, 0.0)", "np.where(x > 0.0, 0.0, z_bar)"]),
        (np.clip, [x, 0.0, 1.0], {}, None, ["z_bar * ((x >= 0.0) & (x <= 1.0))"]),
        # Sums need no arrays of ones.
        (np.sum, [a], {}, ONE_POINT, ["1.0"]),
        (np.sum, [a], {"axis": 0}, None, ["z_bar"]),
        (np.sum, [a], {"axis": 1}, None, ["z_bar[:, None]"]),
        (np.sum, [a], {"axis": 1, "keepdims": True}, None, ["z_bar"]),
        (np.mean, [a], {}, None, ["z_bar / a.size"]),
        (np.mean, [x], {}, ONE_POINT, ["1.0 / len(x)"]),
        (np.mean, [a], {"axis": 1}, None, ["(z_bar / len(x))[:, None]"]),
        (np.max, [x], {}, None, ["z_bar / np.count_nonzero(x == z) * (x == z)"]),
        (np.var, [x], {}, None, ["2.0 * z_bar / len(x) * (x - np.mean(x))"]),
        (np.cumsum, [x], {}, None, ["np.cumsum(z_bar[::-1])[::-1]"]),
        # Products need neither transposes of vectors nor arrays of ones.
        (np.matmul, [x, y], {}, None, ["z_bar * y", "z_bar * x"]),
        (np.matmul, [a, x], {}, None, ["np.outer(z_bar, x)", "z_bar @ a"]),
        (np.matmul, [x, b], {}, None, ["b @ z_bar", "np.outer(x, z_bar)"]),
        (np.matmul, [a, b], {}, None, ["z_bar @ b.T", "a.T @ z_bar"]),
        (np.matmul, [a.T, c], {}, None, ["z_bar @ c.T", "a @ z_bar"]),
        (np.matmul, [a, x], {}, ONE_POINT, ["x", "np.sum(a, axis=0)"]),
        (np.matmul, [a, b], {}, NUMBER,
         ["z_bar * np.sum(b, axis=1)", "(z_bar * np.sum(a, axis=0))[:, None]"]),
        (np.outer, [x, y], {}, None, ["z_bar @ y", "x @ z_bar"]),
        (np.dot, [a, b], {}, None, ["z_bar @ b.T", "a.T @ z_bar"]),
        (np.inner, [a, c], {}, None, ["z_bar @ c", "z_bar.T @ a"]),
        # Moves.
        (np.transpose, [a], {}, None, ["z_bar.T"]),
        (np.ravel, [a], {}, None, ["z_bar.reshape(a.shape)"]),
        (np.ravel, [a], {}, ONE_POINT, ["1.0"]),
        (np.copy, [a], {}, None, ["z_bar"]),
        (np.flip, [x], {}, None, ["z_bar[::-1]"]),
        (np.concatenate, [(x, y)], {}, None, ["z_bar[: len(x)]", "z_bar[len(x) :]"]),
        (np.concatenate, [(a, c)], {"axis": 1}, None, ["z_bar[:, : len(x)]", "z_bar[:, len(x) :]"]),
        (np.stack, [(x, y)], {}, None, ["z_bar[0]", "z_bar[1]"]),
        (np.array, [[s, t]], {}, None, ["z_bar[0]", "z_bar[1]"]),
        (np.trace, [a], {}, None, ["z_bar * np.eye(a.shape[0], len(x))"]),
    ],
)  # fmt: skip
def test_reverse(function, args, kwargs, adjoint, texts):
    assert adjoints(function, args, kwargs, adjoint) == texts


@pytest.mark.parametrize(
    "function, args, text",
    [
        (np.multiply, [x, y], "x_dot * y + y_dot * x"),
        (np.sin, [x], "x_dot * np.cos(x)"),
        (np.where, [x > 0.0, x, y], "np.where(x > 0.0, x_dot, y_dot)"),
        (np.where, [x > 0.0, x, lift(1.0)], "np.where(x > 0.0, x_dot, 0.0)"),
        (np.sum, [a], "np.sum(a_dot)"),
        (np.matmul, [a, b], "a_dot @ b + a @ b_dot"),
        (np.outer, [x, y], "np.outer(x_dot, y) + np.outer(x, y_dot)"),
        (np.concatenate, [(x, y)], "np.concatenate((x_dot, y_dot))"),
        (np.max, [x], "np.sum(x_dot * (x == z)) / np.count_nonzero(x == z)"),
    ],
)
def test_forward(function, args, text):
    z = Sym.name("z", call_kind(function, [v.kind if isinstance(v, Sym) else _kinds(v) for v in args], {}))
    flat = [v for item in args for v in (item if isinstance(item, tuple) else [item]) if v.value is None]
    named = [v for v in flat if repr(v).isidentifier()]
    tangents = {id(v): Sym.name(f"{v}_dot", v.kind) for v in named}
    assert repr(pushforward(function, z, args, {}, tangents)) == text
