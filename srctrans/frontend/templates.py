"""Functions of Python's library that are loops, written out as Python.

In: the text of a function and the values of its arguments. Out: the value of a call.

    sum(x)     ──▶     total = 0; for v in x: total = total + v
"""

from __future__ import annotations

import builtins
import functools
from typing import Any

import gast

from srctrans.frontend import inline
from srctrans.frontend.state import State
from srctrans.frontend.values import Value
from srctrans.syntax import build
from srctrans.syntax.source import BUILTIN, Source


def run(s: State, node: gast.AST, text: str, args: list[Value]) -> Value:
    """The value of a call of the function that the text defines."""
    tree = _parsed(text)
    source = Source(tree=tree, filename=BUILTIN, lines=(), namespace=vars(builtins), closure={}, function=None)
    return inline.call(s, node, source, tree, None, args, {})


@functools.lru_cache(maxsize=64)
def _parsed(text: str) -> Any:
    return build.parse_statements(text)[0]
