"""Statements: each kind of Python statement as statements of core form.

In: the state and a block of the user's function. Out: nothing; core
statements are emitted, variables of the frame are bound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from srctrans.frontend import branches, calls, loops, subscripts
from srctrans.frontend.expressions import BINARY, binary, evaluate, evaluate_leaf, to_number
from srctrans.frontend.hold import held
from srctrans.frontend.state import Refusal, State, name_leaf, use
from srctrans.frontend.values import POISON, Closure, Leaf, ListValue, Record, Value, leaves
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Scalar
from srctrans.kinds.symbol import Sym
from srctrans.syntax import build
from srctrans.syntax.printer import to_source

RETURN = "<return>"


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
            return
        run_one(s, statement)


def run_one(s: State, statement: gast.AST) -> None:
    """One statement; a refusal is noted and the names that it would bind are poisoned."""
    rule = _RULES.get(type(statement))
    outer = s.origin
    if s.frame.depth == 0:
        s.origin = origin_of(s, statement)
    try:
        if rule is None:
            name = type(statement).__name__.lower()
            s.refuse(statement, f"the statement `{name}` is not supported yet", "write it with assignments, if and for")
        rule(s, statement)
    except Refusal as refusal:
        _note(s, refusal, statement)
    finally:
        s.origin = outer


def _note(s: State, refusal: Refusal, statement: gast.AST) -> None:
    if refusal.problem is not None and refusal.problem not in s.problems:
        s.problems.append(refusal.problem)
    for name in build.names_stored(statement):
        s.frame.vars[name] = POISON
    if isinstance(statement, gast.Return):
        s.frame.vars[RETURN], s.frame.returned = POISON, True


def origin_of(s: State, statement: gast.AST) -> int:
    """The number of the user's line, for comments in the generated source."""
    lines = s.frame.source.lines
    first = getattr(statement, "lineno", None)
    last = getattr(statement, "end_lineno", first)
    if isinstance(statement, (gast.For, gast.While, gast.If)):
        # What is the adjoint of a whole loop or branch gets no comment.
        text = ""
    elif first is not None and first == last and first <= len(lines):
        text = lines[first - 1].strip()
        if "#" in text and not any(q in text for q in "\"'"):
            text = text.split("#")[0].rstrip()
    else:
        text = " ".join(line.strip() for line in to_source(statement).strip().splitlines())
    if s.origins[-1] != text:
        s.origins.append(text)
    return len(s.origins) - 1


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
    value = evaluate_leaf(s, node.value)
    s.hint, s.item_hints = None, ()
    if len(node.targets) > 1:
        value = held(s, use(s, value), next((t.id for t in node.targets if isinstance(t, gast.Name)), "t"))
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
        bind(s, node.target, evaluate_leaf(s, node.value))


def bind(s: State, target: gast.AST, value: Value) -> None:
    """Assign a value to a target."""
    if isinstance(target, gast.Name):
        s.frame.vars[target.id] = named(s, target.id, value)
    elif isinstance(target, (gast.Tuple, gast.List)):
        _unpack(s, target, value)
    elif isinstance(target, gast.Subscript):
        subscripts.store(s, target, use(s, value))
    elif isinstance(target, gast.Attribute):
        owner = evaluate(s, target.value)
        if not isinstance(owner, Record) or owner.is_tuple:
            s.refuse(target, "only fields of dataclasses can be assigned", "use a local variable")
        s.refuse(target, "assignment to a field is not supported yet", "use a local variable")
    else:
        s.refuse(target, "this target of an assignment is not supported", "assign to a name or an element")


def named(s: State, hint: str, value: Value) -> Value:
    """The value under a name: run-time expressions get an assignment of their own."""
    if isinstance(value, Leaf):
        if value.name is None:
            name_leaf(s, value, hint)
        return use(s, value)
    if isinstance(value, Sym):
        return value if isinstance(value.node, gast.Name) else s.assign(hint, value)
    return held(s, value, hint)


def _unpack(s: State, target: Any, value: Value) -> None:
    items = calls.items_of(s, target, value)
    stars = [i for i, t in enumerate(target.elts) if isinstance(t, gast.Starred)]
    if stars:
        at, extra = stars[0], len(items) - len(target.elts) + 1
        items = items[:at] + [ListValue([held(s, v) for v in items[at : at + extra]])] + items[at + extra :]
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
    if not isinstance(node.target, gast.Name):
        s.refuse(node, "augmented assignment to a field is not supported yet", "use a local variable")
    name = node.target.id
    old = evaluate(
        s,
        gast.Name(
            id=name,
            ctx=gast.Load(),
            annotation=None,
            type_comment=None,
            lineno=node.target.lineno,
            col_offset=node.target.col_offset,
            end_lineno=node.target.end_lineno,
            end_col_offset=node.target.end_col_offset,
        ),
    )
    if isinstance(old, ListValue) and isinstance(node.op, gast.Add):
        old.items += calls.items_of(s, node, evaluate(s, node.value))
        return
    right = evaluate(s, node.value)
    if isinstance(old, Sym) and isinstance(old.kind, Array) and old.kind.rank:
        in_place(s, node, name, old, right)
        return
    s.frame.vars[name] = named(s, name, binary(s, node, old, type(node.op), right))


def in_place(s: State, node: gast.AugAssign, name: str, old: Sym, right: Value) -> None:
    """`y += e` for an array: a new value where nothing else sees the memory, else a store into it."""
    assert isinstance(old.node, gast.Name) and isinstance(old.kind, Array)
    new = binary(s, node, old, type(node.op), right)
    assert isinstance(new, Sym)
    if len(dims_of(new.kind)) > old.kind.rank or (old.kind.dtype != new.kind.dtype and old.kind.dtype[0] in "ib"):
        s.refuse(node, f"{old.kind} cannot hold the result in place", "assign to a new name")
    if owned(s, name, old):
        s.frame.vars[name] = s.assign(name, Sym(new.node, old.kind))
        return
    text, _ = BINARY[type(node.op)]
    subscripts.store_into(
        s,
        node,
        old,
        [(gast.Slice(lower=None, upper=None, step=None), ("slice", None, None, 1))],
        to_number(s, node, right),
        text,
    )


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
    frame: Any = s.frame
    while frame is not None:
        for value in frame.vars.values():
            count += sum(
                isinstance(v, Sym) and isinstance(v.node, gast.Name) and v.node.id in family for v in leaves(value)
            )
        frame = frame.parent
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


def _expression(s: State, node: gast.Expr) -> None:
    if isinstance(node.value, gast.Constant):
        return
    calls.statement(s, node)


def _return(s: State, node: gast.Return) -> None:
    if s.frame.loops:
        s.refuse(
            node,
            "`return` inside of a loop is not supported yet",
            "keep the result in a variable and return it after the loop",
        )
    from srctrans.kinds.kind import Static

    value = Static(None) if node.value is None else evaluate(s, node.value)
    s.frame.vars[RETURN] = value
    s.frame.returned = True


def _function(s: State, node: gast.FunctionDef) -> None:
    s.frame.vars[node.name] = Closure(node, s.frame, s.frame.source)


def _pass(s: State, node: gast.AST) -> None:
    return


def _assert(s: State, node: gast.Assert) -> None:
    from srctrans.frontend.expressions import truth

    value = evaluate(s, node.test)
    if truth(s, value) is not True:
        s.emit(
            gast.Assert(
                test=to_number(s, node.test, value).node, msg=node.msg if isinstance(node.msg, gast.Constant) else None
            )
        )


def _delete(s: State, node: gast.Delete) -> None:
    for target in node.targets:
        if not isinstance(target, gast.Name):
            s.refuse(node, "`del` of an element is not supported yet", "build a new structure")
        s.frame.vars.pop(target.id, None)


def _raise(s: State, node: gast.Raise) -> None:
    s.refuse(
        node, "`raise` on a path that runs is not supported yet", "check the arguments before the function is called"
    )


def _nonlocal(s: State, node: gast.AST) -> None:
    s.refuse(node, "assignment to a variable of an enclosing function is not supported yet", "return the value")


_RULES: dict[type, Callable[[State, Any], None]] = {
    gast.Assign: _assign,
    gast.AnnAssign: _annotated,
    gast.AugAssign: _augmented,
    gast.Expr: _expression,
    gast.Return: _return,
    gast.FunctionDef: _function,
    gast.Pass: _pass,
    gast.Assert: _assert,
    gast.Delete: _delete,
    gast.Raise: _raise,
    gast.Nonlocal: _nonlocal,
    gast.Global: _nonlocal,
    gast.Import: _pass,
    gast.If: branches.statement,
    gast.For: loops.for_statement,
    gast.While: loops.while_statement,
}
__all__ = ["Scalar", "run"]
