"""Generated text to functions that debuggers, tracebacks and `inspect` can show.

In: the text of a module, the name of a function in it, the globals that it runs in. Out: that function. The
text is entered into `linecache` under a name made of the label, so it needs no file; the same label and text
give the same name, and another text under that label gets the next number.

>>> import inspect
>>> twice = load("def twice(x):\\n    return 2.0 * x\\n", "twice", {}, "twice")
>>> twice(4.0), twice.__code__.co_filename, inspect.getsource(twice)
(8.0, '<srctrans twice>', 'def twice(x):\\n    return 2.0 * x\\n')
"""
from __future__ import annotations

import linecache
from itertools import count
from typing import Any


def load(text: str, name: str, namespace: dict[str, Any], label: str) -> Any:
    """Run a module's text in a namespace and take a function out of it.

    Args:
        text: the module.
        name: the function that is wanted.
        namespace: its globals, which the text adds to.
        label: what the file is called: `<srctrans label>`, with -2, -3 ... for further texts.
    """
    code = compile(text, _enter(text, label), "exec", dont_inherit=True)
    exec(code, namespace)
    return namespace[name]


def _enter(text: str, label: str) -> str:
    """The name under which the text can be found."""
    lines = text.splitlines(keepends=True)
    for number in count(1):
        filename = f"<srctrans {label}>" if number == 1 else f"<srctrans {label}-{number}>"
        # Without a time, so that `linecache.checkcache` does not look for a file and drop the text.
        entry = linecache.cache.setdefault(filename, (len(text), None, lines, filename))
        if entry[2:3] == (lines,):
            break
    return filename
