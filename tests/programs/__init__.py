"""The corpus: programs as scientists write them, in files by what they show. `PROGRAMS` has all, by name."""

from . import (  # noqa: F401
    aliasing,
    arguments,
    branches,
    buffers,
    calls,
    dynamics,
    elementwise,
    energies,
    index_arrays,
    indexing,
    kinks,
    learning,
    loops,
    machines,
    mutation,
    objects,
    operators,
    optional_values,
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
    writing_calls,
)
from .registry import PROGRAMS, Program

__all__ = ["PROGRAMS", "Program"]
