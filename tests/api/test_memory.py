"""Memory that arguments share: refused at the call where the function writes it, allowed where it only reads."""

from dataclasses import dataclass

import numpy as np
import pytest

import srctrans

_TABLE = np.ones(4)


@dataclass
class Pair:
    a: np.ndarray
    b: np.ndarray


def _array(x, y):
    x *= 2.0
    return np.sum(x * y)


def _item_of_list(p):
    p[0] *= p[1]
    return np.sum(p[0] * p[1])


def _item_of_dict(p):
    p["a"] *= p["b"]
    return np.sum(p["a"] * p["b"])


def _field(p):
    p.a *= p.b
    return np.sum(p.a * p.b)


def _array_from_outside(x):
    x *= 2.0
    return np.sum(x * _TABLE)


def _dict_changed(p, q):
    p["a"] = p["a"] * 2.0
    return p["a"] * q["a"]


def _list_grown(p, q):
    p.append(3.0)
    return q[-1] * p[0]


def _inner_list_changed(p):
    p[0][0] = p[0][0] * 3.0
    return p[1][0] * p[0][0]


def _only_read(x, y):
    return np.sum(x * y)


V = np.arange(1.0, 5.0)
W = 2.0 * V
ONE = {"a": 2.0}
FEW = [2.0]


@pytest.mark.parametrize(
    ("f", "args", "message"),
    [
        (_array, (V, V), "x is written into and shares memory with y"),
        (_array, (V[:2], V[1:3]), "x is written into and shares memory with y"),
        (_item_of_list, ([V, V],), r"p\[0\] is written into and shares memory with p\[1\]"),
        (_item_of_dict, ({"a": V, "b": V},), r'p\["a"\] is written into and shares memory with p\["b"\]'),
        (_field, (Pair(V, V[::-1]),), "p.a is written into and shares memory with p.b"),
        (_array_from_outside, (_TABLE,), "x is written into and shares memory with _TABLE"),
        (_dict_changed, (ONE, ONE), "p and q are the same object, which changes"),
        (_list_grown, (FEW, FEW), "p and q are the same object, which changes"),
        (_inner_list_changed, ([FEW, FEW],), r"p\[0\] and p\[1\] are the same object, which changes"),
        (_array, (np.lib.stride_tricks.as_strided(V, (3, 2), (8, 8)), np.ones((3, 2))), "elements of it share memory"),
    ],
)
def test_refused(f, args, message):
    with pytest.raises(ValueError, match=message):
        srctrans.grad(f)(*args)
    with pytest.raises(ValueError, match=message):
        srctrans.jvp(f)(args, args[0])


@pytest.mark.parametrize(
    ("f", "args", "wanted"),
    [
        (_array, (V[::2], V[1::2]), [4.0, 8.0]),
        (_item_of_list, ([V, W],), [W**2, 4.0 * V**2]),
        (_dict_changed, (dict(ONE), ONE), {"a": 4.0}),
        (_only_read, (V, V), V),
    ],
)
def test_right(f, args, wanted):
    np.testing.assert_equal(srctrans.grad(f)(*args), wanted)


def _reshaped(x):
    m = x.reshape(2, 2)
    m[0] *= 2.0
    return np.sum(x * x)


def test_an_array_written_through_a_reshaped_view_has_to_be_contiguous():
    np.testing.assert_array_equal(srctrans.grad(_reshaped)(V), V * [8.0, 8.0, 2.0, 2.0])
    with pytest.raises(ValueError, match=r"x has to be contiguous.*pass np.ascontiguousarray\(x\)"):
        srctrans.grad(_reshaped)(np.repeat(V, 2)[::2])


def test_one_array_read_as_two_arguments():
    gradients = srctrans.grad(_only_read, (0, 1))(V, V)
    np.testing.assert_array_equal(gradients, [V, V])
    assert not np.shares_memory(*gradients)


def test_each_specialisation_has_its_own_check():
    def f(x, y):
        if x.ndim == 1:
            x *= 2.0
        return np.sum(x * y)

    gradient = srctrans.grad(f)
    gradient(V, W)
    gradient(np.ones((2, 2)), np.ones((2, 2)))
    with pytest.raises(ValueError, match="shares memory"):
        gradient(V, V)


def test_compiled_gradients_are_checked_before_the_call():
    pytest.importorskip("numba")
    with pytest.raises(ValueError, match="shares memory"):
        srctrans.grad(_array, jit=True)(V, V)
