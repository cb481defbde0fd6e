"""Where each name gets its value: the statement of each block that defines it, itself or inside.

In: a block in core form. Out: for each block and name the positions of the
statements that define the name; which names are joins; the parents of blocks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from srctrans.syntax.core import assigned_name, at_end, blocks_of


@dataclass
class Definitions:
    """`inside[id(block)][name]`: positions in that block of statements that define `name`."""

    inside: dict[int, dict[str, list[int]]] = field(default_factory=dict)
    root: dict[str, list[int]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def defines(self, name: str) -> bool:
        return name in self.root

    def names(self) -> set[str]:
        """All names that the block defines."""
        return set(self.counts)

    def is_join(self, name: str) -> bool:
        return self.counts.get(name, 0) > 1


def find(block: list[Any]) -> Definitions:
    found = Definitions()
    found.root = _visit(block, found)
    return found


def _visit(block: list[Any], found: Definitions) -> dict[str, list[int]]:
    here: dict[str, list[int]] = {}
    for position, statement in enumerate(block):
        names: set[str] = set()
        name = assigned_name(statement)
        if name is not None:
            names.add(name)
            found.counts[name] = found.counts.get(name, 0) + 1
        if isinstance(statement, gast.For):
            names.add(statement.target.id)
        for inner in blocks_of(statement):
            names |= set(_visit(inner, found))
        for name in names:
            here.setdefault(name, []).append(position)
    found.inside[id(block)] = here
    return here


def carried(loop: Any, outside: set[str]) -> list[tuple[str, str]]:
    """The pairs (join name, value at the end of the body) of a loop, in order; only joins that exist before it."""
    pairs = []
    end = len(loop.body) - (at_end(loop.body) is not None)
    for statement in reversed(loop.body[:end]):
        name = assigned_name(statement)
        if name is None or name not in outside or not isinstance(statement.value, (gast.Name, gast.Constant)):
            break
        pairs.append((name, statement))
    return [(n, st.value) for n, st in reversed(pairs)]
