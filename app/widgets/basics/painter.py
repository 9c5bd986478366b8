"""Painter: what is painted runs from left to right whichever way the layout does, as axes, tokens and bars do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget


class Painter(QPainter):
    """Left is left: in a mirrored layout Qt would put text that is to stand at the left at the right of its place.

    Only for `with`: one that an error leaves open goes on painting after the event is over, and Qt takes the process down.
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
