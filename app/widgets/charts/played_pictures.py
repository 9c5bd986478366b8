"""A curve painted twice, before it is played and after that; at a position both stand side by side, the seam at the cursor.

Painting a curve takes milliseconds and the position moves at every step, so both pictures are kept until they are forgotten.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

Painting = Callable[[QPainter], None]


class PlayedPictures:
    """Of the whole of a widget."""

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget
        self._pictures: dict[bool, QPixmap] = {}

    def forget(self) -> None:
        """What they show, or its size, is another."""
        self._pictures.clear()

    def put(self, painter: QPainter, ground: QColor, rest: Painting, played: Painting, seam: float) -> None:
        """`rest` paints all of it not played and `played` all of it played; `seam` is where one ends and the other begins."""
        whole = self._widget.width()
        if seam < whole:
            painter.drawPixmap(0, 0, self._picture(False, ground, rest))
        if seam > 0:
            picture = self._picture(True, ground, played)
            ratio = picture.devicePixelRatio()
            painter.drawPixmap(QPointF(0, 0), picture, QRectF(0, 0, round(seam * ratio), picture.height()))

    def _picture(self, played: bool, ground: QColor, paint: Painting) -> QPixmap:
        if played not in self._pictures:
            ratio = self._widget.devicePixelRatioF()
            picture = QPixmap(round(self._widget.width() * ratio), round(self._widget.height() * ratio))
            picture.setDevicePixelRatio(ratio)
            picture.fill(ground)
            with QPainter(picture) as painter:
                painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                paint(painter)
            self._pictures[played] = picture
        return self._pictures[played]
