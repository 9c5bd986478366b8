"""The most frequent pre-tokens, each with a bar and its count."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.widgets.basics.cut_text import beginning
from app.widgets.basics.number_text import number_text
from app.widgets.basics.painter import Painter

_ROWS = 9
_LONGEST = 60
"""Characters of a pre-token that are shown: where nothing cuts the text before it is learned from, one may be a whole book."""


def shown(token: bytes) -> str:
    """A pre-token in one line: blanks as open boxes, bytes that are no text as hex; the start of a long one.

    >>> shown(b" the")
    '\N{BOTTOM SQUARE BRACKET}the'
    """
    text = beginning(token[: 8 * _LONGEST].decode("utf-8", "backslashreplace"), _LONGEST)
    return (
        text.replace(" ", "\N{BOTTOM SQUARE BRACKET}")
        .replace("\n", "\N{RETURN SYMBOL}")
        .replace("\r", "")
        .expandtabs(1)
    )


class FrequencyBars(QWidget):
    """As many rows as there is room for, nine at most."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._rows: tuple[tuple[str, float], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        appearance.changed.connect(self._on_appearance_changed)

    def show_rows(self, rows: Sequence[tuple[bytes, float]]) -> None:
        self._rows = tuple((shown(token), count) for token, count in rows[:_ROWS])
        words = "; ".join(f"{name} {number_text(count)}" for name, count in self._rows)
        self.setAccessibleName(self.tr("Most frequent pre-tokens: {}").format(words))
        self.updateGeometry()
        self.update()

    def _row_height(self) -> int:
        return self._appearance.metrics.units(5.75)

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(50), self._row_height() * max(1, len(self._rows)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(40), self._row_height() * min(3, max(1, len(self._rows))))

    def _on_appearance_changed(self) -> None:
        self.updateGeometry()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._rows:
            return
        theme, metrics, height = self._appearance.theme, self._appearance.metrics, self._row_height()
        rows = self._rows[: max(1, self.height() // height)]
        mono, plain = self._appearance.font("body", mono=True), self._appearance.font("body")
        numbers = [number_text(count) for _, count in rows]
        number_width = max(QFontMetricsF(plain).horizontalAdvance(number) for number in numbers)
        measure = QFontMetricsF(mono)
        name_width = min(max(measure.horizontalAdvance(name) for name, _ in rows), self.width() * 0.4)
        gap = metrics.units(2)
        room = self.width() - name_width - number_width - 2 * gap
        most = max(count for _, count in rows) or 1.0
        middle = Qt.AlignmentFlag.AlignVCenter
        with Painter(self) as painter:
            for index, ((name, count), number) in enumerate(zip(rows, numbers, strict=True)):
                y = index * height
                painter.setPen(theme.text)
                painter.setFont(mono)
                words = measure.elidedText(name, Qt.TextElideMode.ElideRight, name_width)
                painter.drawText(QRectF(0, y, name_width, height), middle | Qt.AlignmentFlag.AlignRight, words)
                bar = QRectF(name_width + gap, y + height * 0.25, max(1.0, room * count / most), height * 0.5)
                painter.fillRect(bar, theme.bar)
                painter.setFont(plain)
                area = QRectF(self.width() - number_width, y, number_width, height)
                painter.drawText(area, middle | Qt.AlignmentFlag.AlignRight, number)
