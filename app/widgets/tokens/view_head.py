"""The line over a view where several tokenizers stand: which it is, at how many places it differs, and the way there."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy

from app.look.theme import Appearance
from app.state.text.text_differences import MOST
from app.translation import counted
from app.widgets.basics.controls import Panel, ToolButton, spaced
from app.widgets.basics.one_line import OneLine


class ViewHead(Panel):
    """Signals: `step_asked(±1)` to go to the next difference or to the one before; `closed`.

    In a narrow view the words give way first, then the title."""

    step_asked = Signal(int)
    closed = Signal()

    def __init__(self, appearance: Appearance, *, closable: bool) -> None:
        super().__init__(appearance)
        self.title = OneLine(appearance, "body", bold=True)
        self.title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.places = OneLine(appearance, second=True)
        self.back = ToolButton(appearance, "step-back", tip=self.tr("Previous difference (Shift+F4)"), plain=True)
        self.on = ToolButton(appearance, "step-forward", tip=self.tr("Next difference (F4)"), plain=True)
        self.close_button = ToolButton(appearance, "close", tip=self.tr("Take this tokenizer away"), plain=True)
        if not closable:
            self.close_button.hide()
        row = QHBoxLayout(self)
        spaced(row, appearance, (3, 1, 2, 0), 2)
        row.addWidget(self.title)
        row.addWidget(self.places, 1)
        for button in (self.back, self.on, self.close_button):
            row.addWidget(button)
        self.back.clicked.connect(partial(self.step_asked.emit, -1))
        self.on.clicked.connect(partial(self.step_asked.emit, 1))
        self.close_button.clicked.connect(self.closed)

    def show_places(self, count: int | None, size: int) -> None:
        """At how many places it differs; None where that is not known, as for a text of very many bytes."""
        words = self.tr("the same tokens")
        if count is None:
            words = self.tr("not compared: more than {:,} MB").format(MOST // 1_000_000) if size > MOST else ""
        elif count:
            words = counted(count, self.tr("differs at {:,} place"), self.tr("differs at {:,} places"))
        self.places.setText(words)
        self.places.setToolTip(words)
        for button in (self.back, self.on):
            button.setEnabled(bool(count))
