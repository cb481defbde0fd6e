"""The state of a reverse sweep: the blocks that are being reversed, adjoints that wait, values at hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from srctrans.analysis.definitions import Definitions
from srctrans.kinds.kind import Kind
from srctrans.kinds.of_node import NodeKinds
from srctrans.kinds.symbol import Sym
from srctrans.transform.functions import Functions

# The number of no line: statements of the way back that reverse no one line of the user's.
NO_LINE = 1


@dataclass(eq=False)
class Open:
    """A block of the forward sweep that is being reversed, with what its reverse consists of so far."""

    statements: list[Any]
    parent: "Open | None" = None
    loop: Any = None
    body_of: Any = None
    at: int = 0
    out: list[Any] = field(default_factory=list)
    available: set[str] = field(default_factory=set)

    def position(self) -> list[tuple[int, int]]:
        """The path to the statement being reversed: (id of block, position) from the outermost."""
        outer = self.parent.position() if self.parent is not None else []
        return outer + [(id(self.statements), self.at)]

    def loops(self) -> list[Any]:
        """The loops around, outermost first."""
        outer = self.parent.loops() if self.parent is not None else []
        return outer + ([self.body_of] if self.body_of is not None else [])


@dataclass(eq=False)
class Sweep:
    """Everything that the functions of reverse mode share."""

    kinds: dict[str, Kind]
    views: dict[str, str]
    active: set[str]
    varied: set[str]
    stored: set[str]
    taken: set[str]
    node_kinds: NodeKinds
    definitions: Definitions
    root: Open
    here: Open
    pending: dict[str, list[Sym]] = field(default_factory=dict)
    bars: dict[str, str] = field(default_factory=dict)
    running: set[str] = field(default_factory=set)
    allocated: set[str] = field(default_factory=set)
    shadowed: set[str] = field(default_factory=set)
    # Arrays that are written and have reshaped views.
    reshaped: set[str] = field(default_factory=set)
    kept: dict[Any, Any] = field(default_factory=dict)
    saves: dict[tuple[int, int, str], list[Any]] = field(default_factory=dict)
    allocations: list[Any] = field(default_factory=list)
    # What blocks of unknown length keep, by the identity of their statements.
    rooms: dict[int, Any] = field(default_factory=dict)
    restores: list[Any] = field(default_factory=list)
    reads: list[Any] = field(default_factory=list)
    lists: dict[str, Kind] = field(default_factory=dict)
    trips: dict[int, str] = field(default_factory=dict)
    counters: dict[int, str] = field(default_factory=dict)
    least: dict[str, int] = field(default_factory=dict)
    loop_bodies: dict[int, Any] = field(default_factory=dict)
    homes: dict[str, frozenset[int]] = field(default_factory=dict)
    # What a name is defined as that has one value and is not written into.
    definition: Callable[[str], Any] = lambda name: None
    results: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)
    lineno: int = 0
    lines: dict[str, set[int]] = field(default_factory=dict)
    options: dict[str, bool] = field(default_factory=dict)
    functions: Functions = field(default_factory=Functions)
    # The names of the parts of each result that is read part by part.
    parts: dict[str, dict[int, str]] = field(default_factory=dict)

    def fresh(self, hint: str) -> str:
        name, count = hint, 1
        while name in self.taken:
            count += 1
            name = f"{hint}_{count}"
        self.taken.add(name)
        return name

    def bar(self, name: str) -> str:
        """The name of the adjoint of a name."""
        if name not in self.bars:
            self.bars[name] = self.fresh(f"{name}_bar")
            self.kinds[self.bars[name]] = self.kinds[name]
        return self.bars[name]

    def base(self, name: str) -> str:
        return self.views.get(name, name)

    def place(self, statement: Any) -> Any:
        """Mark a statement as the adjoint of the user's line that is being reversed."""
        statement.lineno = -abs(self.lineno)
        return statement
