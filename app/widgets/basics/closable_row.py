"""A row that is opened for a while: Escape closes it as long as the keyboard is in it, whatever else Escape does."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.look.theme import Appearance
from app.widgets.basics.controls import Panel, ToolButton
from app.widgets.basics.keyboard_guest import KeyboardGuest


class ClosableRow(KeyboardGuest, Panel):
    """`closed` when the row is not needed any more; whoever has it hides it."""

    closed = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self.close_button = ToolButton(appearance, "close", tip=self.tr("Close (Esc)"), plain=True)
        self.close_button.clicked.connect(self.closed)

    def put_away(self) -> None:
        self.closed.emit()
