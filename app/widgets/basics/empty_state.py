"""What an empty pane shows: what is so, what to do, and the one or two buttons that do it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.look.icons import pixmap
from app.look.theme import Appearance
from app.widgets.basics.controls import Label, spaced


class EmptyState(QWidget):
    """Icon, heading, one sentence, buttons; centred."""

    def __init__(
        self, appearance: Appearance, icon_name: str, title: str, sentence: str, buttons: tuple[QPushButton, ...] = ()
    ) -> None:
        super().__init__()
        self._appearance = appearance
        self._icon_name = icon_name
        self._picture = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._title = Label(appearance, title, "heading")
        self._sentence = Label(appearance, sentence, second=True, wrap=True)
        for label in (self._title, self._sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        row = QHBoxLayout()
        spaced(row, appearance, (0, 0, 0, 0), 2)
        row.addStretch(1)
        for button in buttons:
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        spaced(column, appearance, (4, 4, 4, 4), 3)
        column.addStretch(1)
        for part in (self._picture, self._title, self._sentence):
            column.addWidget(part)
        column.addLayout(row)
        column.addStretch(1)
        appearance.changed.connect(self._dress)
        self._dress()

    def say(self, title: str, sentence: str) -> None:
        self._title.setText(title)
        self._sentence.setText(sentence)

    def _dress(self) -> None:
        side = round(self._appearance.metrics.px(40))
        colour = self._appearance.theme.second_text
        self._picture.setPixmap(pixmap(self._icon_name, colour, side, self.devicePixelRatioF()))
