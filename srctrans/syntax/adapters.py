"""Callables whose text does not show their parameters, as functions that call them: what is differentiated instead.

In: a `functools.partial`, or a decorated function that takes `*args` and does something around what it wraps.
Out: a function with the parameters of a call. Any other callable is given back as it is.

    partial(f, 2.0), of f(a, x)     ──▶     def f(x): return f_(x)     where f_ is the partial
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from srctrans.syntax.load import load
from srctrans.syntax.source import read

_VARIABLE = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


def with_parameters(function: Callable[..., Any]) -> Callable[..., Any]:
    """The callable, or a function around it that has its parameters. Raises SourceError."""
    if not isinstance(function, functools.partial) and not _hides_parameters(function):
        return function
    signature = inspect.signature(function)
    name = _name(function)
    inner = f"{name}_"
    given = ", ".join(_argument(p) for p in signature.parameters.values())
    text = f"def {name}({_header(signature)}):\n    return {inner}({given})\n"
    made = load(text, name, {inner: function, "__name__": f"<parameters of {name}>"}, f"parameters of {name}")
    defaults = {n: p.default for n, p in signature.parameters.items() if p.default is not p.empty}
    keyword_only = {n: d for n, d in defaults.items() if signature.parameters[n].kind is inspect.Parameter.KEYWORD_ONLY}
    made.__defaults__ = tuple(d for n, d in defaults.items() if n not in keyword_only) or None
    made.__kwdefaults__ = keyword_only or None
    return made


def _hides_parameters(function: Any) -> bool:
    """Is it a wrapper with `*args` or `**kwargs` that stands for more than the function inside?"""
    if not isinstance(function, FunctionType) or not hasattr(function, "__wrapped__"):
        return False
    return bool(function.__code__.co_flags & _VARIABLE) and read(function).function is function


def _name(function: Any) -> str:
    inner = function
    while isinstance(inner, functools.partial):
        inner = inner.func
    name = getattr(inner, "__name__", "f")
    return name if name.isidentifier() else "f"


def _header(signature: inspect.Signature) -> str:
    """The parameters as text, each default as None for now."""
    parts: list[str] = []
    last: Any = None
    kinds = inspect.Parameter
    for parameter in signature.parameters.values():
        if last is kinds.POSITIONAL_ONLY and parameter.kind is not last:
            parts.append("/")
        if parameter.kind is kinds.KEYWORD_ONLY and last not in (kinds.KEYWORD_ONLY, kinds.VAR_POSITIONAL):
            parts.append("*")
        parts.append(_stars(parameter) + parameter.name + ("" if parameter.default is parameter.empty else "=None"))
        last = parameter.kind
    return ", ".join([*parts, "/"] if last is kinds.POSITIONAL_ONLY else parts)


def _argument(parameter: inspect.Parameter) -> str:
    """How the parameter is handed on."""
    if parameter.kind is parameter.KEYWORD_ONLY:
        return f"{parameter.name}={parameter.name}"
    return _stars(parameter) + parameter.name


def _stars(parameter: inspect.Parameter) -> str:
    if parameter.kind is parameter.VAR_POSITIONAL:
        return "*"
    return "**" if parameter.kind is parameter.VAR_KEYWORD else ""
