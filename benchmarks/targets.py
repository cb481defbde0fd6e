"""What has to hold: each target is a bound on a number taken from the measured sections."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .rows import BY_HAND, FUNCTION, ON_TAPE, Row, Section


@dataclass
class Target:
    """One line of the table: `measured` is None where something went wrong before it could be measured."""

    what: str
    measured: float | None
    required: float
    at_least: bool = False

    @property
    def bound(self) -> str:
        return f"{'>=' if self.at_least else '<='} {self.required:g}"

    @property
    def holds(self) -> bool:
        if self.measured is None:
            return False
        return self.measured >= self.required if self.at_least else self.measured <= self.required


def targets(sections: Iterable[Section]) -> list[Target]:
    """The targets of the sections that were measured."""
    return [target for section in sections for target in OF_SECTION[section.name](section)]


def _chain(chain: Section) -> list[Target]:
    compiled, by_hand = _ratios(chain, "Numba"), _ratios(chain, "Numba", over=BY_HAND)
    in_cpython = _ratios(chain, "CPython", "grad")
    over_tape = [row.over.get(ON_TAPE) for row in _rows(chain, "CPython", "grad")]
    tape = next((1.0 / value for value in over_tape if value), None)
    return [
        Target("chain, Numba, largest N: value_and_grad / function", _last(compiled), 1.5),
        Target("chain, Numba, largest N: value_and_grad / hand-written", _last(by_hand), 1.05),
        Target("chain, CPython, worst N: grad / function", _worst(in_cpython), 2.0),
        Target("chain, CPython, N = 2,000: autograd / grad", tape, 300.0, at_least=True),
    ]


def _network(network: Section) -> list[Target]:
    by_hand = _worst(_ratios(network, "NumPy", over=BY_HAND))
    return [Target("network, NumPy, worst size: value_and_grad / hand-written", by_hand, 1.15)]


def _costs(costs: Section) -> list[Target]:
    figure = costs.figures.get
    per_call = _worst([figure("extra time per call, CPython, us"), figure("extra time per call, Numba, us")])
    return [
        Target("extra time per call, us, worse of CPython and Numba", per_call, 3.0),
        Target("transform the chain, ms", figure("transform the chain, ms"), 50.0),
        Target("import srctrans over import numpy, ms", figure("import srctrans after numpy, ms"), 60.0),
        Target("Numba is imported with srctrans", figure("numba is imported with srctrans"), 0.0),
    ]


OF_SECTION: dict[str, Callable[[Section], list[Target]]] = {
    "chain": _chain,
    "network": _network,
    "costs": _costs,
}


def _rows(section: Section, runtime: str, what: str) -> list[Row]:
    """The rows of a section's main program, one for each size, in the order measured."""
    main = [row for row in section.rows if row.program == section.name]
    return [row for row in main if row.runtime == runtime and row.what == what]


def _ratios(
    section: Section, runtime: str, what: str = "value_and_grad", over: str = FUNCTION
) -> list[float | None]:
    return [row.over.get(over) for row in _rows(section, runtime, what)]


def _pick(values: Iterable[float | None], choose: Callable[[list[float]], float]) -> float | None:
    """`choose` of the values; None if there is none or if one of them is missing."""
    known = list(values)
    present = [value for value in known if value is not None]
    return choose(present) if present and len(present) == len(known) else None


def _worst(values: Iterable[float | None]) -> float | None:
    return _pick(values, max)


def _last(values: Iterable[float | None]) -> float | None:
    return _pick(values, lambda present: present[-1])
