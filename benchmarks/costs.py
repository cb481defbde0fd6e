"""What srctrans itself costs: to import, to transform, to get a first result, and with each call."""

import subprocess
import sys
from statistics import median
from time import perf_counter

import numpy as np

from . import programs
from .rows import Section
from .timing import difference, rounds_of

IMPORT = """
import numpy
from time import perf_counter
start = perf_counter()
import srctrans
print(perf_counter() - start)
"""

FIRST_USE = """
import numpy
from time import perf_counter
start = perf_counter()
from srctrans import grad
print(perf_counter() - start)
"""

IMPORTED = "import sys, srctrans; print(int('numba' in sys.modules))"

FIRST_RESULT = """
from benchmarks import programs
from time import perf_counter
x = programs.positions({atoms})
start = perf_counter()
{statement}
print(perf_counter() - start)
"""


def measure(quick: bool) -> Section:
    section = Section("costs")
    fresh = 1 if quick else 9
    section.figure("import srctrans after numpy, ms", lambda: 1e3 * _in_new_processes(IMPORT, fresh))
    section.figure("from srctrans import grad after numpy, ms", lambda: 1e3 * _in_new_processes(FIRST_USE, fresh))
    section.figure("numba is imported with srctrans", lambda: _in_new_processes(IMPORTED, 1))
    _transform(section, 2 if quick else 25)
    _first_result(section, 1 if quick else 5, 100 if quick else 40_000)
    for runtime, jit in (("CPython", None), ("Numba", True)):
        section.figure(
            f"extra time per call, {runtime}, us",
            lambda jit=jit: 1e6 * _extra_per_call(jit, 2 if quick else 60),
        )
    return section


def square(x):
    return x[0] * x[0]


def _extra_per_call(jit: bool | None, rounds: int) -> float:
    """Seconds that a call of what `grad` returns takes more than a call of the generated function."""
    import srctrans

    gradient, x = srctrans.grad(square, jit=jit), np.array([3.0])
    generated = gradient.specialise(x)
    through, direct = rounds_of([lambda: gradient(x), lambda: generated(x)], rounds, sample=0.002)
    return difference(through, direct)


def _transform(section: Section, times: int) -> None:
    """From a function to its loaded gradient, nothing being remembered from before."""
    seconds: list[float] = []

    def transform() -> float:
        import srctrans

        srctrans.clear_caches()
        x = programs.positions(10)
        start = perf_counter()
        srctrans.grad(programs.chain).specialise(x)
        return perf_counter() - start

    def first() -> float:
        seconds.append(transform())
        return 1e3 * seconds[0]

    section.figure("transform the chain, first in the process, ms", first)
    section.figure("transform the chain, ms", lambda: 1e3 * median(transform() for _ in range(times)))


def _first_result(section: Section, times: int, atoms: int) -> None:
    """From `import srctrans` (NumPy is there) to the first value and gradient, in new processes."""
    statements = {
        "first result, function under Numba, s": "programs.compiled(programs.chain)(x)",
        "first result, CPython, s": "import srctrans; srctrans.value_and_grad(programs.chain)(x)",
        "first result, Numba, s": "import srctrans; srctrans.value_and_grad(programs.chain, jit=True)(x)",
    }
    for name, statement in statements.items():
        code = FIRST_RESULT.format(atoms=atoms, statement=statement)
        section.figure(name, lambda code=code: _in_new_processes(code, times))


def _in_new_processes(code: str, times: int) -> float:
    """The median of what `code` prints in new processes; one that is not counted fills the file caches."""

    def run() -> float:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError((done.stderr.strip().splitlines() or ["no message"])[-1])
        return float(done.stdout)

    run()
    return median(run() for _ in range(times))
