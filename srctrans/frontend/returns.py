"""What a recursive function returns: one structure of run-time values, whatever the path and the depth.

In: the value of a `return`. Out: the same with each run-time value under a name, in kinds that are told in names
of the parameters; for the caller, the statement of the call and the parts of its result.

    return x, n + 1      ──▶     value = n + 1
                                 and the result (x, value): float64, int64
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.frontend import joins
from srctrans.frontend.specialised import Callee, Path
from srctrans.frontend.state import Join, Refusal, State, named_dims, use
from srctrans.frontend.values import (
    POISON,
    Bound,
    Choice,
    Closure,
    Leaf,
    Value,
    children,
    is_cell,
    leaves,
    parts_of,
    rebuild,
    same_structure,
)
from srctrans.kinds.kind import ONE, Array, Dim, Kind, Static, TupleKind
from srctrans.kinds.symbol import Sym
from srctrans.syntax import build
from srctrans.syntax.memory import base_name


def given(s: State, value: Value, callee: Callee) -> Value:
    """What is returned, each run-time value under a name; notes which may be memory of a parameter."""
    if any(v is POISON for v in leaves(value)):
        raise Refusal(None)
    several = sum(isinstance(v, (Sym, Leaf)) for v in leaves(value)) > 1
    callee.shared = {}
    result = _named(s, value, "item" if several else "value")
    for position, leaf in enumerate(syms(result)):
        callee.shared[position] = _owners(s, leaf)
    return result


def check_new(s: State, node: Any, value: Value, known: list[Any]) -> None:
    """Refuse to return a list, dict or object that the caller has already, or one of them twice."""
    parts = parts_of(value)
    if is_cell(value):
        if any(value is cell for cell in known):
            s.refuse(node, "a function that calls itself returns a structure that it is given", "return a new one")
        known.append(value)
    for part in parts or []:
        check_new(s, node, part, known)


def _named(s: State, value: Value, hint: str) -> Value:
    parts = children(value)
    if parts is not None:
        return rebuild(value, [_named(s, p, hint) for p in parts])
    value = use(s, value) if isinstance(value, Leaf) else value
    if isinstance(value, Sym) and not isinstance(value.node, gast.Name):
        return s.assign(hint, value)
    return value


def syms(value: Value) -> list[Sym]:
    """The run-time values of a structure, in order."""
    return [v for v in leaves(value) if isinstance(v, Sym)]


def _owners(s: State, leaf: Sym) -> set[str]:
    """The parameters and constants whose memory an array that is returned may be."""
    if not isinstance(leaf.kind, Array):
        return set()
    found, stack = set(), [leaf.node.id]  # type: ignore[attr-defined]
    while stack:
        base = s.base(stack.pop())
        if base not in found:
            found.add(base)
            stack += [j.source for j in s.joined if s.base(j.name) == base]
    return {n for n in found if n in s.parameters or n in s.constants}


def merged(s: State, node: Any, before: Value | None, now: Value, parameters: dict[Path, str]) -> Value:
    """What is returned, of the kinds that hold both what was assumed and what the function returns."""
    parts = children(now)
    if before is not None and (parts is None) != (children(before) is None):
        return _changes(s, node)
    if parts is not None:
        assumed = [None] * len(parts) if before is None else children(before)
        if assumed is None or before is not None and not same_structure(before, now):
            return _changes(s, node)
        return rebuild(now, [merged(s, node, a, b, parameters) for a, b in zip(assumed, parts)])
    if isinstance(now, Sym):
        if before is not None and not isinstance(before, Sym):
            return _changes(s, node)
        kind = now.kind if before is None else joins.join_kinds(before.kind, now.kind)  # type: ignore[union-attr]
        return _changes(s, node) if kind is None else Sym(now.node, _in_parameters(kind, set(parameters.values())))
    if isinstance(now, (Bound, Choice, Closure)) or not isinstance(now, Static):
        s.refuse(node, "a function that calls itself returns a function", "return numbers, arrays or structures")
    if before is not None and not joins.same(before, now):
        return _changes(s, node)
    return now


def _changes(s: State, node: Any) -> Any:
    s.refuse(node, "what is returned changes its structure with the depth of the recursion", "return one structure")


def _in_parameters(kind: Kind, parameters: set[str]) -> Kind:
    """The kind with the sizes that parameters tell; other sizes are those of the result itself."""
    if not isinstance(kind, Array):
        return kind
    return Array(kind.dtype, tuple(d if d == ONE or _told(d, parameters) else Dim("?result") for d in kind.dims))


def _told(dim: Dim, parameters: set[str]) -> bool:
    return dim.evaluable and build.names_read(build.parse_expression(dim.text)) <= parameters | {"len", "max", "min"}


def alike(a: Value, b: Value) -> bool:
    """Are these of the same structure and kinds?"""
    return same_structure(a, b) and [v.kind for v in syms(a)] == [v.kind for v in syms(b)]


def received(s: State, callee: Callee, operands: dict[str, Sym], hint: str) -> Value:
    """The call, and its value in the caller."""
    assert callee.result is not None
    results = syms(callee.result)
    kinds = [_for_caller(v.kind, operands) for v in results]
    call = build.call(build.name(callee.name), *[v.node for v in operands.values()])
    if not results:
        return callee.result
    if len(results) == 1:
        made = [_part(s, hint, call, kinds[0])]
    else:
        whole = s.fresh(f"{callee.name}_parts")
        s.emit(build.assign(whole, call))
        s.kinds[whole] = TupleKind(tuple(kinds))
        hints = s.item_hints if len(s.item_hints) == len(results) else ("t",) * len(results)
        made = [
            _part(s, h, build.subscript(build.name(whole), build.constant(i)), kind)
            for i, (h, kind) in enumerate(zip(hints, kinds))
        ]
    for position, value in enumerate(made):
        _note_memory(s, callee, position, value, operands)
    rest = iter(made)
    return _replaced(callee.result, rest)


def _part(s: State, hint: str, node: Any, kind: Kind) -> Sym:
    """One result under a name of its own: it is no view of anything."""
    name = s.fresh(hint)
    s.emit(build.assign(name, node))
    s.kinds[name] = named_dims(name, kind)
    s.born[name] = s.nest
    return Sym.name(name, s.kinds[name])


def _note_memory(s: State, callee: Callee, position: int, value: Sym, operands: dict[str, Sym]) -> None:
    """A result may be an array that was handed over: a store into either is one into both."""
    for name in sorted(callee.shared.get(position, ())):
        source = operands[name].node if name in operands else build.name(name)
        if base_name(source) is not None and isinstance(value.node, gast.Name):
            s.joined.append(Join(value.node.id, source.id, s.nest, s.tick()))  # type: ignore[attr-defined]


def _replaced(value: Value, made: Any) -> Value:
    parts = children(value)
    if parts is not None:
        return rebuild(value, [_replaced(p, made) for p in parts])
    return next(made) if isinstance(value, Sym) else value


def _for_caller(kind: Kind, operands: dict[str, Sym]) -> Kind:
    """A kind with its sizes in names of the caller."""
    if not isinstance(kind, Array):
        return kind
    return Array(kind.dtype, tuple(d if d == ONE else _dim(d, operands) for d in kind.dims))


def _dim(dim: Dim, operands: dict[str, Sym]) -> Dim:
    if not dim.evaluable:
        return Dim("?result")
    node = _renamed(build.parse_expression(dim.text), operands)
    return Dim(repr(Sym(node, operands[next(iter(operands))].kind)))


def _renamed(node: Any, operands: dict[str, Sym]) -> Any:
    if isinstance(node, gast.Name):
        return operands[node.id].node if node.id in operands else node
    if not isinstance(node, gast.AST):
        return node
    fields = {}
    for name in node._fields:
        inner = getattr(node, name, None)
        fields[name] = [_renamed(i, operands) for i in inner] if isinstance(inner, list) else _renamed(inner, operands)
    return type(node)(**fields)
