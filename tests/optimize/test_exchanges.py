"""Exchanges: buffers keep their names for as long as they can, and change them at once."""

from srctrans.kinds.kind import Array, Dim, Scalar
from srctrans.optimize.exchanges import exchanged, put_off
from srctrans.syntax import build
from srctrans.syntax.printer import to_source

KINDS = {name: Array("float64", (Dim("n"),)) for name in ("a", "b", "c", "t", "t_bar")} | {"s": Scalar("float64")}


def put(text, primal=("a", "b", "c", "t", "s")):
    return to_source(put_off(build.parse_statements(text), KINDS, set(primal))).strip()


def at_once(text):
    return to_source(exchanged(build.parse_statements(text))).strip()


def test_a_second_name_is_put_off():
    text = "t = b\nfor k in range(n):\n    t[k] = a[k]\ns = t[0]\nb = a\na = t"
    wanted = "for k in range(n):\n    b[k] = a[k]\ns = b[0]\nt = b\nb = a\na = t"
    assert put(text) == wanted
    assert at_once(wanted).splitlines()[-1] == "a, b = b, a"


def test_a_rotation_of_three():
    text = "t = c\nt[0] = a[0]\nc = a\na = b\nb = t"
    assert at_once(put(text)) == "c[0] = a[0]\na, b, c = b, c, a"


def test_names_that_are_bound_in_between_stay():
    for text in (
        "t = b\nt[0] = a[0]\nif t[0]:\n    b = c\nb = a\na = t",
        "t = b\nt = a\nb = a",
        "t = b\nt[0] = 1.0\nb = np.sin(a)\na = t",
        "s = b\ns[0] = 1.0\nb = a\na = s",
    ):
        assert put(text) == text


def test_a_value_of_the_function_names_no_adjoint():
    text = "t_bar = b\nt_bar[0] = 1.0\nb = a\na = t_bar"
    assert put(text) == text


def test_what_is_read_elsewhere_is_no_passing_name():
    text = "t = b\nb = a\na = t\nreturn t"
    assert at_once(text) == text
    assert at_once("b = a\na = c\nreturn b") == "b = a\na = c\nreturn b"
