"""Exceptions half way through: what ran before one counts, what it skipped does not; in loops, callees and `with`."""

import math

import numpy as np

from tests.hostile.registry import A, case


class Stop(Exception):
    pass


def helper_raises(v, lim):
    if v > lim:
        raise Stop
    return v * v


class Guard:
    def __init__(self, a):
        self.a = a
        self.left = 0
    def __enter__(self):
        self.a = self.a * 2.0
        return self
    def __exit__(self, *args):
        self.left += 1
        self.a = self.a / 3.0
        return False


class Log:
    def __init__(self):
        self.n = 0.0
        self.total = 0.0
    def record(self, v):
        self.n += v
        if v > 1.0:
            raise Stop
        self.total += v
    def late(self, v):
        self.total += math.sqrt(v - 1.0)


@case(A(5))
def handler_sees_state_changed_in_callee_loop(x):
    s = 0.0
    try:
        for v in x:
            s += helper_raises(v, 1.2)
    except Stop:
        s = -s
    return s * x[0]


@case(A(5))
def while_risky_test(x):
    i, s = 0, 0.0
    try:
        while x[i] > 0.0:
            s += x[i] * s + 1.0
            i += 1
    except IndexError:
        s *= x[i - 1]
    return s


@case(A(5))
def two_handlers_keep_state(x):
    s, n = 0.0, 0
    try:
        for v in x:
            n += 1
            s += v
            if s > 2.0:
                raise Stop
            s *= math.sqrt(v - 0.3)
    except Stop:
        s += n * x[0]
    except ValueError:
        s -= n * x[1]
    return s


@case(A(5))
def array_state_in_try(x):
    y = np.zeros(5)
    try:
        for i in range(5):
            y[i] = x[i] * 2.0
            if i > 0:
                y[i] += y[i - 1] * math.log(x[i] - 0.6)
    except ValueError:
        y[0] = y[0] * 3.0
    return np.sum(y ** 2)


@case(A(5))
def returns_within_narrowed(x):
    s = 1.0
    try:
        for v in x:
            s = s * v + 0.1
            if s > 2.0:
                return s * v
            s += math.sqrt(v - 0.2)
    except ValueError:
        return s * s
    return s


@case(A(5))
def continue_break_in_narrowed(x):
    s = 1.0
    try:
        for i, v in enumerate(x):
            s += v
            if i == 1:
                continue
            s *= math.sqrt(v - 0.1)
            if i == 3:
                break
        else:
            s += 100.0
        s += x[0]
    except ValueError:
        s -= 1.0
    else:
        s *= 2.0
    finally:
        s += 0.5
    return s


@case(A(5))
def try_in_while_true_with_retry(x):
    step, s, tries = 4.0, 0.0, 0
    while True:
        tries += 1
        try:
            s = s + x[1]
            t = math.log(x[0] - step) + s
        except ValueError:
            step *= 0.5
            if tries > 10:
                break
            continue
        break
    return t * tries


@case(A(5))
def nested_functions_try(x):
    def safe(f, v, default):
        try:
            return f(v)
        except (ValueError, ZeroDivisionError):
            return default * v
    return sum(safe(lambda t: math.sqrt(t - 1.0), v, 3.0) for v in x) + safe(math.log, float(x[0]), 1.0)


@case(0.7, 0.0)
def zero_division_scalar(x, z):
    total = 0.0
    for k in range(3):
        try:
            total += x / (z * (k - 1))
        except ZeroDivisionError:
            total += x * x
            z = 1.0
    return total


@case(250.0)
def overflow(x):
    try:
        y = math.exp(x * x)
    except OverflowError:
        y = x ** 1.5
    return y


@case(A(4))
def del_in_try(x):
    t = x[0]
    try:
        u = t * math.sqrt(x[1] - 5.0)
        del t
    except ValueError:
        u = t * 2  # noqa: F821
    return u


@case(A(4))
def loop_var_after_exception(x):
    for i, v in enumerate(x):
        try:
            t = math.sqrt(v - 0.9)
        except ValueError:
            t = v
            break
    return t * v * i


@case(A(4))
def with_early_exits(x):
    g = Guard(x[0])
    s = 0.0
    for v in x:
        with g as h:
            if v > 1.1:
                continue
            s += h.a * v
            if s > 3.0:
                break
    return s * g.a + g.left


@case(A(4))
def return_in_with(x):
    g = Guard(x[0])
    def f(v):
        with g:
            if v > 1.0:
                return g.a * v
        return g.a
    return f(x[1]) + f(x[2]) * g.a + g.left


@case(A(4))
def with_exception_passes_through(x):
    g = Guard(x[0])
    s = 0.0
    for v in x:
        try:
            with g:
                s += helper_raises(v, 1.0)
        except Stop:
            s += g.a
    return s


@case(A(5))
def flag_names_taken(x):
    stop = x[0]
    returned = x[1]
    failed = x[2]
    skip = 1.0
    for v in x:
        if v > 1.0:
            if v > 1.3:
                break
            skip *= v
            continue
        try:
            stop += math.sqrt(v - 0.7)
        except ValueError:
            failed += v
        if stop > 3.0:
            return stop * returned
        returned += v
    return stop * returned * failed * skip


@case(A(4))
def object_changed_last(x):
    log = Log()
    s = 0.0
    for v in x:
        try:
            log.late(v)
        except ValueError:
            s -= log.total + v
    return s + log.total


@case(A(4))
def direct_items(x):
    items = [x[0], x[1]]
    for v in x:
        try:
            items[0] = v * 2
            items[1] = math.log(v - 1.0)
        except ValueError:
            items[1] = items[0] * 0.5
    return items[0] * items[1]


@case(A(4))
def raise_uncond_in_arm(x):
    s = 0.0
    for v in x:
        try:
            if v > 1.0:
                s += v
                raise Stop
            else:
                s += 2 * v
                raise Stop
        except Stop:
            s *= 1.5
    return s


@case(A(4))
def sys_exc_order(x):
    s = 0.0
    for v in x:
        try:
            t = math.sqrt(v - 1.0)
            u = math.log(v - 1.2)
        except ValueError:
            t = v
            u = 2 * v
        s += t * u
    return s


@case(A(4))
def same_name_in_try_and_handler(x):
    s = 0.0
    y = 1.0
    for v in x:
        try:
            y = y * math.sqrt(v - 1.0) + v
        except ValueError:
            y = y * v
        s += y
    return s * y


@case(A(4))
def array_valued(x):
    s = 0.0
    for k in range(4):
        try:
            y = np.ones(4) * math.sqrt(x[k] - 1.0) * x
        except ValueError:
            y = x * x[k]
        s += np.sum(y)
    return s + y[0]


@case(A(4))
def try_in_recursive(x):
    def f(k, v):
        if k == 0:
            return v
        try:
            return f(k - 1, v * math.sqrt(v - 0.8))
        except ValueError:
            return v * k
    return f(3, x[0] + 1.0) + f(2, x[1])


@case(A(4))
def deep_while_loop_in_try(x):
    s, k = 0.0, 0
    y = 3.0
    while True:
        try:
            while y > 0:
                y = math.log(y) * x[0] + x[1]
                k += 1
                s += y
                if k > 20:
                    break
        except ValueError:
            y = 2.0
        if k > 20:
            break
        k += 5
    return s * y


@case(A(4))
def kinds_differ(x):
    for v in x:
        try:
            r = math.sqrt(v - 1.0)
            n = 1
        except ValueError:
            r = 0
            n = 2.5
    return r * n * x[0] + n


@case(A(4))
def exception_name_reused(x):
    e = x[0]
    s = e
    try:
        s = math.sqrt(x[1] - 3.0)
    except ValueError:
        s = s * 2
    return s * e
