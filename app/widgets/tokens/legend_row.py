"""What the colours of the tokens mean: a small token box and a name for each class, and what must be said of them."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.look.token_palettes import TokenPalette
from app.translation import later, translate
from app.widgets.basics.painter import Painter
from app.widgets.tokens.token_marks import palette_of
from engine.reading.classes import NONE, Classes

_HEADS = {
    "index": later("legend_row", "Colours take turns"),
    "rank": later("legend_row", "Learned in step"),
    "length": later("legend_row", "Bytes under a token"),
    "script": later("legend_row", "Script"),
    "language": later("legend_row", "Language"),
}
_NO_KIND = {"script": later("legend_row", "no letters"), "language": later("legend_row", "not known")}
_NOTES = (
    later("legend_row", "The language is told only of lines that stand in: {}."),
    later("legend_row", "{} runs on its own library, which does not tell the order of its tokens."),
)


def _note_of(note: str) -> str:
    """What the engine says of a colouring, which ends or begins with a name, in the language of the window."""
    for source in _NOTES:
        before, after = source.split("{}")
        if note.startswith(before) and note.endswith(after):
            return translate("legend_row", source).format(note.removeprefix(before).removesuffix(after))
    return note


class LegendRow(QWidget):
    """Painted; lines as many as there is need of."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._head = self._note = ""
        self._names: tuple[str, ...] = ()
        self._classes: Classes | None = None
        self._places: list[QRectF] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("What the colours mean"))
        appearance.changed.connect(self._lay_out)

    def show_classes(self, by: str, classes: Classes | None) -> None:
        """The legend of a colouring; hidden where each token has its own colour."""
        self._classes = classes
        self.setVisible(classes is not None)
        if classes is None:
            return
        self._head, self._note = translate("legend_row", _HEADS[by]), _note_of(classes.note)
        names = tuple(translate("engine", name) for name in classes.names)
        has_none = classes.form == "kinds" and bool((classes.of_token == NONE).any())
        self._names = (*names, translate("legend_row", _NO_KIND[by])) if has_none and by in _NO_KIND else names
        self.setAccessibleDescription(f"{self._head}: {', '.join(self._names)}. {self._note}".strip())
        self._lay_out()

    @property
    def names(self) -> tuple[str, ...]:
        return self._names

    @property
    def note(self) -> str:
        return self._note

    # -- room --------------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        """Head, names and note one after the other, in new lines where they have no room."""
        metrics = self._appearance.metrics
        measure = QFontMetricsF(self._appearance.font("caption"))
        left, row = float(metrics.units(4)), float(metrics.units(6))
        x, y, right = left, float(metrics.units(0.5)), self.width() - metrics.units(3)
        self._places = []
        for number, words in enumerate((self._head, *self._names, self._note)):
            is_name = 0 < number <= len(self._names)
            width = measure.horizontalAdvance(words) + (self._swatch + metrics.units(1.5) if is_name else 0)
            if x > left and x + width > right:
                x, y = left, y + row
            self._places.append(QRectF(x, y, min(width, max(1.0, right - left)), row))
            x += width + metrics.units(4) if words else 0
        self.setFixedHeight(round(y + row + metrics.units(0.5)))
        self.update()

    @property
    def _swatch(self) -> float:
        return float(self._appearance.metrics.units(4.5))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(60), self.minimumHeight())

    # -- painting ----------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._classes is None:
            return
        theme = self._appearance.theme
        palette = palette_of(self._classes, theme)
        with Painter(self) as painter:
            painter.fillRect(self.rect(), theme.panel)
            painter.fillRect(QRectF(0, 0, self.width(), 1), theme.hairline)
            painter.setFont(self._appearance.font("caption"))
            words = (self._head, *self._names, self._note)
            for number, (place, text) in enumerate(zip(self._places, words, strict=True)):
                is_name = 0 < number <= len(self._names)
                if is_name:
                    self._paint_swatch(painter, palette, number - 1, place)
                    place = place.adjusted(self._swatch + self._appearance.metrics.units(1.5), 0, 2, 0)
                painter.setPen(theme.text if is_name else theme.second_text)
                measure = QFontMetricsF(painter.font())
                shown = measure.elidedText(text, Qt.TextElideMode.ElideRight, place.width() + 2)
                painter.drawText(place.adjusted(0, 0, 4, 0), Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_swatch(self, painter: QPainter, palette: TokenPalette, colour: int, place: QRectF) -> None:
        """A box as in the text: ground, tick as high as the class is, and in high contrast its frame."""
        metrics, theme = self._appearance.metrics, self._appearance.theme
        height = float(metrics.units(4.5))
        box = QRectF(place.left(), place.center().y() - height / 2, self._swatch, height)
        tick, level = palette.ticks[colour], palette.level(colour)
        painter.fillRect(box, palette.fills[colour])
        if theme.token_edge:
            painter.setPen(QPen(tick, theme.token_edge))
            painter.drawRect(box.adjusted(1, 1, -1, -1))
        width = 2 * theme.token_edge or metrics.tick
        painter.fillRect(QRectF(box.left(), box.top() + (1 - level) * height, width, level * height), tick)
        painter.fillRect(QRectF(box.left(), box.top(), 1, height), tick)
