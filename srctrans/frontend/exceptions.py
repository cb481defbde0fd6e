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
from contextlib import contextmanager
from typing import Any

import gast

from srctrans.frontend import branches, joins, liveness, texts, trials
from srctrans.frontend.harmless import harmless, may_be
from srctrans.frontend.narrowing import before_raising, may_raise
from srctrans.frontend.specialised import Restart
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
    if node.finalbody:
        _finally(s, node)
        return
    handler = node.handlers[0] if node.handlers else None
    if handler is None or len(handler.body) == 1 and _raises_again(handler.body[0]):
        s.run(node.body + node.orelse)
    else:
        sure, risky = _parts(node.body)
        s.run(sure)
        failed = _attempted(s, node, risky, handler)
        if node.orelse and failed is not True:
            _unless(s, node, failed, node.orelse)


def _finally(s: State, node: gast.Try) -> None:
    """A `try` with `finally`: what that does counts where an exception that leaves it is caught further out."""
    inner = gast.copy_location(gast.Try(node.body, node.handlers, node.orelse, []), node)
    s.frame.live_after[id(inner)] = s.frame.live_after.get(id(node), set(s.frame.vars))
    s.frame.rewritten.append([inner])
    last: Any = None
    with s.block() as block:
        try:
            try_statement(s, inner)
        except Ended:
            last = block.pop()
    s.out += block
    if not all(harmless(s.kinds, st, s.caught) for st in block) and _seen_outside(s, node.finalbody):
        s.refuse(node, "a `finally` in a function that a `try` calls", "catch the exception in the function")
    s.run(node.finalbody)
    if last is not None:
        s.emit(last)
        raise Ended


def _seen_outside(s: State, block: list[Any]) -> bool:
    """May a block change more than the variables of its function?"""
    nodes = [n for st in block for n in gast.walk(st)]
    stores = (n for n in nodes if isinstance(getattr(n, "ctx", None), gast.Store))
    changed = any(not isinstance(n, gast.Name) or n.id in s.frame.nonlocals for n in stores)
    return changed or any(isinstance(n, gast.Call) for n in nodes)


def _raises_again(node: Any) -> bool:
    return isinstance(node, gast.Raise) and node.exc is None


def _unless(s: State, node: Any, failed: Sym | bool, block: list[Any]) -> None:
    if isinstance(failed, bool):
        s.run(block)
        return
    test = Sym(build.unary("not ", failed.node), Scalar("bool"))
    branches.split(s, gast.Pass(), test, lambda: s.run(block), lambda: None)


def _parts(body: list[Any]) -> tuple[list[Any], list[Any]]:
    """The statements at the beginning of a body that cannot raise, and the rest."""
    count = next((i for i, st in enumerate(body) if may_raise(st)), len(body))
    return body[:count], body[count:]


def _attempted(s: State, node: gast.Try, body: list[Any], handler: Any) -> Sym | bool:
    """The branch on whether the body raises, or what is known of that now; the flag of it."""
    classes = _classes(s, handler)
    foreseen = _foreseen(s, body, classes)
    if foreseen:
        _handle(s, handler)
    if foreseen is not None:
        return foreseen
    _check_forgotten(s, node, body, handler)
    failed = Sym.name(s.fresh("failed"), Scalar("bool"))
    s.kinds[failed.node.id] = failed.kind
    s.emit(build.assign(failed.node.id, build.call(ATTEMPT, *[build.name(_name_of(s, c)) for c in classes])))

    def attempt() -> None:
        try:
            with _catching(s, classes):
                s.run(body)
        finally:
            _check_memory(s, node)

    branches.split(
        s, node, Sym(build.unary("not ", failed.node), Scalar("bool")), attempt, lambda: _handle(s, handler)
    )
    return failed


@contextmanager
def _catching(s: State, classes: list[type]) -> Iterator[None]:
    """Within the body of a `try`."""
    outer, s.caught = s.caught, (*s.caught, *classes)
    before, s.half_done = s.half_done, []
    try:
        yield
    finally:
        s.caught, s.half_done = outer, s.half_done + before


def _check_memory(s: State, node: gast.Try) -> None:
    """Refuse what was half done when the body raised: arrays, objects and variables of other functions."""
    stores = [i for i, st in enumerate(s.out) if any(stored_array(x) is not None for x in statements_of([st]))]
    if stores and (stores[0] != len(s.out) - 1 or stored_array(s.out[-1]) is None):
        s.refuse(node, "a `try` writes into an array before something that may raise", "compute first, then write")
    for later in s.half_done:
        if later:
            s.refuse(node, "a `try` changes an object before something that may raise", "compute first, then change it")


def _foreseen(s: State, body: list[Any], classes: list[type]) -> bool | None:
    """Run a body of which it is known now whether it raises; None, and nothing has happened, where it is not."""
    before, marked = joins.snapshot(s), trials.mark(s)
    raised: type | None = None
    with s.block() as block:
        try:
            with _catching(s, classes):
                s.run(body)
        except Ended:
            raised = _raised(s, block.pop())
    caught = raised is not None and issubclass(raised, tuple(classes))
    if all(harmless(s.kinds, st, classes) for st in block) and (caught or raised is None):
        s.out += block
        return caught
    joins.restore(s, before)
    trials.reset(s, marked)
    return None


def _raised(s: State, node: Any) -> type:
    """What a `raise` of core form raises; any exception, if it is none."""
    called = getattr(node, "exc", None)
    name = getattr(getattr(called, "func", called), "id", "")
    found = s.constants.get(name, getattr(builtins, name, None))
    return found if isinstance(found, type) else BaseException


def _handle(s: State, handler: Any) -> None:
    if handler.name is not None:
        s.frame.vars[handler.name.id] = _CAUGHT
    s.run(handler.body)


class Caught:
    """An exception that was caught: nothing of it is known."""


_CAUGHT = Static(Caught())


def _classes(s: State, handler: Any) -> list[type]:
    if handler.type is None:
        _floats_raise(s)
        return [Exception]
    value = s.evaluate(handler.type)
    items = value.items if isinstance(value, TupleValue) else [value]
    found = [_class_of(s, handler, v) for v in items]
    if may_be(ArithmeticError, found):
        _floats_raise(s)
    return found


def _floats_raise(s: State) -> None:
    """Division by zero, say, raises for numbers of Python only: what `float` has made of an element matters."""
    if not s.session.floats_raise:
        s.session.floats_raise = True
        raise Restart


def _check_forgotten(s: State, node: gast.Try, body: list[Any], handler: Any) -> None:
    """Refuse a body that changes what is read later, and may raise after that."""
    after = s.frame.live_after.get(id(node), set(s.frame.vars)) | s.frame.captured
    live = liveness.before(handler.body, after, after)
    before = list(before_raising(body))
    changed = sorted(liveness.assigned(before) & live)
    if changed:
        reason = f"{changed[0]} is assigned in a `try` before something that may raise, and read after that"
        s.refuse(node, reason, "assign it in the last statement of the `try`, or under another name")
    for st in before:
        for inner in gast.walk(st):
            if isinstance(inner, (gast.Subscript, gast.Attribute)) and isinstance(inner.ctx, gast.Store):
                s.refuse(inner, "a `try` writes into memory before something that may raise", "write after the `try`")
