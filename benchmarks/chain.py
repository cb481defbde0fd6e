"""The pair-energy loop: in CPython and under Numba, on its vectorised form, and beside a tape."""

from importlib.util import find_spec

from . import handwritten, programs
from .rows import FUNCTION, Entry, Section

PROGRAM = "chain"
VECTORISED = "chain, vectorised"
# The size at which the loop is given to HIPS/autograd, whose time grows with its square.
TAPE_ATOMS = 2_000


def measure(quick: bool) -> Section:
    section = Section("chain")
    for atoms in (50, 100) if quick else (10_000, 20_000, 40_000):
        _loop(section, atoms, quick)
        _compiled_loop(section, atoms, quick)
        _vectorised(section, atoms, quick)
    _tape(section, 100 if quick else TAPE_ATOMS, quick)
    return section


def _size(atoms: int) -> str:
    return f"N = {atoms:,}"


def _loop(section: Section, atoms: int, quick: bool) -> None:
    x = programs.positions(atoms)
    entries: list[Entry] = [
        (FUNCTION, lambda: lambda: programs.chain(x)),
        ("grad", lambda: _ours("grad", x)),
        ("value_and_grad", lambda: _ours("value_and_grad", x)),
        ("grad, hand-written", lambda: lambda: handwritten.chain_grad(x)),
        ("value_and_grad, hand-written", lambda: lambda: handwritten.chain_value_and_grad(x)),
    ]
    section.compare(PROGRAM, _size(atoms), "CPython", entries, rounds=2 if quick else 12, sample=0.0)


def _compiled_loop(section: Section, atoms: int, quick: bool) -> None:
    x = programs.positions(atoms)

    def compiled(f):
        fast = programs.compiled(f)
        return lambda: fast(x)

    entries: list[Entry] = [
        (FUNCTION, lambda: compiled(programs.chain)),
        ("grad", lambda: _ours("grad", x, jit=True)),
        ("value_and_grad", lambda: _ours("value_and_grad", x, jit=True)),
        ("grad, hand-written", lambda: compiled(handwritten.chain_grad)),
        ("value_and_grad, hand-written", lambda: compiled(handwritten.chain_value_and_grad)),
    ]
    section.compare(PROGRAM, _size(atoms), "Numba", entries, rounds=2 if quick else 100, sample=0.002)


def _vectorised(section: Section, atoms: int, quick: bool) -> None:
    x = programs.positions(atoms)
    entries: list[Entry] = [
        (FUNCTION, lambda: lambda: programs.chain_vectorised(x)),
        ("grad", lambda: _ours("grad", x, f=programs.chain_vectorised)),
        ("value_and_grad", lambda: _ours("value_and_grad", x, f=programs.chain_vectorised)),
        ("value_and_grad, hand-written", lambda: lambda: handwritten.chain_vectorised_value_and_grad(x)),
    ]
    if find_spec("autograd"):
        entries += [
            ("grad, autograd", lambda: _autograd("grad", x, f=programs.chain_vectorised)),
            ("value_and_grad, autograd", lambda: _autograd("value_and_grad", x, f=programs.chain_vectorised)),
        ]
    section.compare(VECTORISED, _size(atoms), "NumPy", entries, rounds=2 if quick else 60, sample=0.002)


def _tape(section: Section, atoms: int, quick: bool) -> None:
    """Ours against HIPS/autograd on the loop itself."""
    if not find_spec("autograd"):
        section.notes.append("HIPS/autograd is not installed (pip install autograd): its rows are left out")
        return
    x = programs.positions(atoms)
    entries: list[Entry] = [
        (FUNCTION, lambda: lambda: programs.chain(x)),
        ("grad", lambda: _ours("grad", x)),
        ("grad, hand-written", lambda: lambda: handwritten.chain_grad(x)),
        ("grad, autograd", lambda: _autograd("grad", x)),
    ]
    section.compare(PROGRAM, _size(atoms), "CPython", entries, rounds=2 if quick else 9, sample=0.02)


def _ours(name, x, f=programs.chain, jit=None):
    import srctrans

    gradient = getattr(srctrans, name)(f, jit=jit)
    return lambda: gradient(x)


def _autograd(name, x, f=programs.chain):
    import autograd

    gradient = getattr(autograd, name)(programs.traced(f))
    return lambda: gradient(x)
