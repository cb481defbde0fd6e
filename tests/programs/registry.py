"""The corpus of programs: how one is declared.

In: a function as a scientist writes it, under `@program(...)`, which says what its arguments are.
Out: a `Program` in `PROGRAMS`, by name; the function itself is left as it was.

    @program(array(5), number(1.0, 2.0), 3, argnums=(0, 1))
    def f(x, a, n): ...

An argument is a maker (`number`, `array`, `drawn`), a container of makers, or a value passed as it is.
Arguments are made anew from a seeded generator each time that they are asked for.
"""

from __future__ import annotations

import copy
import dataclasses
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

ArgNums = int | str | tuple[int, ...] | tuple[str, ...]


@dataclass(frozen=True)
class Maker:
    """An argument that is drawn from a generator."""

    draw: Callable[[np.random.Generator], Any]


def drawn(draw: Callable[[np.random.Generator], Any]) -> Any:
    """What `draw` makes of the generator."""
    return Maker(draw)


def number(lo: float = 0.5, hi: float = 1.5) -> Any:
    """A Python float between lo and hi."""
    return Maker(lambda rng: float(rng.uniform(lo, hi)))


def array(*shape: int, lo: float = 0.5, hi: float = 1.5, dtype: Any = np.float64) -> Any:
    """An array of that shape with elements between lo and hi."""
    return Maker(lambda rng: np.asarray(rng.uniform(lo, hi, shape), dtype=dtype))


def signed(*shape: int, scale: float = 1.0) -> Any:
    """An array of that shape whose elements have either sign and are not near zero."""

    def draw(rng: np.random.Generator) -> Any:
        return np.asarray(rng.uniform(0.2, 1.2, shape) * rng.choice([-1.0, 1.0], shape)) * scale

    return Maker(draw)


def apart(n: int, lo: float = -1.0, hi: float = 1.0) -> Any:
    """A vector with n elements in random order that are well apart (no ties for max, min, sort)."""
    gap = (hi - lo) / n
    return Maker(lambda rng: rng.permutation(lo + gap * (np.arange(n) + rng.uniform(0.2, 0.8, n))))


@dataclass(frozen=True, eq=False)
class Program:
    """A function, its arguments, and what to hold its gradient against.

    numba: Numba can compile the function itself (found by trying: `python -m tests.programs.compiles`).
    exact: a function of the same arguments that gives the gradient, in the structure that `grad` returns.
    kink: differences mean nothing at this point; `exact` is the only judge.
    points: at how many drawn points it is checked.
    """

    name: str
    function: Callable[..., Any]
    recipe: tuple[Any, ...]
    argnums: ArgNums
    numba: bool
    exact: Callable[..., Any] | None
    kink: bool
    rtol: float
    points: int

    def arguments(self, point: int = 0) -> tuple[Any, ...]:
        """The arguments at one point: always the same values, always fresh objects."""
        rng = np.random.default_rng([zlib.crc32(self.name.encode()), point])
        return tuple(_make(part, rng) for part in self.recipe)

    @property
    def positions(self) -> tuple[int, ...]:
        """The positions of the differentiated arguments."""
        code = self.function.__code__
        chosen = self.argnums if isinstance(self.argnums, tuple) else (self.argnums,)
        return tuple(code.co_varnames.index(a) if isinstance(a, str) else a for a in chosen)

    @property
    def single(self) -> bool:
        """One argument is differentiated and its gradient comes without a tuple around it."""
        return not isinstance(self.argnums, tuple)


PROGRAMS: dict[str, Program] = {}


def program(
    *recipe: Any,
    argnums: ArgNums = 0,
    numba: bool = True,
    exact: Callable[..., Any] | None = None,
    kink: bool = False,
    rtol: float = 1e-6,
    points: int = 1,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Record the decorated function as a program of the corpus and return it unchanged."""

    def record(function: Callable[..., Any]) -> Callable[..., Any]:
        if function.__module__ == "__main__":
            return function
        name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        if name in PROGRAMS:
            raise ValueError(f"two programs are called {name}")
        if kink and exact is None:
            raise ValueError(f"{name} is at a kink: it needs its exact gradient")
        PROGRAMS[name] = Program(name, function, recipe, argnums, numba, exact, kink, rtol, points)
        return function

    return record


def _make(part: Any, rng: np.random.Generator) -> Any:
    """`part` with each maker in it replaced by what it draws."""
    if isinstance(part, Maker):
        return part.draw(rng)
    if isinstance(part, dict):
        return {key: _make(value, rng) for key, value in part.items()}
    if isinstance(part, tuple) and hasattr(part, "_fields"):
        return type(part)(*(_make(value, rng) for value in part))
    if isinstance(part, (list, tuple)):
        return type(part)(_make(value, rng) for value in part)
    if dataclasses.is_dataclass(part) and not isinstance(part, type):
        fields = {f.name: _make(getattr(part, f.name), rng) for f in dataclasses.fields(part)}
        return type(part)(**fields)
    return part if callable(part) else copy.deepcopy(part)
