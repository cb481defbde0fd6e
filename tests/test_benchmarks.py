"""The benchmarks run, measure what they say and notice a gradient that is wrong; no time is asserted."""

import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest

from benchmarks import chain, handwritten, programs, report, timing
from benchmarks.rows import BY_HAND, FUNCTION, Row, Section
from benchmarks.targets import Target, targets

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """What `python -m benchmarks --quick` printed and wrote."""
    out = tmp_path_factory.mktemp("benchmarks") / "results.json"
    command = [sys.executable, "-m", "benchmarks", "--quick", "--out", str(out)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout, json.loads(out.read_text("utf-8"))


def test_every_candidate_is_measured(quick):
    _, content = quick
    assert content["problems"] == []
    measured = {(row["program"], row["runtime"], row["what"]) for row in content["rows"]}
    for program, runtime in [("chain", "CPython"), ("chain", "Numba"), ("network", "NumPy")]:
        for what in (
            "function",
            "grad",
            "value_and_grad",
            "grad, hand-written",
            "value_and_grad, hand-written",
        ):
            assert (program, runtime, what) in measured
    for row in content["rows"]:
        assert row["seconds"] > 0.0
        assert row["over"][FUNCTION] == 1.0 or row["what"] != FUNCTION
        assert row["over"].get(BY_HAND, 1.0) == 1.0 or BY_HAND not in row["what"]


def test_every_target_is_measured(quick):
    _, content = quick
    unmeasured = {target["what"] for target in content["targets"] if target["measured"] is None}
    # Without HIPS/autograd there is nothing to compare the loop with.
    assert unmeasured <= ({"chain, CPython, N = 2,000: autograd / grad"} if content["notes"] else set())
    assert len(content["targets"]) == 9


def test_table_shows_rows_and_targets(quick):
    text, content = quick
    for expected in (
        "chain, N = 100, Numba",
        "value_and_grad, hand-written",
        "required",
        "transform the chain",
    ):
        assert expected in text
    for target in content["targets"]:
        assert target["what"] in text


@pytest.mark.parametrize(
    ("by_hand", "both"),
    [
        (handwritten.chain_grad, handwritten.chain_value_and_grad),
        (
            lambda x: handwritten.chain_vectorised_value_and_grad(x)[1],
            handwritten.chain_vectorised_value_and_grad,
        ),
    ],
)
def test_hand_written_chain_is_right(by_hand, both):
    x, h = programs.positions(9), 1e-6
    steps = h * np.eye(len(x))
    slopes = [(programs.chain(x + step) - programs.chain(x - step)) / (2 * h) for step in steps]
    np.testing.assert_allclose(by_hand(x), slopes, rtol=1e-6, atol=1e-8)
    value, gradient = both(x)
    assert value == pytest.approx(programs.chain(x), rel=1e-13)
    np.testing.assert_allclose(gradient, slopes, rtol=1e-6, atol=1e-8)


def test_hand_written_network_is_right():
    w, b, x, y = programs.network_inputs(3, 5, 4)
    value, (w_bar, b_bar) = handwritten.network_value_and_grad(w, b, x, y)
    assert value == pytest.approx(programs.network(w, b, x, y), rel=1e-13)
    h, step_w, step_b = 1e-6, np.zeros_like(w), np.zeros_like(b)
    step_w[1, 2], step_b[2, 0] = h, h
    slope_w = programs.network(w + step_w, b, x, y) - programs.network(w - step_w, b, x, y)
    slope_b = programs.network(w, b + step_b, x, y) - programs.network(w, b - step_b, x, y)
    assert w_bar[1, 2] == pytest.approx(slope_w / (2 * h), rel=1e-5)
    assert b_bar[2, 0] == pytest.approx(slope_b / (2 * h), rel=1e-5)
    for one, other in zip(handwritten.network_grad(w, b, x, y), (w_bar, b_bar)):
        np.testing.assert_array_equal(one, other)


def test_wrong_and_broken_candidates_are_reported_and_not_timed():
    def broken():
        raise ValueError("not today")

    section = Section("trial")
    entries = [
        (FUNCTION, lambda: lambda: 1.0),
        ("grad", lambda: lambda: np.array([1.0, 2.0])),
        ("grad, hand-written", lambda: lambda: np.array([1.0, 3.0])),
        ("value_and_grad", broken),
    ]
    section.compare("program", "small", "CPython", entries, rounds=1, sample=0.0)
    assert [row.what for row in section.rows] == [FUNCTION, "grad, hand-written"]
    assert section.problems == [
        "program, small, CPython: value_and_grad: ValueError: not today",
        "program, small, CPython: grad gives a wrong result",
    ]


def test_times_are_per_call_and_in_turns():
    order = []

    def candidate(name, duration):
        def run():
            order.append(name)
            end = perf_counter() + duration
            while perf_counter() < end:
                pass

        return run

    fast, slow = timing.rounds_of([candidate("a", 1e-4), candidate("b", 4e-4)], rounds=3, sample=0.0)
    assert min(fast) >= 1e-4 and min(slow) >= 4e-4
    # Two calls each to warm up and to count, then three rounds, each begun by the other one.
    assert "".join(order) == "aabb" + "ab" + "ba" + "ab"


def test_ratios_are_taken_within_rounds():
    """A machine that slows down for two rounds changes no ratio."""
    ours, function = [2.0, 6.0, 6.0, 2.0, 2.1], [1.0, 3.0, 3.0, 1.0, 1.0]
    assert timing.ratio(ours, function) == 2.0
    assert timing.difference(ours, function) == pytest.approx(1.1)


def test_targets_take_the_right_rows():
    section = Section("chain")
    for size, over in (("N = 10", {FUNCTION: 1.9, BY_HAND: 1.2}), ("N = 20", {FUNCTION: 1.4, BY_HAND: 1.01})):
        section.rows.append(Row("chain", size, "Numba", "value_and_grad", 1.0, over))
        section.rows.append(Row("chain", size, "CPython", "grad", 1.0, over))
    section.rows.append(Row("chain", "N = 5", "CPython", "grad", 1.0, {FUNCTION: 1.0, "autograd": 1 / 512}))
    section.rows.append(Row("chain, vectorised", "N = 20", "Numba", "value_and_grad", 1.0, {FUNCTION: 9.0}))
    assert [target.measured for target in targets([section])] == [1.4, 1.01, 1.9, 512.0]


def test_without_autograd_the_rest_is_measured(monkeypatch):
    monkeypatch.setattr(chain, "find_spec", lambda name: None)
    section = Section("chain")
    chain._tape(section, 10, quick=True)
    assert section.rows == [] and section.problems == []
    assert "autograd is not installed" in section.notes[0]


def test_targets_of_nothing_are_not_met():
    checked = targets([Section("chain"), Section("network"), Section("costs")])
    assert len(checked) == 9 and not any(target.holds for target in checked)


@pytest.mark.parametrize(
    ("measured", "at_least", "holds"),
    [(1.0, False, True), (1.0, True, True), (1.1, False, False), (0.9, True, False)],
)
def test_bounds_of_targets(measured, at_least, holds):
    assert Target("ratio", measured, 1.0, at_least).holds is holds


def test_results_are_written_whole(tmp_path):
    path = tmp_path / "new folder" / "results.json"
    report.write(path, {"rows": []})
    assert json.loads(path.read_text("utf-8")) == {"rows": []}
    assert [entry.name for entry in path.parent.iterdir()] == ["results.json"]


def test_unknown_section_is_refused():
    command = [sys.executable, "-m", "benchmarks", "speed"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 2
    assert "choose from chain, network, costs" in run.stderr
