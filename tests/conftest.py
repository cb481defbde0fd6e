"""Which programs of the corpus are refused for now.

A program in `REFUSED` has to raise SourceError in every test that transforms it: one that starts to work,
or goes wrong in another way, fails the suite.
"""

import pytest

from srctrans import SourceError

REFUSED = {
    "aliasing.callee_returns_its_argument",
    "aliasing.reshaped_state_written",
    "aliasing.flattened_matrix_written",
    "aliasing.row_chosen_at_run_time",
    "aliasing.larger_of_two_reduced",
    "buffers.list_of_two_buffers",
    "buffers.buffers_exchanged_now_and_then",
    "traps.alias_made_in_loop",
    "views.raveled_view_written",
    "views.reshaped_view_written",
    "views.view_chosen_in_branch",
}
# Lists and functions as arguments of compiled gradients are refused for now.
NOT_COMPILED = {
    "arguments.list_of_named_tuples",
    "arguments.static_values",
    "calls.function_first",
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
