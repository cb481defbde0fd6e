"""The derivatives of functions that call themselves: which are wanted, and what they are called.

In: a callee and the parameters that are active where it is called. Out: the name of its derivative, which is made
once for all such calls; `Functions.wanted` is what is still to be made.

    adjoint of y = fall(x, n - 1), x active     ──▶     fall_vjp
"""

from __future__ import annotations

from dataclasses import dataclass, field

from srctrans.frontend.returns import syms
from srctrans.frontend.specialised import Callee
from srctrans.kinds.kind import Array, Kind, is_float
from srctrans.kinds.symbol import Sym


@dataclass(eq=False)
class Wanted:
    """A derivative of a callee with respect to some of its parameters.

    `bars`: the names of the adjoints that it is given, of results and of array parameters.
    """

    name: str
    callee: Callee
    mode: str
    active: tuple[str, ...]
    bars: dict[str, str] = field(default_factory=dict)

    def arrays(self) -> list[str]:
        """The active parameters whose adjoint is an array: it is added into."""
        return [p for p in self.active if isinstance(self._kind(p), Array)]

    def numbers(self) -> list[str]:
        """The active parameters whose adjoint is returned."""
        return [p for p in self.active if not isinstance(self._kind(p), Array)]

    def _kind(self, parameter: str) -> object:
        assert self.callee.program is not None
        return self.callee.program.kinds[parameter]


@dataclass(frozen=True)
class Keeping:
    """How calls of functions that call themselves are kept: the list, the place, what they give, who fills it."""

    name: str
    at: str
    results: tuple[Kind, ...]
    functions: dict[str, str]


@dataclass(eq=False)
class Functions:
    """The functions of a module beside the derivative itself."""

    callees: dict[str, Callee] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    wanted: list[Wanted] = field(default_factory=list)
    keeping: Keeping | None = None
    _known: dict[tuple[str, str, tuple[str, ...]], Wanted] = field(default_factory=dict)

    def derivative(self, callee: Callee, mode: str, active: tuple[str, ...]) -> Wanted:
        """The derivative of a callee, to be made if it is not yet."""
        key = callee.name, mode, active
        if key not in self._known:
            found = Wanted(self.fresh(f"{callee.name.rstrip('_')}_{mode}"), callee, mode, active)
            self._known[key] = found
            self.wanted.append(found)
        return self._known[key]

    def names(self) -> set[str]:
        """The names of all functions that may be called."""
        kept = set(self.keeping.functions.values()) if self.keeping else set()
        return {w.name for w in self.wanted} | set(self.callees) | kept

    def fresh(self, hint: str) -> str:
        name, count = hint, 1
        while name in self.taken:
            count += 1
            name = f"{hint}_{count}"
        self.taken.add(name)
        return name


def results_of(callee: Callee) -> list[Sym]:
    """The run-time values that a callee returns."""
    assert callee.result is not None
    return syms(callee.result)


def differentiable(callee: Callee) -> list[int]:
    """The positions of the results that carry derivatives."""
    return [i for i, v in enumerate(results_of(callee)) if is_float(v.kind)]
