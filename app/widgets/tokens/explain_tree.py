"""A pre-token while it is encoded by merges: base symbols below, each merge above its parts with its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance
from app.widgets.basics.chip_painting import ChipFace, ChipStyle, lit_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.painter import Painter


@dataclass(frozen=True, slots=True)
class Joint:
    """A symbol or a merge: its bytes, the numbers of its two parts (none for a symbol), and its height in merges."""

    token: bytes
    parts: tuple[int, ...] = ()
    level: int = 0


def joints_of(symbols: Sequence[bytes], merges: Sequence[tuple[int, bytes]]) -> list[Joint]:
    """Symbols, then merges in order, each given as (place among the tokens of that moment, bytes).

    >>> joints_of([b"a", b"b", b"c"], [(1, b"bc"), (0, b"abc")])[-1]
    Joint(token=b'abc', parts=(0, 3), level=2)
    """
    joints = [Joint(symbol) for symbol in symbols]
    row = list(range(len(joints)))
    for place, token in merges:
        parts = tuple(row[place : place + 2])
        joints.append(Joint(token, parts, 1 + max(joints[part].level for part in parts)))
        row[place : place + 2] = [len(joints) - 1]
    return joints


class ExplainTree(QWidget):
    """Painted whole; stands in a scroll area."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._joints: list[Joint] = []
        self._symbols = self._done = 0
        self.setAccessibleName(self.tr("Merges of the pre-token"))
        appearance.changed.connect(self._lay_out)
        self._lay_out()

    def show_merges(self, symbols: Sequence[bytes], merges: Sequence[tuple[int, bytes]]) -> None:
        """Another pre-token, with all its merges."""
        self._joints, self._symbols = joints_of(symbols, merges), len(symbols)
        self._done = len(merges)
        self._lay_out()

    def show_done(self, count: int) -> None:
        """The first merges; those to come are not drawn."""
        self._done = count
        self.update()

    def _lay_out(self) -> None:
        self._face = ChipFace(self._appearance, "body")
        gap = self._appearance.metrics.units(1.5)
        middles: list[float] = []
        x = 0.0
        for joint in self._joints:
            width = self._face.width(joint.token)
            if joint.parts:
                middles.append((middles[joint.parts[0]] + middles[joint.parts[1]]) / 2)
            else:
                middles.append(x + width / 2)
                x += width + gap
        # What is wider than what stands under it may stick out at either side.
        half = [self._face.width(joint.token) / 2 for joint in self._joints]
        left = min((middle - reach for middle, reach in zip(middles, half, strict=True)), default=0.0)
        self._middles = [middle - left for middle in middles]
        self._width = max((middle + reach for middle, reach in zip(self._middles, half, strict=True)), default=0.0)
        said = [f"{number}: {spoken(joint.token)}" for number, joint in enumerate(self._joints[self._symbols :], 1)]
        self.setAccessibleDescription("; ".join(said))
        self.setMinimumSize(self.sizeHint())
        self.update()

    def _row_height(self) -> float:
        return self._face.height + self._appearance.metrics.units(4.5)

    def sizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        levels = 1 + max((joint.level for joint in self._joints), default=0)
        return QSize(round(self._width + metrics.units(8)), round(levels * self._row_height() + metrics.units(4)))

    def _box(self, number: int) -> QRectF:
        joint, metrics = self._joints[number], self._appearance.metrics
        width = self._face.width(joint.token)
        spare = max(0.0, self.width() - self._width - metrics.units(8)) / 2
        x = metrics.units(3) + spare + self._middles[number] - width / 2
        bottom = self.height() - metrics.units(2)
        return QRectF(x, bottom - self._face.height - joint.level * self._row_height(), width, self._face.height)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), self._appearance.theme.panel)
            shown = range(self._symbols + self._done) if self._joints else range(0)
            for number in shown:
                self._paint_lines(painter, number)
            for number in shown:
                self._paint_chip(painter, number)

    def _paint_lines(self, painter: QPainter, number: int) -> None:
        painter.setPen(QPen(self._appearance.theme.control_border, self._appearance.metrics.line(1.5)))
        box = self._box(number)
        for part in self._joints[number].parts:
            below = self._box(part)
            bar = box.bottom() + self._appearance.metrics.units(1.5)
            x = below.center().x()
            painter.drawPolyline(
                [
                    QPointF(box.center().x(), box.bottom()),
                    QPointF(box.center().x(), bar),
                    QPointF(x, bar),
                    QPointF(x, below.top()),
                ]
            )

    def _paint_chip(self, painter: QPainter, number: int) -> None:
        theme, box, joint = self._appearance.theme, self._box(number), self._joints[number]
        style = ChipStyle(theme.panel, theme.text, None, theme.control_border)
        if joint.parts:
            newest = number == self._symbols + self._done - 1
            style = (
                lit_style(theme, edge=True) if newest else ChipStyle(theme.selected_row, theme.text, None, theme.accent)
            )
        self._face.paint(painter, box.topLeft(), joint.token, style)
        if joint.parts:
            self._paint_number(painter, box, number - self._symbols + 1)

    def _paint_number(self, painter: QPainter, box: QRectF, number: int) -> None:
        """A disc at the chip's corner."""
        theme = self._appearance.theme
        font = self._appearance.font("caption", weight=700)
        measure = QFontMetricsF(font)
        words = str(number)
        height = measure.height()
        width = max(height, measure.horizontalAdvance(words) + self._appearance.metrics.units(2))
        disc = QRectF(box.right() - 0.4 * height, box.top() - 0.55 * height, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.text)
        painter.drawRoundedRect(disc, height / 2, height / 2)
        painter.setPen(theme.panel)
        painter.setFont(font)
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, words)
