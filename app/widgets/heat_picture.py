"""The heat map as a picture: all its rows, and the legend under them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from app.theme import Appearance
from app.widgets.heat_legend import HeatLegend
from app.widgets.heat_map import HeatMap

_SCALE = 2.0
"""Points of the picture for one of the screen: sharp on a slide."""


def heat_picture(shown: HeatMap, legend: HeatLegend, appearance: Appearance) -> QImage:
    """Drawn by a second map, so that the one on the screen need not grow."""
    whole = HeatMap(appearance)
    whole.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    whole.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    shown.copy_to(whole)
    whole.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    whole.resize(max(shown.width(), whole.needed_width()), 100)
    whole.show()  # only then Qt lays it out
    whole.resize(whole.width(), whole.table_height())
    image = QImage(QSize(whole.width(), whole.height() + legend.height()) * _SCALE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_SCALE)
    image.fill(appearance.theme.panel)
    painter = QPainter(image)
    whole.render(painter, QPoint(0, 0))
    # An offset is counted in the picture's own points, a translation in the screen's.
    painter.translate(0, whole.height())
    legend.render(painter, QPoint(0, 0))
    painter.end()
    whole.close()
    whole.deleteLater()
    return image
