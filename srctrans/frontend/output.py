"""What a function tells the world while it runs: print, logging, warnings. It does so once, on the way forward.

In: the evaluated arguments. Out: None; the call is a statement of core form.

    print("step", k, s)            ──▶     the same
    logger.info("s = %g", s)       ──▶     the same, with `logger` a constant of the module
"""

from __future__ import annotations

import logging
import warnings
from typing import Any

import gast

from srctrans.frontend import library, texts
from srctrans.frontend.state import State
from srctrans.frontend.values import Value
from srctrans.kinds.kind import Static
from srctrans.syntax import build
from srctrans.syntax.core import TELLING

_LOGGERS = (logging.Logger, logging.LoggerAdapter)


def tells(target: Any) -> bool:
    """Is it a function whose call is only seen from outside?"""
    if target is print or target is warnings.warn:
        return True
    logs = isinstance(getattr(target, "__self__", None), _LOGGERS) or getattr(target, "__module__", "") == "logging"
    return logs and getattr(target, "__name__", "") in TELLING


def tell(s: State, node: gast.AST, target: Any, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """The call as a statement."""
    if s.outer is not None:
        # The way back calls such a function more than once.
        name = getattr(target, "__name__", "this function")
        s.refuse(node, f"{name} in a function that calls itself", "call it before the recursion, or after it")
    nodes = [_argument(s, node, a) for a in args]
    named = {k: _argument(s, node, v) for k, v in kwargs.items()}
    s.emit(build.expression(build.call(_function(s, target), *nodes, **named)))
    return Static(None)


def _argument(s: State, node: gast.AST, value: Value) -> Any:
    """What is shown; a stream or a class is a constant of the module."""
    if isinstance(value, Static) and not isinstance(value.value, (str, bytes, bool, type(None))):
        if isinstance(value.value, type) and issubclass(value.value, Warning):
            return build.name(value.value.__name__)
        return _constant(s, getattr(value.value, "name", "stream").strip("<>"), value.value)
    return texts.shown_as(s, node, value)


def _function(s: State, target: Any) -> Any:
    if target is print:
        return build.name("print")
    owner = warnings if target is warnings.warn else getattr(target, "__self__", logging)
    return build.attribute(_constant(s, getattr(owner, "__name__", "logger"), owner), target.__name__)


def _constant(s: State, hint: str, value: Any) -> Any:
    """The name of a constant of the module that is this object."""
    for name, known in s.constants.items():
        if known is value:
            return build.name(name)
    name = s.fresh(hint if hint.isidentifier() else "stream")
    s.constants[name] = value
    return build.name(name)


def _get_logger(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """`logging.getLogger(name)`: the logger is there before the function runs."""
    names = [texts.known(a) for a in [*args, *kwargs.values()]]
    if None in names:
        s.refuse(node, "the name of this logger is not known at transformation time", "get it outside of the function")
    return Static(logging.getLogger(*[n[0] for n in names if n]))


FUNCTIONS = {logging.getLogger: _get_logger}
