"""Reductions: one value for all items of something: `sum`, `max`, `min`, `all`, `any`.

In: the evaluated arguments. Out: the value; items of structures are taken one by one, those of arrays and of
generators in a loop.

    sum([a, b, c])     ──▶     a + b + c
    max(x)             ──▶     best = x[0]; for i in range(1, len(x)): if x[i] > best: best = x[i]
"""

from __future__ import annotations

import builtins
from collections.abc import Callable

import gast
import numpy as np

from srctrans.frontend import branches, heap, library, lists, operations, sequences, templates, trials
from srctrans.frontend.state import State, use
from srctrans.frontend.values import Generated, ListValue, Range, Value
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Scalar, Static
from srctrans.kinds.symbol import Sym, compare, constant
from srctrans.syntax import build

_EXTREME = """
def {name}_of(values):
    best = values[0]
    for i in range(1, len(values)):
        if values[i] {op} best:
            best = values[i]
    return best
"""
_EXTREME_OF_ITEMS = """
def {name}_of(values, default):
    found = False
    for value in values:
        if not found or value {op} best:
            best = value
        found = True
    {empty}
    return best
"""
_EXTREME_BY_KEY = """
def {name}_of(values, default, key):
    found = False
    for value in values:
        rank = key(value)
        if not found or rank {op} best_rank:
            best, best_rank = value, rank
        found = True
    {empty}
    return best
"""
_SUM = """
def sum_of(values, start):
    total = start
    for i in range(len(values)):
        total = total + values[i]
    return total
"""
_SUM_OF_ITEMS = """
def sum_of(values, total):
    for value in values:
        total = total + value
    return total
"""
_ANY = """
def any_of(values):
    for value in values:
        if value:
            return True
    return False
"""
_ALL = """
def all_of(values):
    for value in values:
        if not value:
            return False
    return True
"""
_NONE = Static(None)


def extreme(name: str) -> Callable[..., Value]:
    """Python's max and min: the branch that ran is differentiated."""

    def handler(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        args = [_as_array(s, a) for a in args]
        key, default = kwargs.get("key", _NONE), kwargs.get("default")
        if len(args) == 1:
            args = [sequences.iterated(s, node, args[0])]
        plain = key is _NONE or isinstance(key, Static) and key.value is None
        if len(args) > 1:
            found = args
        else:
            if isinstance(args[0], Sym) and plain and default is None:
                return _extreme_of_array(s, node, name, args[0])
            items = _items(s, node, args[0]) if plain else None
            if items is None:
                return _extreme_of_items(s, node, name, args[0], None if plain else key, default)
            found = items
        if not found and default is not None:
            return default
        if not found:
            s.refuse(node, f"{name} of nothing raises ValueError", "give a default")
        if not plain:
            return _extreme_of_items(s, node, name, sequences.structure(found), key, default)
        return _extreme_of_values(s, node, name, found)

    return handler


def _as_array(s: State, value: Value) -> Value:
    """Numbers or arrays in a list of run-time length, as one array."""
    if isinstance(value, ListValue) and value.grows and isinstance(value.item, Sym):
        return lists.items_as_arrays(s, value)[0]
    return value


def _items(s: State, node: gast.AST, value: Value) -> list[Value] | None:
    """The items of a structure, or of a generator over one. Over a range or an array it stays a loop."""
    if isinstance(value, Generated) and value.node is not None:
        if any(isinstance(v, (Range, Sym)) for v in value.frame.vars.values()):
            return None
    items = sequences.static_items(s, node, value)
    if items is not None:
        sequences.take(s, node, value)
    return items


def _extreme_of_values(s: State, node: gast.AST, name: str, values: list[Value]) -> Value:
    if all(isinstance(v, Static) for v in values):
        return Static(getattr(builtins, name)([v.value for v in values]))  # type: ignore[union-attr]
    syms = [operations.to_number(s, node, use(s, a)) for a in values]
    if any(dims_of(v.kind) for v in syms):
        s.refuse(node, f"{name} of arrays", f"use np.{name} or np.{name}imum")
    if all(isinstance(v.value, int) for v in syms):
        return constant(getattr(builtins, name)(v.value for v in syms))
    if all(v.kind.dtype[:3] in ("int", "uin") for v in syms):  # type: ignore[union-attr]
        return Sym(build.call(name, *[v.node for v in syms]), Scalar("int64"))
    return _choose_extreme(s, node, name, syms)


def _choose_extreme(s: State, node: gast.AST, name: str, syms: list[Sym]) -> Value:
    result = s.atom(syms[0])
    for other in syms[1:]:
        a, b = result, s.atom(other)
        test = compare(b, _operator(name), a)
        found = branches.choose(s, node, test, lambda b=b: b, lambda a=a: a)  # type: ignore[misc]
        assert isinstance(found, Sym)
        result = found
    return result


def _operator(name: str) -> str:
    return ">" if name == "max" else "<"


def _extreme_of_array(s: State, node: gast.AST, name: str, value: Sym) -> Value:
    """`max(x)` of a one-dimensional array: a loop that keeps the first extreme element."""
    if len(dims_of(value.kind)) != 1:
        s.refuse(node, f"{name} of this kind of value", f"use np.{name}")
    return templates.run(s, node, _EXTREME.format(name=name, op=_operator(name)), [value])


def _extreme_of_items(
    s: State, node: gast.AST, name: str, values: Value, key: Value | None, default: Value | None
) -> Value:
    """The first of the items, or of what `key` makes of them, that no other exceeds."""
    empty = "if not found:\n        return default"
    if default is None:
        empty = f'assert found, "{name}() of an empty sequence"'
    text = _EXTREME_OF_ITEMS if key is None else _EXTREME_BY_KEY
    args = [values, _NONE if default is None else default, *([] if key is None else [key])]
    return templates.run(s, node, text.format(name=name, op=_operator(name), empty=empty), args)


def sum_of(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`sum(values)`, `sum(values, start)`."""
    args = [_as_array(s, a) for a in args]
    start = args[1] if len(args) > 1 else kwargs.get("start")
    value = sequences.iterated(s, node, args[0])
    items = _items(s, node, value)
    if items is not None:
        total = use(s, items[0]) if start is None and items else start if start is not None else constant(0)
        for item in items[1:] if start is None else items:
            total = operations.binary(s, node, total, gast.Add, use(s, item))
        return total
    if not isinstance(value, Sym):
        return templates.run(s, node, _SUM_OF_ITEMS, [value, constant(0) if start is None else start])
    if not dims_of(value.kind):
        s.refuse(node, "sum of this kind of value", "use np.sum or a loop")
    if start is None and len(dims_of(value.kind)) == 1:
        return templates.run(s, node, _SUM, [value, constant(0.0)])
    found = library.library(s, node, np.sum, [value], {"axis": constant(0)})
    return found if start is None else operations.binary(s, node, start, gast.Add, found)


def truths(every: bool) -> Callable[..., Value]:
    """`all(values)` (every of them is true), `any(values)` (one of them)."""

    def handler(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        value = sequences.iterated(s, node, args[0])
        items = _without_effect(s, node, value)
        if items is None:
            return templates.run(s, node, _ALL if every else _ANY, [value])
        found: list[gast.AST] = []
        for item in items:
            known = operations.truth(s, use(s, item))
            if known is not None and known != every:
                if not found:
                    return Static(not every)
                found.append(build.constant(known))
            if known is None:
                found.append(operations.to_number(s, node, use(s, item)).node)
        if not found:
            return Static(every)
        op = gast.And() if every else gast.Or()
        return Sym(found[0] if len(found) == 1 else gast.BoolOp(op=op, values=found), Scalar("bool"))

    return handler


def _without_effect(s: State, node: gast.AST, value: Value) -> list[Value] | None:
    """The items of a structure, if computing all of them computes nothing that Python may leave out."""
    before, marked = heap.snapshot(s), trials.mark(s)
    with s.block() as extra:
        items = _items(s, node, value)
    if extra:
        heap.restore(s, before)
        trials.reset(s, marked)
        return None
    return items
