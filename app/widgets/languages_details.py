"""LanguagesDetails: the bars of one tokenizer and the premiums while training, beside or below the heat map.

Where there is room for one of them only, two buttons choose.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QScrollArea, QSplitter, QVBoxLayout

from app.theme import Appearance
from app.widgets.controls import Label, Line, Panel, ToolButton, spaced
from app.widgets.curves import premium_while_training
from app.widgets.premium_bars import PremiumBars


class LanguagesDetails(Panel):
    """`chosen`: the other of the two is wanted."""

    chosen = Signal()

    def __init__(self, appearance: Appearance, tip: Callable[[str], str]) -> None:
        super().__init__(appearance)
        self.bars = PremiumBars(appearance, tip)
        self.title = Label(appearance, bold=True)
        self.note = Label(appearance, role="caption", second=True)
        self.curve = premium_while_training(appearance, "English")
        self.bars_part, self.curve_part = self._build_bars(), self._build_curve()
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.bars_part)
        self.splitter.addWidget(self.curve_part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Line(appearance))
        column.addWidget(self._build_switch())
        column.addWidget(self.splitter, 1)

    def _build_bars(self) -> Panel:
        look = self._appearance
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self.bars)
        scroll.verticalScrollBar().valueChanged.connect(lambda _: self.bars.update())
        part = Panel(look)
        column = QVBoxLayout(part)
        spaced(column, look, (0, 2, 0, 1), 1)
        titles = QHBoxLayout()
        spaced(titles, look, (3, 0, 3, 0), 2)
        titles.addWidget(self.title)
        titles.addWidget(self.note)
        titles.addStretch(1)
        column.addLayout(titles)
        column.addWidget(scroll, 1)
        return part

    def _build_curve(self) -> Panel:
        part = Panel(self._appearance)
        column = QVBoxLayout(part)
        spaced(column, self._appearance, (3, 2, 3, 1), 0)
        column.addWidget(self.curve)
        return part

    def _build_switch(self) -> Panel:
        """Two buttons for the one place that a narrow pane has."""
        look = self._appearance
        self.show_curve = ToolButton(look, text=self.tr("While training"))
        self.show_bars = ToolButton(look, text=self.tr("Bars"))
        group = QButtonGroup(self)
        self.switch = Panel(look)
        row = QHBoxLayout(self.switch)
        spaced(row, look, (3, 2, 3, 0), 0)
        for button, segment in ((self.show_curve, "first"), (self.show_bars, "last")):
            button.setCheckable(True)
            button.setProperty("segment", segment)
            group.addButton(button)
            row.addWidget(button)
        row.addStretch(1)
        self.show_curve.setChecked(True)
        group.buttonToggled.connect(lambda *_: self.chosen.emit())
        return self.switch

    def arrange(self, *, wide: bool, has_curve: bool) -> None:
        """Both parts where there is room; no curve without a run."""
        curve_alone = has_curve and self.show_curve.isChecked()
        self.switch.setVisible(not wide and has_curve)
        self.bars_part.setVisible(wide or not curve_alone)
        self.curve_part.setVisible(has_curve and (wide or curve_alone))

    def share_room(self) -> None:
        """The bars get what they need, up to 60 %."""
        inside = self.splitter.height()
        bars = round(min(self.bars.sizeHint().height() + self._appearance.metrics.units(10), 0.6 * inside))
        self.splitter.setSizes([bars, inside - bars])
