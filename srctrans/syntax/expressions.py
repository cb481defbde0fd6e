"""The text of an expression: gast nodes to pieces of a line, with no parentheses that are not needed.

In: a gast expression and how tightly what stands around it binds. Out: pieces, written one by one; brackets
and the places where a line may be broken are pieces of their own (see `wrap`).

>>> from srctrans.syntax.build import parse_expression
>>> printer = ExpressionPrinter()
>>> printer.put(parse_expression("(a * b) + c"), PRODUCT)
>>> printer.pieces
['(', 'a', ' * ', 'b', ' + ', 'c', ')']

astunparse puts everything in parentheses, so every method here that prints a part of an expression says how
tightly that part has to bind (`self.put(part, level)`). What astunparse's own methods print gets `ATOM`: it
stays right, with parentheses. Spaces are Black's: none around `**` between simple operands, around the `:` of
a slice where its bounds are more than names and numbers.
"""
from __future__ import annotations

import ast
import math
from typing import Any

import gast
from astunparse.unparser import Unparser

from srctrans.syntax.build import COMPARISONS
from srctrans.syntax.wrap import COMMA, COMPREHENSION, Delimiter

# How tightly an expression binds, from what needs parentheses nearly everywhere to what never does.
NAMED, TUPLE, YIELD, TEST, OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND = range(11)
SHIFT, SUM, PRODUCT, UNARY, POWER, AWAIT, ATOM = range(11, 18)

OPERATORS: dict[type, tuple[str, int]] = {
    gast.Add: ("+", SUM),
    gast.Sub: ("-", SUM),
    gast.Mult: ("*", PRODUCT),
    gast.MatMult: ("@", PRODUCT),
    gast.Div: ("/", PRODUCT),
    gast.Mod: ("%", PRODUCT),
    gast.FloorDiv: ("//", PRODUCT),
    gast.LShift: ("<<", SHIFT),
    gast.RShift: (">>", SHIFT),
    gast.BitOr: ("|", BIT_OR),
    gast.BitXor: ("^", BIT_XOR),
    gast.BitAnd: ("&", BIT_AND),
    gast.Pow: ("**", POWER),
    gast.And: ("and", AND),
    gast.Or: ("or", OR),
    gast.Not: ("not ", NOT),
    gast.USub: ("-", UNARY),
    gast.UAdd: ("+", UNARY),
    gast.Invert: ("~", UNARY),
}
_SPACED = {kind: Delimiter(f" {text} ", level) for kind, (text, level) in OPERATORS.items()}
_COMPARED = {kind: Delimiter(f" {text} ", COMPARE) for text, kind in COMPARISONS.items()}
_LEVELS: dict[type, int] = {
    gast.NamedExpr: NAMED,
    gast.Tuple: TUPLE,
    gast.Yield: YIELD,
    gast.YieldFrom: YIELD,
    gast.IfExp: TEST,
    gast.Lambda: TEST,
    gast.Compare: COMPARE,
    gast.Await: AWAIT,
}
_COMMA = Delimiter(", ", COMMA)
_IF, _ELSE = Delimiter(" if ", TEST), Delimiter(" else ", TEST)
_EACH, _ALSO = Delimiter(" for ", COMPREHENSION), Delimiter(" if ", COMPREHENSION)
_EACH_ASYNC = Delimiter(" async for ", COMPREHENSION)


def level_of(node: Any) -> int:
    """How tightly an expression binds."""
    kind = type(node)
    if kind is gast.BinOp or kind is gast.UnaryOp or kind is gast.BoolOp:
        return OPERATORS[type(node.op)][1]
    if kind is gast.Constant and isinstance(node.value, (int, float)):
        return UNARY if math.copysign(1.0, node.value) < 0 else ATOM
    return _LEVELS.get(kind, ATOM)


class ExpressionPrinter(Unparser):
    """astunparse's printer, on gast's nodes and with as few parentheses as Python needs."""

    def __init__(self) -> None:
        """Starts empty; astunparse's own constructor prints at once."""
        self.future_imports: list[str] = []
        self._indent = 0
        self._level = ATOM
        self.pieces: list[str] = []
        self.write: Any = self.pieces.append

    def dispatch(self, tree: Any) -> None:
        """Print a node, in parentheses unless it binds as tightly as the level that `put` asked for."""
        level, self._level = self._level, ATOM
        method = getattr(self, "_" + type(tree).__name__, None)
        if method is None:
            self.write(ast.unparse(gast.gast_to_ast(tree)))
        elif level_of(tree) < level:
            self.write("(")
            method(tree)
            self.write(")")
        else:
            method(tree)

    def put(self, tree: Any, level: int) -> None:
        self._level = level
        self.dispatch(tree)

    def items(self, nodes: list[Any], level: int = TEST, comma: str = _COMMA) -> None:
        """Nodes with commas between them."""
        for index, node in enumerate(nodes):
            if index:
                self.write(comma)
            self.put(node, level)

    def bare(self, node: Any) -> None:
        """A whole right-hand side: a tuple of several goes without its parentheses."""
        self.put(node, TUPLE if type(node) is gast.Tuple and len(node.elts) > 1 else YIELD)

    # Operators.
    def _BinOp(self, t: Any) -> None:
        if type(t.op) is gast.Pow:
            self.put(t.left, AWAIT)
            self.write("**" if _simple(t.left) and _simple(t.right, sign=True) else _SPACED[gast.Pow])
            self.put(t.right, UNARY)
            return
        # Down the left side in a loop: long sums are deep trees.
        rights = []
        level = 0
        before = None
        while type(t) is gast.BinOp and level <= OPERATORS[type(t.op)][1] < POWER and not _mixed(before, t.op):
            before, level = t.op, OPERATORS[type(t.op)][1]
            rights.append((_SPACED[type(t.op)], t.right, level + 1))
            t = t.left
        self.put(t, level + 1 if type(t) is gast.BinOp and _mixed(before, t.op) else level)
        for operator, right, tight in reversed(rights):
            self.write(operator)
            self.put(right, tight)

    def _UnaryOp(self, t: Any) -> None:
        text, level = OPERATORS[type(t.op)]
        self.write(text)
        self.put(t.operand, level)

    def _BoolOp(self, t: Any) -> None:
        for index, value in enumerate(t.values):
            if index:
                self.write(_SPACED[type(t.op)])
            self.put(value, OPERATORS[type(t.op)][1] + 1)

    def _Compare(self, t: Any) -> None:
        self.put(t.left, COMPARE + 1)
        for op, comparator in zip(t.ops, t.comparators):
            self.write(_COMPARED[type(op)])
            self.put(comparator, COMPARE + 1)

    def _IfExp(self, t: Any) -> None:
        self.put(t.body, TEST + 1)
        self.write(_IF)
        self.put(t.test, TEST + 1)
        self.write(_ELSE)
        self.put(t.orelse, TEST)

    def _NamedExpr(self, t: Any) -> None:
        self.put(t.target, ATOM)
        self.write(" := ")
        self.put(t.value, TEST)

    def _Lambda(self, t: Any) -> None:
        self.write("lambda")
        self.parameters(t.args, ", ", " ")
        self.write(": ")
        self.put(t.body, TEST)

    def _Await(self, t: Any) -> None:
        self.write("await ")
        self.put(t.value, ATOM)

    def _Yield(self, t: Any) -> None:
        self.write("yield")
        if t.value is not None:
            self.write(" ")
            self.bare(t.value)

    def _YieldFrom(self, t: Any) -> None:
        self.write("yield from ")
        self.put(t.value, TEST)

    def _Starred(self, t: Any) -> None:
        self.write("*")
        self.put(t.value, BIT_OR)

    # Names, numbers, texts.
    def _Constant(self, t: Any) -> None:
        self.write(("u" if getattr(t, "kind", None) else "") + literal(t.value))

    def _JoinedStr(self, t: Any) -> None:
        try:
            text = gast.unparse(t).strip()
        except ValueError:  # A backslash inside of the braces, which Python allows since 3.12.
            text = ast.unparse(gast.gast_to_ast(t))
        plain = text.startswith("f'") and text.count("'") == 2 and '"' not in text
        self.write(text.replace("'", '"') if plain else text)

    # What ends in a bracket or a name.
    def _Attribute(self, t: Any) -> None:
        number = type(t.value) is gast.Constant and isinstance(t.value.value, int)
        self.put(t.value, ATOM + 1 if number else ATOM)
        self.write("." + t.attr)

    def _Call(self, t: Any) -> None:
        self.put(t.func, ATOM)
        if len(t.args) == 1 and not t.keywords and type(t.args[0]) is gast.GeneratorExp:
            self._GeneratorExp(t.args[0])
            return
        self.write("(")
        self.items([*t.args, *t.keywords])
        self.write(")")

    def _keyword(self, t: Any) -> None:
        self.write("**" if t.arg is None else t.arg + "=")
        self.put(t.value, TEST)

    def _Subscript(self, t: Any) -> None:
        self.put(t.value, ATOM)
        self.write("[")
        if type(t.slice) is gast.Tuple and t.slice.elts and not _starred_only(t.slice):
            self.items(t.slice.elts)
            if len(t.slice.elts) == 1:
                self.write(",")
        else:
            self.put(t.slice, TEST)
        self.write("]")

    def _Slice(self, t: Any) -> None:
        wide = any(map(_compound, (t.lower, t.upper, t.step)))
        self._bound(t.lower)
        self.write(" :" if wide and t.lower is not None else ":")
        if wide and t.upper is not None:
            self.write(" ")
        self._bound(t.upper)
        if t.step is not None:
            self.write(" :" if wide and t.upper is not None else ":")
            self.write(" " if wide else "")
            self._bound(t.step)

    def _bound(self, node: Any) -> None:
        if node is not None:
            self.put(node, TEST)

    # Displays.
    def _Tuple(self, t: Any) -> None:
        """Without its parentheses, which `dispatch` adds, but where they are part of it."""
        if len(t.elts) > 1:
            self.items(t.elts)
        elif t.elts:
            self.put(t.elts[0], TEST)
            self.write(",")

    def _List(self, t: Any) -> None:
        self.write("[")
        self.items(t.elts)
        self.write("]")

    def _Set(self, t: Any) -> None:
        self.write("{")
        if not t.elts:
            self.write("*()")
        self.items(t.elts)
        self.write("}")

    def _Dict(self, t: Any) -> None:
        self.write("{")
        for index, (key, value) in enumerate(zip(t.keys, t.values)):
            if index:
                self.write(_COMMA)
            if key is None:
                self.write("**")
                self.put(value, BIT_OR)
            else:
                self.put(key, TEST)
                self.write(": ")
                self.put(value, TEST)
        self.write("}")

    def _ListComp(self, t: Any) -> None:
        self._each("[", t, "]")

    def _SetComp(self, t: Any) -> None:
        self._each("{", t, "}")

    def _GeneratorExp(self, t: Any) -> None:
        self._each("(", t, ")")

    def _DictComp(self, t: Any) -> None:
        self._each("{", t, "}")

    def _each(self, opening: str, t: Any, closing: str) -> None:
        self.write(opening)
        if type(t) is gast.DictComp:
            self.put(t.key, TEST)
            self.write(": ")
            self.put(t.value, TEST)
        else:
            self.put(t.elt, TEST)
        for generator in t.generators:
            self.dispatch(generator)
        self.write(closing)

    def _comprehension(self, t: Any) -> None:
        self.write(_EACH_ASYNC if t.is_async else _EACH)
        self.target(t.target)
        self.write(" in ")
        self.put(t.iter, TEST + 1)
        for test in t.ifs:
            self.write(_ALSO)
            self.put(test, TEST + 1)

    def target(self, t: Any) -> None:
        """What a loop or an assignment binds: several names without parentheses, on one line."""
        if type(t) is gast.Tuple and len(t.elts) > 1:
            self.items(t.elts, comma=", ")
        else:
            self.put(t, TEST)

    # Parameters: gast's are names.
    def parameters(self, t: Any, comma: str = _COMMA, before: str = "") -> None:
        """All parameters of a function, with `before` in front if there are any."""
        positional = [*t.posonlyargs, *t.args]
        defaults = [None] * (len(positional) - len(t.defaults)) + t.defaults
        parts: list[Any] = [("", name, default) for name, default in zip(positional, defaults)]
        if t.posonlyargs:
            parts.insert(len(t.posonlyargs), ("/", None, None))
        if t.vararg is not None or t.kwonlyargs:
            parts.append(("*", t.vararg, None))
        parts += [("", name, default) for name, default in zip(t.kwonlyargs, t.kw_defaults)]
        if t.kwarg is not None:
            parts.append(("**", t.kwarg, None))
        for index, part in enumerate(parts):
            self.write(comma if index else before)
            self._parameter(*part)

    def _parameter(self, star: str, name: Any, default: Any) -> None:
        self.write(star + (name.id if name is not None else ""))
        annotation = name is not None and name.annotation
        if annotation:
            self.write(": ")
            self.put(annotation, BIT_OR if star == "*" else TEST)
        if default is not None:
            self.write(" = " if annotation else "=")
            self.put(default, TEST)

    def _arguments(self, t: Any) -> None:
        self.parameters(t)


def _mixed(op: Any, left: Any) -> bool:
    """`(a * b) @ c`: few readers know that * and @ go from left to right."""
    kinds = {type(op), type(left)}
    return gast.MatMult in kinds and bool(kinds & {gast.Mult, gast.Div})


def literal(value: Any) -> str:
    """The text of a constant, with double quotes where they need no escapes.

    >>> print(literal("a"), literal(1e-05), literal(1e16), literal(float("inf")))
    "a" 1e-5 1e16 float("inf")
    """
    if isinstance(value, (str, bytes)):
        text = repr(value) if type(value) in (str, bytes) else repr(str(value))
        return text.replace("'", '"') if text[-1] == "'" and '"' not in text else text
    if isinstance(value, float):
        return _number(value) if math.isfinite(value) else f'float("{float(value)}")'
    if isinstance(value, complex):
        return complex.__repr__(value).replace("inf", "1e309") if value == value else f'complex("{value}")'
    if value is ...:
        return "..."
    if value is None or isinstance(value, (bool, int)):
        return repr(value)
    if isinstance(value, tuple):
        return "(" + ", ".join(map(literal, value)) + ("," if len(value) == 1 else "") + ")"
    raise TypeError(f"{value!r} is not a literal: it cannot be printed as source")


def _number(value: float) -> str:
    digits, e, exponent = float.__repr__(value).partition("e")
    return f"{digits}e{int(exponent)}" if e else digits


def _simple(node: Any, sign: bool = False) -> bool:
    """Is it an operand that `**` stands close to: a number, a dotted name, with a sign in an exponent?"""
    if sign and type(node) is gast.UnaryOp and type(node.op) is not gast.Not:
        return _simple(node.operand)
    while type(node) is gast.Attribute:
        node = node.value
        if type(node) is gast.Constant:
            return False
    if type(node) is gast.Constant:
        return isinstance(node.value, (int, float, complex)) and level_of(node) == ATOM
    return type(node) is gast.Name


def _compound(node: Any) -> bool:
    """Is a bound of a slice more than a name or a number with a sign?"""
    while type(node) is gast.UnaryOp and type(node.op) is not gast.Not:
        node = node.operand
    return node is not None and type(node) not in (gast.Name, gast.Constant)


def _starred_only(t: Any) -> bool:
    """An index with a star and no slice: Python 3.10 wants its parentheses."""
    kinds = {type(element) for element in t.elts}
    return gast.Starred in kinds and gast.Slice not in kinds
