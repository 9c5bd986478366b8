"""What a timeline shows and where it stands: the curve's track, the band of ties below it, the axis under both.

Worked out once for its data, size and appearance; places of steps and values are asked for at every painting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFontMetricsF

from app.look.theme import Appearance
from app.widgets.charts import timeline_layout as layout

Numbers = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A flag on the timeline."""

    step: int
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class TimelineData:
    """`tokens` of the corpus at each position (0 = before the first step), called `what`; `tied` pairs of each step; the step
    at which the axis ends; and another run's tokens, dashed behind the curve."""

    tokens: Numbers = field(default_factory=lambda: np.zeros(1))
    tied: Numbers = field(default_factory=lambda: np.zeros(0))
    goal: int = 0
    what: str = ""
    ghost: Numbers = field(default_factory=lambda: np.zeros(0))
    ghost_name: str = ""
    bookmarks: Sequence[Bookmark] = ()

    @property
    def known(self) -> int:
        """The last position there is."""
        return len(self.tokens) - 1

    @property
    def last(self) -> int:
        """The step at the right end of the axis."""
        return max(1, self.goal)

    @property
    def has_ghost(self) -> bool:
        return bool(np.isfinite(self.ghost[: self.last + 1]).sum() > 1)


def flags_height(data: TimelineData, appearance: Appearance, *, low: bool) -> float:
    """Above the track: on a low screen there is room for flags only where there are flags."""
    return 0.0 if low and not data.bookmarks else float(QFontMetricsF(appearance.font("caption")).height())


class TimelineShape:
    """The places of a timeline of some size."""

    def __init__(self, data: TimelineData, size: QSize, appearance: Appearance, *, low: bool) -> None:
        metrics, self.caption = appearance.metrics, QFontMetricsF(appearance.font("caption"))
        self.data, self.size = data, size
        top = flags_height(data, appearance, low=low) + metrics.units(1)
        bottom = size.height() - self.caption.height() - metrics.units(5.5)
        width = max(1.0, size.width() - metrics.units(6))
        self.track = QRectF(metrics.units(3), top, width, max(metrics.units(4), bottom - top))
        self.band = QRectF(
            self.track.left(), self.track.bottom() + metrics.units(0.75), self.track.width(), metrics.px(6)
        )
        self.label_top = self.band.bottom() + metrics.units(1.75)
        self._gap = metrics.units(1.5)
        self.label_air = metrics.units(4)
        # The curve begins near the top of the track and ends near its bottom, whatever its numbers.
        both = np.concatenate([data.tokens, data.ghost[: data.last + 1]])
        self._top = float(np.nanmax(both))
        self._floor = min(float(np.nanmin(both)) * 0.95, self._top - 1.0)
        self.ticks = self._placed_ticks(metrics.units(5)) if data.goal > 0 else []

    def x(self, step: Any) -> Any:
        """Where a step stands, or each of many."""
        return layout.x_of(step, self.data.last, self.track.left(), self.track.width())

    def y(self, values: Any) -> Any:
        """How high a number of tokens stands, or each of many."""
        share = (values - self._floor) / (self._top - self._floor)
        return self.track.bottom() - 1 - (self.track.height() - 2) * share

    def step_at(self, x: float) -> int:
        """The known step nearest to a place."""
        return layout.step_at(x, self.data.last, self.track.left(), self.track.width(), self.data.known)

    def is_above_curve(self, rect: QRectF) -> bool:
        """Whether a place in the track is free: a falling curve that is below its left corner is below all of it."""
        at = self.data.tokens[self.step_at(rect.left())]
        return rect.left() > self.track.left() and rect.bottom() < float(self.y(float(at)))

    def is_below_curve(self, rect: QRectF) -> bool:
        """Whether a place in the track is free under a curve that is above its right corner."""
        at = self.data.tokens[self.step_at(rect.right())]
        return rect.right() < float(self.x(self.data.known)) and rect.top() > float(self.y(float(at))) + self._gap / 2

    def label_rect(self, position: int, width: float) -> QRectF:
        """Where the number of the position stands, so wide, under the handle and within the widget."""
        width += self.label_air
        left = min(max(2.0, float(self.x(position)) - width / 2), self.size.width() - width - 2)
        return QRectF(left, self.label_top - self.label_air / 8, width, self.caption.height() + self.label_air / 4)

    def ticks_under(self, label: QRectF) -> list[QRectF]:
        """The numbers of the axis that have to give way to that of the position."""
        near = label.adjusted(-self._gap, 0, self._gap, 0)
        return [rect for rect, _ in self.ticks if rect.right() > near.left() and rect.left() < near.right()]

    def _placed_ticks(self, air: float) -> list[tuple[QRectF, str]]:
        """Round steps and the last one, as many as stand apart."""
        widest = self.caption.horizontalAdvance(f"{self.data.last:,}") + air
        ticks = layout.axis_ticks(self.data.last, max(1, int(self.track.width() / widest) - 1))
        labels = [f"{step:,}" for step in (ticks[-1], *ticks[:-1])]
        spans = []
        for step, label in zip((ticks[-1], *ticks[:-1]), labels, strict=True):
            width = self.caption.horizontalAdvance(label)
            left = min(max(self.track.left(), float(self.x(step)) - width / 2), self.track.right() - width)
            spans.append((left, left + width))
        keep = layout.keep_apart(spans, self._gap)
        return [
            (QRectF(left, self.label_top, right - left + 1, self.caption.height()), label)
            for label, (left, right), kept in zip(labels, spans, keep, strict=True)
            if kept
        ]
