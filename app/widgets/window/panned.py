"""Panned: what is larger than the window, as panes at twice the size may be, is moved about in it; keys bring it along."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QScrollArea, QWidget


class Panned(QScrollArea):
    """As large as its widget needs, or as there is room; without a frame, and no stop for Tab."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(inside)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    def _on_focus_changed(self, _before: QWidget | None, focused: QWidget | None) -> None:
        inside = self.widget()
        if focused is not None and inside is not None and inside.isAncestorOf(focused):
            self.ensureWidgetVisible(focused, 0, 0)
            if isinstance(focused, QLineEdit):  # of what one types into, Qt sees to the caret alone
                centre = focused.mapTo(inside, focused.rect().center())
                self.ensureVisible(centre.x(), centre.y(), focused.width() // 2 + 1, focused.height() // 2 + 1)
