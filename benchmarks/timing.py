"""Times of several callables, taken in turns and compared within each turn.

The speed of a shared machine changes by half within a second, so times taken one after the other say little.
Here all candidates run in each round, in an order that turns by one from round to round, and are compared
with each other round by round; what counts is the median of those ratios. Of two equal candidates it comes
within 1 % of 1 where the ratio of the shortest times was off by up to 40 %.

>>> one, three = ratios([lambda: sum(range(1000)), lambda: sum(range(3000))], rounds=9)
>>> one, three > 1.5
(1.0, True)
"""

import gc
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

Candidate = Callable[[], object]


def rounds_of(candidates: Sequence[Candidate], rounds: int, sample: float) -> list[list[float]]:
    """Seconds per call of each candidate in each round, from samples of at least `sample` seconds.

    Every candidate is called before anything is timed, so compilation and first-call work are not counted.
    """
    calls = [_calls_per_sample(candidate, sample) for candidate in candidates]
    seconds: list[list[float]] = [[0.0] * rounds for _ in candidates]
    was_enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        for number in range(rounds):
            for turn in range(len(candidates)):
                k = (turn + number) % len(candidates)
                seconds[k][number] = _sample(candidates[k], calls[k])
    finally:
        if was_enabled:
            gc.enable()
    return seconds


def ratio(seconds: Sequence[float], over: Sequence[float]) -> float:
    """How many times as long the one took as the other, both measured in the same rounds."""
    return median(a / b for a, b in zip(seconds, over))


def difference(seconds: Sequence[float], minus: Sequence[float]) -> float:
    """How many seconds longer the one took than the other, both measured in the same rounds."""
    return median(a - b for a, b in zip(seconds, minus))


def ratios(candidates: Sequence[Candidate], rounds: int = 60, sample: float = 0.002) -> list[float]:
    """The times of all candidates as multiples of that of the first."""
    seconds = rounds_of(candidates, rounds, sample)
    return [ratio(one, seconds[0]) for one in seconds]


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
