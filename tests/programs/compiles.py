"""Which programs Numba compiles: `python -m tests.programs.compiles` tries each, prints wrong `numba` flags.

A program counts as compiled if `njit` of it, with every Python function that it calls compiled as well, gives
the same value. Structures that only generated code takes apart (dicts, lists, dataclasses) do not compile.
"""

from __future__ import annotations

import sys
import types
import warnings
from typing import Any

import numpy as np

from tests.programs import PROGRAMS, Program


def compiled(function: Any, seen: dict[Any, Any]) -> Any:
    """`function` under njit, its global callees too."""
    import numba

    if function in seen:
        return seen[function]
    names = function.__globals__.copy()
    clone = types.FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    clone.__kwdefaults__ = function.__kwdefaults__
    seen[function] = numba.njit(clone)
    for name in _names(function.__code__):
        if isinstance(names.get(name), types.FunctionType):
            names[name] = compiled(names[name], seen)
    return seen[function]


def _names(code: types.CodeType) -> set[str]:
    """The global names that a function and those defined in it use."""
    inner = [_names(c) for c in code.co_consts if isinstance(c, types.CodeType)]
    return set(code.co_names).union(*inner)


def compiles(program: Program) -> bool:
    """Numba compiles the program and it gives the value that Python gives."""
    seen: dict[Any, Any] = {}
    args = list(program.arguments())
    for i, a in enumerate(args):
        if isinstance(a, types.FunctionType):
            args[i] = compiled(a, seen)
        elif i in program.positions and type(a) is int:
            args[i] = float(a)
    want = program.function(*program.arguments())
    try:
        got = compiled(program.function, seen)(*args)
    except Exception as error:  # whatever Numba raises: the answer is no
        reason = next((line for line in str(error).splitlines()[1:] if line.strip()), type(error).__name__)
        print(f"{program.name}: {reason.strip()[:150]}", file=sys.stderr)
        return False
    if not np.allclose(got, want, rtol=1e-5):
        print(f"{program.name}: {got} under Numba, {want} in Python", file=sys.stderr)
        return False
    return True


def main() -> int:
    warnings.simplefilter("ignore")
    wrong = 0
    for program in PROGRAMS.values():
        if program.name.startswith(tuple(sys.argv[1:]) or "") and compiles(program) is not program.numba:
            wrong += 1
            print(f"{program.name}: numba={not program.numba}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
