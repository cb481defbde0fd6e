"""Calls: functions of the user are inlined, functions of NumPy and math stay, Python's own are done here.

f += phi(x[i] - x[i - 1])      ──▶   r = x[i] - x[i - 1]
                                     f_2 = f + (r**2 + np.exp(-r))
"""

from __future__ import annotations

import builtins
import functools
import types
from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any

import gast
import numpy as np

from srctrans.errors import SourceError
from srctrans.frontend import inline, python_functions
from srctrans.frontend.hold import held
from srctrans.frontend.state import Refusal, State, use
from srctrans.frontend.values import (
    POISON,
    Bound,
    Closure,
    DictValue,
    Enumerate,
    ListValue,
    Range,
    Record,
    TupleValue,
    Value,
    Zip,
    children,
)
from srctrans.kinds.broadcast import broadcast, dims_of
from srctrans.kinds.infer import call_kind
from srctrans.kinds.kind import Array, Dim, Kind, Scalar, Static
from srctrans.kinds.symbol import Sym, dotted_name
from srctrans.rules import has_rule, rule_of
from srctrans.syntax import build


def call(s: State, node: gast.Call) -> Value:
    """The value of a call."""
    from srctrans.frontend import expressions

    function = expressions.evaluate(s, node.func)
    special = python_functions.LAZY.get(function.value) if _hashable(function) else None
    found = special(s, node) if special is not None else None
    if found is not None:
        return found
    hint, s.hint = s.hint, None
    args, kwargs = _arguments(s, node)
    s.hint = hint
    return apply(s, node, function, args, kwargs)


def _hashable(function: Value) -> bool:
    if not isinstance(function, Static):
        return False
    try:
        hash(function.value)
    except TypeError:
        return False
    return True


def _arguments(s: State, node: gast.Call) -> tuple[list[Value], dict[str, Value]]:
    from srctrans.frontend import expressions

    args: list[Value] = []
    for position, arg in enumerate(node.args):
        later = list(node.args[position + 1 :]) + [k.value for k in node.keywords]
        if isinstance(arg, gast.Starred):
            args += items_of(s, arg.value, expressions.evaluate(s, arg.value))
            continue
        value = expressions.evaluate(s, arg)
        for other in later:
            value = expressions.spill(s, value, other)
        args.append(value)
    kwargs: dict[str, Value] = {}
    for keyword in node.keywords:
        value = expressions.evaluate(s, keyword.value)
        if keyword.arg is not None:
            kwargs[keyword.arg] = value
        elif isinstance(value, DictValue):
            kwargs.update({k: use(s, v) for k, v in value.items.items()})
        else:
            s.refuse(keyword.value, "** of something that is not a dict", "write the keywords")
    return args, kwargs


def apply(s: State, node: gast.AST, function: Value, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """The value of `function(*args, **kwargs)`."""
    if isinstance(function, Bound):
        return apply(s, node, function.function, function.args + args, {**function.kwargs, **kwargs})
    if isinstance(function, Closure):
        return inline.call(s, node, function.source, function.tree, function.frame, args, kwargs)
    if not isinstance(function, Static) or not callable(function.value):
        s.refuse(node, "this is not a function", "call a function")
    target = function.value
    if isinstance(target, functools.partial):
        inner = [_outside(s, node, a) for a in target.args]
        named = {k: _outside(s, node, v) for k, v in target.keywords.items()}
        return apply(s, node, Static(target.func), inner + args, {**named, **kwargs})
    handler = python_functions.EAGER.get(target) if _hashable(function) else None
    if handler is not None:
        return handler(s, node, args, kwargs)
    if isinstance(target, type):
        return _construct(s, node, target, args, kwargs)
    if has_rule(target):
        return library(s, node, target, args, kwargs)
    return _python_function(s, node, target, args, kwargs)


def _outside(s: State, node: gast.AST, value: Any) -> Value:
    from srctrans.frontend.resolve import from_object

    return from_object(s, node, "c", value)


def _draws(target: Any) -> bool:
    """Is it a method of a random generator, as random.gauss and np.random.normal are?"""
    owner = type(getattr(target, "__self__", None))
    return owner.__module__.split(".")[0] == "random" or owner.__module__.startswith("numpy.random")


def _python_function(s: State, node: gast.AST, target: Any, args: list[Value], kwargs: dict[str, Value]) -> Value:
    from srctrans.syntax.source import read

    name = getattr(target, "__name__", str(target))
    module = (getattr(target, "__module__", "") or "").split(".")[0]
    if _draws(target):
        s.refuse(node, f"{name} draws random numbers", "draw before, and pass the numbers as an argument")
    if isinstance(target, types.MethodType):
        s.refuse(node, f"the method {name} of an object is not supported yet", "write a function")
    if module in ("numpy", "scipy", "math", "builtins", "random") or isinstance(
        target, (np.ufunc, types.BuiltinFunctionType)
    ):
        s.refuse(
            node,
            f"{module}.{name} has no derivative rule" if module != "builtins" else f"{name} is not supported",
            "write it with functions that have a rule",
        )
    try:
        source = read(target)
    except SourceError as error:
        problem = error.problems[0]
        s.refuse(node, problem.reason, problem.instead)
    return inline.call(s, node, source, source.tree, None, args, kwargs)


def _construct(s: State, node: gast.AST, cls: type, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """An instance of a NamedTuple or of a dataclass with plain fields."""
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        names = list(cls._fields)
        defaults = cls._field_defaults  # type: ignore[attr-defined]
    elif is_dataclass(cls) and not hasattr(cls, "__post_init__"):
        import dataclasses

        names = [f.name for f in dataclasses.fields(cls) if f.init]
        defaults = {f.name: f.default for f in dataclasses.fields(cls) if f.default is not dataclasses.MISSING}
    elif issubclass(cls, (np.generic, BaseException)):
        s.refuse(node, f"{cls.__name__} is not supported here", "use a NumPy function")
    else:
        s.refuse(node, f"objects of {cls.__name__} are not supported yet", "use a dataclass or a NamedTuple")
    given = dict(zip(names, args))
    given.update(kwargs)
    for name in names:
        if name not in given:
            if name not in defaults:
                s.refuse(node, f"{cls.__name__} needs {name}", f"give {name}")
            given[name] = _outside(s, node, defaults[name])
    return Record(cls, {n: held(s, given[n], n) for n in names})


def library(s: State, node: gast.AST, target: Callable[..., Any], args: list[Value], kwargs: dict[str, Value]) -> Sym:
    """A function that has a rule: one expression."""
    target, args, kwargs = python_functions.canonical(s, node, target, args, kwargs)
    nodes = [_argument_node(s, node, a) for a in args]
    named = {k: _argument_node(s, node, v) for k, v in kwargs.items()}
    if "out" in kwargs:
        s.refuse(node, "out= is not supported yet", "assign the result into a slice: out[:] = ...")
    kind = kind_of_call(s, node, target, args, kwargs)
    made = build.call(build.dotted(dotted_name(target)), *nodes, **named)
    s.node_kinds.note(made, kind)
    return Sym(made, kind)


def _argument_node(s: State, node: gast.AST, value: Value) -> gast.AST:
    value = use(s, value)
    if isinstance(value, Sym):
        return value.node
    if isinstance(value, (TupleValue, ListValue)):
        make = build.tuple_ if isinstance(value, TupleValue) else build.list_
        return make([_argument_node(s, node, v) for v in value.items])
    if isinstance(value, Static):
        return _static_node(s, node, value.value)
    if isinstance(value, Record) and value.is_tuple:
        return build.tuple_([_argument_node(s, node, v) for v in value.fields.values()])
    s.refuse(node, "this kind of argument is not supported here", "give numbers, arrays or tuples of them")


def _static_node(s: State, node: gast.AST, value: Any) -> gast.AST:
    if value is float or value is int or value is bool:
        return build.name(value.__name__)
    if isinstance(value, np.dtype):
        return build.dotted(f"np.{value.name}")
    if isinstance(value, type) and issubclass(value, np.generic):
        return build.dotted(f"np.{value.__name__}")
    if value is None or isinstance(value, (bool, str)):
        return build.constant(value)
    s.refuse(node, f"{value!r} cannot be an argument of this function", "give numbers, arrays or tuples of them")


def kind_of_call(s: State, node: gast.AST, target: Any, args: list[Value], kwargs: dict[str, Value]) -> Kind:
    """The kind of the result of a library function."""
    shaped = python_functions.shaped_kind(s, node, target, args, kwargs)
    if shaped is not None:
        return shaped
    try:
        return call_kind(target, [_kind(s, a) for a in args], {k: _kind(s, v) for k, v in kwargs.items()})
    except Refusal:
        raise
    except Exception as error:
        text = str(error).splitlines()[0] if str(error) else type(error).__name__
        s.refuse(node, f"{getattr(target, '__name__', target)}: {text}", "check the arguments of this call")


def _kind(s: State, value: Value) -> Any:
    value = use(s, value)
    if isinstance(value, Sym):
        return value.value if isinstance(value.value, int) else value.kind
    if isinstance(value, Static):
        return value.value
    parts = children(value)
    assert parts is not None
    inner = [_kind(s, p) for p in parts]
    return inner if isinstance(value, ListValue) else tuple(inner)


def array_of(s: State, node: gast.AST, value: Any) -> Sym:
    """Numbers in a list or tuple as an array: `np.array([a, b])`."""
    return library(s, node, np.array, [value], {})


def items_of(s: State, node: gast.AST, value: Value) -> list[Value]:
    """The items of something that is unpacked."""
    from srctrans.frontend import loops
    from srctrans.frontend.subscripts import load_item
    from srctrans.kinds.symbol import constant

    items = loops.static_items(s, node, value)
    if items is not None:
        return items
    if isinstance(value, Sym) and isinstance(value.kind, Array):
        return _unpacked(s, node, value)
    s.refuse(node, "this cannot be unpacked", "unpack a tuple, a list or an array of known length")
    return [load_item(s, node, value, constant(0))]


def _unpacked(s: State, node: Any, value: Sym) -> list[Value]:
    """The elements of an array, as many as there are targets; a wrong length raises at run time."""
    from srctrans.frontend.subscripts import load_item
    from srctrans.kinds.symbol import constant

    if not isinstance(node, (gast.Tuple, gast.List)) or any(isinstance(t, gast.Starred) for t in node.elts):
        s.refuse(node, "an array of unknown length is unpacked here", "index it")
    array = s.atom(value, "t")
    count = len(node.elts)
    test = build.compare(build.call("len", array.node), "==", build.constant(count))
    s.emit(gast.Assert(test=test, msg=build.constant(f"{count} values are needed")))
    return [load_item(s, node, array, constant(i)) for i in range(count)]


def length(s: State, value: Sym) -> Sym:
    """`len(array)`."""
    first = dims_of(value.kind)[0]
    if first.text == "1":
        from srctrans.kinds.symbol import constant

        return constant(1)
    return Sym(build.call("len", s.atom(value, "t").node), Scalar("int64"))


def statement(s: State, node: gast.Expr) -> None:
    """A call whose value is not used: for its effect."""
    from srctrans.frontend import expressions

    if not isinstance(node.value, gast.Call):
        expressions.evaluate(s, node.value)
        return
    expressions.evaluate(s, node.value)


def may_write(s: State, node: gast.AST) -> bool:
    """May evaluating this expression write into an array? Calls of the user's functions may."""
    for inner in gast.walk(node):
        if isinstance(inner, gast.NamedExpr):
            return True
        if isinstance(inner, gast.Call) and not _is_library(s, inner.func):
            return True
    return False


def _is_library(s: State, node: gast.AST) -> bool:
    if isinstance(node, gast.Attribute):
        root: Any = node
        while isinstance(root, gast.Attribute):
            root = root.value
        if isinstance(root, gast.Name):
            found = s.frame.source.namespace.get(root.id)
            return isinstance(found, types.ModuleType) and found.__name__.split(".")[0] in ("numpy", "math", "scipy")
        return False
    if isinstance(node, gast.Name):
        if node.id in s.frame.local_names:
            return False
        found = s.frame.source.namespace.get(node.id, getattr(builtins, node.id, None))
        return (
            isinstance(found, types.BuiltinFunctionType) or rule_of(found) is not None or found in (int, float, range)
        )
    return False


__all__ = ["POISON", "Dim", "Enumerate", "Range", "Zip", "broadcast"]
