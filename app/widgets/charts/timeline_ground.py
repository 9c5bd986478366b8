"""The ground of the timeline, which is the same at every position: curve, ghost, what is not learned yet, ties, flags."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.look.icons import pixmap
from app.look.theme import Appearance
from app.widgets.charts import timeline_layout as layout
from app.widgets.charts.ghost_key import ghost_pen
from app.widgets.charts.timeline_legend import TimelineLegend
from app.widgets.charts.timeline_shape import TimelineShape


class TimelineGround:
    """Paints it; `ratio` is how many dots of the screen a pixel has."""

    def __init__(self, shape: TimelineShape, appearance: Appearance, ratio: float) -> None:
        self._shape, self._data, self._look, self._ratio = shape, shape.data, appearance, ratio
        self._legend = TimelineLegend(shape, appearance)

    def paint(self, painter: QPainter) -> None:
        """As it is before it is played."""
        painter.fillRect(self._shape.track, self._look.theme.alternate)
        self._paint_ghost(painter)
        self._paint_curve(painter)
        self._paint_not_learned(painter)
        self._paint_ties(painter)
        self._paint_bookmarks(painter)
        self._legend.paint(painter)
        self._paint_axis(painter)

    @cached_property
    def _line(self) -> QPolygonF:
        pixels = round(self._shape.track.width() * self._data.known / self._data.last)
        steps, values = layout.thinned(self._data.tokens, max(1, pixels))
        track = self._shape.track
        places = layout.x_of(steps, self._data.last, track.left(), track.width())
        line = zip(places.tolist(), self._shape.y(values).tolist(), strict=True)
        return QPolygonF([QPointF(x, y) for x, y in line])

    def _paint_curve(self, painter: QPainter) -> None:
        painter.setPen(QPen(self._look.theme.second_text, self._look.metrics.line(1.5)))
        painter.drawPolyline(self._line)

    def _paint_ghost(self, painter: QPainter) -> None:
        at = np.flatnonzero(np.isfinite(self._data.ghost[: self._data.last + 1]))
        if len(at) < 2:
            return
        track = self._shape.track
        steps, values = layout.thinned(self._data.ghost[at], max(1, round(track.width() * len(at) / self._data.last)))
        places = layout.x_of(steps + at[0], self._data.last, track.left(), track.width())
        line = zip(places.tolist(), self._shape.y(values).tolist(), strict=True)
        painter.setPen(ghost_pen(self._look.theme.second_text, self._look.metrics.line(1.5)))
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in line]))

    def _paint_not_learned(self, painter: QPainter) -> None:
        if self._data.known >= self._data.last:
            return
        left = self._shape.x(self._data.known)
        rest = QRectF(left, self._shape.track.top(), self._shape.track.right() - left, self._shape.track.height())
        painter.save()
        painter.setClipRect(rest)
        painter.fillRect(rest, self._look.theme.panel)
        painter.setPen(QPen(self._look.theme.hairline, 1))
        distance = self._look.metrics.px(7)
        x = rest.left() - rest.height()
        while x < rest.right():
            painter.drawLine(QPointF(x, rest.bottom()), QPointF(x + rest.height(), rest.top()))
            x += distance
        painter.restore()

    def _paint_ties(self, painter: QPainter) -> None:
        """One cell for a few pixels, or one for a step where steps are wider; the stronger, the more ties."""
        band = self._shape.band
        cells = max(1, min(self._data.last, int(band.width() / self._look.metrics.px(3))))
        if not len(self._data.tied):
            return
        width = band.width() / cells
        for cell, share in enumerate(layout.tie_shares(self._data.tied, self._data.last, cells).tolist()):
            if share > 0:
                colour = QColor(self._look.theme.tie)
                colour.setAlphaF(0.25 + 0.75 * share)
                gap = min(1.0, 0.25 * width)
                painter.fillRect(QRectF(band.left() + cell * width, band.top(), width - gap, band.height()), colour)

    def _paint_axis(self, painter: QPainter) -> None:
        """Round steps and the last one."""
        painter.setFont(self._look.font("caption"))
        painter.setPen(self._look.theme.second_text)
        for rect, label in self._shape.ticks:
            painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, label)

    def _paint_bookmarks(self, painter: QPainter) -> None:
        """Flags with as many names as have room."""
        theme, metrics, caption = self._look.theme, self._look.metrics, self._shape.caption
        side = round(metrics.base * 0.9)
        places = [float(self._shape.x(bookmark.step)) for bookmark in self._data.bookmarks]
        flags = [(x - side / 2, x + side / 2) for x in places]
        spans = [
            (right + metrics.units(1), right + metrics.units(1) + caption.horizontalAdvance(bookmark.label))
            for bookmark, (_, right) in zip(self._data.bookmarks, flags, strict=True)
        ]
        keep = layout.named_flags(flags, spans, metrics.units(1))
        painter.setFont(self._look.font("caption"))
        for bookmark, x, span, named in zip(self._data.bookmarks, places, spans, keep, strict=True):
            pen = QPen(theme.second_text, 1)
            pen.setDashPattern([2, 2])
            painter.setPen(pen)
            painter.drawLine(QPointF(x, caption.height()), QPointF(x, self._shape.track.bottom()))
            painter.drawPixmap(QPointF(x - side / 2, 1), pixmap("bookmark", theme.second_text, side, self._ratio))
            if named and span[1] <= self._shape.size.width():
                left = x + side / 2 + metrics.units(1)
                rect = QRectF(left, 0, span[1] - left + 2, caption.height())
                painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, bookmark.label)

    def paint_played(self, painter: QPainter) -> None:
        """What is over it where it has been played."""
        theme, track = self._look.theme, self._shape.track
        if self._line.size() > 1:
            area = QPolygonF(self._line)
            area.append(QPointF(self._shape.x(self._data.known), track.bottom()))
            area.append(QPointF(track.left(), track.bottom()))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.selected_row)
            painter.drawPolygon(area)
            painter.setPen(QPen(theme.accent, self._look.metrics.line(2.5)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(self._line)
            self._legend.paint_below(painter)
