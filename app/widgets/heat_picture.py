"""The heat map as a picture, all its rows with the legend and the settings under them: points (PNG) or lines (SVG)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator

from app.theme import Appearance
from app.widgets.heat_legend import HeatLegend
from app.widgets.heat_map import HeatMap

_SCALE = 2.0
"""Points of the picture for one of the screen: sharp on a slide."""
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft


class HeatPicture:
    """Drawn by a second map, so that the one on the screen need not grow.  `caption` says what was compared and how."""

    def __init__(self, shown: HeatMap, legend: HeatLegend, appearance: Appearance, caption: str) -> None:
        self._appearance = appearance
        self._legend = legend
        self._caption = caption
        self._map = whole = HeatMap(appearance)
        whole.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        whole.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        shown.copy_to(whole)
        whole.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        whole.resize(max(shown.width(), whole.needed_width()), 100)
        whole.show()  # only then Qt lays it out
        whole.resize(whole.width(), whole.table_height())

    def write(self, path: Path) -> bool:
        """Write it, as SVG where the suffix says so, else as PNG; False if it cannot be written."""
        written = self._write_svg(path) if path.suffix.casefold() == ".svg" else self._write_png(path)
        self._map.close()
        self._map.deleteLater()
        return written

    def _size(self) -> QSize:
        return QSize(self._map.width(), self._map.height() + self._legend.height() + self._caption_rect().height())

    def _caption_rect(self) -> QRect:
        """Where the caption stands, below the legend."""
        metrics = self._appearance.metrics
        gap = metrics.units(3)
        font = QFontMetrics(self._appearance.font("caption"))
        needed = font.boundingRect(QRect(0, 0, self._map.width() - 2 * gap, 10_000), _WRAP, self._caption)
        top = self._map.height() + self._legend.height()
        return QRect(gap, top, self._map.width() - 2 * gap, needed.height() + gap)

    def _write_png(self, path: Path) -> bool:
        image = QImage(self._size() * _SCALE, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(_SCALE)
        image.fill(self._appearance.theme.panel)
        image.setText("Description", self._caption)
        painter = QPainter(image)
        self._paint(painter)
        painter.end()
        return QImageWriter(str(path), QByteArray(b"png")).write(image)

    def _write_svg(self, path: Path) -> bool:
        generator = QSvgGenerator()
        generator.setFileName(str(path))
        generator.setSize(self._size())
        generator.setViewBox(QRect(QPoint(0, 0), self._size()))
        generator.setTitle("Languages")
        generator.setDescription(self._caption)
        if not path.parent.is_dir():  # the generator would only warn
            return False
        painter = QPainter()
        if not painter.begin(generator):
            return False
        painter.fillRect(QRect(QPoint(0, 0), self._size()), self._appearance.theme.panel)
        self._paint(painter)
        painter.end()
        return True

    def _paint(self, painter: QPainter) -> None:
        self._map.render(painter, QPoint(0, 0))
        # An offset is counted in the picture's own points, a translation in the screen's.
        painter.save()
        painter.translate(0, self._map.height())
        self._legend.render(painter, QPoint(0, 0))
        painter.restore()
        painter.setFont(self._appearance.font("caption"))
        painter.setPen(self._appearance.theme.second_text)
        painter.drawText(self._caption_rect(), int(_WRAP), self._caption)
