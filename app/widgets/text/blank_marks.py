"""Marks of what nobody sees: blanks, tabs and line breaks where that is asked for, and always those blanks that look like a
blank and are none, a no-break space for one."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.look.theme import Metrics, Theme
from app.widgets.text.token_layout import Line, Paragraph

_SPACE, _TAB, _IDEOGRAPHIC = 0x20, 0x09, 0x3000
_ODD = np.array([0x00A0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F], np.uint16)
"""Blanks that are not the blank of the keyboard; that of Chinese and Japanese is wide and needs no mark to be told."""
_ALL = np.append(_ODD, np.array([_SPACE, _TAB, _IDEOGRAPHIC], np.uint16))


class Blank(Enum):
    """How a blank is marked."""

    SPACE = "an open box"
    TAB = "an arrow"
    ODD = "a closed box"


def blanks_of(paragraph: Paragraph, line: Line, *, every: bool) -> Iterator[tuple[int, Blank]]:
    """UTF-16 units of a line that are marked; without `every` only what is no blank of the keyboard."""
    if not (every or paragraph.odd_blanks):
        return
    codes = np.frombuffer(paragraph.text.encode("utf-16-le"), "<u2")[line.begin : line.end]
    found = np.flatnonzero(np.isin(codes, _ALL if every else _ODD))
    for unit, code in zip((found + line.begin).tolist(), codes[found].tolist(), strict=True):
        yield unit, Blank.SPACE if code == _SPACE else Blank.TAB if code == _TAB else Blank.ODD


class BlankPainter:
    """Draws the marks for one theme and size."""

    def __init__(self, theme: Theme, metrics: Metrics) -> None:
        self._theme, self._metrics = theme, metrics

    def begin(self, painter: QPainter) -> None:
        """What follows is faint: it is not part of the text."""
        colour = QColor(self._theme.text)
        colour.setAlphaF(0.62)
        width = self._metrics.line(1.6)
        painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def blank(self, painter: QPainter, kind: Blank, left: float, right: float, baseline: float) -> None:
        """In the room of a blank, on the base line."""
        height = self._metrics.px(4)
        if kind is Blank.TAB:
            _arrow(painter, left + 2, right - 3, baseline - height, height)
        elif kind is Blank.ODD:
            painter.drawRect(QRectF(left + 1, baseline - height, max(1.0, right - left - 2), height))
        else:
            edge = QPainterPath(QPointF(left + 1, baseline - height))
            for x, y in ((left + 1, baseline), (right - 1, baseline), (right - 1, baseline - height)):
                edge.lineTo(x, y)
            painter.drawPath(edge)

    def line_break(self, painter: QPainter, x: float, baseline: float, size: float) -> None:
        """A small return arrow after the end of a line; `size` is that of the font."""
        middle, right, head = baseline - size * 0.28, x + size * 0.6, size * 0.16
        arrow = QPainterPath(QPointF(right, middle - size * 0.3))
        arrow.lineTo(right, middle)
        arrow.lineTo(x + size * 0.1, middle)
        arrow.moveTo(x + size * 0.1 + head, middle - head)
        arrow.lineTo(x + size * 0.1, middle)
        arrow.lineTo(x + size * 0.1 + head, middle + head)
        painter.drawPath(arrow)


def _arrow(painter: QPainter, left: float, right: float, y: float, head: float) -> None:
    head = min(head, (right - left) / 2)
    arrow = QPainterPath(QPointF(left, y))
    arrow.lineTo(right, y)
    arrow.moveTo(right - head, y - head)
    arrow.lineTo(right, y)
    arrow.lineTo(right - head, y + head)
    painter.drawPath(arrow)
