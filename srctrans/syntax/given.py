"""Texts of code that is in no file: what was given to `exec`, what follows `python -c`.

In: a text, and the file name that it was compiled with. Out: the lines that code with that name may come from; which
of them a function was compiled from is found by its code (see `files`).

>>> text = "def cube(x): return x**3"
>>> namespace = {}
>>> exec(text, namespace)
>>> add_source(text)
>>> ("def cube(x): return x**3",) in lines_given("<string>")
True
"""

from __future__ import annotations

import sys

_GIVEN: dict[str, list[tuple[str, ...]]] = {}


def add_source(text: str, filename: str = "<string>") -> None:
    """Tell the text of code that was run by `exec` or `eval`, so that its functions can be differentiated.

    `filename`: what the text was compiled with: `compile(text, filename, "exec")`.
    """
    lines = tuple(text.splitlines())
    known = _GIVEN.setdefault(filename, [])
    if lines not in known:
        known.append(lines)


def lines_given(filename: str) -> list[tuple[str, ...]]:
    """The lines of each text that was given under a file name."""
    found = list(_GIVEN.get(filename, ()))
    arguments = sys.orig_argv
    if filename == "<string>" and "-c" in arguments[:-1]:
        found.append(tuple(arguments[arguments.index("-c") + 1].splitlines()))
    return found
