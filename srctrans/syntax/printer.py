"""Trees to source text, as a person would have written it.

In: a gast module, statement, list of statements or expression, and perhaps a function that gives the comment
to stand above a statement. Out: text that parses back to an equal tree. Statements end with a line break.

>>> from srctrans.syntax.build import parse_expression
>>> to_source(parse_expression("((-x) ** 2) - (a * (b + c)) / x[(1):(n), 0]"))
'(-x) ** 2 - a * (b + c) / x[1:n, 0]'
"""
from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import gast

from srctrans.syntax.build import Comment, add_at
from srctrans.syntax.core import AddAt
from srctrans.syntax.expressions import NAMED, TEST, YIELD, ExpressionPrinter
from srctrans.syntax.wrap import INDENT, wrap

_FUNCTIONS = (gast.FunctionDef, gast.AsyncFunctionDef)
_SCOPES = (*_FUNCTIONS, gast.ClassDef)
_IMPORTS = (gast.Import, gast.ImportFrom)


def to_source(tree: Any, comment_of: Callable[[Any], str | None] | None = None) -> str:
    """The text of a tree.

    Args:
        tree: a gast module, statement, expression, or list of statements.
        comment_of: called with each statement; a text that it gives is printed as a comment above.

    Raises:
        TypeError: a constant has no literal (an array, say).
    """
    printer = Printer(comment_of)
    if isinstance(tree, (list, gast.stmt, gast.mod)):
        printer.dispatch([tree] if isinstance(tree, gast.stmt) else tree)
        return printer.text()
    printer.put(tree, TEST)
    return "".join(printer.pieces)


class Printer(ExpressionPrinter):
    """Statements: each is written as pieces of one logical line, which `end` breaks where it is too long."""

    def __init__(self, comment_of: Callable[[Any], str | None] | None = None) -> None:
        super().__init__()
        self._comment_of = comment_of
        self._lines: list[str] = []
        self._free: tuple[int, int] | None = None

    def text(self) -> str:
        self.end()
        return "\n".join(self._lines) + "\n" if self._lines else ""

    # Lines.
    def fill(self, text: str = "") -> None:
        """Begin a line."""
        self.end()
        if text:
            self.write(text)

    def end(self) -> None:
        """Finish the line that was begun, if there is one."""
        if self.pieces:
            first = self.pieces[0] in ("def ", "async def ", "class ")
            self._lines += wrap(self.pieces, self._indent, self._free, first)
            self.pieces.clear()
        self._free = None

    def enter(self) -> None:
        self.write(":")
        self.end()
        self._indent += 1

    def leave(self) -> None:
        self.end()
        self._indent -= 1

    def dispatch(self, tree: Any) -> None:
        if type(tree) is list:
            self.block(tree)
        else:
            super().dispatch(tree)

    def suite(self, body: list[Any], scope: Any = None) -> None:
        """The indented statements under a header; a block of nothing but comments needs a `pass`."""
        self.enter()
        self.block(body, scope)
        if all(map(_is_comment, body)):
            self.fill("pass")
        self.leave()

    def free(self, node: Any) -> None:
        """A whole right-hand side, which may get parentheses where its line is too long."""
        start = len(self.pieces)
        self.bare(node)
        self._free = start, len(self.pieces)

    # Blocks of statements.
    def block(self, body: list[Any], scope: Any = None) -> None:
        """Statements one after the other, with the blank lines that separate functions and imports."""
        self.end()
        for index, statement in enumerate(body):
            blank = self._blank_lines(body, index, scope)
            self._lines += [""] * blank
            above = self._comment_of(statement) if self._comment_of is not None else None
            if above:
                self._comment(above)
            if index == 0 and scope is not None and _is_text(statement):
                self._docstring(statement.value.value)
            else:
                self.dispatch(statement)
            self.end()

    def _blank_lines(self, body: list[Any], index: int, scope: Any) -> int:
        """How many lines are left blank above a statement; comments belong to what is under them."""
        if index == 0:
            return 0
        before, here = body[index - 1], body[index]
        if _is_comment(before):
            return 0
        lead = next((statement for statement in body[index:] if not _is_comment(statement)), here)
        if isinstance(before, _SCOPES) or isinstance(lead, _SCOPES):
            return 1 if self._indent else 2
        if isinstance(before, _IMPORTS) and not isinstance(lead, _IMPORTS):
            return 0 if self._indent else 1
        return int(index == 1 and isinstance(scope, gast.Module) and _is_text(before))

    def _comment(self, text: str) -> None:
        self.end()
        for line in text.splitlines() or [""]:
            self._lines.append(f"{INDENT * self._indent}# {line}".rstrip())

    def _docstring(self, text: str) -> None:
        quoted = _quoted(text)
        if quoted is None:
            self.fill(repr(text))
            return
        self.end()
        self._lines.append(INDENT * self._indent + quoted)

    def _Module(self, t: Any) -> None:
        self.block(t.body, t)

    def _Interactive(self, t: Any) -> None:
        self.block(t.body)

    def _Expression(self, t: Any) -> None:
        self.put(t.body, TEST)

    # Simple statements.
    def _Expr(self, t: Any) -> None:
        if _is_comment(t):
            self._comment(t.value.value)
            return
        self.fill()
        self.free(t.value)

    def _Assign(self, t: Any) -> None:
        self.fill()
        for target in t.targets:
            self.target(target)
            self.write(" = ")
        self.free(t.value)

    def _AugAssign(self, t: Any) -> None:
        self.fill()
        if isinstance(t.op, AddAt):
            self.free(add_at(t.target.value, t.target.slice, t.value))
            return
        self.put(t.target, TEST)
        self.write(f" {self.binop[type(t.op).__name__]}= ")
        start = len(self.pieces)
        self.put(t.value, YIELD)
        self._free = start, len(self.pieces)

    def _AnnAssign(self, t: Any) -> None:
        self.fill()
        bare = t.simple or type(t.target) is not gast.Name
        self.write("" if bare else "(")
        self.put(t.target, TEST)
        self.write(": " if bare else "): ")
        self.put(t.annotation, TEST)
        if t.value is not None:
            self.write(" = ")
            self.free(t.value)

    def _Return(self, t: Any) -> None:
        self.fill("return")
        if t.value is not None:
            self.write(" ")
            start = len(self.pieces)
            if type(t.value) is gast.Tuple:
                self.bare(t.value)
            else:
                self.put(t.value, TEST)
            self._free = start, len(self.pieces)

    def _Delete(self, t: Any) -> None:
        self.fill("del ")
        self.items(t.targets)

    def _Assert(self, t: Any) -> None:
        self.fill("assert ")
        self.put(t.test, TEST)
        if t.msg is not None:
            self.write(", ")
            self.put(t.msg, TEST)

    def _Raise(self, t: Any) -> None:
        self.fill("raise")
        if t.exc is not None:
            self.write(" ")
            self.put(t.exc, TEST)
        if t.cause is not None:
            self.write(" from ")
            self.put(t.cause, TEST)

    def _ImportFrom(self, t: Any) -> None:
        self.fill(f"from {'.' * (t.level or 0)}{t.module or ''} import ")
        start = len(self.pieces)
        self.items(t.names)
        if t.names[0].name != "*":
            self._free = start, len(self.pieces)

    def _TypeAlias(self, t: Any) -> None:
        self.fill("type " + t.name.id)
        self._type_params(t)
        self.write(" = ")
        self.put(t.value, TEST)

    # Compound statements.
    def _If(self, t: Any, word: str = "if ") -> None:
        self.fill(word)
        self._test(t.test)
        self.suite(t.body)
        if len(t.orelse) == 1 and type(t.orelse[0]) is gast.If:
            above = self._comment_of(t.orelse[0]) if self._comment_of is not None else None
            if above:
                self._comment(above)
            self._If(t.orelse[0], "elif ")
        else:
            self._orelse(t.orelse)

    def _While(self, t: Any) -> None:
        self.fill("while ")
        self._test(t.test)
        self.suite(t.body)
        self._orelse(t.orelse)

    def _test(self, test: Any) -> None:
        start = len(self.pieces)
        self.put(test, NAMED if type(test) is gast.NamedExpr else TEST)
        self._free = start, len(self.pieces)

    def _orelse(self, body: list[Any], word: str = "else") -> None:
        if body:
            self.fill(word)
            self.suite(body)

    def _For(self, t: Any, word: str = "for ") -> None:
        self.fill(word)
        self.target(t.target)
        self.write(" in ")
        start = len(self.pieces)
        self.put(t.iter, TEST)
        self._free = start, len(self.pieces)
        self.suite(t.body)
        self._orelse(t.orelse)

    def _AsyncFor(self, t: Any) -> None:
        self._For(t, "async for ")

    def _With(self, t: Any, word: str = "with ") -> None:
        self.fill(word)
        # `with (a, b):` would be two items.
        alone = len(t.items) == 1 and t.items[0].optional_vars is None
        pair = alone and type(t.items[0].context_expr) is gast.Tuple
        self.write("(" if pair else "")
        self.items(t.items, comma=", ")
        self.write(")" if pair else "")
        self.suite(t.body)

    def _AsyncWith(self, t: Any) -> None:
        self._With(t, "async with ")

    def _withitem(self, t: Any) -> None:
        self.put(t.context_expr, TEST)
        if t.optional_vars is not None:
            self.write(" as ")
            self.put(t.optional_vars, TEST)

    def _Try(self, t: Any, word: str = "except") -> None:
        self.fill("try")
        self.suite(t.body)
        for handler in t.handlers:
            self._handler(handler, word)
        self._orelse(t.orelse)
        self._orelse(t.finalbody, "finally")

    def _TryStar(self, t: Any) -> None:
        self._Try(t, "except*")

    def _handler(self, t: Any, word: str) -> None:
        self.fill(word)
        if t.type is not None:
            self.write(" ")
            self.put(t.type, TEST)
        if t.name is not None:
            self.write(" as " + t.name.id)
        self.suite(t.body)

    def _Match(self, t: Any) -> None:
        self.fill("match ")
        self.put(t.subject, TEST)
        self.enter()
        for case in t.cases:
            self.fill("case " + ast.unparse(gast.gast_to_ast(case.pattern)))
            if case.guard is not None:
                self.write(" if ")
                self.put(case.guard, NAMED if type(case.guard) is gast.NamedExpr else TEST)
            self.suite(case.body)
        self.leave()

    # Definitions.
    def _FunctionDef(self, t: Any, word: str = "def ") -> None:
        self._decorators(t)
        self.fill(word)
        self.write(t.name)
        self._type_params(t)
        self.write("(")
        self.parameters(t.args)
        self.write(")")
        if t.returns is not None:
            self.write(" -> ")
            self.put(t.returns, TEST)
        self.suite(t.body, t)

    def _AsyncFunctionDef(self, t: Any) -> None:
        self._FunctionDef(t, "async def ")

    def _ClassDef(self, t: Any) -> None:
        self._decorators(t)
        self.fill("class ")
        self.write(t.name)
        self._type_params(t)
        if t.bases or t.keywords:
            self.write("(")
            self.items([*t.bases, *t.keywords])
            self.write(")")
        self.suite(t.body, t)

    def _decorators(self, t: Any) -> None:
        for decorator in t.decorator_list:
            self.fill("@")
            self.put(decorator, TEST)

    def _type_params(self, t: Any) -> None:
        if getattr(t, "type_params", None):  # Not in nodes made by hand.
            self.write("[" + ", ".join(ast.unparse(gast.gast_to_ast(each)) for each in t.type_params) + "]")


def _is_comment(statement: Any) -> bool:
    return type(statement) is gast.Expr and _constant_is(statement.value, Comment)


def _is_text(statement: Any) -> bool:
    return type(statement) is gast.Expr and _constant_is(statement.value, str)


def _constant_is(node: Any, kind: type) -> bool:
    return type(node) is gast.Constant and type(node.value) is kind


def _quoted(text: str) -> str | None:
    """A text in three double quotes, as docstrings are written, or None where only `repr` shows all of it."""
    body = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if body.endswith('"'):
        body = body[:-1] + '\\"'
    if all(letter.isprintable() or letter in "\n\t" for letter in body):
        return f'"""{body}"""'
    return None
