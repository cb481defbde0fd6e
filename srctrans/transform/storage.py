"""Storage: arrays that keep values of the forward sweep for the way back.

    x_hist = np.empty(n)             the size is known: one element for each iteration
    x_hist[k] = x

Where trip counts are known before the outermost loop, one n-d array indexed by
the iterations; otherwise arrays that double when they are full, by the trips of
a `while` or with a running position, filled and emptied in opposite orders.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from srctrans.analysis.reads import shape_names, value_names
from srctrans.kinds.kind import Array, Kind, Scalar
from srctrans.kinds.symbol import Sym, constant, literal
from srctrans.syntax import build
from srctrans.syntax.attempt import is_attempt
from srctrans.syntax.core import is_exit
from srctrans.transform.sweep import Open, Sweep


@dataclass
class History:
    """Where the values of a name are kept; `position`: what counts them where no index does."""

    name: str
    kind: Kind
    loops: list[Any]
    mode: str
    position: str = ""


@dataclass
class Room:
    """What a block of unknown length keeps: arrays that grow together, as far as one position is counted.

    own: the position counts the runs of this block; otherwise it counts the iterations of a `while`.
    """

    block: Open
    position: str
    own: bool
    growth: list[Any] = field(default_factory=list)
    first: str = ""


def fixed(s: Sweep, text: str) -> bool:
    """Is an expression made of values that no loop changes?"""
    if text.startswith("?"):
        return False
    return _fixed_node(s, build.parse_expression(text))


def _fixed_node(s: Sweep, node: Any) -> bool:
    for name in value_names(node) | shape_names(node):
        if not s.definitions.defines(name):
            continue
        if s.definitions.is_join(name):
            return False
        positions = s.definitions.root[name]
        if not isinstance(s.root.statements[positions[0]], gast.Assign):
            return False
        if positions[0] >= s.root.at:
            return False
    return True


def history(s: Sweep, hint: str, kind: Kind, block: Open) -> History:
    """A place for one value in each run of a block."""
    loops = block.loops()
    shaped = not isinstance(kind, Array) or all(fixed(s, d.text) for d in kind.dims)
    name = s.fresh(f"{hint}_hist")
    if shaped and all(isinstance(lp, gast.For) and all(_fixed_node(s, a) for a in lp.iter.args) for lp in loops):
        found = History(name, kind, loops, "indexed")
        s.allocations.append((_top(s), _allocate(found, [trip_count(lp) for lp in loops])))
    elif isinstance(kind, Scalar):
        room = _room(s, block)
        found = History(name, kind, loops, "growing", room.position)
        s.allocations.append((_top(s), _allocate(found, [build.constant(16)])))
        more = build.call("np.empty", build.name(room.position), **_dtype(kind))
        room.growth.append(build.assign(name, build.call("np.append", build.name(name), more)))
        room.first = room.first or name
    else:
        found = History(name, kind, loops, "list")
        s.lists[name] = kind
        s.allocations.append((_top(s), build.assign(name, build.list_([]))))
    return found


def _room(s: Sweep, block: Open) -> Room:
    """Where the numbers of a block are kept."""
    key = id(block.statements)
    if key not in s.rooms:
        loops = block.loops()
        own = len(loops) > 1 or block.body_of is None or not isinstance(loops[0], gast.While)
        position = s.fresh("kept") if own else trips(s, loops[0])
        s.rooms[key] = Room(block, position, own)
        if own:
            s.allocations.append((_top(s), build.assign(position, build.constant(0))))
    return s.rooms[key]


def settle(s: Sweep) -> None:
    """Let each block make room before it keeps anything, and count what it keeps."""
    for key, room in s.rooms.items():
        full = build.compare(build.name(room.position), "==", build.attribute(build.name(room.first), "size"))
        start = _start(room.block)
        s.saves.setdefault((key, start, "before"), []).insert(0, build.if_(full, room.growth, []))
        if room.own:
            end = s.saves.setdefault((key, len(room.block.statements) - 1, "end"), [])
            end.append(build.augassign(room.position, "+", build.constant(1)))
            room.block.out.insert(0, build.augassign(room.position, "-", build.constant(1)))


def _top(s: Sweep) -> int:
    return s.root.at


def _allocate(found: History, sizes: list[Any]) -> Any:
    if isinstance(found.kind, Array):
        sizes = sizes + [build.parse_expression(d.text) for d in found.kind.dims]
    shape = sizes[0] if len(sizes) == 1 else build.tuple_(sizes)
    return build.assign(found.name, build.call("np.empty", shape, **_dtype(found.kind)))


def _dtype(kind: Any) -> dict[str, Any]:
    if kind.dtype == "float64":
        return {}
    return {"dtype": build.dotted("np.bool_" if kind.dtype == "bool" else f"np.{kind.dtype}")}


def trip_count(loop: Any) -> Any:
    """How often a `for` runs, as an expression."""
    start, stop, step = bounds(loop)
    if step.value in (1, -1):
        count = tidy((stop - start).node if step.value == 1 else (start - stop).node)
        # A bare `n` below zero raises in np.empty; a difference may well be negative where a loop does not run.
        return build.call("max", count, build.constant(0)) if isinstance(count, (gast.BinOp, gast.UnaryOp)) else count
    return build.call("len", build.call("range", *loop.iter.args))


def tidy(node: Any) -> Any:
    """`n - 1 - 1` as `n - 2`."""
    total, inner = 0, node
    while (
        isinstance(inner, gast.BinOp)
        and isinstance(inner.op, (gast.Add, gast.Sub))
        and type(literal(inner.right)) is int
    ):
        total += literal(inner.right) if isinstance(inner.op, gast.Add) else -literal(inner.right)
        inner = inner.left
    if inner is node or total == 0:
        return inner if inner is not node and total == 0 else node
    return build.binop(inner, "+" if total > 0 else "-", build.constant(abs(total)))


def bounds(loop: Any) -> tuple[Sym, Sym, Sym]:
    """Start, stop and step of the range of a loop."""
    args = [Sym(a, Scalar("int64")) for a in loop.iter.args]
    if len(args) == 1:
        return constant(0), args[0], constant(1)
    return args[0], args[1], args[2] if len(args) > 2 else constant(1)


def iteration(s: Sweep, loop: Any, backward: bool) -> Any:
    """The number of the current iteration, counted from zero."""
    if isinstance(loop, gast.While):
        return build.name(counter(s, loop) if backward else trips(s, loop))
    start, _, step = bounds(loop)
    index = Sym.name(loop.target.id, Scalar("int64"))
    if step.value == 1:
        return (index - start).node
    if step.value == -1:
        return (start - index).node
    return build.binop((index - start).node, "//", step.node)


def trips(s: Sweep, loop: Any) -> str:
    """The variable that counts how often a loop ran whole."""
    if id(loop) not in s.trips:
        s.trips[id(loop)] = s.fresh("trips")
        s.kinds[s.trips[id(loop)]] = Scalar("int64")
    return s.trips[id(loop)]


def counter(s: Sweep, loop: Any) -> str:
    """The index of the loop that goes back over a `while`."""
    if id(loop) not in s.counters:
        s.counters[id(loop)] = s.fresh("k")
    return s.counters[id(loop)]


def _index(s: Sweep, found: History, backward: bool) -> Any:
    nodes = [iteration(s, lp, backward) for lp in found.loops]
    return nodes[0] if len(nodes) == 1 else build.tuple_(nodes)


def saving(s: Sweep, found: History, value: Any) -> list[Any]:
    """The statements that keep a value."""
    if found.mode == "list":
        copied = build.call("np.copy", value)
        return [build.augassign(found.name, "+", build.list_([copied]))]
    if found.mode == "indexed":
        return [build.assign(build.subscript(build.name(found.name), _index(s, found, False), store=True), value)]
    return [build.assign(build.subscript(build.name(found.name), build.name(found.position), store=True), value)]


def loading(s: Sweep, found: History, target: Any) -> list[Any]:
    """The statements that read a value back."""
    if found.mode == "list":
        return [build.assign(target, build.call(build.attribute(build.name(found.name), "pop")))]
    counts_trips = found.position in s.trips.values()
    index = build.name(found.position) if found.position and not counts_trips else _index(s, found, True)
    return [build.assign(target, build.subscript(build.name(found.name), index))]


def keep(s: Sweep, name: str, block: Open, position: int, role: str) -> None:
    """Keep the value of a name in the forward sweep and load it here."""
    found = history(s, name, s.kinds[name], block)
    start = _start(block)
    if position >= 0 and is_attempt(block.statements[position]):
        # Its flag has its value after the branch that follows.
        position += 1
    # The iteration that leaves a `while` has no way back: what comes before the exit test is kept after it.
    before = role == "carried" or position < start
    where = (id(block.statements), start, "before") if before else (id(block.statements), position, "after")
    s.saves.setdefault(where, []).extend(saving(s, found, build.name(name)))
    for statement in loading(s, found, name):
        block.out.append(s.place(statement))


def _start(block: Open) -> int:
    """Where what every counted iteration runs begins to differ: after the last exit in the middle of a body."""
    return max((position + 1 for position, _ in middle_exits(block.statements)), default=0)


def middle_exits(body: list[Any]) -> list[tuple[int, Any]]:
    """The exits before the end of a body, with their positions: the iteration that takes one does not count."""
    return [(i, st) for i, st in enumerate(body[:-1]) if is_exit(st)]


def counted(loop: Any) -> bool:
    """Is how often a loop runs known only when it has run?"""
    return isinstance(loop, gast.While) or any(is_exit(st) for st in loop.body)


def keep_state(s: Sweep, name: str, block: Open) -> None:
    """Keep the contents that an array has at the end of a block; load them before anything else of its reverse."""
    found = history(s, name, s.kinds[name], block)
    where = (id(block.statements), len(block.statements) - 1, "end")
    s.saves.setdefault(where, []).extend(saving(s, found, build.name(name)))
    loaded = [s.place(st) for st in loading(s, found, name)]
    block.out[:0] = loaded


__all__ = ["literal"]
