"""Switches of the passes: each optimisation and analysis can be turned off and changes no number.

>>> with options(merge=False):
...     pass
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from srctrans.pipeline import OPTIONS


def _version() -> str:
    return " ".join(name for name, on in OPTIONS.items() if on)


# Which passes are on: part of what a specialisation is known by. A text, because its hash is computed once.
VERSION: list[str] = [_version()]
OPTIMIZATIONS: tuple[str, ...] = tuple(OPTIONS)


@contextmanager
def options(**switches: bool) -> Iterator[None]:
    """Turn passes on or off for what is transformed inside; raises ValueError for an unknown name."""
    for name in switches:
        if name not in OPTIONS:
            raise ValueError(f"there is no pass {name!r}; there are {', '.join(OPTIONS)}")
    before = dict(OPTIONS)
    version = VERSION[0]
    OPTIONS.update(switches)
    VERSION[0] = _version()
    try:
        yield
    finally:
        OPTIONS.update(before)
        VERSION[0] = version
