"""The title of a dock: its icon and name, and the buttons to enlarge it, to float it and to close it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QHBoxLayout, QLabel, QWidget

from app.look.icons import pixmap
from app.look.theme import Appearance
from app.widgets.basics.controls import Label, Panel, ToolButton, spaced
from app.widgets.basics.painter import Painter


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
        self._dock = dock
        self._has_keyboard = False
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)
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

    def _on_focus_changed(self, _before: QWidget | None, focused: QWidget | None) -> None:
        """Where keys go is seen on the pane's title too, whatever in it has them."""
        has = focused is not None and self._dock.isAncestorOf(focused)
        if has != self._has_keyboard:
            self._has_keyboard = has
            self.update()

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self.maximise_asked.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with Painter(self) as painter:
            theme, metrics = self._appearance.theme, self._appearance.metrics
            high, colour = (round(metrics.line(2)), theme.accent) if self._has_keyboard else (1, theme.hairline)
            painter.fillRect(0, self.height() - high, self.width(), high, colour)
