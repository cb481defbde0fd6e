"""The user's line stands above its adjoint: once, and above the loop where it is the only one in it."""

from srctrans.optimize.comments import with_comments
from srctrans.syntax.printer import to_source
from tests.optimize.core import block

ORIGINS = ["", "", "a = b", "c = d"]


def commented(text, *lines):
    """The text with comments; `lines`: for each statement, outside first, the number of the user's line."""
    made = block(text)
    order = []

    def visit(statements):
        for st in statements:
            order.append(st)
            for name in ("body", "orelse"):
                visit(getattr(st, name, None) or [])

    visit(made)
    for st, line in zip(order, lines, strict=True):
        st.lineno = line
    return to_source(with_comments(made, ORIGINS)).strip()


def test_above_the_first_of_its_statements():
    assert commented("x = 1\ny = 2\nz = 3", -2, -2, -3) == "# a = b\nx = 1\ny = 2\n# c = d\nz = 3"


def test_the_lines_of_the_user_have_none():
    assert commented("x = 1\ny = 2", 2, 3) == "x = 1\ny = 2"


def test_again_after_the_line_of_another():
    assert commented("x = 1\ny = 2\nz = 3", -2, -3, -2).count("# a = b") == 2


def test_the_one_comment_of_a_loop_stands_above_it():
    assert commented("for i in x:\n    y = 1\n    z = 2", -2, -2, -2) == "# a = b\nfor i in x:\n    y = 1\n    z = 2"


def test_two_comments_stay_inside_of_the_loop():
    made = commented("for i in x:\n    y = 1\n    z = 2", -1, -2, -3)
    assert made == "for i in x:\n    # a = b\n    y = 1\n    # c = d\n    z = 2"


def test_statements_of_no_line_have_none():
    assert commented("x = 1", -1) == "x = 1"
