"""Values that are None at first, or on one path: the last one, the best one so far, what is computed once."""

import numpy as np

from .registry import array, number, program, signed


class Cached:
    """A square that is computed when it is first asked for."""

    def __init__(self, side):
        self.side = side
        self._area = None

    @property
    def area(self):
        if self._area is None:
            self._area = self.side * self.side
        return self._area

    def resize(self, factor):
        self.side *= factor
        self._area = None


def first_above(x, level):
    for v in x:
        if v > level:
            return v * v
    return None


def damped(v, before=None):
    return v if before is None else 0.5 * v + 0.5 * before


@program(array(6), numba=False)
def product_with_the_last_one(x):
    last, total = None, 0.0
    for v in x:
        if last is not None:
            total += v * last
        last = v * v
    return total


@program(array(6), numba=False)
def largest_so_far(x):
    best = None
    for v in x:
        if best is None or v > best:
            best = v
    return best**2


@program(array(6), numba=False)
def largest_with_its_place(x):
    best = None
    for i, v in enumerate(x):
        if best is None or v > best[0]:
            best = (v, i)
    return best[0] ** 2 * (best[1] + 1)


@program(signed(5), numba=False)
def distance_to_the_nearest(x):
    total = 0.0
    for i in range(len(x)):
        near = None
        for j in range(len(x)):
            if i != j:
                d = (x[i] - x[j]) ** 2
                if near is None or d < near:
                    near = d
        total += near * x[i]
    return total


@program(array(4), 3, numba=False)
def previous_array(x, n):
    previous, total = None, 0.0
    for k in range(n):
        current = np.sin(x * (k + 1.0))
        if previous is not None:
            total += np.sum(current * previous)
        previous = current
    return total


@program(array(4), number(), argnums=(0, 1), numba=False)
def computed_when_it_is_first_used(x, side):
    square, total = Cached(side), 0.0
    for v in x:
        total += v * square.area
        if v > 1.0:
            square.resize(v)
    return total


@program(array(4), numba=False)
def result_of_a_search_that_may_fail(x):
    found, missed = first_above(x, 0.2), first_above(x, 9.0)
    a = found if found is not None else x[0]
    b = missed if missed is not None else x[1]
    return a * b**2


@program(array(5), numba=False)
def parameter_that_may_be_none(x):
    before, total = None, 0.0
    for v in x:
        before = damped(v, before)
        total += before * before
    return total


@program(array(5), numba=False)
def pairs_taken_two_by_two(x):
    waiting, total = None, 0.0
    for v in x:
        if waiting is None:
            waiting = v
        else:
            total += waiting * v
            waiting = None
    return total + (0.0 if waiting is None else waiting)
