"""grad and its like: arguments, structures, attributes, errors."""

import dataclasses
import inspect
import subprocess
import sys
from typing import NamedTuple

import numpy as np
import pytest

import srctrans

SCALE = 2.0
WEIGHTS = np.array([1.0, 2.0, 3.0])


class Pair(NamedTuple):
    a: float
    b: np.ndarray


@dataclasses.dataclass
class Model:
    w: np.ndarray
    c: float


def square(x, k=1.0):
    """A sum of squares."""
    return k * np.sum(x**2)


def test_signature_name_and_doc():
    g = srctrans.grad(square)
    assert inspect.signature(g) == inspect.signature(square)
    assert g.__name__ == "square_grad" and g.__doc__ == square.__doc__


def test_keywords_and_defaults():
    x = np.array([1.0, 2.0])
    g = srctrans.grad(square, argnums=("x", "k"))
    np.testing.assert_allclose(g(x, k=3.0)[0], 6.0 * x)
    assert g(x=x)[1] == 5.0


@pytest.mark.parametrize("argnums", [5, "z", (0, 0), 1.5, ("x", "x")])
def test_bad_argnums(argnums):
    with pytest.raises((ValueError, TypeError)):
        srctrans.grad(square, argnums=argnums)


def test_structures_come_back_in_their_structure():
    def f(p, m, d):
        return p.a * np.sum(p.b) + m.c * np.sum(m.w**2) + d["x"][0] * d["y"]

    got = srctrans.grad(f, (0, 1, 2))(Pair(2.0, np.ones(3)), Model(np.ones(2), 3.0), {"x": [4.0, 1.0], "y": 5.0})
    assert isinstance(got[0], Pair) and got[0].a == 3.0
    assert isinstance(got[1], Model) and got[1].c == 2.0
    np.testing.assert_allclose(got[1].w, [6.0, 6.0])
    assert got[2] == {"x": [5.0, 0.0], "y": 4.0}


def test_integer_arrays_raise():
    with pytest.raises(TypeError, match="argument x is an array of int64"):
        srctrans.grad(square)(np.arange(3))


def test_static_argument_raises():
    with pytest.raises(TypeError, match="cannot be differentiated"):
        srctrans.grad(square)("text")


def test_result_that_is_no_number_raises():
    with pytest.raises(TypeError, match="vjp"):
        srctrans.grad(lambda x: x * 2.0)(np.ones(3))


def test_has_aux():
    def f(x):
        return np.sum(x**2), {"double": 2.0 * x}

    gradient, aux = srctrans.grad(f, has_aux=True)(np.array([3.0]))
    np.testing.assert_allclose([gradient[0], aux["double"][0]], [6.0, 6.0])
    (value, aux), gradient = srctrans.value_and_grad(f, has_aux=True)(np.array([3.0]))
    assert value == 9.0


def test_out_is_written_and_returned():
    out = np.empty(2)
    assert srctrans.grad(square)(np.array([1.0, 2.0]), out=out) is out
    np.testing.assert_allclose(out, [2.0, 4.0])


def test_vjp_and_jvp_of_structures():
    def f(x, y):
        return x * y, {"s": x + y}

    value, grads = srctrans.vjp(f, (0, 1))((2.0, 3.0), (1.0, {"s": 10.0}))
    assert value == (6.0, {"s": 5.0}) and grads == (13.0, 12.0)
    value, tangent = srctrans.jvp(f, (0, 1))((2.0, 3.0), (1.0, 10.0))
    assert tangent == (23.0, {"s": 11.0})


def test_globals_are_read_again_when_they_change(monkeypatch):
    def f(x):
        return SCALE * x * np.sum(WEIGHTS)

    g = srctrans.grad(f)
    assert g(1.0) == 12.0
    monkeypatch.setitem(globals(), "SCALE", 5.0)
    assert g(1.0) == 30.0
    WEIGHTS[0] = 4.0
    assert g(1.0) == 45.0
    WEIGHTS[0] = 1.0


def test_closures_are_read_again_when_they_change():
    factor = 2.0

    def f(x):
        return factor * x

    g = srctrans.grad(f)
    assert g(1.0) == 2.0
    factor = 7.0
    assert g(1.0) == 7.0


def test_shared_memory_with_a_written_argument_raises():
    def f(x, work):
        work[0] = x[0] * 2.0
        return work[0] * x[1]

    x = np.array([1.0, 2.0])
    with pytest.raises(ValueError, match="shares memory"):
        srctrans.grad(f)(x, x)


def test_library_functions():
    np.testing.assert_allclose(srctrans.grad(np.sum)(np.ones(2)), [1.0, 1.0])
    assert srctrans.grad(np.hypot, (0, 1))(3.0, 4.0) == (0.6, 0.8)


def test_source_before_and_after_the_first_call():
    g = srctrans.grad(square)
    assert g.source.startswith("# for x: float64")
    g(np.ones((2, 3)))
    assert "def square_grad(x, k):" in g.source
    assert g.signatures == ["float64[:, :], float64"]


def test_generated_code_can_be_inspected():
    function = srctrans.grad(square).specialise(np.ones(2))
    assert "def square_grad" in inspect.getsource(function)


def test_jit_and_inside_other_compiled_functions():
    numba = pytest.importorskip("numba")

    @numba.njit
    def f(x):
        s = 0.0
        for i in range(len(x)):
            s += x[i] ** 3
        return s

    g = srctrans.value_and_grad(f)

    @numba.njit
    def twice(x):
        return g(x)[1] * 2.0

    np.testing.assert_allclose(g(np.array([1.0, 2.0]))[1], [3.0, 12.0])
    np.testing.assert_allclose(twice(np.array([1.0, 2.0])), [6.0, 24.0])


def test_dicts_are_refused_by_jit():
    with pytest.raises(srctrans.SourceError, match="Numba"):
        srctrans.grad(lambda p: p["a"] ** 2, jit=True)({"a": 1.0})


def test_function_without_source():
    scope = {}
    exec("def f(x):\n    return x", scope)
    with pytest.raises(srctrans.SourceError, match="source"):
        srctrans.grad(scope["f"])(1.0)


def test_two_processes_give_the_same_bytes():
    code = (
        "import numpy as np, srctrans\nfrom tests.golden.test_golden import generated\n"
        "print(generated('sweep', 'value_and_grad') + generated('loss', 'grad'))"
    )
    texts = {subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for _ in range(2)}
    assert len(texts) == 1


def test_all_problems_in_one_report():
    def f(x):
        with open("a"):
            pass
        y = undefined_name  # noqa: F821
        return x * y

    with pytest.raises(srctrans.SourceError) as error:
        srctrans.grad(f)(1.0)
    assert len(error.value.problems) == 2
    assert "undefined_name is not defined" in str(error.value)
