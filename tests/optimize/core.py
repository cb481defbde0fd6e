"""Core form from text and back, for tests of single passes."""

import textwrap

from srctrans.analysis.dependence import least_values
from srctrans.kinds.kind import Array, Scalar
from srctrans.optimize.dead import aliases_in
from srctrans.syntax.build import parse_statements
from srctrans.syntax.core import statements_of
from srctrans.syntax.printer import to_source

NUMBERS = "a b c d e f s t t_2 t_bar r u s_2 s_3 f_2 p s_bar".split()
ARRAYS = "x y z v w x_bar y_bar z_bar v_bar x_hist g".split()
KINDS = {n: Scalar("float64") for n in NUMBERS} | {n: Array("float64", (None,)) for n in ARRAYS}
KINDS |= {n: Scalar("int64") for n in "i j k n m".split()} | {"A": Array("float64", (None, None))}


def block(text):
    return parse_statements(textwrap.dedent(text).strip() + "\n")


def adjoint(text):
    """A block whose statements belong to the way back."""
    made = block(text)
    for st in statements_of(made):
        st.lineno = -1
    return made


def aliases(made):
    return aliases_in(made, KINDS)


def least(made):
    return least_values([st for st in statements_of(made) if type(st).__name__ == "For"])


def text_of(made):
    return to_source(made).strip()


def same(made, text):
    """Is a block this text?"""
    assert text_of(made) == text_of(block(text))
