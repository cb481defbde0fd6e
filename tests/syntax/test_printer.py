"""The style of printed source: parentheses, spaces, comments, blank lines, long lines."""
import gast
import numpy as np
import pytest

from srctrans.syntax import build
from srctrans.syntax.printer import to_source
from srctrans.syntax.wrap import WIDTH


def printed(text):
    return to_source(build.parse_expression(text))


@pytest.mark.parametrize("text", [
    "-x**2",
    "(-x) ** 2",
    "2.0**-x",
    "(x**2) ** 3",
    "x ** 2**3",
    "(a + b) ** 2",
    "theta[1] ** 2",
    "f(x) ** 2",
    "a.b**c.d",
    "a - (b - c)",
    "a - b - c",
    "a / (b * c)",
    "a / b * c",
    "a * -b",
    "--a",
    "-(a * b)",
    "-a * b",
    "2.0 * r + 4.0 * r**3 - np.exp(-r)",
    "x[1:n, 0]",
    "x[i + 1 : n]",
    "x[: n - 1]",
    "x[-1:]",
    "x[::2]",
    "x[a.b :: -1]",
    "x[1 : n - 1 : 2]",
    "x[..., None]",
    "x[()]",
    "x[(*a,)]",
    "x[1:2,]",
    "(x,)",
    "(a, b)",
    "()",
    "np.sum(x, axis=0)",
    "f(*a, **k)",
    "sum(x * y for x in z if x)",
    "f((x for x in z), 0)",
    "[(i, j) for i, j in z if i for k in j]",
    "{k: v for k, v in z}",
    '{"w": w_bar, **rest}',
    "lambda x, *a, y=1, **k: x + 1",
    "lambda: 0",
    "(lambda x: x)(1)",
    "a if b else c if d else e",
    "(a if b else c) if d else e",
    "0 < a <= b != c",
    "(a < b) < c",
    "not a and (b or c)",
    "not (a or b)",
    "a and b or c",
    "a is not None",
    "x not in y",
    "(y := f(x))",
    "1.5.real",
    "(1).real",
    "f'{x!r:>{width}}'.format()".replace("'", '"'),
    '"it\'s"',
    "'say \"x\"'",
    "1e-12",
    "1e16",
    "1e-6",
    "0.1",
    "3j",
    "True",
    "x @ y.T",
])  # fmt: skip
def test_hand_written_text_comes_back(text):
    assert printed(text) == text


@pytest.mark.parametrize("text, wanted", [
    ("((a)*(b))+((c))", "a * b + c"),
    ("a[(1):(n), (0)]", "a[1:n, 0]"),
    ("'w'", '"w"'),
    ("1e-06", "1e-6"),
    ("1e309", 'float("inf")'),
    ("f'{x}'", 'f"{x}"'),
    ("f'{x[\"a\"]}'", "f\"{x['a']}\""),
])  # fmt: skip
def test_other_text_is_made_so(text, wanted):
    assert printed(text) == wanted


def test_numbers_that_no_parser_gives():
    negative = gast.Constant(value=-1.0, kind=None)
    assert to_source(build.binop(negative, "**", build.constant(2))) == "(-1.0) ** 2"
    assert to_source(build.constant(float("-inf"))) == '-float("inf")'
    assert to_source(build.constant(float("nan"))) == 'float("nan")'
    assert to_source(build.constant(np.float64(0.1))) == "0.1"


def test_what_is_no_literal_is_refused():
    with pytest.raises(TypeError, match="not a literal"):
        to_source(build.constant(np.zeros(3)))


def test_long_sums_are_no_deep_recursion():
    tree = build.name("x")
    for _ in range(3000):
        tree = build.binop(tree, "+", build.name("x"))
    assert to_source(tree) == " + ".join(["x"] * 3001)


STATEMENTS = '''\
"""A module."""

import numpy as np
from math import sin, cos as c

# A constant.
A = 1


def f(x, n=3, *, out=None):
    """What it does.

    >>> "\\\\n"
    """
    a, b = x["a"], x["b"]
    (a,) = b
    x[1:n] += a
    for i, (j, k) in enumerate(x):
        # Up to here.
        if a < b:
            break
        elif b:
            continue
        else:
            pass
    else:
        del a, b
    while True:
        x = y = yield a, b
    with open(x) as g, h:
        assert a, "b"
    try:
        raise ValueError(a) from b
    except (A, B) as e:
        raise
    except C:
        pass
    else:
        pass
    finally:
        return a, b


async def g(x: int = 3, *args: float) -> list[int]:
    global h
    y: int = await h(x)

    @njit(fastmath=True)
    def inner():
        nonlocal y
        return lambda r: r

    return (yield)


class C(B, metaclass=M):
    x: int

    def method(self):
        pass

    def other(self):
        pass


f(1)
'''


def test_statements_come_back():
    tree = gast.parse(STATEMENTS)  # Which drops the comments.
    lines = STATEMENTS.splitlines(keepends=True)
    without = "".join([line for line in lines if not line.strip().startswith("#")])
    assert to_source(tree) == without


@pytest.mark.parametrize("text", [
    "with (a, b):\n    pass\n",
    "with ((a, b)):\n    pass\n",
    "with (a, b) as c:\n    pass\n",
    "if (y := f(x)) > 2:\n    pass\n",
    "while x := f():\n    pass\n",
    "x[i]: int = 3\n",
    "(x): int\n",
    "for x in (a, b):\n    pass\n",
    "return *a, b\n",
    "match x:\n    case [1, *rest] if rest:\n        return rest\n    case {'a': y}:\n        pass\n",
    "from . import x\n",
    "from ..a.b import *\n",
    "import a.b as c\n",
    "raise\n",
    "@a.b\n@c(1)\ndef f():\n    pass\n",
    "def f():\n    'a\\x00b'\n",
    'def f():\n    """ends in a quote\\""""\n',
    'def f():\n    """has three \\"\\"\\" quotes"""\n',
    "def f():\n    'x' 'y'\n    'not a docstring'\n",
    "async def f():\n    async with a as b:\n        pass\n",
    "async def f():\n    async for x in y:\n        [i async for i in x]\n",
])  # fmt: skip
def test_rare_statements_parse_back(text):
    tree = gast.parse(text)
    assert build.same(tree, gast.parse(to_source(tree)))


def test_comments():
    body = [build.comment("first"), build.assign("x", build.constant(1)), build.comment("two\nlines\n\nmore")]
    loop = build.for_range("i", [build.name("n")], [build.comment("nothing")])
    text = to_source([build.function_def("f", ["n"], [*body, loop])])
    assert text == (
        "def f(n):\n    # first\n    x = 1\n    # two\n    # lines\n    #\n    # more\n"
        "    for i in range(n):\n        # nothing\n        pass\n"
    )


def test_comments_of_statements():
    tree = gast.parse("x = 1\nif x:\n    y = 2\nelif y:\n    z = 3\n")
    comments = {1: "one", 3: "two", 4: "else if"}
    text = to_source(tree, lambda statement: comments.get(statement.lineno))
    assert text == "# one\nx = 1\nif x:\n    # two\n    y = 2\n# else if\nelif y:\n    z = 3\n"


def test_comments_go_with_the_function_under_them():
    function = build.parse_statements("def f():\n    pass")
    text = to_source(build.module([build.assign("x", build.constant(1)), build.comment("of f"), *function]))
    assert text == "x = 1\n\n\n# of f\ndef f():\n    pass\n"


def test_parts_of_a_module():
    assert to_source([]) == ""
    assert to_source(build.parse_statements("a=1;b=2")) == "a = 1\nb = 2\n"
    assert to_source(build.parse_statements("a=1")[0]) == "a = 1\n"
    assert to_source(gast.parse("a+b", mode="eval")) == "a + b\n"


LONG = '''\
x_bar[i] += (
    first_coefficient * np.exp(-r_squared_distance) * (first_position[i] - second_position[i])
    + second_coefficient * np.cos(theta_angle_of_the_bond)
)
result = np.where(
    first_condition_of_the_program > 0.0, first_value_of_the_program * 2.0, second_value_of_the_program * 3.0
)
first = some_function_of_the_program(
    some_argument_of_the_function, another_argument_of_the_function, third_argument_of_it
)[0]
table = {
    "first_key_of_the_table": first_value_of_the_program,
    "second_key_of_the_table": second_value_of_the_program,
    "third": third,
}
if (
    first_condition_of_the_program_number > 0.0 and second_condition_of_the_program_number > 0.0
    or third_condition_of_it
):
    pass


def long_function_name(
    first_argument_of_it, second_argument_of_it, third_argument_of_it, fourth_argument_of_it=None
) -> Foo[int]:
    return (
        first_condition_of_the_program_number_one,
        second_condition_of_the_program_number_two,
        third_program_of_the_one,
    )
'''


def test_long_lines_are_broken_as_black_does():
    text = to_source(gast.parse(LONG))
    assert text == LONG
    assert max(map(len, text.splitlines())) <= WIDTH


def test_a_line_that_cannot_be_broken_stays_long():
    text = "x = " + "a" * 150 + "\n"
    assert to_source(gast.parse(text)) == text


def test_printing_is_deterministic():
    tree = gast.parse(STATEMENTS)
    assert to_source(tree) == to_source(build.clone(tree))
