"""Run random programs: `python -m tests.random_programs --programs 20000 --seed 0 --jobs 2`."""

from __future__ import annotations

import argparse
import dataclasses
import gc
import multiprocessing
import sys
import time
from collections import Counter

import srctrans
from tests.random_programs.check import PASSES, Outcome, check, refusal
from tests.random_programs.program import Program, make
from tests.random_programs.shrink import shrunk


def checked(seed: int, jit: bool | None = None) -> Outcome:
    """The check of a program: one in thirty with each pass off, others with one off, one in forty under Numba."""
    passes = PASSES if seed % 30 == 0 else (PASSES[seed % len(PASSES)],)
    outcome = check(make(seed), passes, seed % 40 == 0 if jit is None else jit)
    if seed % 50 == 0:
        gc.collect()
    return outcome


def smallest(program: Program, outcome: Outcome, jit: bool = False) -> Program:
    """The smallest program that fails, or is refused, in the same way."""
    passes = tuple(name for name in PASSES if outcome.reason == f"{name} off")
    jit = jit or "Numba" in outcome.reason

    def fails(text: str) -> bool:
        shorter = dataclasses.replace(program, text=text)
        try:
            found = refusal(shorter) if outcome.verdict == "refused" and not jit else check(shorter, passes, jit)
        except Exception:
            return False
        return (found.verdict, found.reason) == (outcome.verdict, outcome.reason)

    return dataclasses.replace(program, text=shrunk(program.text, fails))


def show(seed: int) -> None:
    """Print a program, what the check says, and the gradient."""
    program = make(seed)
    print(program.text)
    outcome = check(program, PASSES)
    print(f"# {outcome.verdict} {outcome.reason}\n{outcome.report}")
    if outcome.verdict in ("ok", "wrong"):
        gradient = srctrans.value_and_grad(program.function(), program.argnums)
        gradient.specialise(*program.arguments(0))
        print(gradient.source)


def _checked(task: tuple[int, bool | None]) -> tuple[int, Outcome]:
    return task[0], checked(*task)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.random_programs", description=__doc__)
    parser.add_argument("--programs", type=int, default=1000, help="how many programs")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--jit", action="store_true", help="every program under Numba too")
    parser.add_argument("--show", type=int, metavar="SEED", help="print one program and its gradient")
    parser.add_argument("--refusals", action="store_true", help="print a small program for each reason of refusal")
    options = parser.parse_args()
    if options.show is not None:
        show(options.show)
        return 0
    return run(options)


def run(options: argparse.Namespace) -> int:
    tasks = [(seed, options.jit or None) for seed in range(options.seed, options.seed + options.programs)]
    began, verdicts, refusals, failures = time.time(), Counter[str](), Counter[str](), Counter[str]()
    with multiprocessing.Pool(options.jobs, maxtasksperchild=500) as pool:
        for seed, outcome in pool.imap_unordered(_checked, tasks, chunksize=4):
            verdicts[outcome.verdict] += 1
            refusals[outcome.reason] += outcome.verdict == "refused"
            first = refusals[outcome.reason] == 1 and outcome.verdict == "refused" and options.refusals
            failures[outcome.reason] += outcome.fails
            if outcome.fails and failures[outcome.reason] <= 5 or first:
                report(seed, outcome)
    seconds = time.time() - began
    print(f"{options.programs} programs in {seconds:.0f} s: {dict(verdicts)}")
    for reason, count in refusals.most_common():
        print(f"{count:6} refused: {reason}") if count else None
    return 1 if any(failures.values()) else 0


def report(seed: int, outcome: Outcome) -> None:
    program = smallest(make(seed), outcome)
    print(f"\n# seed {seed}: {outcome.verdict}, {outcome.reason}\n{outcome.report}\n\n{program.text}", flush=True)
    print(f"# argnums={program.argnums}, parameters {[p.text for p in program.parameters]}\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
