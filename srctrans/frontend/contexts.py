"""`with`: context managers that change no number, and those of the user.

    with np.errstate(divide="ignore"):          y = np.log(x)
        y = np.log(x)                  ──▶      and the whole generated function under np.errstate

    with Timer() as t:                          t = Timer(); t.__enter__()
        y = x * x                      ──▶      y = x * x
                                                t.__exit__(None, None, None)

In: the statement. Out: its body is run; what the managers ask for is noted, or called.
"""

from __future__ import annotations

import contextlib
import warnings
from typing import Any

import gast
import numpy as np

from srctrans.frontend import classes
from srctrans.frontend.harmless import harmless
from srctrans.frontend.narrowing import NARROWED
from srctrans.frontend.state import State
from srctrans.frontend.values import Record, Value
from srctrans.kinds.kind import Static
from srctrans.syntax import build
from srctrans.syntax.source import read


def with_statement(s: State, node: gast.With) -> None:
    """The managers are entered from the first to the last and left the other way round."""
    item = node.items[0]
    body = node.body
    if len(node.items) > 1:
        rest = gast.With(items=node.items[1:], body=node.body, type_comment=node.type_comment)
        body = [gast.copy_location(rest, node)]
    call = item.context_expr if isinstance(item.context_expr, gast.Call) else None
    function = s.evaluate(call.func) if call is not None else None
    target = function.value if isinstance(function, Static) else None
    if call is not None and target is contextlib.suppress:
        _suppressed(s, node, call, body)
    elif call is not None and target is np.errstate:
        _errstate(s, node, call)
        s.run(body)
    elif call is not None and (target is contextlib.nullcontext or target is warnings.catch_warnings):
        if item.optional_vars is not None:
            s.bind(item.optional_vars, s.evaluate(call.args[0]) if call.args else Static(None))
        s.run(body)
    else:
        _managed(s, node, item, s.evaluate(item.context_expr), body)


def _suppressed(s: State, node: gast.With, call: Any, body: list[Any]) -> None:
    """`with suppress(E)` is a `try` whose handler does nothing."""
    if node.type_comment == NARROWED:
        s.refuse(node, "`suppress` inside of a `try`", "write it as a `try` of its own, in a function")
    handler = gast.ExceptHandler(type=build.tuple_(call.args), name=None, body=[build.pass_()])
    made = gast.Try(body=body, handlers=[handler], orelse=[], finalbody=[])
    s.frame.live_after[id(made)] = s.frame.live_after.get(id(node), set(s.frame.vars))
    s.frame.rewritten.append([made])
    s.run([gast.copy_location(made, node)])


def _errstate(s: State, node: gast.With, call: Any) -> None:
    for keyword in call.keywords:
        value = s.evaluate(keyword.value)
        if keyword.arg is None or not isinstance(value, Static) or value.value not in ("ignore", "warn"):
            s.refuse(node, "floating-point errors that raise or call", "use np.errstate with 'ignore' or 'warn'")
        s.errstate[keyword.arg] = value.value


def _managed(s: State, node: gast.With, item: Any, manager: Value, body: list[Any]) -> None:
    """A manager of the user's: an object with `__enter__` and `__exit__`."""
    if not isinstance(manager, Record):
        s.refuse(node, "this context manager is not supported", "do without `with`, or use an object of your own class")
    if _swallows(manager):
        reason = f"the `__exit__` of {manager.cls.__name__} may end an exception"
        s.refuse(node, reason, "let it return None, and catch the exception by `try`")
    slot = f"<with {s.tick()}>"
    s.frame.vars[slot] = manager

    def method(name: str, *args: Any) -> Any:
        return gast.copy_location(build.call(build.attribute(build.name(slot), name), *args), node)

    entered = s.evaluate(method("__enter__"))
    if item.optional_vars is not None:
        s.bind(item.optional_vars, entered)
    with s.block() as block:
        s.run(body)
    s.out += block
    if not all(harmless(s.kinds, st, s.caught) for st in block):
        s.refuse(node, "a `with` in a function that a `try` calls may raise", "catch the exception in the function")
    s.evaluate(method("__exit__", *[build.constant(None)] * 3))
    del s.frame.vars[slot]


def _swallows(manager: Record) -> bool:
    """May the `__exit__` of a manager return something true?"""
    function, _ = classes.member(manager.cls, "__exit__")
    returned = [n.value for n in gast.walk(read(function).tree) if isinstance(n, gast.Return) and n.value is not None]
    return not all(isinstance(value, gast.Constant) and not value.value for value in returned)
