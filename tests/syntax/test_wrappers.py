"""Which decorators' wrappers only hand on."""
import pytest

from srctrans.syntax.build import parse_statements
from srctrans.syntax.wrappers import passes_through


def original():
    pass


def judged(text):
    return passes_through(parse_statements(text)[0], {"f": original, "g": max}, original)


@pytest.mark.parametrize("text", [
    "def w(*args): return f(*args)",
    "def w(*args, **kwargs): return f(*args, **kwargs)",
    "def w(*a, **k):\n    start = clock()\n    r = f(*a, **k)\n    print(clock() - start)\n    return r",
    "def w(*a):\n    'doc'\n    if debug:\n        print('called')\n    return f(*a)",
])  # fmt: skip
def test_these_do(text):
    assert judged(text)


@pytest.mark.parametrize("text", [
    "def w(*args): return 2.0 * f(*args)",
    "def w(*args): return g(*args)",
    "def w(*args): return h(*args)",
    "def w(x): return f(x)",
    "def w(*args, **kwargs): return f(*args)",
    "def w(*args): return f(0, *args)",
    "def w(*args): return f(*args[1:])",
    "def w(*args, **kwargs): return f(*args, n=3, **kwargs)",
    "def w(x, *args): return f(*args)",
    "def w(*args, n=1): return f(*args)",
    "def w(*args):\n    args = args[:1]\n    return f(*args)",
    "def w(*args):\n    args[0][0] = 1.0\n    return f(*args)",
    "def w(*args):\n    r = f(*args)\n    r *= 2.0\n    return r",
    "def w(*args):\n    r = f(*args)\n    r[0] = 2.0\n    return r",
    "def w(*args):\n    r = f(*args)\n    r = 2.0 * r\n    return r",
    "def w(*args):\n    r = f(*args)\n    scale(r)\n    return r",
    "def w(*args):\n    if skip:\n        return 0.0\n    return f(*args)",
    "def w(*args):\n    f = g\n    return f(*args)",
    "def w(*args):\n    f(*args)",
    "def w(*args):\n    yield\n    return f(*args)",
    "async def w(*args): return f(*args)",
])  # fmt: skip
def test_these_do_not(text):
    assert not judged(text)
