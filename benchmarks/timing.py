"""Times of several callables, taken in turns, so that all of them meet the same machine.

The candidates run one after the other in each round, in an order that turns by one each time, and each
keeps the shortest time of all rounds: whatever disturbs a run only ever makes it longer.

>>> one, three = ratios([lambda: sum(range(1000)), lambda: sum(range(3000))], rounds=3)
>>> one, three > 1.5
(1.0, True)
"""

import gc
from collections.abc import Callable, Sequence
from time import perf_counter

Candidate = Callable[[], object]


def best_times(candidates: Sequence[Candidate], rounds: int = 30, sample: float = 0.005) -> list[float]:
    """Seconds per call of each candidate: the best of `rounds` samples of at least `sample` seconds each.

    Every candidate is called before anything is timed, so compilation and first-call work are not counted.
    """
    calls = [_calls_per_sample(candidate, sample) for candidate in candidates]
    best = [float("inf")] * len(candidates)
    was_enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        for round_number in range(rounds):
            for turn in range(len(candidates)):
                k = (turn + round_number) % len(candidates)
                best[k] = min(best[k], _sample(candidates[k], calls[k]))
    finally:
        if was_enabled:
            gc.enable()
    return best


def ratios(candidates: Sequence[Candidate], rounds: int = 30, sample: float = 0.005) -> list[float]:
    """The times of all candidates as multiples of that of the first."""
    times = best_times(candidates, rounds, sample)
    return [time / times[0] for time in times]


def _sample(candidate: Candidate, calls: int) -> float:
    """Seconds per call over one run of `calls` calls."""
    repeat = range(calls)
    start = perf_counter()
    for _ in repeat:
        candidate()
    return (perf_counter() - start) / calls


def _calls_per_sample(candidate: Candidate, sample: float) -> int:
    """How many calls last at least `sample` seconds."""
    candidate()
    calls = 1
    while (elapsed := _sample(candidate, calls) * calls) < sample:
        # A step of at most ten: the first calls are slower than the later ones and would mislead.
        calls = max(calls + 1, min(10 * calls, int(1.2 * calls * sample / max(elapsed, 1e-9))))
    return calls
