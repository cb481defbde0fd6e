"""The same input gives the same source, in any process."""

import os
import subprocess
import sys
import traceback
from pathlib import Path

import numpy as np
import pytest

import srctrans

ROOT = Path(__file__).resolve().parent.parent
PRINT_SOURCES = """
import tests.programs
from tests.programs.registry import PROGRAMS
import srctrans
for name in sorted(PROGRAMS)[::9]:
    program = PROGRAMS[name]
    for transform in (srctrans.value_and_grad, srctrans.grad):
        gradient = transform(program.function, program.argnums)
        try:
            gradient.specialise(*program.arguments())
        except srctrans.SourceError as error:
            print(name, error)
        else:
            print(gradient.source)
"""


def sources(seed):
    """What a process with that seed of Python's hashes prints."""
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "ignore", "-c", PRINT_SOURCES]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def test_two_processes_give_the_same_bytes():
    first, second = sources("1"), sources("2")
    assert first.count("def ") > 100
    assert first == second


def test_generated_code_shows_in_tracebacks():
    def f(x):
        s = 0.0
        for i in range(4):
            s += x[i] ** 2
        return s

    with pytest.raises(IndexError) as caught:
        srctrans.grad(f)(np.ones(2))
    text = "".join(traceback.format_exception(caught.value))
    assert "<srctrans f_grad" in text and "x_bar[i] += 2.0 * x[i]" in text
