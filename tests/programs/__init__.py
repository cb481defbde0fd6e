"""The corpus: programs as scientists write them, in files by what they show. `PROGRAMS` has all, by name."""

from . import (  # noqa: F401
    aliasing,
    arguments,
    branches,
    buffers,
    calls,
    control_flow,
    convergence,
    dynamics,
    early_exit,
    elementwise,
    energies,
    exceptions,
    index_arrays,
    indexing,
    kinks,
    learning,
    loops,
    mutation,
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
    writing_calls,
)
from .registry import PROGRAMS, Program

__all__ = ["PROGRAMS", "Program"]
