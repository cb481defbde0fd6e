"""Where in a file a function was written: the node whose compiled form is the function's code.

In: a code object and the lines of its file. Out: the `ast` node of the `def` or `lambda`, or None where
no text in those lines compiles to that code (the file has changed since). Files are parsed once per content.

>>> text = "f, g = lambda x: x + 1.0, lambda x: x + 2.0"
>>> exec(compile(text, "two.py", "exec"))
>>> ast.unparse(parsed("two.py", (text,)).find(g.__code__))
'lambda x: x + 2.0'
"""
from __future__ import annotations
import __future__

import ast
import functools
import threading
from collections import defaultdict
from collections.abc import Iterator
from types import CodeType
from typing import Any

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_FUTURE_FLAGS = sum({getattr(__future__, name).compiler_flag for name in __future__.all_feature_names})


@functools.lru_cache(maxsize=64)
def parsed(filename: str, lines: tuple[str, ...]) -> "ParsedFile":
    """The definitions of a file, by its name and content.

    Raises:
        SyntaxError: the lines are not Python.
    """
    return ParsedFile(filename, lines)


class ParsedFile:
    """The `def`s and `lambda`s of a file by first line and name, and the names that lambdas get."""

    def __init__(self, filename: str, lines: tuple[str, ...]) -> None:
        self._filename = filename
        self._lock = threading.Lock()  # `_compiles` changes a node for a moment.
        self._found: dict[CodeType, _Definition | None] = {}
        self.lambda_names: dict[ast.AST, str] = {}
        # With each definition, the statement of the module that it is a part of.
        self._at: dict[tuple[int, str], list[tuple[_Definition, ast.stmt]]] = defaultdict(list)
        for statement in ast.parse("\n".join(lines) + "\n", filename).body:
            self._index(statement)

    def _index(self, statement: ast.stmt) -> None:
        for node in ast.walk(statement):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                self._at[first, node.name].append((node, statement))
            elif isinstance(node, ast.Lambda):
                self._at[node.lineno, "<lambda>"].append((node, statement))
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
                if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                    self.lambda_names[node.value] = node.targets[0].id

    def find(self, code: CodeType) -> _Definition | None:
        """The definition that compiles to a code object, or None."""
        with self._lock:
            if code not in self._found:
                at = self._at.get((code.co_firstlineno, code.co_name), [])
                self._found[code] = next((node for node, top in at if self._compiles(node, top, code)), None)
            return self._found[code]

    def _compiles(self, node: _Definition, top: ast.stmt, code: CodeType) -> bool:
        """Does the definition, where it stands, compile to the code?"""
        # Several lambdas can begin on one line: this one is moved to a line of its own for the time being.
        line, end, marked = node.lineno, node.end_lineno, code.co_firstlineno
        if isinstance(node, ast.Lambda):
            node.lineno = marked = 10_000_000
            node.end_lineno = marked + 1
        try:
            flags = code.co_flags & _FUTURE_FLAGS
            module = ast.Module(body=[top], type_ignores=[])
            whole = compile(module, self._filename, "exec", flags=flags, dont_inherit=True)
        finally:
            node.lineno, node.end_lineno = line, end
        return any(
            each.co_firstlineno == marked and each.co_name == code.co_name and _same(each, code)
            for each in _codes(whole)
        )


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code objects inside of another."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _same(ours: CodeType, theirs: CodeType) -> bool:
    """Do two code objects do the same? Their places in the file do not count."""
    if any(name.startswith("@py") for name in theirs.co_varnames):
        return True  # pytest rewrites the assertions of tests, so there is nothing to compare with.
    return (
        ours.co_code == theirs.co_code
        and ours.co_names == theirs.co_names
        and ours.co_varnames == theirs.co_varnames
        and ours.co_freevars == theirs.co_freevars
        and len(ours.co_consts) == len(theirs.co_consts)
        and all(map(_same_constant, ours.co_consts, theirs.co_consts))
    )


def _same_constant(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, CodeType) and isinstance(theirs, CodeType):
        return _same(ours, theirs)
    if isinstance(ours, frozenset):  # Its repr can come in any order.
        return bool(ours == theirs)
    return type(ours) is type(theirs) and repr(ours) == repr(theirs)  # repr tells 1 from 1.0, 0.0 from -0.0.
