"""functools and operator: partial, reduce, wraps, caches, operators as functions.

In: the evaluated arguments. Out: the value.

    partial(f, a, k=b)             ──▶     f with the arguments a and k=b, as they are now
    reduce(f, (a, b, c))           ──▶     f(f(a, b), c)
    @wraps(f), @lru_cache(None)    ──▶     the function that is decorated
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from typing import Any

import gast

from srctrans.frontend import hold, library, operations, sequences, templates
from srctrans.frontend.state import State, use
from srctrans.frontend.values import Bound, TupleValue, Value, is_function
from srctrans.kinds.kind import Static
from srctrans.kinds.symbol import constant

_REDUCE = """
def reduced(function, values, total):
    for item in values:
        total = function(total, item)
    return total
"""
_REDUCE_FROM_FIRST = """
def reduced(function, values):
    total = values[0]
    for item in values[1:]:
        total = function(total, item)
    return total
"""


def _partial(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    if not args or not is_function(args[0]):
        s.refuse(node, "partial of something that is not a function", "give it a function")
    return Bound(args[0], [hold.held(s, a) for a in args[1:]], {k: hold.held(s, v, k) for k, v in kwargs.items()})


def _reduce(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    function, values, *initial = args
    items = sequences.each(s, node, values)
    if items is None:
        text = _REDUCE if initial else _REDUCE_FROM_FIRST
        return templates.run(s, node, text, args)
    first = initial[0] if initial else next(items, None)
    if first is None:
        s.refuse(node, "reduce of nothing without a first value", "give it a first value")
    total = use(s, first)
    for item in items:
        total = s.apply(node, function, [hold.held(s, total), use(s, item)], {})
    return total


def _prod(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    return _reduce(s, node, [Static(operator.mul), args[0], kwargs.get("start", constant(1))], {})


def _decorated(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`update_wrapper(wrapper, wrapped)`: the wrapper."""
    return args[0]


def _wraps(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    return Bound(Static(functools.update_wrapper))


def _cache(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`lru_cache(f)`, or `lru_cache(maxsize=n)` that is applied to a function later."""
    if args and is_function(args[0]):
        return args[0]
    return Bound(Static(functools.update_wrapper))


def _getter(function: Callable[..., Any]) -> Callable[..., Value]:
    """`itemgetter(1)`, `attrgetter("x")`: a function that takes these of its argument."""

    def handler(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        return Bound(Static(function), [TupleValue(args)])

    return handler


def _items_of(keys: Any, value: Any) -> Any:
    return value[keys[0]] if len(keys) == 1 else tuple([value[k] for k in keys])


def _attributes_of(names: Any, value: Any) -> Any:
    return getattr(value, names[0]) if len(names) == 1 else tuple([getattr(value, n) for n in names])


def _operator(op: type) -> Callable[..., Value]:
    def handler(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        return operations.binary(s, node, args[0], op, args[1])

    return handler


def _negative(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    return operations.binary(s, node, args[0], gast.Mult, constant(-1))


FUNCTIONS: dict[Any, Callable[..., Value]] = {
    functools.partial: _partial, functools.reduce: _reduce, functools.wraps: _wraps,
    functools.update_wrapper: _decorated, functools.lru_cache: _cache, functools.cache: _cache,
    operator.add: _operator(gast.Add), operator.sub: _operator(gast.Sub), operator.mul: _operator(gast.Mult),
    operator.truediv: _operator(gast.Div), operator.pow: _operator(gast.Pow), operator.floordiv:
    _operator(gast.FloorDiv), operator.mod: _operator(gast.Mod), operator.matmul: _operator(gast.MatMult),
    operator.neg: _negative, math.prod: _prod,
    operator.itemgetter: _getter(_items_of), operator.attrgetter: _getter(_attributes_of),
}  # fmt: skip
