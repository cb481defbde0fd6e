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
from collections.abc import Iterator
from types import CodeType
from typing import Any

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.Lambda)
_FUTURE_FLAGS = sum({getattr(__future__, name).compiler_flag for name in __future__.all_feature_names})


@functools.lru_cache(maxsize=64)
def parsed(filename: str, lines: tuple[str, ...]) -> "ParsedFile":
    """The definitions of a file, by its name and content.

    Raises:
        SyntaxError: the lines are not Python.
    """
    return ParsedFile(filename, lines)


class ParsedFile:
    """A file's statements, in which definitions are looked up, and the names that lambdas are given."""

    def __init__(self, filename: str, lines: tuple[str, ...]) -> None:
        self._filename = filename
        self._body = ast.parse("\n".join(lines) + "\n", filename).body
        self._lock = threading.Lock()  # `_compiles` changes a node for a moment.
        self._found: dict[CodeType, _Definition | None] = {}
        self.lambda_names: dict[ast.AST, str] = {}

    def find(self, code: CodeType) -> _Definition | None:
        """The definition that compiles to a code object, or None."""
        with self._lock:
            if code not in self._found:
                self._found[code] = self._search(code)
            return self._found[code]

    def _search(self, code: CodeType) -> _Definition | None:
        line = code.co_firstlineno
        for top in self._body:
            if not _first_line(top) <= line <= (top.end_lineno or 0):
                continue
            for node in ast.walk(top):
                if isinstance(node, ast.Assign):
                    self._name_lambda(node)
                elif isinstance(node, _DEFINITIONS) and _first_line(node) == line:
                    named = getattr(node, "name", "<lambda>") == code.co_name
                    if named and self._compiles(node, top, code):
                        return node
        return self._moved(code)

    def _moved(self, code: CodeType) -> _Definition | None:
        """A `def` that is as it was, in a file that has changed above it."""
        for top in self._body:
            for node in ast.walk(top):
                if isinstance(node, _FUNCTIONS) and node.name == code.co_name:
                    if self._compiles(node, top, code):
                        return node
        return None

    def _name_lambda(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if isinstance(node.value, ast.Lambda) and isinstance(target, ast.Name) and len(node.targets) == 1:
            self.lambda_names[node.value] = target.id

    def _compiles(self, node: _Definition, top: ast.stmt, code: CodeType) -> bool:
        """Does the definition, where it stands, compile to the code?"""
        # Several lambdas can begin on one line: this one is moved to a line of its own for the time being.
        line, end, marked = node.lineno, node.end_lineno, _first_line(node)
        if isinstance(node, ast.Lambda):
            node.lineno = marked = 10_000_000
            node.end_lineno = marked + 1
        flags = code.co_flags & _FUTURE_FLAGS
        try:
            for body in self._units(top):
                module = ast.Module(body=body, type_ignores=[])
                unit = compile(module, self._filename, "exec", flags=flags, dont_inherit=True)
                for each in _codes(unit):
                    if each.co_firstlineno == marked and each.co_name == code.co_name and _same(each, code):
                        return True
        finally:
            node.lineno, node.end_lineno = line, end
        return False

    def _units(self, top: ast.stmt) -> Iterator[list[ast.stmt]]:
        """What a statement may have been compiled together with, the quickest first.

        Calls of what a module imports are compiled otherwise than calls of methods, and notebooks compile
        each statement alone.
        """
        imports = [each for each in self._body if isinstance(each, (ast.Import, ast.ImportFrom))]
        yield [*imports, top]
        yield [top]
        yield self._body


def _first_line(node: ast.stmt | ast.expr) -> int:
    """Where a node begins, its decorators included: what a code object has for its first line."""
    return min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))])


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
