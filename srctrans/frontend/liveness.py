"""Which variables of the user's function live where: read before written, used after a loop.

In: a block of Python. Out: sets of names. Conservative: a name may be live
that is not, never the other way round.

    t = x[0]; s += t, with s used after it     ──▶     x and s are live before it, t is not
"""

from __future__ import annotations

from typing import Any

import gast

_SCOPES = (gast.FunctionDef, gast.Lambda)


def assigned(block: list[gast.AST]) -> set[str]:
    """The names that a block may bind."""
    found: set[str] = set()
    for node in _walk(block):
        if isinstance(node, gast.Name) and isinstance(node.ctx, gast.Store):
            found.add(node.id)
        elif isinstance(node, gast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Name):
            found.add(node.target.id)
    return found


def declared_nonlocal(block: list[gast.AST]) -> frozenset[str]:
    """The names that a block declares to belong to an enclosing function."""
    return frozenset(n for node in _walk(block) if isinstance(node, gast.Nonlocal) for n in node.names)


def assigned_anew(block: list[gast.AST]) -> set[str]:
    """The names that a block may bind otherwise than by an augmented assignment."""
    augmented = [id(n.target) for n in _walk(block) if isinstance(n, gast.AugAssign)]
    found = {n.name for n in _walk(block) if isinstance(n, gast.FunctionDef)}
    for node in _walk(block):
        if isinstance(node, gast.Name) and isinstance(node.ctx, gast.Store) and id(node) not in augmented:
            found.add(node.id)
    return found


def _walk(block: list[gast.AST]) -> Any:
    stack = list(block)
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, _SCOPES):
            stack.extend(gast.iter_child_nodes(node))


def reads(node: Any) -> set[str]:
    """The names that an expression may read, those of functions defined inside included."""
    found = {n.id for n in gast.walk(node) if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Load)}
    return found


def live_in(body: list[gast.AST], tests: list[gast.AST], after: set[str]) -> set[str]:
    """The names that an iteration may read, or leave as they are for what follows, before it writes them."""
    live = before(body, after, after)
    for test in tests:
        live |= reads(test)
    return live


def before(block: list[gast.AST], after: set[str], out: set[str]) -> set[str]:
    """The names live before a block, given those live after it, and after the loop around it."""
    live = set(after)
    for statement in reversed(block):
        live = _transfer(statement, live, out)
    return live


def _transfer(node: Any, live: set[str], out: set[str]) -> set[str]:
    if isinstance(node, gast.Break):
        return set(out)
    if isinstance(node, gast.Assign):
        stores: set[str] = set()
        for target in node.targets:
            stores |= _kills(target)
        return (live - stores) | reads(node.value) | set().union(*[_target_reads(t) for t in node.targets])
    if isinstance(node, gast.AugAssign):
        return live | _all_names(node)
    if isinstance(node, gast.If):
        return before(node.body, live, out) | before(node.orelse, live, out) | reads(node.test)
    if isinstance(node, gast.For):
        inner = before(node.body, live, live)
        inner = before(node.body, live | inner, live) - _kills(node.target)
        return inner | (set() if surely_runs(node) else live) | reads(node.iter)
    if isinstance(node, gast.While):
        inner = before(node.body, live | reads(node.test), live)
        return live | before(node.body, live | inner | reads(node.test), live) | reads(node.test)
    if isinstance(node, gast.FunctionDef):
        return (live - {node.name}) | _all_names(node)
    return live | _all_names(node)


def surely_runs(loop: Any) -> bool:
    """Is it a loop over a range that is known not to be empty, without a way out of its first iteration?"""
    if any(isinstance(n, (gast.Break, gast.Continue, gast.Return)) for n in _walk(loop.body)):
        return False
    args = getattr(loop.iter, "args", [])
    if getattr(getattr(loop.iter, "func", None), "id", "") != "range" or len(args) > 2:
        return False
    numbers = [a.value for a in args if isinstance(a, gast.Constant) and isinstance(a.value, int)]
    return len(numbers) == len(args) and len(range(*numbers)) > 0


def _kills(target: Any) -> set[str]:
    if isinstance(target, gast.Name):
        return {target.id}
    if isinstance(target, (gast.Tuple, gast.List)):
        return set().union(*[_kills(t) for t in target.elts]) if target.elts else set()
    return set()


def _target_reads(target: Any) -> set[str]:
    if isinstance(target, gast.Name):
        return set()
    if isinstance(target, (gast.Tuple, gast.List)):
        return set().union(*[_target_reads(t) for t in target.elts]) if target.elts else set()
    return _all_names(target)


def _all_names(node: Any) -> set[str]:
    return {n.id for n in gast.walk(node) if isinstance(n, gast.Name)}


def after_loops(block: list[gast.AST], after: set[str], out: set[str], found: dict[int, set[str]]) -> set[str]:
    """Note for each loop and branch of a function which names are live after it; gives those live before the block.

    `out`: the names live after the loop around the block.
    """
    live = set(after)
    for statement in reversed(block):
        if isinstance(statement, (gast.For, gast.While)):
            found[id(statement)] = set(live)
            around = _transfer(statement, live, out)
            after_loops(statement.body, around | live, live, found)
            live = around
        elif isinstance(statement, gast.If):
            found[id(statement)] = set(live)
            first = after_loops(statement.body, live, out, found)
            live = first | after_loops(statement.orelse, live, out, found) | reads(statement.test)
        elif isinstance(statement, (gast.With, gast.Try)):
            later = [*getattr(statement, "orelse", []), *getattr(statement, "finalbody", [])]
            found[id(statement)] = live | set().union(*map(_all_names, later))
            around = _transfer(statement, live, out)
            for inner in _parts(statement):
                after_loops(inner, around | live, out, found)
            live = around
        else:
            live = _transfer(statement, live, out)
    return live


def _parts(node: Any) -> list[list[Any]]:
    """The blocks of a `with` or a `try`; what is live after one of them may be read by the others."""
    parts = [node.body, getattr(node, "orelse", []), getattr(node, "finalbody", [])]
    return parts + [h.body for h in getattr(node, "handlers", [])]


def captured(block: list[gast.AST]) -> frozenset[str]:
    """The names that functions defined in the block read: live wherever one of those may be called."""
    found: set[str] = set()
    for node in _walk(block):
        if isinstance(node, _SCOPES):
            found |= _all_names(node)
    return frozenset(found)
