"""The scripts of a vocabulary as a treemap: areas are shares of its tokens; a click lists a script's tokens."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip

from app.look.theme import Appearance
from app.widgets.basics.painter import Painter
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
        self.setAccessibleDescription(", ".join(f"{name} {count:,}" for name, count in list(counts.items())[:20]))
        self.update()

    def boxes(self) -> dict[str, QRectF]:
        """Where each script stands."""
        pad = float(self._appearance.metrics.units(3))
        whole = (pad, pad, max(1.0, self.width() - 2 * pad), max(1.0, self.height() - 2 * pad))
        placed = squarified(list(self._counts.values()), whole)
        return {name: QRectF(*box) for name, box in zip(self._counts, placed, strict=True)}

    def places(self) -> list[QRectF]:
        return list(self.boxes().values())

    def ask(self, number: int) -> None:
        name = list(self._counts)[number]
        self.script_asked.emit("" if name == self._chosen else name)

    def words(self, number: int) -> str:
        name = list(self._counts)[number]
        return f"{name.replace('_', ' ')}: {self._words(name)}"

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(90), self._appearance.metrics.units(60))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, look = self._appearance.theme, self._appearance
        with Painter(self) as painter:
            painter.fillRect(self.rect(), theme.panel)
            for number, (name, box) in enumerate(self.boxes().items()):
                inner = box.adjusted(0.5, 0.5, -0.5, -0.5)
                fill = theme.token_fills[number % theme.token_colours]
                painter.fillRect(inner, fill)
                painter.setPen(QPen(theme.panel, 1))
                painter.drawRect(box)
                self._paint_words(painter, name, inner)
            if self._chosen in self._counts:
                width = look.metrics.focus
                painter.setPen(QPen(theme.accent, width))
                painter.drawRect(self.boxes()[self._chosen].adjusted(width / 2, width / 2, -width / 2, -width / 2))
            self.paint_walk(painter)

    def _paint_words(self, painter: QPainter, name: str, box: QRectF) -> None:
        """Name and count where they fit, the name small where only that fits; a box too small speaks by its tool tip."""
        look, theme = self._appearance, self._appearance.theme
        inner = box.adjusted(look.metrics.units(1.5), look.metrics.units(1), -look.metrics.units(0.5), 0)
        title, top = name.replace("_", " "), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.setPen(theme.text)
        for font in (look.font("body", weight=600), look.font("caption", weight=600)):
            measure = QFontMetricsF(font)
            if measure.horizontalAdvance(title) <= inner.width() and measure.height() <= inner.height():
                painter.setFont(font)
                painter.drawText(inner, top, title)
                break
        else:
            return
        words, below = self._words(name), inner.adjusted(0, measure.height(), 0, 0)
        caption = QFontMetricsF(look.font("caption"))
        if caption.horizontalAdvance(words) <= below.width() and caption.height() <= below.height():
            painter.setFont(look.font("caption"))
            painter.drawText(below, top, words)

    def _words(self, name: str) -> str:
        total = sum(self._counts.values())
        return f"{self._counts[name]:,}, {self._counts[name] / total:.1%}".replace("%", " %")

    def script_at(self, point: QPointF) -> str:
        return next((name for name, box in self.boxes().items() if box.contains(point)), "")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        name = self.script_at(event.position())
        if name:
            self.ask(list(self._counts).index(name))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            name = self.script_at(QPointF(event.pos()))
            if name:
                QToolTip.showText(event.globalPos(), f"{name.replace('_', ' ')}: {self._words(name)}", self)
                return True
        return super().event(event)
