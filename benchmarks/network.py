"""The network of one layer: array code in NumPy and under Numba, small and large."""

from importlib.util import find_spec

from . import handwritten, programs
from .rows import FUNCTION, Entry, Section

PROGRAM = "network"
SIZES = [(10, 784, 1), (10, 784, 100), (1000, 784, 1), (1000, 784, 100)]


def measure(quick: bool) -> Section:
    section = Section("network")
    for outputs, inputs, batch in [(3, 5, 1), (3, 5, 2)] if quick else SIZES:
        arguments = programs.network_inputs(outputs, inputs, batch)
        size = f"{outputs}x{inputs}, batch {batch}"
        _numpy(section, size, arguments, quick)
        # Bodies of whole-array code take Numba seconds to compile: too long for a look at whether all works.
        if not quick:
            _numba(section, size, arguments)
    return section


def _numpy(section: Section, size: str, arguments: tuple, quick: bool) -> None:
    entries: list[Entry] = [
        (FUNCTION, lambda: lambda: programs.network(*arguments)),
        ("grad", lambda: _ours("grad", arguments)),
        ("value_and_grad", lambda: _ours("value_and_grad", arguments)),
        ("grad, hand-written", lambda: lambda: handwritten.network_grad(*arguments)),
        ("value_and_grad, hand-written", lambda: lambda: handwritten.network_value_and_grad(*arguments)),
    ]
    if find_spec("autograd"):
        entries += [
            ("grad, autograd", lambda: _autograd("grad", arguments)),
            ("value_and_grad, autograd", lambda: _autograd("value_and_grad", arguments)),
        ]
    section.compare(PROGRAM, size, "NumPy", entries, rounds=2 if quick else 60, sample=0.002)


def _numba(section: Section, size: str, arguments: tuple) -> None:
    def compiled(f):
        fast = programs.compiled(f)
        return lambda: fast(*arguments)

    entries: list[Entry] = [
        (FUNCTION, lambda: compiled(programs.network)),
        ("grad", lambda: _ours("grad", arguments, jit=True)),
        ("value_and_grad", lambda: _ours("value_and_grad", arguments, jit=True)),
        ("grad, hand-written", lambda: compiled(handwritten.network_grad)),
        ("value_and_grad, hand-written", lambda: compiled(handwritten.network_value_and_grad)),
    ]
    section.compare(PROGRAM, size, "Numba", entries, rounds=40, sample=0.002)


def _ours(name, arguments, jit=None):
    import srctrans

    gradient = getattr(srctrans, name)(programs.network, argnums=(0, 1), jit=jit)
    return lambda: gradient(*arguments)


def _autograd(name, arguments):
    import autograd

    # For its grad the second argument says which to differentiate by, for tuples too.
    gradient = getattr(autograd, name)(programs.traced(programs.network), (0, 1))
    return lambda: gradient(*arguments)
