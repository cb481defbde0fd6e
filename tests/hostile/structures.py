"""Items of tuples, lists and dicts: computed once, shared, rebound, carried."""

from dataclasses import dataclass, replace
from functools import reduce
from typing import NamedTuple

import numpy as np

from tests.hostile.registry import A, case


@case(A(3))
def chained_assignment_is_one_object(x):
    a = b = np.zeros(3)
    a[1] = x[0]
    return b[1] * x[1]


@case(A(3))
def chained_assignment_evaluates_once(x):
    y = x.copy()
    y[1] = y[2] = y[0] * y[1]
    return y[2]


@case(A(3))
def tuple_holds_what_an_element_was(x):
    y = x.copy()
    t = (y[0], y[1])
    y[0] = 5.0 * y[1]
    return t[0] * t[1]


@case(A(3))
def dict_holds_one_array(x):
    d = {"a": np.zeros(3)}
    for i in range(3):
        d["a"][i] = x[i] ** 2
    return np.sum(d["a"])


def two(x):
    return x * 2, x[0]


@case(A(3))
def tuple_that_a_callee_returns(x):
    t = two(x)
    z = t[0]
    z[1] = t[1] ** 2
    return np.sum(t[0])


def doubled_in_place(y):
    y[0] = y[0] * 2.0
    return y[0]


@case(A(3))
def call_with_effects_in_a_tuple(x):
    y = x.copy()
    d = (doubled_in_place(y),)
    return d[0] * d[0] * y[0]


@case(A(3))
def list_repeated_holds_one_array(x):
    items = [x.copy()] * 2
    items[0][1] = 3.0 * x[0]
    return np.sum(items[1] * x)


@case(A(3))
def comprehension_holds_arrays(x):
    items = [x * k for k in range(3)]
    items[1][0] = 7.0
    return np.sum(items[1] * items[2])


@case(A(3))
def item_stored_in_a_list_is_one_array(x):
    items = [x, x]
    items[1] = x * 2
    z = items[1]
    z[0] = x[1]
    return np.sum(items[1] * x)


@case({"s": 0.7, "a": A(2)})
def number_in_a_dict_rebound(p):
    p["s"] += 1.0
    return p["s"] * p["a"][0]


@case({"s": 0.7, "a": A(2)})
def number_in_a_dict_squared(p):
    p["s"] = p["s"] ** 2
    return p["s"] * p["a"][0]


@case([0.7, A(2)])
def list_parameter_that_grows(p):
    p.append(p[0] ** 2)
    return p[-1] * p[1][1]


@case([0.7, 0.9])
def list_parameter_whose_items_swap(p):
    p[0], p[1] = p[1], p[0]
    return p[1] * p[0] ** 2


@case({"s": 0.7, "a": A(2)})
def dict_parameter_that_shrinks(p):
    p.pop("s")
    return p["a"][0] ** 2


@case({"s": 0.7, "a": A(2)})
def array_in_a_dict_scaled_in_place(p):
    a = p["a"]
    p["a"] *= p["s"]
    return a[0] * p["a"][1]


@case({"s": 0.7, "a": A(2)})
def every_item_of_a_dict_rebound(p):
    for k in p:
        p[k] = p[k] * 2.0
    return p["s"] * p["a"][0]


@case({"s": 0.7, "a": A(2)})
def new_key_in_a_dict(p):
    p["t"] = p["s"] * p["a"]
    return np.sum(p["t"])


@case(A(3))
def swap_of_new_values(x):
    a, b = x[0], x[1]
    a, b = b * x[2], a * x[2]
    (c, d), e = (a * b, b), a
    return c * d + e


@case(A(3))
def tuple_assignment_reads_in_order(x):
    y = x.copy()
    a, b = y[0], doubled_in_place(y)
    return a * b


@case(A(4))
def list_that_a_short_loop_fills(x):
    h = [x[0]]
    for i in range(1, 4):
        h.append(h[-1] * x[i] + h[0])
    return h[2] * h[3]


@case(A(4))
def tuple_of_numbers_indexed_by_a_loop(x):
    weights = (3, 4, 4)
    s = 0.0
    for i in range(1, 4):
        if weights[i - 1] <= 3:
            s += x[i] ** 2
        s += weights[i - 1] * x[i] * x[0]
    return s


@case(A(3))
def tuple_carried_beside_a_sum(x):
    s = (x, 0.0)
    e = 0.0
    for _ in range(3):
        s = (s[0] * 2, s[1] + 0.1)
        e += s[0][0] * s[1]
    return e


@case(A(3), 3)
def numbers_in_a_tuple_that_swap(x, n):
    s = (1.0 * n, 2.0 * n, x[0])
    for i in range(n):
        s = (s[1] + 0.5, s[0] + 1.0, s[2] * x[i] * (s[0] - s[1]))
    return s[2] * s[0]


@case(A(3))
def dict_carried_through_a_loop(x):
    d = {"s": x[0], "n": 1}
    for i in range(3):
        d = {"s": d["s"] * x[i] * d["n"], "n": d["n"] + 1}
    return d["s"] * d["n"]


class State(NamedTuple):
    pos: np.ndarray
    t: float = 0.0


@case(A(3))
def named_tuple_replaced(x):
    s = State(x)
    for _ in range(2):
        s = s._replace(t=s.t + s.pos[0], pos=s.pos * 2.0)
    return s.pos[0] * s.t * s._asdict()["t"]


@dataclass
class Model:
    a: float
    b: np.ndarray


@case(A(3))
def dataclass_replaced(x):
    m = Model(x[0], x)
    m = replace(m, a=m.a * 2.0)
    return m.a * m.b[0]


@case(A(3))
def same_object_in_a_test(x):
    y = x
    if y is x:
        return x[0] * x[0]
    return x[1]


@case(A(3))
def inserted_item_is_what_it_was(x):
    y = x.copy()
    items = []
    items.insert(0, y[0])
    y[0] = 5.0 * x[1]
    return items[0] * items[0]


@case(A(3))
def list_of_a_zip(x):
    y = x.copy()
    items = list(zip(y, (1.0, 2.0)))  # noqa: B905
    y[0] = 5.0 * x[1]
    return items[0][0] * items[0][0]


@case(A(3))
def list_extended_by_a_zip(x):
    y = x.copy()
    items = []
    items.extend(zip(y, (1.0, 2.0)))  # noqa: B905
    y[0] = 5.0 * x[1]
    return items[0][0] * items[0][0]


@case(A(3))
def popped_key_that_is_not_there(x):
    d = {"a": x[0]}
    d.pop("b", None)
    return d["a"] ** 2


@case(A(3))
def list_whose_items_change_while_it_is_looped_over(x):
    items, s = [x[0], x[1], x[2]], 0.0
    for i, v in enumerate(items):
        if i < 2:
            items[i + 1] = v * 2.0
        s += v
    return s


@case(A(3))
def list_that_grows_while_it_is_looped_over(x):
    items, s = [x[0], x[1]], 0.0
    for v in items:
        if len(items) < 5:
            items.append(v * x[2])
        s += v * v
    return s


@case(A(3))
def dict_whose_values_change_while_they_are_looped_over(x):
    d, s = {"a": x[0], "b": x[1]}, 0.0
    for _, v in d.items():
        d["b"] = d["b"] * 2.0
        s += v
    return s


@case(A(3))
def views_of_a_dict_see_what_it_holds_later(x):
    d = {"a": x[0]}
    keys, values = d.keys(), d.values()
    d["b"] = x[1] ** 2
    s = sum(values)
    for k in keys:
        s += d[k] * x[2]
    return s * len(keys)


@case(A(3))
def reduce_over_a_list_that_its_function_changes(x):
    items = [x[0], x[1], x[2]]

    def add(total, v):
        items[2] = items[2] + v
        return total + 2.0 * v

    return reduce(add, items, 0.0)


@case(A(3))
def maximum_by_a_key_that_changes_the_list(x):
    items = [x[0], x[1], x[2]]

    def rank(v):
        items[2] = items[2] + 10.0
        return v

    return max(items, key=rank)


@case(A(3))
def comprehension_over_a_list_that_it_changes(x):
    items = [x[0], x[1], x[2]]

    def doubled(v):
        items[2] = items[2] + v
        return v * 2.0

    return sum([doubled(v) for v in items])


class Squares:
    """Its items come one by one from a generator."""

    def __init__(self, values):
        self.values = values

    def __iter__(self):
        for v in self.values:
            yield v * v


@case(A(3))
def objects_that_generate_items_of_an_array(x):
    s = sum(Squares(x)) * max(Squares(x))
    for i, q in enumerate(Squares(x)):
        s += i * q
    return s + sum(a * b for a, b in zip(x, Squares([x[1], x[2]])))
