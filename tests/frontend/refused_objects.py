"""Refused: objects that are too dynamic, changes that would be seen outside or that would be a guess."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tests.frontend.refused import X, refused


class Box:
    def __init__(self, v):
        self.v = v


class Pair(NamedTuple):
    a: float
    b: float


@dataclass(frozen=True)
class Fixed:
    a: float


@dataclass
class Plain:
    a: float


class Dynamic:
    def __getattr__(self, name):
        return 2.0


class Meta(type):
    def __call__(cls, *args):
        return super().__call__(*args)


class Made(metaclass=Meta):
    def __init__(self, v):
        self.v = v


class Reading:
    def __get__(self, owner, cls):
        return 2.0


class WithDescriptor:
    r = Reading()


class Doubling:
    @property
    def twice(self):
        return 2.0


class Sequence:
    def __init__(self, v):
        self.v = v

    def __rmul__(self, k):
        return k * self.v

    def __len__(self):
        return 1

    def __getitem__(self, i):
        return self.v


BOX = Box(2.0)
TABLE = {"a": 1.0}


@refused("BOX, a Box from outside of the function, changes", "pass it as an argument", "BOX.v = x[0]")
def object_from_outside_changed(x):
    BOX.v = x[0]
    return BOX.v * x[1]


@refused("TABLE, a dict from outside of the function, changes", "make a copy of it", 'TABLE["a"] = x[0]')
def dict_from_outside_changed(x):
    TABLE["a"] = x[0]
    return TABLE["a"] * x[1]


@refused("this Box may be the same object as another one", "make a copy where it is chosen", "c.v = x[2]")
def one_of_two_objects_changed(x):
    a, b = Box(x[0]), Box(x[1])
    c = a if x[0] > x[1] else b
    c.v = x[2]
    return a.v * b.v


@refused("this dict may be the same object as another one", "make a copy where it is chosen", 'd["s"]', X, 3)
def dict_of_an_earlier_iteration_changed(x, n):
    d = {"s": x[0]}
    first = d
    for i in range(n):
        d["s"] = d["s"] + x[i]
        d = {"s": d["s"] * 2.0}
    return d["s"] * first["s"]


@refused("fields of Pair, a NamedTuple, cannot be assigned", "_replace(a=...)", "p.a = x[1]")
def field_of_a_named_tuple(x):
    p = Pair(x[0], x[1])
    p.a = x[1]
    return p.a


@refused("Fixed is frozen", "dataclasses.replace(..., a=...)", "p.a = x[1]")
def field_of_a_frozen_dataclass(x):
    p = Fixed(x[0])
    p.a = x[1]
    return p.a


@refused("the property twice of Doubling has no setter", "assign a field", "d.twice = x[0]")
def property_without_a_setter(x):
    d = Doubling()
    d.twice = x[0]
    return d.twice


@refused("Dynamic finds size by its `__getattr__`", "write the attribute out", "Dynamic().size")
def attribute_found_at_run_time(x):
    return Dynamic().size * x[0]


@refused("the metaclass of Made makes its objects", "use a plain class", "Made(x[0])")
def object_of_a_metaclass(x):
    return Made(x[0]).v


@refused("WithDescriptor.r is a descriptor", "use a property or a field", "WithDescriptor().r")
def descriptor_read(x):
    return WithDescriptor().r * x[0]


@refused("the comparison that dataclass made for Plain", "compare the fields", "Plain(x[0]) == Plain(x[1])")
def dataclasses_compared(x):
    return x[0] if Plain(x[0]) == Plain(x[1]) else x[1]


@refused("NumPy may take Sequence apart here", "put the object first", "x[0] * Sequence(x[1])")
def number_times_a_sequence(x):
    return x[0] * Sequence(x[1])


@refused("Box has no __add__ for these operands", "define __add__ or __radd__", "Box(x[0]) + Box(x[1])")
def operator_that_is_not_there(x):
    return Box(x[0]) + Box(x[1])


@refused("Box cannot be looped over", "give it an `__iter__`", "Box(x[0])")
def object_looped_over(x):
    s = 0.0
    for v in Box(x[0]):
        s += v
    return s


@refused("whether the object has w is known only at run time", "assign it in `__init__`", 'hasattr(b, "w")')
def attribute_of_one_path_asked_for(x):
    b = Box(x[0])
    if x[0] > 0.0:
        b.w = x[1]
    return b.w if hasattr(b, "w") else x[2]


@refused("found is None on one of the two paths", "a value on both", 'd["found"]')
def item_that_is_none_on_one_path(x):
    d = {"found": None}
    if x[0] > 0.0:
        d["found"] = Box(x[1])
    return np.sum(x) * d["found"].v


@refused("the result may be None", "return a value on every path", "def result_that_may_be_none(x):")
def result_that_may_be_none(x):
    found = None
    for v in x:
        if v > 0.0:
            found = v * v
    return found


@refused("the truth of something that may be None", "test it by `is None`", "found")
def truth_of_what_may_be_none(x):
    found = None
    for v in x:
        if v > 0.0:
            found = v * v
    return found if found else x[0]


@refused("the list changes while an iterator goes over it", "a copy: list(...)", "next(it)")
def list_changed_after_iter(x):
    items = [x[0], x[1]]
    it = iter(items)
    items[1] = x[2] ** 2
    return next(it) * items[0]


@refused("changes its number of items in the loop", "loop over a copy", "d")
def dict_that_grows_while_it_is_looped_over(x):
    d = {"a": x[0]}
    for k in d:
        d["b"] = d[k] * x[1]
    return d["b"]


def squares(x):
    for v in x:
        yield v * v


TWICE = "the items of this iterator may be taken twice"


@refused(TWICE, "keep them: list(...)", "e")
def enumerate_of_a_generator_looped_over_twice(x):
    e, s = enumerate(squares(x)), 0.0
    for i, v in e:
        s += i * v
    for _, v in e:
        s += 100.0 * v
    return s


@refused(TWICE, "keep them: list(...)", "g")
def generator_looped_over_after_its_enumerate(x):
    g, s = squares(x), 0.0
    for i, v in enumerate(g):
        s += i * v
    for v in g:
        s += 100.0 * v
    return s


@refused(TWICE, "keep them: list(...)", "z")
def zip_of_a_generator_looped_over_twice(x):
    z, s = zip(squares(x), x), 0.0
    for a, b in z:
        s += a * b
    for a, b in z:
        s += 100.0 * a * b
    return s


@refused(TWICE, "keep them: list(...)", "sum(g)")
def generator_summed_after_its_map(x):
    g = squares(x)
    return sum(map(np.sin, g)) + 100.0 * sum(g)


@refused(TWICE, "keep them: list(...)", "e", X, 3)
def enumerate_of_a_generator_taken_in_each_iteration(x, n):
    e, s = enumerate(squares(x)), 0.0
    for k in range(n):
        for i, v in e:
            s += i * v * x[k]
    return s


@refused("f is a different kind of value on the two paths", "the same kind on both", "x[0] > 5.0 and f.pop()")
def item_taken_where_and_may_stop(x):
    f = [True, "no"]
    if x[0] > 5.0 and f.pop():
        return x[2]
    return x[1] * len(f)
