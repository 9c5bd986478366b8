"""Where tokens stand in a shaped line: characters that several tokens share are cut into equal stripes, from their start.

Positions are asked for cluster by cluster (what a reader sees as one character), for inside one there is no position.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from PySide6.QtGui import QTextLine

from app.text_positions import TextPositions
from app.widgets.tradeoffs.cut_rows import Piece
from engine.unicode import grapheme_breaks

_RIGHT_TO_LEFT = {"R", "AL", "AN"}


@dataclass(frozen=True, slots=True)
class TokenBox:
    """A token's box in the line; its tick stands at the right where the script runs from there.  An `unknown` one is hatched."""

    left: float
    right: float
    colour: int
    right_to_left: bool = False
    unknown: bool = False


def x_of(line: QTextLine, unit: int) -> float:
    """The x of a place in a line, counted in UTF-16."""
    return float(cast("tuple[float, int]", line.cursorToX(unit))[0])


def token_boxes(text: str, pieces: Sequence[Piece], line: QTextLine) -> list[TokenBox | None]:
    """A box for each piece; None for one that holds none of the text: it is a line's end, or stands for nothing."""
    if not text:
        return [None] * len(pieces)
    breaks = [*grapheme_breaks(text).tolist(), len(text)]
    clusters = _Clusters(text, breaks, line)
    sharers: dict[int, list[int]] = {}
    touched = [_touched(piece, breaks) for piece in pieces]
    for number, places in enumerate(touched):
        for cluster in places:
            sharers.setdefault(cluster, []).append(number)
    boxes: list[TokenBox | None] = []
    for number, (piece, places) in enumerate(zip(pieces, touched, strict=True)):
        stripes = [clusters.stripe(at, sharers[at].index(number), len(sharers[at])) for at in places]
        if not stripes:
            boxes.append(None)
            continue
        left, right = min(stripe[0] for stripe in stripes), max(stripe[1] for stripe in stripes)
        boxes.append(TokenBox(left, right, piece.colour, clusters.backwards(places[0]), piece.unknown))
    return boxes


def _touched(piece: Piece, breaks: Sequence[int]) -> list[int]:
    """The clusters in which a piece has a character."""
    if piece.start >= min(piece.end, breaks[-1]):
        return []
    return list(range(bisect_right(breaks, piece.start) - 1, bisect_left(breaks, min(piece.end, breaks[-1]))))


class _Clusters:
    """The x of each cluster of a line."""

    def __init__(self, text: str, breaks: Sequence[int], line: QTextLine) -> None:
        self._text, self._breaks, self._line = text, breaks, line
        self._units = [int(unit) for unit in _units(text)]
        self._mixed = any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text)

    def backwards(self, cluster: int) -> bool:
        return unicodedata.bidirectional(self._text[self._breaks[cluster]]) in _RIGHT_TO_LEFT

    def stripe(self, cluster: int, number: int, of: int) -> tuple[float, float]:
        """The part of a cluster that is a token's, where `of` tokens share it."""
        left, right = self._range(cluster)
        width = (right - left) / of
        first = of - 1 - number if self.backwards(cluster) else number
        return left + first * width, left + (first + 1) * width

    def _range(self, cluster: int) -> tuple[float, float]:
        start, end = (self._units[place] for place in self._breaks[cluster : cluster + 2])
        if self._mixed:
            # At a change of direction a position has two places, so the letters themselves are asked where they are.
            boxes = [run.boundingRect() for run in self._line.glyphRuns(start, end - start)]
            boxes = [box for box in boxes if box.width() > 0]
            if boxes:
                return min(box.left() for box in boxes), max(box.right() for box in boxes)
        xs = x_of(self._line, start), x_of(self._line, end)
        return min(xs), max(xs)


def _units(text: str) -> list[int]:
    """The place of each character, and of the end, in UTF-16."""
    places = TextPositions(text.encode())
    return [places.unit_of_byte(places.byte_of_character(place)) for place in range(len(text) + 1)]
