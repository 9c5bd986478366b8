"""A dark sheet over the stage, so that people look at the speaker; any key or click takes it away."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.widgets.basics.keyboard_guest import KeyboardGuest
from app.widgets.basics.painter import Painter

_DARK = QColor("black")
"""In every theme: it is as if the projector were off."""


class BlankScreen(KeyboardGuest, QWidget):
    """Covers the widget it is put on, and takes its keys."""

    def __init__(self, covered: QWidget) -> None:
        super().__init__(covered)
        self._covered = covered
        self.setAccessibleName(self.tr("Blank screen; any key shows the stage again"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def cover(self) -> None:
        self.setGeometry(self._covered.rect())
        self.show()
        self.raise_()
        self.setFocus()

    def uncover(self) -> None:
        self.hide()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # no action of the window: the key only shows the stage again
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.uncover()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.uncover()
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.fillRect(self.rect(), _DARK)
