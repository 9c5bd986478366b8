"""Dashed edges and lines that look the same whatever part of a widget is painted anew.

Of a line that is slanted or round Qt draws no more dashes than the painted part needs, and those a little elsewhere than
before.  So the dashes become a shape of their own here, as if all of them were painted, and the shape is filled.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen

_EDGE = [3.0, 2.0]
"""Of what could have been otherwise, in widths of the pen: ties, covers, what is not there now."""


def paint_dashed_box(painter: QPainter, box: QRectF, corner: float, colour: QColor, width: float) -> None:
    """The dashed edge of a box with round corners; its middle runs along the box."""
    pen = QPen(colour, width)
    pen.setDashPattern(_EDGE)
    path = QPainterPath()
    path.addRoundedRect(box, corner, corner)
    _fill(painter, path, pen)


def paint_dashed_line(painter: QPainter, start: QPointF, end: QPointF, pen: QPen) -> None:
    """A line with the dashes of the pen, counted from its start."""
    path = QPainterPath(start)
    path.lineTo(end)
    _fill(painter, path, pen)


def _fill(painter: QPainter, path: QPainterPath, pen: QPen) -> None:
    painter.fillPath(QPainterPathStroker(pen).createStroke(path), pen.brush())
