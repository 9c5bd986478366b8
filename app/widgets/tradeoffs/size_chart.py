"""What the sweep over vocabulary sizes draws, and where: lines, a band, both axes.  Pure but for the measure of letters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

from app.look.theme import Appearance
from app.widgets.charts.curve_scale import round_ticks
from engine.tradeoffs import short_number

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SizeLine:
    """One value at each size, nan where there is none; `name` stands at its end where there are several."""

    name: str
    values: Floats


@dataclass(frozen=True, slots=True)
class SizeChart:
    """All that is drawn: sizes rising, lines of the left axis, parameters of the right one, a band, two marked sizes.

    `percent` says that the values are shares.
    """

    sizes: Floats
    lines: tuple[SizeLine, ...]
    parameters: Floats
    title: str
    marked: int
    reference: int
    floor: float = 0.0
    decimals: int = 2
    band: tuple[float, float, str] | None = None
    percent: bool = False

    def words(self, value: float, decimals: int | None = None) -> str:
        """A value of the left axis."""
        if np.isnan(value):
            return ""
        if self.percent:
            return f"{value:,.{self.decimals if decimals is None else decimals}%}".replace("%", " %")
        return f"{value:,.{self.decimals}f}" if decimals is None else f"{value:,.10g}"

    def at_mark(self, line: SizeLine) -> float:
        """The value of a line at the marked size."""
        return float(np.interp(self.marked, self.sizes, line.values))

    def size_beside(self, entries: int) -> int:
        """The size so many entries from the marked one; at least the next there is, where sizes lie farther apart."""
        beyond = self.sizes[self.sizes > self.marked] if entries > 0 else self.sizes[self.sizes < self.marked]
        if not len(beyond):
            return self.marked
        wanted = self.marked + entries
        return max(wanted, int(beyond[0])) if entries > 0 else min(wanted, int(beyond[-1]))


class SizeScales:
    """Places in a picture of this size."""

    def __init__(self, chart: SizeChart, appearance: Appearance, width: int, height: int) -> None:
        self._chart = chart
        caption = QFontMetricsF(appearance.font("caption"))
        highest = max(
            (float(np.nanmax(line.values)) for line in chart.lines if not np.isnan(line.values).all()), default=1.0
        )
        if chart.band is not None and highest > 0.5 * chart.band[0]:
            highest = max(highest, chart.band[1])
        self.left_range = chart.floor, highest + 0.05 * (highest - chart.floor or 1)
        self.right_range = 0.0, float(chart.parameters[-1]) * 1.05
        self.shows_band = chart.band is not None and self.left_range[1] >= chart.band[1]
        rows = max(2, min(7, int((height - 5 * caption.height()) / (2.4 * caption.height()))))
        self.left_ticks = [(value, chart.words(value, 0)) for value in round_ticks(*self.left_range, rows)]
        self.right_ticks = [(value, short_number(value)) for value in round_ticks(*self.right_range, rows)]
        left, right = (
            appearance.metrics.units(4) + max((caption.horizontalAdvance(text) for _, text in ticks), default=0.0)
            for ticks in (self.left_ticks, self.right_ticks)
        )
        top = 2.6 * caption.height() + appearance.metrics.units(3)
        bottom = 2 * caption.height() + appearance.metrics.units(3)
        self.area = QRectF(left, top, max(10.0, width - left - right), max(10.0, height - top - bottom))
        """The field of the curves."""

    def x(self, size: float | Floats) -> Floats:
        first, last = float(self._chart.sizes[0]), float(self._chart.sizes[-1])
        share = (np.asarray(size, np.float64) - first) / max(1.0, last - first)
        return self.area.left() + share * self.area.width()

    def left_y(self, value: float | Floats) -> Floats:
        return self._y(value, self.left_range)

    def right_y(self, value: float | Floats) -> Floats:
        return self._y(value, self.right_range)

    def _y(self, value: float | Floats, scale: tuple[float, float]) -> Floats:
        return (
            self.area.bottom() - (np.asarray(value, np.float64) - scale[0]) / (scale[1] - scale[0]) * self.area.height()
        )

    def size_at(self, x: float) -> int:
        share = min(1.0, max(0.0, (x - self.area.left()) / self.area.width()))
        first, last = float(self._chart.sizes[0]), float(self._chart.sizes[-1])
        return round(first + share * (last - first))
