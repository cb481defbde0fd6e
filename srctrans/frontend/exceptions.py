"""Exceptions: `raise`, and `try` as a branch on whether its body raised.

    try:                              failed = attempt(ValueError)
        y = math.sqrt(x)              if not failed:
    except ValueError:        ──▶         y_2 = math.sqrt(x)
        y = 0.0                           y = y_2
                                      else:
                                          y = 0.0

`failed = attempt(...)` stands for what is known only when the branch after it has run: at the end of the way
that branch becomes a `try` again (see `spell`). What the body did before it raised is forgotten, so it must not
have changed what the handlers or the rest of the function read.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from typing import Any

import gast

from srctrans.frontend import branches, liveness, texts
from srctrans.frontend.state import Ended, Refusal, State
from srctrans.frontend.values import TupleValue, Value
from srctrans.kinds.kind import Scalar, Static
from srctrans.kinds.symbol import Sym
from srctrans.syntax import build
from srctrans.syntax.attempt import ATTEMPT
from srctrans.syntax.core import statements_of, stored_array


def raise_statement(s: State, node: gast.Raise) -> None:
    """`raise E(message)`: nothing follows it."""
    exc = node.exc
    if exc is None:
        s.refuse(node, "an exception is raised again after something else", "let the handler only raise")
    call = exc if isinstance(exc, gast.Call) else None
    cls = _class_of(s, node, s.evaluate(call.func if call is not None else exc))
    made: Any = build.name(_name_of(s, cls))
    if call is not None:
        made = build.call(made, *[m for m in (message(s, a) for a in call.args) if m is not None])
    s.emit(gast.Raise(exc=made, cause=None))
    raise Ended


def _class_of(s: State, node: Any, value: Value) -> type:
    if isinstance(value, Static) and isinstance(value.value, type) and issubclass(value.value, BaseException):
        return value.value
    s.refuse(node, "this is not a class of exceptions that is known now", "name the class: raise ValueError(...)")


def _name_of(s: State, cls: type) -> str:
    """The name of a class of exceptions in the generated module."""
    if getattr(builtins, cls.__name__, None) is cls:
        return cls.__name__
    for name, known in s.constants.items():
        if known is cls:
            return name
    name = s.fresh(cls.__name__)
    s.constants[name] = cls
    return name


def message(s: State, node: Any) -> Any | None:
    """What an exception says, if it can be written as one expression; else it is left out."""
    try:
        with s.block() as before:
            shown = texts.shown_as(s, node, s.evaluate(node))
    except Refusal:
        return None
    return None if before else shown


def try_statement(s: State, node: gast.Try) -> None:
    """`try`, with handlers or without: what can be seen of an exception that leaves the function is that it does."""
    handler = node.handlers[0] if node.handlers else None
    if handler is None or len(handler.body) == 1 and _raises_again(handler.body[0]):
        s.run(node.body + node.orelse)
    else:
        sure, risky = _parts(node.body)
        s.run(sure)
        failed = _attempted(s, node, risky, handler)
        if node.orelse:
            _unless(s, node, failed, node.orelse)
    s.run(node.finalbody)


def _raises_again(node: Any) -> bool:
    return isinstance(node, gast.Raise) and node.exc is None


def _unless(s: State, node: Any, failed: Sym, block: list[Any]) -> None:
    test = Sym(build.unary("not ", failed.node), Scalar("bool"))
    branches.split(s, gast.Pass(), test, lambda: s.run(block), lambda: None)


def _parts(body: list[Any]) -> tuple[list[Any], list[Any]]:
    """The statements at the beginning of a body that cannot raise, and the rest."""
    count = next((i for i, st in enumerate(body) if _may_raise(st)), len(body))
    return body[:count], body[count:]


def _may_raise(node: Any) -> bool:
    """Not an assignment of a literal or of a name."""
    simple = isinstance(node, gast.Pass) or (
        isinstance(node, gast.Assign)
        and all(isinstance(t, gast.Name) for t in node.targets)
        and isinstance(node.value, (gast.Constant, gast.Name))
    )
    return not simple


def _attempted(s: State, node: gast.Try, body: list[Any], handler: Any) -> Sym:
    """The branch on whether the body raises; the flag of it."""
    _check_forgotten(s, node, body, handler)
    classes = _classes(s, handler)
    failed = Sym.name(s.fresh("failed"), Scalar("bool"))
    s.kinds[failed.node.id] = failed.kind
    s.emit(build.assign(failed.node.id, build.call(ATTEMPT, *[build.name(_name_of(s, c)) for c in classes])))

    def attempt() -> None:
        s.attempts += 1
        s.run(body)
        s.attempts -= 1
        stores = [i for i, st in enumerate(s.out) if any(stored_array(x) is not None for x in statements_of([st]))]
        if stores and (stores[0] != len(s.out) - 1 or stored_array(s.out[-1]) is None):
            s.refuse(node, "a `try` writes into an array before something that may raise", "compute first, then write")

    branches.split(
        s, node, Sym(build.unary("not ", failed.node), Scalar("bool")), attempt, lambda: _handle(s, handler)
    )
    return failed


def _handle(s: State, handler: Any) -> None:
    if handler.name is not None:
        s.frame.vars[handler.name.id] = Static(Caught())
    s.run(handler.body)


class Caught:
    """An exception that was caught: nothing of it is known."""


def _classes(s: State, handler: Any) -> list[type]:
    if handler.type is None:
        return [Exception]
    value = s.evaluate(handler.type)
    items = value.items if isinstance(value, TupleValue) else [value]
    return [_class_of(s, handler, v) for v in items]


def _check_forgotten(s: State, node: gast.Try, body: list[Any], handler: Any) -> None:
    """Refuse a body that changes what is read later, and may raise after that."""
    after = s.frame.live_after.get(id(node), set(s.frame.vars)) | s.frame.captured
    live = liveness.before(handler.body, after, after)
    before = list(_before_raising(body))
    changed = sorted(liveness.assigned(before) & live)
    if changed:
        reason = f"{changed[0]} is assigned in a `try` before something that may raise, and read after that"
        s.refuse(node, reason, "assign it in the last statement of the `try`, or under another name")
    for st in before:
        for inner in gast.walk(st):
            if isinstance(inner, (gast.Subscript, gast.Attribute)) and isinstance(inner.ctx, gast.Store):
                s.refuse(inner, "a `try` writes into memory before something that may raise", "write after the `try`")


def _before_raising(block: list[Any]) -> Iterator[Any]:
    """The statements of a block that may have run when a later one raises."""
    last = max((i for i, st in enumerate(block) if _may_raise(st)), default=-1)
    yield from block[: max(last, 0)]
    node = block[last] if last >= 0 else None
    if isinstance(node, (gast.For, gast.While)):
        yield node
    elif isinstance(node, gast.Try):
        careful = any(_may_raise(st) for h in node.handlers for st in h.body)
        yield from node.body if careful else _before_raising(node.body)
        yield from node.orelse + node.finalbody
    elif isinstance(node, (gast.If, gast.With)):
        for inner in (node.body, getattr(node, "orelse", [])):
            yield from _before_raising(inner)
