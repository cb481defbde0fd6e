"""Kinds of expressions, noted beside the tree: the node is kept with its fact, so that no other takes its place.

>>> import gast
>>> known = NodeKinds()
>>> node = gast.Constant(value=1.0, kind=None)
>>> known.note(node, "float64")
>>> known.get(node), known.get(gast.Constant(value=1.0, kind=None))
('float64', None)
"""

from __future__ import annotations

from typing import Any

from srctrans.kinds.kind import Kind


class NodeKinds:
    """What is known of the kinds of nodes, by identity."""

    def __init__(self) -> None:
        # An identity is that of another node as soon as the first is gone.
        self._found: dict[int, tuple[Any, Kind]] = {}

    def note(self, node: Any, kind: Kind) -> None:
        self._found[id(node)] = (node, kind)

    def get(self, node: Any) -> Kind | None:
        found = self._found.get(id(node))
        return None if found is None else found[1]
