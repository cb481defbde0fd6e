"""The corpus: programs as scientists write them, in files by what they show. `PROGRAMS` has all, by name."""

from . import (  # noqa: F401
    aliasing,
    arguments,
    branches,
    buffers,
    callees,
    calls,
    dynamics,
    elementwise,
    energies,
    functions,
    index_arrays,
    indexing,
    kinks,
    learning,
    loops,
    mutation,
    products,
    recursion,
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
