"""HeatLegend: what the colours of the heat map mean, class by class where there is room, else their two ends."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.widgets.basics.painter import Painter
from app.widgets.languages.heat_painting import paint_hatch
from app.widgets.languages.heat_scale import HeatScale, scale_for


class HeatLegend(QWidget):
    """`show_scale` with what occurs in the map: cheaper than the reference, unknown text, languages that cannot be written."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._scale = scale_for("premium", [])
        self._below_one = False
        self._reasons: list[str] = []
        self._laid_out: tuple[object, list[list[tuple[int, str, str]]]] = (None, [])
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Colours of the map"))
        appearance.changed.connect(self.updateGeometry)
        appearance.changed.connect(self.update)

    def show_scale(
        self, scale: HeatScale, *, below_one: bool, unknown: bool, lost: bool = False, refused: bool = False
    ) -> None:
        self._scale, self._below_one = scale, below_one
        reasons = {
            self.tr("more than 2 % unknown"): unknown,
            self.tr("letters lost"): lost,
            self.tr("cannot be written"): refused,
        }
        self._reasons = [words for words, occurs in reasons.items() if occurs]
        self.setAccessibleDescription(", ".join(words for _, words in self.entries()))
        self.updateGeometry()
        self.update()

    def entries(self) -> list[tuple[int, str]]:
        """(class, words) as they stand when there is room for all; class -1 is the hatch."""
        entries = self._scale.legend()
        if self._scale.measure == "premium" and not self._below_one:
            entries = entries[1:]
        return [*entries, (-1, ", ".join(self._reasons))] if self._reasons else entries

    def sizeHint(self) -> QSize:
        lines = self._lines(self.width() or self._appearance.metrics.units(90))
        return QSize(self._appearance.metrics.units(60), self._appearance.metrics.units(2.5 + 5.5 * len(lines)))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.sizeHint().height() != self.height():
            self.updateGeometry()

    def _short_entries(self) -> list[tuple[int, str, str]]:
        """(class, words before, words after): the two ends in words, the classes between without."""
        entries = self.entries()
        if not entries:
            return []
        known = [row for row in entries if row[0] > 0 or (row[0] == 0 and self._scale.measure != "premium")]
        short = [(number, "", "") for number, _ in known]
        first = "1" if self._scale.measure == "premium" else known[0][1]
        short[0], short[-1] = (known[0][0], first, ""), (known[-1][0], "", known[-1][1])
        below = [(number, "", words) for number, words in entries if number == 0 and self._scale.measure == "premium"]
        return [*below, *short, *((number, "", words) for number, words in entries if number < 0)]

    def _lines(self, width: int) -> list[list[tuple[int, str, str]]]:
        """The entries in lines that fit, worked out once for a width: layouts ask for it again and again."""
        key = width, self._appearance.base, self._scale.measure, tuple(self.entries())
        if self._laid_out[0] != key:
            self._laid_out = key, self._in_lines(width)
        return self._laid_out[1]

    def _in_lines(self, width: int) -> list[list[tuple[int, str, str]]]:
        """With all words if they fit one line, else shortened, on as many as needed."""
        room = width - self._appearance.metrics.units(6)
        full = [(number, "", words) for number, words in self.entries()]
        if sum(map(self._width, full)) <= room:
            return [full]
        lines: list[list[tuple[int, str, str]]] = [[]]
        for entry in self._short_entries():
            if lines[-1] and sum(map(self._width, lines[-1])) + self._width(entry) > room + self._gap(entry):
                lines.append([])
            lines[-1].append(entry)
        return lines

    def _gap(self, entry: tuple[int, str, str]) -> float:
        return self._appearance.metrics.units(4 if entry[2] else 1)

    def _width(self, entry: tuple[int, str, str]) -> float:
        metrics, font = self._appearance.metrics, QFontMetricsF(self._appearance.font("caption"))
        words = sum(font.horizontalAdvance(text) + metrics.units(1.5) for text in entry[1:] if text)
        return self._box(entry) + words + self._gap(entry)

    def _box(self, entry: tuple[int, str, str]) -> int:
        """Width of a box; those without words stand closer and are smaller."""
        return self._appearance.metrics.units(6 if entry[2] and not entry[1] else 5)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with Painter(self) as painter:
            metrics = self._appearance.metrics
            painter.fillRect(self.rect(), self._appearance.theme.panel)
            painter.setFont(self._appearance.font("caption"))
            for number, line in enumerate(self._lines(self.width())):
                x = float(metrics.units(3))
                for entry in line:
                    self._paint_entry(painter, entry, x, metrics.units(1.25 + 5.5 * number))
                    x += self._width(entry)

    def _paint_entry(self, painter: QPainter, entry: tuple[int, str, str], x: float, top: float) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        height = metrics.units(5.5)
        number, before, after = entry
        painter.setPen(theme.second_text)
        font = QFontMetricsF(painter.font())
        if before:
            painter.drawText(QRectF(x, top, 1000, height), Qt.AlignmentFlag.AlignVCenter, before)
            x += font.horizontalAdvance(before) + metrics.units(1.5)
        box = QRectF(round(x), round(top + height / 2 - metrics.units(1.5)), self._box(entry), metrics.units(3))
        if number < 0:
            paint_hatch(painter, box, theme.hairline, metrics.px(6))
        else:
            painter.fillRect(box, theme.heat[number].fill)
        painter.setPen(QPen(theme.control_border, 1))
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.setPen(theme.second_text)
        painter.drawText(
            QRectF(box.right() + metrics.units(1.5), top, 1000, height), Qt.AlignmentFlag.AlignVCenter, after
        )
