# ruff: noqa: F821, F841
"""Refused: control flow and statements."""

import numpy as np

from tests.frontend.refused import X, refused


@refused("y is assigned in a `try` before something that may raise", "last statement of the `try`", "try:")
def half_of_a_try(x):
    y = x[0]
    try:
        try:
            y = y * 2.0
            s = 1.0 / y
        finally:
            t = 1.0
    except ZeroDivisionError:
        s = y
    return s


@refused("a `try` writes into memory before something that may raise", "write after the `try`", "y[0]")
def store_in_a_try(x):
    y = np.zeros(3)
    try:
        try:
            y[0] = x[0]
            y[1] = 1.0 / x[1]
        finally:
            t = 1.0
    except ZeroDivisionError:
        pass
    return np.sum(y)


class Counter:
    def __init__(self):
        self.count = 0.0

    def root(self, value):
        self.count += value
        return value / self.count

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is ValueError


@refused("a `try` changes an object before something that may raise", "compute first", "try:")
def object_half_changed(x):
    counter = Counter()
    try:
        s = counter.root(x[0])
    except ZeroDivisionError:
        s = counter.count
    return s


@refused("a `finally` in a function that a `try` calls", "in the function", "try:")
def finally_in_a_callee(x):
    counter = Counter()

    def inverse(value):
        try:
            return 1.0 / value
        finally:
            counter.count += 1.0

    try:
        s = inverse(x[0])
    except ZeroDivisionError:
        s = counter.count
    return s


@refused("the `__exit__` of Counter may end an exception", "by `try`", "with Counter():")
def exit_that_ends_exceptions(x):
    with Counter():
        s = 1.0 / x[0]
    return s


@refused("this context manager is not supported", "an object of your own class", "with x:")
def with_statement(x):
    with x:
        s = x[0]
    return s


@refused("this function always raises", "return a number", "def always_raises")
def always_raises(x):
    raise ValueError("no")


@refused("this loop never ends", "leave it by `break`", "while True")
def no_break(x):
    s = x[0]
    while True:
        s = s * 2.0
    return s


@refused("is None on one of the two paths", "give or return a value on both", "if x[0] > 5.0")
def returns_nothing_on_one_path(x):
    if x[0] > 5.0:
        return x[0]


@refused("is a different kind of value on the two paths", "give it the same kind on both", "if x[0] > 5.0")
def text_or_number(x):
    if x[0] > 5.0:
        s = "large"
    else:
        s = x[0]
    return s * x[1]


@refused("is float64 on one path and float64[len(x)] on the other", "give it one kind on both", "if x[0] > 5.0")
def number_or_array(x):
    if x[0] > 5.0:
        s = x[0]
    else:
        s = x
    return s


@refused("s is float64[len(x)] before the loop and float64[1, len(x)]", "array of the final shape", "for v in x")
def array_whose_rank_grows(x):
    s = x
    for v in x:
        s = s[None] * v
    return np.sum(s)


@refused("the truth of an array is ambiguous", "np.any, np.all or np.where", "x > 0.5")
def truth_of_an_array(x):
    if x > 0.5:
        return x[0]
    return x[1]


@refused("a chained comparison of arrays", "join two comparisons with &", "0.1 < x < 0.9")
def chained_comparison_of_arrays(x):
    m = 0.1 < x < 0.9
    return x[0] * m[0]


@refused("may be used before it has a value", "give t a value first", "t * x[0]")
def used_before_bound(x):
    s = t * x[0]
    t = 1.0
    return s


@refused("the name unknown is not defined", "define it before", "unknown")
def name_that_does_not_exist(x):
    return unknown * x[0]


@refused("no path of endless returns without calling it again", "add a path that ends", "endless(x[0], 4.5)")
def recursion_without_an_end(x):
    return endless(x[0], 4.5)


def endless(x, n):
    return x * endless(x, n - 1)


@refused("changes its structure in the loop", "keep the number of its items", "for v in x")
def tuple_that_grows(x):
    t = (x[0],)
    for v in x:
        t = t + (v,)
    return t[0]


def countdown(x, n):
    print(n)
    return x if n == 0 else x * countdown(x, n - 1)


@refused("print in a function that calls itself", "call it before the recursion", "print(n)", X, 3)
def printed_in_a_recursion(x, n):
    return countdown(x[0], n)


def passed_on(a, b, n):
    if n > 0:
        a[0] = b[0] * 2.0
        passed_on(b, a, n - 1)


@refused("a and b may share memory", "hand over the array once", "passed_on(x[:2], x[1:], n)", X, 3)
def recursion_writes_by_two_names(x, n):
    passed_on(x[:2], x[1:], n)
    return x[0]


def either(v, w, n):
    if n == 0:
        return v
    v[0] = v[0] * w[1]
    return either(w, v, n - 1)


@refused("returns one of several arrays that it writes, or a part of one", "take the part after the call", "def", X, 2)
def recursion_returns_one_of_two(x, n):
    return np.sum(either(x * 1.0, x * x, n))
