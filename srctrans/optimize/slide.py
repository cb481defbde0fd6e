"""Sliding sums: a loop that adds to neighbouring elements keeps those sums in numbers and stores each element once.

    for i in range(1, n):                  x_bar_before = 0.0
        x_bar[i - 1] -= g[i]       ──▶     for i in range(1, n):
        x_bar[i] += g[i]                       x_bar[i - 1] += x_bar_before - g[i]
                                               x_bar_before = g[i]
                                           if n > 1:
                                               x_bar[n - 1] += x_bar_before

In: a block. Out: the block with such loops changed, where the array is touched by nothing else in the loop
and no index counts from the end. An array that is all zeros before the loop is stored into, not added to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gast

from srctrans.analysis.dependence import Least, axes, linear, lower_bound
from srctrans.kinds.kind import Array, Scalar
from srctrans.kinds.symbol import literal
from srctrans.optimize.algebra import positive
from srctrans.syntax import build
from srctrans.syntax.core import is_exit, stored_array
from srctrans.transform.storage import tidy
from srctrans.transform.sweep import NO_LINE

_WIDEST = 4


@dataclass
class Sums:
    """The additions of a loop to one array: by the distance of the element from the index, in order."""

    array: str
    axis: int
    index: list[Any]
    terms: dict[int, list[tuple[bool, Any]]]
    lineno: int

    @property
    def first(self) -> int:
        return min(self.terms)

    @property
    def last(self) -> int:
        return max(self.terms)


@dataclass
class Facts:
    """What is known of names: kinds, least values of indices, names that share memory, names that are taken."""

    kinds: dict[str, Any]
    least: Least
    aliases: dict[str, set[str]]
    taken: set[str]


def slid(block: list[Any], facts: Facts) -> list[Any]:
    """The block with sliding sums in all of its loops."""
    result: list[Any] = []
    for st in block:
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list) and inner:
                setattr(st, field, slid(inner, facts))
        if isinstance(st, gast.For) and len(st.iter.args) <= 2:
            for sums in _sums_of(st, facts):
                before, after = _slide(st, sums, facts, _is_zero(sums.array, result, facts))
                result += before
                result.append(st)
                result += after
                break
            else:
                result.append(st)
        else:
            result.append(st)
    return result


def _sums_of(loop: Any, facts: Facts) -> list[Sums]:
    """The arrays to which a loop adds at two or more places near its index, and does nothing else."""
    if build.names_stored(loop.body) & build.names_read(loop.iter) or any(map(is_exit, loop.body)):
        return []
    found: dict[str, list[tuple[int, Any]]] = {}
    for position, st in enumerate(loop.body):
        target = stored_array(st)
        if target is not None and isinstance(st, gast.AugAssign) and isinstance(st.op, (gast.Add, gast.Sub)):
            found.setdefault(target.value.id, []).append((position, st))
    sums = [_as_sums(loop, array, entries, facts) for array, entries in sorted(found.items())]
    return [s for s in sums if s is not None]


def _as_sums(loop: Any, array: str, entries: list[tuple[int, Any]], facts: Facts) -> Sums | None:
    kind = facts.kinds.get(array)
    if not isinstance(kind, Array) or kind.dtype != "float64" or _mentions(loop, array, facts) != len(entries):
        return None
    places = [_place(st.target, loop.target.id, kind.rank) for _, st in entries]
    if any(p is None for p in places) or not all(_movable(loop, position, st, facts) for position, st in entries):
        return None
    axis, _, index = places[0]  # type: ignore[misc]
    terms: dict[int, list[tuple[bool, Any]]] = {}
    for (_, st), place in zip(entries, places):
        other, shift, parts = place  # type: ignore[misc]
        if other != axis or not build.same(parts, index):
            return None
        terms.setdefault(shift, []).append((isinstance(st.op, gast.Add), st.value))
    changing = build.names_stored(loop.body) | {loop.target.id}
    if any(build.names_read(part) & changing for part in index):
        return None
    low = lower_bound(({loop.target.id: 1}, min(terms)), facts.least)
    if low is None or low < 0 or not 1 <= max(terms) - min(terms) <= _WIDEST:
        return None
    return Sums(array, axis, index, terms, entries[0][1].lineno)


def _mentions(loop: Any, array: str, facts: Facts) -> int:
    """How often a loop names an array or what may share its memory."""
    family = facts.aliases.get(array, {array})
    return sum(isinstance(n, gast.Name) and n.id in family for st in loop.body for n in gast.walk(st))


def _place(target: Any, index: str, rank: int) -> tuple[int, int, list[Any]] | None:
    """The axis that follows the loop's index, how far from it, and the other parts of the index."""
    parts = axes(target.slice)
    forms = [linear(p) for p in parts]
    near = [k for k, form in enumerate(forms) if form is not None and form[0] == {index: 1}]
    if len(parts) != rank or len(near) != 1 or any(isinstance(p, gast.Slice) for p in parts):
        return None
    axis = near[0]
    return axis, forms[axis][1], parts[:axis] + parts[axis + 1 :]  # type: ignore[index]


def _movable(loop: Any, position: int, st: Any, facts: Facts) -> bool:
    """May the value of an addition be computed at the end of the body?"""
    later = loop.body[position + 1 :]
    reads = build.names_read(st.value)
    written = build.names_stored(later)
    for other in later:
        for inner in gast.walk(other):
            if isinstance(inner, (gast.Assign, gast.AugAssign)):
                store = stored_array(inner)
                if store is not None:
                    written |= facts.aliases.get(store.value.id, {store.value.id})
            elif isinstance(inner, gast.Expr):
                written |= build.names_read(inner)
    return not reads & written


def _is_zero(array: str, before: list[Any], facts: Facts) -> bool:
    """Is an array all zeros after these statements?"""
    family = facts.aliases.get(array, {array})
    for st in reversed(before):
        if isinstance(st, gast.Assign) and isinstance(st.targets[0], gast.Name) and st.targets[0].id == array:
            called = getattr(getattr(st.value, "func", None), "attr", "")
            return called in ("zeros", "zeros_like")
        if any(isinstance(n, gast.Name) and n.id in family for n in gast.walk(st)):
            return False
    return False


def _slide(loop: Any, sums: Sums, facts: Facts, zero: bool) -> tuple[list[Any], list[Any]]:
    """Change the loop; gives what comes before and after it."""
    width = sums.last - sums.first
    names = [_name(sums.array, sums.first + j, facts) for j in range(width)]
    body = [st for st in loop.body if getattr(getattr(stored_array(st), "value", None), "id", None) != sums.array]
    element = _element(sums, build.name(loop.target.id), sums.first)
    value = _total(build.name(names[0]), sums.terms.get(sums.first, []))
    body.append(_stored(element, value, zero, sums.lineno))
    for j in range(1, width + 1):
        start = build.name(names[j]) if j < width else None
        value = _total(start, sums.terms.get(sums.first + j, []))
        body.append(build.assign(names[j - 1], value, lineno=sums.lineno))
    loop.body = body
    before = [build.assign(name, build.constant(0.0), lineno=-NO_LINE) for name in names]
    stop = loop.iter.args[-1]
    start = loop.iter.args[0] if len(loop.iter.args) > 1 else build.constant(0)
    ends = [
        _stored(_element(sums, stop, sums.first + j), build.name(name), zero, -NO_LINE)
        for j, name in enumerate(names)
    ]
    known = literal(stop), literal(start)
    if all(type(k) is int for k in known):
        return before, ends if known[0] > known[1] else []
    return before, [build.if_(build.compare(stop, ">", start), ends, lineno=-NO_LINE)]


def _name(array: str, shift: int, facts: Facts) -> str:
    """A name for the element of an array at a distance from the index."""
    where = "i" if shift == 0 else "before" if shift < 0 else "after"
    hint = f"{array}_{where}" + (f"_{abs(shift)}" if abs(shift) > 1 else "")
    name, count = hint, 1
    while name in facts.taken:
        count += 1
        name = f"{hint}_{count}"
    facts.taken.add(name)
    facts.kinds[name] = Scalar("float64")
    return name


def _element(sums: Sums, index: Any, shift: int) -> Any:
    """`array[.., index + shift, ..]` to be stored into."""
    known = literal(index)
    if isinstance(known, int):
        place = build.constant(known + shift)
    elif shift:
        place = tidy(build.binop(index, "+" if shift > 0 else "-", build.constant(abs(shift))))
    else:
        place = index
    parts = [*sums.index[: sums.axis], place, *sums.index[sums.axis :]]
    return build.subscript(build.name(sums.array), parts[0] if len(parts) == 1 else build.tuple_(parts), store=True)


def _stored(element: Any, value: Any, zero: bool, lineno: int) -> Any:
    if zero:
        return build.assign(element, value, lineno=lineno)
    return build.augassign(element, "+", value, lineno=lineno)


def _total(start: Any, terms: list[tuple[bool, Any]]) -> Any:
    """The sum of a name (or nothing) and of terms with their signs."""
    result = start
    for plus, value in terms:
        opposite = positive(value)
        if opposite is not None:
            plus, value = not plus, opposite
        if result is None:
            result = value if plus else build.unary("-", value)
        else:
            result = build.binop(result, "+" if plus else "-", value)
    return build.constant(0.0) if result is None else result
