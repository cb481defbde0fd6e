"""What each construct becomes in core form; the text is run, and gives the value of the function.

`python -m tests.frontend.test_core_form` writes the texts again: read the difference.
"""

from pathlib import Path

import numpy as np
import pytest

from srctrans.frontend.program import specialise
from srctrans.kinds.of_value import kind_of
from srctrans.syntax import build
from srctrans.syntax.printer import to_source
from srctrans.syntax.source import read

CASES = []
KEPT = Path(__file__).with_name("core_forms.txt")
X = np.array([0.6, 0.7, 0.8])


def shown(*args):
    """A function whose core form is kept in core_forms.txt, with its arguments."""

    def record(function):
        CASES.append((function, args or (X,)))
        return function

    return record


@shown()
def swap(x):
    y, z = x[0], x[1]
    y, z = z, y
    return y - z


@shown()
def loop_over_an_array(x):
    s = 0.0
    for v in x:
        s += v * v
    return s


@shown()
def element_added_to(x):
    y = np.zeros(3)
    for i in range(1, 3):
        y[i] += x[i - 1]
    return y[2]


@shown()
def inlined_call(x):
    def product(a, b):
        return a * b

    t = product(x[0], x[1])
    return np.sin(t)


@shown({"w": X, "b": 2.0, "name": "linear"})
def leaves_of_a_dict(p):
    return p["w"][0] * p["b"]


@shown(X, "double")
def dead_branch(x, how):
    if how == "double":
        return x[0] * 2.0
    return x[0]


@shown([np.eye(3), np.eye(3)], X)
def loop_over_a_structure(layers, x):
    h = x
    for w in layers:
        h = w @ h
    return np.sum(h)


@shown()
def names_joined_after_a_branch(x):
    if x[0] > 0.5:
        y = x[0]
    else:
        y = x[1] * 2.0
    return y * y


@shown()
def while_loop(x):
    s = x[0]
    while s < 3.0:
        s = s * 2.0
    return s


@shown()
def exit_in_the_middle(x):
    s = x[0]
    while True:
        t = s * s
        if t > 3.0:
            break
        s = s + t
    return s


@shown()
def continue_in_a_loop(x):
    s = 0.0
    for i in range(3):
        if i == 1:
            continue
        s += x[i]
    return s


@shown(X, np.ones(2))
def enumerate_and_zip(x, y):
    s = 0.0
    for i, (a, b) in enumerate(zip(x, y), 1):
        s += i * a * b
    return s


@shown()
def sum_of_a_generator(x):
    return sum(v * v for v in x)


@shown()
def tuple_of_values(x):
    t = (x[0], x[1] * 2.0)
    return t[0] * t[1]


@shown()
def view_written(x):
    y = x * 2.0
    v = y[1:]
    v[0] = 3.0
    return np.sum(y)


@shown()
def negative_indices(x):
    return x[-1] * x[-2]


@shown()
def index_in_a_name(x):
    k = np.argmax(x * 2.0)
    return x[k] * x[k]


def core_form(function, args):
    source = read(function)
    names = [a.id for a in source.tree.args.args]
    kinds = {n: kind_of(v, n) for n, v in zip(names, args, strict=True)}
    return specialise(source, kinds, set())


def text_of(function, args):
    """The core form with its result, as text."""
    program = core_form(function, args)
    return to_source([*program.prologue, *program.body, build.assign("result", program.result.node)])


def kept():
    """The texts in core_forms.txt by the name of their function."""
    sections = KEPT.read_text("utf-8").split("# ")[1:]
    return dict(section.split("\n", 1) for section in sections)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c[0].__name__)
def test_core_form_is_as_kept(case):
    function, args = case
    assert text_of(function, args).strip() == kept()[function.__name__].strip()


@pytest.mark.parametrize("case", CASES, ids=lambda c: c[0].__name__)
def test_core_form_gives_the_value_of_the_function(case):
    function, args = case
    program = core_form(function, args)
    scope = {"np": np, **dict(zip(program.parameters, args, strict=True)), **program.constants}
    exec(text_of(function, args), scope)
    assert scope["result"] == pytest.approx(function(*args))


if __name__ == "__main__":
    KEPT.write_text("\n".join(f"# {f.__name__}\n{text_of(f, args)}" for f, args in CASES), "utf-8")
