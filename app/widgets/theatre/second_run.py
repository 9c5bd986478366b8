"""The run beside this one: a band that says which it is, its step, how that stands to this run's, and its words."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.widgets.basics.controls import Label, Panel, spaced
from app.widgets.basics.one_line import OneLine
from app.widgets.basics.painter import Painter
from app.widgets.basics.plain_tip import plain_tip
from app.widgets.charts.ghost_key import ghost_pen
from app.widgets.theatre.side_facts import SideFacts
from app.widgets.why.equation import Equation
from app.widgets.words.token_chips import TokenChips

_WITH_VERDICT = 40
"""Units of height from which there is room for more than the equation and a word."""


class RunBand(QWidget):
    """A run's name over its part of the picture: this run with the solid stroke of its curves, the other with the dashed."""

    def __init__(self, appearance: Appearance, what: str, *, dashed: bool) -> None:
        super().__init__()
        self._appearance = appearance
        self._what, self._dashed = what, dashed
        self._name = self._figures = ""
        self._low = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        appearance.changed.connect(self.updateGeometry)

    @property
    def name(self) -> str:
        return self._name

    def show_run(self, name: str, figures: str) -> None:
        """Which run stands below, and its figures at this position."""
        if (name, figures) != (self._name, self._figures):
            self._name, self._figures = name, figures
            self.setAccessibleName(f"{self._what}: {name}")
            self.setAccessibleDescription(figures)
            self.setToolTip(plain_tip(f"{self._what}: {name}"))
            self.update()

    def set_low(self, low: bool) -> None:
        """On a low stage there is one line, for the name."""
        if low != self._low:
            self._low = low
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        line = QFontMetricsF(self._appearance.font("body")).height()
        return QSize(metrics.units(60), round((1 if self._low else 2) * line + metrics.units(3)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(30), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        with Painter(self) as painter:
            painter.fillRect(self.rect(), theme.alternate)
            width = metrics.line(3)
            painter.setPen(ghost_pen(theme.second_text, width) if self._dashed else QPen(theme.accent, width))
            y = round(width / 2)
            painter.drawLine(0, y, self.width(), y)
            self._paint_words(painter)

    def _paint_words(self, painter: QPainter) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        bold, caption = self._appearance.font("body", weight=700), self._appearance.font("caption")
        height, left = QFontMetricsF(bold).height(), metrics.units(4)
        room = round(self.width() - 2 * left)
        line = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        for text, font, colour, y in (
            (f"{self._what}: {self._name}", bold, theme.text, metrics.units(1.5)),
            ("" if self._low else self._figures, caption, theme.second_text, metrics.units(1.5) + height),
        ):
            painter.setFont(font)
            painter.setPen(colour)
            words = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRectF(left, y, room, height), line, words)


class SecondRun(Panel):
    """The other run at the position that stands beside this run's."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self.band = RunBand(appearance, self.tr("Other run"), dashed=True)
        self.equation = Equation(appearance)
        self.verdict = OneLine(appearance, "body", bold=True)
        self.reasons = Label(appearance, "", second=True, wrap=True)
        self.chips = TokenChips(appearance)
        inside = QVBoxLayout()
        inside.addWidget(self.equation)
        inside.addWidget(self.verdict)
        inside.addWidget(self.reasons)
        inside.addWidget(self.chips, 1)
        spaced(inside, appearance, (4, 2, 4, 1), 1.5)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.band)
        column.addLayout(inside, 1)
        self.setAccessibleName(self.tr("Other run"))
        self.hide()

    def show_facts(self, name: str, facts: SideFacts, verdict: str) -> None:
        """The step of the run of that name."""
        self.band.show_run(name, facts.figures)
        self.equation.show_merge(facts.merge, facts.caption, facts.instead)
        self.verdict.say(verdict)
        self._fit()
        self.reasons.setText(facts.reasons)
        self.reasons.setVisible(bool(facts.reasons))
        # Words are added and pinned in this run; both show the same.
        self.chips.show_words(tuple(replace(group, action="") for group in facts.groups))

    def set_low(self, low: bool) -> None:
        """On a low stage the reasons give way to the words."""
        self.band.set_low(low)
        self.equation.set_compact(low)
        self.reasons.setMaximumHeight(0 if low else 16_777_215)
        self.chips.setMinimumHeight(self._appearance.metrics.units(11))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The equation and a word stay whole, whatever else has no room."""
        room = self.height() >= self._appearance.metrics.units(_WITH_VERDICT)
        self.verdict.setVisible(bool(self.verdict.text()) and room)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(60), super().minimumSizeHint().height())
