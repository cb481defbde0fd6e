"""What follows a branch goes into its arms where the branch decides which array a name means."""

from srctrans.frontend.tails import parted, place_of
from srctrans.syntax import build
from srctrans.syntax.printer import to_source

FILE = "f.py"


def _parted(text, *lines):
    block = build.parse_statements(text)
    nodes = [n for st in block for n in build.gast.walk(st) if isinstance(n, (build.gast.If, build.gast.IfExp))]
    return to_source(parted(block, FILE, [place_of(FILE, n) for n in nodes if n.lineno in lines])).strip()


def test_what_follows_is_written_into_both_arms():
    text = "if c:\n    r = a\nelse:\n    r = b\nr[0] = 1.0\nreturn r"
    wanted = "if c:\n    r = a\n    r[0] = 1.0\n    return r\nelse:\n    r = b\n    r[0] = 1.0\n    return r"
    assert _parted(text, 1) == wanted
    assert _parted(text) == text


def test_a_conditional_expression_is_a_branch():
    wanted = "if c:\n    r = a\n    r[0] = 1.0\nelse:\n    r = b\n    r[0] = 1.0"
    assert _parted("r = a if c else b\nr[0] = 1.0", 1) == wanted


def test_a_branch_inside_of_a_loop_takes_the_rest_of_the_body():
    text = "for k in range(n):\n    if k:\n        r = a\n    s += r[k]\nt = s"
    wanted = (
        "for k in range(n):\n    if k:\n        r = a\n        s += r[k]\n    else:\n        s += r[k]\nt = s"
    )
    assert _parted(text, 2) == wanted


def test_an_exit_stays_in_the_body_of_its_loop():
    text = "while True:\n    if k:\n        r = a\n    if r[0] > 1.0:\n        break"
    assert _parted(text, 2) == text
