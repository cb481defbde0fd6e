"""Jumps, exits and flags in the ways that loops and branches allow, each with what makes it hard in its name."""

import numpy as np

from tests.hostile.registry import A, case


@case(A(5))
def break_in_else_of_while(x):
    s = 0.0
    for i in range(5):
        j = 0
        while j < i:
            s += x[j] * x[i]
            j += 1
            if s > 3.0:
                break
        else:
            if i == 3:
                break
            s *= x[i]
            continue
        s += 1.0
    return s * x[i]


@case(A(5))
def continue_as_last_in_else(x):
    s = 1.0
    for v in x:
        if v > 1.0:
            s *= v
        else:
            s += v
            continue
        s -= 0.1
    return s


@case(A(5))
def loop_target_reused_by_inner(x):
    s = 1.0
    for i in range(3):
        for i in range(i, 5):
            s += x[i] * s * 0.1
        s *= x[i - 1]
    return s * x[i]


@case(A(5))
def tuple_target_rebound(x):
    s = 0.0
    for i, v in enumerate(x):
        v = v * v
        i = i + 1
        s += v * i
    return s + v * i


@case(A(5), 3)
def bound_from_len_of_changing(x, n):
    y = x
    s = 0.0
    for k in range(len(y)):
        y = y[1:] if len(y) > 2 else y
        s += np.sum(y)
    return s


@case(A(5))
def walrus_in_comprehension_and_while(x):
    k = 0
    s = 0.0
    while (k := k + 1) < 5 and (v := x[k]) > 0.4:
        s += v * k
    return s + k


@case(A(5))
def walrus_in_if_chain(x):
    s = 0.0
    for i in range(5):
        if (a := x[i] * 2) > 2.5:
            s += a
        elif (b := a * x[i]) > 1.0:
            s += b * a
        else:
            s -= a
    return s


@case(A(5))
def returns_in_all_arms_of_loop(x):
    for v in x:
        if v > 1.0:
            return v * v
        else:
            return v * 3.0
    return 0.0


@case(A(5))
def return_in_while_else(x):
    i = 0
    s = 0.0
    while i < 5:
        s += x[i]
        if s > 100.0:
            break
        i += 1
    else:
        return s * s
    return s


@case(A(5))
def nested_break_flags(x):
    s = 0.0
    for i in range(5):
        for j in range(5):
            for k in range(5):
                if k > j:
                    break
                if k == 3:
                    continue
                s += x[i] * x[j] * x[k]
                if s > 12.0:
                    return s * x[k]
            else:
                s += 0.5
                continue
            if j > i:
                break
    return s


@case(A(5))
def exit_test_uses_updated_swap(x):
    a, b = x[0], x[1]
    n = 0
    while True:
        a, b = b, a * 0.9
        n += 1
        if a < 0.4 and b < a:
            break
        if n > 30:
            break
    return a * b * n


@case(A(5))
def exit_test_on_old_value(x):
    new = x[0]
    for k in range(50):
        old = new
        new = 0.5 * (old + x[1] / old)
        if abs(new - old) < 1e-14:
            break
    return new * x[2] + old


@case(A(5))
def three_rotation_with_exit(x):
    a, b, c = x[0], x[1], x[2]
    for k in range(7):
        a, b, c = b, c, a * b
        if c < 0.2:
            break
    return a + 2 * b + 3 * c


@case(A(5))
def array_swap_with_exit(x):
    u, v = x.copy(), x * 2
    for k in range(6):
        u, v = v, u * 0.5 + v * 0.1
        if np.sum(u) < 3.0:
            break
    return np.sum(u * v)


@case(A(5))
def del_and_rebind(x):
    t = x[0] * x[1]
    s = t * t
    del t
    for i in range(3):
        t = s * x[i]
        s = s + t
        del t
    t = s
    return t * t


@case(A(5), -2)
def negative_range(x, n):
    s = 1.0
    for i in range(n, 3):
        s += x[i] * s
    for i in range(3, n, -2):
        s *= x[i]
    return s


@case(A(5), 0)
def zero_trips_target_unbound(x, n):
    i = 2
    s = x[0]
    for i in range(n):
        s += x[i]
    return s * x[i]


@case(A(5), 3)
def condition_with_side_effect_function(x, n):
    calls = 0
    def more(v):
        nonlocal calls
        calls += 1
        return v < 3.0
    s = 1.0
    while more(s):
        s *= 1.0 + x[calls % 5] * 0.3
    return s * calls


@case(A(4), A(4), argnums=(0,1))
def while_with_two_exits_and_else(x, y):
    k, s = 0, 1.0
    while s < 50.0:
        s *= 1.0 + x[k % 4]
        if k > 6:
            break
        s += y[k % 4]
        k += 1
        if s > 30.0 and k % 2:
            s *= y[0]
            break
    else:
        s = s - x[0]
    return s * k


@case(A(5), 2)
def match_guard_capture(x, n):
    s = 0.0
    for i in range(5):
        match i % 3, n:
            case 0, k if k > 1:
                s += x[i] * k
            case 1, _:
                s *= x[i]
            case j, k:
                s -= x[i] * (j + k)
    return s


@case(A(5))
def match_on_float(x):
    s = 0.0
    for v in x:
        match v > 1.0:
            case True:
                s += v
            case False:
                s *= v
    return s


@case(A(5))
def match_break_inside_loop(x):
    s = 0.0
    for i in range(5):
        match i:
            case 0 | 1:
                continue
            case 3:
                break
            case k:
                s += x[k]
        s += 1.0
    return s * x[i]


@case(A(5))
def while_else_return_nested(x):
    total = 0.0
    for i in range(5):
        j = i
        while j < 5:
            total += x[j]
            j += 2
            if total > 4.0:
                break
        else:
            total *= x[i]
            if total > 5.0:
                return total
            continue
        return -total * x[j - 2]
    return total


@case(A(5))
def multiple_targets_in_exit(x):
    a = b = x[0]
    for v in x[1:]:
        a, b = b + v, a
        if a > 2.5:
            c = a * b
            break
        c = a - b
    return a * b * c


@case(A(5))
def array_made_in_loop_used_after_break(x):
    for k in range(10):
        y = x * k
        z = y[1:]
        if np.sum(y) > 12.0:
            break
        w = y * 2
    return np.sum(z * z) + np.sum(w)


@case(A(5))
def exit_in_first_statement_and_last(x):
    s = x[0]
    k = 0
    while True:
        if s > 3.0:
            break
        s += x[k % 5]
        k += 1
        if k > 20:
            break
    return s * s


@case(A(5))
def exit_with_and_or(x):
    s, k = 0.0, 0
    while not (s > 2.0 and k > 2) or k < 1:
        s += x[k % 5]
        k += 1
        if k == 9 or (s > 8.0 and x[0] > 0):
            break
    return s * k


@case(A(5))
def float_counter(x):
    t, s = 0.0, 0.0
    while t < 1.0:
        h = min(0.3 * x[0], 1.0 - t)
        s += h * x[1] * t
        t += h
        if h < 1e-12:
            break
    return s


@case(A(5), 3, 2)
def dynamic_step(x, n, step):
    s = 0.0
    for i in range(4, -1, -step):
        s = s * 0.5 + x[i]
        step += 1
    for i in range(0, 5, n - 1):
        s += x[i] ** 2
    return s * i


@case(A(5))
def bounds_from_loop_computation(x):
    n = 1
    s = 0.0
    while n < 5:
        m = n
        for j in range(n):
            s += x[j] * s + 0.1
            if s > 1.0:
                m += 1
        n = m + 1
    return s * n


@case(A(5))
def lists_in_loops_break(x):
    items = [x[0], x[1] * 2, x[2]]
    s = 0.0
    for k, item in enumerate(items):
        if item > 1.8 and k > 0:
            break
        s += item
    else:
        s *= 2
    return s * item


@case(A(5))
def dict_items_continue(x):
    d = {"a": x[0], "b": x[1], "c": x[2]}
    s = 1.0
    for name, v in d.items():
        if name == "b":
            continue
        if v > 1.4:
            return v * s
        s *= v
    return s


@case(A(5))
def any_all_generators(x):
    s = 0.0
    for i in range(5):
        if any(x[j] > 1.3 for j in range(i)):
            break
        if all(v < 10 for v in x[:i]):
            s += x[i]
    return s


@case(A(6))
def bool_flags_carried(x):
    rising = True
    s = 0.0
    for i in range(1, 6):
        was = rising
        rising = x[i] > x[i - 1]
        if was and not rising:
            s += x[i - 1] ** 2
        elif not was and rising:
            s -= x[i]
    return s


@case(A(6))
def nonlocal_break(x):
    total = 0.0
    def add(v):
        nonlocal total
        if total > 2.0:
            return False
        total += v * total + 0.1
        return True
    for v in x:
        if not add(v):
            break
    else:
        total *= 2
    return total * v
