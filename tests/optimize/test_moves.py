"""Moves: last copies go, and nothing shares memory that did not."""

from srctrans.kinds.kind import Array, Dim
from srctrans.optimize.moves import moved
from srctrans.syntax import build
from srctrans.syntax.printer import to_source

KINDS = {name: Array("float64", (Dim("n"),)) for name in "abcdx"}


def after(text, outside=("x",)):
    return to_source(moved(build.parse_statements(text), KINDS, set(outside))).strip()


def test_a_last_copy_is_a_move():
    assert after("a = np.zeros(3)\nb = np.copy(a)\nb[0] = 1.0\nreturn b").splitlines()[1] == "b = a"


def test_buffers_that_are_exchanged_in_a_loop():
    text = (
        "a = np.copy(x)\nb = np.zeros(3)\nfor k in range(n):\n    c = np.copy(b)\n    c[k] = a[k] + 1.0\n"
        "    b = a\n    a = c\nreturn a"
    )
    assert after(text) == text.replace("np.copy(b)", "b")


def unchanged(text, outside=("x",)):
    assert after(text, outside) == text


def test_what_is_read_later_stays_a_copy():
    unchanged("a = np.zeros(3)\nb = np.copy(a)\nb[0] = 1.0\nreturn b + a")
    unchanged("a = np.zeros(3)\nfor k in range(n):\n    b = np.copy(a)\n    b[k] = 1.0\nreturn b")


def test_memory_of_the_caller_stays_his():
    unchanged("b = np.copy(x)\nb[0] = 1.0\nreturn b")
    unchanged("a = x\nb = np.copy(a)\nb[0] = 1.0\nreturn b")
    unchanged("a = np.zeros(3)\nfor k in range(n):\n    b = np.copy(a)\n    b[0] = 1.0\n    a = x\nreturn b")


def test_memory_that_a_view_or_a_list_holds_stays():
    unchanged("a = np.zeros(3)\nc = a[1:]\nb = np.copy(a)\nb[1] = 1.0\nreturn b + c[0]")
    unchanged("a = np.zeros(3)\nhist += [a]\nb = np.copy(a)\nb[1] = 1.0\nreturn b")
    unchanged("a = np.zeros(3)\nc = fall(a)\nb = np.copy(a)\nb[1] = 1.0\nreturn b + c")


def test_two_live_names_of_one_array_are_no_owners():
    unchanged("a = np.zeros(3)\nd = a\nb = np.copy(a)\nb[1] = 1.0\nreturn b + d")


def test_a_name_may_hold_for_a_while_what_is_another_s():
    text = (
        "h = np.empty((n, 3))\na = np.copy(x)\nb = np.zeros(3)\nfor k in range(n):\n    h[k] = a\n    c = np.copy(b)\n"
        "    c[k] = a[k] + 1.0\n    b = a\n    a = c\ns = np.sum(a)\nfor k in range(n):\n    a = h[k]\n    s += a[k]\n"
        "return s"
    )
    assert after(text) == text.replace("np.copy(b)", "b")


def test_what_is_another_s_is_not_handed_over():
    unchanged("h = np.ones((2, 3))\na = h[0]\nb = np.copy(a)\nb[0] = 2.0\nreturn np.sum(h) + b[0]")
    unchanged("h = np.ones((2, 3))\na = h[0]\nb = a\nc = np.copy(b)\nc[0] = 2.0\nreturn np.sum(h) + c[0]")
    unchanged("h = np.ones((2, 3))\nfor k in range(2):\n    c = np.copy(a)\n    c[0] = 2.0\n    a = h[k]\nreturn h")
