"""Builders of gast nodes: every field set, positions only on statements.

>>> key(binop(name("x"), "+", constant(1.0))) == key(parse_expression("x + 1.0"))
True
"""
from __future__ import annotations

from typing import Any, Iterable

import gast

_BINARY: dict[str, Any] = {
    "+": gast.Add, "-": gast.Sub, "*": gast.Mult, "/": gast.Div, "//": gast.FloorDiv, "%": gast.Mod, "**": gast.Pow,
    "@": gast.MatMult, "&": gast.BitAnd, "|": gast.BitOr, "^": gast.BitXor, "<<": gast.LShift, ">>": gast.RShift,
}  # fmt: skip
_COMPARE: dict[str, Any] = {"<": gast.Lt, "<=": gast.LtE, ">": gast.Gt, ">=": gast.GtE, "==": gast.Eq, "!=": gast.NotEq}
_UNARY: dict[str, Any] = {"-": gast.USub, "not ": gast.Not, "~": gast.Invert, "+": gast.UAdd}
_SKIPPED = frozenset(("ctx", "lineno", "col_offset", "end_lineno", "end_col_offset", "kind", "type_comment"))


class Comment(str):
    """The text of a comment line."""


def name(text: str) -> Any:
    return gast.Name(id=text, ctx=gast.Load(), annotation=None, type_comment=None)


def store(text: str) -> Any:
    return gast.Name(id=text, ctx=gast.Store(), annotation=None, type_comment=None)


def constant(value: Any) -> Any:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and (value < 0 or str(value) == "-0.0"):
        return gast.UnaryOp(op=gast.USub(), operand=gast.Constant(value=-value, kind=None))
    return gast.Constant(value=value, kind=None)


def attribute(value: Any, attr: str) -> Any:
    return gast.Attribute(value=value, attr=attr, ctx=gast.Load())


def dotted(text: str) -> Any:
    first, *rest = text.split(".")
    node = name(first)
    for part in rest:
        node = attribute(node, part)
    return node


def call(function: Any, *args: Any, **kwargs: Any) -> Any:
    keywords = [gast.keyword(arg=k, value=v) for k, v in kwargs.items()]
    return gast.Call(func=dotted(function) if isinstance(function, str) else function, args=list(args), keywords=keywords)


def subscript(value: Any, index: Any, store: bool = False) -> Any:
    return gast.Subscript(value=value, slice=index, ctx=gast.Store() if store else gast.Load())


def tuple_(elts: Iterable[Any]) -> Any:
    return gast.Tuple(elts=list(elts), ctx=gast.Load())


def list_(elts: Iterable[Any]) -> Any:
    return gast.List(elts=list(elts), ctx=gast.Load())


def dict_(keys: Iterable[Any], values: Iterable[Any]) -> Any:
    return gast.Dict(keys=list(keys), values=list(values))


def binop(left: Any, op: str, right: Any) -> Any:
    return gast.BinOp(left=left, op=_BINARY[op](), right=right)


def compare(left: Any, op: str, right: Any) -> Any:
    return gast.Compare(left=left, ops=[_COMPARE[op]()], comparators=[right])


def unary(op: str, operand: Any) -> Any:
    return gast.UnaryOp(op=_UNARY[op](), operand=operand)


def _placed(node: Any, lineno: int | None) -> Any:
    node.lineno = lineno or 0
    return node


def assign(target: Any, value: Any, lineno: int | None = None) -> Any:
    if isinstance(target, str):
        target = store(target)
    return _placed(gast.Assign(targets=[target], value=value, type_comment=None), lineno)


def augassign(target: Any, op: str, value: Any, lineno: int | None = None) -> Any:
    if isinstance(target, str):
        target = store(target)
    return _placed(gast.AugAssign(target=target, op=_BINARY[op](), value=value), lineno)


def for_range(target: str, args: Iterable[Any], body: list[Any], lineno: int | None = None) -> Any:
    made = gast.For(target=store(target), iter=call("range", *args), body=body, orelse=[], type_comment=None)
    return _placed(made, lineno)


def while_(test: Any, body: list[Any], lineno: int | None = None) -> Any:
    return _placed(gast.While(test=test, body=body, orelse=[]), lineno)


def if_(test: Any, body: list[Any], orelse: list[Any], lineno: int | None = None) -> Any:
    return _placed(gast.If(test=test, body=body, orelse=orelse), lineno)


def return_(value: Any, lineno: int | None = None) -> Any:
    return _placed(gast.Return(value=value), lineno)


def comment(text: str, lineno: int | None = None) -> Any:
    return _placed(gast.Expr(value=gast.Constant(value=Comment(text), kind=None)), lineno)


def function_def(name_: str, arg_names: Iterable[str], body: list[Any], lineno: int | None = None) -> Any:
    params = [gast.Name(id=a, ctx=gast.Param(), annotation=None, type_comment=None) for a in arg_names]
    arguments = gast.arguments(args=params, posonlyargs=[], vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=[])
    made = gast.FunctionDef(name=name_, args=arguments, body=body, decorator_list=[], returns=None, type_comment=None, type_params=[])
    return _placed(made, lineno)


def parse_expression(text: str) -> Any:
    return gast.parse(text, mode="eval").body


def parse_statements(text: str) -> list[Any]:
    return list(gast.parse(text).body)


def clone(node: Any) -> Any:
    """A deep copy of a tree; positions of statements stay."""
    if isinstance(node, gast.AST):
        new = type(node)(**{field: clone(getattr(node, field, None)) for field in node._fields})
        if "lineno" in node.__dict__:
            new.lineno = node.lineno
        return new
    if isinstance(node, list):
        return [clone(item) for item in node]
    return node


def key(node: Any) -> Any:
    """What a tree says, as something to compare and hash: positions and contexts do not count."""
    if isinstance(node, gast.AST):
        parts = [type(node).__name__]
        for field in node._fields:
            if field not in _SKIPPED:
                parts.append(key(getattr(node, field, None)))
        return tuple(parts)
    if isinstance(node, list):
        return tuple(map(key, node))
    if isinstance(node, (int, float, bool)):
        return type(node).__name__, repr(node)
    return node


def same(a: Any, b: Any) -> bool:
    """Do two trees say the same?"""
    return a is b or (type(a) is type(b) and key(a) == key(b))


def names_read(node: Any) -> set[str]:
    return {n.id for n in gast.walk(node) if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Load)}


def names_stored(node: Any) -> set[str]:
    return {n.id for n in gast.walk(node) if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Store)}
