"""How often the pre-token of each rank occurs, on two logarithmic axes, with the line of Zipf's law beside it."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.look.theme import Appearance
from app.widgets.basics.dashes import paint_dashed_line
from app.widgets.basics.painter import Painter
from app.widgets.basics.plain_tip import plain_tip

_GRID = 110
"""How strong the lines of the grid are, of 255."""


class ZipfPlot(QWidget):
    """`show_frequencies` with (rank, count), ranks rising, and the exponent of the line through them."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._rows: tuple[tuple[int, float], ...] = ()
        self._exponent = math.nan
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        appearance.changed.connect(self._on_appearance_changed)

    def show_frequencies(self, rows: Sequence[tuple[int, float]], exponent: float) -> None:
        self._rows, self._exponent = tuple(rows), exponent
        self.setAccessibleName(self.tr("Rank and frequency of pre-tokens"))
        ends = [self.words_at(rank) for rank in (1, 10, 100, 1_000) if self._rows and rank <= self._rows[-1][0]]
        self.setAccessibleDescription("; ".join([*ends, self.note()]))
        self.update()

    def note(self) -> str:
        """The law that the counts come nearest to; no line ends inside a fraction."""
        if math.isnan(self._exponent):
            return ""
        words = self.tr("frequency ~ 1 / rank^{:.2f}; dashed: 1 / rank (Zipf)").format(self._exponent)
        return words.replace(" / ", "\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}")

    def words_at(self, rank: int) -> str:
        """How often the pre-token of a rank, or of the next that is drawn, occurs."""
        drawn, count = self._rows[min(bisect_left(self._rows, (rank, 0.0)), len(self._rows) - 1)]
        return self.tr("rank {:,}: {:,.10g} times").format(drawn, count)

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(60), self._appearance.metrics.units(52))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(40), self._appearance.metrics.units(36))

    def _on_appearance_changed(self) -> None:
        self.updateGeometry()
        self.update()

    # -- places ------------------------------------------------------------------------------------------------------

    @property
    def _decades(self) -> tuple[int, int]:
        """The powers of ten at which the axes end: of ranks, of counts."""
        last, most = self._rows[-1][0], self._rows[0][1]
        return max(1, math.ceil(math.log10(last))), max(1, math.ceil(math.log10(max(most, 2))))

    def _area(self) -> QRectF:
        """The field between the axes."""
        caption, gap = QFontMetricsF(self._appearance.font("caption")), self._appearance.metrics.units(1)
        left = caption.horizontalAdvance(f"{10 ** self._decades[1]:,}") + 2 * gap
        right = caption.horizontalAdvance(f"{10 ** self._decades[0]:,}") / 2
        top, bottom = caption.height() + gap, 2 * caption.height() + gap
        return QRectF(left, top, max(1.0, self.width() - left - right), max(1.0, self.height() - top - bottom))

    def _point(self, area: QRectF, rank: float, count: float) -> QPointF:
        ranks, counts = self._decades
        x = area.left() + math.log10(rank) / ranks * area.width()
        return QPointF(x, area.bottom() - math.log10(max(count, 1.0)) / counts * area.height())

    def words_under(self, x: float) -> str:
        """How often the pre-token of the rank at a place occurs."""
        area = self._area()
        share = min(1.0, max(0.0, (x - area.left()) / area.width()))
        return self.words_at(round(10 ** (share * self._decades[0])))

    def event(self, event: QEvent) -> bool:
        """The tip tells the count at the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._rows:
            QToolTip.showText(event.globalPos(), plain_tip(self.words_under(event.pos().x())), self)
            return True
        return super().event(event)

    # -- drawing -----------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._rows:
            return
        theme, metrics, area = self._appearance.theme, self._appearance.metrics, self._area()
        with Painter(self) as painter:
            painter.setFont(self._appearance.font("caption"))
            self._paint_axes(painter, area)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.save()
            painter.setClipRect(area.adjusted(0, -2, 2, 0))
            first = self._rows[0][1]
            end = min(10.0 ** self._decades[0], first)
            pen = QPen(theme.second_text, metrics.line(1.5), Qt.PenStyle.DashLine)
            paint_dashed_line(painter, self._point(area, 1, first), self._point(area, end, first / end), pen)
            painter.setPen(QPen(theme.accent, metrics.line(2.5)))
            painter.drawPolyline(QPolygonF([self._point(area, *row) for row in self._rows]))
            painter.restore()

    def _paint_axes(self, painter: QPainter, area: QRectF) -> None:
        """A line of the grid at each power of ten; their numbers as far as they have room."""
        theme, gap = self._appearance.theme, self._appearance.metrics.units(1)
        grid = QColor(theme.hairline)
        grid.setAlpha(_GRID)
        measure = QFontMetricsF(painter.font())
        height, ranks, counts = measure.height(), *self._decades
        every = max(1, math.ceil(1.2 * height * counts / area.height()))
        for power in range(counts + 1):
            y = self._point(area, 1, 10.0**power).y()
            painter.setPen(grid)
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            if power % every == 0:
                painter.setPen(theme.second_text)
                box = QRectF(0, y - height / 2, area.left() - gap, height)
                painter.drawText(box, Qt.AlignmentFlag.AlignRight, f"{10**power:,}")
        wide = measure.horizontalAdvance(f"{10**ranks:,}") + 2 * gap
        every = max(1, math.ceil(wide * ranks / area.width()))
        for power in range(ranks + 1):
            x = self._point(area, 10.0**power, 1).x()
            painter.setPen(grid)
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            if power % every == 0:
                painter.setPen(theme.second_text)
                painter.drawText(
                    QRectF(x - wide, area.bottom() + gap / 2, 2 * wide, height),
                    Qt.AlignmentFlag.AlignHCenter,
                    f"{10**power:,}",
                )
        painter.setPen(theme.second_text)
        painter.drawText(QRectF(0, 0, self.width(), height), Qt.AlignmentFlag.AlignLeft, self.tr("times"))
        painter.drawText(
            QRectF(area.left(), self.height() - height, area.width(), height),
            Qt.AlignmentFlag.AlignRight,
            self.tr("rank"),
        )
