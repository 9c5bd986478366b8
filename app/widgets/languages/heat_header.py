"""HeatHeader: the titles above a table of numbers."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPolygonF
from PySide6.QtWidgets import QHeaderView

from app.look.theme import Appearance

_MIDDLE = Qt.AlignmentFlag.AlignVCenter


class HeatHeader(QHeaderView):
    """Quiet titles, those of the first columns at the left.

    The sorted one stands in accent, with a triangle that points the way the numbers grow.
    """

    def __init__(self, appearance: Appearance, *, text_columns: int = 2) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._text_columns = text_columns
        self._appearance = appearance
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)
        self.setSortIndicatorShown(True)

    def paintSection(self, painter: QPainter, rect: QRect, column: int) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        is_sorted = column == self.sortIndicatorSection()
        painter.save()
        painter.fillRect(rect, theme.alternate)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.hairline)
        font = self._appearance.font("caption", weight=600)
        painter.setFont(font)
        painter.setPen(theme.accent if is_sorted else theme.second_text)
        title = str(self.model().headerData(column, Qt.Orientation.Horizontal) or "")
        triangle, measure = metrics.units(3.5) if is_sorted else 0, QFontMetrics(font)
        if column >= self._text_columns:
            room = rect.width() - triangle - metrics.units(2.5)
            title = measure.elidedText(title, Qt.TextElideMode.ElideRight, room)
        words = measure.horizontalAdvance(title)
        if column < self._text_columns:
            left = rect.left() + metrics.units(3 if column == 0 or self._text_columns > 2 else 1)
        else:
            left = rect.right() - metrics.units(2) - triangle - words
        painter.drawText(QRect(left, rect.top(), words + 2, rect.height()), _MIDDLE, title)
        if is_sorted:
            centre = QPointF(left + words + metrics.units(2.25), rect.center().y() + 0.5)
            self._paint_triangle(painter, centre)
        painter.restore()

    def _paint_triangle(self, painter: QPainter, centre: QPointF) -> None:
        half = self._appearance.metrics.px(4.5)
        up = -1 if self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder else 1
        corners = [QPointF(-half, -up * half * 0.8), QPointF(half, -up * half * 0.8), QPointF(0, up * half * 0.8)]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._appearance.theme.accent)
        painter.drawPolygon(QPolygonF([centre + corner for corner in corners]))
