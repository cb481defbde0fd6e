"""Dependence: may two accesses of an array touch the same element, and in which order?

Indices are compared as linear forms: `i + 1` and `i - 1` never meet in one
iteration; `y[i - 1]` read and `y[i]` written in a loop over `i` meet only after
the write.
"""

from __future__ import annotations

from typing import Any

import gast


def linear(node: Any) -> tuple[dict[str, int], int] | None:
    """An integer expression as coefficients of names and a constant; None if it is not linear.

    >>> from srctrans.syntax.build import parse_expression
    >>> linear(parse_expression("2 * i - j + 3"))
    ({'i': 2, 'j': -1}, 3)
    """
    if isinstance(node, gast.Constant) and isinstance(node.value, int):
        return {}, int(node.value)
    if isinstance(node, gast.Name):
        return {node.id: 1}, 0
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        inner = linear(node.operand)
        return None if inner is None else _scaled(inner, -1)
    if isinstance(node, gast.BinOp):
        left, right = linear(node.left), linear(node.right)
        if left is None or right is None:
            return None
        if isinstance(node.op, gast.Add):
            return _sum(left, right)
        if isinstance(node.op, gast.Sub):
            return _sum(left, _scaled(right, -1))
        if isinstance(node.op, gast.Mult) and not left[0]:
            return _scaled(right, left[1])
        if isinstance(node.op, gast.Mult) and not right[0]:
            return _scaled(left, right[1])
    return None


def _scaled(form: tuple[dict[str, int], int], factor: int) -> tuple[dict[str, int], int]:
    return {n: c * factor for n, c in form[0].items() if c * factor}, form[1] * factor


def _sum(a: tuple[dict[str, int], int], b: tuple[dict[str, int], int]) -> tuple[dict[str, int], int]:
    names = {n: a[0].get(n, 0) + b[0].get(n, 0) for n in list(a[0]) + [n for n in b[0] if n not in a[0]]}
    return {n: c for n, c in names.items() if c}, a[1] + b[1]


def axes(index: Any) -> list[Any]:
    return list(index.elts) if isinstance(index, gast.Tuple) else [index]


Least = dict[str, int]


def least_values(loops: list[Any]) -> Least:
    """The least value of the index of each `for`, where it is a known number (outer loops first)."""
    found: Least = {}
    unknown: set[str] = set()
    for loop in loops:
        name = loop.target.id
        bound = _least_of_range(loop.iter.args, found)
        if bound is None or name in unknown:
            # Loops may share the name of their index: what holds for it has to hold in all of them.
            unknown.add(name)
            found.pop(name, None)
        else:
            found[name] = min(bound, found.get(name, bound))
    return found


def _least_of_range(args: list[Any], known: Least) -> int | None:
    step = linear(args[2]) if len(args) > 2 else ({}, 1)
    if step is None or step[0]:
        return None
    first = linear(args[0]) if len(args) > 1 else ({}, 0)
    if step[1] < 0:
        last = linear(args[1])
        first = None if last is None else _sum(last, ({}, 1))
    return None if first is None else lower_bound(first, known)


def lower_bound(form: tuple[dict[str, int], int], least: Least) -> int | None:
    """A number that a linear form is never below."""
    total = form[1]
    for name, factor in form[0].items():
        if factor < 0 or name not in least:
            return None
        total += factor * least[name]
    return total


def _counts_from_front(form: tuple[dict[str, int], int] | None, least: Least) -> bool:
    """Is the index never negative? A negative one counts from the end and may meet any other."""
    if form is None:
        return False
    bound = lower_bound(form, least)
    return bound is not None and bound >= 0


def may_overlap(a: Any, b: Any, least: Least) -> bool:
    """May two indices of one array mean the same element, for the same values of all names?"""
    first, second = axes(a), axes(b)
    if len(first) != len(second):
        return True
    for x, y in zip(first, second):
        p, q = linear(x), linear(y)
        if p is not None and q is not None and p[0] == q[0] and p[1] != q[1]:
            if _never_equal(p, q, least):
                return False
    return True


def _never_equal(p: tuple[dict[str, int], int], q: tuple[dict[str, int], int], least: Least) -> bool:
    """Do two indices that differ by a number mean different elements?"""
    if not p[0]:
        return (p[1] >= 0) == (q[1] >= 0)
    return _counts_from_front(p, least) and _counts_from_front(q, least)


def read_before_write(read: Any, write: Any, loops: list[tuple[str, int]], same_iteration: bool, least: Least) -> bool:
    """May the read of an element come before the write of it, over the iterations of `loops`?

    `loops` are (index, sign of step) from the outermost of those that both are in;
    `same_iteration`: in one iteration of all of them, the read comes first.
    """
    if read is None or write is None:
        return bool(loops) or same_iteration
    distance = _distances(axes(read), axes(write), [name for name, _ in loops], least)
    if distance is None:
        return bool(loops) or same_iteration
    if distance is False:
        return False
    for name, sign in loops:
        step = distance.get(name)  # type: ignore[union-attr]
        if step is None or sign == 0:
            return True
        if step * sign > 0:
            return True
        if step * sign < 0:
            return False
    return same_iteration


def _distances(read: list[Any], write: list[Any], names: list[str], least: Least) -> Any:
    """For each loop index, its value at the write minus that at the read; False: they never meet; None: unknown."""
    if len(read) != len(write):
        return None
    found: dict[str, int] = {}
    for x, y in zip(read, write):
        p, q = linear(x), linear(y)
        if p is None or q is None:
            continue
        inside = [n for n in p[0] if n in names] + [n for n in q[0] if n in names]
        if not inside:
            if p[0] == q[0] and p[1] != q[1] and _never_equal(p, q, least):
                return False
            continue
        if p[0] != q[0] or len(set(inside)) != 1:
            continue
        if not (_counts_from_front(p, least) and _counts_from_front(q, least)):
            continue
        name = inside[0]
        factor = p[0][name]
        difference = p[1] - q[1]
        if difference % factor:
            return False
        step = difference // factor
        if found.setdefault(name, step) != step:
            return False
    return found
