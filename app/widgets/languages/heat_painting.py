"""How the heat map draws its cells, the names beside them, and the titles of groups."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap

from app.look.icons import pixmap
from app.look.theme import Appearance
from app.widgets.languages.heat_table import HeatCell

_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_RIGHT = _MIDDLE | Qt.AlignmentFlag.AlignRight
_MOST_TILES = 6000


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


class CellPainter:
    """Draws one cell into a rectangle.  `number` takes pictures of cells that it has drawn before, unless `as_lines`: a picture
    for print or a slide needs letters, not points."""

    def __init__(self, appearance: Appearance, *, as_lines: bool = False) -> None:
        self._appearance = appearance
        self._as_lines = as_lines
        self._tiles: dict[tuple[object, ...], QPixmap] = {}
        appearance.changed.connect(self._tiles.clear)

    def title(self, painter: QPainter, rect: QRect, words: str) -> None:
        """Of a group, over the whole width."""
        theme, metrics = self._appearance.theme, self._appearance.metrics
        painter.fillRect(rect, theme.alternate)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.hairline)
        painter.setFont(self._appearance.font("caption", weight=600))
        painter.setPen(theme.second_text)
        painter.drawText(rect.adjusted(metrics.units(3), 0, -metrics.units(1), 0), _MIDDLE, words)

    def name(self, painter: QPainter, rect: QRect, words: str, *, lit: bool, pinned: bool) -> None:
        """Of a language."""
        theme, metrics = self._appearance.theme, self._appearance.metrics
        self._ground(painter, rect, lit=lit)
        if lit:
            painter.fillRect(rect.left(), rect.top(), round(metrics.focus), rect.height(), theme.accent)
        if pinned:
            side = metrics.icon
            top = rect.top() + (rect.height() - side) // 2
            picture = pixmap("pin", theme.accent, side, painter.device().devicePixelRatioF())
            painter.drawPixmap(rect.right() - side - metrics.units(1), top, picture)
        painter.setFont(self._appearance.font("body"))
        painter.setPen(theme.text)
        inner = rect.adjusted(metrics.units(3), 0, -metrics.units(1), 0)
        painter.drawText(inner, _MIDDLE | Qt.TextFlag.TextWordWrap, words)

    def script(self, painter: QPainter, rect: QRect, words: str, *, lit: bool) -> None:
        """Its script."""
        self._ground(painter, rect, lit=lit)
        painter.setFont(self._appearance.font("caption"))
        painter.setPen(self._appearance.theme.second_text)
        unit = self._appearance.metrics.units(1)
        painter.drawText(rect.adjusted(unit, 0, -unit, 0), _MIDDLE, words)

    def _ground(self, painter: QPainter, rect: QRect, *, lit: bool) -> None:
        theme = self._appearance.theme
        painter.fillRect(rect, theme.selected_row if lit else theme.panel)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.hairline)

    def number(self, painter: QPainter, rect: QRect, cell: HeatCell | None, *, selected: bool) -> None:
        """A number on the colour of its class.

        Laying out a text takes ten times as long as drawing a picture of it, and a map has the same numbers often.
        """
        if self._as_lines:
            self._draw_number(painter, rect, cell, selected=selected)
            return
        scale = painter.device().devicePixelRatioF()
        # The lines of the hatch go through from cell to cell, so where it stands matters there.
        hatch = rect.left() if cell is not None and cell.hatched else 0
        key = (rect.width(), rect.height(), cell and (cell.text, cell.heat, cell.hatched), selected, scale, hatch)
        tile = self._tiles.get(key)
        if tile is None:
            tile = self._tiles[key] = self._tile(rect, cell, scale, selected=selected)
        painter.drawPixmap(rect.topLeft(), tile)

    def _tile(self, rect: QRect, cell: HeatCell | None, scale: float, *, selected: bool) -> QPixmap:
        if len(self._tiles) > _MOST_TILES:
            self._tiles.clear()
        tile = QPixmap(rect.size() * scale)
        tile.setDevicePixelRatio(scale)
        with QPainter(tile) as painter:
            painter.translate(-rect.left(), 0)
            area = QRect(rect.left(), 0, rect.width(), rect.height())
            self._draw_number(painter, area, cell, selected=selected)
        return tile

    def _draw_number(self, painter: QPainter, rect: QRect, cell: HeatCell | None, *, selected: bool) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
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
        painter.setFont(self._appearance.font(role, weight=700 if selected else None))
        painter.setPen(colour)
        text = inner.adjusted(0, 0, -metrics.units(2), 0)
        if cell.hatched:
            self._clear_behind(painter, text, cell.text)
        painter.drawText(text, _RIGHT, cell.text)
        if selected:
            self._paint_frame(painter, inner)

    def _clear_behind(self, painter: QPainter, rect: QRect, text: str) -> None:
        """A quiet ground under letters that would stand on the hatch."""
        wide = painter.fontMetrics().boundingRect(rect, _RIGHT, text)
        painter.fillRect(wide.adjusted(-2, 0, 2, 0), self._appearance.theme.panel)

    def _paint_frame(self, painter: QPainter, rect: QRect) -> None:
        width = self._appearance.metrics.focus
        pen = QPen(self._appearance.theme.accent, width)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.setBrush(QBrush())
        inset = width / 2
        painter.drawRect(QRectF(rect).adjusted(inset, inset, -inset, -inset))
