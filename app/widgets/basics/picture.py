"""Widgets as a picture, whole, however little of them is on the screen: points (PNG) or lines (SVG), as the suffix says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QPoint, QRect, QSize
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

SCALE = 2.0
"""Points of the picture for one of the screen: sharp on a slide."""


Part = tuple[QWidget, QPoint]
"""A widget, and where its corner is in the picture."""


def write_picture(parts: Sequence[Part], path: Path, ground: QColor, title: str) -> bool:
    """Widgets side by side or one alone; False if it cannot be written."""
    write = _write_svg if path.suffix.casefold() == ".svg" else _write_png
    return write(parts, path, ground, title)


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


def _write_png(parts: Sequence[Part], path: Path, ground: QColor, title: str) -> bool:
    image = QImage(_size(parts) * SCALE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SCALE)
    image.setText("Title", title)
    painter = QPainter(image)
    _paint(painter, parts, ground)
    painter.end()
    return QImageWriter(str(path), QByteArray(b"png")).write(image)


def _write_svg(parts: Sequence[Part], path: Path, ground: QColor, title: str) -> bool:
    if not path.parent.is_dir():  # the generator would only warn
        return False
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(_size(parts))
    generator.setViewBox(QRect(QPoint(0, 0), _size(parts)))
    generator.setTitle(title)
    painter = QPainter()
    if not painter.begin(generator):
        return False
    _paint(painter, parts, ground)
    painter.end()
    return True
