"""Texts and their tokens as rows to be drawn: lines of a text, with the tokens that stand in each.  Nothing here draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.look.theme import token_colour_indexes
from engine.cut_samples import CutText


@dataclass(frozen=True, slots=True)
class Piece:
    """A token, or the part of one that stands on this line: characters `start` to `end` (the same for one that stands for
    none of the text), its colour, and whether it stands for something `unknown`."""

    start: int
    end: int
    colour: int
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class CutRow:
    """One line: what stands before it, its text and tokens, and what is said behind it; `tail` characters of the text stand
    behind the line at which a block's rows are lined up."""

    label: str
    text: str
    pieces: tuple[Piece, ...]
    note: str = ""
    tail: int = 0


@dataclass(frozen=True, slots=True)
class CutBlock:
    """Rows under a heading; one with a `section` begins a new line of blocks under that title.

    `right` lines the rows up at their ends, or where their tails begin, as numbers are by place value; `notice` is said
    under the heading, and `good` colours it (True: good, False: warning, None: neither).
    """

    title: str
    rows: tuple[CutRow, ...]
    notice: str = ""
    right: bool = False
    good: bool | None = None
    section: str = ""


def row_of(label: str, cut: CutText, colours: int, note: str = "") -> CutRow:
    """A text of one line."""
    pieces = tuple(
        Piece(start, end, colour, number in cut.unknown)
        for number, ((start, end), colour) in enumerate(zip(cut.spans, _colours(cut, colours), strict=True))
    )
    return CutRow(label, cut.text, pieces, note)


def by_place(row: CutRow) -> CutRow:
    """A number whose decimals are its tail, so that units stand under units.

    >>> by_place(CutRow("", "3.14", ())).tail, by_place(CutRow("", "1,000", ())).tail, by_place(CutRow("", "1.2.3", ())).tail
    (3, 0, 0)
    """
    whole, point, decimals = row.text.partition(".")
    return replace(row, tail=len(point + decimals)) if decimals.isdecimal() and whole[-1:].isdecimal() else row


def rows_of(cut: CutText, colours: int, notes: Sequence[str]) -> tuple[CutRow, ...]:
    """A text line by line; a token that reaches over a line's end stands on both lines in one colour.

    >>> rows = rows_of(CutText("a\\n b", ((0, 1), (1, 3), (3, 4))), 6, ["", ""])
    >>> [(row.text, [(piece.start, piece.end) for piece in row.pieces]) for row in rows]
    [('a\\n', [(0, 1), (1, 2)]), (' b', [(0, 1), (1, 2)])]
    """
    spans = list(zip(cut.spans, _colours(cut, colours), strict=True))
    rows = []
    start = 0
    for number, line in enumerate(cut.text.splitlines(keepends=True)):
        end = start + len(line)
        pieces = tuple(
            Piece(max(a, start) - start, min(b, end) - start, colour, number in cut.unknown)
            for number, ((a, b), colour) in enumerate(spans)
            if a < end and b > start
        )
        rows.append(CutRow(f"{number + 1}", line, pieces, notes[number] if number < len(notes) else ""))
        start = end
    return tuple(rows)


def _colours(cut: CutText, colours: int) -> list[int]:
    return token_colour_indexes([part.encode() for part in cut.parts], colours=colours)
