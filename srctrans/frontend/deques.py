"""`collections.deque`, written as a class of the user's: a list, and how long it may get.

In: the calls of its methods, which are inlined like those of any class. Out: lists.

    window = deque(maxlen=3); window.append(v)     ──▶     the last of three items, and the first one is gone
"""

from __future__ import annotations

from typing import Any

# mypy: disallow-untyped-defs=False


class Deque:
    def __init__(self, items: Any = (), maxlen: Any = None):
        self.maxlen = maxlen
        self.items: list[Any] = []
        self.extend(items)

    def append(self, item):
        self.items.append(item)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop(0)

    def appendleft(self, item):
        self.items.insert(0, item)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop()

    def extend(self, items):
        for item in items:
            self.append(item)

    def extendleft(self, items):
        for item in items:
            self.appendleft(item)

    def pop(self):
        return self.items.pop()

    def popleft(self):
        return self.items.pop(0)

    def rotate(self, n=1):
        if len(self.items):
            at = -n % len(self.items)
            self.items[:] = self.items[at:] + self.items[:at]

    def clear(self):
        self.items.clear()

    def copy(self):
        return Deque(self.items, self.maxlen)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, value):
        self.items[i] = value

    def __iter__(self):
        return iter(self.items)
