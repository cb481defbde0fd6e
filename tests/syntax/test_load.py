"""Generated text as functions that tools can show."""
import inspect
import linecache
import traceback

from srctrans.syntax.load import load

TEXT = "def f(x):\n    y = x * scale\n    return 1.0 / y\n"


def test_the_function_runs_in_the_namespace():
    namespace = {"scale": 2.0}
    f = load(TEXT, "f", namespace, "runs")
    assert f(1.0) == 0.5
    assert namespace["f"] is f and f.__globals__ is namespace


def test_the_source_can_be_shown_even_after_the_cache_is_checked():
    f = load(TEXT, "f", {}, "shown")
    linecache.checkcache()
    assert inspect.getsource(f) == TEXT
    assert f.__code__.co_filename == "<srctrans shown>"


def test_tracebacks_show_the_line():
    f = load(TEXT, "f", {"scale": 0.0}, "traceback")
    try:
        f(1.0)
    except ZeroDivisionError:
        shown = traceback.format_exc()
    assert '"<srctrans traceback>", line 3, in f' in shown and "return 1.0 / y" in shown


def test_names_depend_on_the_label_and_the_text_only():
    texts = [TEXT, TEXT + "\n", TEXT, TEXT + "#\n"]
    names = [load(text, "f", {}, "names").__code__.co_filename for text in texts]
    assert names == ["<srctrans names>", "<srctrans names-2>", "<srctrans names>", "<srctrans names-3>"]


def test_a_cleared_cache_does_no_harm():
    load(TEXT, "f", {}, "cleared")
    linecache.clearcache()
    f = load(TEXT + "\n", "f", {}, "cleared")
    assert inspect.getsource(f) == TEXT


def test_future_statements_of_this_package_are_not_inherited():
    f = load("def f(x: int): pass\n", "f", {}, "future")
    assert f.__annotations__ == {"x": int}


def test_what_was_loaded_can_be_read_again():
    from srctrans.syntax.printer import to_source
    from srctrans.syntax.source import read

    assert to_source(read(load(TEXT, "f", {}, "again")).tree) == TEXT
