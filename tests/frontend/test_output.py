"""What a function tells the world, a gradient tells too: once, in the same order, whatever the passes do."""

import contextlib
import io
import logging
import math
import warnings

import numpy as np
import pytest

import srctrans
from srctrans import SourceError, grad, jvp, options, value_and_grad
from tests.differences import differences

logger = logging.getLogger(__name__)
ALL_OFF = dict.fromkeys(srctrans.OPTIMIZATIONS, False)


def number(x):
    y = x[0] * x[1]
    print("y", y, flush=True)
    return math.sin(y)


def each_iteration(x):
    s = 0.0
    for i in range(len(x)):
        s = s * x[i] + 1.0
        print(f"step {i}: {s:.3f}", end="; ")
    return s


def sums_in_two_loops(x):
    """Which must not become one loop."""
    s = 0.0
    for i in range(len(x)):
        print("first", i)
        s += x[i]
    for i in range(len(x)):
        print("second", i)
        s += x[i] ** 2
    return s


def text_of_the_old_value(x):
    before = f"{x[0]:.4f} {x[1]!r}"
    y = x * x
    y[0] = y[0] * 3.0
    print(before, f"{y[0]:.4f}", y)
    return y[0] * y[1]


def width_and_precision(x):
    print(f"{x[0]:{10}.{3}f}|{'name':>8}|{3:03d}|{{}}")
    print("%s: %5.2f %d%%" % ("total", x[0], 3), "{a:.2e} {0}".format(7, a=x[1]), str(x[0]) + "!", sep=" / ")
    print("-" * 10, "=" * len(x), "done".upper(), "\t".join(["a", f"{x[1]:g}"]).ljust(12) + "|")
    return x[0] * x[1]


def structures(x):
    r = {"a": x[0], "b": [x[1], 2]}
    print(r, (x[0] * 2.0, None, True), x.shape, x[:2])
    return r["a"] * r["b"][0]


def in_a_branch(x):
    s = 0.0
    for v in x:
        if v > 1.0:
            print("large", v)
            s += v**2
        else:
            s += v
    return s


def in_a_while(x):
    k, s = 0, 1.0
    while s < 3.0 and k < len(x):
        s = s * (1.0 + x[k])
        print(k, "", s, sep="\n")
        k += 1
    return s


def longer_and_longer(x):
    text, s = "", 0.0
    for i in range(3):
        s += x[i] ** 3
        text += f"{s:.2f} "
    print(text)
    return s


def text_of_a_branch(x):
    label, kind = "small", "a"
    if x[0] > 1.0:
        label = "large"
        kind = f"b{x[0]:.1f}"
    print(label, kind, label == "large")
    return x[0] ** 2 if label == "large" else x[1]


def countdown(v, k):
    if k > 0:
        print("depth", k)
    return v if k == 0 else v * countdown(v * 0.9, k - 1)


def in_a_recursion_of_known_depth(x):
    return countdown(x[0], 3) * x[1]


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __str__(self):
        return f"({self.x:.2f}, {self.y:.2f})"


def of_an_object(x):
    p = Point(x[0], x[1])
    print(p, f"{p}")
    return p.x * p.y


def in_a_try(x):
    try:
        print("try", x[0])
        y = math.log(x[0] - 0.9)
    except ValueError:
        print("failed")
        y = x[1]
    return y * x[0]


def inactive(x):
    """Nothing of the value comes from what is printed."""
    for i in range(2):
        t = np.exp(x[i])
        print(t)
    return np.sum(x)


FUNCTIONS = [
    number, each_iteration, sums_in_two_loops, text_of_the_old_value, width_and_precision, structures, in_a_branch,
    in_a_while, longer_and_longer, text_of_a_branch, in_a_recursion_of_known_depth, of_an_object, in_a_try, inactive,
]  # fmt: skip


def printed(function, *args):
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        result = function(*args)
    return shown.getvalue(), result


@pytest.mark.parametrize("first", [0.7, 1.4])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_printed_once(function, first):
    x = np.array([first, 1.3, 0.9, 1.1])
    want, value = printed(function, x.copy())
    _, (wanted,) = printed(differences, function, (x,), (0,))
    for switches in ({}, ALL_OFF):
        with options(**switches):
            text, g = printed(grad(function), x)
            assert text == want
            np.testing.assert_allclose(g, wanted, rtol=1e-6, atol=1e-8)
            text, (v, g) = printed(value_and_grad(function), x)
            assert text == want and v == pytest.approx(value, rel=1e-14)
            text, (v, d) = printed(jvp(function), (x,), np.ones(4))
            assert text == want and d == pytest.approx(np.sum(wanted), rel=1e-6)


def test_under_numba():
    pytest.importorskip("numba")

    def f(x):
        s = 1.0
        for i in range(len(x)):
            s = s * x[i]
            print("step", i)
        if s < 0.0:
            raise ValueError(f"{s:.3f} is negative")
        return s

    # Compiled code writes past `sys.stdout`.
    g = value_and_grad(f, jit=True)
    assert g(np.array([2.0, 3.0]))[1].tolist() == [3.0, 2.0]
    with pytest.raises(ValueError):
        g(np.array([-2.0, 3.0]))


def test_messages_have_their_values():
    def checked(x, limit):
        if x > limit:
            raise ValueError(f"x = {x:.2f} is more than {limit}")
        message = "x is %g" % x
        assert x > 0.0, message + "!"
        return x * x

    g = grad(checked)
    assert g(1.0, 2.0) == 2.0
    with pytest.raises(ValueError, match="^x = 3.00 is more than 2.0$"):
        g(3.0, 2.0)
    with pytest.raises(AssertionError, match="^x is -1!$"):
        g(-1.0, 2.0)


def logs(x):
    s = np.sum(x * x)
    logger.warning("s = %g", s)
    logging.getLogger(__name__).info(f"s = {s}")
    if s > 2.0:
        warnings.warn(f"{s:.1f} is large", RuntimeWarning)
    return s


def test_logging_and_warnings(caplog):
    with pytest.warns(RuntimeWarning, match="^5.0 is large$"), caplog.at_level(logging.INFO):
        assert grad(logs)(np.array([1.0, 2.0])).tolist() == [2.0, 4.0]
    assert [r.getMessage() for r in caplog.records] == ["s = 5", "s = 5.0"]
    assert "import warnings\n" in grad(logs).source


def test_a_text_is_no_number():
    def f(x):
        text = "1" if x > 0.0 else "2"
        return x * float(text)

    with pytest.raises(SourceError, match="a number or an array is needed here, not a text"):
        grad(f)(1.0)
