"""One row about the run that this one is held against: which, what both have in common, and the ways between them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.look.theme import Appearance
from app.widgets.basics.controls import Label, ToolButton, spaced
from app.widgets.basics.one_line import OneLine
from app.widgets.basics.plain_tip import plain_tip
from app.widgets.basics.value_choice import ValueChoice


class CompareRow(QWidget):
    """`run_asked` carries the number of an earlier run, or None for none; the others are wishes.  Hidden without any."""

    run_asked = Signal(object)
    difference_asked = Signal()
    beside_asked = Signal(bool)
    back_asked = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._shown: tuple[tuple[str, ...], int | None] = (), None
        self._room = True
        self._build()
        self.choice.activated.connect(self._on_chosen)
        self.difference.clicked.connect(self.difference_asked)
        self.beside.clicked.connect(self._on_beside)
        self.back.clicked.connect(self.back_asked)
        appearance.changed.connect(self._fit)
        self.hide()

    def _build(self) -> None:
        look = self._appearance
        self.choice = ValueChoice(look, self.tr("Compared with"))
        self.choice.setToolTip(self.tr("The earlier run whose curves are dashed"))
        # Long names are cut rather than push the buttons out.
        self.choice.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.sentence = Label(look, "", "caption", second=True, wrap=True)
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._short = OneLine(look, second=True)
        self._low = False
        self.difference = ToolButton(
            look, "diff", self.tr("First difference"), tip=self.tr("To the first step that is not the same (D)")
        )
        self.beside = ToolButton(look, "table", self.tr("Side by side"), tip=self.tr("Show both runs side by side (S)"))
        self.beside.setCheckable(True)
        self.back = ToolButton(look, "undo", self.tr("Back to it"), tip=self.tr("Show that run again, and compare it"))
        row = self._row = QHBoxLayout(self)
        row.addWidget(self.choice)
        row.addWidget(self.sentence, 1)
        row.addWidget(self._short, 1)
        for button in (self.difference, self.beside, self.back):
            row.addWidget(button)
        spaced(row, look, (3, 1, 3, 1), 2)

    def _on_chosen(self, row: int) -> None:
        """The mark follows the state, not the click."""
        asked = self.choice.itemData(row)
        self._shown = self._shown[0], -1  # so that the state's answer is shown, even if it is the one before
        self.run_asked.emit(asked)

    def _on_beside(self) -> None:
        """The mark follows the state, not the click."""
        wanted = self.beside.isChecked()
        self.beside.setChecked(not wanted)
        self.beside_asked.emit(wanted)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_choices(self, names: Sequence[str], chosen: int | None) -> None:
        """The earlier runs by name, and which of them it is; hidden if there are none."""
        if (tuple(names), chosen) == self._shown:  # else a list that is open would close at every step that is learned
            return
        self._shown = tuple(names), chosen
        self.choice.clear()
        for number, name in enumerate(names):
            self.choice.add(name, number)
        self.choice.add(self.tr("no other run"), None)
        self.choice.setCurrentIndex(len(names) if chosen is None else chosen)
        self.choice.setToolTip(plain_tip(self.choice.currentText()))
        self.setVisible(bool(names) and self._room)
        for button in (self.difference, self.beside, self.back):
            button.setEnabled(chosen is not None)
        self._fit()

    def show_sentence(self, sentence: str, *, differs: bool) -> None:
        """What both have in common, and whether there is a first difference to go to."""
        self.sentence.setText(sentence)
        self.sentence.setToolTip(plain_tip(sentence))
        self._show_words()
        self.difference.setVisible(differs)
        self._fit()

    def set_low(self, low: bool) -> None:
        """On a low stage the sentence has one line, and all of it is the tool tip."""
        self._low = low
        self._show_words()
        self._fit()

    def set_room(self, room: bool) -> None:
        """Where the stage would have next to nothing, the row goes; what it does has keys."""
        self._room = room
        self.setVisible(bool(self._shown[0]) and room)

    def _show_words(self) -> None:
        self._short.say(self.sentence.text() if self._low else "")
        self.sentence.setHidden(self._low)

    def show_beside(self, beside: bool) -> None:
        self.beside.setChecked(beside)

    # -- room --------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The words of the buttons go before the sentence has less than a third of the row."""
        both, alone = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
        buttons = [button for button in (self.difference, self.beside, self.back) if not button.isHidden()]
        share = 0.5 if self._low else 0.33
        self.choice.setMaximumWidth(max(self._appearance.metrics.units(30), round(share * self.width())))
        for style, names in ((both, True), (both, False), (alone, False)):
            self.choice.set_name_shown(names)
            for button in buttons:
                button.setToolButtonStyle(style)
            choice = min(self.choice.sizeHint().width(), self.choice.maximumWidth())
            if choice + sum(button.sizeHint().width() for button in buttons) <= 0.62 * self.width():
                return

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(60), super().minimumSizeHint().height())
