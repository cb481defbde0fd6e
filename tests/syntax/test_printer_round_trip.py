"""What is printed parses back to an equal tree: random trees, and files that people wrote."""
import ast
import math
import os
import pathlib
import random

import gast
import numpy
import pytest

from srctrans.syntax import build
from srctrans.syntax.printer import to_source
from tests.syntax.random_trees import RandomTrees


def first_difference(a, b, path="tree"):
    """Where two trees differ, as text."""
    if build.same(a, b):
        return None
    if isinstance(a, gast.AST) and type(a) is type(b):
        for field in a._fields:
            found = first_difference(getattr(a, field), getattr(b, field), f"{path}.{field}")
            if found:
                return found
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for index, (x, y) in enumerate(zip(a, b)):
            found = first_difference(x, y, f"{path}[{index}]")
            if found:
                return found
    return f"{path}: {to_source(a) if isinstance(a, gast.AST) else a!r} became {b!r}"


@pytest.mark.parametrize("seed", range(8))
def test_random_expressions(seed):
    trees = RandomTrees(seed)
    for _ in range(150):
        tree = trees.expression(depth=4)
        text = to_source(tree)
        assert build.same(tree, build.parse_expression(text)), text


@pytest.mark.parametrize("seed", range(4))
def test_random_statements_wrapped_or_not(seed):
    trees = RandomTrees(seed)
    for _ in range(100):
        tree = trees.statement(depth=5)
        text = to_source([tree])
        again = build.parse_statements(text)
        assert build.same([tree], again), text
        assert to_source(again) == text


@pytest.mark.parametrize("seed", range(2))
def test_no_parentheses_are_left_out_or_needless(seed):
    """There are no more of them than in the text of the stdlib's printer, but where `*` meets `@`."""
    trees = RandomTrees(seed)
    makers = [trees.binop, trees.unary, trees.compare, trees.boolop, trees.conditional, trees.call]
    trees.makers = lambda: makers
    for _ in range(200):
        tree = trees.expression(depth=4)
        text = to_source(tree)
        if "@" in text:
            continue
        theirs = ast.unparse(ast.parse(text))
        assert text.count("(") <= theirs.count("("), f"{text}\n{theirs}"


def files():
    """Python files of the standard library and of NumPy, the same ones each time."""
    standard = pathlib.Path(os.__file__).parent
    found = [*sorted(standard.glob("*.py")), *sorted(standard.glob("asyncio/*.py"))]
    found += sorted(pathlib.Path(numpy.__file__).parent.glob("**/*.py"))
    small = [path for path in found if path.stat().st_size < 60_000]
    return random.Random(2).sample(small, 40)


def representable(tree):
    """Infinite literals (1e309) are printed as calls, so that they can be read."""
    values = [node.value for node in gast.walk(tree) if isinstance(node, gast.Constant)]
    return all(math.isfinite(abs(value)) for value in values if isinstance(value, (float, complex)))


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name)
def test_files(path):
    tree = gast.parse(path.read_text(encoding="utf-8"))
    if not representable(tree):
        pytest.skip("has an infinite literal")
    text = to_source(tree)
    again = gast.parse(text)
    assert first_difference(tree, again) is None
    assert to_source(again) == text
