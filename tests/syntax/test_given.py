"""Functions that no file has: exec, eval, `python -c`, the interpreter, each to its gradient."""

import os
import pathlib
import subprocess
import sys

import pytest

import srctrans
from srctrans import SourceError, add_source, grad

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = """
def square(x):
    return x * x

def quartic(x):
    inner = lambda v: square(v)
    return inner(square(x))
"""


def run(text, filename="<string>"):
    namespace = {}
    exec(compile(text, filename, "exec"), namespace)
    return namespace


def test_exec_with_its_text():
    made = run(TEXT, "<model>")
    with pytest.raises(SourceError, match=r"no source text .* `quartic`\n  instead: .*srctrans.add_source\(text\)"):
        grad(made["quartic"])(2.0)
    add_source(TEXT, "<model>")
    assert grad(made["quartic"])(2.0) == 32.0


def test_texts_of_one_file_name_are_told_apart():
    texts = [f"def power(x):\n    return x**{n}\n" for n in (2, 3, 4)]
    made = [run(text)["power"] for text in texts]
    for text in texts:
        add_source(text)
    assert [grad(f)(2.0) for f in made] == [4.0, 12.0, 32.0]


def test_a_text_that_is_not_what_ran_is_refused():
    made = run("def shifted(x):\n    return x * x + 1.0\n")["shifted"]
    add_source("def shifted(x):\n    return x * x + 2.0\n")
    with pytest.raises(SourceError, match="no source text is available for `shifted`"):
        grad(made)(2.0)


def test_eval():
    text = "lambda x: x**3 + 2.0 * x"
    add_source(text)
    assert grad(eval(text))(2.0) == 14.0


def test_a_text_with_an_error_is_passed_over():
    add_source("def (:\n")
    text = "def fine(x):\n    return 5.0 * x\n"
    add_source(text)
    assert grad(run(text)["fine"])(2.0) == 5.0


def python(*arguments, given=None):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *arguments], input=given, capture_output=True, text=True, env=environment, timeout=100
    )
    return done.stdout + done.stderr


CUBE = "from srctrans import grad\ndef f(x):\n    return x**3\n\nprint(grad(f)(2.0))\n"


def test_the_text_after_c():
    assert python("-c", CUBE) == "12.0\n"


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="the interpreter keeps what is typed")
def test_the_interpreter_says_what_to_do():
    assert "no source text is available for `f`" in python("-i", "-q", given=CUBE)


def test_functions_of_packages():
    import colorsys

    # By hand: the derivative of the luma by red.
    assert grad(colorsys.rgb_to_yiq, 0).__name__ == "rgb_to_yiq_grad"
    g = srctrans.vjp(colorsys.rgb_to_yiq, (0, 1, 2))
    value, (r, _, _) = g((0.2, 0.4, 0.6), (1.0, 0.0, 0.0))
    assert r == pytest.approx(0.30) and len(value) == 3


def test_functions_with_the_name_of_a_builtin():
    assert grad(abs)(-2.0) == -1.0
