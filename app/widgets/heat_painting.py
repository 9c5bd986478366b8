"""How the heat map draws: its cells, the names beside them, and the titles above."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem

from app.icons import pixmap
from app.theme import Appearance

CELL = Qt.ItemDataRole.UserRole + 1
"""Role under which a model gives a place's HeatCell."""

PINNED = Qt.ItemDataRole.UserRole + 2
"""Role under which it says whether a language stays on top."""

_MIDDLE = Qt.AlignmentFlag.AlignVCenter
Index = QModelIndex | QPersistentModelIndex


def paint_hatch(painter: QPainter, rect: QRectF, colour: QColor, step: float) -> None:
    """Parallel lines at 45 degrees: the sign of what is not known.

    Each line ends at the border by itself: a picture of lines (SVG) knows no clipping.
    """
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, step * 0.35, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    x = rect.left() - rect.height()
    x -= x % step  # the lines of neighbours meet
    while x < rect.right():
        before = max(0.0, rect.left() - x)
        beyond = max(0.0, x + rect.height() - rect.right())
        if before + beyond < rect.height():
            begin = QPointF(x + before, rect.bottom() - before)
            painter.drawLine(begin, QPointF(x + rect.height() - beyond, rect.top() + beyond))
        x += step
    painter.restore()


class CellDelegate(QStyledItemDelegate):
    """Draws what a cell says; the two functions say where the selection is."""

    def __init__(
        self,
        appearance: Appearance,
        is_selected: Callable[[Index], bool],
        is_lit: Callable[[Index], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._is_selected = is_selected
        self._is_lit = is_lit

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if index.column() < 2:
            self._paint_name(painter, option.rect, index)
        else:
            self._paint_number(painter, option.rect, index)

    def _paint_name(self, painter: QPainter, rect: QRect, index: Index) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        lit = self._is_lit(index)
        painter.fillRect(rect, theme.selected_row if lit else theme.panel)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.hairline)
        if lit and index.column() == 0:
            painter.fillRect(rect.left(), rect.top(), round(metrics.focus), rect.height(), theme.accent)
        if index.column() == 0 and index.data(PINNED):
            side = metrics.icon
            top = rect.top() + (rect.height() - side) // 2
            picture = pixmap("pin", theme.accent, side, painter.device().devicePixelRatioF())
            painter.drawPixmap(rect.right() - side - metrics.units(1), top, picture)
        painter.setFont(self._appearance.font("caption" if index.column() else "body"))
        painter.setPen(theme.second_text if index.column() else theme.text)
        inner = rect.adjusted(metrics.units(3 if index.column() == 0 else 1), 0, -metrics.units(1), 0)
        painter.drawText(inner, _MIDDLE | Qt.TextFlag.TextWordWrap, index.data() or "")

    def _paint_number(self, painter: QPainter, rect: QRect, index: Index) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        cell = index.data(CELL)
        gap = theme.heat_gap
        inner = QRect(rect.left() + gap, rect.top(), rect.width() - gap, rect.height() - gap)
        painter.fillRect(rect, theme.panel)
        if cell is None:
            return
        role, colour = "body", theme.second_text
        if cell.heat >= 0:
            painter.fillRect(inner, theme.heat[cell.heat].fill)
            colour = theme.heat[cell.heat].number
        elif cell.hatched:
            role = "caption"
            paint_hatch(painter, QRectF(inner), theme.hairline, metrics.px(7))
        else:
            painter.fillRect(inner, theme.alternate)
        selected = self._is_selected(index)
        painter.setFont(self._appearance.font(role, weight=700 if selected else None))
        painter.setPen(colour)
        text = inner.adjusted(0, 0, -metrics.units(2), 0)
        if cell.hatched:
            self._clear_behind(painter, text, cell.text)
        painter.drawText(text, _MIDDLE | Qt.AlignmentFlag.AlignRight, cell.text)
        if selected:
            self._paint_frame(painter, inner)

    def _clear_behind(self, painter: QPainter, rect: QRect, text: str) -> None:
        """A quiet ground under letters that would stand on the hatch."""
        wide = painter.fontMetrics().boundingRect(rect, _MIDDLE | Qt.AlignmentFlag.AlignRight, text)
        painter.fillRect(wide.adjusted(-2, 0, 2, 0), self._appearance.theme.panel)

    def _paint_frame(self, painter: QPainter, rect: QRect) -> None:
        width = self._appearance.metrics.focus
        pen = QPen(self._appearance.theme.accent, width)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.setBrush(QBrush())
        inset = width / 2
        painter.drawRect(QRectF(rect).adjusted(inset, inset, -inset, -inset))


class HeatHeader(QHeaderView):
    """Quiet titles; the sorted one in accent with a triangle that points the way the numbers grow."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(Qt.Orientation.Horizontal)
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
        words, triangle = QFontMetrics(font).horizontalAdvance(title), metrics.units(3.5) if is_sorted else 0
        if column < 2:
            left = rect.left() + metrics.units(3 if column == 0 else 1)
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
