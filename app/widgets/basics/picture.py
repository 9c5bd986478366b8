"""Widgets as a picture, whole, however little of them is on the screen: points (PNG) or lines (SVG), as the suffix says.

They are painted here, in the window's thread; `PictureFiles` packs and writes them elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

from app.state.training.picture_writer import Drawn
from app.widgets.basics.whole_svg import drawn_svg

SCALE = 2.0
"""Points of the picture for one of the screen: sharp on a slide."""


Part = tuple[QWidget, QPoint]
"""A widget, and where its corner is in the picture."""


def picture(parts: Sequence[Part], path: Path, ground: QColor, title: str) -> Drawn:
    """Widgets side by side or one alone, as a file of that name has them."""
    return _lines(parts, ground, title) if path.suffix.casefold() == ".svg" else _points(parts, ground, title)


def _size(parts: Sequence[Part]) -> QSize:
    places = [QRect(corner, widget.size()) for widget, corner in parts]
    return QSize(max(place.right() + 1 for place in places), max(place.bottom() + 1 for place in places))


def _paint(painter: QPainter, parts: Sequence[Part], ground: QColor) -> None:
    painter.fillRect(QRect(QPoint(0, 0), _size(parts)), ground)
    for widget, corner in parts:
        # An offset is counted in the picture's own points, a translation in the screen's.
        painter.save()
        painter.translate(corner)
        widget.render(painter, QPoint(0, 0))
        painter.restore()


def _points(parts: Sequence[Part], ground: QColor, title: str) -> QImage:
    image = QImage(_size(parts) * SCALE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SCALE)
    image.setText("Title", title)
    painter = QPainter(image)
    _paint(painter, parts, ground)
    painter.end()
    return image


def _lines(parts: Sequence[Part], ground: QColor, title: str) -> bytes:
    return drawn_svg(_size(parts), title, lambda painter: _paint(painter, parts, ground))
