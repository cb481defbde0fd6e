"""Simpler statements: no `match`, one handler in each `try`, small ones where what ran before an exception counts.

In: a block. Out: a block that does the same.
"""

from __future__ import annotations

import contextlib
from typing import Any

import gast

from srctrans.frontend import liveness, matching, narrowing
from srctrans.frontend.blocks import Flags, always_jumps, at, changed, in_blocks, reads
from srctrans.syntax import build


def plain(block: list[Any], flags: Flags) -> list[Any]:
    """A block without `match`, but for patterns that have no test, and with one handler in each `try`."""
    result: list[Any] = []
    for node in block:
        if isinstance(node, gast.Match):
            with contextlib.suppress(matching.UnknownPattern):
                made = [at(st, node) for st in matching.branches(node, flags.fresh("subject"))]
                result += plain(made, flags)
                continue
        if isinstance(node, gast.Try) and node.handlers and not _only_raises_again(node):
            small = narrowing.narrowed(node, _read_elsewhere(node.body, flags), flags.fresh)
            if small is None and len(node.handlers) > 1:
                small = _one_by_one(node, flags)
            if small is not None:
                result += plain([at(st, node) for st in small], flags)
                continue
        result.append(in_blocks(node, lambda inner: plain(inner, flags)))
    return result


def _only_raises_again(node: Any) -> bool:
    """Does what a `try` catches go on to whoever called the function?"""
    last = node.handlers[0].body[-1]
    return len(node.handlers) == 1 and isinstance(last, gast.Raise) and last.exc is None


def _read_elsewhere(block: list[Any], flags: Flags) -> set[str]:
    """The names that are read outside of a block, or by it when it runs again."""
    return set(flags.reads - reads(block)) | liveness.before(block, set(), set())


def _one_by_one(node: Any, flags: Flags) -> list[Any]:
    """A `try` with several handlers as one inside of the other: what they do comes after, where nothing is caught."""
    names = [flags.fresh("caught") for _ in node.handlers]
    made = list(node.body)
    for name, handler in zip(names, node.handlers):
        caught = changed(handler, body=[build.assign(name, build.constant(True))])
        made = [gast.Try(body=made, handlers=[caught], orelse=[], finalbody=[])]
    # Where the body always leaves, one of the handlers ran if something follows.
    chain = list(node.handlers[-1].body) if always_jumps(node.body) else list(node.orelse)
    tested = list(zip(names, node.handlers))[: -1 if always_jumps(node.body) else None]
    for name, handler in reversed(tested):
        chain = [build.if_(build.name(name), list(handler.body), chain)]
    made = [*[build.assign(n, build.constant(False)) for n in names], *made, *chain]
    return made if not node.finalbody else [gast.Try(body=made, handlers=[], orelse=[], finalbody=node.finalbody)]
