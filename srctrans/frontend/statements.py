"""Statements: each kind of Python statement as statements of core form.

In: the state and a block of the user's function. Out: nothing; core
statements are emitted, variables of the frame are bound.

    y = x[0]; y = y + 1.0     ──▶     y = x[0]
                                      y_2 = y + 1.0
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from srctrans.frontend import (
    branches,
    closures,
    contexts,
    exceptions,
    hold,
    imports,
    lists,
    loops,
    objects,
    operations,
    origins,
    private,
    sequences,
    structures,
    subscripts,
)
from srctrans.frontend.state import RETURN, Refusal, State, set_variable, use
from srctrans.frontend.values import POISON, ListValue, Record, RunTimeLength, Value
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Static
from srctrans.kinds.symbol import Sym
from srctrans.syntax import build


def run(s: State, block: list[gast.AST]) -> None:
    """Specialise a block; what follows a branch that returns goes into the other branch."""
    for position, statement in enumerate(block):
        if s.frame.returned:
            return
        if isinstance(statement, gast.If) and _returns(statement):
            try:
                branches.returning(s, statement, block[position + 1 :])
            except Refusal as refusal:
                _note(s, refusal, statement)
                s.frame.vars[RETURN], s.frame.returned = POISON, True
            return
        run_one(s, statement)


def run_one(s: State, statement: gast.AST) -> None:
    """One statement; a refusal is noted and the names that it would bind are poisoned."""
    rule = _RULES.get(type(statement))
    outer, s.frame.statement = s.origin, statement
    if s.frame.depth == 0:
        s.origin = origins.origin_of(s, statement)
    try:
        if rule is None:
            name = type(statement).__name__.lower()
            s.refuse(statement, f"the statement `{name}` is not supported yet", "write it with assignments, if and for")
        try:
            rule(s, statement)
        except RunTimeLength:
            s.refuse(statement, *lists.NOT_SUPPORTED)
    except Refusal as refusal:
        _note(s, refusal, statement)
    finally:
        s.origin = outer


def _note(s: State, refusal: Refusal, statement: gast.AST) -> None:
    if refusal.problem is not None and refusal.problem not in s.problems:
        s.problems.append(refusal.problem)
    for name in build.names_stored(statement):
        set_variable(s, name, POISON)
    if isinstance(statement, gast.Return):
        s.frame.vars[RETURN], s.frame.returned = POISON, True


def _returns(node: gast.AST) -> bool:
    """Is there a `return` in this branch (not counting functions defined inside)?"""
    if isinstance(node, gast.Return):
        return True
    if isinstance(node, gast.If):
        return any(map(_returns, node.body)) or any(map(_returns, node.orelse))
    return False


def _assign(s: State, node: gast.Assign) -> None:
    first = node.targets[0]
    s.hint = first.id if isinstance(first, gast.Name) else None
    s.item_hints = _names_of(first) if isinstance(node.value, (gast.Tuple, gast.List)) else ()
    value = s.evaluate_leaf(node.value)
    s.hint, s.item_hints = None, ()
    if len(node.targets) > 1:
        value = hold.held(s, use(s, value), next((t.id for t in node.targets if isinstance(t, gast.Name)), "t"))
    for target in node.targets:
        bind(s, target, value)


def _names_of(target: Any) -> tuple[str, ...]:
    """The names that the items of a tuple are assigned to; a star takes as many as it likes."""
    elements = getattr(target, "elts", [])
    if any(isinstance(e, gast.Starred) for e in elements):
        return ()
    return tuple(e.id if isinstance(e, gast.Name) else "t" for e in elements)


def _annotated(s: State, node: gast.AnnAssign) -> None:
    if node.value is not None:
        bind(s, node.target, s.evaluate_leaf(node.value))


def bind(s: State, target: gast.AST, value: Value) -> None:
    """Assign a value to a target."""
    if isinstance(target, gast.Name):
        set_variable(s, target.id, hold.named(s, target.id, value))
    elif isinstance(target, (gast.Tuple, gast.List)):
        _unpack(s, target, value)
    elif isinstance(target, gast.Subscript):
        subscripts.store(s, target, use(s, value))
    elif isinstance(target, gast.Attribute):
        objects.put(s, target, _owner(s, target), target.attr, value)
    else:
        s.refuse(target, "this target of an assignment is not supported", "assign to a name or an element")


def _unpack(s: State, target: Any, value: Value) -> None:
    items = sequences.items_of(s, target, value)
    stars = [i for i, t in enumerate(target.elts) if isinstance(t, gast.Starred)]
    if stars:
        at, extra = stars[0], len(items) - len(target.elts) + 1
        items = items[:at] + [ListValue([hold.held(s, v) for v in items[at : at + extra]])] + items[at + extra :]
    if len(items) != len(target.elts):
        s.refuse(target, f"{len(items)} values for {len(target.elts)} names", "make the numbers agree")
    # All right-hand sides are read before any name is bound: a swap.
    pairs = []
    for element, item in zip(target.elts, items):
        inner = element.value if isinstance(element, gast.Starred) else element
        if isinstance(item, Sym) and not isinstance(item.node, gast.Name) and len(items) > 1:
            hint = inner.id if isinstance(inner, gast.Name) else "t"
            item = s.assign(hint, item)
        pairs.append((inner, item))
    for inner, item in pairs:
        bind(s, inner, item)


def _augmented(s: State, node: gast.AugAssign) -> None:
    if isinstance(node.target, gast.Subscript):
        subscripts.augment(s, node)
        return
    if isinstance(node.target, gast.Attribute):
        _augmented_field(s, node)
        return
    name = node.target.id
    old = s.evaluate(gast.copy_location(build.name(name), node.target))
    if isinstance(old, ListValue) and isinstance(node.op, gast.Add):
        s.apply(node, Static(list.extend), [old, s.evaluate(node.value)], {})
        return
    right = s.evaluate(node.value)
    if isinstance(old, Sym) and isinstance(old.kind, Array) and old.kind.rank:
        in_place(s, node, name, old, right)
        return
    set_variable(s, name, hold.named(s, name, operations.augmented(s, node, old, type(node.op), right)))


def _owner(s: State, target: gast.Attribute) -> Record:
    owner = s.evaluate(target.value)
    if not isinstance(owner, Record):
        s.refuse(target, "only attributes of objects of your own classes can be assigned", "use a local variable")
    return owner


def _augmented_field(s: State, node: Any) -> None:
    """`owner.name op= value`: the owner is evaluated once, the field is read before the value."""
    owner = _owner(s, node.target)
    old = operations.spill(s, use(s, objects.get(s, node.target, owner, node.target.attr)), node.value)
    value = subscripts.changed(s, node, old, s.evaluate(node.value))
    if value is not None:
        objects.put(s, node.target, owner, node.target.attr, value)


def in_place(s: State, node: gast.AugAssign, name: str, old: Sym, right: Value) -> None:
    """`y += e` for an array: a new value where nothing else sees the memory, else a store into it."""
    assert isinstance(old.node, gast.Name) and isinstance(old.kind, Array)
    new = operations.binary(s, node, old, type(node.op), right)
    assert isinstance(new, Sym)
    if len(dims_of(new.kind)) > old.kind.rank or (old.kind.dtype != new.kind.dtype and old.kind.dtype[0] in "ib"):
        s.refuse(node, f"{old.kind} cannot hold the result in place", "assign to a new name")
    if private.owned(s, name, old):
        renewed = s.assign(name, Sym(new.node, old.kind))
        s.renewed.append((str(renewed.node.id), s.base(old.node.id), s.tick()))  # type: ignore[attr-defined]
        set_variable(s, name, renewed)
        return
    text, _ = operations.BINARY[type(node.op)]
    subscripts.store_into(s, node, old, [subscripts.whole()], operations.to_number(s, node, right), text)


def _expression(s: State, node: gast.Expr) -> None:
    """An expression whose value is not used: evaluated for its effect."""
    if not isinstance(node.value, gast.Constant):
        s.evaluate(node.value)


def _return(s: State, node: gast.Return) -> None:
    if s.frame.loops:
        s.refuse(
            node,
            "`return` inside of a loop is not supported yet",
            "keep the result in a variable and return it after the loop",
        )
    value = Static(None) if node.value is None else s.evaluate(node.value)
    s.frame.vars[RETURN] = value
    s.frame.returned = True


def _pass(s: State, node: gast.AST) -> None:
    return


def _assert(s: State, node: gast.Assert) -> None:
    value = s.evaluate(node.test)
    if operations.truth(s, value) is not True:
        test = operations.to_number(s, node.test, value).node
        s.emit(gast.Assert(test=test, msg=None if node.msg is None else exceptions.message(s, node.msg)))


def _delete(s: State, node: gast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, gast.Subscript):
            owner = s.evaluate(target.value)
            structures.delete(s, node, owner, subscripts.key_or_slice(s, target.slice))
        elif isinstance(target, gast.Name):
            s.frame.owner(target.id).vars.pop(target.id, None)
        else:
            s.refuse(node, "`del` of an attribute is not supported", "leave it")


def _global(s: State, node: gast.Global) -> None:
    names = ", ".join(node.names)
    s.refuse(node, f"the function assigns the global {names}: a gradient would change it too", "return the value")


_RULES: dict[type, Callable[[State, Any], None]] = {
    gast.Assign: _assign,
    gast.AnnAssign: _annotated,
    gast.AugAssign: _augmented,
    gast.Expr: _expression,
    gast.Return: _return,
    gast.FunctionDef: closures.define,
    gast.Pass: _pass,
    gast.Assert: _assert,
    gast.Delete: _delete,
    gast.Raise: exceptions.raise_statement,
    gast.Try: exceptions.try_statement,
    gast.With: contexts.with_statement,
    gast.Nonlocal: _pass,
    gast.Global: _global,
    gast.Import: imports.plain,
    gast.ImportFrom: imports.members,
    gast.If: branches.statement,
    gast.For: loops.for_statement,
    gast.While: loops.while_statement,
}
