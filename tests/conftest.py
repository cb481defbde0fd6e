"""Which programs of the corpus are refused for now.

A program in `REFUSED` has to raise SourceError in every test that transforms it: one that starts to work,
or goes wrong in another way, fails the suite.
"""

import pytest

from srctrans import SourceError

REFUSED = {
    "buffers.list_of_two_buffers",
    "iteration.sorted_by_magnitude",
}
# Lists and functions as arguments of compiled gradients are refused for now.
NOT_COMPILED = {
    "arguments.list_of_named_tuples",
    "arguments.static_values",
    "calls.function_first",
    "iteration.network_over_a_list_of_matrices",
    "iteration.norms_of_a_list_of_arrays",
    "people_data.kalman_filter_with_missing_values",
    "loops.over_list_of_arrays",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        program = getattr(getattr(item, "callspec", None), "params", {}).get("program")
        name = getattr(program, "name", None)
        if name in REFUSED and item.path.name == "test_programs.py":
            item.add_marker(pytest.mark.xfail(raises=SourceError, strict=True, reason="refused for now"))
        elif name in NOT_COMPILED and item.name.startswith("test_under_numba"):
            item.add_marker(pytest.mark.xfail(raises=SourceError, strict=True, reason="refused under Numba for now"))
