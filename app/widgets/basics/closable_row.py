"""A row that is opened for a while: Escape closes it as long as the keyboard is in it, whatever else Escape does."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent

from app.look.theme import Appearance
from app.widgets.basics.controls import Panel, ToolButton


class ClosableRow(Panel):
    """`closed` when the row is not needed any more; whoever has it hides it."""

    closed = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self.close_button = ToolButton(appearance, "close", tip=self.tr("Close (Esc)"), plain=True)
        self.close_button.clicked.connect(self.closed)

    def event(self, event: QEvent) -> bool:
        """Escape is a key of the whole window; here it is ours."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.closed.emit()
                return True
        return super().event(event)
