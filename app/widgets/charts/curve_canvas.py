"""What curves are drawn in: axes, the lines, another run's ghost, names at the lines' ends, and the cursor.

Lines are thinned to two points a pixel and painted once; a step only moves the cursor, and the seam of the pictures.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.widgets.basics.painter import Painter
from app.widgets.charts.curve_axes import Curve, CurveAxes, Floats, axes_of
from app.widgets.charts.curve_scale import spread
from app.widgets.charts.ghost_key import ghost_pen
from app.widgets.charts.played_pictures import Layers, Part, PlayedPictures

_MOST_COLOURED = 6
_GRID = 110
"""How strong the lines of the grid are, of 255."""


class CurveCanvas(QWidget):
    """A single curve is drawn played (accent) and not yet played (grey), with its value at the cursor; where `labelled`,
    curves have the theme's series colours and dashes, and their names at their ends."""

    def __init__(
        self, appearance: Appearance, *, log: bool, labelled: bool, value_words: Callable[[float], str]
    ) -> None:
        super().__init__()
        self._appearance, self._log, self._labelled, self._value_words = appearance, log, labelled, value_words
        self._curves: tuple[Curve, ...] = ()
        self._ghost: Floats = np.empty(0)
        self._position, self._last = 0, 1
        self._thin = False
        self._axes: CurveAxes | None = None
        self._points: dict[int, tuple[Floats, Floats]] = {}
        self._pictures = PlayedPictures(self, self._layers)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    # ---- what is shown ----

    def show_curves(self, curves: tuple[Curve, ...], ghost: Floats, last: int) -> None:
        """Curves whose axis ends at step `last`, and the values of the ghost."""
        self._curves, self._ghost, self._last = curves, ghost, last
        self._measure_anew()

    def set_value_words(self, value_words: Callable[[float], str]) -> None:
        """How the value at the cursor is said."""
        self._value_words = value_words
        self.update()

    def show_position(self, position: int) -> None:
        """Puts the cursor at a position."""
        if position != self._position:
            self._position = position
            self.update()

    def set_thin(self, thin: bool) -> None:
        """A curve that jumps is drawn thin, and so is its ghost: else they would fill the plot, and Qt takes milliseconds to
        put dashes on a line that is wider than one dot."""
        self._thin = thin

    def renew(self) -> None:
        """Measure and draw anew, in other colours."""
        self._pictures.forget()
        self._measure_anew()

    def make_in(self, later: Callable[[Part], None]) -> None:
        """Where to ask for a turn to paint curves in."""
        self._pictures.make_in(later)

    def _measure_anew(self) -> None:
        self._pictures.outdate()
        self._axes = None
        self.update()

    @property
    def axes(self) -> CurveAxes:
        if self._axes is None:
            self._points.clear()
            self._axes = axes_of(
                self._curves,
                self._ghost,
                self._last,
                self.size(),
                self._appearance,
                log=self._log,
                labelled=self._labelled,
            )
        return self._axes

    def points(self, number: int) -> tuple[Floats, Floats]:
        """What is drawn of a curve: steps and values."""
        axes = self.axes
        if number not in self._points:
            self._points[number] = axes.points(self._curves[number].values)
        return self._points[number]

    def value_text(self) -> str:
        """What stands at the cursor; empty for several curves."""
        at = self._value()
        return "" if at is None else self._value_words(at[1])

    def _value(self) -> tuple[int, float] | None:
        """The step at the cursor, or the last before it, and its value."""
        if len(self._curves) != 1 or self._labelled:
            return None
        values = self._curves[0].values
        step = min(self._position, len(values) - 1)
        return (step, float(values[step])) if len(values) and np.isfinite(values[step]) else None

    def _point(self) -> tuple[int, float] | None:
        """The same, where the axis has a place for it."""
        here = self._value()
        return None if here is None or (self._log and here[1] <= 0) else here

    # ---- drawing ----

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure_anew()

    def paintEvent(self, _event: QPaintEvent) -> None:
        axes = self.axes
        with Painter(self) as painter:
            self._pictures.put(painter)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setClipRect(axes.area)
            self._paint_cursor(painter, axes)
            self._paint_value(painter, axes)

    def _layers(self) -> Layers:
        played = 0 if self._labelled or not self._curves else min(self._position, len(self._curves[0].values) - 1)
        seam = float(self.axes.x(played)) if played > 0 else 0.0
        return Layers(self._appearance.theme.panel, self._paint_ground, self._paint_rest, self._paint_played, seam)

    def _paint_ground(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._paint_axes(painter, self.axes)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._labelled:
            painter.setClipRect(self.axes.area)
            self._paint_ghost(painter, self.axes)

    def _paint_rest(self, painter: QPainter) -> None:
        """As it is before it is played."""
        painter.setClipRect(self.axes.area)
        if self._labelled:
            self._paint_series(painter, self.axes)
        elif self._curves:
            width = self._appearance.metrics.line(1 if self._thin else 1.5)
            self._paint_line(painter, self.axes, *self.points(0), QPen(self._appearance.theme.second_text, width))

    def _paint_played(self, painter: QPainter) -> None:
        """As it is after that."""
        painter.setClipRect(self.axes.area)
        if self._curves:
            width = self._appearance.metrics.line(1 if self._thin else 2.5)
            self._paint_line(painter, self.axes, *self.points(0), QPen(self._appearance.theme.accent, width))

    def _paint_axes(self, painter: QPainter, axes: CurveAxes) -> None:
        theme, gap = self._appearance.theme, self._appearance.metrics.units(1)
        font = self._appearance.font("caption")
        area, height = axes.area, QFontMetricsF(font).height()
        grid = QColor(theme.hairline)
        grid.setAlpha(_GRID)
        painter.setFont(font)
        for value, text in axes.left_ticks:
            y = float(axes.y(value))
            painter.setPen(QPen(grid, 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            top = min(max(0.0, y - height / 2), self.height() - height)
            painter.setPen(theme.second_text)
            painter.drawText(QRectF(0, top, area.left() - gap, height), Qt.AlignmentFlag.AlignRight, text)
        for step, text in axes.bottom_ticks:
            box = QRectF(float(axes.x(step)) - area.width(), area.bottom() + gap, 2 * area.width(), height)
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, text)

    def _paint_series(self, painter: QPainter, axes: CurveAxes) -> None:
        font, gap = self._appearance.font("caption"), self._appearance.metrics.units(1)
        height = QFontMetricsF(font).height()
        ends = [self._end(number, axes) for number in range(len(self._curves))]
        low, high = axes.area.top() + height / 2, axes.area.bottom() - height / 2
        apart = min(height * 1.1, (high - low) / max(1, len(ends) - 1))
        places = spread(ends, apart, low, high)
        painter.setFont(font)
        for number, (curve, y) in enumerate(zip(self._curves, places, strict=True)):
            self._paint_line(painter, axes, *self.points(number), self._series_pen(number))
            painter.setPen(self._appearance.theme.as_letters(self._series_colour(number)))
            box = QRectF(float(axes.x(self._last)) + gap, y - height / 2, axes.area.width(), height)
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft, curve.name)

    def _end(self, number: int, axes: CurveAxes) -> float:
        """The height of a curve's last value."""
        _steps, values = self.points(number)
        return float(axes.y(values[-1])) if len(values) else axes.area.bottom()

    def _series_colour(self, number: int) -> QColor:
        theme = self._appearance.theme
        return theme.series[number].colour if number < _MOST_COLOURED else theme.second_text

    def _series_pen(self, number: int) -> QPen:
        width = self._appearance.metrics.line(2 if number < _MOST_COLOURED else 1)
        pen = QPen(self._series_colour(number), width)
        if number < _MOST_COLOURED and self._appearance.theme.series[number].dash:
            pen.setDashPattern([length / 2 for length in self._appearance.theme.series[number].dash])
        return pen

    def _paint_ghost(self, painter: QPainter, axes: CurveAxes) -> None:
        width = self._appearance.metrics.line(1 if self._thin else 1.5)
        pen = ghost_pen(self._appearance.theme.second_text, width)
        self._paint_line(painter, axes, *axes.points(self._ghost[: self._last + 1]), pen)

    @staticmethod
    def _paint_line(painter: QPainter, axes: CurveAxes, steps: Floats, values: Floats, pen: QPen) -> None:
        points = zip(axes.x(steps).tolist(), axes.y(values).tolist(), strict=True)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in points]))

    def _paint_cursor(self, painter: QPainter, axes: CurveAxes) -> None:
        width = max(1, round(self._appearance.metrics.line(1.5)))
        left = round(float(axes.x(self._position)) - width / 2)
        painter.fillRect(left, round(axes.area.top()), width, round(axes.area.height()), self._appearance.theme.accent)

    def _paint_value(self, painter: QPainter, axes: CurveAxes) -> None:
        """A ring on the curve, and the value beside it: at its right, or left where the right has no room; away from the
        curve."""
        here = self._point()
        if here is None:
            return
        theme, metrics, text = self._appearance.theme, self._appearance.metrics, self.value_text()
        x, y = float(axes.x(here[0])), float(axes.y(here[1]))
        painter.setPen(QPen(theme.accent, metrics.line(2)))
        painter.setBrush(theme.panel)
        painter.drawEllipse(QPointF(x, y), metrics.px(9) / 2, metrics.px(9) / 2)
        font = self._appearance.font("caption", weight=700)
        measure, gap = QFontMetricsF(font), metrics.units(1.5)
        width, height = measure.horizontalAdvance(text), measure.height()
        left = x - gap - width if x + 2 * gap + width > axes.area.right() else x + gap
        top = y - gap - height if y > axes.middle() else y + gap
        painter.setFont(font)
        painter.drawText(QRectF(left, top, width + 1, height), Qt.AlignmentFlag.AlignLeft, text)
