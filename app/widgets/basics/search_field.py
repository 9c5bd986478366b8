"""A field to search in, with a magnifying glass that is as large as the letters are."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QLineEdit

from app.look.icons import pixmap
from app.look.theme import Appearance
from app.widgets.basics.painter import Painter


class SearchField(QLineEdit):
    """Qt's own icons in a field keep the size of a small screen, so this one is painted."""

    def __init__(self, appearance: Appearance, words: str) -> None:
        super().__init__()
        self._appearance = appearance
        self.setPlaceholderText(words)
        self.setAccessibleName(words)
        self.setStyleSheet(
            "QLineEdit > QToolButton { border: none; background: transparent; min-height: 0; padding: 0; }"
        )
        appearance.changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        metrics = self._appearance.metrics
        self.setFixedHeight(metrics.control)
        room = metrics.icon + metrics.units(1.5)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        self.setTextMargins(0 if mirrored else room, 0, room if mirrored else 0, 0)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        look = self._appearance
        side, gap = look.metrics.icon, look.metrics.units(2.5)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = self.width() - gap - side if mirrored else gap
        with Painter(self) as painter:
            glass = pixmap("search", look.theme.second_text, side, self.devicePixelRatioF())
            painter.drawPixmap(left, (self.height() - side) // 2, glass)
