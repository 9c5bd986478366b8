"""What the lines of the timeline are, in words inside the track, wherever a curve leaves room for them.

A falling curve leaves its upper right corner free; one that falls little the place below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from app.look.theme import Appearance
from app.widgets.charts.ghost_key import ghost_pen
from app.widgets.charts.timeline_shape import TimelineShape


@dataclass(frozen=True, slots=True)
class Words:
    """Words in their place; before those about a dashed line stands a `stroke` of that width."""

    rect: QRectF
    text: str
    stroke: float = 0.0
    below: bool = False


class TimelineLegend:
    """What the curve is and where it leads, and whose line is dashed; what has no room is left out."""

    def __init__(self, shape: TimelineShape, appearance: Appearance) -> None:
        self._shape, self._data, self._look = shape, shape.data, appearance

    @cached_property
    def words(self) -> tuple[Words, ...]:
        """All that have room."""
        if self._data.known < 1:
            return ()
        tokens = self._data.tokens
        wanted = [(f"{self._data.what}: {int(tokens[0]):,} → {int(tokens[-1]):,}", 0.0)]
        if self._data.has_ghost:
            wanted.append((self._data.ghost_name, self._look.metrics.px(24)))
        placed = self._placed(wanted)
        # Without its name a dashed line is a riddle; what the curve is says the axis of any other curve too.
        return placed if len(placed) == len(wanted) else self._placed(wanted[::-1]) or placed

    def _placed(self, wanted: list[tuple[str, float]]) -> tuple[Words, ...]:
        above = self._above(wanted)
        return (*above, *self._below(wanted[len(above) :]))

    def _above(self, wanted: list[tuple[str, float]]) -> list[Words]:
        """From the right end of the curve to the left, as far as the corner is free."""
        metrics, placed = self._look.metrics, []
        right = float(self._shape.x(self._data.known)) - metrics.units(1.5)
        for text, stroke in wanted:
            rect = self._rect(
                right - self._width(text, stroke), self._shape.track.top() + metrics.units(1), text, stroke
            )
            if not self._shape.is_above_curve(rect):
                break
            placed.append(Words(rect, text, stroke))
            right = rect.left() - metrics.units(6)
        return placed

    def _below(self, wanted: list[tuple[str, float]]) -> list[Words]:
        """From the left end of the track to the right, under the curve."""
        metrics, placed = self._look.metrics, []
        left = self._shape.track.left() + metrics.units(2)
        top = self._shape.track.bottom() - self._shape.caption.height() - metrics.units(0.5)
        for text, stroke in wanted:
            rect = self._rect(left, top, text, stroke)
            if self._shape.is_below_curve(rect):
                placed.append(Words(rect, text, stroke, below=True))
                left = rect.right() + metrics.units(6)
        return placed

    def _width(self, text: str, stroke: float) -> float:
        return self._shape.caption.horizontalAdvance(text) + 1 + (stroke + self._look.metrics.units(1.5)) * bool(stroke)

    def _rect(self, left: float, top: float, text: str, stroke: float) -> QRectF:
        return QRectF(left, top, self._width(text, stroke), self._shape.caption.height())

    # -- drawing -----------------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """On the ground of the track."""
        for words in self.words:
            self._paint(painter, words, self._look.theme.alternate)

    def paint_below(self, painter: QPainter) -> None:
        """Once more those that the ground of what has been played hides."""
        for words in self.words:
            if words.below:
                self._paint(painter, words, self._look.theme.selected_row)

    def _paint(self, painter: QPainter, words: Words, ground: QColor) -> None:
        metrics, colour = self._look.metrics, self._look.theme.second_text
        painter.fillRect(words.rect.adjusted(-2, 0, 2, 0), ground)
        painter.setFont(self._look.font("caption"))
        painter.setPen(colour)
        painter.drawText(words.rect, Qt.AlignmentFlag.AlignRight, words.text)
        if words.stroke:
            middle = QPointF(words.rect.left(), words.rect.center().y())
            painter.setPen(ghost_pen(colour, metrics.line(1.5)))
            painter.drawLine(middle, middle + QPointF(words.stroke, 0))
