"""Names: what each stands for, and which can be read and written at a place of a program.

In: a seed. Out: `State`, what the writer of a program knows where it stands; everything that is random comes from it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Shape = tuple[int, ...]

NAMES = {
    "number": ("s", "t", "p", "q", "r", "c"),
    "array": ("y", "z", "u", "v", "w"),
    "integer": ("i", "j", "k", "l"),
    "indices": ("at", "to"),
    "list": ("kept", "seen"),
    "dict": ("d", "e"),
    "tuple": ("pair", "both"),
}


@dataclass(frozen=True)
class Variable:
    """Something that can be read: `s`, `d['a']`.

    Integers, and the elements of arrays of indices, are between `low` and `high`. What is no name of its own, and
    what must not change (the counter of a `while`), is not bound anew; what shares memory with another is a view.
    """

    text: str
    kind: str
    shape: Shape = ()
    low: int = 0
    high: int = 0
    rebind: bool = True
    view: bool = False


@dataclass(frozen=True)
class Helper:
    """A function that can be called: its parameters, and what it gives ("number", "array", "pair", "nothing")."""

    name: str
    parameters: tuple[Variable, ...]
    result: str
    shape: Shape = ()


@dataclass
class State:
    """Where the writer of a program stands."""

    random: random.Random
    helpers: list[Helper] = field(default_factory=list)
    scopes: list[list[Variable]] = field(default_factory=lambda: [[]])
    # The kinds of the loops around this place.
    loops: list[str] = field(default_factory=list)
    # How many statements may still be written.
    budget: int = 10
    # What the function gives, and the shape of it.
    result: str = "number"
    shape: Shape = ()

    def chance(self, p: float) -> bool:
        return self.random.random() < p

    def pick(self, *weighted: tuple[float, Any]) -> Any:
        return self.random.choices([x for _, x in weighted], [weight for weight, _ in weighted])[0]

    def visible(self, kind: str) -> list[Variable]:
        """What can be read here, the latest first."""
        found: dict[str, Variable] = {}
        for scope in reversed(self.scopes):
            for variable in reversed(scope):
                found.setdefault(variable.text, variable)
        return [v for v in found.values() if v.kind == kind]

    def any(self, kind: str, suits: Callable[[Variable], bool] = lambda v: True) -> Variable | None:
        """One of the variables, rather one of the latest; None where there is none."""
        found = [v for v in self.visible(kind) if suits(v)]
        if not found:
            return None
        return found[min(int(self.random.expovariate(0.5)), len(found) - 1)]

    def bind(self, variable: Variable) -> str:
        """From here on the variable can be read."""
        self.scopes[-1].append(variable)
        return variable.text

    def fresh(self, kind: str) -> str:
        """A name that stands for nothing here; it may have stood for something in a block before."""
        taken = {v.text.split("[")[0] for scope in self.scopes for v in scope}
        return next(name for name in _numbered(NAMES[kind]) if name not in taken)

    def enter(self) -> None:
        self.scopes.append([])

    def leave(self) -> None:
        """The end of a block: its names are forgotten, most of them."""
        for variable in self.scopes.pop():
            if not variable.view and variable.kind != "tuple" and self.chance(0.1):
                self.scopes[-1].append(variable)


def _numbered(names: tuple[str, ...]) -> Iterator[str]:
    yield from names
    for number in range(2, 100):
        yield from (f"{name}{number}" for name in names)
