"""The corpus: programs as scientists write them, in files by what they show. `PROGRAMS` has all, by name."""

from . import (  # noqa: F401
    arguments,
    branches,
    calls,
    dynamics,
    elementwise,
    energies,
    faults,
    indexing,
    iteration,
    kind_changes,
    kinks,
    learning,
    loops,
    people_data,
    people_simulation,
    products,
    reductions,
    scalars,
    shapes,
    solvers,
    statistics,
    storage,
    traps,
    views,
    while_loops,
)
from .registry import PROGRAMS, Program

__all__ = ["PROGRAMS", "Program"]
