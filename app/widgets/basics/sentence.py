"""Sentence: words in one of the theme's colours - a refusal, a warning, what is good - that can be selected."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from app.look.theme import Appearance
from app.widgets.basics.controls import Label


class Sentence(Label):
    """`say(text, colour)`: the colour is a name of the theme's, "text" for that of the text around it."""

    def __init__(self, appearance: Appearance, role: str = "body", *, bold: bool = False) -> None:
        self._colour = "text"
        super().__init__(appearance, role=role, bold=bold, wrap=True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def say(self, text: str, colour: str = "text") -> None:
        self._colour = colour
        self.setText(text)
        self._dress()

    def _dress(self) -> None:
        super()._dress()
        colours = self.palette()
        colour: QColor = getattr(self._appearance.theme, self._colour)
        colours.setColor(self.foregroundRole(), colour)
        self.setPalette(colours)
