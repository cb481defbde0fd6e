"""Jumps: `break`, `continue` and `return` inside of loops, and `else` of loops, as branches, flags and exits.

In: the body of a function. Out: a body that does the same, in which a `break` only stands at the end of an
`if` directly in the body of its loop (an exit), a `return` stands outside of loops, and nothing else jumps.

    for i in range(n):                      returned = False
        if x[i] > t:                        for i in range(n):
            return x[i]           ──▶           returned = x[i] > t
        s += x[i]                               if returned: break
    return s                                    s += x[i]
                                            if returned: return x[i]
                                            return s

What a loop computes before it is left has its value after the loop, so that what a `return` returns can be
computed there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from srctrans.frontend import plain
from srctrans.frontend.blocks import (
    LOOPS,
    SCOPES,
    Flags,
    always_jumps,
    any_of,
    at,
    blocks,
    changed,
    in_blocks,
    own_nodes,
    reads,
    renamed,
    walk,
)
from srctrans.syntax import build
from srctrans.syntax.core import is_exit


@dataclass
class _Loop:
    """A loop that is being rewritten: the flags of its exits."""

    stop: str | None = None
    skip: str | None = None
    # The flag of each `return` that leaves the loop, and the statement.
    returns: list[tuple[str, Any]] = field(default_factory=list)
    # Flags that are set somewhere inside of the body, so that the loop has to be left at its end.
    pending: list[str] = field(default_factory=list)


def structured(body: list[Any], taken: frozenset[str] | set[str] = frozenset()) -> list[Any]:
    """The body of a function without jumps out of the middle of a block; the same list if there are none.

    `taken`: names that the flags must not have.
    """
    if not any(_is_jump(n) or isinstance(n, LOOPS) and n.orelse for n in walk(body)):
        if all(_ways([st]) <= 1 for st in body):
            return body
    names = {n.id for st in body for n in gast.walk(st) if isinstance(n, gast.Name)}
    names |= {n.name for st in body for n in gast.walk(st) if isinstance(n, gast.FunctionDef)}
    flags = Flags(names | taken, reads(body))
    return _block(plain.plain(body, flags), None, flags)


def _is_jump(node: Any) -> bool:
    simpler = isinstance(node, (gast.Break, gast.Continue, gast.Match, gast.Try))
    return simpler or isinstance(node, (*LOOPS, gast.With)) and _returns(node)


def _returns(node: Any) -> bool:
    return any(isinstance(n, gast.Return) for n in walk([node]))


def _jumps(node: Any, loop: _Loop | None) -> bool:
    """Does a statement contain a jump of the loop around it, or out of it?"""
    if isinstance(node, SCOPES):
        return False
    if isinstance(node, (gast.Break, gast.Continue)):
        return True
    if isinstance(node, gast.Return):
        return loop is not None
    if isinstance(node, LOOPS):
        return loop is not None and _returns(node)
    return any(_jumps(inner, loop) for block in blocks(node) for inner in block)


def _block(block: list[Any], loop: _Loop | None, flags: Flags) -> list[Any]:
    """A block without jumps of the loop around it."""
    result: list[Any] = []
    for position, node in enumerate(block):
        rest = block[position + 1 :]
        if isinstance(node, LOOPS):
            result += _loop(node, loop, flags, rest)
            if _takes_rest(node, loop):
                return result
        elif loop is None and _leaves(node, rest):
            result += _returning(node, flags)
        elif not _jumps(node, loop):
            result.append(_inner(node, loop, flags))
        elif isinstance(node, gast.If):
            return result + _branch(node, rest, loop, flags)
        elif isinstance(node, (gast.With, gast.Try)):
            return result + _guarded_rest(node, rest, loop, flags)
        else:
            return result + _jump(node, loop, flags)
    return result


def _leaves(node: Any, rest: list[Any]) -> bool:
    """Does a statement of a function return in a way that makes a flag of it?

    What follows an `if` that returns goes into its one arm that does not; where there are several, it would be there
    several times.
    """
    if isinstance(node, (gast.Try, gast.With)):
        return _returns(node)
    return isinstance(node, gast.If) and len(rest) > 1 and _ways([node]) > 1


def _ways(block: list[Any]) -> int:
    """How many ways lead through a block: those that differ in where it may return."""
    if not block:
        return 1
    last = block[-1]
    if isinstance(last, (gast.Return, gast.Raise)):
        return 0
    ways = _ways(block[:-1])
    if isinstance(last, gast.If) and _returns(last):
        ways *= _ways(last.body) + _ways(last.orelse)
    return ways


def _inner(node: Any, loop: _Loop | None, flags: Flags) -> Any:
    """A compound statement with its blocks rewritten."""
    flags.inside += isinstance(node, (gast.Try, gast.With))
    made = in_blocks(node, lambda block: _block(block, loop, flags))
    flags.inside -= isinstance(node, (gast.Try, gast.With))
    return made


def _jump(node: Any, loop: _Loop | None, flags: Flags) -> list[Any]:
    """`break`, `continue` or `return` as the flag that it sets."""
    assert loop is not None
    if isinstance(node, gast.Continue):
        return [_set(loop.skip, True, node)] if loop.skip is not None else [gast.copy_location(build.pass_(), node)]
    before: list[Any] = []
    if isinstance(node, gast.Return) and flags.inside and node.value is not None:
        # An exception that the value raises belongs to the `try` around.
        name = flags.fresh("result")
        before = [at(build.assign(name, node.value), node)]
        node = at(build.return_(build.name(name)), node)
    flag = _flag_of(node, loop, flags)
    loop.pending.append(flag)
    return [*before, _set(flag, True, node)]


def _flag_of(node: Any, loop: _Loop, flags: Flags) -> str:
    """The flag that a `break` or a `return` sets."""
    if isinstance(node, gast.Return):
        loop.returns.append((flags.fresh("returned"), node))
        return loop.returns[-1][0]
    if loop.stop is None:
        loop.stop = flags.fresh("stop")
    return loop.stop


def _set(flag: str, value: bool, node: Any) -> Any:
    return at(build.assign(flag, build.constant(value)), node)


def _branch(node: Any, rest: list[Any], loop: _Loop | None, flags: Flags) -> list[Any]:
    """An `if` with a jump inside, and what follows it."""
    if always_jumps(node.body):
        made = changed(node, body=_block(node.body, loop, flags), orelse=_block(node.orelse + rest, loop, flags))
        return [made]
    if always_jumps(node.orelse):
        made = changed(node, body=_block(node.body + rest, loop, flags), orelse=_block(node.orelse, loop, flags))
        return [made]
    return _guarded_rest(node, rest, loop, flags)


def _guarded_rest(node: Any, rest: list[Any], loop: _Loop | None, flags: Flags) -> list[Any]:
    """A statement some of whose paths jump, and what follows it where none did."""
    assert loop is not None
    outer = loop.skip, list(loop.pending)
    skips = bool(rest) and any(isinstance(n, gast.Continue) for n in own_nodes(node))
    if skips:
        loop.skip = flags.fresh("skip")
    elif not rest:
        loop.skip = None
    made = _inner(node, loop, flags)
    mine = [f for f in loop.pending if f not in outer[1]]
    raised = list(dict.fromkeys(mine + ([loop.skip] if skips and loop.skip else [])))
    start = [_set(loop.skip, False, node)] if skips and loop.skip else []
    loop.skip = outer[0]
    following = _block(rest, loop, flags)
    if not following or not raised:
        return [*start, made, *following]
    guard = at(build.if_(build.unary("not ", any_of(raised)), following, []), rest[0])
    return [*start, made, guard]


def _returning(node: Any, flags: Flags) -> list[Any]:
    """A statement from inside of which a function returns: its value is returned after it."""
    around = _Loop()
    made = _inner(node, around, flags)
    if _always_returns(node):
        # One name for what all paths give.
        result = flags.fresh("result")
        names = {st.value.id: result for _, st in around.returns if st.value is not None}
        made = renamed(made, names)
        return [*[_set(f, False, node) for f, _ in around.returns], made, at(build.return_(build.name(result)), node)]
    after: list[Any] = [at(build.if_(build.name(flag), [st], []), st) for flag, st in around.returns]
    return [*[_set(f, False, node) for f, _ in around.returns], made, *after]


def _always_returns(node: Any) -> bool:
    """Does every way through a `try` or a `with` end in a return?"""
    if isinstance(node, gast.If):
        return False
    if isinstance(node, gast.With):
        return always_jumps(node.body)
    ways = [node.orelse or node.body, *[h.body for h in node.handlers]]
    return all(map(always_jumps, ways))


def _loop(node: Any, outer: _Loop | None, flags: Flags, rest: list[Any], direct: bool = False) -> list[Any]:
    """A loop with exits, before it its flags, after it what they ask for, and `rest` where it may leave `outer`.

    `direct`: all jumps of the loop around are exits.
    """
    mine = _Loop(stop=flags.fresh("stop") if node.orelse and _breaks(node) else None)
    named = mine.stop is not None
    body = _exits(node.body, mine, flags) if _only_direct(node.body) else None
    if body is None:
        body = _block(node.body, mine, flags)
        leave = list(dict.fromkeys(mine.pending))
        if leave:
            body = body + [at(build.if_(any_of(leave), [build.break_()], []), node)]
    names = [mine.stop] if mine.stop is not None and (named or mine.stop in mine.pending) else []
    returned = [flag for flag, _ in mine.returns]
    result = [_set(n, False, node) for n in (names if outer else names + returned)]
    result.append(changed(node, body=body, orelse=[]))
    orelse = node.orelse
    if orelse and mine.stop is not None:
        orelse = [at(build.if_(build.unary("not ", build.name(mine.stop)), orelse, []), orelse[0])]
    if outer is None:
        after: list[Any] = [at(build.if_(build.name(flag), [st], []), st) for flag, st in mine.returns]
        if after and _is_endless(node):
            # One of its returns was reached.
            after[-1] = mine.returns[-1][1]
        return result + _block(after + orelse, outer, flags)
    if not _takes_rest(node, outer):
        return result + _block(orelse, outer, flags)
    if not returned:
        return result + _block(orelse + rest, outer, flags)
    # A flag that leaves the loop around as well: until it is set, it is False there too.
    outer.returns += mine.returns
    if direct:
        return [*result, _exit(any_of(returned), node), *_exits(orelse + rest, outer, flags)]
    outer.pending += returned
    following = _block(orelse + rest, outer, flags)
    guard = at(build.if_(build.unary("not ", any_of(returned)), following, []), node)
    return [*result, guard] if following else result


def _takes_rest(node: Any, loop: _Loop | None) -> bool:
    """Does it depend on a loop inside of another whether what follows it runs?"""
    return loop is not None and (_returns(node) or any(_jumps(st, loop) for st in node.orelse))


def _breaks(loop: Any) -> bool:
    """Is there a `break` of this loop?"""
    return any(isinstance(n, gast.Break) for st in loop.body for n in [st, *own_nodes(st)])


def _is_endless(loop: Any) -> bool:
    """Can a loop only be left by a `return`, or by an exception?"""
    always = isinstance(loop, gast.While) and isinstance(loop.test, gast.Constant) and loop.test.value
    return bool(always) and not _breaks(loop)


def _only_direct(body: list[Any]) -> bool:
    """Are all jumps of a body those at the end of an `if` directly in it?"""
    loop = _Loop()
    for node in body:
        if isinstance(node, LOOPS):
            if any(_jumps(st, loop) for st in node.orelse):
                return False
        elif _jumps(node, loop) and not (isinstance(node, gast.If) and _exit_block(node, loop) is not None):
            return False
    return True


def _exit_block(node: Any, loop: _Loop) -> str | None:
    """Which block of an `if` ends in the one jump out of the loop that it contains."""
    for name, other in (("body", "orelse"), ("orelse", "body")):
        block = getattr(node, name)
        if block and isinstance(block[-1], (gast.Break, gast.Return)):
            inner = [*block[:-1], *getattr(node, other)]
            return name if not any(_jumps(n, loop) for n in inner) else None
    return None


def _exits(body: list[Any], loop: _Loop, flags: Flags) -> list[Any]:
    """The body of a loop all of whose jumps are exits: `if test: ...; break` becomes the exit itself."""
    result: list[Any] = []
    for position, node in enumerate(body):
        if isinstance(node, LOOPS):
            rest = body[position + 1 :]
            result += _loop(node, loop, flags, rest, direct=True)
            if _takes_rest(node, loop):
                return result
            continue
        if not _jumps(node, loop):
            result.append(_inner(node, loop, flags))
            continue
        name = _exit_block(node, loop)
        assert name is not None
        test = node.test if name == "body" else at(build.unary("not ", node.test), node.test)
        leaving = getattr(node, name)
        last = leaving[-1]
        flag = _flag_of(last, loop, flags) if isinstance(last, gast.Return) or loop.stop is not None else None
        before = _block(leaving[:-1], loop, flags)
        if flag is None and not before:
            result.append(_exit(test, node))
        else:
            flag = flag or flags.fresh("stop")
            result += [at(build.assign(flag, _truth(test)), node)]
            if before:
                result.append(at(build.if_(build.name(flag), before, []), node))
            result.append(_exit(build.name(flag), node))
        result += _block(node.orelse if name == "body" else node.body, loop, flags)
    return result


def _exit(test: Any, node: Any) -> Any:
    return at(build.if_(test, [build.break_()], []), node)


def _truth(test: Any) -> Any:
    """A test as True or False."""
    if isinstance(test, gast.Compare) or isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
        return test
    if isinstance(test, gast.BoolOp) and all(_truth(v) is v for v in test.values):
        return test
    return build.unary("not ", build.unary("not ", test))


def guarded(body: list[Any], flag: str) -> list[Any]:
    """The body of a loop with one exit, at its end: what follows an exit runs only if that was not taken.

    A; if c: break; B     ──▶     A; flag = c; if not flag: B; if flag: break
    """
    made = _guard(body, flag)
    return [*made, at(build.if_(build.name(flag), [build.break_()], []), body[-1])]


def _guard(body: list[Any], flag: str) -> list[Any]:
    for position, node in enumerate(body):
        if is_exit(node):
            rest = _guard(body[position + 1 :], flag)
            named = isinstance(node.test, gast.Name)
            known = named and node.test.id == flag
            made = [] if known else [at(build.assign(flag, node.test if named else _truth(node.test)), node)]
            if rest:
                made.append(at(build.if_(build.unary("not ", build.name(flag)), rest, []), rest[0]))
            return [*body[:position], *made]
    return body
