"""Builders of gast nodes, and the questions that every pass asks of a tree: copy, compare, which names.

In: plain Python values, texts of names, nodes. Out: fresh gast nodes with every field set and, on
statements, the line of the source that they stand for (0 where there is none). Nodes given to a builder
become part of what it returns: give a `clone` where they stay in use elsewhere.

>>> from srctrans.syntax.printer import to_source
>>> to_source(augassign(subscript(name("x_bar"), name("i"), store=True), "+", constant(-1.0)))
'x_bar[i] += -1.0\\n'
>>> key(binop(name("x"), "+", constant(1.0))) == key(parse_expression("x + 1.0"))
True
"""
from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import gast

BINARY: dict[str, Any] = {
    "+": gast.Add,
    "-": gast.Sub,
    "*": gast.Mult,
    "/": gast.Div,
    "//": gast.FloorDiv,
    "%": gast.Mod,
    "**": gast.Pow,
    "@": gast.MatMult,
    "&": gast.BitAnd,
    "|": gast.BitOr,
    "^": gast.BitXor,
    "<<": gast.LShift,
    ">>": gast.RShift,
}
COMPARISONS: dict[str, Any] = {
    "<": gast.Lt,
    "<=": gast.LtE,
    ">": gast.Gt,
    ">=": gast.GtE,
    "==": gast.Eq,
    "!=": gast.NotEq,
    "is": gast.Is,
    "is not": gast.IsNot,
    "in": gast.In,
    "not in": gast.NotIn,
}
UNARY: dict[str, Any] = {"-": gast.USub, "not ": gast.Not, "not": gast.Not, "~": gast.Invert, "+": gast.UAdd}


class Comment(str):
    """The text of a comment line; as a constant that is a statement, it is printed as `# text`."""

    __slots__ = ()


# Expressions.
def name(text: str) -> Any:
    """A name that is read."""
    return gast.Name(id=text, ctx=gast.Load(), annotation=None, type_comment=None)


def store(text: str) -> Any:
    """A name that is written."""
    return gast.Name(id=text, ctx=gast.Store(), annotation=None, type_comment=None)


def parameter(text: str, annotation: Any = None) -> Any:
    """A name in a list of parameters."""
    return gast.Name(id=text, ctx=gast.Param(), annotation=annotation, type_comment=None)


def constant(value: Any) -> Any:
    """A literal; a negative number becomes a minus and a literal, as the parser would have it.

    >>> gast.dump(constant(-0.0), annotate_fields=False)
    'UnaryOp(USub(), Constant(0.0, None))'
    """
    if type(value) in (float, int):
        if value < 0 or (value == 0 and math.copysign(1.0, value) < 0):
            return gast.UnaryOp(op=gast.USub(), operand=gast.Constant(value=-value, kind=None))
    elif isinstance(value, float):  # NumPy's float64 is a float whose repr is not a literal.
        return constant(float(value))
    return gast.Constant(value=value, kind=None)


def attribute(value: Any, attr: str) -> Any:
    return gast.Attribute(value=value, attr=attr, ctx=gast.Load())


def dotted(text: str) -> Any:
    """`np.linalg.norm` from its text."""
    first, *rest = text.split(".")
    node = name(first)
    for part in rest:
        node = attribute(node, part)
    return node


def call(function: Any, *args: Any, **keywords: Any) -> Any:
    """A call; the function is an expression or a dotted text."""
    return gast.Call(
        func=dotted(function) if isinstance(function, str) else function,
        args=list(args),
        keywords=[gast.keyword(arg=arg, value=value) for arg, value in keywords.items()],
    )


def subscript(value: Any, index: Any, store: bool = False) -> Any:
    return gast.Subscript(value=value, slice=index, ctx=gast.Store() if store else gast.Load())


def slice_(lower: Any = None, upper: Any = None, step: Any = None) -> Any:
    return gast.Slice(lower=lower, upper=upper, step=step)


def tuple_(elts: Iterable[Any], store: bool = False) -> Any:
    return gast.Tuple(elts=list(elts), ctx=gast.Store() if store else gast.Load())


def list_(elts: Iterable[Any]) -> Any:
    return gast.List(elts=list(elts), ctx=gast.Load())


def dict_(keys: Iterable[Any], values: Iterable[Any]) -> Any:
    return gast.Dict(keys=list(keys), values=list(values))


def binop(left: Any, op: str, right: Any) -> Any:
    return gast.BinOp(left=left, op=BINARY[op](), right=right)


def compare(left: Any, op: str, right: Any) -> Any:
    return gast.Compare(left=left, ops=[COMPARISONS[op]()], comparators=[right])


def unary(op: str, operand: Any) -> Any:
    return gast.UnaryOp(op=UNARY[op](), operand=operand)


def boolop(op: str, values: Iterable[Any]) -> Any:
    """`and` or `or` of two or more."""
    return gast.BoolOp(op=gast.And() if op == "and" else gast.Or(), values=list(values))


def conditional(test: Any, body: Any, orelse: Any) -> Any:
    """`body if test else orelse`."""
    return gast.IfExp(test=test, body=body, orelse=orelse)


# Statements.
def assign(target: Any, value: Any, lineno: int | None = None) -> Any:
    """`target = value`; the target is a name's text or a node in store context."""
    target = store(target) if isinstance(target, str) else target
    return _at(gast.Assign(targets=[target], value=value, type_comment=None), lineno)


def augassign(target: Any, op: str, value: Any, lineno: int | None = None) -> Any:
    """`target op= value`."""
    target = store(target) if isinstance(target, str) else target
    return _at(gast.AugAssign(target=target, op=BINARY[op](), value=value), lineno)


def copied(node: Any) -> Any:
    """A copy of an array or of a part of it; of `a[:]` that of `a`.

    >>> from srctrans.syntax.printer import to_source
    >>> [to_source(copied(parse_expression(text))) for text in ("a[:]", "a[1:]")]
    ['np.copy(a)', 'np.copy(a[1:])']
    """
    index = node.slice if isinstance(node, gast.Subscript) else None
    whole = isinstance(index, gast.Slice) and index.lower is index.upper is index.step is None
    return call("np.copy", node.value if whole else node)


def add_at(array: Any, index: Any, value: Any) -> Any:
    """`np.add.at(array, index, value)`; an index with slices is written by `np.s_`."""
    parts = index.elts if isinstance(index, gast.Tuple) else [index]
    if any(isinstance(p, gast.Slice) for p in parts):
        index = subscript(dotted("np.s_"), index)
    return call("np.add.at", array, index, value)


def expression(value: Any, lineno: int | None = None) -> Any:
    """An expression that is a statement."""
    return _at(gast.Expr(value=value), lineno)


def for_(target: Any, iterable: Any, body: list[Any], lineno: int | None = None) -> Any:
    target = store(target) if isinstance(target, str) else target
    return _at(gast.For(target=target, iter=iterable, body=body, orelse=[], type_comment=None), lineno)


def for_range(target: str, args: Iterable[Any], body: list[Any], lineno: int | None = None) -> Any:
    """`for target in range(*args)`."""
    return for_(target, call("range", *args), body, lineno)


def while_(test: Any, body: list[Any], lineno: int | None = None) -> Any:
    return _at(gast.While(test=test, body=body, orelse=[]), lineno)


def if_(test: Any, body: list[Any], orelse: list[Any] | None = None, lineno: int | None = None) -> Any:
    return _at(gast.If(test=test, body=body, orelse=[] if orelse is None else orelse), lineno)


def pass_() -> Any:
    return _at(gast.Pass(), None)


def with_(manager: Any, body: list[Any]) -> Any:
    item = gast.withitem(context_expr=manager, optional_vars=None)
    return _at(gast.With(items=[item], body=body, type_comment=None), None)


def break_() -> Any:
    return _at(gast.Break(), None)


def return_(value: Any, lineno: int | None = None) -> Any:
    return _at(gast.Return(value=value), lineno)


def comment(text: str, lineno: int | None = None) -> Any:
    """A line `# text`, as a statement that is a constant."""
    return _at(gast.Expr(value=gast.Constant(value=Comment(text), kind=None)), lineno)


def arguments(arg_names: Iterable[str]) -> Any:
    """Parameters without defaults."""
    return gast.arguments(
        args=[parameter(arg) for arg in arg_names],
        posonlyargs=[],
        vararg=None,
        kwonlyargs=[],
        kw_defaults=[],
        kwarg=None,
        defaults=[],
    )


def function_def(name: str, arg_names: Any, body: list[Any], lineno: int | None = None) -> Any:
    """`def name(arg_names): body`; instead of an iterable of names, gast `arguments` will do."""
    made = gast.FunctionDef(
        name=name,
        args=arg_names if isinstance(arg_names, gast.arguments) else arguments(arg_names),
        body=body,
        decorator_list=[],
        returns=None,
        type_comment=None,
        type_params=[],
    )
    return _at(made, lineno)


def module(body: list[Any]) -> Any:
    return gast.Module(body=body, type_ignores=[])


def _at(statement: Any, lineno: int | None) -> Any:
    statement.lineno = lineno or 0
    return statement


# From text.
def parse_expression(text: str) -> Any:
    return gast.parse(text, mode="eval").body


def parse_statements(text: str) -> list[Any]:
    return list(gast.parse(text).body)


# Questions about whole trees; called very often, so each is one loop over the nodes' own dictionaries.
_ATOMS = frozenset((str, int, float, bool, type(None), complex, bytes, Comment, type(...)))
_IGNORED = frozenset(("ctx", "kind", "type_comment"))
_KEYED: dict[type, tuple[str, ...]] = {}


def clone(node: Any) -> Any:
    """A deep copy of a tree (or a list of them), positions included."""
    kind: Any = type(node)
    if kind is list:
        return [clone(item) for item in node]
    if not isinstance(node, gast.AST):
        return node
    made = kind.__new__(kind)
    if node.__dict__:  # Operators and contexts have none.
        made.__dict__ = fields = node.__dict__.copy()
        for field in kind._fields:
            value = fields.get(field)
            if type(value) not in _ATOMS:
                fields[field] = clone(value)
    return made


def key(node: Any) -> Any:
    """What a tree says, as something to compare and hash: positions and contexts do not count.

    Constants are told apart by type and sign, as they are for Python.

    >>> key(parse_expression("x[0]")) == key(parse_statements("x[0] = 1")[0].targets[0])
    True
    >>> key(constant(1)) == key(constant(1.0)) or key(constant(0.0)) == key(constant(-0.0))
    False
    """
    kind = type(node)
    if kind is gast.Name:
        if node.annotation is None:
            return "Name", node.id
    elif kind is gast.Constant:
        value = node.value
        # -0.0 == 0.0 and nan != nan, but their texts differ and agree.
        return "Constant", type(value).__name__, repr(value) if isinstance(value, (float, complex)) else value
    elif kind is list:
        return tuple([key(item) for item in node])
    elif not isinstance(node, gast.AST):
        return node
    fields = _KEYED.get(kind) or _keyed(kind)
    if len(fields) == 2:
        return fields[0], key(getattr(node, fields[1], None))
    return (fields[0], *[key(getattr(node, field, None)) for field in fields[1:]])


def _keyed(kind: Any) -> tuple[str, ...]:
    """The name of a class of nodes and the fields that count."""
    fields = _KEYED[kind] = (kind.__name__, *[field for field in kind._fields if field not in _IGNORED])
    return fields


def same(a: Any, b: Any) -> bool:
    """Do two trees say the same? As `key(a) == key(b)`, but stops at the first difference."""
    kind = type(a)
    if kind is not type(b):
        return False
    if a is b:
        return True
    if kind is list:
        return len(a) == len(b) and all(map(same, a, b))
    if kind is gast.Constant:
        return bool(key(a) == key(b))
    if not isinstance(a, gast.AST):
        return bool(a == b)
    for field in (_KEYED.get(kind) or _keyed(kind))[1:]:
        if not same(getattr(a, field, None), getattr(b, field, None)):
            return False
    return True


def names_read(node: Any) -> set[str]:
    """The names whose value a tree (or a list of them) asks for: also `x` in `x += 1` and in `x[i] = 1`.

    Scopes are not told apart: the parameters of a lambda count where its body reads them.

    >>> sorted(names_read(parse_statements("x[i] = a; s += b; t = 1")))
    ['a', 'b', 'i', 's', 'x']
    """
    found: set[str] = set()
    stack = [node]
    while stack:
        top = stack.pop()
        if type(top) is gast.Name:
            if type(top.ctx) is gast.Load:
                found.add(top.id)
            if top.annotation is not None:
                stack.append(top.annotation)
        elif type(top) is list:
            stack.extend(top)
        elif isinstance(top, gast.AST):
            if type(top) is gast.AugAssign and type(top.target) is gast.Name:
                found.add(top.target.id)
            stack.extend([value for value in top.__dict__.values() if type(value) not in _ATOMS])
    return found


def names_stored(node: Any) -> set[str]:
    """The names that a tree (or a list of them) binds: assigned, deleted, loop targets, functions defined.

    An element assigned does not bind its array's name. Parameters are not counted.

    >>> sorted(names_stored(parse_statements("x[i] = a; s += b; t, u = 1, 2")))
    ['s', 't', 'u']
    """
    found: set[str] = set()
    stack = [node]
    while stack:
        top = stack.pop()
        if type(top) is gast.Name:
            if type(top.ctx) in (gast.Store, gast.Del):
                found.add(top.id)
        elif type(top) is list:
            stack.extend(top)
        elif isinstance(top, gast.AST):
            if isinstance(top, (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef)):
                found.add(top.name)
            elif type(top) is gast.alias:
                found.add(top.asname or top.name.partition(".")[0])
            stack.extend([value for value in top.__dict__.values() if type(value) not in _ATOMS])
    return found
