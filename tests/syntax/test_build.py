"""Builders of nodes, and questions about trees."""
import copy
import time

import gast
import numpy as np
import pytest

from srctrans.syntax import build
from srctrans.syntax.printer import to_source
from tests.syntax.random_trees import RandomTrees

x, y, i, n = map(build.name, "xyin")


@pytest.mark.parametrize("made, text", [
    (build.call("np.exp", x), "np.exp(x)"),
    (build.call(build.attribute(x, "sum"), axis=build.constant(0)), "x.sum(axis=0)"),
    (build.dotted("np.linalg.norm"), "np.linalg.norm"),
    (build.subscript(x, build.tuple_([build.slice_(i, n), build.constant(0)])), "x[i:n, 0]"),
    (build.list_([x, y]), "[x, y]"),
    (build.dict_([build.constant("a")], [x]), '{"a": x}'),
    (build.binop(x, "**", build.constant(-1)), "x**-1"),
    (build.compare(x, "is not", build.constant(None)), "x is not None"),
    (build.unary("not ", x), "not x"),
    (build.boolop("and", [x, y]), "x and y"),
    (build.conditional(x, y, i), "y if x else i"),
    (build.assign("x", y), "x = y\n"),
    (build.assign(build.subscript(x, i, store=True), y), "x[i] = y\n"),
    (build.augassign("x", "+", y), "x += y\n"),
    (build.for_range("i", [n], [build.expression(x)]), "for i in range(n):\n    x\n"),
    (build.for_("i", x, [gast.Break()]), "for i in x:\n    break\n"),
    (build.while_(x, [gast.Pass()]), "while x:\n    pass\n"),
    (build.if_(x, [gast.Pass()], [build.return_(y)]), "if x:\n    pass\nelse:\n    return y\n"),
    (build.function_def("f", ["x", "y"], [build.return_(x)]), "def f(x, y):\n    return x\n"),
    (build.comment("text"), "# text\n"),
])  # fmt: skip
def test_builders_give_what_the_parser_gives(made, text):
    assert to_source(made) == text
    if not text.startswith("#"):
        parsed = build.parse_statements(text)[0]
        assert build.same(made if isinstance(made, gast.stmt) else build.expression(made), parsed)


def test_every_field_is_set():
    for tree in [build.function_def("f", ["x"], [build.assign("x", y), build.for_range("i", [n], [])])]:
        for node in gast.walk(tree):
            assert all(hasattr(node, field) for field in node._fields), gast.dump(node)


def test_statements_have_lines():
    assert build.assign("x", y).lineno == 0
    assert build.return_(x, lineno=7).lineno == 7


@pytest.mark.parametrize("value, shown", [
    (1, "1"), (-1, "-1"), (0.0, "0.0"), (-0.0, "-0.0"), (-2.5, "-2.5"), (np.float64(-2.5), "-2.5"),
    (True, "True"), (None, "None"), ("a", '"a"'),
])  # fmt: skip
def test_constants(value, shown):
    made = build.constant(value)
    assert to_source(made) == shown
    assert isinstance(made, gast.UnaryOp) == shown.startswith("-")


def test_clones_are_equal_share_nothing_and_keep_positions():
    tree = gast.parse("def f(x, *a, y=1.0):\n    for i in range(3):\n        x[i] += -2 * y\n    return x\n")
    made = build.clone(tree)
    assert gast.dump(made, include_attributes=True) == gast.dump(tree, include_attributes=True)
    assert not {id(node) for node in gast.walk(made)} & {id(node) for node in gast.walk(tree)}
    made.body[0].body.pop()
    assert len(tree.body[0].body) == 2


def test_clones_of_lists_and_of_nodes_without_positions():
    made = build.clone([build.assign("x", y, lineno=3)])
    assert made[0].lineno == 3 and build.same(made, [build.assign("x", y)])


def test_keys_and_same_agree():
    trees = [RandomTrees(seed).expression(2) for seed in range(60)]
    trees += [build.clone(tree) for tree in trees[:20]]
    nan = float("nan")
    trees += [build.constant(value) for value in (1, 1.0, True, 0.0, -0.0, "1", b"1", nan, nan)]
    for a in trees:
        for b in trees:
            assert (build.key(a) == build.key(b)) == build.same(a, b)
    assert len({build.key(tree) for tree in trees}) < len(trees)


def test_same_is_structure_only():
    a, b = build.parse_statements("x[i] = y"), build.parse_statements("\n\n  \nx[ i ] = (y)")
    assert build.same(a, b) and a[0].lineno != b[0].lineno
    assert build.same(build.name("x"), build.store("x"))
    assert not build.same(build.constant(1), build.constant(1.0))
    assert not build.same(build.constant(0.0), gast.Constant(value=-0.0, kind=None))
    assert not build.same(build.comment("a"), build.expression(build.constant("a")))
    assert not build.same([x], [x, y])
    assert not build.same(build.binop(x, "+", y), build.binop(x, "-", y))


def test_names():
    text = "def g(p):\n    return free\nx[i] = a.b\ns += t\nfor k, l in z: del d\n"
    body = build.parse_statements(text + "import m.n as q, r.s\n(w := v)")
    assert build.names_read(body) == {"free", "x", "i", "a", "s", "t", "z", "v"}
    assert build.names_stored(body) == {"g", "s", "k", "l", "d", "q", "r", "w"}


def test_questions_about_trees_are_quick():
    """Each takes a small part of what a deep copy takes."""
    tree = gast.parse("x[i] = a * x[i - 1] + b * np.exp(-x[i + 1]) / (c - d)\n" * 100)

    def shortest(function, *args):
        times = []
        for _ in range(5):
            start = time.perf_counter()
            function(*args)
            times.append(time.perf_counter() - start)
        return min(times)

    limit = shortest(copy.deepcopy, tree) / 2
    other = build.clone(tree)
    assert shortest(build.clone, tree) < limit
    assert shortest(build.key, tree) < limit
    assert shortest(build.same, tree, other) < limit
    assert shortest(build.names_read, tree) < limit
