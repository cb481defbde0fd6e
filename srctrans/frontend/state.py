"""The state of a specialisation: frames of variables, statements so far, facts beside them.

Core form is built with each name assigned once, except for joins: names that
each branch of an `if` assigns last, or that a loop assigns before it and at
the end of its body.

What calls itself through an expression or a block (a call evaluates its arguments, which are calls) goes through
`State.entries`, so that modules import only what lies below them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn

import gast

from srctrans.errors import Place, Problem
from srctrans.frontend.harmless import harmless
from srctrans.frontend.lengths import size_of
from srctrans.frontend.specialised import Session
from srctrans.frontend.values import Leaf, Token, Unknown, Value
from srctrans.kinds.kind import TEXT, Array, Dim, Kind, Scalar, Static
from srctrans.kinds.of_node import NodeKinds
from srctrans.kinds.symbol import Sym, lift
from srctrans.syntax import build
from srctrans.syntax.memory import base_name
from srctrans.syntax.source import Source, place

# The variable that holds what a function returns.
RETURN = "<return>"


class Refusal(Exception):
    """A construct that is not supported; None stands for a problem that is reported already."""

    def __init__(self, problem: Problem | None) -> None:
        super().__init__(problem)
        self.problem = problem


class NeedsGuard(Exception):
    """What a loop computes before an exit in its middle counts after it: the rest of the body has to be a branch."""


class Ended(Exception):
    """An exception was raised in the user's function: nothing that follows on this path runs."""


class NeedsUnrolling(Exception):
    """A structure is indexed by the index of a loop, or changes in it: the loop has to be unrolled."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


class NeedsPeeling(NeedsUnrolling):
    """A variable has its final kind only after the first iteration of a loop: that has to stand before it."""

    def __init__(self, problem: Problem, loop: Any) -> None:
        super().__init__(problem)
        self.loop = loop


class NeedsRoom(NeedsUnrolling):
    """A list grows in a loop: if that cannot be unrolled, arrays have to hold its items from before the loop on.

    `held`: what it holds now, or one item that is about to be appended.
    """

    def __init__(self, problem: Problem, cell: Any, held: Any) -> None:
        super().__init__(problem)
        self.cell, self.held = cell, held


@dataclass(frozen=True)
class Handed:
    """An array that was appended to a list, which holds a copy of it: in which loops, when and where."""

    array: str
    nest: tuple[int, ...]
    time: int
    node: gast.AST


@dataclass(frozen=True)
class Arm:
    """One arm of a branch: the place of the branch, which time it was specialised, the first arm or the second."""

    place: tuple[str, int, int] | None
    run: int
    number: int


@dataclass(frozen=True)
class Join:
    """`name` becomes another name of the array `source`, at a time, inside of loops."""

    name: str
    source: str
    nest: tuple[int, ...]
    time: int
    arm: Arm | None = None


@dataclass(frozen=True)
class Copy:
    """An array that was copied before it was written, and the arrays that other variables saw then."""

    array: str
    seen: frozenset[str]
    node: gast.AST


@dataclass(frozen=True)
class Exit:
    """`if test: break` in the middle of a body: the statement, and what variables and structures hold there."""

    statement: Any
    vars: "dict[Frame, dict[str, Value]]"
    cells: dict[Any, Any]


@dataclass(eq=False)
class Frame:
    """The variables of one call; `body`: its statements without jumps."""

    source: Source
    body: list[Any]
    vars: dict[str, Value] = field(default_factory=dict)
    parent: "Frame | None" = None
    local_names: frozenset[str] = frozenset()
    # Those that functions inside declare to be this frame's: they may change at each call.
    shared: frozenset[str] = frozenset()
    # Names that belong to an enclosing function: `nonlocal`.
    nonlocals: frozenset[str] = frozenset()
    depth: int = 0
    returned: bool = False
    loops: int = 0
    captured: frozenset[str] = frozenset()
    exits: list[Exit] = field(default_factory=list)
    live_after: dict[int, set[str]] = field(default_factory=dict)
    # Arrays that the loops under way change in place only: they stay the arrays that they were.
    pinned: frozenset[str] = frozenset()
    # Blocks made of those of the source, kept because `live_after` is by identity.
    rewritten: list[Any] = field(default_factory=list)
    # The statement under way; are there no values that expressions of the callers have read and not used yet?
    statement: Any = None
    alone: bool = True
    # Which function the call is of, with which kinds, and how many branches decided at run time are around it.
    function: Any = None
    key: Any = None
    guards: int = 0
    # The call, and the frame that it stands in.
    call: "tuple[gast.AST, Frame] | None" = None

    def owner(self, name: str) -> "Frame":
        """The frame that an assignment to the name changes."""
        frame = self
        while name in frame.nonlocals and frame.parent is not None:
            frame = frame.parent
        return frame


@dataclass(frozen=True)
class Entries:
    """Where the parts of an expression or of a block are specialised in their turn."""

    evaluate: Callable[[Any, Any], Value]
    evaluate_leaf: Callable[[Any, Any], Value]
    run: Callable[[Any, list[Any]], None]
    bind: Callable[[Any, Any, Value], None]
    apply: Callable[[Any, Any, Value, list[Value], dict[str, Value]], Value]
    new_frame: Callable[[Source, Any, "Frame | None", int, Session], "Frame"]
    items: Callable[[Any, Any, Any], list[Value] | None]


@dataclass(eq=False)
class State:
    """Everything that the functions of this package share while they specialise one function."""

    frame: Frame
    entries: Entries
    kinds: dict[str, Kind] = field(default_factory=dict)
    out: list[gast.AST] = field(default_factory=list)
    prologue: list[gast.AST] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    views: dict[str, str] = field(default_factory=dict)
    joined: list[Join] = field(default_factory=list)
    writes: list[tuple[str, int]] = field(default_factory=list)
    # The loops under way, and those in which each array was made; `clock` counts joins and stores.
    nest: tuple[int, ...] = ()
    born: dict[str, tuple[int, ...]] = field(default_factory=dict)
    clock: int = 0
    # Where an array that several paths give got its name; groups of such arrays that are never the same one;
    # parameters that the function writes by way of one.
    opened: dict[str, tuple[int, ...]] = field(default_factory=dict)
    distinct: list[frozenset[str]] = field(default_factory=list)
    overwritten: set[str] = field(default_factory=set)
    copies: list[Copy] = field(default_factory=list)
    stored: dict[str, gast.AST] = field(default_factory=dict)
    parameters: set[str] = field(default_factory=set)
    constants: dict[str, Any] = field(default_factory=dict)
    globals_read: list[tuple[dict[str, Any], str, Any]] = field(default_factory=list)
    known: dict[str, Any] = field(default_factory=dict)
    origins: list[str] = field(default_factory=lambda: ["", ""])
    origin: int = 0
    problems: list[Problem] = field(default_factory=list)
    # What the `try` under way catch.
    caught: tuple[type, ...] = ()
    # What the bodies of those have changed beside their own variables: whether something after it may raise.
    half_done: list[bool] = field(default_factory=list)
    # Floating-point errors that the function silences.
    errstate: dict[str, str] = field(default_factory=dict)
    hint: str | None = None
    # A first look at a loop, to see the kinds of names that have no value before it.
    learning: bool = False
    item_hints: tuple[str, ...] = ()
    stack: list[Frame] = field(default_factory=list)
    # How many generators are taken from, one inside of the other; the iterators whose items have been taken.
    generators: int = 0
    used: list[Token] = field(default_factory=list)
    # The frames in which functions were defined: they live on when their call has ended.
    closed_over: list[Frame] = field(default_factory=list)
    lengths: dict[str, Dim] = field(default_factory=dict)
    node_kinds: NodeKinds = field(default_factory=NodeKinds)
    # Structures that a function of its own shares with what calls it, by identity; where the number of items of a
    # structure was changed last.
    frozen: dict[int, Any] = field(default_factory=dict)
    resized: dict[Any, Place] = field(default_factory=dict)
    # Structures that the loops under way share with their surroundings.
    shared: frozenset[Any] = frozenset()
    # Lists that grow: arrays that hold their items; what each loop under way appends to which, and how often it
    # runs; lists that a loop under way makes room in, or goes over; arrays that were appended, and those that a
    # variable changed by taking a new one.
    buffers: set[str] = field(default_factory=set)
    appended: list[tuple[Any, tuple[int, ...], Sym]] = field(default_factory=list)
    trips: dict[int, Sym] = field(default_factory=dict)
    roomy: dict[Any, Any] = field(default_factory=dict)
    looped: tuple[Any, ...] = ()
    handed: list[Handed] = field(default_factory=list)
    renewed: list[tuple[str, str, int]] = field(default_factory=list)
    # Lists that hold copies of arrays that variables may be.
    took: set[Any] = field(default_factory=set)
    # Lists that are items of a list that grows, which holds a copy of what is in them.
    given_away: set[Any] = field(default_factory=set)
    # Items read of lists that are empty so far, with why that may be wrong.
    doubts: list[tuple[Any, Problem]] = field(default_factory=list)
    # How many each iteration appends to a list, where that is one number; the least value of the index of a loop.
    rising: list[tuple[Any, Sym]] = field(default_factory=list)
    started: dict[Any, Sym] = field(default_factory=dict)
    counted: dict[Any, Sym] = field(default_factory=dict)
    least: dict[str, int] = field(default_factory=dict)
    # Are there structures of which a branch or a loop decides which objects they are? Those from outside, by identity.
    merged: bool = False
    # The structures of which an item was assigned, added or removed.
    changed: set[Any] = field(default_factory=set)
    outside: dict[int, tuple[Any, Value]] = field(default_factory=dict)
    # What all functions of one derivation share, the function that calls this one, the names of those it calls;
    # how many branches are under way that are decided at run time.
    session: Session = field(default_factory=Session)
    outer: "State | None" = None
    functions: set[str] = field(default_factory=set)
    guards: int = 0

    def evaluate(self, node: gast.AST) -> Value:
        """The value of an expression."""
        return self.entries.evaluate(self, node)

    def evaluate_leaf(self, node: gast.AST) -> Value:
        """The same, but a leaf of an argument may stay unnamed, for the assignment to name it."""
        return self.entries.evaluate_leaf(self, node)

    def run(self, block: list[Any]) -> None:
        """Specialise a block of statements."""
        self.entries.run(self, block)

    def bind(self, target: gast.AST, value: Value) -> None:
        """Assign a value to a target."""
        self.entries.bind(self, target, value)

    def apply(self, node: gast.AST, function: Value, args: list[Value], kwargs: dict[str, Value]) -> Value:
        """The value of `function(*args, **kwargs)`."""
        return self.entries.apply(self, node, function, args, kwargs)

    def items(self, node: gast.AST, generator: Any) -> list[Value] | None:
        """The items of a generator, if they are known one by one now."""
        return self.entries.items(self, node, generator)

    def fresh(self, hint: str) -> str:
        """A name that nothing has yet: the hint itself, or with a number."""
        hint = hint.partition("'")[0].strip("<>")
        name, count = hint, 1
        while name in self.taken:
            count += 1
            name = f"{hint}_{count}"
        self.taken.add(name)
        self.known.pop(name, None)
        self.lengths.pop(name, None)
        self.least.pop(name, None)
        return name

    def changes(self) -> None:
        """Note that an object, or a variable of another function, is about to change."""
        if self.caught:
            self.half_done.append(False)

    def emit(self, statement: gast.AST) -> None:
        if self.half_done and not harmless(self.kinds, statement, self.caught):
            self.half_done = [True]
        statement.lineno = self.origin
        self.out.append(statement)

    def tick(self) -> int:
        self.clock += 1
        return self.clock

    def assign(self, hint: str, value: Sym) -> Sym:
        """Give the value a name: a statement `hint = value`."""
        name = self.fresh(hint)
        self.define(name, value)
        return Sym.name(name, self.kinds[name])

    def define(self, name: str, value: Sym) -> None:
        self.emit(build.assign(name, value.node))
        self.kinds[name] = named_dims(name, value.kind)
        if type(value.value) is int:
            self.known[name] = value.value
        if value.kind == Scalar("int64"):
            size = size_of(value.node, self.kinds, self.lengths)
            if size is not None:
                # What size an integer variable holds.
                self.lengths[name] = size
        base = base_name(value.node, self.kinds)
        if base is not None and isinstance(value.kind, Array):
            self.views[name] = self.base(base)
        elif isinstance(value.kind, Array):
            self.born[name] = self.nest

    def atom(self, value: Sym, hint: str = "t") -> Sym:
        """The value as a name or a literal."""
        if isinstance(value.node, (gast.Name, gast.Constant)) or value.value is not None:
            return value
        return self.assign(hint, value)

    def base(self, name: str) -> str:
        """The array that owns the memory of `name`."""
        return self.views.get(name, name)

    def frames(self) -> list[Frame]:
        """Every call under way and every frame that a function sees which may still be called."""
        found: list[Frame] = []
        for frame in [*self.stack, *self.closed_over]:
            current: Frame | None = frame
            while current is not None and current not in found:
                found.append(current)
                current = current.parent
        return found

    def variables(self) -> dict[Frame, dict[str, Value]]:
        """What each variable of each frame is now."""
        return {frame: dict(frame.vars) for frame in self.frames()}

    @contextmanager
    def block(self) -> Iterator[list[gast.AST]]:
        """Collect the statements emitted inside."""
        outer, self.out = self.out, []
        try:
            yield self.out
        finally:
            self.out = outer

    def missing(self, node: gast.AST, cls: type, reason: str, instead: str) -> NoReturn:
        """What raises `cls` in the user's function: that exception where a `try` catches it, a refusal elsewhere."""
        if any(issubclass(cls, c) for c in self.caught):
            self.emit(gast.Raise(exc=build.name(cls.__name__), cause=None))
            raise Ended
        self.refuse(node, reason, instead)

    def refuse(self, node: gast.AST, reason: str, instead: str) -> NoReturn:
        raise Refusal(Problem(reason, instead, self.place(node)))

    def unroll(self, node: gast.AST, reason: str, instead: str) -> NoReturn:
        """Refuse, unless a loop around it can be unrolled."""
        raise NeedsUnrolling(Problem(reason, instead, self.place(node)))

    def peel(self, node: gast.AST, reason: str, instead: str, loop: Any) -> NoReturn:
        """Refuse, unless the first iteration of a loop can stand before it, or a loop around it can be unrolled."""
        raise NeedsPeeling(Problem(reason, instead, self.place(node)), loop)

    def unknown(self, node: gast.AST, value: Unknown) -> NoReturn:
        """Refuse to read an item that is of different kinds on two paths."""
        if self.nest:
            self.peel(node, value.reason, value.instead, value.loop)
        self.refuse(node, value.reason, value.instead)

    def place(self, node: gast.AST) -> Place:
        """Where a node stands; in a function of Python's library that is where the user calls it."""
        frame = self.frame
        while frame.source.is_library and frame.call is not None:
            node, frame = frame.call
        return place(frame.source, node)


def named_dims(name: str, kind: Kind) -> Kind:
    """Sizes that no expression gives are those of the array itself."""
    if not isinstance(kind, Array) or all(d.evaluable for d in kind.dims):
        return kind
    texts = [f"{name}.shape[{i}]" if kind.rank > 1 else f"len({name})" for i in range(kind.rank)]
    dims = [d if d.evaluable else Dim(t, d.not_one, d.identity) for d, t in zip(kind.dims, texts)]
    return Array(kind.dtype, tuple(dims))


def use(s: State, value: Value) -> Value:
    """A leaf of a structure argument as the name that it has (or gets) in the prologue."""
    if not isinstance(value, Leaf):
        return value
    if value.name is None:
        name_leaf(s, value, value.hint)
    assert value.name is not None
    return Sym.name(value.name, s.kinds[value.name])


def set_variable(s: State, name: str, value: Value) -> None:
    """Bind a variable of the function that is running, or of the one that it says is its owner."""
    owner = s.frame.owner(name)
    if owner is not s.frame:
        s.changes()
    owner.vars[name] = value


def name_leaf(s: State, leaf: Leaf, hint: str) -> None:
    leaf.name = s.fresh(hint)
    s.kinds[leaf.name] = named_dims(leaf.name, leaf.kind)
    s.parameters.add(leaf.name)
    s.prologue.append(build.assign(leaf.name, leaf.path))


def as_sym(value: Value) -> Sym | None:
    """A run-time value as a symbol, a static bool as a literal; None for anything else."""
    if isinstance(value, Sym):
        return value
    if isinstance(value, Static) and isinstance(value.value, bool):
        return lift(value.value)
    return None


def at_run_time(value: Value) -> Sym | None:
    """The same for what two paths may give: a text too, which then is known only at run time."""
    if isinstance(value, Static) and isinstance(value.value, str):
        return Sym(build.constant(value.value), TEXT)
    return as_sym(value)


def scalar_or_array(dtype: str, dims: tuple[Dim, ...]) -> Kind:
    return Array(dtype, dims) if dims else Scalar(dtype)
