"""Reductions: one value for all items of something: `sum`, `max`, `min`, `all`, `any`.

In: the evaluated arguments, or the call itself for `sum` of a generator. Out: the value; items of structures are
taken one by one, arrays in a loop.

    sum([a, b, c])     ──▶     a + b + c
    max(x)             ──▶     best = x[0]; for i in range(1, len(x)): if x[i] > best: best = x[i]
"""

from __future__ import annotations

import builtins
from collections.abc import Callable

import gast
import numpy as np

from srctrans.frontend import branches, comprehensions, library, operations, sequences, templates
from srctrans.frontend.state import State, use
from srctrans.frontend.values import ListValue, Value
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Scalar, Static
from srctrans.kinds.symbol import Sym, compare, constant
from srctrans.syntax import build

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


def extreme(name: str) -> Callable[..., Value]:
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
    return templates.run(s, node, _EXTREME_SOURCE.format(name=name, op=">" if name == "max" else "<"), [value])


def sum_of_generator(s: State, node: gast.Call) -> Value | None:
    """`sum(e for v in x)` as a loop."""
    if len(node.args) != 1 or node.keywords or not isinstance(node.args[0], gast.GeneratorExp):
        return None
    found = comprehensions.summed(s, node.args[0])
    return sum_of(s, node, [found], {}) if isinstance(found, ListValue) else found


def sum_of(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`sum(values)`, `sum(values, start)`."""
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
        return templates.run(s, node, _SUM_SOURCE, [value, constant(0.0)])
    found = library.library(s, node, np.sum, [value], {"axis": constant(0)})
    return found if start is None else operations.binary(s, node, start, gast.Add, found)


def truths(every: bool) -> Callable[..., Value]:
    """`all(values)` (every of them is true), `any(values)` (one of them)."""

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
