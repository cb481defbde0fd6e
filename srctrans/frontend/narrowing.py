"""A `try` whose body changes what is read after it, as small ones: around each statement that may raise, one.

    try:                                    failed = False
        for v in x:                         for v in x:
            total += v                          total += v
            root = math.sqrt(v)     ──▶         try: root = math.sqrt(v)
            total -= root                       except ValueError: failed = True
    except ValueError:                          if not failed: total -= root
        total = -total                          if failed: break
                                            if failed: total = -total

In: a `try`, and the names that the rest of the function reads. Out: statements that do the same, so that what ran
before an exception counts; or nothing, where the `try` may stay as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import gast

from srctrans.frontend.blocks import any_of, changed
from srctrans.syntax import build

# Marks a `with` in whose body nothing raises any more.
NARROWED = "narrowed"
# What an expression may be made of that surely does not raise.
_SURE = (gast.Name, gast.Constant, gast.Compare, gast.BoolOp, gast.UnaryOp, gast.operator, gast.unaryop, gast.cmpop,
         gast.boolop, gast.expr_context)  # fmt: skip


def may_raise(node: Any) -> bool:
    """Not an assignment of a literal or of a name."""
    simple = isinstance(node, (gast.Pass, gast.Break, gast.Continue)) or (
        isinstance(node, gast.Assign)
        and all(isinstance(t, gast.Name) for t in node.targets)
        and isinstance(node.value, (gast.Constant, gast.Name))
    )
    return not simple


def before_raising(block: list[Any]) -> Iterator[Any]:
    """The statements of a block that may have run when a later one raises."""
    last = max((i for i, st in enumerate(block) if may_raise(st)), default=-1)
    yield from block[: max(last, 0)]
    node = block[last] if last >= 0 else None
    if isinstance(node, (gast.For, gast.While)):
        yield node
    elif isinstance(node, gast.Try):
        careful = any(may_raise(st) for h in node.handlers for st in h.body)
        yield from node.body if careful else before_raising(node.body)
        yield from node.orelse + node.finalbody
    elif isinstance(node, (gast.If, gast.With)):
        for inner in (node.body, getattr(node, "orelse", [])):
            yield from before_raising(inner)


def narrowed(node: gast.Try, read: set[str], fresh: Callable[[str], str]) -> list[Any] | None:
    """The small ones; `read`: what is read elsewhere."""
    if not node.handlers or not _changes(node.body, read) or not all(map(_divisible, node.body)):
        return None
    flags = [fresh("failed") for _ in node.handlers]
    body = _Body(node.handlers, flags, fresh).block(node.body)
    chain = list(node.orelse)
    for flag, handler in reversed(list(zip(flags, node.handlers))):
        chain = [build.if_(build.name(flag), list(handler.body), chain)]
    made = [*[build.assign(f, build.constant(False)) for f in flags], *body, *chain]
    return made if not node.finalbody else [gast.Try(body=made, handlers=[], orelse=[], finalbody=node.finalbody)]


def _changes(body: list[Any], read: set[str]) -> bool:
    """Has a body changed what is read elsewhere when it raises?"""
    before = list(before_raising(body))
    inner = [n for st in before for n in gast.walk(st)]
    stores = any(isinstance(n, (gast.Subscript, gast.Attribute)) and isinstance(n.ctx, gast.Store) for n in inner)
    calls = any(isinstance(n, gast.Expr) and isinstance(n.value, gast.Call) for n in inner)
    managed = any(isinstance(n, gast.With) for st in body for n in gast.walk(st))
    return stores or calls or managed or bool(build.names_stored(before) & read)


def _divisible(node: Any) -> bool:
    """Can what a statement does be told apart, up to where it raises?"""
    if isinstance(node, (gast.Try, gast.Match, gast.FunctionDef, gast.ClassDef)):
        return False
    if isinstance(node, gast.For) and not _starts_surely(node.iter):
        return False
    if isinstance(node, gast.While) and node.orelse and not _sure(node.test):
        return False
    return all(map(_divisible, [*getattr(node, "body", []), *getattr(node, "orelse", [])]))


def _starts_surely(node: Any) -> bool:
    """Does a loop over it surely begin?"""
    if isinstance(node, gast.Call) and getattr(node.func, "id", "") in ("range", "enumerate", "zip", "len", "reversed"):
        return all(map(_starts_surely, node.args))
    return _sure(node)


def _sure(node: Any) -> bool:
    return all(isinstance(n, _SURE) for n in gast.walk(node))


class _Body:
    """The body of a `try` with a small one around each statement that may raise."""

    def __init__(self, handlers: list[Any], flags: list[str], fresh: Callable[[str], str]) -> None:
        self.handlers, self.flags, self.fresh = handlers, flags, fresh

    def block(self, block: list[Any]) -> list[Any]:
        """What follows a statement that may have raised runs only if it did not."""
        result: list[Any] = []
        for position, node in enumerate(block):
            result += self.statement(node)
            rest = block[position + 1 :]
            if rest and may_raise(node):
                return [*result, build.if_(build.unary("not ", self.failed()), self.block(rest), [])]
        return result

    def statement(self, node: Any) -> list[Any]:
        if isinstance(node, gast.If):
            return self._branch(node)
        if isinstance(node, (gast.For, gast.While)):
            return self._loop(node)
        if isinstance(node, gast.With):
            return [changed(node, body=self.block(node.body), type_comment=NARROWED)]
        if isinstance(node, gast.Return) and node.value is not None:
            before, value = self._named("result", node.value)
            return [*before, *self._unless_failed(before, changed(node, value=value))]
        return [self.tried(node)] if may_raise(node) else [node]

    def _branch(self, node: Any) -> list[Any]:
        before, test = self._named("test", node.test)
        made = changed(node, test=test, body=self.block(node.body), orelse=self.block(node.orelse))
        return [*before, *self._unless_failed(before, made)]

    def _loop(self, node: Any) -> list[Any]:
        body = list(node.body)
        if isinstance(node, gast.While) and not _sure(node.test):
            leave = gast.UnaryOp(op=gast.Not(), operand=node.test)
            body.insert(0, build.if_(leave, [build.break_()], []))
            node = changed(node, test=build.constant(True))
        # An iteration begins only where nothing has failed.
        begun = [build.assign(flag, build.constant(False)) for flag in self.flags]
        made = [*begun, *self.block(body), build.if_(self.failed(), [build.break_()], [])]
        return [changed(node, body=made, orelse=self.block(node.orelse))]

    def _named(self, hint: str, value: Any) -> tuple[list[Any], Any]:
        """A value that may raise under a name."""
        if _sure(value):
            return [], value
        name = self.fresh(hint)
        return [self.tried(gast.copy_location(build.assign(name, value), value))], build.name(name)

    def _unless_failed(self, before: list[Any], node: Any) -> list[Any]:
        return [build.if_(build.unary("not ", self.failed()), [node], [])] if before else [node]

    def tried(self, node: Any) -> Any:
        """A statement in a `try` whose handlers set their flags."""
        for flag, handler in zip(self.flags, self.handlers):
            caught = changed(handler, body=[build.assign(flag, build.constant(True))])
            node = gast.Try(body=[node], handlers=[caught], orelse=[], finalbody=[])
        return node

    def failed(self) -> Any:
        return any_of(self.flags)
