"""Where things are in a plot of curves: the area between the axes, its scales, and their ticks.  Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFontMetricsF

from app.look.theme import Appearance
from app.widgets.charts.curve_scale import log_ticks, round_ticks
from app.widgets.charts.timeline_layout import axis_ticks

Floats = npt.NDArray[np.floating]
_AIR = 0.06
"""Of the height between the least and the greatest value, above and below."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One value at each position; NaN where there is none."""

    name: str
    values: Floats


@dataclass(frozen=True, slots=True)
class CurveAxes:
    """`area` in pixels shows the steps from `first` to `end` and the heights from `low` to `high`; heights are values, or
    their logarithms."""

    area: QRectF
    log: bool
    first: float
    end: float
    low: float
    high: float
    left_ticks: tuple[tuple[float, str], ...]
    bottom_ticks: tuple[tuple[float, str], ...]

    def x(self, step: float | Floats) -> Floats:
        """Pixels from the left."""
        share = (np.asarray(step, np.float64) - self.first) / (self.end - self.first)
        return self.area.left() + share * self.area.width()

    def y(self, value: float | Floats) -> Floats:
        """Pixels from the top."""
        share = (scaled(value, log=self.log) - self.low) / (self.high - self.low)
        return self.area.bottom() - share * self.area.height()

    def middle(self) -> float:
        return self.area.center().y()

    def points(self, values: Floats) -> tuple[Floats, Floats]:
        """The steps of a curve that are drawn, two a pixel at most, and their values."""
        index = np.arange(len(values))
        most = max(2, 2 * round(self.area.width()))
        if len(index) > most:
            index = np.unique(np.linspace(0, len(values) - 1, most).round().astype(np.int64))
        index = index[is_shown(values[index], log=self.log)]
        return index.astype(np.float64), values[index]


def scaled(values: float | Floats, *, log: bool) -> Floats:
    """Heights of values."""
    values = np.asarray(values, np.float64)
    return np.log10(np.maximum(values, 1e-9)) if log else values


def is_shown(values: Floats, *, log: bool) -> npt.NDArray[np.bool_]:
    """A value that is there, and that the axis has a place for."""
    shown: npt.NDArray[np.bool_] = np.isfinite(values) & (values > 0) if log else np.isfinite(values)
    return shown


def axes_of(
    curves: Sequence[Curve], ghost: Floats, last: int, size: QSize, look: Appearance, *, log: bool, labelled: bool
) -> CurveAxes:
    """The axes for curves that end at step `last`, in a widget of that size; `labelled` leaves room for their names."""
    caption, units = QFontMetricsF(look.font("caption")), look.metrics.units
    low, high = _bounds([*(curve.values for curve in curves), ghost[: last + 1]], log=log)
    rows = max(2, int(size.height() / (1.9 * caption.height())))
    ticks = log_ticks(low, high, rows) if log else round_ticks(low, high, rows)
    left_ticks = tuple((value, f"{value:,.10g}") for value in ticks)
    left = max((caption.horizontalAdvance(text) for _, text in left_ticks), default=0) + units(3)
    room = max(10.0, size.width() - left)
    bottom, top = (float(value) for value in scaled(np.array([low, high]), log=log))
    air = (top - bottom) * _AIR
    names = [curve.name for curve in curves] if labelled else []
    share = min(0.6, _right_margin(names, caption, last, units(2.5)) / room)
    lead = min(0.1, units(2.5) / room)
    of_steps = room / (1 + lead * (1 - share)) * (1 - share)
    steps = axis_ticks(last, max(1, int(of_steps / (caption.horizontalAdvance(f"{last:,}") * 2.4))))
    return CurveAxes(
        QRectF(left, 0, room, max(1.0, size.height() - caption.height() - units(1.5))),
        log,
        -last * lead,
        last / (1 - share),
        bottom - air,
        top + air,
        left_ticks,
        tuple((float(step), f"{step:,}") for step in steps),
    )


def _bounds(all_values: Sequence[Floats], *, log: bool) -> tuple[float, float]:
    """Least and greatest value of all curves."""
    finite = [values[is_shown(values, log=log)] for values in all_values]
    known = np.concatenate([values for values in finite if len(values)] or [np.array([1.0, 2.0])])
    low, high = float(known.min()), float(known.max())
    if log:
        high = max(high, min(10.0, 10 * low))
        return low, high if high > low else 10 * low
    return low, high if high > low else low + 1


def _right_margin(names: Sequence[str], caption: QFontMetricsF, last: int, air: float) -> float:
    """Room behind the last step: for the curves' names, and for half of the axis's last number."""
    widest = max((caption.horizontalAdvance(name) for name in names), default=0.0)
    return max(widest, caption.horizontalAdvance(f"{last:,}") / 2) + air
