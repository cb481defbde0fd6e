"""Source (temporary)."""
from __future__ import annotations

import inspect
import textwrap
from dataclasses import dataclass
from typing import Any

import gast

from srctrans.errors import Place, Problem, SourceError


@dataclass
class Source:
    tree: Any
    filename: str
    lines: tuple[str, ...]
    namespace: dict[str, Any]
    closure: dict[str, Any]
    function: Any


def read(function: Any) -> Source:
    function = getattr(function, "py_func", function)
    function = inspect.unwrap(function)
    try:
        lines, first = inspect.getsourcelines(function)
        all_lines = tuple(l.rstrip("\n") for l in open(inspect.getsourcefile(function)).readlines())
    except (OSError, TypeError):
        raise SourceError(Problem(f"no source text is available for {getattr(function, '__name__', function)}", "define it in a file"))
    module = gast.parse(textwrap.dedent("".join(lines)))
    tree = module.body[0]
    for node in gast.walk(tree):
        if hasattr(node, "lineno"):
            node.lineno += first - 1
            node.end_lineno += first - 1
    tree.decorator_list = []
    closure = {}
    for n, c in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            closure[n] = c.cell_contents
        except ValueError:
            pass
    return Source(tree, inspect.getsourcefile(function) or "", all_lines, function.__globals__, closure, function)


def place(source: Source, node: Any) -> Place:
    line = getattr(node, "lineno", source.tree.lineno)
    text = source.lines[line - 1] if 0 < line <= len(source.lines) else ""
    return Place(source.filename, line, getattr(node, "col_offset", 0), getattr(node, "end_col_offset", None), text)
