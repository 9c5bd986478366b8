"""The keys of the stage, in one line below the pane."""

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
    """Caps with words; the last one stands at the right edge.  Those without room are left out."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._hints: tuple[Hint, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        appearance.changed.connect(self.updateGeometry)

    def show_hints(self, hints: Sequence[Hint]) -> None:
        self._hints = tuple(hints)
        self.setAccessibleName(", ".join(f"{key}: {words}" for key, words in hints))
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        return QSize(metrics.units(100), metrics.control + metrics.units(4))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            gap = self._gap()
            end = float(self.width() - gap)
            if self._hints:
                end -= self._width(self._hints[-1])
                self._paint(painter, self._hints[-1], end)
            x = gap
            for hint in self._hints[:-1]:
                width = self._width(hint)
                if x + width > end - gap:
                    break
                self._paint(painter, hint, x)
                x += width + gap

    def _gap(self) -> float:
        """Between two hints: less where not all have room otherwise."""
        metrics = self._appearance.metrics
        left = self.width() - sum(self._width(hint) for hint in self._hints)
        return float(min(metrics.units(6), max(metrics.units(2.5), left // (len(self._hints) + 1))))

    def _widths(self, hint: Hint) -> tuple[float, float]:
        """Of the cap and the words."""
        look = self._appearance
        cap = QFontMetricsF(look.font("caption", weight=700)).horizontalAdvance(hint[0]) + look.metrics.units(4)
        return cap, QFontMetricsF(look.font("caption")).horizontalAdvance(hint[1])

    def _width(self, hint: Hint) -> float:
        return sum(self._widths(hint)) + self._appearance.metrics.units(2)

    def _paint(self, painter: QPainter, hint: Hint, x: float) -> None:
        look = self._appearance
        cap, words = self._widths(hint)
        height = float(look.metrics.units(6.5))
        frame = QRectF(x, (self.height() - height) / 2, cap, height)
        painter.setPen(QPen(look.theme.control_border, look.metrics.line(1)))
        painter.setBrush(look.theme.panel)
        painter.drawRoundedRect(frame, look.metrics.units(1), look.metrics.units(1))
        painter.setPen(look.theme.text)
        painter.setFont(look.font("caption", weight=700))
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, hint[0])
        painter.setPen(look.theme.second_text)
        painter.setFont(look.font("caption"))
        area = QRectF(frame.right() + look.metrics.units(2), 0, words + 2, self.height())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, hint[1])
