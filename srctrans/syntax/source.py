"""Functions to trees: the text of a function, parsed, and what its free names stand for.

In: a Python function. Out: a `Source` with a fresh gast tree (its line numbers are those of the file) and the
objects that its global and closure names refer to.

>>> import fractions
>>> source = read(fractions.Fraction.__neg__)
>>> source.tree.name, source.filename.endswith("fractions.py"), "numbers" in source.namespace
('__neg__', True, True)
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import linecache
from dataclasses import dataclass
from types import FunctionType, MethodType
from typing import Any

import gast

from srctrans.errors import Place, Problem, SourceError
from srctrans.syntax.files import ParsedFile, parsed
from srctrans.syntax.given import lines_given
from srctrans.syntax.wrappers import passes_through

# The file name of functions of Python's library that are written out as text.
BUILTIN = "<builtin>"


class Cells(dict[str, Any]):
    """The closure variables of a function: as they were when it was read; `get` tells what they are now."""

    def __init__(self, cells: dict[str, Any]) -> None:
        super().__init__()
        self._cells = cells
        for name, cell in cells.items():
            with contextlib.suppress(ValueError):  # Not assigned yet.
                self[name] = cell.cell_contents

    def get(self, name: str, default: Any = None) -> Any:
        try:
            return self._cells[name].cell_contents
        except (KeyError, ValueError):
            return default


@dataclass
class Source:
    """A function's text and surroundings.

    Attributes:
        tree: a gast FunctionDef of the caller's own, decorators dropped; a lambda is a `def` with a `return`.
        filename: the file, or what stands for it (`<ipython-input-1-...>`).
        lines: all lines of the file, without line breaks.
        namespace: the globals of the function: its own dictionary, not a copy.
        closure: free variables and their values; those that have none yet are left out.
        function: the Python function that the text belongs to.
    """

    tree: Any
    filename: str
    lines: tuple[str, ...]
    namespace: dict[str, Any]
    closure: dict[str, Any]
    function: Any

    @property
    def is_library(self) -> bool:
        """Is it a function of Python's library, written out as Python here?"""
        return self.filename == BUILTIN or str(self.namespace.get("__name__")).startswith("srctrans.frontend.")


def read(function: Any) -> Source:
    """The source of a function, as it was compiled.

    A bound method gives its function, a compiled (`py_func`) or cached (`__wrapped__`) function the Python
    function inside. A decorated function is what the decorator returned, unless that only calls the original.

    Raises:
        SourceError: there is no text, or it has changed since the function was compiled from it.
    """
    function = python_function(function)
    source = _source(function)
    original = getattr(function, "__wrapped__", None)
    if original is not None and passes_through(source.tree, source.closure, original):
        return read(original)
    return source


def python_function(function: Any) -> FunctionType:
    """The Python function inside of a method, a compiled or a cached function.

    Raises:
        SourceError: there is none.
    """
    inner = function
    while not isinstance(inner, FunctionType):
        if isinstance(inner, (MethodType, staticmethod, classmethod)):
            inner = inner.__func__
        elif isinstance(getattr(inner, "py_func", None), FunctionType):
            inner = inner.py_func
        elif not isinstance(inner, type) and callable(getattr(inner, "__wrapped__", None)):
            inner = inner.__wrapped__
        else:
            reason = f"no source text is available for {_name(function)}, which is not a Python function"
            raise SourceError(Problem(reason, "call it inside of a function that is defined in a file"))
    return inner


def place(source: Source, node: Any) -> Place:
    """Where a node stands; the header of the function for a node without a line."""
    if not getattr(node, "lineno", None):
        node = source.tree
    line = node.lineno
    text = source.lines[line - 1] if 0 < line <= len(source.lines) else ""
    column = _characters(text, getattr(node, "col_offset", None) or 0)
    end = getattr(node, "end_col_offset", None)
    if end is not None:
        end = _characters(text, end) if node.end_lineno == line else None
    return Place(source.filename, line, column, end, text)


def _source(function: FunctionType) -> Source:
    code = function.__code__
    filename, lines = code.co_filename, _lines(function)
    for candidate in [lines, *lines_given(filename)]:
        found = _found(function, candidate)
        if found is not None:
            return found
    if not lines:
        reason = f"no source text is available for {_name(function)}"
        again = "define it in a file or in a notebook cell, or give the text: srctrans.add_source(text)"
        raise SourceError(Problem(reason, again))
    line = code.co_firstlineno
    text = lines[line - 1] if line <= len(lines) else ""
    reason = f"this is not the text that {_name(function)} was compiled from: the file has changed since"
    again = "import the file again: restart Python or reload the module"
    raise SourceError(Problem(reason, again, Place(filename, line, 0, None, text)))


def _found(function: FunctionType, lines: tuple[str, ...]) -> Source | None:
    """The source of a function that was compiled from these lines, or None."""
    filename = function.__code__.co_filename
    try:
        file = parsed(filename, lines)
        node = file.find(function.__code__)
    except (SyntaxError, ValueError):
        return None
    if node is None:
        return None
    tree = _tree(node, function, file)
    return Source(tree, filename, lines, function.__globals__, _closure(function), function)


def _lines(function: FunctionType) -> tuple[str, ...]:
    """All lines of the file as it is now."""
    filename = function.__code__.co_filename
    linecache.checkcache(filename)
    lines = linecache.getlines(filename, function.__globals__)
    if not lines:
        try:
            lines = inspect.findsource(function)[0]
        except (OSError, TypeError, IndexError):
            return ()
    return tuple([line.rstrip("\r\n") for line in lines])


def _tree(node: Any, function: FunctionType, file: ParsedFile) -> Any:
    """A definition as a gast FunctionDef without decorators."""
    if not isinstance(node, ast.Lambda):
        tree = gast.ast_to_gast(node)
        tree.decorator_list = []
        return tree
    name = function.__name__ if function.__name__.isidentifier() else file.lambda_names.get(node, "f")
    result = ast.copy_location(ast.Return(value=node.body), node.body)
    made = ast.FunctionDef(name=name, args=node.args, body=[result], decorator_list=[])
    made.returns = made.type_comment = None
    made.type_params = []  # type: ignore[attr-defined,unused-ignore]
    return gast.ast_to_gast(ast.copy_location(made, node))


def _closure(function: FunctionType) -> Cells:
    return Cells(dict(zip(function.__code__.co_freevars, function.__closure__ or ())))


def _name(function: Any) -> str:
    name = getattr(function, "__qualname__", None) or getattr(function, "__name__", None)
    if isinstance(function, FunctionType) and function.__name__ == "<lambda>":
        return "this lambda"
    return f"`{name}`" if name else f"this {type(function).__name__}"


def _characters(text: str, offset: int) -> int:
    """A column in characters; Python counts in bytes of UTF-8."""
    return offset if text.isascii() else len(text.encode()[:offset].decode(errors="ignore"))
