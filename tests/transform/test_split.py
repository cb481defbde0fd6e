"""Every varied operation gets a name; what does not vary stays whole; what is known is not computed again."""

import pytest

from srctrans.kinds.kind import Array, Scalar
from srctrans.syntax.build import parse_statements
from srctrans.syntax.printer import to_source
from srctrans.transform.split import Splitter, split

NUMBERS = {n: Scalar("float64") for n in "abcdrs"} | {n: Scalar("int64") for n in "ikn"}
KINDS = NUMBERS | {n: Array("float64", (None,)) for n in "xywz"}


def divided(text, varied="a b x y s r c d", stored="y", views=None):
    s = Splitter(dict(KINDS), dict(views or {}), set(varied.split()), set(KINDS), {}, set(stored.split()))
    return to_source(split(parse_statements(text), s)).strip().split("\n")


def test_one_operation_each():
    assert divided("r = np.sin(a) * b + a") == ["sine = np.sin(a)", "t = sine * b", "r = t + a"]


def test_what_does_not_vary_stays_whole():
    assert divided("r = a * (np.exp(w[i]) * n + 1.0)") == ["r = a * (np.exp(w[i]) * n + 1.0)"]


def test_a_constant_assignment_stays_whole():
    assert divided("r = n * 2.0 + w[0] * w[1]", varied="a") == ["r = n * 2.0 + w[0] * w[1]"]


def test_elements_are_loaded_under_a_name():
    assert divided("r = x[i] * x[i + 1]") == ["x_i = x[i]", "x_i_2 = x[i + 1]", "r = x_i * x_i_2"]


def test_a_store_takes_a_name():
    assert divided("y[i] = a * b") == ["t = a * b", "y[i] = t"]


def test_what_occurs_twice_is_computed_once():
    assert divided("r = np.exp(a) * np.exp(a)") == ["e = np.exp(a)", "r = e * e"]
    assert divided("r = np.exp(a)\ns = np.exp(a) * b") == ["r = np.exp(a)", "s = r * b"]


@pytest.mark.parametrize("why, text", [
    ("the element is written", "r = y[i]\ny[i] = a\ns = y[i]"),
    ("another element is written", "r = y[i]\ny[k] = a\ns = y[i]"),
    ("a loop writes it", "r = y[i]\nfor k in range(n):\n    y[k] = a\ns = y[i]"),
    ("the loop around writes it", "r = y[i]\nfor k in range(n):\n    s = y[i]\n    y[k] = s"),
    ("a branch writes it", "r = y[i]\nif c > 0.0:\n    y[k] = a\nelse:\n    pass\ns = y[i]"),
])  # fmt: skip
def test_computed_again(why, text):
    found = [line.strip() for line in divided(text)]
    assert "r = y[i]" in found and "s = y[i]" in found, why


def test_an_array_that_is_written_into_is_an_array_of_its_own():
    assert divided("z = np.sin(x)\ny = np.sin(x)\ny[0] = a")[1] == "y = np.sin(x)"


def test_a_store_through_a_view_is_one_into_its_base():
    found = divided("r = y[i]\nz[0] = a\ns = y[i]", views={"z": "y"})
    assert found[-1] == "s = y[i]"


def test_what_one_branch_computed_is_not_known_after_it():
    found = divided("if c > 0.0:\n    r = np.exp(a)\nelse:\n    r = b\ns = np.exp(a) * b")
    assert found.count("e = np.exp(a)") == 1


def test_a_test_gets_a_name_unless_it_has_one():
    assert divided("if a > 0.0:\n    r = a\nelse:\n    r = b")[:2] == ["test = a > 0.0", "if test:"]
    assert divided("if c:\n    r = a\nelse:\n    r = b")[0] == "if c:"


def test_an_exit_stays():
    found = divided("while True:\n    if a > b:\n        break\n    s = a * b * a")
    assert found[:3] == ["while True:", "    if a > b:", "        break"]


def test_made_up_names_are_new_ones():
    found = divided("r = np.exp(a) * b\ns = np.exp(b) * a")
    assert found == ["e = np.exp(a)", "r = e * b", "e_2 = np.exp(b)", "s = e_2 * a"]
