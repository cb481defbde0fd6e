"""Where a line that is too long is broken.

In: the pieces of one logical line, in which brackets and delimiters are pieces of their own, and the part
of it that may be put in parentheses. Out: the lines. As Black does it: after an opening bracket, then at the
delimiters that bind least, a comma behind each item, an operator in front of each operand.

>>> pieces = ["y", " = ", "a", Delimiter(" + ", 5), "f", "(", "b", Delimiter(", ", COMMA), "c", ")"]
>>> print(*wrap(pieces, 0, (2, len(pieces)), width=13), sep="\\n")
y = (
    a
    + f(b, c)
)
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence

INDENT = "    "
WIDTH = 110
COMMA, COMPREHENSION = -2, -1  # Looser than every operator.


class Delimiter(str):
    """A piece at which a line may be broken, inside brackets; those with the lowest priority come first."""

    __slots__ = ("priority",)
    priority: int

    def __new__(cls, text: str, priority: int) -> "Delimiter":
        made = super().__new__(cls, text)
        made.priority = priority
        return made


def wrap(
    pieces: Sequence[str],
    depth: int,
    free: tuple[int, int] | None = None,
    first: bool = False,
    width: int = WIDTH,
) -> list[str]:
    """The lines of a statement at an indentation; the pieces from free[0] to free[1] may get parentheses.

    The last bracket that helps is opened or, if asked for, the `first` of all. A line that cannot be broken
    stays long.
    """
    text = "".join(pieces)
    if len(text) + depth * len(INDENT) <= width or "\n" in text:
        return [INDENT * depth + text]
    if free is not None:
        start, stop = free
        if _delimiters(pieces[start:stop]):
            body = _split(pieces[start:stop], depth + 1, width)
            return [_line([*pieces[:start], "("], depth), *body, _line([")", *pieces[stop:]], depth)]
    return _opened(pieces, depth, first, width)


def _opened(pieces: Sequence[str], depth: int, first: bool, width: int) -> list[str]:
    """A bracket opened, what is in it on lines of its own."""
    pairs = [(i, j) for i, j in _brackets(pieces) if j > i + 1]
    if not pairs:
        return [_line(pieces, depth)]
    room = width - depth * len(INDENT)
    helpful = [pair for pair in pairs if sum(map(len, pieces[: pair[0] + 1])) <= room]
    start, stop = pairs[0] if first or not helpful else helpful[-1]
    body = _split(pieces[start + 1 : stop], depth + 1, width)
    return [_line(pieces[: start + 1], depth), *body, _line(pieces[stop:], depth)]


def _split(pieces: Sequence[str], depth: int, width: int) -> list[str]:
    """What is in brackets: on one line, or broken at its loosest delimiters, or else at a bracket."""
    if sum(map(len, pieces)) + depth * len(INDENT) <= width:
        return [_line(pieces, depth)]
    delimiters = _delimiters(pieces)
    if not delimiters:
        return _opened(pieces, depth, False, width)
    loosest = min(delimiters.values())
    at = [index for index, priority in delimiters.items() if priority == loosest]
    lines = []
    for start, stop in zip([-1, *at], [*at, len(pieces)]):
        part = list(pieces[start + 1 : stop])
        if loosest == COMMA:
            part.append(",")
        elif start >= 0:
            part.insert(0, pieces[start].lstrip())
        lines += _split(part, depth, width)
    return lines


def _line(pieces: Sequence[str], depth: int) -> str:
    return INDENT * depth + "".join(pieces).rstrip()


def _delimiters(pieces: Sequence[str]) -> dict[int, int]:
    """The delimiters outside of all brackets: index and priority."""
    inside = 0
    found = {}
    for index, piece in enumerate(pieces):
        if piece in _OPENING:
            inside += 1
        elif piece in _CLOSING:
            inside -= 1
        elif not inside and index and isinstance(piece, Delimiter):
            found[index] = piece.priority
    return found


def _brackets(pieces: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The outermost pairs of brackets: the index of each half."""
    inside = start = 0
    for index, piece in enumerate(pieces):
        if piece in _OPENING:
            start = start if inside else index
            inside += 1
        elif piece in _CLOSING:
            inside -= 1
            if not inside:
                yield start, index


_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")
