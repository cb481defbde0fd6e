"""Calls: functions of the user are inlined, functions of NumPy and math stay, Python's own are done now.

In: a call, or a function with its evaluated arguments. Out: the value.

f += phi(x[i] - x[i - 1])      ──▶   r = x[i] - x[i - 1]
                                     f_2 = f + (r**2 + np.exp(-r))
"""

from __future__ import annotations

import functools
import inspect
import types
from typing import Any

import gast
import numpy as np

from srctrans.errors import SourceError
from srctrans.frontend import (
    branches,
    classes,
    construct,
    effects,
    hold,
    in_place,
    inline,
    library,
    operations,
    output,
    private,
    python_functions,
    resolve,
    sequences,
)
from srctrans.frontend.state import State, use
from srctrans.frontend.values import Bound, Choice, Closure, DictValue, Record, TupleValue, Value
from srctrans.kinds.kind import Static, TupleKind
from srctrans.kinds.symbol import Sym
from srctrans.rules import has_rule
from srctrans.syntax import build
from srctrans.syntax.source import read


def call(s: State, node: gast.Call) -> Value:
    """The value of a call."""
    for written in effects.written_by(node):
        if isinstance(written, gast.Name):
            private.privatise(s, node, written.id)
    function = s.evaluate(node.func)
    if _hashable(function) and function.value in in_place.LAZY:  # type: ignore[union-attr]
        return in_place.LAZY[function.value](s, node)  # type: ignore[union-attr]
    hint, s.hint = s.hint, None
    args, kwargs = _arguments(s, node, function)
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


def _arguments(s: State, node: gast.Call, function: Value) -> tuple[list[Value], dict[str, Value]]:
    args: list[Value] = []
    for position, arg in enumerate(node.args):
        later = list(node.args[position + 1 :]) + [k.value for k in node.keywords]
        if isinstance(arg, gast.Starred):
            last = position == len(node.args) - 1
            count = _missing(function, len(args), {k.arg for k in node.keywords}) if last else None
            args += sequences.items_of(s, arg.value, s.evaluate(arg.value), count)
            continue
        value = s.evaluate(arg)
        for other in later:
            value = operations.spill(s, value, other)
        args.append(value)
    kwargs: dict[str, Value] = {}
    for keyword in node.keywords:
        value = s.evaluate(keyword.value)
        if keyword.arg is not None:
            kwargs[keyword.arg] = value
        elif isinstance(value, DictValue):
            kwargs.update({k: use(s, v) for k, v in value.items.items()})
        else:
            s.refuse(keyword.value, "** of something that is not a dict", "write the keywords")
    return args, kwargs


def _missing(function: Value, given: int, named: set[Any]) -> int | None:
    """How many more arguments by position a function takes, if that is one number."""
    while isinstance(function, Bound):
        given, named, function = given + len(function.args), named | set(function.kwargs), function.function
    if isinstance(function, Closure):
        arguments: Any = function.tree.args
        names = [a.id for a in [*arguments.posonlyargs, *arguments.args]]
        open_ended = bool(arguments.vararg or arguments.defaults)
    else:
        try:
            signature = inspect.signature(getattr(function, "value", None))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return None
        found = [p for p in signature.parameters.values() if p.kind is not p.KEYWORD_ONLY]
        names = [p.name for p in found]
        open_ended = any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) or p.default is not p.empty for p in found)
    return None if open_ended or None in named else len([n for n in names[given:] if n not in named])


def apply(s: State, node: gast.AST, function: Value, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """The value of `function(*args, **kwargs)`."""
    if isinstance(function, Bound):
        return apply(s, node, function.function, function.args + args, {**function.kwargs, **kwargs})
    if isinstance(function, Record):
        return _call_object(s, node, function, args, kwargs)
    if isinstance(function, Choice):
        return _chosen(s, node, function, args, kwargs)
    if isinstance(function, Closure):
        return inline.call(
            s, node, function.source, function.tree, function.frame, args, kwargs, _defaults_of(function)
        )
    if not isinstance(function, Static) or not callable(function.value):
        s.refuse(node, "this is not a function", "call a function")
    target = function.value
    if isinstance(target, functools.partial):
        inner = [_outside(s, node, a) for a in target.args]
        named = {k: _outside(s, node, v) for k, v in target.keywords.items()}
        return apply(s, node, Static(target.func), inner + args, {**named, **kwargs})
    handler = python_functions.FUNCTIONS.get(target) if _hashable(function) else None
    if handler is not None:
        return handler(s, node, args, kwargs)
    if output.tells(target):
        return output.tell(s, node, target, args, kwargs)
    if isinstance(target, type):
        return construct.construct(s, node, target, args, kwargs)
    if construct.is_made_by_dataclass(target, args):
        return construct.initialise(s, node, target, args, kwargs)
    if has_rule(target):
        return _library(s, node, target, args, kwargs)
    return _python_function(s, node, target, args, kwargs)


def _call_object(s: State, node: gast.AST, record: Record, args: list[Value], kwargs: dict[str, Value]) -> Value:
    method = classes.written(record.cls, "__call__")
    if method is None:
        s.refuse(node, f"{record.cls.__name__} has no `__call__`", "call one of its methods")
    return apply(s, node, Static(method), [record, *args], kwargs)


def _library(s: State, node: gast.AST, target: Any, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """A function that has a rule; what gives a tuple is called once for each item."""
    args, kwargs, out = in_place.without_out(target, args, kwargs)
    if out is not None:
        return in_place.into(s, node, target, args, kwargs, out)
    if target in (np.where, np.nonzero) and len(args) == 1:
        args = [s.atom(operations.to_number(s, node, args[0]), "mask")]
    found = library.library(s, node, target, args, kwargs)
    if not isinstance(found.kind, TupleKind):
        return found
    items: list[Value] = []
    for position, kind in enumerate(found.kind.items):
        made = library.library(s, node, target, args, kwargs)
        items.append(Sym(build.subscript(made.node, build.constant(position)), kind))
    return TupleValue(items)


def _chosen(s: State, node: gast.AST, function: Choice, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """A call of one of two functions: a branch with a call of each."""
    given = [hold.held(s, a, "t") for a in args] + [hold.held(s, v, k) for k, v in kwargs.items()]
    # Variables of their own: what a branch changes in them belongs to that branch.
    key = f"<call {s.tick()}>"
    s.frame.vars[key] = TupleValue([function.then, function.otherwise, *given])

    def branch(position: int) -> Value:
        kept = s.frame.vars[key]
        assert isinstance(kept, TupleValue)
        parts = kept.items
        values = parts[2:]
        return apply(s, node, parts[position], values[: len(args)], dict(zip(kwargs, values[len(args) :])))

    found = branches.choose(s, node, function.flag, lambda: branch(0), lambda: branch(1))
    del s.frame.vars[key]
    return found


def _defaults_of(function: Closure) -> dict[str, Value]:
    return {} if function.defaults is None else dict(function.defaults.vars)


def _outside(s: State, node: gast.AST, value: Any) -> Value:
    return resolve.from_object(s, node, "c", value)


def _draws(target: Any) -> bool:
    """Is it a method of a random generator, as random.gauss and np.random.normal are?"""
    owner = type(getattr(target, "__self__", None))
    return owner.__module__.split(".")[0] == "random" or owner.__module__.startswith("numpy.random")


def _python_function(s: State, node: gast.AST, target: Any, args: list[Value], kwargs: dict[str, Value]) -> Value:
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
