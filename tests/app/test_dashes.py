"""Dashes stand where they stood, whatever part of a picture is painted anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from app.widgets.basics.dashes import paint_dashed_box, paint_dashed_line

Paint = Callable[[QPainter], None]
_INK = QColor("black")


def _box(painter: QPainter) -> None:
    paint_dashed_box(painter, QRectF(10.5, 7.25, 170, 60.5), 6, _INK, 1.5)


def _slanted(painter: QPainter) -> None:
    pen = QPen(_INK, 2)
    pen.setDashPattern([4, 2.5])
    paint_dashed_line(painter, QPointF(3, 5.5), QPointF(190, 71), pen)


def _picture(paint: Paint, part: QRect | None = None) -> QImage:
    """Of all, or with only a part of it painted."""
    image = QImage(200, 80, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if part is not None:
        painter.setClipRect(part)
    paint(painter)
    painter.end()
    return image


@pytest.mark.parametrize("paint", [_box, _slanted])
@pytest.mark.parametrize("part", [QRect(40, 0, 51, 80), QRect(0, 33, 200, 4), QRect(97, 20, 9, 31)])
def test_a_part_has_the_dashes_of_the_whole(paint: Paint, part: QRect) -> None:
    assert _picture(paint, part).copy(part) == _picture(paint).copy(part)


@pytest.mark.parametrize("paint", [_box, _slanted])
def test_dashes_have_gaps(paint: Paint) -> None:
    image = _picture(paint)
    dark = [image.pixelColor(x, y).lightness() < 128 for x in range(200) for y in range(80)]
    assert 100 < sum(dark) < 1_000
