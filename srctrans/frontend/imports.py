"""Imports inside of a function: its names are bound to the modules and members, as Python does.

In: an import statement. Out: variables of the function; nothing is emitted.

    from math import sin     ──▶     sin is math.sin
"""

from __future__ import annotations

import importlib
from typing import Any

import gast

from srctrans.frontend import resolve
from srctrans.frontend.state import State, set_variable
from srctrans.kinds.kind import Static


def plain(s: State, node: gast.Import) -> None:
    """`import a.b` binds a, `import a.b as c` binds a.b."""
    for alias in node.names:
        module = _module(s, node, alias.name, 0)
        if alias.asname is None:
            module = _module(s, node, alias.name.split(".")[0], 0)
        set_variable(s, alias.asname or alias.name.split(".")[0], Static(module))


def members(s: State, node: gast.ImportFrom) -> None:
    """`from a import b as c`: a member or a submodule."""
    module = _module(s, node, node.module or "", node.level)
    for alias in node.names:
        if not hasattr(module, alias.name):
            found: Any = _module(s, node, f"{module.__name__}.{alias.name}", 0)
        else:
            found = getattr(module, alias.name)
        set_variable(s, alias.asname or alias.name, resolve.from_object(s, node, alias.asname or alias.name, found))


def _module(s: State, node: gast.AST, name: str, level: int) -> Any:
    package = s.frame.source.namespace.get("__package__") or ""
    try:
        return importlib.import_module("." * level + name, package if level else None)
    except ImportError as error:
        s.refuse(node, f"the import fails: {error}", "import it at the top of the file")
