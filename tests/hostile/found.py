"""Programs that once had a wrong gradient, each the smallest of its kind."""

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
def array_read_in_a_branch_and_summed_after(x):
    m = x * x
    s = 0.0
    if x[0] > 0.1:
        s = m[1]
    return np.sum(m) + s


@case(A(3))
def view_read_in_a_branch_and_summed_after(x):
    m = x * x
    v = m[1:]
    s = 0.0
    if x[0] > 0.1:
        s = v[0]
    return np.sum(m) + s


@case(A(3))
def element_scaled_by_a_mean(x):
    y = x.copy()
    y[1] *= np.mean(y)
    return np.sum(y * x)


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


@case(A(4))
def element_of_a_slice(y):
    return y[1:][0] * y[::2][1] * y[-1:][0]


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


@case(A(4))
def sum_of_a_generator(x):
    return sum(v * v for v in x) * sum(x[i] * x[i - 1] for i in range(4))


@case(A(4))
def sum_of_a_generator_with_a_test(x):
    s = sum(v * v for v in x if v > 0.8)
    return s * sum(x[i] * x[j] for i in range(3) for j in range(i) if i != 2)


@case(A(3))
def array_that_either_branch_gives(x):
    if x[0] > 5.0:
        y = np.sin(x)
    else:
        y = x * 2
    return y[1]


@case(A(3))
def array_replaced_in_a_branch(x):
    y = x * 1.0
    if x[0] < 5.0:
        y = np.sin(x)
    return y[1] * y[2]


@case(A(3))
def array_not_replaced_in_a_branch(x):
    y = x * 1.0
    if x[0] > 5.0:
        y = np.sin(x)
    return y[1] * y[2]


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
def array_or_view_of_another(x):
    m = np.outer(x, x)
    z = x
    if x[0] > 2.0:
        z = m[2]
    return z[0] * z[1]


@case(A(4))
def view_of_one_or_of_another(x):
    m = np.outer(x, x)
    z = x[2:]
    if x[0] < 2.0:
        z = m[2, :2]
    return z[0] * z[1]


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


@case(A(3))
def view_taken_twice_and_written(x):
    m = np.outer(x, x)
    v = m[1]
    w = m[1]
    w[::2] *= v[0]
    return np.sum(m)


@case(A(3))
def view_written_without_a_name(x):
    m = np.outer(x, x)
    v = m[1]
    m[1][::2] *= 0.5
    return np.sum(m) * v[0]


@case(A(3))
def equal_arrays_are_two_arrays(x):
    y = x * 2
    z = x * 2
    z[0] = 5.0 * x[1]
    return np.sum(y * z)


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
def index_that_reads_what_it_overwrites(x):
    y = x * 2.0
    y[np.argmax(y)] = 0.0
    return np.sum(y * y)


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
