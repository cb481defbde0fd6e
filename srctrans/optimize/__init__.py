"""Passes that make the generated function short and quick; each can be switched off and changes no number."""

from __future__ import annotations

from typing import Any

import gast

from srctrans.analysis.dependence import least_values
from srctrans.optimize.algebra import simplified
from srctrans.optimize.ascend import ascending
from srctrans.optimize.copies import computed_at_once, without_copies
from srctrans.optimize.dead import aliases_in, without_dead
from srctrans.optimize.exchanges import put_off
from srctrans.optimize.exits import early
from srctrans.optimize.fuse import fused
from srctrans.optimize.join import joined
from srctrans.optimize.merge import merged
from srctrans.optimize.moves import moved, owners_in
from srctrans.optimize.renumber import renumbered
from srctrans.optimize.reuse import reused
from srctrans.optimize.slide import Facts, slid
from srctrans.optimize.substitute import substituted
from srctrans.optimize.tidy import tidied
from srctrans.syntax import build
from srctrans.syntax.core import statements_of, with_add_at


def optimise(made: Any, options: dict[str, bool]) -> list[Any]:
    """The body of a generated function, improved."""
    body = with_add_at(made.body)
    if options.get("dead", True):
        body = without_dead(body, made.kinds, made.added)
    if options.get("fuse", True):
        aliases = aliases_in(body, made.kinds)
        body = ascending(body, aliases, made.added) if options.get("ascend", True) else body
        body = fused(body, aliases)
    if options.get("join", True):
        body = joined(body, aliases_in(body, made.kinds))
    if options.get("substitute", True):
        body = substituted(body, made.kinds, made.temporaries)
    if options.get("reuse", True):
        body = reused(body, made.kinds, aliases_in(body, made.kinds))
    if options.get("moves", True):
        body = moved(body, made.kinds, set(made.parameters) | made.constants)
    if options.get("merge", True):
        body = put_off(merged(body, made.kinds, made.parameters, made.primal), made.kinds, made.primal)
    if options.get("tidy", True):
        body = simplified(computed_at_once(body, made.kinds), made.kinds, made.primal)
    if options.get("ascend", True):
        body = ascending(body, aliases_in(body, made.kinds), made.added)
    if options.get("slide", True):
        least = least_values([st for st in statements_of(body) if isinstance(st, gast.For)])
        taken = build.names_read(body) | build.names_stored(body) | set(made.parameters) | made.constants
        owners = owners_in(body, made.kinds, set(made.parameters) | made.constants)
        body = slid(body, Facts(made.kinds, least, aliases_in(body, made.kinds, owners), taken))
    if options.get("tidy", True):
        body = early(body, aliases_in(body, made.kinds))
        least = least_values([st for st in statements_of(body) if isinstance(st, gast.For)])
        body = tidied(body, made.kinds, least, aliases_in(body, made.kinds))
        body = without_copies(body, aliases_in(body, made.kinds), set(made.parameters) | made.constants)
        body = renumbered(body, set(made.parameters) | made.constants, made.temporaries, made.kinds)
    return body
