"""A slider inside the theatre: while it has the keyboard the arrows move it, and not the timeline."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSlider

_OWN = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End)


class KeySlider(QSlider):
    """A horizontal slider that takes its keys before the window's shortcuts do."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)

    def event(self, event: QEvent) -> bool:
        plain = isinstance(event, QKeyEvent) and event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.type() == QEvent.Type.ShortcutOverride and plain and event.key() in _OWN:  # type: ignore[attr-defined]
            event.accept()
            return True
        return super().event(event)
