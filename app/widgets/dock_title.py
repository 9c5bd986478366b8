"""The title of a dock: its icon and name, and the buttons to enlarge it, to float it and to close it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel

from app.icons import pixmap
from app.theme import Appearance
from app.widgets.controls import Label, Panel, ToolButton, spaced


class DockTitle(Panel):
    """Replaces a dock's own title bar; a double click enlarges."""

    maximise_asked = Signal()

    def __init__(self, appearance: Appearance, dock: QDockWidget, icon_name: str, title: str) -> None:
        super().__init__(appearance, "alternate")
        self._icon_name = icon_name
        self._picture = QLabel()
        self.maximise = ToolButton(
            appearance, "maximise", tip=self.tr("Show {} alone, and back").format(title), plain=True
        )
        self.detach = ToolButton(appearance, "float", tip=self.tr("A window of its own, and back"), plain=True)
        self.close_button = ToolButton(appearance, "close", tip=self.tr("Close {}").format(title), plain=True)
        row = QHBoxLayout(self)
        row.addWidget(self._picture)
        row.addWidget(Label(appearance, title, "heading"))
        row.addStretch(1)
        for button in (self.maximise, self.detach, self.close_button):
            button.setProperty("compact", True)
            row.addWidget(button)
        spaced(row, appearance, (3, 0, 2, 0), 1.5)
        self.maximise.clicked.connect(self.maximise_asked)
        self.detach.clicked.connect(lambda: dock.setFloating(not dock.isFloating()))
        self.close_button.clicked.connect(dock.close)
        appearance.changed.connect(self._dress_title)
        self._dress_title()

    def _dress_title(self) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        self._picture.setPixmap(pixmap(self._icon_name, theme.text, metrics.icon, self.devicePixelRatioF()))
        # Worked out once: docks ask for it some thousand times while a window is laid out.
        self.setFixedHeight(metrics.dock_title + 1)
        self.setMinimumWidth(metrics.units(30))
        self._hint = QSize(metrics.units(30), metrics.dock_title + 1)

    def sizeHint(self) -> QSize:
        return self._hint

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self.maximise_asked.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(0, self.height() - 1, self.width(), 1, self._appearance.theme.hairline)
