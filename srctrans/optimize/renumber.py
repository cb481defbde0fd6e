"""Names without needless numbers: `x_2_hist` as `x_hist` where nothing else has that name."""

from __future__ import annotations

import re
from typing import Any

import gast

from srctrans.optimize.merge import _renamed

_PATTERN = re.compile(r"^(.+?)_\d+((?:_(?:bar|dot|hist|kept|old))*)(?:_\d+)?$|^(.+_(?:bar|dot|hist))_\d+$")


def renumbered(body: list[Any], taken: set[str], temporaries: set[str]) -> list[Any]:
    """The body with made-up names shortened; `taken` are names that mean something else."""
    order: list[str] = []
    seen: set[str] = set(taken)
    for st in body:
        for node in gast.walk(st):
            if isinstance(node, gast.Name) and node.id not in seen:
                seen.add(node.id)
                order.append(node.id)
    names: dict[str, str] = {}
    for name in order:
        found = _PATTERN.match(name) if name in temporaries else None
        if found is None:
            continue
        short = found.group(3) or found.group(1) + found.group(2)
        if short not in seen:
            names[name] = short
            seen.add(short)
    return _renamed(body, names) if names else body
