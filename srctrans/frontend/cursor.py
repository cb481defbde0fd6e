"""`iter(x)` of an array: a position in it, which `next` and loops move on. Python's own is written in C.

    values = iter(x)                   s = x[0]
    s = next(values)          ──▶      for i in range(1, len(x)):
    for v in values: s *= v                s = s * x[i]

The class is read as one of the user's: its position is a variable of the function.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Cursor:
    def __init__(self, values: Any) -> None:
        self.values = values
        self.position = 0

    def __iter__(self) -> Iterator[Any]:
        for position in range(self.position, len(self.values)):
            self.position = position + 1
            yield self.values[position]

    def __next__(self) -> Any:
        if self.position >= len(self.values):
            raise StopIteration
        self.position += 1
        return self.values[self.position - 1]
