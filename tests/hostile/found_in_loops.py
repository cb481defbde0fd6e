"""Programs with loops that once had a wrong gradient, each the smallest of its kind."""

import numpy as np

from tests.hostile.registry import A, case


@case(A(4), 3)
def sums_that_swap_their_names(x, n):
    s = x[0]
    t = x[1]
    for _ in range(n):
        s, t = t, s + x[2]
    return s


@case(A(5))
def view_with_an_offset_in_a_loop_backwards(x):
    y = x * 2.0
    v = y[1:]
    for i in range(3, -1, -1):
        y[i] = v[i] + 1.0
    return np.sum(y)


@case(A(4), A(8), argnums=(0, 1))
def last_of_two_writes_to_one_element(y0, x):
    y = y0.copy()
    for i in range(3, -5, -1):
        y[i] = x[i + 4]
    return np.sum(y * y)


@case(A(3), 2)
def value_kept_before_the_exit_test(x, n):
    s = 0.0
    for i in range(n):
        z = x * (i + 1.0)
        while True:
            r = np.sum(z * z)
            if r > 40.0:
                break
            z = z * r
        s += np.sum(z * x)
    return s


@case(A(2))
def range_of_a_negative_number(x):
    s = x[0]
    for i in range(len(x) - 4):
        s = s * s * x[i]
    return s


@case(A(3))
def branches_that_do_nothing(x):
    y = x.copy()
    z = np.zeros(7)
    a = 1.0
    d = 0.0
    if d > z[2]:
        for j in range(5, 5):
            z[j] = a
    else:
        for k in range(5):
            if k == 0:
                pass
            else:
                z[0] = 1.0
    return np.sum(y)


@case(A(3), 4)
def index_of_a_loop_that_does_not_run(x, n):
    y = x * 1.0
    for i in range(1, n):
        if i > 2:
            pass
        else:
            for j in range(4, 4):
                y[j] = 1.0
    return np.sum(y)


@case(A(4))
def loop_over_a_slice(y):
    s = 0.0
    for b in y[1:]:
        s += b * b
    return s


@case(A(4, 3))
def loops_over_slices_of_rows(m):
    s = 0.0
    for r in m[::-1]:
        for v, w in zip(r[::-1], r[1:]):
            s = s * 0.5 + v * w
    return s


@case(A(5), A(5, 5))
def products_of_growing_size(x, m):
    s = 0.0
    for k in range(4):
        r = m[: k + 1, : k + 1] @ x[: k + 1]
        s += np.sum(r * r * r)
    return s


@case(A(7))
def array_made_anew_in_a_loop(x):
    y = x.copy()
    z = np.zeros(7)
    for k in range(4, -1, -1):
        z = np.sin(y)
    y[-1] = 1.0
    return np.tanh(1.0 + z[0] + 2.0) * y[-1]


@case(A(4))
def added_whole_and_stored_in_one_loop(x):
    y = x.copy()
    d = 0.0
    for j in range(2, 4):
        y[j] *= 2.0
        d += np.sum(y)
    return d


@case(A(3))
def loop_in_a_branch_adds_to_what_waits(x):
    y = x * 1.0
    a = x[0]
    if x[1] > 0.4:
        for _ in range(5):
            y[0] = a
    for _ in range(5):
        y[1] += a
    return np.sum(y)


@case(A(3))
def carried_array_replaced_in_a_branch(x):
    z = x
    y = x * x
    s = 0.0
    for k in range(3):
        if k == 1:
            z = y
        s += z[k]
    return s


@case(A(4), 3)
def loop_that_nothing_needs(x, n):
    y = x * 1.0
    z = x * x
    m = np.outer(x, z)
    a = x[0]
    b = x[1] * 0.5
    c = 0.7
    m[:, 3] = np.sin(np.mean(z[::-1]) if a > a else min(a, b))
    for _ in range(0, 4, 2):
        c -= b * 0.5
    return b + n * y[0] * 0.0


@case(A(6))
def array_given_in_one_iteration(x):
    for i in range(6):
        if i == 2:
            t = x * x
    return np.sum(t)


@case(A(4))
def loop_in_a_branch_before_a_rebound_name(x):
    z = x * x
    a = x[0]
    s = 0.0
    if z[0] < 99.0:
        for _ in range(4):
            s = s + a
    if x[1] < 0.0:
        a = z[2]
    return a + s * 0.0


@case(A(4))
def index_from_the_array_in_a_loop(x):
    y = x * 2.0
    for _ in range(2):
        k = np.argmax(y)
        y[k] = 0.5
    return np.sum(y * y)


@case(A(4))
def mask_from_the_array_in_a_loop(x):
    y = x * 1.0
    for _ in range(2):
        y[y > 0.6] *= y[0]
    return np.sum(y * y)


@case(A(6))
def argument_replaced_by_a_work_array(x):
    y = np.zeros(6)
    for _ in range(2):
        for i in range(6):
            y[i] = x[i] * x[i - 1]
        x = y * 1.0
    return np.sum(x)


@case(A(6))
def argument_replaced_by_a_flipped_array(x):
    y = np.zeros(6)
    for _ in range(3):
        for i in range(6):
            y[i] = x[i] * x[i - 1]
        x = np.flip(y) + np.zeros(6)
    return np.sum(x * y)


@case(A(6), 3)
def while_that_does_not_run(x, n):
    z = x * x
    a = x[0]
    for i in range(n, 0, -1):
        w = 0
        while w < 0:
            z[1] = np.sin(np.sin(a * (z[3 - i] if i > 3 else x[3 - i])))
    return a


@case(A(3, 3), A(3, 3), argnums=(0, 1))
def orthogonal_to_earlier_columns(a, q):
    v = a[:, 1]
    for i in range(2):
        v = v - (q[:, i] @ a[:, 1]) * q[:, i]
    return v[0]


@case(A(3, 3))
def row_read_outside_and_inside_a_loop(a):
    s = np.sum(a[1])
    t = 0.0
    for i in range(3):
        t += a[1] @ a[i]
    return s * t


@case(A(3, 3))
def row_that_a_loop_multiplies_by(a):
    r = a[1].copy()
    for _ in range(3):
        r = r * a[1]
    return r[0]


@case(A(6), 3)
def rows_of_a_reshaped_argument(x, n):
    m = x.reshape(2, 3)
    u = m[0]
    for _ in range(n):
        u = np.tanh(u * m[1] + m[0])
    return u @ m[0]


@case(A(4))
def view_scaled_in_a_loop(a):
    y = a * 1.0
    v = y[1:]
    for _ in range(2):
        v -= y[0] * v
    return y[2]


@case(A(4))
def argument_scaled_in_a_loop(x):
    for i in range(3):
        x *= x[i]
    return x[1]


@case(A(4))
def elements_and_whole_in_a_loop(x):
    y = np.ones(4)
    z = y
    for i in range(4):
        y[i] = x[i] * y[i - 1]
        y *= 0.9
    return np.sum(y * z)


@case(A(3, 3), A(3, 3), argnums=(0, 1))
def rows_scaled_by_elements(y, x):
    z = y.copy()
    for r in z:
        for j in range(2):
            r *= x[j, 0]
    return np.sum(z * x)


@case(A(4))
def rows_that_grow_until_they_are_large(x):
    y = np.outer(x, x)
    for i in range(4):
        r = y[i]
        while r[0] < 3.0:
            r += r * r + 0.1
    return np.sum(y)


@case(A(4))
def flag_set_in_a_loop(x):
    found = False
    s = 0.0
    for v in x:
        if v > 0.7 and not found:
            found = True
            s = v
    return s * s


@case(A(4))
def sign_that_alternates(x):
    plus = True
    s = x[0]
    for v in x:
        s = s + v * s if plus else s - v
        plus = not plus
    return s


@case(A(2))
def done_when_large(x):
    done = False
    s = x[0]
    while not done:
        s = s * s + x[1]
        done = s > 2.0
    return s


@case(A(4), 4)
def range_from_minus_n(x, n):
    y = x * 1.0
    for i in range(-n, 0):
        y = y * x[i]
    for i in range(-n + 1, 0):
        y[i] = y[i - 1] * x[i]
    return np.sum(x * y)


@case(A(3))
def index_of_a_loop_that_does_nothing(x):
    for i in range(3):
        pass
    return x[i] * x[0]


@case(A(3), 4, 2)
def index_that_is_unbound_before_a_loop_with_continue(x, n, k):
    for i in range(k - 2):
        pass
    count = 0
    c = x[0]
    while True:
        count += 1
        if count >= n:
            break
        if k > 2:
            continue
        c = np.sin(c) * x[1]
    return c


@case(A(3), 0)
def index_that_another_loop_takes_up(x, k):
    for j in range(k):
        pass
    for j in range(3):
        pass
    s = x[0] * j
    for i, q in ((0, 0.5), (1, s)):
        for l in range(k):
            pass
        s = s * q
    return s


@case(A(5), A(5, 5), argnums=(0, 1))
def break_in_the_else_of_a_loop_inside(x, m):
    s = 0.0
    for i in range(5):
        for j in range(5):
            s += x[i] * m[i, j]
            if s > 9.5:
                break
        else:
            if s > 3.0:
                break
            s *= 1.5
        s *= x[i]
    return s


@case(A(5), A(5, 5), argnums=(0, 1))
def jumps_in_the_else_of_a_loop_that_returns(x, m):
    s = 0.0
    for i in range(5):
        for j in range(5):
            s += x[i] * m[i, j]
            if s > 29.5:
                break
            if s < 0.0:
                return s * 2
        else:
            if s > 5.0:
                break
            if i == 1:
                continue
            s *= 1.5
        s *= x[i]
    s = s + x[0]
    return s


@case(A(6), A(6), argnums=(0, 1))
def returns_on_some_ways_through_branches(x, y):
    s = x[0] * y[0]
    if x[1] > 0.7:
        if s > 0.6:
            return s * x[2]
        s = s + y[3]
    elif y[2] > 1.1:
        s *= y[4]
        return s
    else:
        s = s * s
        if x[3] > y[3]:
            s += 2.0
            return s * s
    t = s * x[5]
    if t > 0.1:
        if y[5] > 0.1:
            for i in range(6):
                t += x[i]
                if t > 3.0:
                    return t * s
            t = t * 2
        s = s * t
    s = s + t
    return s * y[1]


@case(A(5), A(5), argnums=(0, 1))
def whole_argument_stored_in_a_loop_and_summed_after(x, b):
    s = b[4] * x[1]
    for _ in range(5):
        x[:] = b
    return s + np.sum(b)


@case(A(4), A(2, 4), 3, argnums=(0, 1))
def generator_in_a_loop_with_breaks_inside_of_one_that_returns(x, m, n):
    p = x[0]
    for i in range(3):
        if np.sum(x) > -0.77:
            p = m[1, 2] - 0.3 * n
            m = x[-i] * m * p + 0.0
        j = 0
        while True:
            j += 1
            if j >= 4:
                break
            if x[0] > 9.0:
                break
            m[:] = m + x
            x[3] += -0.2 * (p + x[1] - sum(o * 0.3 for o in x))
        if x[2] > 9.0:
            return x[1]
    return p + np.sum(m) + np.sum(np.sin(x))
