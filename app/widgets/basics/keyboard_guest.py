"""What is opened for a while and takes the keyboard: Escape puts it away, and the keyboard goes back to where it was.

A mixin, named before the widget's own class.  Without it Qt gives the keyboard of a widget that goes to the next one in the
order of the window, which is somewhere else altogether.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

if TYPE_CHECKING:
    _Base = QWidget
else:
    _Base = object


class KeyboardGuest(_Base):
    """Shown, it remembers who has the keyboard; hidden while it has it itself, it gives it back."""

    _came_from: QWidget | None = None

    def put_away(self) -> None:
        """What Escape does."""
        self.hide()

    def setVisible(self, visible: bool) -> None:
        holder = self.window().focusWidget()
        if visible and self.isHidden():
            self._came_from = holder
        elif not visible and holder is not None and (holder is self or self.isAncestorOf(holder)):
            self._give_back()
        super().setVisible(visible)

    def _give_back(self) -> None:
        before, self._came_from = self._came_from, None
        there = before is not None and isValid(before) and before.isVisible()
        (before if there and before is not None else self.window()).setFocus()

    def event(self, event: QEvent) -> bool:
        """Escape is a key of the whole window; here it is ours."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.put_away()
                return True
        return bool(super().event(event))
