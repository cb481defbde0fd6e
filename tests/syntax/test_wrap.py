"""Where long lines are broken."""
from srctrans.syntax import build
from srctrans.syntax.printer import Printer
from srctrans.syntax.wrap import wrap


def wrapped(text, width, depth=0):
    """The lines of one statement, at a width."""
    printer = Printer()
    printer.end = lambda: None
    printer._comment_of = None
    printer.put(build.parse_statements(text)[0], 0)
    return wrap(printer.pieces, depth, printer._free, width=width)


def test_short_lines_stay():
    assert wrapped("x = f(a, b)", 11) == ["x = f(a, b)"]


def test_the_content_of_a_bracket_goes_on_one_line_if_it_fits():
    assert wrapped("x = f(aa, bb)", 12) == ["x = f(", "    aa, bb", ")"]


def test_else_each_item_gets_a_line_and_a_comma():
    assert wrapped("x = f(aa, b=bb)", 8) == ["x = f(", "    aa,", "    b=bb,", ")"]


def test_one_argument_gets_no_comma():
    # `(a,)` and `x[a,]` would be tuples.
    assert wrapped("x = y[aaaaaa]", 8) == ["x = y[", "    aaaaaa", "]"]
    assert wrapped("x = y[aaaaaa + b]", 8) == ["x = y[", "    aaaaaa", "    + b", "]"]


def test_operators_begin_lines_and_the_loosest_go_first():
    assert wrapped("x = aa * bb + cc * dd", 16) == ["x = (", "    aa * bb", "    + cc * dd", ")"]
    assert wrapped("x = aa * bb - cc", 8) == ["x = (", "    aa", "    * bb", "    - cc", ")"]


def test_conditions_and_comprehensions():
    assert wrapped("x = aaaa if b else c", 12) == ["x = (", "    aaaa", "    if b", "    else c", ")"]
    assert wrapped("x = [a for b in c if d]", 16) == ["x = [", "    a", "    for b in c", "    if d", "]"]


def test_parameters_of_a_lambda_stay_together():
    assert wrapped("f(lambda a, b: aaaa, c)", 20) == ["f(", "    lambda a, b: aaaa,", "    c,", ")"]


def test_the_bracket_that_helps_is_opened():
    assert wrapped("x = f(aaaa, bbbb)[0]", 12) == ["x = f(", "    aaaa,", "    bbbb,", ")[0]"]


def test_empty_brackets_and_texts_are_not_opened():
    assert wrapped("x = f()", 3) == ["x = f()"]
    assert wrapped("x = '(a, b, c, d)'", 3) == ['x = "(a, b, c, d)"']


def test_indentation_counts():
    assert wrapped("x = f(a, b)", 14, depth=1) == ["    x = f(", "        a, b", "    )"]
