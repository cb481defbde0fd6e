"""Counting what a loop appends to a list: how much at most, and how much in each iteration.

    for i in range(n):
        for j in range(m):          ──▶     max(n, 0) * m at most; before this one, m * i + j
            xs.append(i * j)

In: the loops under way with what they append, lengths before and after. Out: integers, or None where nobody knows
before the loop.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.frontend import hold, lists
from srctrans.frontend.lists import plus
from srctrans.frontend.state import State
from srctrans.frontend.values import ListValue
from srctrans.kinds.kind import Scalar
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build


def steady(s: State, node: Any, known: Any) -> bool:
    """Is it the same before the loop, where these names are known, as inside?"""
    if isinstance(node, gast.Call) and getattr(node.func, "id", "") in ("max", "min", "range", "len"):
        return all(steady(s, a, known) for a in node.args)
    if isinstance(node, gast.BinOp):
        return steady(s, node.left, known) and steady(s, node.right, known)
    names = build.names_read(node) - {"len", "max", "min", "range"}
    return hold.lasting(s, node) and all(n in known for n in names)


def trips_of(start: Sym, stop: Sym, step: Sym) -> Sym:
    """How often a loop over a range runs."""
    if step.value == 1:
        count = stop - start
    elif step.value == -1:
        count = start - stop
    else:
        return Sym(build.call("len", build.call("range", start.node, stop.node, step.node)), Scalar("int64"))
    if count.value is not None:
        return constant(max(count.value, 0))
    if isinstance(count.node, (gast.BinOp, gast.UnaryOp)):
        return Sym(build.call("max", count.node, build.constant(0)), Scalar("int64"))
    return count


def most_appended(s: State, cell: ListValue, known: Any) -> tuple[Sym | None, bool]:
    """How many items the loop under way appends to a list at most; None where that is not known before it.

    And whether a number of iterations below zero gives a number of items below zero, which NumPy refuses.
    """
    products: list[Sym] = []
    sites = [(n, amount) for other, n, amount in s.appended if other is cell and n[: len(s.nest)] == s.nest]
    loud = len(sites) == 1 and s.counted[cell].value == 0
    for nest, amount in sites:
        product = amount
        for tick in reversed(nest[len(s.nest) - 1 :]):
            trips = s.trips.get(tick)
            if trips is None:
                return None, loud
            product = appended_in(trips, product, loud)
        products.append(product)
    total = _total(products)
    return (total if total.value is not None or steady(s, total.node, known) else None), loud


def _total(products: list[Sym]) -> Sym:
    """The sum; what occurs several times is multiplied."""
    total, rest = constant(0), list(products)
    while rest:
        same = [p for p in rest if build.same(p.node, rest[0].node)]
        total = lists.added(total, lists.times(constant(len(same)), rest[0]))
        rest = [p for p in rest if not any(p is q for q in same)]
    return total


def appended_in(trips: Sym, amount: Sym, loud: bool) -> Sym:
    """What `trips` iterations append if each appends `amount`; a number of trips below zero is none."""
    if isinstance(trips.node, gast.Name) and not (loud and amount.value is not None):
        trips = Sym(build.call("max", trips.node, build.constant(0)), Scalar("int64"))
    return lists.times(trips, amount)


def increment(before: Sym, after: Sym) -> Sym | None:
    """What has been added to a number, term by term; None where it is not known."""
    (first, a), (second, b) = _terms(before.node), _terms(after.node)
    if len(second) < len(first) or not all(build.same(x, y) for x, y in zip(first, second)):
        return None
    total = constant(b - a)
    for term in second[len(first) :]:
        added = Sym(term, Scalar("int64"))
        total = added if total.value == 0 else plus(added, total)
    return total


def _terms(node: Any) -> tuple[list[Any], int]:
    value = Sym(node, Scalar("int64")).value
    if type(value) is int:
        return [], value
    if isinstance(node, gast.BinOp) and isinstance(node.op, (gast.Add, gast.Sub)):
        right = Sym(node.right, Scalar("int64")).value
        if type(right) is int:
            terms, total = _terms(node.left)
            return terms, total + (right if isinstance(node.op, gast.Add) else -right)
        if isinstance(node.op, gast.Add):
            terms, total = _terms(node.left)
            return [*terms, node.right], total
    return [node], 0
