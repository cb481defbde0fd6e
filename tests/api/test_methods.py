"""Gradients of bound methods, class methods, callable objects, and of the fields of a dataclass."""

from dataclasses import dataclass

import numpy as np
import pytest

import srctrans


class Model:
    def __init__(self, w, k):
        self.w, self.k, self.calls = w, k, 0

    def loss(self, x, p=2.0):
        return self.k * np.sum(self.w * x**p)

    def counting(self, x):
        self.calls += 1
        return x * self.calls

    def __call__(self, x):
        return self.k * x**2

    @classmethod
    def tripled(cls, x):
        return 3.0 * x

    @staticmethod
    def halved(x):
        return 0.5 * x


@dataclass
class Parabola:
    a: float

    def at(self, x):
        return self.a * x**2


X = np.array([2.0, 5.0])


def model():
    return Model(np.array([1.0, 2.0]), 3.0)


def test_bound_method_with_defaults_and_keywords():
    gradient = srctrans.grad(model().loss)
    np.testing.assert_allclose(gradient(X), [12.0, 60.0])
    np.testing.assert_allclose(gradient(X, p=3.0), [36.0, 450.0])


def test_changes_of_the_object_between_calls_are_seen():
    m = model()
    gradient = srctrans.grad(m.loss)
    np.testing.assert_allclose(gradient(X), [12.0, 60.0])
    m.k = 5.0
    np.testing.assert_allclose(gradient(X), [20.0, 100.0])
    m.w = np.array([0.0, 1.0])
    np.testing.assert_allclose(gradient(X), [0.0, 50.0])
    m.w[0] = 7.0
    np.testing.assert_allclose(gradient(X), [140.0, 50.0])


def test_two_objects_of_one_class_have_gradients_of_their_own():
    a, b = model(), Model(np.array([0.0, 1.0]), 1.0)
    np.testing.assert_allclose(srctrans.grad(a.loss)(X), [12.0, 60.0])
    np.testing.assert_allclose(srctrans.grad(b.loss)(X), [0.0, 10.0])


def test_callable_object_class_method_and_static_method():
    assert srctrans.grad(model())(2.0) == 12.0
    assert srctrans.grad(Model.tripled)(1.0) == 3.0
    assert srctrans.grad(Model.halved)(1.0) == 0.5


def test_gradient_of_the_object_itself_has_its_fields():
    assert srctrans.grad(Parabola(2.0).at)(3.0) == 12.0
    assert srctrans.grad(Parabola.at)(Parabola(2.0), 3.0) == Parabola(9.0)


def test_method_that_changes_its_object_is_refused_and_leaves_it_alone():
    m = model()
    with pytest.raises(srctrans.SourceError, match="a gradient would change it too"):
        srctrans.grad(m.counting)(1.0)
    assert m.calls == 0
