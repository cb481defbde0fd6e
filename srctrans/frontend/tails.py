"""Tails: what follows a branch is written into its arms, where the branch decides which array a name means.

    if c: r = a[0]                        if c:
    else: r = a[2]            ──▶             r = a[0]
    r[k] = 2.0                                r[k] = 2.0
                                          else:
                                              r = a[2]
                                              r[k] = 2.0

A store into an array that two paths may give would be a guess; in each arm it is none. In: a body of Python and the
places of such branches, which an earlier attempt has shown. Out: the body.
"""

from __future__ import annotations

import copy
from typing import Any

import gast

from srctrans.frontend.specialised import Restart
from srctrans.frontend.state import State
from srctrans.syntax import build
from srctrans.syntax.core import is_exit

# Each of them doubles what follows it.
_MOST = 6

Place = tuple[str, int, int]


def place_of(filename: str, node: Any) -> Place | None:
    """What a branch is known by in every attempt."""
    return (filename, node.lineno, node.col_offset) if getattr(node, "lineno", None) else None


def ask(s: State, places: list[Place]) -> None:
    """Specialise again with the first of these branches that has not been tried; nothing if there is none."""
    for place in places:
        if place not in s.session.parted and len(s.session.parted) < _MOST:
            s.session.parted.append(place)
            raise Restart


def parted(block: list[Any], filename: str, places: list[Place]) -> list[Any]:
    """The block with what follows those branches in their arms."""
    if not places:
        return block
    result: list[Any] = []
    for position, node in enumerate(block):
        branch = _branch(node) if _of(node, filename, places) else None
        if branch is None or any(map(is_exit, block[position:])):
            result.append(_inside(node, filename, places))
            continue
        arms = [arm + copy.deepcopy(block[position + 1 :]) for arm in (branch.body, branch.orelse)]
        first, second = [parted(arm, filename, places) for arm in arms]
        return [*result, gast.copy_location(build.if_(branch.test, first or [build.pass_()], second), node)]
    return result


def _of(node: Any, filename: str, places: list[Place]) -> bool:
    chosen = node.value if isinstance(node, gast.Assign) else node
    return isinstance(chosen, (gast.If, gast.IfExp)) and place_of(filename, chosen) in places


def _branch(node: Any) -> Any:
    """`r = a if c else b` as a branch."""
    if isinstance(node, gast.If):
        return node
    arms = []
    for value in (node.value.body, node.value.orelse):
        arm = copy.deepcopy(node)
        arm.value = value
        arms.append([arm])
    return build.if_(node.value.test, *arms)


def _inside(node: Any, filename: str, places: list[Place]) -> Any:
    """A statement with its blocks changed."""
    fields = {name: getattr(node, name) for name in ("body", "orelse", "finalbody") if hasattr(node, name)}
    blocks = {n: parted(b, filename, places) for n, b in fields.items() if isinstance(b, list)}
    if all(blocks[n] is fields[n] or blocks[n] == fields[n] for n in blocks) or isinstance(node, gast.FunctionDef):
        return node
    made = copy.copy(node)
    for name, block in blocks.items():
        setattr(made, name, block)
    return made
