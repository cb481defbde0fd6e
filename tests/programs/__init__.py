"""The corpus: programs as scientists write them, in files by what they show. `PROGRAMS` has all, by name."""

from . import (  # noqa: F401
    arguments,
    branches,
    calls,
    dynamics,
    elementwise,
    energies,
    indexing,
    kinks,
    learning,
    loops,
    machines,
    objects,
    operators,
    products,
    records,
    reductions,
    scalars,
    shapes,
    solvers,
    state,
    state_in_loops,
    statistics,
    storage,
    traps,
    views,
    while_loops,
)
from .registry import PROGRAMS, Program

__all__ = ["PROGRAMS", "Program"]
