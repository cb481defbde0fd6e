"""The smallest program that still fails: delta debugging of the tree of its text.

In: a program and a test of texts. Out: the shortest text found that passes the test. Statements are dropped, several
at first, then one by one; blocks take the place of their statements, and parts of expressions that of the whole.

>>> shrunk("if x > 1:\\n    y = x\\n    print(y + 1)", lambda text: "print" in text)
'print'
"""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Callable, Iterator
from typing import Any

Edit = Callable[[], None]


def shrunk(text: str, fails: Callable[[str], bool]) -> str:
    """The text made shorter for as long as it fails."""
    tried: set[str] = set()
    before = ""
    while before != text:
        before = text
        for find in (_dropped, _unwrapped, _simpler):
            text = _with_edits(text, find, fails, tried)
    return text


def _with_edits(
    text: str, find: Callable[[Any], Iterator[Edit]], fails: Callable[[str], bool], tried: set[str]
) -> str:  # fmt: skip
    """The text after each edit of one kind that keeps it failing; what follows an edit is tried at its place."""
    position = 0
    while True:
        tree = ast.parse(text)
        edit = next(itertools.islice(find(tree), position, None), None)
        if edit is None:
            return text
        edit()
        shorter = _text(tree)
        if len(shorter) < len(text) and shorter not in tried and fails(shorter):
            text = shorter
        else:
            position += 1
        tried.add(shorter)


def _text(tree: Any) -> str:
    try:
        return ast.unparse(ast.fix_missing_locations(tree))
    except (AttributeError, ValueError):
        return ""


def _blocks(tree: Any) -> Iterator[tuple[Any, str, list[Any]]]:
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block:
                yield node, name, block


def _dropped(tree: Any) -> Iterator[Edit]:
    """Pieces of blocks go: halves, quarters, single statements."""
    blocks = list(_blocks(tree))
    for _, _, block in blocks:
        size = len(block) // 2
        while size > 1:
            for start in range(0, len(block), size):
                yield lambda b=block, i=start, n=size: _drop(b, i, n)
            size //= 2
    for node, name, block in blocks:
        for position in range(len(block)):
            yield lambda b=block, i=position, o=name == "orelse": _drop(b, i, 1, o)


def _drop(block: list[Any], start: int, count: int, may_be_empty: bool = False) -> None:
    del block[start : start + count]
    if not block and not may_be_empty:
        block.append(ast.Pass())


def _unwrapped(tree: Any) -> Iterator[Edit]:
    """A compound statement gives way to one of its blocks."""
    for _, _, block in _blocks(tree):
        for position, statement in enumerate(block):
            if isinstance(statement, (ast.If, ast.For, ast.While, ast.With, ast.Try)):
                for part in (statement.body, statement.orelse):
                    if part:
                        yield lambda b=block, i=position, p=part: b.__setitem__(slice(i, i + 1), p)


def _simpler(tree: Any) -> Iterator[Edit]:
    """An expression gives way to one of its parts or to a constant."""
    for node in ast.walk(tree):
        for name, old in ast.iter_fields(node):
            if isinstance(old, ast.expr) and isinstance(getattr(old, "ctx", ast.Load()), ast.Load):
                for new in _instead(old):
                    yield lambda n=node, f=name, v=new: setattr(n, f, copy.deepcopy(v))
            elif isinstance(old, list):
                yield from _in_list(node, name, old)


def _in_list(node: Any, name: str, items: list[Any]) -> Iterator[Edit]:
    for position, item in enumerate(items):
        if isinstance(item, ast.arg):
            yield lambda i=items, p=position: i.pop(p)
        elif isinstance(item, ast.expr) and isinstance(getattr(item, "ctx", ast.Load()), ast.Load):
            for new in _instead(item):
                yield lambda i=items, p=position, v=new: i.__setitem__(p, copy.deepcopy(v))
            if name == "args" and len(items) > 1:
                yield lambda i=items, p=position: i.pop(p)


def _instead(node: Any) -> Iterator[Any]:
    if not isinstance(node, (ast.Constant, ast.Slice)):
        yield ast.Constant(value=1.0)
        yield ast.Constant(value=1)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) and not isinstance(child, ast.Slice):
            yield child
    if isinstance(node, ast.Call):
        yield from node.args
