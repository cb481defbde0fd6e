"""`collections.deque` and `defaultdict`, written as classes of the user's: a list or dict with more methods.

In: the calls of their methods, which are inlined like those of any class. Out: lists and dicts.

    window = deque(maxlen=3); window.append(v)     ──▶     the last of three items, and the first one is gone
"""

from __future__ import annotations

import collections
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


class DefaultDict:
    def __init__(self, default_factory: Any = None, *pairs: Any, **items: Any):
        self.default_factory = default_factory
        self.items_held = dict(*pairs, **items)

    def __getitem__(self, key):
        if key not in self.items_held and self.default_factory is not None:
            self.items_held[key] = self.default_factory()
        return self.items_held[key]

    def __setitem__(self, key, value):
        self.items_held[key] = value

    def __contains__(self, key):
        return key in self.items_held

    def __len__(self):
        return len(self.items_held)

    def __iter__(self):
        return iter(self.items_held)

    def keys(self):
        return self.items_held.keys()

    def values(self):
        return self.items_held.values()

    def items(self):
        return self.items_held.items()

    def get(self, key, default=None):
        return self.items_held.get(key, default)

    def pop(self, key, *default):
        return self.items_held.pop(key, *default)

    def setdefault(self, key, default=None):
        return self.items_held.setdefault(key, default)

    def update(self, *pairs, **items):
        self.items_held.update(*pairs, **items)


# What stands for a class of Python's.
STANDS_FOR: dict[Any, Any] = {collections.deque: Deque, collections.defaultdict: DefaultDict}
CLASSES: dict[Any, Any] = {mine: cls for cls, mine in STANDS_FOR.items()}
