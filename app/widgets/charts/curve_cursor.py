"""The cursor in a plot: a line at the position, a ring on the curve, the value beside it."""

from __future__ import annotations

import pyqtgraph
from PySide6.QtGui import QColor, QFontMetricsF, QPen

from app.theme import Appearance


def cosmetic_pen(colour: QColor, width: float) -> QPen:
    """A pen whose width is in pixels, whatever the axes."""
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    return pen


class CurveCursor:
    """Items of a plot, above its curves."""

    def __init__(self, plot: pyqtgraph.PlotWidget, appearance: Appearance) -> None:
        self._plot, self._appearance = plot, appearance
        # Not an InfiniteLine: after a change of size that one is clipped to the width it had before.
        self._line = pyqtgraph.PlotCurveItem(antialias=False)
        self._dot = pyqtgraph.ScatterPlotItem()
        self._value = pyqtgraph.TextItem(anchor=(0, 0))
        for item in (self._line, self._dot, self._value):
            item.setZValue(10)
            plot.addItem(item, ignoreBounds=True)

    def renew(self) -> None:
        """Take the colours and sizes of the appearance."""
        theme, metrics = self._appearance.theme, self._appearance.metrics
        self._line.setPen(cosmetic_pen(theme.accent, max(1, round(metrics.line(1.5)))))
        self._value.setColor(theme.accent)
        self._value.setFont(self._appearance.font("caption", weight=700))

    def draw_line(self, position: int, y_range: tuple[float, float]) -> None:
        """At a position over the whole height; without a ring until `draw_value`."""
        self._line.setData([position, position], list(y_range))
        self._value.setText("")
        self._dot.setData([], [])

    def draw_value(self, text: str, at: int, y: float, y_range: tuple[float, float]) -> None:
        """The value beside the cursor: at its right, or left where the right has no room; away from the curve."""
        theme, metrics = self._appearance.theme, self._appearance.metrics
        self._value.setText(text)
        pen = cosmetic_pen(theme.accent, metrics.line(2))
        self._dot.setData([at], [y], size=metrics.px(9), pen=pen, brush=pyqtgraph.mkBrush(theme.panel))
        box = self._plot.getViewBox()
        width = QFontMetricsF(self._appearance.font("caption", weight=700)).horizontalAdvance(text) + metrics.units(4)
        per_pixel = (box.viewRange()[0][1] - box.viewRange()[0][0]) / max(1.0, box.width())
        left = at + width * per_pixel > box.viewRange()[0][1]
        above = y < sum(y_range) / 2
        self._value.setAnchor((1 if left else 0, 1 if above else 0))
        self._value.setPos(at, y)
