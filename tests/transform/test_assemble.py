"""What a generated function takes and returns, and that nothing else is computed or changed."""

import numpy as np
import pytest

from srctrans.errors import KindError, SourceError
from srctrans.kinds.of_value import kind_of
from srctrans.pipeline import derive
from tests.transform.derived import code, source, values


def generated(function, mode, *args, wrt=None, has_aux=False):
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    kinds = {n: kind_of(a, n) for n, a in zip(names, args)}
    made = derive(function, kinds, tuple(wrt or names[:1]), mode, has_aux, single=len(wrt or "x") == 1)
    scope = {**made.namespace, **made.data}
    exec(made.source, scope)
    return made.source, scope[made.name]


def test_the_value_is_not_computed_for_a_gradient():
    def f(x):
        s = 0.0
        for i in range(4):
            s += x[i] ** 2
        return s

    assert "s +=" not in code(source(f, values(4)))
    assert "s +=" in code(source(f, values(4), mode="value_and_grad"))


def test_a_loop_forward_and_its_adjoints_are_one():
    def f(x):
        s = 0.0
        for i in range(4):
            s += np.exp(x[i])
        return s

    text = code(source(f, values(4), mode="value_and_grad"))
    assert text.count("for i in range(4)") == 1 and text.count("np.exp(") == 1


def test_an_argument_that_the_function_writes_into_is_copied():
    def f(x):
        for i in range(3):
            x[i + 1] = x[i] * x[i + 1]
        return np.sum(x)

    assert "x = np.copy(x)" in source(f, values(4))


def test_an_argument_that_is_only_read_is_not():
    def f(x):
        return np.sum(x * x)

    assert "copy" not in source(f, values(4))


def test_an_argument_that_is_not_differentiated_is_not_changed_either():
    def f(x, w):
        w[0] = x[0] * 2.0
        return np.sum(w * w)

    source(f, values(3), values(3))


def test_a_value_that_the_way_back_overwrites_is_returned_as_it_was():
    def f(x):
        y = x.copy()
        for i in range(2):
            y[i] = y[i] * y[i + 1]
        return y[0]

    source(f, values(3), mode="value_and_grad")


def test_an_array_that_the_way_back_overwrites_is_returned_as_it_was():
    def f(x):
        y = x.copy()
        s = y[0] * y[0]
        y[0] = s * s
        return np.sum(y * y), y

    _, both = generated(f, "value_and_grad", values(3), has_aux=True)
    (value, y), _ = both(values(3))
    np.testing.assert_allclose(y, f(values(3))[1])
    np.testing.assert_allclose(value, f(values(3))[0])


def test_structures_in_structures_out():
    def f(p):
        return p["a"] * p["b"][0] * np.sum(p["b"][1])

    _, g = generated(f, "grad", {"a": 2.0, "b": (3.0, np.ones(2)), "c": 1.0})
    found = g({"a": 2.0, "b": (3.0, np.ones(2)), "c": 1.0})
    assert (found["a"], found["b"][0], found["b"][1].tolist(), found["c"]) == (6.0, 4.0, [6.0, 6.0], 0.0)


def test_what_the_result_does_not_need_has_zeros():
    def f(x, y):
        return np.sum(x)

    _, g = generated(f, "grad", values(2), values(3), wrt=("x", "y"))
    np.testing.assert_array_equal(g(values(2), values(3))[1], np.zeros(3))


def test_an_array_that_is_returned_belongs_to_the_caller():
    def f(x, y):
        return np.sum(x * y)

    _, g = generated(f, "grad", values(2), values(2), wrt=("x", "y"))
    x, y = values(2), values(2)
    a, b = g(x, y)
    assert not any(np.shares_memory(p, q) for p, q in [(a, y), (b, x), (a, b)])


def test_gradients_that_are_equal_are_two_arrays():
    def f(x, y):
        return np.sum((x + y) ** 2)

    _, g = generated(f, "grad", values(2), values(2), wrt=("x", "y"))
    assert not np.shares_memory(*g(values(2), values(2)))


def test_vjp_takes_a_cotangent_of_the_result():
    def f(x):
        return x * x

    text, g = generated(f, "vjp", np.array([1.0, 2.0]))
    assert "def f_vjp(x, cotangent):" in text
    np.testing.assert_allclose(g(np.array([1.0, 2.0]), np.array([1.0, 10.0]))[1], [2.0, 40.0])


def test_the_cotangent_takes_another_name_than_the_user():
    def f(x, cotangent):
        return x * cotangent

    assert "def f_vjp(x, cotangent, cotangent_):" in generated(f, "vjp", np.ones(2), 2.0)[0]


def test_a_gradient_needs_one_number():
    def f(x):
        return x * x

    with pytest.raises(KindError, match="single number"):
        generated(f, "grad", np.ones(2))


def test_a_store_into_a_reshaped_view_of_unknown_layout_is_refused():
    def f(x):
        y = np.outer(x, x).T
        z = y.ravel()
        z[0] = x[1] * x[2]
        return np.sum(y * y)

    with pytest.raises(SourceError, match="reshaped"):
        generated(f, "grad", np.ones(4))


def test_each_adjoint_stands_under_the_line_that_it_reverses():
    def f(x):
        s = 1.0
        for i in range(3):
            s = s * x[i]
        return s

    found = [line.strip() for line in source(f, values(3)).split("\n")]
    assert found.count("# s = s * x[i]") == 1 and "# for i in range(3):" not in found


def test_the_same_function_gives_the_same_source_each_time():
    def f(x):
        y = x.copy()
        z = np.zeros(7)
        for k in range(4, -1, -1):
            z = np.sin(y)
        y[-1] = 1.0
        return np.tanh(1.0 + z[0] + 2.0)

    assert len({generated(f, "grad", values(7))[0] for _ in range(15)}) == 1
