# ruff: noqa: F841
"""Refused: values, indices, calls, objects."""

import random
from dataclasses import dataclass

import numpy as np

from tests.frontend.refused import X, refused

TABLE = np.array([1.0, 2.0, 3.0])


@dataclass
class Point:
    a: float
    b: float = 1.0


@refused("complex numbers are not supported yet", "the real and the imaginary part", "2j")
def complex_number(x):
    return x[0] * 2j


@refused("too many indices", "one index for each axis", "x[0, 1]")
def too_many_indices(x):
    return x[0, 1]


@refused("an index has to be an integer, not float64", "use int(...)", "x[0]]")
def float_as_an_index(x):
    return x[x[0]]


@refused("the function writes into TABLE, an array from outside of it", "copy it first", "TABLE[0] = x[0]")
def writes_a_global_array(x):
    TABLE[0] = x[0]
    return x[0] * TABLE[1]


@refused("storing a float into an array of int64 truncates it", "make the array one of floats", "n[0] = x[0]")
def float_into_an_array_of_integers(x):
    n = np.zeros(3, dtype=int)
    n[0] = x[0]
    return x[0] * n[0]


@refused("put counts the elements of all axes", "one array for each axis", "np.put(y, [0, 5], x[0])")
def put_into_a_matrix(x):
    y = np.zeros((2, 3))
    np.put(y, [0, 5], x[0])
    return np.sum(y)


@refused("putmask repeats values of another shape", "y[mask] = values[mask]", "np.putmask(y, y > 1.0, x[:2])")
def putmask_with_other_shape(x):
    y = x * 2.0
    np.putmask(y, y > 1.0, x[:2])
    return np.sum(y)


@refused("this call writes into something that is not an array", "give it an array", "np.sum(x, out=s)")
def out_that_is_a_number(x):
    s = 0.0
    np.sum(x, out=s)
    return s


@refused("the attribute resize of arrays is not supported", "use a function of NumPy", "y.resize")
def array_resized(x):
    y = x * 2.0
    y.resize(2)
    return np.sum(y)


@refused("a number or an array is needed here, not 'a'", "use the numbers or arrays", "x[0] * name")
def text_in_arithmetic(x, name="a"):
    return x[0] * name


@refused("gauss draws random numbers", "pass the numbers as an argument", "random.gauss(0.0, 1.0)")
def random_draw(x):
    return x[0] * random.gauss(0.0, 1.0)


@refused("draws random numbers", "pass the numbers as an argument", "np.random.normal()")
def numpy_draw(x):
    return x[0] * np.random.normal()


@refused("has no derivative rule", "functions that have a rule", "np.linalg.det(np.outer(x, x))")
def function_without_a_rule(x):
    return np.linalg.det(np.outer(x, x))


@refused("Point has no field c", "use one of its fields", "p.c")
def field_that_does_not_exist(x):
    p = Point(x[0])
    return p.c


@refused("has no attribute unknown", "check its name", "np.unknown")
def attribute_that_does_not_exist(x):
    return np.unknown(x)


@refused("takes 1 arguments, 2 were given", "check the call", "double(x[0], x[1])")
def too_many_arguments(x):
    return double(x[0], x[1])


@refused("needs a value for v", "check the call", "double()")
def too_few_arguments(x):
    return double()


@refused("has no parameter w", "check the call", "double(v=x[0], w=1.0)")
def unknown_keyword(x):
    return double(v=x[0], w=1.0)


def double(v):
    return 2.0 * v


@refused("there is no item 'c'", "use one of its keys", 'd["c"]')
def missing_key(x):
    d = {"a": x[0]}
    return d["c"]


@refused("2 values for 3 names", "make the numbers agree", "a, b, c")
def wrong_number_of_names(x):
    a, b, c = x[0], x[1]
    return a * b * c


@refused("this cannot be looped over", "loop over a range", "x[0]")
def loop_over_a_number(x):
    s = 0.0
    for v in x[0]:
        s += v
    return s


@refused("range needs integers, not float64", "use int(...)", "range(x[0])")
def range_of_a_float(x):
    s = 0.0
    for i in range(x[0]):
        s += x[i]
    return s


@refused("a dict or set of something of run-time length", "fill an array in a loop", "{i: v for i, v in enumerate(x)}")
def dict_over_an_array(x):
    return {i: v for i, v in enumerate(x)}[0]


@refused("the test of a comprehension is known only at run time", "write a loop", "x[i] > 0.5")
def dict_with_a_test(x):
    return sum({i: x[i] for i in (0, 1) if x[i] > 0.5}.values())


@refused("Set expressions are not supported", "assignments and loops", "{x[0], x[1]}")
def set_display(x):
    s = {x[0], x[1]}
    return x[0]


@refused("Yield expressions are not supported", "loops", "yield x[0]")
def generator_function(x):
    s = yield x[0]
    return s


@refused("the index of a structure is known only at run time", "loop over the structure", "n]", X, 1)
def structure_indexed_at_run_time(x, n):
    t = (x[0], x[1])
    return t[n]


@refused("may be the same array as", "take a copy", "y[0] = 3.0")
def store_that_two_may_see(x):
    y = x * 1.0
    z = y
    for k in range(2):
        y[0] = 3.0
        if x[k] > 5.0:
            y = np.sin(x)
    return np.sum(z * x)


@refused("may be a reshaped view of an array that is written into, or a copy", "take a copy", "", X)
def store_through_a_reshape_of_unknown_layout(x):
    y = np.outer(x, x).T
    flat = y.ravel()
    flat[0] = x[1]
    return np.sum(y)


@refused("a number or an array is needed here, not a text", "use the numbers or arrays", 'float(f"{n}")', X, 3)
def number_in_a_formatted_text(x, n):
    return x[0] * float(f"{n}")


@refused("a text made at run time is compared with something else", "compare the numbers", 'f"{n}" < n', X, 3)
def formatted_text_compared(x, n):
    return x[0] if f"{n}" < n else x[1]
