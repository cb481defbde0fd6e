"""Branches: if, elif, else, returns in branches, names that only some branches define or change."""

import math

import numpy as np

from .registry import array, number, program


@program(number(), number(), argnums=(0, 1), points=3)
def if_else(x, y):
    if x > y:
        z = x * x * y
    else:
        z = math.sin(y) + x
    return z * x


@program(number(0.0, 3.0), points=9)
def elif_chain(x):
    if x < 0.6:
        y = x**2
    elif x < 1.2:
        y = x**3
    elif x < 2.0:
        y = math.exp(x)
    else:
        y = 1.0 / x
    return y + x


@program(number(-2.0, 2.0), points=14)
def several_returns(x):
    if x < -1.0:
        return -x
    if x < 0.0:
        return x * x
    elif x < 1.0:
        y = x * x * x
        return y + 1.0
    return math.sqrt(x)


@program(number(), number(), argnums=(0, 1), points=8)
def early_return_then_code(x, y):
    if x * y > 1.0:
        return x / y
    s = x + y
    s = s * s
    if s > 2.5:
        return s
    return s * x


@program(number(), number(), argnums=(0, 1), points=3)
def redefined_in_one_branch(x, y):
    z = x * y
    if x > 1.0:
        z = z * z
    return z * x


@program(number(), number(), argnums=(0, 1), points=8)
def nested_branches(x, y):
    z = x
    if x > 0.9:
        if y > 1.0:
            z = x * y
            w = z
        else:
            z = y * y
            w = x
        z = z * w
    else:
        w = y
    return z + w * w


@program(number(), 1)
def branch_on_flag(x, kind):
    if kind == 0:
        return x * x
    elif kind == 1:
        return x * x * x
    return x


@program(number(), "sine")
def branch_on_string(x, kind):
    if kind == "sine":
        y = math.sin(x)
    elif kind == "cosine":
        y = math.cos(x)
    else:
        y = x
    return y * x


@program(number(), None)
def branch_on_none(x, scale):
    if scale is None:
        scale = x * 2.0
    return scale * x


@program(number(), True, False)
def branch_on_bools(x, squared, negated):
    y = x * x if squared else x
    if negated:
        y = -y
    return y * 1.5


@program(array(6), points=3)
def branch_on_element(x):
    if x[0] > x[1]:
        s = x[2] * x[3]
    else:
        s = x[4] * x[5]
    return s * x[0]


@program(array(6, lo=-1.0), 0.0, points=2)
def branch_in_loop(x, level):
    up = 0.0
    down = 0.0
    for i in range(x.shape[0]):
        if x[i] > level:
            up += x[i] ** 2
        else:
            down += x[i] ** 3
    return up * down + up


@program(array(7, lo=-1.0), points=2)
def branch_on_carried_value(x):
    s = 0.1
    for i in range(len(x)):
        if s > 0.3:
            s = s * x[i] - 0.2
        elif s < -0.3:
            s = s * s
        else:
            s = s + x[i]
    return s * s + s


@program(array(8), 3)
def branch_on_counter(x, period):
    s = 1.0
    for i in range(len(x)):
        if i % period == 0:
            s *= x[i]
        elif i % period == 1 and i > 2:
            s += x[i] * x[i - 1]
    return s


@program(array(5, lo=-1.0), points=2)
def branch_on_sum_of_array(x):
    if np.sum(x) > 0.0:
        return np.sum(x * x)
    return np.prod(x)


@program(number(), number(), argnums=(0, 1), points=5)
def tested_value_overwritten(x, y):
    t = x - y
    if t > 0.0:
        t = y
        r = t * x
    else:
        t = x * x
        r = t * y
    return r * t


@program(number(0.1, 0.9), number(2.0, 3.0), argnums=(0, 1))
def arm_not_taken_would_fail(x, y):
    if x < 1.0:
        z = y
    else:
        z = math.sqrt(x - 1.0) * math.log(x - 1.0)
    return z * x


@program(number(), number(), argnums=(0, 1), points=5)
def empty_else_and_pass(x, y):
    if x > y:
        pass
    else:
        x = x + y
    return x * x * y


@program(array(6, lo=-1.0), points=2)
def conditional_expression_in_sum(x):
    s = 0.0
    for v in x:
        s += v * v if v > 0.0 else -0.5 * v
    return s
