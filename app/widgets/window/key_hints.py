"""The keys of the stage, below the pane."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from app.look.theme import Appearance
from app.widgets.basics.controls import Panel
from app.widgets.basics.painter import Painter

Hint = tuple[str, str]
"""A key and what it does."""


class KeyHints(Panel):
    """Caps with words, on as many lines as they need; the last one stands at the right edge."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._hints: tuple[Hint, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        appearance.changed.connect(self.updateGeometry)

    def show_hints(self, hints: Sequence[Hint]) -> None:
        self._hints = tuple(hints)
        self.setAccessibleName(", ".join(f"{key}: {words}" for key, words in hints))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(100), self._line_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._line_height())

    def heightForWidth(self, width: int) -> int:
        return self._line_height() + self._next_line() * (len(self._lines(width)) - 1)

    def _line_height(self) -> int:
        metrics = self._appearance.metrics
        return metrics.control + metrics.units(4)

    def _next_line(self) -> int:
        """How much further down each line stands."""
        return self._appearance.metrics.units(8.5)

    def paintEvent(self, _event: QPaintEvent) -> None:
        gap, lines = self._gap(self.width()), self._lines(self.width())
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for number, line in enumerate(lines):
                y, x = number * self._next_line(), gap
                for hint in line:
                    if hint is self._hints[-1]:
                        x = self.width() - gap - self._width(hint)
                    self._paint(painter, hint, x, y)
                    x += self._width(hint) + gap

    def _lines(self, width: int) -> list[list[Hint]]:
        """The hints of each line; at least one."""
        gap = self._gap(width)
        lines: list[list[Hint]] = [[]]
        x = gap
        for hint in self._hints:
            x += self._width(hint) + gap
            if lines[-1] and x > width:
                lines.append([])
                x = self._width(hint) + 2 * gap
            lines[-1].append(hint)
        return lines

    def _gap(self, width: int) -> float:
        """Between two hints: less where not all have room otherwise."""
        metrics = self._appearance.metrics
        left = width - sum(self._width(hint) for hint in self._hints)
        return float(min(metrics.units(6), max(metrics.units(2.5), left // (len(self._hints) + 1))))

    def _widths(self, hint: Hint) -> tuple[float, float]:
        """Of the cap and the words."""
        look = self._appearance
        cap = QFontMetricsF(look.font("caption", weight=700)).horizontalAdvance(hint[0]) + look.metrics.units(4)
        return cap, QFontMetricsF(look.font("caption")).horizontalAdvance(hint[1])

    def _width(self, hint: Hint) -> float:
        return sum(self._widths(hint)) + self._appearance.metrics.units(2)

    def _paint(self, painter: QPainter, hint: Hint, x: float, y: float) -> None:
        look = self._appearance
        cap, words = self._widths(hint)
        height = float(look.metrics.units(6.5))
        frame = QRectF(x, y + (self._line_height() - height) / 2, cap, height)
        painter.setPen(QPen(look.theme.control_border, look.metrics.line(1)))
        painter.setBrush(look.theme.panel)
        painter.drawRoundedRect(frame, look.metrics.units(1), look.metrics.units(1))
        painter.setPen(look.theme.text)
        painter.setFont(look.font("caption", weight=700))
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, hint[0])
        painter.setPen(look.theme.second_text)
        painter.setFont(look.font("caption"))
        area = QRectF(frame.right() + look.metrics.units(2), y, words + 2, self._line_height())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, hint[1])
