"""Places of the text that a search has found, as a view shows them: a soft ground under the letters, a line below.

In the views of ids, bytes and glyphs a place is the tokens that hold it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from app.look.theme import Appearance
from app.widgets.text.block_scroll import Seen
from app.widgets.text.token_document import TokenDocument
from engine.vocabulary import IntArray

_NOTHING = np.empty((0, 2), np.int64)
_TOP = 0.16
"""Share of a box that stays free above the ground, so that the start of a token can be seen in it."""


class HitMarks:
    """The places (first byte, end) and the one that is looked at; `shown` says where they are in what is drawn."""

    def __init__(self) -> None:
        self.spans: IntArray = _NOTHING
        self.at = -1
        self._shown: tuple[TokenDocument, IntArray] | None = None

    def show(self, spans: IntArray, at: int) -> None:
        if spans is not self.spans:
            self._shown = None
        self.spans, self.at = spans, at

    def shown(self, text: TokenDocument, drawn: TokenDocument) -> IntArray:
        """(n, 2) bytes of the document that is drawn, for those of the text."""
        if self._shown is None or self._shown[0] is not drawn:
            self._shown = drawn, shown_spans(self.spans, text, drawn)
        return self._shown[1]

    def paint(
        self,
        painter: QPainter,
        appearance: Appearance,
        text: TokenDocument,
        drawn: TokenDocument,
        seen: Sequence[Seen],
        rects_of: Callable[[int, int, list[Seen]], Iterable[QRectF]],
    ) -> None:
        """Those in the blocks that are in view; `rects_of` tells where the letters of some bytes stand."""
        if not seen or not len(self.spans):
            return
        spans, blocks = self.shown(text, drawn), list(seen)
        top, bottom = drawn.block_starts[seen[0].block], drawn.block_ends[seen[-1].block]
        first, last = int(spans[:, 1].searchsorted(top, "right")), int(spans[:, 0].searchsorted(bottom, "left"))
        in_view = spans[first:last].tolist()
        _paint(painter, [rect for begin, end in in_view for rect in rects_of(begin, end, blocks)], appearance)
        if first <= self.at < last:
            begin, end = spans[self.at].tolist()
            _paint(painter, list(rects_of(begin, end, blocks)), appearance, here=True)


def shown_spans(spans: IntArray, text: TokenDocument, drawn: TokenDocument) -> IntArray:
    """Whole characters of the text, or the labels of the tokens that hold them."""
    if not len(spans):
        return _NOTHING
    if drawn.data == text.data:
        return whole_characters(spans, text.data)
    last_label = len(drawn.starts) - 1
    first = np.minimum(text.ends.searchsorted(spans[:, 0], "right"), last_label)
    last = np.clip(text.starts.searchsorted(spans[:, 1], "left") - 1, first, last_label)
    return np.stack([drawn.starts[first], drawn.ends[last]], axis=1)


def whole_characters(spans: IntArray, data: bytes) -> IntArray:
    """Spans made wide enough to hold no part of a character.

    >>> whole_characters(np.array([[1, 2]]), "भ".encode()).tolist()
    [[0, 3]]
    """
    follows = np.append((np.frombuffer(data, np.uint8) & 0xC0) == 0x80, False)
    starts, ends = spans[:, 0].copy(), spans[:, 1].copy()
    for _ in range(3):  # a character has three more bytes at most
        starts -= follows[starts]
        ends += follows[ends] & (ends > starts)
    return np.stack([starts, ends], axis=1)


def _paint(painter: QPainter, rects: list[QRectF], appearance: Appearance, *, here: bool = False) -> None:
    """`here` is the one that is looked at: a frame in the colour of what is chosen."""
    theme, metrics = appearance.theme, appearance.metrics
    grounds = [rect.adjusted(0, _TOP * rect.height(), 0, 0) for rect in rects]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.merge_soft)
    painter.drawRects(grounds)
    line = metrics.line(3)
    painter.setPen(QPen(theme.merge, line, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawLines([QLineF(rect.bottomLeft(), rect.bottomRight()).translated(0, -line / 2) for rect in grounds])
    if here:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.accent, metrics.focus))
        painter.drawRects([rect.adjusted(-1, -1, 1, 1) for rect in grounds])
