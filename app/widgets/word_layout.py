"""Where the words on stage stand: groups under each other, words in columns, chips in a row.  Pure; widths come in as numbers.

What has no room is left out whole: first words of later rows, then headings, then groups from the end.  Within a word tokens
at the end give way to an ellipsis, unless the pair that merges is among them; then tokens at the start do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_ROWS_WORTH_A_HEADING = 2
"""Headings are drawn only where each group keeps at least so many of its rows."""


@dataclass(frozen=True, slots=True)
class RowPlan:
    """How many rows each group gets and whether headings are drawn; a group with 0 rows is left out."""

    headings: bool
    rows: tuple[int, ...]


def plan_rows(wanted: Sequence[int], height: float, row: float, heading: float, between: float) -> RowPlan:
    """Shares the height among groups that want so many rows each.

    >>> plan_rows([4, 2, 2], 430, 40, 25, 8)
    RowPlan(headings=True, rows=(4, 2, 2))
    >>> plan_rows([4, 2, 2], 130, 40, 25, 8)
    RowPlan(headings=False, rows=(1, 1, 1))
    """
    with_headings = sum(heading + between for rows in wanted if rows)
    least = sum(min(rows, _ROWS_WORTH_A_HEADING) for rows in wanted)
    capacity = int((height - with_headings) // row)
    if capacity >= least:
        return RowPlan(True, tuple(_shared(wanted, capacity)))
    return RowPlan(False, tuple(_shared(wanted, int(height // row))))


def _shared(wanted: Sequence[int], capacity: int) -> list[int]:
    """One row to each group in order, then a second one each, and so on."""
    rows = [0] * len(wanted)
    while capacity > 0 and rows != list(wanted):
        for index, most in enumerate(wanted):
            if rows[index] < most and capacity > 0:
                rows[index] += 1
                capacity -= 1
    return rows


def columns_for(width: float, least: float) -> int:
    """Two columns where each gets at least that width, else one."""
    return 2 if width / 2 >= least else 1


@dataclass(frozen=True, slots=True)
class Visible:
    """Tokens `first` to before `last` of a word are shown; an ellipsis stands for those before and after."""

    first: int
    last: int


def visible_tokens(
    widths: Sequence[float], gap: float, ellipsis: float, room: float, keep: tuple[int, int] = (0, 1)
) -> Visible:
    """As many tokens as there is room for, `keep` (first, last + 1) among them whatever else must go.

    >>> visible_tokens([30, 30, 30], 2, 10, 60)
    Visible(first=0, last=1)
    >>> visible_tokens([30, 30, 30], 2, 10, 80, keep=(1, 3))
    Visible(first=1, last=3)
    """
    count = len(widths)
    if _width(widths, 0, count, gap, ellipsis) <= room:
        return Visible(0, count)
    first, last = keep
    while first > 0 and _width(widths, first - 1, last, gap, ellipsis) <= room:
        first -= 1
    while last < count and _width(widths, first, last + 1, gap, ellipsis) <= room:
        last += 1
    return Visible(first, last)


def _width(widths: Sequence[float], first: int, last: int, gap: float, ellipsis: float) -> float:
    """The width of a stretch of tokens with the ellipses it needs."""
    dots = (first > 0) + (last < len(widths))
    return sum(widths[first:last]) + gap * (last - first - 1 + dots) + ellipsis * dots


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a chip stands at a moment of the join: its left edge and width."""

    x: float
    width: float


def placed_chips(
    widths: Sequence[float], merged: dict[int, float], gap: float, padding: float, joined: float
) -> list[Placed]:
    """The chips of a word while pairs join; `merged` says how wide the pair that begins at an index will be.

    The right part slides over the left one until its letters touch, and all that follows slides with it.

    >>> [round(chip.x) for chip in placed_chips([30, 30, 30], {0: 42}, 2, 8, 1.0)]
    [0, 14, 44]
    """
    x, placed = 0.0, []
    for index, width in enumerate(widths):
        if index - 1 in merged:
            touching = x - (gap + 2 * padding) * joined
            placed.append(Placed(touching, width))
            apart, together = x + width, placed[-2].x + merged[index - 1]
            x = apart + (together - apart) * joined + gap
        else:
            placed.append(Placed(x, width))
            x += width + gap
    return placed


def pair_positions(tokens: Sequence[bytes], pair: tuple[bytes, bytes]) -> tuple[int, ...]:
    """Where a pair stands in a word: the index of each left part, from left to right without overlap.

    >>> pair_positions([b"a", b"a", b"a", b"l"], (b"a", b"a"))
    (0,)
    """
    found: list[int] = []
    for index in range(len(tokens) - 1):
        if (tokens[index], tokens[index + 1]) == pair and not (found and found[-1] == index - 1):
            found.append(index)
    return tuple(found)


def merged_tokens(tokens: Sequence[bytes], lefts: Sequence[int]) -> list[bytes]:
    """The word after the pairs at `lefts` have become one token each."""
    result: list[bytes] = []
    for index, token in enumerate(tokens):
        if index - 1 in lefts:
            result[-1] += token
        else:
            result.append(token)
    return result
