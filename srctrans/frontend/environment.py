"""What a function sees when it is called: its arguments, and the variables of enclosing functions that it reads.

In: the bound arguments of a call. Out: a key that says of which kinds they are, the run-time values among them
by their path, and the same values as the body of a function of its own sees them: with leaves that get a name,
and so become parameters, when they are first read.

    def g(n):                             the call g(3) has the run-time values ("n",): 3 and, if g reads `a`
        return a * g(n - 1)     ──▶       of the function around it, ("self", "a"): a
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.frontend import lists, liveness
from srctrans.frontend.specialised import Path
from srctrans.frontend.state import Frame, State
from srctrans.frontend.values import (
    POISON,
    Bound,
    Cell,
    Closure,
    DictValue,
    Leaf,
    Record,
    Value,
    is_cell,
    parts_of,
    rebuild,
)
from srctrans.kinds.kind import ONE, Array, Dim, Kind, Scalar, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build


class Opaque(Exception):
    """A value that a function of its own cannot be given."""


class Environment:
    """A walk over the arguments of a call and over what the function sees of those around it.

    `general`: integers are run-time values also where they are known. `floats`: paths of integers that the
    function takes as floats.
    """

    def __init__(self, s: State, general: bool = False, floats: frozenset[Path] = frozenset()) -> None:
        self.s, self.general, self.floats = s, general, floats
        self.parts: list[tuple[Path, Any]] = []
        self.values: dict[Path, Value] = {}
        self.leaves: dict[Path, Leaf] = {}
        self.integers: list[Path] = []
        self.literals: set[Path] = set()
        self.structures: dict[int, Value] = {}
        self._sizes: dict[str, str] = {}
        self._seen: dict[Any, tuple[Path, Any]] = {}
        self._frames: dict[int, Frame] = {}

    def of_call(self, tree: Any, parent: Frame | None, bound: dict[str, Value]) -> tuple[dict[str, Value], Any]:
        """The arguments and the frame around the function, as the function sees them. Raises Opaque."""
        found: dict[str, Value] = {}
        for direct in (True, False):
            for name, value in bound.items():
                if isinstance(value, Sym) == direct:
                    found[name] = self.value((name,), value, name)
        around = self._around(("self",), tree, parent)
        return {name: found[name] for name in bound}, around

    def value(self, path: Path, value: Value, hint: str) -> Value:
        """A value as the function sees it; notes its part of the key."""
        if isinstance(value, Sym):
            return self._number(path, value, value.kind, hint)
        if isinstance(value, Leaf):
            kind = value.kind if value.name is None else self.s.kinds[value.name]
            return self._number(path, value, kind, hint)
        if isinstance(value, Static):
            self.parts.append((path, ("static", static_key(value.value))))
            return value
        if value is POISON:
            self.parts.append((path, "poison"))
            return value
        if isinstance(value, Closure):
            return self._closure(path, value)
        return self._structure(path, value, hint)

    def _number(self, path: Path, value: Any, kind: Kind, hint: str) -> Value:
        known = self._integer(value)
        if known is not None and path not in self.floats:
            if not (self.general and len(path) == 1):
                self.parts.append((path, ("int", known)))
                if len(path) == 1:
                    self.integers.append(path)
                return constant(known)
            self.literals.add(path)
        if path in self.floats:
            kind, value = Scalar("float64"), constant(float(known or 0))
        if isinstance(kind, Array):
            kind = Array(kind.dtype, tuple(self._dim(d, path, i, kind.rank, hint) for i, d in enumerate(kind.dims)))
        self.parts.append((path, kind))
        self.values[path] = value
        self.leaves[path] = Leaf(build.name(hint), kind, hint)
        return self.leaves[path]

    def _integer(self, value: Any) -> int | None:
        """The integer that a value is known to be."""
        known = value.value if isinstance(value, Sym) else None
        if known is None and isinstance(value, Sym) and isinstance(value.node, gast.Name):
            known = self.s.known.get(value.node.id)
        return known if type(known) is int else None

    def _dim(self, dim: Dim, path: Path, axis: int, rank: int, hint: str) -> Dim:
        """A size in names of the function: what is equal stays equal; no size is known to differ from one."""
        if dim == ONE:
            return ONE
        if dim.identity not in self._sizes:
            text = f"len({hint})" if rank == 1 else f"{hint}.shape[{axis}]"
            self._sizes[dim.identity] = text if len(path) == 1 else f"?{'.'.join(map(str, path))}.{axis}"
        return Dim(self._sizes[dim.identity])

    def _structure(self, path: Path, value: Value, hint: str) -> Value:
        if id(value) in self._seen:
            first, same = self._seen[id(value)]
            if same is None:
                # It holds itself.
                raise Opaque
            self.parts.append((path, ("same", first)))
            return same  # type: ignore[no-any-return]
        parts = parts_of(value)
        if parts is None or lists.grown(value):
            raise Opaque
        keys = _keys(value, len(parts))
        self.parts.append((path, (type(value).__name__, getattr(value, "cls", None), tuple(keys))))
        self._seen[id(value)] = path, None
        inner = [self.value((*path, k), v, _hint(hint, k)) for k, v in zip(keys, parts)]
        made = rebuild(value, inner)
        if isinstance(made, Cell) and isinstance(value, Cell):
            made.outside = value.outside
        self._seen[id(value)] = path, made
        # Kept, so that no other gets its identity.
        self.structures[id(made)] = made
        self.structures[id(value)] = value
        return made

    def _closure(self, path: Path, value: Closure) -> Value:
        key = id(value.tree), id(value.frame)
        if key in self._seen:
            first, same = self._seen[key]
            self.parts.append((path, ("same", first)))
            return same  # type: ignore[no-any-return]
        self.parts.append((path, ("function", identity(value.source, value.tree))))
        made = Closure(value.tree, None, value.source)
        self._seen[key] = path, made
        made.frame = self._around(path, value.tree, value.frame)
        if value.defaults is not None:
            kept = {n: self.value((*path, "=", n), v, n) for n, v in value.defaults.vars.items()}
            made.defaults = Frame(value.source, [], kept)
        return made

    def _around(self, path: Path, tree: Any, frame: Frame | None) -> Frame | None:
        """The variables of enclosing functions that a function reads, in frames like theirs."""
        if frame is None:
            return None
        for name in sorted(_free(tree)):
            owner: Frame | None = frame
            while owner is not None and name not in owner.vars:
                owner = None if name in owner.local_names else owner.parent
            if owner is not None and name not in self._mirror(owner).vars:
                self._mirror(owner).vars[name] = POISON
                self._mirror(owner).vars[name] = self.value((*path, name), owner.vars[name], name)
        return self._mirror(frame)

    def _mirror(self, frame: Frame) -> Frame:
        if id(frame) not in self._frames:
            parent = None if frame.parent is None else self._mirror(frame.parent)
            made = Frame(frame.source, [], parent=parent, local_names=frame.local_names, nonlocals=frame.nonlocals)
            self._frames[id(frame)] = made
        return self._frames[id(frame)]

    def cells(self) -> list[Any]:
        """The lists, dicts and objects made for those that the function is given."""
        return [made for _, made in self._seen.values() if is_cell(made)]

    def frames(self) -> list[Frame]:
        """The frames made for the functions around."""
        return list(self._frames.values())


def identity(source: Any, tree: Any) -> Any:
    """What tells one function from another, in each attempt the same."""
    node = tree if getattr(tree, "lineno", None) else tree.body[0].value
    return source.function, source.filename, tree.name, node.lineno, getattr(node, "col_offset", 0)


def static_key(value: Any) -> Any:
    try:
        hash(value)
    except TypeError:
        return ("object", id(value))
    return (type(value), value)


def _free(tree: Any) -> set[str]:
    """The names that a function may read from around it."""
    own = {n.id for a in (tree.args.args, tree.args.posonlyargs, tree.args.kwonlyargs) for n in a}
    own |= {a.id for a in (tree.args.vararg, tree.args.kwarg) if a is not None}
    own |= liveness.assigned(tree.body) - liveness.declared_nonlocal(tree.body)
    return build.names_read(tree.body) - own


def _keys(value: Any, count: int) -> list[Any]:
    """What the parts of a structure are called."""
    if isinstance(value, Record):
        return list(value.fields)
    if isinstance(value, DictValue):
        return list(value.items)
    if isinstance(value, Bound):
        return [*range(count - len(value.kwargs)), *value.kwargs]
    return list(range(count))


def _hint(hint: str, key: Any) -> str:
    return key if isinstance(key, str) and key.isidentifier() else f"{hint}_{key}" if isinstance(key, int) else hint
