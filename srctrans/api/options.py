"""Switches of the passes: each optimisation and analysis can be turned off and changes no number.

>>> with options(merge=False):
...     pass
"""
from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator

from srctrans.pipeline import OPTIONS

OPTIMIZATIONS: tuple[str, ...] = tuple(OPTIONS)


@contextmanager
def options(**switches: bool) -> Iterator[None]:
    """Turn passes on or off for what is transformed inside; raises ValueError for an unknown name."""
    for name in switches:
        if name not in OPTIONS:
            raise ValueError(f"there is no pass {name!r}; there are {', '.join(OPTIONS)}")
    before = dict(OPTIONS)
    OPTIONS.update(switches)
    try:
        yield
    finally:
        OPTIONS.update(before)


def state() -> tuple[bool, ...]:
    """Which passes are on: part of what a specialisation is known by."""
    return tuple(OPTIONS.values())
