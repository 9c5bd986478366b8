"""A comparison as a picture, with what was compared and how under it: points (PNG) or lines (SVG).

Pictures have an appearance of their own, with letters that can be read on a slide whatever the size of the window.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance, Theme
from app.state.training.picture_writer import Drawn
from app.widgets.basics.whole_svg import drawn_svg
from app.widgets.languages.heat_legend import HeatLegend
from app.widgets.languages.heat_map import HeatMap
from app.widgets.languages.premium_bars import PremiumBars
from app.widgets.languages.size_scatter import SizeScatter

SLIDE_BASE = 22
"""Base size of the letters."""
SLIDE_WIDTH = 1280
"""Width of charts: with letters of 22 points, about 1/60 of it a line."""
_SCALE = 2.0
"""Points of the picture for one of the screen."""
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft


@dataclass(frozen=True, slots=True)
class Title:
    """What stands above a chart: the tokenizer or the measure, and what else has to be known."""

    words: str
    note: str


class LanguagesPicture:
    """The parts of a picture, one below the other; `caption` says what was compared and how."""

    def __init__(self, theme: Theme, caption: str, title: Title | None = None) -> None:
        self.look = Appearance(theme, SLIDE_BASE)
        self._caption = caption
        self._title = title
        self._parts: list[QWidget] = []
        self._width = SLIDE_WIDTH

    def add_map(self, shown: HeatMap, fill: Callable[[HeatLegend], None]) -> LanguagesPicture:
        """The heat map with all its rows, and its legend."""
        whole, legend = HeatMap(self.look, as_lines=True), HeatLegend(self.look)
        for bar in (whole.setHorizontalScrollBarPolicy, whole.setVerticalScrollBarPolicy):
            bar(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        shown.copy_to(whole)
        fill(legend)
        self._width = max(round(0.6 * SLIDE_WIDTH), whole.needed_width())
        self._lay_out(whole, 100)
        whole.resize(self._width, whole.table_height())
        self._lay_out(legend, 100)
        legend.resize(self._width, legend.sizeHint().height())
        return self

    def add_bars(self, shown: PremiumBars) -> LanguagesPicture:
        """The bars with their intervals."""
        bars = PremiumBars(self.look)
        shown.copy_to(bars)
        self._lay_out(bars, 100)
        bars.resize(self._width, bars.sizeHint().height())
        return self

    def add_scatter(self, shown: SizeScatter) -> LanguagesPicture:
        scatter = SizeScatter(self.look)
        shown.copy_to(scatter)
        self._lay_out(scatter, round(SLIDE_WIDTH * 0.6))
        return self

    def _lay_out(self, part: QWidget, height: int) -> None:
        """A widget that nobody sees: only one that is shown is laid out."""
        part.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        part.resize(self._width, height)
        part.show()
        self._parts.append(part)

    def drawn(self, path: Path) -> Drawn:
        """As a file of that name has it: lines where its suffix says SVG, else points.  It can be drawn once."""
        try:
            return self._svg() if path.suffix.casefold() == ".svg" else self._points()
        finally:
            for part in self._parts:
                part.close()
                part.deleteLater()

    # -- drawing -----------------------------------------------------------------------------------------------------

    def _title_height(self) -> int:
        if self._title is None:
            return 0
        return QFontMetrics(self.look.font("heading", weight=700)).height() + self.look.metrics.units(4)

    def _caption_rect(self) -> QRect:
        """Where the caption stands, below everything."""
        gap = self.look.metrics.units(3)
        font = QFontMetrics(self.look.font("caption"))
        needed = font.boundingRect(QRect(0, 0, self._width - 2 * gap, 10_000), _WRAP, self._caption)
        top = self._title_height() + sum(part.height() for part in self._parts) + gap
        return QRect(gap, top, self._width - 2 * gap, needed.height() + gap)

    def _size(self) -> QSize:
        return QSize(self._width, self._caption_rect().bottom() + 1)

    def _points(self) -> QImage:
        image = QImage(self._size() * _SCALE, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(_SCALE)
        image.setText("Description", self._caption)
        with QPainter(image) as painter:
            self._paint(painter)
        return image

    def _svg(self) -> bytes:
        return drawn_svg(self._size(), "Languages", self._paint, self._caption)

    def _paint(self, painter: QPainter) -> None:
        painter.fillRect(QRect(QPoint(0, 0), self._size()), self.look.theme.panel)
        self._paint_title(painter)
        top = self._title_height()
        for part in self._parts:
            # An offset is counted in the picture's own points, a translation in the screen's.
            painter.save()
            painter.translate(0, top)
            part.render(painter, QPoint(0, 0))
            painter.restore()
            top += part.height()
        painter.setFont(self.look.font("caption"))
        painter.setPen(self.look.theme.second_text)
        painter.drawText(self._caption_rect(), int(_WRAP), self._caption)

    def _paint_title(self, painter: QPainter) -> None:
        if self._title is None:
            return
        gap = self.look.metrics.units(3)
        area = QRect(gap, 0, self._width - 2 * gap, self._title_height())
        bold = self.look.font("heading", weight=700)
        painter.setFont(bold)
        painter.setPen(self.look.theme.text)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._title.words)
        area.setLeft(area.left() + QFontMetrics(bold).horizontalAdvance(self._title.words) + gap)
        painter.setFont(self.look.font("body"))
        painter.setPen(self.look.theme.second_text)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._title.note)
