"""Exceptions: which handler runs, what `else` and `finally` do, jumps out of them."""

import math

import numpy as np

from tests.hostile.registry import A, case


class Stop(Exception):
    pass


class Other(Exception):
    pass


@case(A(5))
def try_in_loop_with_break_in_handler(x):
    s = 0.0
    for i in range(5):
        try:
            s += math.sqrt(x[i] - 0.2 * i - 0.1)
        except ValueError:
            break
    return s * x[i]


@case(A(5))
def try_else_finally_all(x):
    s = 1.0
    for i in range(5):
        try:
            t = math.log(x[i] - 0.8)
        except ValueError:
            t = x[i]
        else:
            t = t * x[i]
        finally:
            s += t * i
    return s


@case(A(5))
def handler_uses_earlier_value(x):
    s = x[0]
    t = 0.5
    for i in range(1, 5):
        try:
            t = t + x[i]
            s = s * math.sqrt(t - 2.0)
        except ValueError:
            s = s + t
    return s * t


@case(A(5))
def static_list_mutated_before_raise(x):
    log = []
    try:
        log.append(x[0])
        y = math.sqrt(x[1] - 2.0)
    except ValueError:
        y = x[2]
    return y * sum(log)


@case(A(5))
def array_written_before_raise(x):
    y = x.copy()
    for i in range(5):
        try:
            y[i] = y[i] * 2.0
            y[i] = math.sqrt(y[i] - 2.0)
        except ValueError:
            y[i] += 1.0
    return np.sum(y * y)


@case(A(5))
def raise_through_two_levels(x):
    def inner(v):
        if v > 1.0:
            raise Stop
        return v * v
    def outer(v):
        try:
            return inner(v)
        finally:
            pass
    s = 0.0
    for v in x:
        try:
            s += outer(v)
        except Stop:
            s -= v
    return s


@case(A(5))
def first_matching_handler(x):
    s = 0.0
    for i, v in enumerate(x):
        try:
            if v > 1.2:
                raise Stop
            if v > 0.9:
                raise Other
            s += v
        except Other:
            s += v * v
        except (Stop, KeyError):
            s += v ** 3
        except Exception:
            s += 100.0
        else:
            s += i
    return s


@case(A(5))
def return_in_try_finally_changes(x):
    s = 0.0
    for v in x:
        try:
            s += v
            if s > 2.0:
                return s
        finally:
            s = s * 3.0
    return s


@case(A(5))
def finally_overrides_return(x):
    try:
        return x[0]
    finally:
        return x[1] * x[2]


@case(A(5))
def continue_in_finally_loop(x):
    s = 0.0
    for v in x:
        try:
            t = math.sqrt(v - 0.9)
        except ValueError:
            continue
        finally:
            s += v
        s += t
    return s


@case(A(5))
def break_out_of_try_in_while(x):
    i = 0
    s = 0.0
    while True:
        try:
            v = x[i]
            i += 1
            if v > 1.3:
                break
            s += v * v
        except IndexError:
            s *= 2.0
            break
    return s * i


@case(A(5))
def keyerror_in_loop_dynamic(x):
    table = {0: 1.0, 2: x[0], 4: x[1]}
    s = 0.0
    for i in range(5):
        try:
            s += table[i] * x[i]
        except KeyError:
            s -= x[i]
    return s


@case(A(5))
def assert_caught(x):
    s = 0.0
    for v in x:
        try:
            assert v > 0.9
            s += v
        except AssertionError:
            s += v * v
    return s


@case(A(5))
def exception_as_value(x):
    s = 0.0
    try:
        raise ValueError(3)
    except ValueError:
        s = x[0] * 2
    return s


@case(A(5))
def loop_else_in_try(x):
    s = 0.0
    try:
        for v in x:
            s += v
            if s > 100:
                break
        else:
            raise Stop
    except Stop:
        s *= x[0]
    return s
