"""SizeScatter: what each language pays, against the size of the tokenizer's vocabulary.

Each tokenizer is a strip of points above its size; the selected language is joined from strip to strip, and the median of
each strip is marked.  Both axes are logarithmic for premiums; other measures stand on a linear one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.look.theme import Appearance
from app.widgets.basics.painter import Painter
from app.widgets.basics.plain_tip import plain_tip
from app.widgets.languages.premium_bars import linear_axis, log_axis
from app.widgets.languages.scatter_layout import ScatterLayout, Strip, size_axis, title_lines

_REACH = 14.0
"""Pixels from a point within which the pointer is on it."""
_MANY_POINTS = 800
"""From so many points on they are dots: circles would take longer than a frame."""
_CENTRE = Qt.AlignmentFlag.AlignCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class SizeScatter(QWidget):
    """`selected(key, code)`: a point was clicked, or reached with the arrow keys."""

    selected = Signal(str, str)

    def __init__(self, appearance: Appearance, tip: Callable[[str, str], str] = lambda _key, _code: "") -> None:
        super().__init__()
        self._appearance = appearance
        self._tip = tip
        self._strips: tuple[Strip, ...] = ()
        self._title = ""
        self._x_axis, self._y_axis = size_axis([]), log_axis([])
        self._selected = ("", "")
        self._laid_out: tuple[object, ScatterLayout] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Measure against the size of the vocabulary"))
        appearance.changed.connect(self.update)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_strips(
        self, strips: Sequence[Strip], title: str, *, logarithmic: bool = True, in_percent: bool = False
    ) -> None:
        """Show these; `title` says what is measured."""
        self._strips = tuple(sorted(strips, key=lambda strip: strip.size))
        self._laid_out = None
        self._title = title
        values = [point.value for strip in self._strips for point in strip.points]
        self._x_axis = size_axis([strip.size for strip in self._strips])
        self._y_axis = log_axis(values) if logarithmic else linear_axis(values, in_percent=in_percent)
        self.setAccessibleDescription(
            ", ".join(
                self.tr("{}, {:,} entries, {} languages").format(strip.title, strip.size, len(strip.points))
                for strip in self._strips
            )
        )
        self.update()

    def copy_to(self, other: SizeScatter) -> None:
        """Show the same in another widget: for a picture."""
        axis = self._y_axis
        other.show_strips(self._strips, self._title, logarithmic=axis.logarithmic, in_percent=axis.in_percent)
        other.select(*self._selected)

    def select(self, key: str, code: str) -> None:
        """Light a language, and a point of it, without telling anybody."""
        self._selected = (key, code)
        self.update()

    def strips(self) -> tuple[Strip, ...]:
        """From the smallest vocabulary to the largest."""
        return self._strips

    def place_of(self, key: str, code: str) -> QPointF | None:
        """Where a point stands."""
        found = ((strip, point) for strip in self._strips for point in strip.points)
        return next((self._layout().at(s, p) for s, p in found if (s.key, p.code) == (key, code)), None)

    def point_at(self, position: QPointF) -> tuple[str, str]:
        """Key and code of the nearest point within reach; ("", "") where there is none."""
        layout = self._layout()
        found = [
            ((layout.at(strip, point) - position).manhattanLength(), strip.key, point.code)
            for strip in self._strips
            for point in strip.points
        ]
        distance, key, code = min(found, default=(math.inf, "", ""))
        return (key, code) if distance <= self._appearance.metrics.px(_REACH) else ("", "")

    # -- layout ------------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        return QSize(metrics.units(140), metrics.units(100))

    def minimumSizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        return QSize(metrics.units(50), metrics.units(50))

    def _text(self) -> QFontMetricsF:
        return QFontMetricsF(self._appearance.font("caption"))

    def _layout(self) -> ScatterLayout:
        """Worked out once for a size, a font, and a selected language (whose name stands at the end of its line)."""
        key = self.size(), self._appearance.base, self._selected[1]
        if self._laid_out is None or self._laid_out[0] != key:
            self._laid_out = key, self._lay_out()
        return self._laid_out[1]

    def _lay_out(self) -> ScatterLayout:
        metrics, text = self._appearance.metrics, self._text()
        ticks = (text.horizontalAdvance(self._y_axis.tick_text(tick)) for tick in self._y_axis.ticks)
        left = metrics.units(4) + max(ticks, default=0.0)
        width = max(10.0, self.width() - left - metrics.units(4) - self._end_room())
        bold = QFontMetricsF(self._appearance.font("caption", weight=700))
        lines = title_lines(
            self._strips,
            lambda size: left + self._x_axis.share(size) * width,
            lambda title: bold.horizontalAdvance(title) + metrics.units(2),
        )
        top = metrics.units(5) + text.height() * (2 + max(lines.values(), default=0))
        height = max(10.0, self.height() - top - 2 * text.height() - metrics.units(4))
        return ScatterLayout(QRectF(left, top, width, height), self._x_axis, self._y_axis, lines)

    def _end_room(self) -> float:
        """For the name of the selected language, at the right end of its line."""
        name = next((p.name for s in reversed(self._strips) for p in s.points if p.code == self._selected[1]), "")
        bold = QFontMetricsF(self._appearance.font("caption", weight=700))
        return (
            min(bold.horizontalAdvance(name), 0.25 * self.width()) + self._appearance.metrics.units(3) if name else 0.0
        )

    # -- drawing -----------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.fillRect(self.rect(), self._appearance.theme.panel)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(self._appearance.font("caption"))
            layout = self._layout()
            self._paint_values(painter, layout)
            self._paint_sizes(painter, layout)
            self._paint_titles(painter, layout)
            many = sum(len(strip.points) for strip in self._strips) > _MANY_POINTS
            for strip in self._strips:
                self._paint_strip(painter, layout, strip, many=many)
            self._paint_selected(painter, layout)
            if self.hasFocus():
                painter.setPen(QPen(self._appearance.theme.accent, self._appearance.metrics.line(2)))
                painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def _paint_values(self, painter: QPainter, layout: ScatterLayout) -> None:
        """What is measured, and the lines across with their numbers."""
        theme, metrics, text = self._appearance.theme, self._appearance.metrics, self._text()
        painter.setPen(theme.second_text)
        painter.drawText(QRectF(metrics.units(3), metrics.units(2), self.width(), text.height()), self._title)
        field = layout.field
        for tick in layout.y_axis.ticks:
            y = round(layout.y(tick)) + 0.5
            painter.setPen(QPen(theme.control_border if tick == layout.y_axis.origin else theme.hairline, 1))
            painter.drawLine(QPointF(field.left(), y), QPointF(field.right(), y))
            painter.setPen(theme.second_text)
            area = QRectF(0, y - text.height() / 2, field.left() - metrics.units(1.5), text.height())
            painter.drawText(area, _RIGHT, self._y_axis.tick_text(tick))

    def _paint_sizes(self, painter: QPainter, layout: ScatterLayout) -> None:
        """Numbers below, those that have room."""
        metrics, text, field = self._appearance.metrics, self._text(), layout.field
        end = -math.inf
        for tick in layout.x_axis.ticks:
            words = f"{tick:,.0f}"
            half = text.horizontalAdvance(words) / 2
            left = layout.x(tick) - half
            if left < end + metrics.units(2):
                continue
            end = left + 2 * half
            painter.drawText(
                QRectF(left - 2, field.bottom() + metrics.units(1), 2 * half + 4, text.height()), _CENTRE, words
            )
        below = QRectF(field.left(), field.bottom() + metrics.units(2) + text.height(), field.width(), text.height())
        painter.drawText(below, _CENTRE, self.tr("Entries of the vocabulary, log scale"))

    def _paint_titles(self, painter: QPainter, layout: ScatterLayout) -> None:
        """Each tokenizer's name above its strip, and the line that leads down to it."""
        theme, metrics, text = self._appearance.theme, self._appearance.metrics, self._text()
        top = metrics.units(3.5) + text.height()
        for strip in self._strips:
            lit = strip.key == self._selected[0]
            x, y = layout.x(strip.size), top + layout.lines[strip.key] * text.height()
            painter.setPen(QPen(theme.accent if lit else theme.hairline, metrics.line(1)))
            painter.drawLine(QPointF(x, y + text.height()), QPointF(x, layout.field.bottom()))
            painter.setFont(self._appearance.font("caption", weight=700 if lit else 600))
            painter.setPen(theme.accent if lit else theme.text)
            half = QFontMetricsF(painter.font()).horizontalAdvance(strip.title) / 2 + 2
            area = QRectF(x - half, y, 2 * half, text.height())
            area.moveLeft(max(0.0, min(area.left(), self.width() - area.width())))
            painter.fillRect(area, theme.panel)
            painter.drawText(area, _CENTRE, strip.title)
        painter.setFont(self._appearance.font("caption"))

    def _paint_strip(self, painter: QPainter, layout: ScatterLayout, strip: Strip, *, many: bool) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        colour, radius = theme.heat[5].fill, metrics.px(3.5)
        places = [layout.at(strip, point) for point in strip.points]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if many:
            painter.setPen(QPen(colour, radius, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPoints(places)
        else:
            painter.setPen(QPen(colour, metrics.line(1.2)))
            for place in places:
                painter.drawEllipse(place, radius, radius)
        if len(places) > 2:
            y, half = layout.y(median(point.value for point in strip.points)), metrics.px(9)
            painter.setPen(QPen(theme.text, metrics.line(2)))
            painter.drawLine(QPointF(places[0].x() - half, y), QPointF(places[0].x() + half, y))

    def _paint_selected(self, painter: QPainter, layout: ScatterLayout) -> None:
        """The selected language from strip to strip, its numbers beside it."""
        theme, metrics, text = self._appearance.theme, self._appearance.metrics, self._text()
        code = self._selected[1]
        found = [(strip, point) for strip in self._strips for point in strip.points if point.code == code]
        if not found:
            return
        places = [layout.at(strip, point) for strip, point in found]
        painter.setPen(QPen(theme.accent, metrics.line(2)))
        for one, other in pairwise(places):
            painter.drawLine(one, other)
        painter.setBrush(theme.accent)
        for (strip, point), place in zip(found, places, strict=True):
            radius = metrics.px(6 if strip.key == self._selected[0] else 4.5)
            painter.setPen(QPen(theme.panel, metrics.line(1)))
            painter.drawEllipse(place, radius, radius)
            self._paint_number(painter, place, point.text)
        painter.setFont(self._appearance.font("caption", weight=700))
        painter.setPen(theme.accent)
        room = QRectF(places[-1].x() + metrics.units(2.5), places[-1].y() - text.height(), self.width(), text.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, found[-1][1].name)

    def _paint_number(self, painter: QPainter, place: QPointF, words: str) -> None:
        theme, metrics, text = self._appearance.theme, self._appearance.metrics, self._text()
        wide = text.horizontalAdvance(words) + metrics.units(1)
        area = QRectF(place.x() + metrics.units(2), place.y() + metrics.units(0.5), wide, text.height())
        painter.fillRect(area, theme.panel)
        painter.setPen(theme.text)
        painter.setFont(self._appearance.font("caption"))
        painter.drawText(area, _CENTRE, words)

    # -- the user ----------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(*self.point_at(event.position()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go from tokenizer to tokenizer, up and down from language to language."""
        across = {int(Qt.Key.Key_Left): -1, int(Qt.Key.Key_Right): 1}.get(event.key())
        along = {int(Qt.Key.Key_Up): 1, int(Qt.Key.Key_Down): -1}.get(event.key())
        if not self._strips or (across is None and along is None):
            super().keyPressEvent(event)
            return
        filled = [strip for strip in self._strips if strip.points or strip.key == self._selected[0]]
        keys = [strip.key for strip in filled]
        place = keys.index(self._selected[0]) if self._selected[0] in keys else 0
        strip = filled[max(0, min(len(keys) - 1, place + (across or 0)))] if filled else self._strips[0]
        codes = [point.code for point in sorted(strip.points, key=lambda point: point.value)]
        if not codes:
            return
        at = codes.index(self._selected[1]) + (along or 0) if self._selected[1] in codes else 0
        self._choose(strip.key, codes[max(0, min(len(codes) - 1, at))])

    def _choose(self, key: str, code: str) -> None:
        if key and (key, code) != self._selected:
            self.select(key, code)
            self.selected.emit(key, code)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            key, code = self.point_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), plain_tip(self._tip_of(key, code)) if key else "", self)
            return True
        return super().event(event)

    def _tip_of(self, key: str, code: str) -> str:
        found = ((s, p) for s in self._strips for p in s.points if (s.key, p.code) == (key, code))
        strip, point = next(found)
        head = self.tr("{}, {} ({:,} entries): {}").format(point.name, strip.title, strip.size, point.text)
        return "\n".join(filter(None, (head, self._tip(key, code))))
