r"""Core form: the statements that it is made of, their blocks and expressions, what they assign.

    name = e   a[i] = e   a[i] += e   for i in range(...)   while e   if e   assert e   print(e)   return e

and, in the body of a loop, exits: an `if` that ends in `break`. `np.add.at(a, i, e)` is an `a[i] += e` whose
operator is `AddAt`. Before an element beyond the end of an array is written, `Room` says that the array has to have
it; what the other elements hold stays.

>>> from srctrans.syntax.build import parse_statements
>>> [assigned_name(st) for st in statements_of(parse_statements("for i in range(n):\n    y = x[i]\nz = y"))]
[None, 'y', 'z']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

from srctrans.syntax import build

# Methods of loggers and functions of `logging` and `warnings` whose calls are statements of core form.
TELLING = frozenset(("debug", "info", "warning", "error", "critical", "exception", "log", "warn"))


class AddAt(gast.Add):
    """The operator of `a[i] += e` where an element that `i` holds several times gets all of them."""


class Room(gast.operator):
    """The operator of `a[i] += 0` where `a` gets room for element `i`, the first one that it may not have yet."""

    _fields = ()

    @staticmethod
    def before(array: Any, index: Any) -> Any:
        """The statement that makes room."""
        made: Any = build.augassign(build.subscript(array, index, store=True), "+", build.constant(0))
        made.op = Room()
        return made


def statements_of(block: list[Any]) -> Iterator[Any]:
    """All statements of a block, those inside of loops and branches included."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from statements_of(inner)


def blocks_of(statement: Any) -> list[list[Any]]:
    """The blocks of a compound statement."""
    if isinstance(statement, gast.If):
        return [statement.body, statement.orelse]
    if isinstance(statement, (gast.For, gast.While)):
        return [statement.body]
    return []


def expressions_of(statement: Any) -> list[Any]:
    """The expressions that a statement itself evaluates (not those in its blocks)."""
    if isinstance(statement, gast.Assign):
        target = statement.targets[0]
        return [statement.value] + ([target.slice] if isinstance(target, gast.Subscript) else [])
    if isinstance(statement, gast.AugAssign):
        target = statement.target
        return [statement.value] + ([target.slice] if isinstance(target, gast.Subscript) else [])
    if isinstance(statement, gast.For):
        return [statement.iter]
    if isinstance(statement, gast.Assert):
        return [statement.test] + ([] if statement.msg is None else [statement.msg])
    if isinstance(statement, (gast.While, gast.If)):
        return [statement.test]
    if isinstance(statement, gast.Raise):
        return [statement.exc]
    if isinstance(statement, gast.Return):
        return [statement.value]
    if isinstance(statement, gast.Expr):
        return [statement.value]
    return []


def stored_array(statement: Any) -> gast.Subscript | None:
    """The target `a[i]` of a store, or None."""
    target = None
    if isinstance(statement, gast.Assign):
        target = statement.targets[0]
    elif isinstance(statement, gast.AugAssign):
        target = statement.target
    return target if isinstance(target, gast.Subscript) else None


def assigned_name(statement: Any) -> str | None:
    """The name that a statement assigns (`x = e` and `x += e`), or None."""
    if isinstance(statement, gast.Assign) and isinstance(statement.targets[0], gast.Name):
        return str(statement.targets[0].id)
    if isinstance(statement, gast.AugAssign) and isinstance(statement.target, gast.Name):
        return str(statement.target.id)
    return None


def is_exit(statement: Any) -> bool:
    """Does a statement leave the loop around it, after assignments of what counts after it?"""
    return isinstance(statement, gast.If) and bool(statement.body) and isinstance(statement.body[-1], gast.Break)


def tells(statement: Any) -> bool:
    """Is it a call that is only seen from outside: `print`, a method of a logger, `warnings.warn`?"""
    call = statement.value if isinstance(statement, gast.Expr) else None
    if not isinstance(call, gast.Call):
        return False
    called = call.func
    return called.id == "print" if isinstance(called, gast.Name) else called.attr in TELLING


def at_end(body: list[Any]) -> Any | None:
    """The exit at the end of the body of a loop, which the last iteration runs whole, or None."""
    return body[-1] if body and is_exit(body[-1]) else None


def makes_room(statement: Any) -> bool:
    return isinstance(statement, gast.AugAssign) and isinstance(statement.op, Room)


def _roomier(statement: Any) -> Any:
    """An array that is full gets twice the room.

    if i == len(a): a = np.concatenate((a, np.empty_like(a)))
    """
    array, index = statement.target.value, statement.target.slice
    full = build.compare(index, "==", build.call("len", array))
    more = build.call("np.concatenate", build.tuple_([array, build.call("np.empty_like", array)]))
    return build.if_(full, [build.assign(array.id, more, lineno=statement.lineno)], [], lineno=statement.lineno)


def with_add_at(block: list[Any]) -> list[Any]:
    """The block with `np.add.at(a, i, e)` and the making of room written as what they are."""
    result = []
    for statement in block:
        for field in ("body", "orelse"):
            if isinstance(getattr(statement, field, None), list):
                setattr(statement, field, with_add_at(getattr(statement, field)))
        if makes_room(statement):
            statement = _roomier(statement)
        elif isinstance(statement, gast.AugAssign) and isinstance(statement.op, AddAt):
            target = statement.target
            added = build.add_at(target.value, target.slice, statement.value)
            statement = build.expression(added, lineno=statement.lineno)
        result.append(statement)
    return result
