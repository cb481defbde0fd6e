"""Functions that give texts: str, repr, format and the methods of texts.

In: the evaluated arguments. Out: a text; any value where all arguments are known now.

    str(x)               ──▶     the same, a text
    ", ".join(names)     ──▶     "a, b"
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

import gast

from srctrans.frontend import library, resolve, sequences, texts
from srctrans.frontend.state import State
from srctrans.frontend.values import Record, TupleValue, Value
from srctrans.kinds.kind import TEXT
from srctrans.kinds.symbol import Sym
from srctrans.syntax import build

# Methods that give a text; others have to be of a text that is known now.
_GIVE_TEXT = frozenset((
    "capitalize", "casefold", "center", "expandtabs", "format", "join", "ljust", "lower", "lstrip", "removeprefix",
    "removesuffix", "replace", "rjust", "rstrip", "strip", "swapcase", "title", "upper", "zfill",
))  # fmt: skip


def _known(args: library.Arguments, kwargs: library.Keywords) -> tuple[list[Any], dict[str, Any]] | None:
    """The objects that all arguments are, where that is known now."""
    found = [texts.known(a) for a in args]
    named = {k: texts.known(v) for k, v in kwargs.items()}
    if None in found or None in named.values():
        return None
    return [f[0] for f in found if f], {k: f[0] for k, f in named.items() if f}


def _now(s: State, node: gast.AST, function: Callable[..., Any], given: tuple[list[Any], dict[str, Any]]) -> Value:
    try:
        found = function(*given[0], **given[1])
    except Exception as error:
        s.refuse(node, f"this text cannot be made: {error}", "check the call")
    return resolve.from_object(s, node, "text", found)


def _builtin(name: str) -> Callable[..., Value]:
    """`str(x)`, `repr(x)`, `format(x, spec)`."""

    def handler(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        if args and isinstance(args[0], Record):
            args = [texts.text_of_object(s, node, args[0], "__repr__" if name == "repr" else "__str__"), *args[1:]]
        given = _known(args, kwargs)
        if given is not None:
            return _now(s, node, getattr(builtins, name), given)
        nodes = [texts.shown_as(s, node, a) for a in args]
        return Sym(build.call(build.name(name), *nodes), TEXT)

    return handler


def _method(name: str) -> Callable[..., Value]:
    def handler(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        if name == "join":
            items = sequences.taken(s, node, args[1])
            if items is None:
                s.refuse(node, "the number of texts to join is known only at run time", "join them one by one with +")
            args = [args[0], TupleValue(items)]
        given = _known(args, kwargs)
        if given is not None:
            return _now(s, node, getattr(str, name), given)
        if name not in _GIVE_TEXT:
            s.refuse(node, f"{name} of a text that is made at run time", "look at the numbers instead")
        owner, *nodes = [texts.shown_as(s, node, a) for a in args]
        named = {k: texts.shown_as(s, node, v) for k, v in kwargs.items()}
        return Sym(build.call(build.attribute(owner, name), *nodes, **named), TEXT)

    return handler


FUNCTIONS: dict[Any, Callable[..., Value]] = {
    **{getattr(builtins, name): _builtin(name) for name in ("str", "repr", "format")},
    **{getattr(str, name): _method(name) for name in vars(str) if not name.startswith("_") and name != "maketrans"},
}
