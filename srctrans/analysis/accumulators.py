"""Accumulators: carried variables that a loop only adds to.

    for i in range(n):
        f = f + x[i]          f is one: its adjoint is the same in all iterations

In: a loop in core form and a carried name. A name is an accumulator if every
value that it reaches inside of the loop is itself plus something, and nothing
else in the loop reads those values.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.analysis.reads import value_names
from srctrans.syntax.core import assigned_name, expressions_of, statements_of


def is_accumulator(name: str, loop: Any, read_outside: set[str], carried: set[str]) -> bool:
    """Is `name` (one of those `carried` by `loop`) only added to? `read_outside`: names read outside of the loop."""
    family = {name}
    changed = True
    while changed:
        before = len(family)
        for statement in statements_of(loop.body):
            if not _step(statement, family):
                return False
        changed = len(family) > before
    # Another carried name in the family has a value from before the loop that `name` takes up later.
    if (family - {name}) & (read_outside | carried):
        return False
    return all(_only_from(statement, family) for statement in statements_of(loop.body))


def _step(statement: Any, family: set[str]) -> bool:
    """May this statement stand in the loop? Adds the name that it makes of the family to it."""
    reads = [n for e in expressions_of(statement) for n in value_names(e) if n in family]
    if not reads:
        return True
    target = assigned_name(statement)
    if target is None or not additive(statement.value, family):
        return False
    family.add(target)
    return True


def additive(value: Any, family: set[str]) -> bool:
    """Is the expression a member of the family, plus something else?"""
    if isinstance(value, gast.Name):
        return value.id in family
    if isinstance(value, gast.BinOp) and isinstance(value.op, (gast.Add, gast.Sub)):
        left, right = value_names(value.left), value_names(value.right)
        if additive(value.left, family):
            return not right & family
        if isinstance(value.op, gast.Add) and additive(value.right, family):
            return not left & family
    return False


def _only_from(statement: Any, family: set[str]) -> bool:
    """A member of the family gets its value from the family only."""
    target = assigned_name(statement)
    if target is None or target not in family:
        return True
    return additive(statement.value, family)
