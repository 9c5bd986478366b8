"""Curves over the steps: bytes per token, the count of the winning pair, premiums while training.

Plot items are made once and get new data afterwards; curves are thinned to two points a pixel, which is what a width above
1 costs little with.  Ranges and ticks are set by hand, menus and mouse are off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.theme import Appearance
from app.translation import counted, translate
from app.widgets.charts.curve_cursor import CurveCursor, cosmetic_pen
from app.widgets.charts.curve_scale import log_ticks, round_ticks, spread
from app.widgets.charts.ghost_key import GhostKey, ghost_pen
from app.widgets.charts.timeline_layout import axis_ticks

Floats = npt.NDArray[np.floating]
_MOST_COLOURED = 6


@dataclass(frozen=True, slots=True)
class Curve:
    """One value at each position; NaN where there is none."""

    name: str
    values: Floats


class CurvePlot(QWidget):
    """A title above a plot with a cursor.  `log` makes the axis logarithmic, `labels` writes each curve's name at its end.

    A single curve is drawn played (accent) and not yet played (grey), with its value at the cursor; several have the
    theme's series colours and dashes.  Behind a single curve another run's can stand as a ghost: dashed, grey, and named.
    """

    def __init__(
        self,
        appearance: Appearance,
        title: str,
        note: str = "",
        *,
        short: str = "",
        log: bool = False,
        labels: bool = False,
        decimals: int = 2,
        of: Literal["step", "token"] = "step",
    ):
        """`short` is the title where the whole one has no room; `of` is what has the values of a logarithmic axis."""
        super().__init__()
        self._counted: str = of
        self._appearance, self._log, self._labelled, self._decimals = appearance, log, labels, decimals
        self._titles = title, short or title
        self._curves: tuple[Curve, ...] = ()
        self._ghost: Floats = np.empty(0)
        self._position, self._last = 0, 1
        self._thin = False
        self._y_range = 0.0, 1.0
        self._thin_line: tuple[Floats, Floats] | None = None
        self._lines: list[pyqtgraph.PlotDataItem] = []
        self._names: list[pyqtgraph.TextItem] = []
        self._build(title, note)
        appearance.changed.connect(self._renew)
        self._renew()

    # ---- what is shown ----

    def show_curves(self, curves: Sequence[Curve], last: int | None = None) -> None:
        """Shows curves; `last` is the step at which the axis ends, where that is not the curves' own end."""
        self._curves = tuple(curves)
        if self._log:
            self.set_note(self._note_of_zeros())
        self._last = max(1, last or 0, *(len(curve.values) - 1 for curve in curves))
        self._draw()

    def show_ghost(self, ghost: Curve | None) -> None:
        """Shows another run's curve behind the own one; None takes it away."""
        if ghost is None and not len(self._ghost):
            return
        self._ghost = ghost.values if ghost is not None else np.empty(0)
        self.ghost_key.show_name(ghost.name if ghost is not None and np.isfinite(ghost.values).sum() > 1 else "")
        self._fit_title()
        self._draw()

    @property
    def ghost(self) -> Floats:
        """The values of the ghost; empty without one."""
        return self._ghost

    def set_title(self, title: str, short: str = "") -> None:
        """Says what the curve is."""
        if (title, short or title) != self._titles:
            self._titles = title, short or title
            self.plot.setAccessibleName(title)
            self._fit_title()

    def _note_of_zeros(self) -> str:
        """What a logarithmic axis cannot show is said instead."""
        values = np.concatenate([np.empty(0), *(curve.values for curve in self._curves)])
        zeros = int((values <= 0).sum())
        if len(self._curves) and not (values > 0).any():
            return self.tr("nothing above 0 to show")
        return self._zeros_words(zeros) if zeros else ""

    def _zeros_words(self, zeros: int) -> str:
        if self._counted == "token":
            return counted(zeros, self.tr("{:,} token with count 0"), self.tr("{:,} tokens with count 0"))
        return counted(zeros, self.tr("{:,} step with count 0"), self.tr("{:,} steps with count 0"))

    def set_thin(self, thin: bool) -> None:
        """A curve that jumps is drawn thin: else it would fill its plot."""
        self._thin = thin

    def show_position(self, position: int) -> None:
        """Puts the cursor at a position; a plot that nobody sees draws it when it is shown."""
        self._position = position
        if self.isVisible():
            self._draw_cursor()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw_cursor()

    def set_note(self, note: str) -> None:
        """Says in what the curves are measured."""
        if note != self._note.text():
            self._note.setText(note)

    def value_text(self) -> str:
        """What stands at the cursor; empty for several curves."""
        if len(self._curves) != 1 or self._labelled:
            return ""
        values = self._curves[0].values
        if not len(values) or not np.isfinite(values[min(self._position, len(values) - 1)]):
            return ""
        return f"{float(values[min(self._position, len(values) - 1)]):,.{self._decimals}f}"

    # ---- building ----

    def _build(self, title: str, note: str) -> None:
        self._title, self._note = QLabel(title), QLabel(note)
        self.plot = pyqtgraph.PlotWidget()
        # Time runs to the right in every language.
        self.plot.getPlotItem().setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.plot.setMenuEnabled(False)
        self.plot.setMouseEnabled(False, False)
        self.plot.hideButtons()
        self.plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.plot.setFrameShape(pyqtgraph.PlotWidget.Shape.NoFrame)
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.setAccessibleName(title)
        self.plot.getViewBox().disableAutoRange()
        self.plot.getViewBox().setDefaultPadding(0)
        self._cursor = CurveCursor(self.plot, self._appearance)
        self._ghost_line = self.plot.plot([], [], antialias=True)
        self._ghost_line.setZValue(-1)
        heading = QHBoxLayout()
        heading.addWidget(self._title, 1)
        heading.addWidget(self._note, 0, Qt.AlignmentFlag.AlignRight)
        self.ghost_key = GhostKey(self._appearance)
        heading.addWidget(self.ghost_key)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(heading)
        column.addWidget(self.plot, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def _renew(self) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        self._title.setFont(self._appearance.font("body", weight=700))
        self._note.setFont(self._appearance.font("caption"))
        self._note.setStyleSheet(f"color: {theme.second_text.name()}")
        self._fit_title()
        self.plot.setBackground(theme.panel)
        caption = self._appearance.font("caption")
        for side in ("left", "bottom"):
            axis = self.plot.getAxis(side)
            axis.setStyle(tickFont=caption, tickLength=0, tickTextOffset=metrics.units(1))
            axis.setTextPen(theme.second_text)
            axis.setPen(QPen(Qt.PenStyle.NoPen))
            axis.setTickPen(QPen(theme.hairline, 1))
        self.plot.getAxis("bottom").setHeight(QFontMetricsF(caption).height() + metrics.units(1.5))
        self._cursor.renew()
        self._draw()
        self.updateGeometry()

    # ---- drawing ----

    def _draw(self) -> None:
        self._draw_axes()
        self._draw_lines()
        self._draw_cursor()

    def _scaled(self, values: Floats | float) -> Floats:
        values = np.asarray(values, np.float64)
        return np.log10(np.maximum(values, 1e-9)) if self._log else values

    def _is_shown(self, values: Floats) -> npt.NDArray[np.bool_]:
        """A value that is there, and that the axis has a place for."""
        shown: npt.NDArray[np.bool_] = np.isfinite(values) & (values > 0) if self._log else np.isfinite(values)
        return shown

    def _bounds(self) -> tuple[float, float]:
        """Least and greatest value of all curves."""
        shown = [*(curve.values for curve in self._curves), self._ghost[: self._last + 1]]
        finite = [values[self._is_shown(values)] for values in shown]
        known = np.concatenate([values for values in finite if len(values)] or [np.array([1.0, 2.0])])
        low, high = float(known.min()), float(known.max())
        return (max(low, 1.0), max(high, 10.0)) if self._log else (low, high if high > low else low + 1)

    def _draw_axes(self) -> None:
        caption = QFontMetricsF(self._appearance.font("caption"))
        low, high = self._bounds()
        rows = max(2, int(self.plot.height() / (1.9 * caption.height())))
        ticks = log_ticks(low, high, rows) if self._log else round_ticks(low, high, rows)
        texts = [f"{value:,.10g}" for value in ticks]
        left = self.plot.getAxis("left")
        left.setTicks([list(zip(self._scaled(np.array(ticks)).tolist(), texts, strict=True))] if ticks else [[]])
        left.setWidth(
            max((caption.horizontalAdvance(text) for text in texts), default=0) + self._appearance.metrics.units(3)
        )
        room = max(10.0, self.plot.width() - left.width())
        steps = axis_ticks(self._last, max(1, int(room / (caption.horizontalAdvance(f"{self._last:,}") * 2.4))))
        self.plot.getAxis("bottom").setTicks([[(step, f"{step:,}") for step in steps]])
        self.plot.getAxis("left").setGrid(110)
        bottom, top = (float(value) for value in self._scaled(np.array([low, high])))
        air = (top - bottom) * 0.06
        self._y_range = bottom - air, top + air
        share = min(0.6, self._right_margin(caption) / room)
        lead = min(0.1, self._appearance.metrics.units(2.5) / room)
        self.plot.setXRange(-self._last * lead, self._last / (1 - share), padding=0)
        self.plot.setYRange(*self._y_range, padding=0)

    def _right_margin(self, caption: QFontMetricsF) -> float:
        """Room behind the last step: for the curves' names, or for half of the axis's last number."""
        air = self._appearance.metrics.units(2.5)
        if self._labelled:
            return max((caption.horizontalAdvance(curve.name) for curve in self._curves), default=0.0) + air
        return caption.horizontalAdvance(f"{self._last:,}") / 2 + air

    def _draw_lines(self) -> None:
        wanted = len(self._curves) if self._labelled else 2 * min(1, len(self._curves))
        while len(self._lines) < wanted:
            self._lines.append(self.plot.plot([], [], antialias=True))
            name = pyqtgraph.TextItem(anchor=(0, 0.5))
            self._names.append(name)
            self.plot.addItem(name, ignoreBounds=True)
        self._thin_line = None
        for line, name in zip(self._lines[wanted:], self._names[wanted:], strict=True):
            line.setData([], [])
            name.setText("")
        if self._labelled:
            self._draw_series()
        elif self._curves:
            self._draw_played()
            self._draw_ghost()

    def _draw_ghost(self) -> None:
        self._ghost_line.setData(*self._thinned(self._ghost, 0, min(len(self._ghost), self._last + 1)))
        pen = ghost_pen(self._appearance.theme.second_text, self._appearance.metrics.line(1.5))
        pen.setCosmetic(True)
        self._ghost_line.setPen(pen)

    def _draw_series(self) -> None:
        ends = [self._end(curve) for curve in self._curves]
        per_pixel = (self._y_range[1] - self._y_range[0]) / max(1.0, self._box_height())
        height = QFontMetricsF(self._appearance.font("caption")).height() * 1.1 * per_pixel
        places = spread(ends, height, self._y_range[0] + height / 2, self._y_range[1] - height / 2)
        for index, (curve, line, name) in enumerate(zip(self._curves, self._lines, self._names, strict=False)):
            line.setData(*self._thinned(curve.values, 0, len(curve.values)))
            line.setPen(self._series_pen(index))
            name.setText(curve.name, self._series_colour(index))
            name.setFont(self._appearance.font("caption"))
            name.setPos(self._last, places[index])

    def _box_height(self) -> float:
        """Height of what the curves are drawn in; the view box itself knows only after its next layout."""
        return float(self.plot.height() - self.plot.getAxis("bottom").height())

    def _end(self, curve: Curve) -> float:
        finite = curve.values[np.isfinite(curve.values)]
        return float(self._scaled(finite[-1])) if len(finite) else 0.0

    def _series_colour(self, index: int) -> QColor:
        theme = self._appearance.theme
        return theme.series[index].colour if index < _MOST_COLOURED else theme.second_text

    def _series_pen(self, index: int) -> QPen:
        pen = cosmetic_pen(
            self._series_colour(index), self._appearance.metrics.line(2 if index < _MOST_COLOURED else 1)
        )
        if index < _MOST_COLOURED and self._appearance.theme.series[index].dash:
            pen.setDashPattern([length / 2 for length in self._appearance.theme.series[index].dash])
        return pen

    def _draw_played(self) -> None:
        """The line is thinned once; a step only moves the place where it is cut in two."""
        values = self._curves[0].values
        if self._thin_line is None:
            theme, width = self._appearance.theme, self._appearance.metrics.line
            self._thin_line = self._thinned(values, 0, len(values))
            self._lines[0].setPen(cosmetic_pen(theme.second_text, width(1 if self._thin else 1.5)))
            self._lines[1].setPen(cosmetic_pen(theme.accent, width(1 if self._thin else 2.5)))
        steps, heights = self._thin_line
        cut = min(self._position, max(0, len(values) - 1))
        here = self._thinned(values, cut, cut + 1)
        before, after = np.searchsorted(steps, cut, "left"), np.searchsorted(steps, cut, "right")
        self._lines[0].setData(
            *(np.concatenate([at, rest[after:]]) for at, rest in zip(here, self._thin_line, strict=True))
        )
        self._lines[1].setData(np.concatenate([steps[:before], here[0]]), np.concatenate([heights[:before], here[1]]))

    def _thinned(self, values: Floats, start: int, stop: int) -> tuple[Floats, Floats]:
        """Part of a curve, two points a pixel at most."""
        most = max(2, 2 * self.plot.width())
        index = np.arange(start, min(stop, len(values)))
        if len(index) > most:
            index = np.unique(np.linspace(start, stop - 1, most).round().astype(np.int64))
        index = index[self._is_shown(values[index])]
        return index.astype(np.float64), self._scaled(values[index])

    def _draw_cursor(self) -> None:
        self._cursor.draw_line(self._position, self._y_range)
        if not self._labelled and self._curves:
            self._draw_played()
        text = self.value_text()
        if text:
            values = self._curves[0].values
            at = min(self._position, len(values) - 1)
            self._cursor.draw_value(text, at, float(self._scaled(float(values[at]))), self._y_range)

    def _fit_title(self) -> None:
        """The whole title if it fits beside the legend, and the note if there is still room."""
        measure, note = QFontMetricsF(self._title.font()), QFontMetricsF(self._note.font())
        whole, short = self._titles
        gap = self._appearance.metrics.units(4)
        legend = self.ghost_key.sizeHint().width() + gap if self.ghost_key.name else 0
        title = whole if measure.horizontalAdvance(whole) + legend <= self.width() else short
        self._title.setText(title)
        words = measure.horizontalAdvance(title) + note.horizontalAdvance(self._note.text())
        self._note.setVisible(not legend and words + gap <= self.width())
        self.ghost_key.fit(self.width() - measure.horizontalAdvance(title) - gap)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_title()
        self._draw()

    def sizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(300)), round(self._appearance.metrics.px(150)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(180)), round(self._appearance.metrics.px(110)))


def premium_while_training(appearance: Appearance, reference: str) -> CurvePlot:
    return CurvePlot(
        appearance,
        translate("curves", "Premium while training"),
        translate("curves", "tokens ÷ {} tokens").format(reference),
        short=translate("curves", "Premium"),
        labels=True,
    )
