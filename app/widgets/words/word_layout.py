"""Where the words on stage stand: groups under each other, words in columns, chips in a row.  Pure; widths come in as numbers.

What has no room is left out whole: first words of later rows, then groups from the end, each with its heading.  Within a
word tokens at the end give way to an ellipsis, unless the pair that merges is among them; then tokens at the start do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEFT_OUT = -1
"""Instead of a number of rows: the group is not shown at all."""


@dataclass(frozen=True, slots=True)
class RowPlan:
    """How many rows each group gets (LEFT_OUT: it is not shown; 0: its heading alone) and whether headings are drawn."""

    headings: bool
    rows: tuple[int, ...]

    @property
    def groups(self) -> int:
        """Groups that are shown."""
        return sum(rows != LEFT_OUT for rows in self.rows)


def plan_rows(wanted: Sequence[int], height: float, row: float, heading: float, between: float) -> RowPlan:
    """Shares the height among groups that want so many rows each (LEFT_OUT: nothing), the first ones first.

    Words of different groups would run together without their headings, so a heading goes only with its group; where not
    even one heading has room there is one group left.

    >>> plan_rows([4, 2, 2], 430, 40, 25, 8)
    RowPlan(headings=True, rows=(4, 2, 2))
    >>> plan_rows([4, 2, 2], 150, 40, 25, 8)
    RowPlan(headings=True, rows=(1, 1, -1))
    """
    rows = [LEFT_OUT] * len(wanted)
    left = height + between
    for index, most in enumerate(wanted):
        if most == LEFT_OUT:
            continue
        needed = heading + between + min(most, 1) * row
        if needed > left:
            break
        rows[index] = min(most, 1)
        left -= needed
    if not any(rows[index] != LEFT_OUT for index in range(len(rows))):
        return _first_group_alone(wanted, int(height // row))
    _share(rows, wanted, int(left // row))
    return RowPlan(True, tuple(rows))


def _first_group_alone(wanted: Sequence[int], capacity: int) -> RowPlan:
    first = next((index for index, most in enumerate(wanted) if most > 0), len(wanted))
    given = [min(most, capacity) if index == first and capacity else LEFT_OUT for index, most in enumerate(wanted)]
    return RowPlan(False, tuple(given))


def _share(rows: list[int], wanted: Sequence[int], capacity: int) -> None:
    """One row more to each shown group in order, then another one each, and so on."""
    while capacity > 0:
        hungry = [index for index, given in enumerate(rows) if LEFT_OUT < given < wanted[index]]
        if not hungry:
            return
        for index in hungry[:capacity]:
            rows[index] += 1
        capacity -= len(hungry)


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


def merged_tokens(tokens: Sequence[bytes], lefts: Sequence[int], made: bytes = b"") -> list[bytes]:
    """The word after the pairs at `lefts` have become one token each: `made`, or else both parts put together."""
    result: list[bytes] = []
    for index, token in enumerate(tokens):
        if index - 1 in lefts:
            result[-1] = made or result[-1] + token
        else:
            result.append(token)
    return result
