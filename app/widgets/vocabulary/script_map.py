"""The scripts of a vocabulary as a treemap: areas are shares of its tokens; a click lists a script's tokens.

Scripts whose areas are too small for a name stand in a line below.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip

from app.look.theme import Appearance
from app.widgets.basics.painter import Painter
from app.widgets.basics.plain_tip import plain_tip
from app.widgets.vocabulary.key_walk import KeyWalk
from app.widgets.vocabulary.treemap_layout import squarified


class ScriptMap(KeyWalk):
    """`script_asked(name)`: the name of the clicked one, "" for the one that is chosen already."""

    script_asked = Signal(str)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._counts: dict[str, int] = {}
        self._chosen = ""
        self.setAccessibleName(self.tr("Scripts"))
        self.setMinimumSize(appearance.metrics.units(30), appearance.metrics.units(30))
        appearance.changed.connect(self.update)

    def show_scripts(self, counts: Mapping[str, int], chosen: str) -> None:
        """Counts falling; the chosen one gets a frame."""
        self._counts, self._chosen = dict(counts), chosen
        self.setAccessibleDescription(", ".join(f"{_title(name)} {count:,}" for name, count in counts.items()))
        self.update()

    def boxes(self) -> dict[str, QRectF]:
        """Where each script stands; above the line of the small ones, if there are any."""
        boxes = self._boxes_above(0.0)
        return self._boxes_above(self._line_height()) if self._small_ones(boxes) else boxes

    def _boxes_above(self, line: float) -> dict[str, QRectF]:
        pad = float(self._appearance.metrics.units(3))
        whole = (pad, pad, max(1.0, self.width() - 2 * pad), max(1.0, self.height() - 2 * pad - line))
        placed = squarified(list(self._counts.values()), whole)
        return {name: QRectF(*box) for name, box in zip(self._counts, placed, strict=True)}

    def _line_height(self) -> float:
        return QFontMetricsF(self._appearance.font("caption")).height()

    def _line(self) -> QRectF:
        """Where the small ones are named."""
        pad, height = float(self._appearance.metrics.units(3)), self._line_height()
        return QRectF(pad, self.height() - pad / 2 - height, self.width() - 2 * pad, height)

    def _small_ones(self, boxes: Mapping[str, QRectF]) -> list[str]:
        """Those without room for their names."""
        return [name for name, box in boxes.items() if self._title_font(name, self._inner(box)) is None]

    def small_words(self) -> str:
        """The scripts that have no name in the map, with their tokens; "" where all have one."""
        small = self._small_ones(self.boxes())
        listed = ", ".join(f"{_title(name)} {self._counts[name]:,}" for name in small)
        return self.tr("Too small for a name: {}").format(listed) if small else ""

    def places(self) -> list[QRectF]:
        return list(self.boxes().values())

    def ask(self, number: int) -> None:
        name = list(self._counts)[number]
        self.script_asked.emit("" if name == self._chosen else name)

    def words(self, number: int) -> str:
        name = list(self._counts)[number]
        return f"{_title(name)}: {self._words(name)}"

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(90), self._appearance.metrics.units(60))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, look = self._appearance.theme, self._appearance
        with Painter(self) as painter:
            painter.fillRect(self.rect(), theme.panel)
            for number, (name, box) in enumerate(self.boxes().items()):
                fill = theme.token_fills[number % theme.token_colours]
                painter.fillRect(box.adjusted(0.5, 0.5, -0.5, -0.5), fill)
                painter.setPen(QPen(theme.panel, 1))
                painter.drawRect(box)
                self._paint_words(painter, name, box)
            self._paint_line(painter)
            if self._chosen in self._counts:
                width = look.metrics.focus
                painter.setPen(QPen(theme.accent, width))
                painter.drawRect(self.boxes()[self._chosen].adjusted(width / 2, width / 2, -width / 2, -width / 2))
            self.paint_walk(painter)

    def _paint_words(self, painter: QPainter, name: str, box: QRectF) -> None:
        """Name and count where they fit, the name small where only that fits."""
        look, inner = self._appearance, self._inner(box)
        font, top = self._title_font(name, inner), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        if font is None:
            return
        painter.setPen(look.theme.text)
        painter.setFont(font)
        painter.drawText(inner, top, _title(name))
        words, below = self._words(name), inner.adjusted(0, QFontMetricsF(font).height(), 0, 0)
        caption = QFontMetricsF(look.font("caption"))
        if caption.horizontalAdvance(words) <= below.width() and caption.height() <= below.height():
            painter.setFont(look.font("caption"))
            painter.drawText(below, top, words)

    def _paint_line(self, painter: QPainter) -> None:
        """The small ones, the greatest first; the tip has those that are left out."""
        font, line = self._appearance.font("caption"), self._line()
        words = QFontMetricsF(font).elidedText(self.small_words(), Qt.TextElideMode.ElideRight, line.width())
        painter.setFont(font)
        painter.setPen(self._appearance.theme.second_text)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)

    def _inner(self, box: QRectF) -> QRectF:
        """What a box has for words."""
        units = self._appearance.metrics.units
        return box.adjusted(0.5 + units(1.5), 0.5 + units(1), -0.5 - units(0.5), -0.5)

    def _title_font(self, name: str, room: QRectF) -> QFont | None:
        """The larger of two fonts in which a name has room, if there is one."""
        fonts = (self._appearance.font("body", weight=600), self._appearance.font("caption", weight=600))
        for font in fonts:
            measure = QFontMetricsF(font)
            if measure.horizontalAdvance(_title(name)) <= room.width() and measure.height() <= room.height():
                return font
        return None

    def _words(self, name: str) -> str:
        share = self._counts[name] / sum(self._counts.values())
        return f"{self._counts[name]:,}, {share:.1%}".replace("%", " %")

    def script_at(self, point: QPointF) -> str:
        return next((name for name, box in self.boxes().items() if box.contains(point)), "")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        name = self.script_at(event.position())
        if name:
            self.ask(list(self._counts).index(name))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self._tip_at(QPointF(event.pos()))
            if words:
                QToolTip.showText(event.globalPos(), plain_tip(words), self)
                return True
        return super().event(event)

    def _tip_at(self, point: QPointF) -> str:
        """The script there, or all that the line below has no room for."""
        name = self.script_at(point)
        if name:
            return self.words(list(self._counts).index(name))
        return self.small_words() if self._line().contains(point) else ""


def _title(name: str) -> str:
    """A script as one reads it.

    >>> _title("Canadian_Aboriginal")
    'Canadian Aboriginal'
    """
    return name.replace("_", " ")
