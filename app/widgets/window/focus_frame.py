"""The frame around a list or table that has the keyboard: its rows say what is chosen, not where keys go."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from app.look.theme import Appearance
from app.widgets.basics.painter import Painter


class FocusFrame(QWidget):
    """One for all lists of a window; it lies over the one with the keyboard, and lets the pointer through."""

    def __init__(self, appearance: Appearance, window: QWidget) -> None:
        super().__init__(window)
        self._appearance = appearance
        self._window = window
        self._around: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)
        appearance.changed.connect(self.update)

    def _on_focus_changed(self, _before: QWidget | None, focused: QWidget | None) -> None:
        if self._around is not None:
            self._around.removeEventFilter(self)
            self._around = None
        if not isinstance(focused, QAbstractItemView) or not self._window.isAncestorOf(focused):
            self.hide()
            return
        self._around = focused
        focused.installEventFilter(self)
        self.setParent(focused)
        self.setGeometry(focused.rect())
        self.raise_()
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        elif event.type() == QEvent.Type.DeferredDelete:
            self._around = None
            self.setParent(self._window)  # the frame outlives what it was around
            self.hide()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        width = self._appearance.metrics.line(2)
        with Painter(self) as painter:
            painter.setPen(QPen(self._appearance.theme.accent, width))
            inset = width / 2
            painter.drawRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset))
