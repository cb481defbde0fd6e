"""Python's own functions and methods of its structures: len, range, zip, min, sum, list.append.

`EAGER` get evaluated arguments, `LAZY` the call itself.
"""

from __future__ import annotations

import builtins
import dataclasses
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from srctrans.frontend import (
    branches,
    comprehensions,
    hold,
    inline,
    library,
    operations,
    sequences,
    structures,
    subscripts,
)
from srctrans.frontend.state import State, use
from srctrans.frontend.values import (
    DictValue,
    Enumerate,
    ListValue,
    Range,
    Record,
    Reversed,
    TupleValue,
    Value,
    Zip,
    children,
)
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Scalar, Static
from srctrans.kinds.symbol import Sym, compare, constant
from srctrans.syntax import build
from srctrans.syntax.source import Source


def _len(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value = args[0]
    parts = children(value)
    if parts is not None:
        return constant(len(parts))
    if isinstance(value, Static):
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
    return Enumerate(args[0], start)


def _zip(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    return Zip(args)


def _reversed(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value = args[0]
    if isinstance(value, Range):
        return Range(value.start + (_count(value) - 1) * value.step, value.start - value.step, -value.step)
    return Reversed(value)


def _count(value: Range) -> Sym:
    """How many numbers a range has, where its step is 1 or -1."""
    if value.step.value == 1:
        return value.stop - value.start
    return Sym(
        build.call("len", build.call("range", value.start.node, value.stop.node, value.step.node)), Scalar("int64")
    )


def _abs(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    if isinstance(args[0], Sym) and isinstance(args[0].value, int):
        return constant(abs(args[0].value))
    return library.library(s, node, builtins.abs, args, kwargs)


def _extreme(name: str) -> Callable[..., Value]:
    """Python's max and min: the branch that ran is differentiated."""

    def handler(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        if len(args) == 1:
            items = sequences.static_items(s, node, args[0])
            if items is None:
                return _extreme_of_array(s, node, name, args[0])
            args = items
        if kwargs:
            s.refuse(node, f"{name} with a key or a default is not supported", "write a loop")
        syms = [operations.to_number(s, node, use(s, a)) for a in args]
        if any(dims_of(v.kind) for v in syms):
            s.refuse(node, f"{name} of arrays", f"use np.{name} or np.{name}imum")
        if all(isinstance(v.value, int) for v in syms):
            return constant(getattr(builtins, name)(v.value for v in syms))
        if all(v.kind.dtype[:3] in ("int", "uin") for v in syms):  # type: ignore[union-attr]
            return Sym(build.call(name, *[v.node for v in syms]), Scalar("int64"))
        return _choose_extreme(s, node, name, syms)

    return handler


def _choose_extreme(s: State, node: gast.AST, name: str, syms: list[Sym]) -> Value:
    result = s.atom(syms[0])
    for other in syms[1:]:
        a, b = result, s.atom(other)
        test = compare(b, ">" if name == "max" else "<", a)
        found = branches.choose(s, node, test, lambda b=b: b, lambda a=a: a)  # type: ignore[misc]
        assert isinstance(found, Sym)
        result = found
    return result


def _extreme_of_array(s: State, node: gast.AST, name: str, value: Value) -> Value:
    """`max(x)` of a one-dimensional array: a loop that keeps the first extreme element."""
    if not isinstance(value, Sym) or len(dims_of(value.kind)) != 1:
        s.refuse(node, f"{name} of this kind of value", f"use np.{name}")
    return _by_source(s, node, _EXTREME_SOURCE.format(name=name, op=">" if name == "max" else "<"), [value])


_EXTREME_SOURCE = """
def {name}_of(values):
    best = values[0]
    for i in range(1, len(values)):
        if values[i] {op} best:
            best = values[i]
    return best
"""
_SUM_SOURCE = """
def sum_of(values, start):
    total = start
    for i in range(len(values)):
        total = total + values[i]
    return total
"""


def _by_source(s: State, node: gast.AST, text: str, args: library.Arguments) -> Value:
    """A function of Python's written out as Python."""
    tree = build.parse_statements(text)[0]
    source = Source(tree=tree, filename="<builtin>", lines=(), namespace=vars(builtins), closure={}, function=None)
    return inline.call(s, node, source, tree, None, args, {})


def _sum_lazily(s: State, node: gast.Call) -> Value | None:
    """`sum(e for v in x)` as a loop."""
    if len(node.args) != 1 or node.keywords or not isinstance(node.args[0], gast.GeneratorExp):
        return None
    found = comprehensions.summed(s, node.args[0])
    return _sum(s, node, [found], {}) if isinstance(found, ListValue) else found


def _sum(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    start = args[1] if len(args) > 1 else kwargs.get("start")
    items = sequences.static_items(s, node, args[0])
    if items is not None:
        total = use(s, items[0]) if start is None and items else start if start is not None else constant(0)
        for item in items[1:] if start is None else items:
            total = operations.binary(s, node, total, gast.Add, use(s, item))
        return total
    value = args[0]
    if not isinstance(value, Sym) or not dims_of(value.kind):
        s.refuse(node, "sum of this kind of value", "use np.sum or a loop")
    if start is None and len(dims_of(value.kind)) == 1:
        return _by_source(s, node, _SUM_SOURCE, [value, constant(0.0)])
    found = library.library(s, node, np.sum, [value], {"axis": constant(0)})
    return found if start is None else operations.binary(s, node, start, gast.Add, found)


def _float(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value = args[0] if args else constant(0.0)
    if isinstance(value, Static) and isinstance(value.value, (str, int, float)):
        return constant(float(value.value))
    if isinstance(value, Sym) and value.kind == Scalar("float64"):
        return value
    if isinstance(value, Sym) and value.value is not None:
        return constant(float(value.value))
    return library.library(s, node, float, args, kwargs)


def _numpy_float(function: Callable[..., Any]) -> Callable[..., Value]:
    """np.float64 and np.float32 as functions."""

    def convert(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        value = args[0] if args else constant(0.0)
        if isinstance(value, Static) and isinstance(value.value, (str, int, float)):
            value = constant(float(value.value))
        return library.library(s, node, function, [value], kwargs)

    return convert


def _int(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value = args[0] if args else constant(0)
    if isinstance(value, Sym) and value.value is not None:
        return constant(int(value.value))
    if not isinstance(value, Sym):
        s.refuse(node, "int of this kind of value", "give it a number")
    return Sym(build.call("int", value.node), Scalar("int64"))


def _bool(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    known = operations.truth(s, args[0])
    if known is not None:
        return Static(known)
    assert isinstance(args[0], Sym)
    return Sym(build.call("bool", args[0].node), Scalar("bool"))


def _round(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value = args[0]
    assert isinstance(value, Sym)
    digits = [a.node for a in args[1:] if isinstance(a, Sym)]
    return Sym(build.call("round", value.node, *digits), Scalar("float64" if digits else "int64"))


def _isinstance(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value, wanted = args[0], args[1]
    types = [t.value for t in wanted.items] if isinstance(wanted, TupleValue) else [wanted.value]  # type: ignore[union-attr]
    return Static(any(_is_instance(value, t) for t in types))


def _is_instance(value: Value, wanted: Any) -> bool:
    if isinstance(value, Static):
        return isinstance(value.value, wanted)
    if isinstance(value, Record):
        return issubclass(value.cls, wanted)
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
        items = sequences.static_items(s, node, args[0])
        if items is None:
            s.refuse(node, "the number of items is not known at transformation time", "use an array")
        return make(items)

    return handler


def _dict(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    items: dict[Any, Value] = {}
    if args and isinstance(args[0], DictValue):
        items.update(args[0].items)
    elif args:
        for pair in sequences.items_of(s, node, args[0]):
            key, value = sequences.items_of(s, node, pair)
            items[operations.key_of(s, node, use(s, key))] = hold.held(s, value)
    items.update({k: hold.held(s, v, k) for k, v in kwargs.items()})
    return DictValue(items)


def _replace(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`dataclasses.replace(p, a=...)`, and `p._replace(a=...)` of a NamedTuple."""
    owner = args[0]
    if not isinstance(owner, Record) or set(kwargs) - set(owner.fields):
        s.refuse(node, "replace of something without these fields", "use one of its fields")
    return Record(owner.cls, {k: hold.held(s, kwargs[k], k) if k in kwargs else v for k, v in owner.fields.items()})


def _map(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    columns = [sequences.items_of(s, node, a) for a in args[1:]]
    return ListValue([hold.held(s, s.apply(node, args[0], [use(s, v) for v in row], {})) for row in zip(*columns)])


def _truths(every: bool) -> Callable[..., Value]:
    def handler(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        found: list[gast.AST] = []
        for item in sequences.items_of(s, node, args[0]):
            known = operations.truth(s, use(s, item))
            if known is not None and known != every:
                return Static(not every)
            if known is None:
                found.append(operations.to_number(s, node, use(s, item)).node)
        if not found:
            return Static(every)
        op = gast.And() if every else gast.Or()
        return Sym(found[0] if len(found) == 1 else gast.BoolOp(op=op, values=found), Scalar("bool"))

    return handler


def _fill(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    assert isinstance(args[0], Sym)
    everything = [(gast.Slice(lower=None, upper=None, step=None), ("slice", None, None, 1))]
    subscripts.store_into(s, node, s.atom(args[0]), everything, operations.to_number(s, node, args[1]), None)  # type: ignore[arg-type]
    return Static(None)


EAGER: dict[Any, Callable[..., Value]] = {
    len: _len, range: _range, enumerate: _enumerate, zip: _zip, reversed: _reversed, abs: _abs,
    max: _extreme("max"), min: _extreme("min"), sum: _sum, float: _float, int: _int, bool: _bool, round: _round,
    isinstance: _isinstance, tuple: _collect(TupleValue), list: _collect(ListValue), dict: _dict, map: _map,
    all: _truths(True), any: _truths(False),
    np.float64: _numpy_float(np.float64), np.float32: _numpy_float(np.float32), np.int64: _int,
    dataclasses.replace: _replace, np.ndarray.fill: _fill, **structures.METHODS,
}  # fmt: skip
LAZY: dict[Any, Callable[[State, gast.Call], Value | None]] = {builtins.sum: _sum_lazily}
