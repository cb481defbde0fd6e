"""Reading functions of every origin, and refusing what is not what was compiled."""
import ast
import doctest
import functools
import importlib.util
import linecache
import math
import os
import textwrap
import types

import gast
import numpy as np
import pytest

from srctrans.errors import SourceError
from srctrans.syntax import build
from srctrans.syntax.printer import to_source
from srctrans.syntax.source import place, python_function, read


def plain(x, n=2):
    """What it does."""
    # A comment.
    return x**n


def text_of(function):
    return to_source(read(function).tree)


def module(tmp_path, text, name="made"):
    """A module from a text."""
    path = tmp_path / f"{name}.py"
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def change(made, text):
    """Another text in the file of a module, with a later time."""
    with open(made.__file__, "w", encoding="utf-8") as file:
        file.write(textwrap.dedent(text))
    later = os.stat(made.__file__).st_mtime + 10
    os.utime(made.__file__, (later, later))


def test_a_plain_function():
    source = read(plain)
    assert isinstance(source.tree, gast.FunctionDef)
    assert to_source(source.tree) == 'def plain(x, n=2):\n    """What it does."""\n    return x**n\n'
    assert source.filename == __file__
    assert source.lines[source.tree.lineno - 1] == "def plain(x, n=2):"
    assert source.lines[source.tree.body[1].lineno - 1] == "    return x**n"
    assert source.namespace is globals() and source.closure == {} and source.function is plain


def test_each_reader_gets_a_tree_of_its_own():
    read(plain).tree.body.clear()
    assert len(read(plain).tree.body) == 2


def test_nested_functions_and_closures():
    a, missing = 3.0, None

    def inner(x):
        return a * x + later()

    source = read(inner)
    assert to_source(source.tree) == "def inner(x):\n    return a * x + later()\n"
    assert source.closure == {"a": 3.0}  # `later` has no value yet.

    def later():
        return missing

    assert set(read(inner).closure) == {"a", "later"}


def test_functions_with_the_same_name_are_told_apart():
    def make(square):
        if square:
            def f(x): return x * x  # noqa: E704
        else:
            def f(x): return x  # noqa: E704
        return f

    assert text_of(make(True)) == "def f(x):\n    return x * x\n"
    assert text_of(make(False)) == "def f(x):\n    return x\n"


def test_lambdas():
    named = lambda x: x + 1.0
    two = [lambda x: x + 1.0, lambda x: x + 2.0, lambda y: y + 1.0]
    nested = lambda x: (lambda y: x * y)
    defaults = lambda x, n=2: (
        x
        ** n
    )  # fmt: skip
    assert text_of(named) == "def named(x):\n    return x + 1.0\n"
    assert [text_of(f) for f in two] == [
        "def f(x):\n    return x + 1.0\n",
        "def f(x):\n    return x + 2.0\n",
        "def f(y):\n    return y + 1.0\n",
    ]
    assert text_of(nested) == "def nested(x):\n    return lambda y: x * y\n"
    assert text_of(nested(2.0)) == "def f(y):\n    return x * y\n"
    assert read(nested(2.0)).closure == {"x": 2.0}
    assert text_of(defaults) == "def defaults(x, n=2):\n    return x**n\n"
    assert read(named).tree.lineno == named.__code__.co_firstlineno


def test_lambdas_that_differ_in_what_they_close_over_or_call_only():
    sin, cos = math.sin, math.cos
    pair = [lambda x: sin(x), lambda x: cos(x)]
    assert [text_of(f) for f in pair] == ["def f(x):\n    return sin(x)\n", "def f(x):\n    return cos(x)\n"]
    pair = [lambda x: x * 0.0, lambda x: x * -0.0]
    assert text_of(pair[1]) == "def f(x):\n    return x * -0.0\n"
    pair = [lambda x: x * 1, lambda x: x * 1.0]
    assert text_of(pair[1]) == "def f(x):\n    return x * 1.0\n"


def register(function):
    return function


@register
@register
def decorated(x):
    return x


def test_decorators_are_dropped():
    source = read(decorated)
    assert to_source(source.tree) == "def decorated(x):\n    return x\n"
    assert source.lines[source.tree.lineno - 1] == "def decorated(x):"


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        result = function(*args, **kwargs)
        return result

    return wrapper


def doubled(function):
    @functools.wraps(function)
    def wrapper(x):
        return 2.0 * function(x)

    return wrapper


def test_a_decorator_that_hands_on_is_seen_through():
    assert text_of(timed(timed(plain))).startswith("def plain(")


def test_a_decorator_that_changes_the_result_is_read_itself():
    # The gradient of `plain` would be wrong.
    source = read(doubled(plain))
    assert to_source(source.tree) == "def wrapper(x):\n    return 2.0 * function(x)\n"
    assert source.closure == {"function": plain}


def test_cached_functions():
    assert text_of(functools.lru_cache(plain)).startswith("def plain(")


class Dispatcher:
    """What a Numba function looks like."""

    def __init__(self, py_func):
        self.py_func = py_func

    def __call__(self, *args):
        raise AssertionError


def test_compiled_functions():
    source = read(Dispatcher(plain))
    assert source.function is plain


def test_numba_functions():
    numba = pytest.importorskip("numba")
    assert read(numba.njit(plain)).function is plain


class Model:
    scale = 2.0

    def energy(self, x):
        return self.__hidden(x) * self.scale

    def __hidden(self, x):
        return x

    @staticmethod
    def free(x):
        return x


def test_methods():
    assert text_of(Model().energy) == "def energy(self, x):\n    return self.__hidden(x) * self.scale\n"
    assert read(Model().energy).function is Model.energy
    assert text_of(Model.__dict__["free"]) == "def free(x):\n    return x\n"


@pytest.mark.parametrize("function", [math.sin, np.exp, len, functools.partial(plain, n=3), Model, 3.0])
def test_what_is_no_python_function_is_refused(function):
    with pytest.raises(SourceError, match="no source text is available .* not a Python function"):
        read(function)
    with pytest.raises(SourceError):
        python_function(function)


def test_functions_without_text_are_refused():
    namespace = {}
    exec("def made(x): return x\ng = lambda x: x", namespace)
    with pytest.raises(SourceError, match="no source text .* for `made`\n  instead: define it in a file or"):
        read(namespace["made"])
    with pytest.raises(SourceError, match="no source text is available for this lambda"):
        read(namespace["g"])


def test_text_in_the_line_cache_is_enough():
    text = "def cell(x):\n    return 3.0 * x\n"
    filename = "<ipython-input-7-abc>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    namespace = {}
    exec(compile(text, filename, "exec"), namespace)
    assert text_of(namespace["cell"]) == text
    assert read(namespace["cell"]).filename == filename


IMPORT = "import numpy as np\n"


@pytest.mark.parametrize("imports", [IMPORT, f"try:\n    {IMPORT}finally:\n    pass\n"])
def test_calls_of_what_the_module_imports(tmp_path, imports):
    """Python compiles them otherwise than it would without the import."""
    text = "def f(x):\n    y = np.zeros_like(x)\n    return np.exp(-x) + y.sum()\n"
    assert text_of(module(tmp_path, imports + text).f) == text


def test_cells_of_which_each_statement_is_compiled_alone():
    text = "import numpy as np\ndef f(x):\n    return np.exp(x)\n"
    linecache.cache["<cell>"] = (len(text), None, text.splitlines(True), "<cell>")
    namespace = {}
    for statement in ast.parse(text).body:
        exec(compile(ast.Module([statement], []), "<cell>", "exec"), namespace)
    assert text_of(namespace["f"]) == "def f(x):\n    return np.exp(x)\n"


def test_every_function_of_a_library_can_be_read():
    """That is, none is refused as changed; SciPy-free, so NumPy's Python modules."""
    count = 0
    for made in [np.polynomial.polynomial, np.lib._function_base_impl, np.linalg._linalg, doctest, textwrap]:
        for function in vars(made).values():
            if isinstance(function, types.FunctionType) and function.__code__.co_filename == made.__file__:
                assert isinstance(read(function).tree, gast.FunctionDef)
                count += 1
    assert count > 50


def test_future_statements_outside_of_the_text_count():
    """As in notebooks and doctests, where an earlier cell has them."""
    text = "def cell(x: Unknown):\n    def inner(y: Unknown): return y\n    return 3.0 * x\n"
    linecache.cache["<future>"] = (len(text), None, text.splitlines(True), "<future>")
    flags = __import__("__future__").annotations.compiler_flag
    namespace = {}
    exec(compile(text, "<future>", "exec", flags=flags), namespace)
    assert read(namespace["cell"]).tree.name == "cell"


def test_doctests():
    test = doctest.DocTestParser().get_doctest(
        ">>> def f(x):\n...     return x * x\n>>> shown(f)\n'def f(x):\\n    return x * x\\n'\n",
        {"shown": text_of}, "example", None, 0,
    )  # fmt: skip
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_a_changed_file_is_refused(tmp_path):
    made = module(tmp_path, "def f(x):\n    return 2.0 * x\n")
    assert text_of(made.f)
    for text in [
        "def f(x):\n    return 3.0 * x\n",
        "def f(x):\n    return 2.0 + x\n",
        "def f(x):\n    return 2.0 * y\n",
        "def f(x):\n    return 2 * x\n",
        "def g(x):\n    return 2.0 * x\n",
        "x = 1\n",
        "",
        "def f(x:\n",
    ]:
        change(made, text)
        reason = "made.py:1: this is not the text that `f` was|no source text"
        with pytest.raises(SourceError, match=reason) as info:
            read(made.f)
        assert "import the file again" in str(info.value) or not text


def test_a_file_that_changed_elsewhere_can_be_read(tmp_path):
    made = module(tmp_path, "import numpy as np\ndef f(x):\n    return np.exp(x)\n")
    change(made, "import numpy as np\n\ny = 3\ndef f(x):  # As it was.\n    return (np.exp(x))\n")
    source = read(made.f)
    assert to_source(source.tree) == "def f(x):\n    return np.exp(x)\n"
    assert source.tree.lineno == 4 and place(source, source.tree.body[0]).text == "    return (np.exp(x))"


def test_tests_that_pytest_rewrote_can_be_read():
    def with_assert(x):
        assert x > 0.0
        return x

    assert text_of(with_assert) == "def with_assert(x):\n    assert x > 0.0\n    return x\n"


def test_places(tmp_path):
    made = module(tmp_path, '''\
        def f(x):
            é = "é"; y = x[0] + foo(x)
            return (y +
                    1)
    ''')  # fmt: skip
    source = read(made.f)
    call = source.tree.body[1].value.right
    at = place(source, call)
    assert (at.filename, at.line, at.text) == (source.filename, 2, '    é = "é"; y = x[0] + foo(x)')
    assert at.text[at.column : at.end_column] == "foo(x)"
    several = place(source, source.tree.body[2].value)
    assert (several.line, several.column, several.end_column) == (3, 12, None)
    assert place(source, build.name("made")).line == 1
    assert place(source, build.assign("x", build.name("y"), lineno=2)).column == 0


def test_windows_line_ends_and_encodings(tmp_path):
    path = tmp_path / "odd.py"
    text = "# -*- coding: latin-1 -*-\r\ndef f(x):\r\n    é = x\r\n    return é\r\n"
    path.write_bytes(text.encode("latin-1"))
    spec = importlib.util.spec_from_file_location("odd", path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    source = read(made.f)
    assert to_source(source.tree) == "def f(x):\n    é = x\n    return é\n"
    assert source.lines[1] == "def f(x):"


def test_code_that_was_replaced():
    copy = types.FunctionType(plain.__code__, {"other": 1}, "renamed")
    source = read(copy)
    assert source.tree.name == "plain" and source.namespace == {"other": 1}
