"""Private arrays: an array that several paths may have given is copied before it is written.

    if c: y = np.sin(x)                  ...
    else: y = x * 2.0          ──▶       y_2 = np.copy(y)
    y[0] = 1.0                           y_2[0] = 1.0

In: the variable that is about to be written. Out: nothing; the variable is bound to the copy, if no other
variable can see the same memory. Otherwise all stays as it is, and the store is refused when the function has
been read (see `aliases`). Which arrays may be one is known only then: what other variables saw is noted.

Variables that a loop exchanges (`u, v = v, u`) see different arrays at all times, if they do before the loop
and each gets another's array, or a new one, at the end of its body.
"""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from srctrans.frontend import library
from srctrans.frontend.effects import written_by
from srctrans.frontend.state import Copy, State
from srctrans.frontend.values import Value, leaves, leaves_once
from srctrans.kinds.kind import Array
from srctrans.kinds.symbol import Sym


def privatise(s: State, node: gast.AST, name: str) -> None:
    """Bind a variable to a copy of its array, where that array is one of several and only this variable sees it."""
    value = s.frame.vars.get(name)
    if not isinstance(value, Sym) or not isinstance(value.kind, Array) or not isinstance(value.node, gast.Name):
        return
    array = value.node.id
    seen = _seen_by_others(s, name, array) - _made_since(s, array)
    if s.opened.get(array) != s.nest or seen & family(s, array):
        return
    s.copies.append(Copy(array, seen, node))
    s.overwritten |= family(s, array) & s.parameters
    copy = s.assign(name, library.library(s, node, np.copy, [value], {}))
    s.renewed.append((str(copy.node.id), s.base(array), s.tick()))  # type: ignore[attr-defined]
    for variables, key in _bound_to(s, name, array):
        variables[key] = copy


def _bound_to(s: State, name: str, array: str) -> list[tuple[dict[str, Value], str]]:
    """The variables that are that array itself: this one and, while nothing else is being computed, the callers'."""
    found = [(s.frame.vars, name)]
    for frame in s.frames() if s.frame.alone else []:
        for key, value in frame.vars.items():
            if isinstance(value, Sym) and isinstance(value.node, gast.Name) and value.node.id == array:
                found.append((frame.vars, key))
    return found


def family(s: State, array: str) -> set[str]:
    """The arrays that joins may make one with this one."""
    found = {s.base(array)}
    grown = True
    while grown:
        pairs = [{s.base(j.name), s.base(j.source)} for j in s.joined]
        more = {n for pair in pairs if found & pair for n in pair}
        grown = not more <= found
        found |= more
    return found


def _made_since(s: State, array: str) -> frozenset[str]:
    """The arrays that this iteration has made: none of them is yet what it began with, or an earlier one left."""
    return frozenset(n for n, nest in s.born.items() if nest == s.nest) - family(s, array)


def _seen_by_others(s: State, name: str, array: str) -> frozenset[str]:
    """The arrays that variables other than `name` refer to, but for those that a loop keeps apart from `array`."""
    apart = {n for group in s.distinct if array in group for n in group} - {array}
    bound = [(id(variables), key) for variables, key in _bound_to(s, name, array)]
    found: set[str] = set()
    for frame in s.frames():
        for key, value in frame.vars.items():
            if (id(frame.vars), key) in bound:
                continue
            for leaf in leaves(value):
                if isinstance(leaf, Sym) and isinstance(leaf.node, gast.Name) and leaf.node.id not in apart:
                    found.add(s.base(leaf.node.id))
    return frozenset(found)


def apart_before(s: State, values: list[Value]) -> bool:
    """Do these variables of a loop, as they are before it, refer to different arrays?"""
    families = [family(s, a) for a in _arrays(values)]
    return all(not a & b for i, a in enumerate(families) for b in families[:i])


def apart_after(s: State, values: list[Value], group: frozenset[str]) -> bool:
    """And at the end of the body: is each another of them, or an array made in this iteration?"""
    return _apart(s, [s.base(a) for a in _arrays(values)], group)


def _apart(s: State, bases: list[str], group: frozenset[str]) -> bool:
    """The same of arrays by name; those that a branch gives have to be apart in each of its arms."""
    runs = {b: max((j.arm.run for j in s.joined if j.name == b and j.arm is not None), default=0) for b in bases}
    last = max(runs.values(), default=0)
    if last:
        joins = [(j.arm.number, j) for j in s.joined if j.arm is not None and j.arm.run == last]
        for arm in (0, 1):
            given = {j.name: s.base(j.source) for number, j in joins if number == arm}
            # What has no name in an arm is an array that the arm makes.
            if not _apart(s, [given.get(b, f"<new {b}>") if runs[b] == last else b for b in bases], group):
                return False
        return True
    known = all(b in group or b[0] == "<" or s.born.get(b) == s.nest for b in bases)
    return known and len(set(bases)) == len(bases)


def _arrays(values: list[Value]) -> list[str]:
    """The names of the arrays among the leaves of values."""
    return [
        leaf.node.id
        for leaf in leaves_once(values)
        if isinstance(leaf, Sym) and isinstance(leaf.kind, Array) and isinstance(leaf.node, gast.Name)
    ]


def group_of(values: list[Value]) -> frozenset[str]:
    return frozenset(_arrays(values))


def written_elements(block: list[gast.AST]) -> set[str]:
    """The variables `y` of which a block writes elements: `y[..] = ..`, `y[..] += ..`, `f(.., out=y)`."""
    found: list[Any] = []
    for node in (n for st in block for n in gast.walk(st)):
        if isinstance(node, gast.Subscript) and isinstance(node.ctx, gast.Store):
            found.append(node.value)
        elif isinstance(node, gast.Call):
            found += written_by(node)
    return {node.id for node in found if isinstance(node, gast.Name)}


def owned(s: State, name: str, old: Sym) -> bool:
    """Is this variable the only way to the array's memory?"""
    assert isinstance(old.node, gast.Name)
    if name in s.frame.pinned:
        return False
    array = old.node.id
    base = s.base(array)
    if base != array or array in s.parameters or array in s.constants or base in s.stored:
        return False
    if base in s.views.values():
        return False
    # A carried array is one object with the array that it was before the loop.
    family = _joined_with(s, array)
    if family & (s.parameters | set(s.constants)) or any(s.base(m) != m for m in family):
        return False
    if family & set(s.views.values()):
        return False
    count = 0
    for frame in s.frames():
        for value in frame.vars.values():
            count += sum(
                isinstance(v, Sym) and isinstance(v.node, gast.Name) and v.node.id in family for v in leaves(value)
            )
    return count <= 1 and s.frame.depth == 0


def _joined_with(s: State, array: str) -> set[str]:
    """The arrays that joins may make one with this one."""
    family = {array}
    grown = True
    while grown:
        pairs = [{j.name, j.source} for j in s.joined]
        more = {n for pair in pairs if family & pair for n in pair}
        grown = not more <= family
        family |= more
    return family
