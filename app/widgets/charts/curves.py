"""Curves over the steps: bytes per token, the count of the winning pair, premiums while training."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.translation import counted, translate
from app.widgets.charts.curve_axes import Curve, Floats
from app.widgets.charts.curve_canvas import CurveCanvas
from app.widgets.charts.ghost_key import GhostKey
from app.widgets.charts.played_pictures import Part

__all__ = ["Curve", "CurvePlot", "premium_while_training"]


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
        value_words: Callable[[float], str] = "{:,.2f}".format,
        of: Literal["step", "token"] = "step",
    ):
        """`short` is the title where the whole one has no room; `value_words` say the value at the cursor; `of` is what has the
        values of a logarithmic axis."""
        super().__init__()
        self._counted: str = of
        self._appearance, self._log = appearance, log
        self._titles = title, short or title
        self._curves: tuple[Curve, ...] = ()
        self._ghost: Floats = np.empty(0)
        self._last = 1
        self.plot = CurveCanvas(appearance, log=log, labelled=labels, value_words=value_words)
        self._build(title, note)
        appearance.changed.connect(self._renew)
        self._renew()

    # ---- what is shown ----

    def show_curves(self, curves: Sequence[Curve], last: int | None = None) -> None:
        """Shows curves; `last` is the step at which the axis ends, where that is not the curves' own end."""
        last = max(1, last or 0, *(len(curve.values) - 1 for curve in curves))
        if last == self._last and _are_same(self._curves, curves):
            return
        self._curves, self._last = tuple(curves), last
        if self._log:
            self.set_note(self._note_of_zeros())
        self._draw()

    def set_value_words(self, value_words: Callable[[float], str]) -> None:
        """How the value at the cursor is said."""
        self.plot.set_value_words(value_words)

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
        self.plot.set_thin(thin)

    def make_in(self, later: Callable[[Part], None]) -> None:
        """Where to ask for a turn to paint the curves in."""
        self.plot.make_in(later)

    def show_position(self, position: int) -> None:
        """Puts the cursor at a position."""
        self.plot.show_position(position)

    def set_note(self, note: str) -> None:
        """Says in what the curves are measured."""
        if note != self._note.text():
            self._note.setText(note)

    def value_text(self) -> str:
        """What stands at the cursor; empty for several curves."""
        return self.plot.value_text()

    # ---- building ----

    def _build(self, title: str, note: str) -> None:
        self._title, self._note = QLabel(title), QLabel(note)
        self.plot.setAccessibleName(title)
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
        theme = self._appearance.theme
        self._title.setFont(self._appearance.font("body", weight=700))
        self._note.setFont(self._appearance.font("caption"))
        self._note.setStyleSheet(f"color: {theme.second_text.name()}")
        self._fit_title()
        self.plot.renew()
        self.updateGeometry()

    def _draw(self) -> None:
        self.plot.show_curves(self._curves, self._ghost, self._last)

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

    def sizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(300)), round(self._appearance.metrics.px(150)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(180)), round(self._appearance.metrics.px(110)))


def _are_same(before: Sequence[Curve], after: Sequence[Curve]) -> bool:
    """Painting curves takes milliseconds, comparing them none."""
    return len(before) == len(after) and all(
        one.name == other.name and np.array_equal(one.values, other.values, equal_nan=True)
        for one, other in zip(before, after, strict=True)
    )


def premium_while_training(appearance: Appearance, reference: str) -> CurvePlot:
    return CurvePlot(
        appearance,
        translate("curves", "Premium while training"),
        translate("curves", "tokens ÷ {} tokens").format(reference),
        short=translate("curves", "Premium"),
        labels=True,
    )
