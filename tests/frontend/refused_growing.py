"""Refused: lists that grow in loops, where arrays cannot hold them or where it would be a guess what they hold."""

import numpy as np

from tests.frontend.refused import X, refused


@refused("a dict changes its number of items in a loop of run-time length", "an array of the right size", "d[\"last\"]")
def dict_that_grows(x):
    d = {}
    for v in x:
        d["last"] = v
    return d["last"]


@refused("p is written after it was appended to a list", "append a copy: name.copy()", "rows.append(p)", X, 4)
def buffer_appended_without_a_copy(x, n):
    p = x.copy()
    rows = []
    for _ in range(n):
        p[0] = p[0] * 1.1
        rows.append(p)
    return np.sum(np.array(rows))


@refused("is written after it was appended to a list", "append a copy: name.copy()", "rows.append(p)", X, 4)
def state_updated_in_place(x, n):
    p = x.copy()
    rows = []
    for _ in range(n):
        p += 0.1 * p
        rows.append(p)
    return np.sum(np.array(rows))


@refused("a is written after it was appended to a list", "append a copy: name.copy()", "rows.append(a[i])", X, 3)
def row_of_a_matrix_written_later(x, n):
    a = np.outer(x, x)
    rows = []
    for i in range(n):
        rows.append(a[i])
    a[0, 0] = 9.0
    return np.sum(np.array(rows))


@refused("p is written after it was appended to a list", "append a copy: name.copy()", "for i in range(n)", X, 3)
def first_item_written_later(x, n):
    p = x * 1.0
    rows = [p]
    for i in range(n):
        rows.append(x * i)
    p[0] = 7.0
    return np.sum(np.array(rows))


@refused("r is an item of a list that grows in a loop, and it is written", "rows[k][...] = ...", "r[0]", X, 3)
def item_written_by_its_name(x, n):
    rows = []
    for i in range(n):
        rows.append(x * i)
    r = rows[1]
    r[0] = 2.0
    return np.sum(np.array(rows))


@refused("r is an item of a list that grows, in which another takes its place", "r.copy()", "rows[1]", X, 3)
def item_replaced_while_it_is_seen(x, n):
    rows = []
    for i in range(n):
        rows.append(x * i)
    r = rows[1]
    rows[1] = x
    return np.sum(r)


@refused("an array in a list that grows changes, which a variable may be too", "append a copy", "rows[-1]", X, 3)
def last_row_changed_that_is_the_state(x, n):
    rows = []
    p = x
    for _ in range(n):
        p = p * 1.5
        rows.append(p)
    rows[-1] += x
    return np.sum(np.array(rows)) + np.sum(p)


@refused("a list that is an item of one that grows changes", "or append a copy: list(...)", "row[0]")
def inner_list_used_again(x):
    rows, row = [], [0.0, 0.0]
    for v in x:
        row[0] = v
        rows.append(row)
    return rows[0][0]


@refused("the items of a list that grows in a loop of run-time length are of different", "of one shape", "a.append(x)")
def number_and_array_in_one_list(x):
    a = []
    for v in x:
        a.append(v)
        a.append(x)
    return a[0]


@refused("holds something that is no number, array or tuple", "append numbers, arrays", "a.append({")
def dicts_in_a_list(x):
    a = []
    for v in x:
        a.append({"v": v})
    return a[0]["v"]


@refused("the shape of the arrays in this list is not known before", "computed before the loop", "for i in range", X, 3)
def ragged_rows(x, n):
    rows = []
    for i in range(n):
        rows.append(x[: i + 1])
    return np.sum(rows[2])


@refused("a list changes its length while a loop goes over it", "loop over a copy", "a.append(v * v)")
def appended_to_what_is_looped_over(x):
    a = []
    for v in x:
        a.append(v)
    for v in a:
        if len(a) < 8:
            a.append(v * v)
    return sum(a)


@refused("an item of a list that grows in a `try`", "test the length", "a[5]")
def index_error_awaited(x):
    a = []
    for v in x:
        if v > 0.65:
            a.append(v)
    try:
        s = a[5]
    except IndexError:
        s = a[0]
    return s


@refused("made anew in it, and used in later iterations", "xs.clear()", "batch.append(v)")
def batch_made_anew(x):
    batch = []
    s = 0.0
    for v in x:
        batch.append(v)
        if len(batch) == 2:
            s += batch[0] * batch[1]
            batch = []
    return s


@refused("the length of this list is known only at run time", "make an array of it: np.array(...)", "a.insert")
def inserted_at_the_front(x):
    a = []
    for v in x:
        a.append(v)
    a.insert(0, x[0])
    return a[0]


@refused("the list is empty here", "append to it before", "a[-1]")
def last_of_nothing(x):
    a = []
    s = 0.0
    for v in x:
        s += v if v > 0.0 else a[-1]
    return s


@refused("pop of an item that is not the last", "keep where the list starts", "a.pop(0)")
def queue(x):
    a = []
    for v in x:
        a.append(v)
    return a.pop(0)
