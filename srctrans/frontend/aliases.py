"""Aliases: which arrays may share memory, and whether each store is into memory that has one owner.

Names bound to the same array are one name in core form, and views know their
base. What is left are arrays that two paths may give: a store into one of
those is refused, since it would be a guess which array it changes.
"""

from __future__ import annotations

from srctrans.frontend.state import State


def check_stores(s: State) -> list[str]:
    """The arguments that are stored into (they are copied first). Raises Refusal for a store by a join."""
    classes = _classes(s)
    for base, node in s.stored.items():
        members = classes.get(base, {base})
        if len(members) > 1:
            names = ", ".join(sorted(members - {base}))
            s.refuse(
                node,
                f"{base} may be the same array as {names}, and one of them is written into",
                "take a copy: name.copy()",
            )
    return [p for p in s.stored if p in s.parameters]


def _classes(s: State) -> dict[str, set[str]]:
    """Arrays that a join may make one, as sets of bases."""
    classes: dict[str, set[str]] = {}
    for a, b in s.joined:
        merged = classes.get(s.base(a), {s.base(a)}) | classes.get(s.base(b), {s.base(b)})
        for member in merged:
            classes[member] = merged
    return classes
