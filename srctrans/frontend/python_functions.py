"""Python's own functions and methods of its structures: len, range, zip, dict, list.append.

In: the evaluated arguments of a call of one. Out: its value.

    len(x)       ──▶     len(x), an integer; 2 for a tuple (a, b)
    zip(x, y)    ──▶     what a loop or an unpacking takes apart; nothing is emitted
"""

from __future__ import annotations

import builtins
import collections
import dataclasses
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from srctrans.frontend import (
    comprehensions,
    construct,
    containers,
    conversions,
    copies,
    functional,
    growing,
    hold,
    in_place,
    iterators,
    library,
    lists,
    object_functions,
    objects,
    operations,
    output,
    reductions,
    sequences,
    structures,
    text_functions,
)
from srctrans.frontend.state import State
from srctrans.frontend.values import (
    DictValue,
    DictView,
    Enumerate,
    ListValue,
    Maybe,
    Range,
    Record,
    Reversed,
    Token,
    TupleValue,
    Value,
    Zip,
    children,
)
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Scalar, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build


def _len(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value = args[0]
    if isinstance(value, Record):
        found = objects.special(s, node, value, "__len__", [])
        if found is not None:
            return found
        if not value.is_tuple:
            s.refuse(node, f"{value.cls.__name__} has no `__len__`", "take the length of one of its fields")
    if isinstance(value, ListValue) and value.grows:
        return lists.count_of(value)
    parts = children(value.owner if isinstance(value, DictView) else value)
    if parts is not None:
        return constant(len(parts))
    if isinstance(value, Static):
        if not hasattr(value.value, "__len__"):
            s.refuse(node, "this has no length, or one that only running the function tells", "count something else")
        return constant(len(value.value))
    if isinstance(value, Sym) and dims_of(value.kind):
        return sequences.length(s, value)
    return sequences.length_of(s, node, value)


def _range(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    bounds = [operations.to_number(s, node, a) for a in args]
    for bound in bounds:
        if bound.kind.dtype[:3] not in ("int", "uin"):  # type: ignore[union-attr]
            s.refuse(node, f"range needs integers, not {bound.kind}", "use int(...)")
    start, stop, step = constant(0), bounds[0], constant(1)
    if len(bounds) > 1:
        start, stop = bounds[0], bounds[1]
    if len(bounds) > 2:
        step = bounds[2]
    return Range(start, stop, step)


def _enumerate(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    start = args[1] if len(args) > 1 else kwargs.get("start", constant(0))
    assert isinstance(start, Sym)
    return Enumerate(sequences.iterated(s, node, args[0]), start, Token(s.nest))


def _zip(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    strict = "strict" in kwargs and operations.key_of(s, node, kwargs["strict"])
    return Zip([sequences.iterated(s, node, a) for a in args], Token(s.nest), bool(strict))


def _reversed(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value = sequences.iterated(s, node, args[0])
    if isinstance(value, Range):
        return Range(value.start + (_count(value) - 1) * value.step, value.start - value.step, -value.step)
    return Reversed(value, Token(s.nest))


def _count(value: Range) -> Sym:
    """How many numbers a range has, if it is not empty."""
    if value.step.value == 1:
        return value.stop - value.start
    return Sym(
        build.call("len", build.call("range", value.start.node, value.stop.node, value.step.node)), Scalar("int64")
    )


def _abs(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    if isinstance(args[0], Record):
        found = objects.special(s, node, args[0], "__abs__", [])
        if found is not None:
            return found
    if isinstance(args[0], Sym) and isinstance(args[0].value, int):
        return constant(abs(args[0].value))
    return library.library(s, node, builtins.abs, args, kwargs)


def _isinstance(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value, wanted = args[0], args[1]
    if isinstance(value, Maybe):
        s.refuse(node, "the type of something that may be None", "test it by `is None`")
    types = [t.value for t in wanted.items] if isinstance(wanted, TupleValue) else [wanted.value]  # type: ignore[union-attr]
    return Static(any(_is_instance(value, t) for t in types))


def _is_instance(value: Value, wanted: Any) -> bool:
    if isinstance(value, Static):
        return isinstance(value.value, wanted)
    if isinstance(value, Record):
        return issubclass(containers.CLASSES.get(value.cls, value.cls), wanted)
    for cls, name in ((tuple, TupleValue), (list, ListValue), (dict, DictValue)):
        if isinstance(value, name):
            return issubclass(cls, wanted)
    if isinstance(value, Sym) and isinstance(value.kind, Array):
        return issubclass(np.ndarray, wanted)
    if isinstance(value, Sym):
        scalar = {"int64": int, "bool": bool}.get(value.kind.dtype, float)  # type: ignore[union-attr]
        return issubclass(scalar, wanted) or (scalar is float and wanted is np.floating)
    return False


def _collect(make: Callable[[list[Value]], Value]) -> Callable[..., Value]:
    def handler(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        if not args:
            return make([])
        if isinstance(args[0], ListValue) and args[0].grows and make is ListValue:
            return growing.copied(s, node, args[0])
        items = sequences.static_items(s, node, args[0])
        if items is None and make is ListValue:
            return comprehensions.kept_items(s, node, args[0])
        sequences.take(s, node, args[0])
        if items is None:
            s.refuse(node, "the number of items is not known at transformation time", "use an array")
        return make([hold.held(s, v) for v in items])

    return handler


def _dict(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    return DictValue(structures.pairs_of(s, node, args, kwargs))


def _standing_for(cls: Any) -> Callable[..., Value]:
    def handler(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        return construct.construct(s, node, cls, args, kwargs)

    return handler


def _replace(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`dataclasses.replace(p, a=...)`, and `p._replace(a=...)` of a NamedTuple."""
    owner = args[0]
    if not isinstance(owner, Record):
        s.refuse(node, "replace of something without these fields", "use one of its fields")
    return construct.replaced(s, node, owner, kwargs)


FUNCTIONS: dict[Any, Callable[..., Value]] = {
    len: _len, range: _range, enumerate: _enumerate, zip: _zip, reversed: _reversed, abs: _abs,
    max: reductions.extreme("max"), min: reductions.extreme("min"), sum: reductions.sum_of,
    all: reductions.truths(True), any: reductions.truths(False),
    float: conversions.to_float, int: conversions.to_int, bool: conversions.to_bool, round: conversions.rounded,
    np.float64: conversions.to_numpy_float(np.float64), np.float32: conversions.to_numpy_float(np.float32),
    np.int64: conversions.to_int,
    isinstance: _isinstance, tuple: _collect(TupleValue), list: _collect(ListValue), dict: _dict,
    dataclasses.replace: _replace, **structures.METHODS, **object_functions.EAGER, **functional.FUNCTIONS,
    **iterators.FUNCTIONS, **in_place.FUNCTIONS, **copies.FUNCTIONS, **text_functions.FUNCTIONS,
    **output.FUNCTIONS,
    collections.OrderedDict: _dict, **{cls: _standing_for(mine) for cls, mine in containers.STANDS_FOR.items()},
}  # fmt: skip
