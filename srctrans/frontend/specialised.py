"""What specialising a function leaves: core form and the facts beside it, and the functions that it calls.

In: nothing. Out: `Program`, and `Callee`, a program that core form calls by its name.

    y = fall(x, n - 1)          `fall` is the name of a callee, its operands are names and literals
    parts = split(x, n)         one with several results, which are read as parts[0], parts[1]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from srctrans.frontend.values import Value
from srctrans.kinds.kind import Kind
from srctrans.kinds.of_node import NodeKinds


@dataclass
class Program:
    """A function in core form with the facts beside it."""

    name: str
    parameters: list[str]
    arguments: dict[str, Value]
    prologue: list[Any]
    body: list[Any]
    result: Value
    kinds: dict[str, Kind]
    views: dict[str, str]
    copied: list[str]
    constants: dict[str, Any]
    globals_read: list[tuple[dict[str, Any], str, Any]]
    origins: list[str]
    taken: set[str] = field(default_factory=set)
    node_kinds: NodeKinds = field(default_factory=NodeKinds)
    stored: set[str] = field(default_factory=set)
    callees: dict[str, "Callee"] = field(default_factory=dict)
    errstate: dict[str, str] = field(default_factory=dict)
    # The parameters of whose lists, dicts and objects the function changes one.
    changed: list[str] = field(default_factory=list)
    # Reshaped views of arrays that are written; the arguments that have to be contiguous so that they are views.
    reshaped: set[str] = field(default_factory=set)
    contiguous: list[str] = field(default_factory=list)


# Where a value is found among the arguments of a function and the variables that it sees.
Path = tuple[Any, ...]


@dataclass(eq=False)
class Callee:
    """A function that calls itself, for one set of kinds: called by its name in core form.

    `parameters`: the name of each value that is handed over, by where it is found, the variables of enclosing
    functions included. `result`: what is returned, in names of the callee; None while no path has told it.
    `shared`: the parameters whose memory a result may be. `written`: where the arrays are found that it writes into;
    it works on copies, which are results after what the user returns.
    """

    name: str
    parameters: dict[Path, str] = field(default_factory=dict)
    result: Value | None = None
    shared: dict[int, set[str]] = field(default_factory=dict)
    written: list[Path] = field(default_factory=list)
    program: Program | None = None


@dataclass(eq=False)
class Session:
    """What the functions of one derivation have in common, and what its attempts have shown.

    `recursive`: keys of calls that are made again while they are under way. `general`: functions whose integers
    are known only at run time, `fixed`: functions whose integers have to be known. `floats_raise`: a `try` may
    catch what Python's floats raise and NumPy's do not, so that `float` makes a difference.
    """

    recursive: list[Any] = field(default_factory=list)
    general: set[Any] = field(default_factory=set)
    fixed: set[Any] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    callees: dict[Any, Callee] = field(default_factory=dict)
    constants: dict[str, Any] = field(default_factory=dict)
    floats_raise: bool = False
    # Branches into whose arms what follows them is written, by their places.
    parted: list[tuple[str, int, int]] = field(default_factory=list)

    def again(self) -> None:
        """Begin another attempt."""
        self.callees, self.constants = {}, {}


class Restart(Exception):
    """An attempt has shown something that counts from the start: specialise again with that known."""
