"""The sweep over vocabulary sizes: one measure at the left, the tables' parameters at the right, a marker to drag.

Both axes start at their floor and say their unit above.  The marker moves by the mouse, and by arrow keys: 10 entries,
with Shift 100.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.widgets.basics.painter import Painter
from app.widgets.charts.curve_scale import round_ticks, spread
from app.widgets.tradeoffs.size_chart import Floats, SizeChart, SizeScales
from engine.tradeoffs import short_number

_MOST_POINTS = 1_200
_BAND_SHARE = 0.7
"""Of the width, that the words in the band may take."""


class SizePlot(QWidget):
    """`size_asked(size)`: where the marker should go."""

    size_asked = Signal(int)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._chart: SizeChart | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Sizes"))
        appearance.changed.connect(self.update)

    def show_chart(self, chart: SizeChart) -> None:
        self._chart = chart
        self.setAccessibleDescription(self.tr("Marked: {:,} entries, {}").format(chart.marked, _values(chart)))
        self.update()

    @property
    def chart(self) -> SizeChart | None:
        return self._chart

    def value_text(self) -> str:
        """The value at the marker, where there is one line."""
        chart = self._chart
        return chart.words(chart.at_mark(chart.lines[0])) if chart is not None and len(chart.lines) == 1 else ""

    def scales(self) -> SizeScales:
        """Where everything stands now."""
        assert self._chart is not None
        return SizeScales(self._chart, self._appearance, self.width(), self.height())

    def area(self) -> QRectF:
        """The field of the curves."""
        return self.scales().area

    def shows_band(self) -> bool:
        """Whether the band of usual values is within the axis."""
        return self._chart is not None and self.scales().shows_band

    # -- drawing -----------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._appearance.theme
        with Painter(self) as painter:
            painter.fillRect(self.rect(), theme.panel)
            if self._chart is None:
                return
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            at = self.scales()
            self._paint_band(painter, at)
            self._paint_axes(painter, at)
            self._paint_curves(painter, at)
            self._paint_marker(painter, at)
            if self.hasFocus():
                width = self._appearance.metrics.focus
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.accent, width))
                painter.drawRect(QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2))

    def _paint_axes(self, painter: QPainter, at: SizeScales) -> None:
        chart, theme, look = self._chart, self._appearance.theme, self._appearance
        assert chart is not None
        area = at.area
        caption = QFontMetricsF(look.font("caption"))
        gap = look.metrics.units(2)
        line = QRectF(gap, gap, self.width() - 2 * gap, caption.height())
        painter.setFont(look.font("caption", weight=600))
        painter.setPen(self._line_colour(0) if len(chart.lines) == 1 else theme.text)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, chart.title)
        painter.setPen(self._appearance.theme.as_letters(self._parameter_colour()))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight, self.parameter_title())
        painter.setFont(look.font("caption"))
        for value, text in at.left_ticks:
            y = float(at.left_y(value))
            painter.setPen(QPen(theme.hairline, 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(theme.second_text)
            box = QRectF(0, y - caption.height() / 2, area.left() - gap, caption.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        for value, text in at.right_ticks:
            y = float(at.right_y(value))
            box = QRectF(area.right() + gap, y - caption.height() / 2, self.width() - area.right(), caption.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        self._paint_sizes(painter, at, caption)

    def parameter_title(self) -> str:
        """What the dashed line shows, in as many words as the other title leaves room for."""
        measure, gap = QFontMetricsF(self._appearance.font("caption", weight=600)), self._appearance.metrics.units(2)
        title = "" if self._chart is None else self._chart.title
        room = self.width() - 4 * gap - measure.horizontalAdvance(title)
        forms = (self.tr("Table parameters (dashed)"), self.tr("Parameters (dashed)"), self.tr("Parameters"))
        fitting = (words for words in forms if measure.horizontalAdvance(words) <= room)
        return next(fitting, measure.elidedText(forms[-1], Qt.TextElideMode.ElideRight, max(0.0, room)))

    def _paint_sizes(self, painter: QPainter, at: SizeScales, caption: QFontMetricsF) -> None:
        """First and last size, round ones between where they have room; what the axis is, below."""
        chart, theme = self._chart, self._appearance.theme
        assert chart is not None
        area = at.area
        first, last = float(chart.sizes[0]), float(chart.sizes[-1])
        room = caption.horizontalAdvance(f"{last:,.0f}") * 1.6
        places = [first, last]
        for tick in round_ticks(first, last, max(2, int(area.width() / (1.6 * room)))):
            x = float(at.x(tick))
            if all(abs(x - float(at.x(place))) > room for place in places):
                places.append(tick)
        painter.setPen(theme.second_text)
        for place in places:
            box = QRectF(float(at.x(place)) - room, area.bottom() + 2, 2 * room, caption.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, f"{place:,.0f}")
        below = QRectF(area.left(), area.bottom() + 2 + caption.height(), area.width(), caption.height())
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, self.tr("Vocabulary size"))

    def _paint_band(self, painter: QPainter, at: SizeScales) -> None:
        chart, look = self._chart, self._appearance
        assert chart is not None
        if chart.band is None or not at.shows_band:
            return
        low, high, words = chart.band
        area = at.area
        top, bottom = float(at.left_y(high)), float(at.left_y(low))
        painter.fillRect(QRectF(area.left(), top, area.width(), bottom - top), look.theme.selected_row)
        painter.setFont(look.font("caption"))
        painter.setPen(look.theme.second_text)
        height = max(bottom - top, QFontMetricsF(look.font("caption")).height())
        begin = top if height == bottom - top else bottom  # below a band that is too narrow for words
        box = QRectF(area.left() + look.metrics.units(2), begin, area.width() - look.metrics.units(4), height)
        if QFontMetricsF(look.font("caption")).horizontalAdvance(words) > _BAND_SHARE * box.width():
            words = words.partition(":")[0]  # the value at the marker would stand over the rest
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)

    def _line_colour(self, number: int) -> QColor:
        chart, theme = self._chart, self._appearance.theme
        if chart is None or len(chart.lines) == 1:
            return theme.accent
        return theme.series[number % len(theme.series)].colour

    def _parameter_colour(self) -> QColor:
        """Beside one line a colour of its own; beside several, which have all colours, grey."""
        single = self._chart is None or len(self._chart.lines) == 1
        return self._appearance.theme.series[2].colour if single else self._appearance.theme.second_text

    def _paint_curves(self, painter: QPainter, at: SizeScales) -> None:
        chart, theme, metrics = self._chart, self._appearance.theme, self._appearance.metrics
        assert chart is not None
        index = np.unique(np.linspace(0, len(chart.sizes) - 1, _MOST_POINTS).round().astype(np.int64))
        xs = at.x(chart.sizes[index])
        dashed = QPen(self._parameter_colour(), metrics.line(2))
        dashed.setDashPattern([4, 2.5])
        self._paint_line(painter, xs, at.right_y(chart.parameters[index]), dashed)
        for number, line in enumerate(chart.lines):
            pen = QPen(self._line_colour(number), metrics.line(2.5 if len(chart.lines) == 1 else 2))
            dash = theme.series[number % len(theme.series)].dash
            if len(chart.lines) > 1 and dash:
                pen.setDashPattern([length / 2 for length in dash])
            self._paint_line(painter, xs, at.left_y(line.values[index]), pen)
        if len(chart.lines) > 1:
            self._paint_names(painter, at)

    @staticmethod
    def _paint_line(painter: QPainter, xs: Floats, ys: Floats, pen: QPen) -> None:
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        known = ~np.isnan(ys)
        points = zip(xs[known].tolist(), ys[known].tolist(), strict=True)
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in points]))

    def _paint_names(self, painter: QPainter, at: SizeScales) -> None:
        chart, font = self._chart, self._appearance.font("caption", weight=600)
        assert chart is not None
        area = at.area
        measure, gap = QFontMetricsF(font), self._appearance.metrics.units(1)
        height = measure.height()
        ends = [-float(at.left_y(float(line.values[-1]))) - height * 0.6 for line in chart.lines]
        places = spread(ends, height, -area.bottom() + height / 2, -area.top() + height / 2)
        painter.setFont(font)
        for number, (line, place) in enumerate(zip(chart.lines, places, strict=True)):
            width = measure.horizontalAdvance(line.name)
            box = QRectF(area.right() - width - gap, -place - height / 2, width, height)
            painter.fillRect(box.adjusted(-gap / 2, 0, gap / 2, 0), self._appearance.theme.panel)
            painter.setPen(self._appearance.theme.as_letters(self._line_colour(number)))
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, line.name)

    def _paint_marker(self, painter: QPainter, at: SizeScales) -> None:
        chart, theme, look = self._chart, self._appearance.theme, self._appearance
        assert chart is not None
        area = at.area
        x, other = (float(at.x(size)) for size in (chart.marked, chart.reference))
        dotted = QPen(theme.second_text, look.metrics.line(1.5))
        dotted.setDashPattern([1, 3])
        painter.setPen(dotted)
        painter.drawLine(QPointF(other, area.top()), QPointF(other, area.bottom()))
        painter.setPen(QPen(theme.text, look.metrics.line(2)))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        self._paint_label(painter, at.area, x, f"{chart.marked:,}")
        for number, line in enumerate(chart.lines):
            value = chart.at_mark(line)
            if not np.isnan(value):
                place = QPointF(x, float(at.left_y(value)))
                self._paint_dot(painter, area, place, self._line_colour(number), self.value_text(), above=True)
        cost = float(np.interp(chart.marked, chart.sizes, chart.parameters))
        place = QPointF(x, float(at.right_y(cost)))
        self._paint_dot(painter, area, place, self._parameter_colour(), short_number(cost), above=False)

    def _paint_label(self, painter: QPainter, area: QRectF, x: float, words: str) -> None:
        theme, look = self._appearance.theme, self._appearance
        font = look.font("caption", weight=700)
        measure = QFontMetricsF(font)
        width, height = (
            measure.horizontalAdvance(words) + look.metrics.units(4),
            measure.height() + look.metrics.units(1),
        )
        left = min(max(0.0, x - width / 2), self.width() - width)
        box = QRectF(left, area.top() - height, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.text)
        painter.drawRoundedRect(box, look.metrics.corner, look.metrics.corner)
        painter.setFont(font)
        painter.setPen(theme.panel)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_dot(
        self, painter: QPainter, area: QRectF, place: QPointF, colour: QColor, words: str, *, above: bool
    ) -> None:
        """A ring on a curve, and its value left above it or right below it, where there is room."""
        look = self._appearance
        radius = look.metrics.px(4.5)
        painter.setPen(QPen(colour, look.metrics.line(2)))
        painter.setBrush(look.theme.panel)
        painter.drawEllipse(place, radius, radius)
        font = look.font("caption", weight=700)
        measure = QFontMetricsF(font)
        width, gap = measure.horizontalAdvance(words), 2 * radius
        left = place.x() - gap - width if above else place.x() + gap
        if left < area.left():
            left = place.x() + gap
        if left + width > area.right():
            left = place.x() - gap - width
        top = place.y() - gap - measure.height() if above else place.y() + gap / 2
        top = min(max(top, area.top()), area.bottom() - measure.height())
        if words:  # a ground of their own: neither a curve nor the marker runs through them
            painter.fillRect(QRectF(left - radius / 2, top, width + radius, measure.height()), look.theme.panel)
        painter.setFont(font)
        painter.setPen(look.theme.as_letters(colour))
        painter.drawText(QPointF(left, top + measure.ascent()), words)

    def sizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(420)), round(self._appearance.metrics.px(320)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(220)), round(self._appearance.metrics.px(180)))

    # -- the pointer and keys ----------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._chart is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self.size_asked.emit(self.scales().size_at(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        chart = self._chart
        steps = {Qt.Key.Key_Left: -10, Qt.Key.Key_Right: 10}
        key = Qt.Key(event.key())
        if chart is None or (key not in steps and key not in (Qt.Key.Key_Home, Qt.Key.Key_End)):
            event.ignore()
            return
        if key in steps:
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.size_asked.emit(chart.size_beside(steps[key] * (10 if shift else 1)))
        else:
            self.size_asked.emit(int(chart.sizes[0] if key == Qt.Key.Key_Home else chart.sizes[-1]))


def _values(chart: SizeChart) -> str:
    """What all lines have at the marker, by name where they are several."""
    values = [chart.words(chart.at_mark(line)) for line in chart.lines]
    if len(values) == 1:
        return values[0]
    return ", ".join(f"{line.name} {value}" for line, value in zip(chart.lines, values, strict=True))
