"""Functions of a library that have a rule, as Python functions that can be differentiated: `grad(np.sum)`."""

from __future__ import annotations

import builtins
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from srctrans.frontend.classes import is_object
from srctrans.kinds.symbol import dotted_name
from srctrans.rules import has_rule
from srctrans.syntax.adapters import with_parameters
from srctrans.syntax.load import load


def as_python(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function itself, or a small function that calls it where it is a library's with a rule.

    A method of an object stays one; an object that can be called is its `__call__`.
    """
    if is_object(function):
        function = type(function).__call__.__get__(function)
    if inspect.ismethod(function):
        return function
    function = with_parameters(function)
    if hasattr(function, "__code__") and not (function.__module__ or "").startswith(("numpy", "scipy")):
        return function
    try:
        known = has_rule(function)
    except TypeError:
        known = False
    if not known:
        return function
    # A function with the name of a builtin would call itself.
    name = f"{function.__name__}_" if hasattr(builtins, function.__name__) else function.__name__
    names = _parameters(function)
    given = ", ".join(names)
    text = f"import math\nimport numpy as np\n\n\ndef {name}({given}):\n    return {dotted_name(function)}({given})\n"
    return load(text, name, {}, f"library {name}")


def _parameters(function: Any) -> list[str]:
    """The positional parameters without a default."""
    if isinstance(function, np.ufunc):
        return ["x", "y", "z"][: function.nin]
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return ["x"]
    return [
        p.name for p in parameters if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ] or ["x"]
