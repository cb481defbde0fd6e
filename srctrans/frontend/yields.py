"""A generator and the loop that takes its items as one block: each `yield` gives way to the body of the loop.

    def squares(v):                      for i in range(len(v)):
        for i in range(len(v)):              q = v[i] * v[i]
            yield v[i] * v[i]      ──▶       if q > 2.0:
                                                 stop = True
    for q in squares(x):                         break
        if q > 2.0: break                    s += q
        s += q

In: the statements of the generator, the loop. Out: statements; nothing is evaluated.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import gast

from srctrans.frontend.liveness import assigned, declared_nonlocal
from srctrans.syntax import build

_FUNCTIONS = (gast.FunctionDef, gast.Lambda)
_LOOPS = (gast.For, gast.While)


class Unsupported(Exception):
    """A `yield` that is no statement of its own."""

    def __init__(self, node: Any) -> None:
        super().__init__()
        self.node = node


class _Leave(gast.Pass):
    """Where the whole generator is left: `break` of the loop, `return` of the generator."""


@dataclass
class Loop:
    """The loop around a generator: what it does with an item, the flags for leaving it, where it stands."""

    target: Any
    body: list[Any]
    stop: str
    broken: str
    node: Any
    inline: bool = False


def yields(tree: Any) -> bool:
    """Is this the definition of a generator?"""
    return any(isinstance(n, (gast.Yield, gast.YieldFrom)) for st in tree.body for n in _own(st))


def merged(body: list[Any], loop: Loop, names: dict[str, str]) -> list[Any]:
    """The statements of a generator, its variables renamed, with the body of the loop in them."""
    block = [_Renamed(names).visit(copy.deepcopy(st)) for st in body]
    for statement in block:
        for node in gast.walk(statement):
            if isinstance(node, (gast.stmt, gast.expr)):
                gast.copy_location(node, loop.node)
    block = _replaced(block, loop)
    lowered, leaves = _lowered(block, loop.stop, False)
    flags = [build.assign(loop.stop, build.constant(False))] if leaves else []
    if loop.node.orelse and _breaks(loop.body):
        flags.append(build.assign(loop.broken, build.constant(False)))
        lowered.append(build.if_(build.unary("not ", build.name(loop.broken)), loop.node.orelse))
    else:
        lowered += loop.node.orelse
    return [_located(st, loop.node) for st in [*flags, *lowered]]


def _located(statement: Any, where: Any) -> Any:
    """Nodes that were made here stand where the loop does."""
    for node in gast.walk(statement):
        if isinstance(node, (gast.stmt, gast.expr)) and getattr(node, "lineno", None) is None:
            gast.copy_location(node, where)
    return statement


class _Renamed(gast.NodeTransformer):
    """Variables under other names; those of functions inside are their own."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: Any) -> Any:
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_Nonlocal(self, node: Any) -> Any:
        node.names = [self.names.get(n, n) for n in node.names]
        return node

    def visit_FunctionDef(self, node: Any) -> Any:
        node.name = self.names.get(node.name, node.name)
        return self._inside(node, assigned(node.body) - declared_nonlocal(node.body))

    def visit_Lambda(self, node: Any) -> Any:
        return self._inside(node, set())

    def _inside(self, node: Any, own: set[str]) -> Any:
        arguments = node.args
        given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        own = own | {a.id for a in given if a is not None}
        inner = _Renamed({k: v for k, v in self.names.items() if k not in own})
        arguments.defaults = [self.visit(d) for d in arguments.defaults]
        arguments.kw_defaults = [d if d is None else self.visit(d) for d in arguments.kw_defaults]
        node.body = inner.visit(node.body) if isinstance(node, gast.Lambda) else [inner.visit(st) for st in node.body]
        return node


def _own(node: Any) -> Any:
    """The nodes of a statement but for functions inside of it."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        if not isinstance(current, _FUNCTIONS):
            stack.extend(gast.iter_child_nodes(current))


def _blocks(node: Any) -> list[str]:
    return [name for name in ("body", "orelse", "finalbody") if isinstance(getattr(node, name, None), list)]


def _replaced(block: list[Any], loop: Loop) -> list[Any]:
    """The block with the body of the loop for each `yield`."""
    result: list[Any] = []
    for statement in block:
        if isinstance(statement, _FUNCTIONS):
            result.append(statement)
        elif isinstance(statement, gast.Return):
            result.append(_Leave())
        elif isinstance(statement, gast.Expr) and isinstance(statement.value, gast.Yield):
            result += _item(statement.value.value or build.constant(None), loop)
        elif isinstance(statement, gast.Expr) and isinstance(statement.value, gast.YieldFrom):
            inner = build.store(f"{loop.stop}.item")
            result.append(build.for_(inner, statement.value.value, _item(build.name(inner.id), loop)))
        elif isinstance(statement, (gast.Nonlocal, gast.Global)):
            continue
        else:
            result.append(_inside(statement, loop))
    return result


def _inside(statement: Any, loop: Loop) -> Any:
    for name in _blocks(statement):
        setattr(statement, name, _replaced(getattr(statement, name), loop))
    for handler in getattr(statement, "handlers", []):
        handler.body = _replaced(handler.body, loop)
    for node in _own(statement):
        if isinstance(node, (gast.Yield, gast.YieldFrom)):
            raise Unsupported(loop.node)
    return statement


def _item(value: Any, loop: Loop) -> list[Any]:
    """One item: it is bound, then the body runs; a body that reads it once reads it directly."""
    if loop.inline:
        return [_Put(loop.target.id, value).visit(copy.deepcopy(loop.body[0]))]
    target = copy.deepcopy(loop.target)
    return [build.assign(target, value), *_left(copy.deepcopy(loop.body), loop)]


class _Put(gast.NodeTransformer):
    """An expression in the place of a name."""

    def __init__(self, name: str, value: Any) -> None:
        self.name, self.value = name, value

    def visit_Name(self, node: Any) -> Any:
        return self.value if node.id == self.name else node


def _left(block: list[Any], loop: Loop) -> list[Any]:
    """The body of the loop with its own `break` as a way out of the generator."""
    result: list[Any] = []
    for statement in block:
        if isinstance(statement, gast.Break):
            if loop.node.orelse:
                result.append(build.assign(loop.broken, build.constant(True)))
            result.append(_Leave())
            continue
        if not isinstance(statement, (*_FUNCTIONS, *_LOOPS)):
            for name in _blocks(statement):
                setattr(statement, name, _left(getattr(statement, name), loop))
            for handler in getattr(statement, "handlers", []):
                handler.body = _left(handler.body, loop)
        elif isinstance(statement, _LOOPS):
            statement.orelse = _left(statement.orelse, loop)
        result.append(statement)
    return result


def _breaks(block: list[Any]) -> bool:
    """Is there a `break` of the loop with this body?"""
    for statement in block:
        if isinstance(statement, gast.Break):
            return True
        if isinstance(statement, _FUNCTIONS):
            continue
        inner = ["orelse"] if isinstance(statement, _LOOPS) else _blocks(statement)
        if any(_breaks(getattr(statement, name)) for name in inner):
            return True
    return False


def _lowered(block: list[Any], stop: str, in_loop: bool) -> tuple[list[Any], bool]:
    """Leaving as a flag and `break`; outside of loops what follows depends on the flag."""
    result: list[Any] = []
    for position, statement in enumerate(block):
        if isinstance(statement, _Leave):
            result.append(build.assign(stop, build.constant(True)))
            return [*result, build.break_()] if in_loop else result, True
        loops = isinstance(statement, _LOOPS)
        leaves = False
        if not isinstance(statement, _FUNCTIONS):
            for name in _blocks(statement):
                inner, left = _lowered(getattr(statement, name), stop, in_loop or (loops and name == "body"))
                setattr(statement, name, inner)
                leaves |= left
        result.append(statement)
        if leaves and in_loop and loops:
            result.append(build.if_(build.name(stop), [build.break_()]))
        if leaves and not in_loop:
            rest, _ = _lowered(block[position + 1 :], stop, False)
            if rest:
                result.append(build.if_(build.unary("not ", build.name(stop)), rest))
            return result, True
        if leaves:
            rest, _ = _lowered(block[position + 1 :], stop, True)
            return [*result, *rest], True
    return result, False
