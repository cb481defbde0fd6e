"""Forms that Numba compiles have the same value; what it compiles already is left as it is."""

import numpy as np
import pytest

from srctrans.kinds.kind import Array
from srctrans.optimize.for_numba import for_numba, typed_lists
from tests.optimize.core import block, same, text_of

KINDS = {"x": Array("float64", (None, None, None)), "z": Array("float64", (None, None)), "y": Array("float64", (None,))}
VALUES = {"x": np.arange(24.0).reshape(2, 3, 4), "z": np.arange(6.0).reshape(2, 3), "y": np.arange(3.0), "np": np}


@pytest.mark.parametrize("expression", [
    "np.sum(x, axis=0, keepdims=True)", "np.sum(x, axis=(0, 2))", "np.sum(z, axis=1, keepdims=True)",
    "np.sum(x, axis=(0, 1), keepdims=True)", "np.sum(np.sum(x, axis=(1, 2)) * 2.0)",
])  # fmt: skip
def test_another_form_of_the_same_value(expression):
    made = text_of(for_numba(block(f"a = {expression}"), dict(KINDS), ["x", "y", "z"]))
    assert "keepdims" not in made and "axis=(" not in made
    scope = dict(VALUES)
    exec(made, scope)
    want = eval(expression, dict(VALUES))
    assert np.shape(scope["a"]) == np.shape(want)
    np.testing.assert_allclose(scope["a"], want)


@pytest.mark.parametrize("text", ["a = np.sum(x)", "a = np.sum(z, axis=0)", "a = y * 2.0"])
def test_what_compiles_stays(text):
    same(for_numba(block(text), dict(KINDS), ["x", "y", "z"]), text)


def test_a_list_of_kept_arrays_has_a_type():
    made = block("y_hist = []\ng = []")
    typed_lists(made, {"y_hist": KINDS["z"]})
    same(made, "y_hist = [np.empty((0, 0))]\ng = []")
