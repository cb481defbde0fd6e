"""Aliases: which arrays may share memory, and whether each store is into memory that has one owner.

Names bound to the same array are one name in core form, and views know their
base. What is left are arrays that two paths may give: a store into one of
those is refused, since it would be a guess which array it changes. An array
that is made, filled and then handed on is none of them.

In: the state after the whole function. Out: the arguments that have to be copied first, or a refusal.

    y = x if c else z; y[0] = 1.0     ──▶     refused: y may be the same array as x, z
"""

from __future__ import annotations

import gast

from srctrans.frontend import tails
from srctrans.frontend.state import Handed, State


def check_stores(s: State) -> list[str]:
    """The arguments that are stored into (they are copied first). Raises Refusal for a store by a join."""
    classes = _classes(s)
    for copy in s.copies:
        seen = sorted(copy.seen & classes.get(s.base(copy.array), set()))
        if seen:
            _refuse(s, copy.node, copy.array, seen)
    for base, node in s.stored.items():
        members = classes.get(base, {base})
        if len(members) > 1 and not _complete_before_joins(s, base):
            _refuse(s, node, base, sorted(members - {base}))
    for handed in s.handed:
        _check_handed(s, handed, classes)
    return sorted({p for p in s.stored if p in s.parameters} | s.overwritten)


def _check_handed(s: State, handed: Handed, classes: dict[str, set[str]]) -> None:
    """A list that grows holds a copy of an array that was appended: the array may not be written any more."""
    array, olds = handed.array, {new: old for new, old, _ in s.renewed}
    while array in olds:
        array = olds[array]
    born = s.born.get(array, ())
    # One that is made in each iteration is written by the same iteration only; others by any.
    since = handed.time if born == handed.nest or not handed.nest else _first_beyond(handed.nest, born)
    family = classes.get(array, {array}) | classes.get(handed.array, {handed.array})
    times = [t for base, t in s.writes if base in family and not (base != array and _complete_before_joins(s, base))]
    if any(t > since for t in [*times, *(t for _, old, t in s.renewed if old in family)]):
        s.refuse(
            handed.node,
            f"{handed.array} is written after it was appended to a list: the list has it as it is at the end",
            "append a copy: name.copy()",
        )


def _first_beyond(nest: tuple[int, ...], born: tuple[int, ...]) -> int:
    """When the outermost of the loops began that an array from outside of them is appended in."""
    return next((tick for tick, other in zip(nest, (*born, *[-1] * len(nest))) if tick != other), nest[-1])


def _refuse(s: State, node: gast.AST, array: str, others: list[str]) -> None:
    family = {s.base(array), *others}
    joins = [j for j in s.joined if s.base(j.name) in family or s.base(j.source) in family]
    tails.ask(s, [j.arm.place for j in joins if j.arm is not None and j.arm.place is not None])
    names = ", ".join(others)
    s.refuse(
        node,
        f"{array} may be the same array as {names}, and one of them is written into",
        "take a copy: name.copy()",
    )


def _complete_before_joins(s: State, base: str) -> bool:
    """Is an array written only before any other name is given to it, by a store through its one first name?

    It has to be new in each iteration in which it is handed on: a later iteration writes another array.
    """
    if base in s.parameters or base in s.constants or any(s.base(j.name) == base for j in s.joined):
        return False
    last = max(time for name, time in s.writes if name == base)
    return all(j.nest == s.born.get(base) and j.time > last for j in s.joined if s.base(j.source) == base)


def _classes(s: State) -> dict[str, set[str]]:
    """Arrays that a join may make one, as sets of bases."""
    classes: dict[str, set[str]] = {}
    for join in s.joined:
        a, b = s.base(join.name), s.base(join.source)
        merged = classes.get(a, {a}) | classes.get(b, {b})
        for member in merged:
            classes[member] = merged
    return classes
