"""Joins: one name for the values that a variable has on two paths.

In: the variables after either branch. Out: a join name for each variable that
differs, assigned last in both branches, and bound after them.

    y is x on the one path and 0.0 on the other     ──▶     y = x | y = 0.0, and y after them
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import gast

from srctrans.frontend.state import Frame, Join, State, as_sym, base_name, use
from srctrans.frontend.values import (
    POISON,
    Choice,
    Leaf,
    Value,
    is_function,
    parts_of,
    rebuild,
    same_structure,
)
from srctrans.kinds.broadcast import promote
from srctrans.kinds.kind import Array, Dim, Kind, Scalar, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build


@dataclass
class Snapshot:
    """The variables of the frames at one point; structures are copied, since branches may change them."""

    vars: dict[Frame, dict[str, Value]]
    closed_over: list[Frame]


def snapshot(s: State) -> Snapshot:
    copies: dict[int, Value] = {}
    saved = {f: {k: copied(v, copies) for k, v in f.vars.items()} for f in s.frames()}
    return Snapshot(saved, list(s.closed_over))


def structures(s: State) -> dict[int, Value]:
    """The structures that exist now, by identity: a loop of run-time length cannot change them."""
    found: dict[int, Value] = {}
    stack = [v for f in s.frames() for v in f.vars.values()]
    while stack:
        value = stack.pop()
        parts = parts_of(value)
        if parts is not None and id(value) not in found:
            found[id(value)] = value
            stack.extend(parts)
    return found


def restore(s: State, saved: Snapshot) -> None:
    copies: dict[int, Value] = {}
    s.closed_over = list(saved.closed_over)
    for frame, variables in saved.vars.items():
        frame.vars = {k: copied(v, copies) for k, v in variables.items()}


def copied(value: Value, copies: dict[int, Value]) -> Value:
    """A copy of a structure in which what was one object stays one object."""
    parts = parts_of(value)
    if parts is None:
        return value
    if id(value) not in copies:
        copies[id(value)] = rebuild(value, [copied(p, copies) for p in parts])
    return copies[id(value)]


def join(s: State, node: gast.AST, other: Snapshot, first: list[gast.AST], second: list[gast.AST]) -> None:
    """Join the variables of `other` (after the first branch) into those of now (after the second)."""
    live = s.frame.live_after.get(id(node))
    known = set(s.frames())
    s.closed_over += [f for f in other.closed_over if f not in s.closed_over]
    for frame in s.frames():
        # A frame in which only one of the branches defined functions has no variables on the other path.
        theirs, mine = other.vars.get(frame, {}), frame.vars if frame in known else {}
        for name in list(dict.fromkeys(list(theirs) + list(mine))):
            if frame is s.frame and live is not None and not (name in live or name[0] == "<" or name in frame.captured):
                # Nothing reads it before it is bound again.
                frame.vars.pop(name, None)
                continue
            a, b = theirs.get(name), mine.get(name)
            hint = s.hint or "value" if name == "<return>" else name.strip("<>")
            frame.vars[name] = join_values(s, node, hint, a, b, first, second)


def join_values(
    s: State, node: gast.AST, hint: str, a: Value | None, b: Value | None, first: list[Any], second: list[Any]
) -> Value:
    """One value for two; `first` and `second` are the branches that give them."""
    if a is None or b is None:
        return _half(s, hint, a, b, first, second)
    if a is POISON or b is POISON:
        other = b if a is POISON else a
        if s.learning and other is not POISON:
            return _half(s, hint, None if a is POISON else a, None if b is POISON else b, first, second)
        return POISON
    if same(a, b):
        return a
    if isinstance(a, Leaf) or isinstance(b, Leaf):
        a, b = use(s, a), use(s, b)
    parts, others = parts_of(a), parts_of(b)
    if parts is not None and others is not None and same_structure(a, b):
        return rebuild(a, [join_values(s, node, hint, x, y, first, second) for x, y in zip(parts, others)])
    # True and False count as numbers too: the paths may give different ones.
    x, y = as_sym(a), as_sym(b)
    if is_function(a) and is_function(b):
        return _choice(s, node, hint, a, b, first, second)
    if x is None or y is None:
        return POISON if s.problems else _unlike(s, node, hint, a, b)
    kind = join_kinds(x.kind, y.kind)
    if kind is None:
        s.refuse(node, f"{hint} is {x.kind} on one path and {y.kind} on the other", "give it one kind on both")
    name = s.fresh(hint)
    s.kinds[name] = kind
    s.opened[name] = s.nest
    for value, block in ((x, first), (y, second)):
        assign_join(s, name, value, block)
    return Sym.name(name, kind)


def _choice(s: State, node: gast.AST, hint: str, a: Value, b: Value, first: list[Any], second: list[Any]) -> Value:
    """One of two functions: a flag says which."""
    flag = join_values(s, node, f"first_{hint}", constant(True), constant(False), first, second)
    assert isinstance(flag, Sym)
    return Choice(flag, a, b)


def _unlike(s: State, node: gast.AST, hint: str, a: Value, b: Value) -> Value:
    if any(isinstance(v, Static) and v.value is None for v in (a, b)):
        s.refuse(node, f"{hint} is None on one of the two paths", "give or return a value on both")
    s.refuse(node, f"{hint} is a different kind of value on the two paths", "give it the same kind on both")


def _half(s: State, hint: str, a: Value | None, b: Value | None, first: list[Any], second: list[Any]) -> Value:
    """A variable that only one branch binds: as in Python, it exists only if that branch ran."""
    value = a if a is not None else b
    assert value is not None
    parts = parts_of(value)
    if parts is not None:
        return rebuild(
            value,
            [_half(s, hint, p if a is not None else None, p if a is None else None, first, second) for p in parts],
        )
    if not isinstance(value, Sym):
        return value
    name = s.fresh(hint)
    s.kinds[name] = value.kind
    mine, other = (first, second) if a is not None else (second, first)
    assign_join(s, name, value, mine)
    assign_join(s, name, unbound(value.kind), other)
    return Sym.name(name, value.kind)


def unbound(kind: Kind) -> Sym:
    """What stands for a value that the path did not give: the passes may copy it, the program never uses it."""
    dtype = getattr(kind, "dtype", "float64")
    number = constant(math.nan) if dtype.startswith("float") else constant(False if dtype == "bool" else 0)
    if not isinstance(kind, Array):
        return number
    # One element, which can be stored wherever the whole array can.
    size = build.tuple_([build.constant(1)] * kind.rank) if kind.rank != 1 else build.constant(1)
    keywords = {} if dtype == "float64" else {"dtype": build.dotted(f"np.{dtype}")}
    return Sym(build.call("np.full", size, number.node, **keywords), kind)


def assign_join(s: State, name: str, value: Sym, block: list[gast.AST]) -> None:
    """`name = value` at the end of a block."""
    if isinstance(s.kinds[name], Scalar) and s.kinds[name].dtype == "float64" and isinstance(value.value, int):  # type: ignore[union-attr]
        value = constant(float(value.value))
    statement = build.assign(name, value.node)
    statement.lineno = s.origin
    block.append(statement)
    base = base_name(value.node)
    if isinstance(value.kind, Array) and base is not None:
        s.joined.append(Join(name, base, s.nest, s.tick()))


def join_kinds(a: Kind, b: Kind) -> Kind | None:
    """The kind that holds both, or None."""
    if a == b:
        return a
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return Scalar(promote(a, b))
    if isinstance(a, Array) and isinstance(b, Array) and a.rank == b.rank:
        dims = tuple(x if x.text == y.text else _either(x, y) for x, y in zip(a.dims, b.dims))
        return Array(promote(a, b), dims)
    return None


def _either(a: Dim, b: Dim) -> Dim:
    if a.text.startswith("?either"):
        return Dim(a.text, a.not_one and b.not_one)
    texts = sorted((a.text.lstrip("?"), b.text.lstrip("?")))
    return Dim(f"?either({texts[0]}, {texts[1]})", a.not_one and b.not_one)


def same(a: Value, b: Value) -> bool:
    if a is b:
        return True
    if isinstance(a, Static) and isinstance(b, Static):
        return type(a.value) is type(b.value) and (a.value is b.value or a.value == b.value)
    return isinstance(a, Sym) and isinstance(b, Sym) and a.kind == b.kind and build.same(a.node, b.node)
