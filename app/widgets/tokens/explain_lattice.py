"""The lattice of a pre-token: every piece that occurs in it as an arc, thick where a cut is likely to use it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.painter import Painter


@dataclass(frozen=True, slots=True)
class Arc:
    """A piece from one border of characters to another, its score, and how likely a cut uses it (0 to 1)."""

    start: int
    end: int
    text: str
    score: float
    share: float
    chosen: bool = False


class ExplainLattice(QWidget):
    """Painted whole; stands in a scroll area."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._characters: tuple[str, ...] = ()
        self._arcs: tuple[Arc, ...] = ()
        self.setAccessibleName(self.tr("Lattice of pieces"))
        appearance.changed.connect(self._fit)
        self._fit()

    def show_arcs(self, characters: tuple[str, ...], arcs: tuple[Arc, ...]) -> None:
        """Another pre-token: its characters, and the pieces that occur in it."""
        self._characters, self._arcs = characters, arcs
        said = (f"{spoken(arc.text.encode())} {arc.score:.2f}, {100 * arc.share:.0f} %" for arc in arcs)
        self.setAccessibleDescription("; ".join(said))
        self._fit()

    def _fit(self) -> None:
        metrics = self._appearance.metrics
        self._font = self._appearance.font("token", mono=True)
        widest = max(map(QFontMetricsF(self._font).horizontalAdvance, self._characters), default=0.0)
        self._steps = (
            max(widest + metrics.units(4), metrics.units(12)),
            max(widest + metrics.units(4), metrics.units(17)),
        )
        self._level = metrics.units(7)
        self._longest = max((arc.end - arc.start for arc in self._arcs), default=1)
        self.setMinimumSize(self.sizeHint())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        width = len(self._characters) * self._steps[0] + metrics.units(8)
        return QSize(round(width), round(0.94 * self._longest * self._level + metrics.units(17)))

    def step(self) -> float:
        """From one character to the next: what there is room for, between what can be read and what looks well."""
        least, most = self._steps
        room = self.width() - self._appearance.metrics.units(8)
        return min(most, max(least, room / max(1, len(self._characters))))

    def _x(self, border: int) -> float:
        return self._appearance.metrics.units(4) + border * self.step()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, metrics = self._appearance.theme, self._appearance.metrics
            painter.fillRect(self.rect(), theme.panel)
            base = self.height() - metrics.units(11)
            painter.setFont(self._font)
            painter.setPen(theme.text)
            for number, (character, (left, right)) in enumerate(
                zip(self._characters, pairwise(map(self._x, range(len(self._characters) + 1))), strict=True)
            ):
                box = QRectF(left, base + metrics.units(1.5), right - left, metrics.units(9))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, character if character != " " else "␣")
                self._dot(painter, number, base)
            self._dot(painter, len(self._characters), base)
            for arc in sorted(self._arcs, key=lambda arc: (arc.chosen, arc.share)):
                self._paint_arc(painter, arc, base)

    def _dot(self, painter: QPainter, border: int, base: float) -> None:
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._appearance.theme.second_text)
        painter.drawEllipse(
            QPointF(self._x(border), base), self._appearance.metrics.px(3), self._appearance.metrics.px(3)
        )
        painter.restore()

    def _paint_arc(self, painter: QPainter, arc: Arc, base: float) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        left, right = self._x(arc.start), self._x(arc.end)
        height = (arc.end - arc.start) * self._level * 0.95 + metrics.units(2)
        path = QPainterPath(QPointF(left, base))
        path.cubicTo(QPointF(left, base - 1.3 * height), QPointF(right, base - 1.3 * height), QPointF(right, base))
        colour = theme.accent if arc.chosen else theme.control_border
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, self.line_width(arc)))
        painter.drawPath(path)
        self._paint_score(painter, arc, QPointF((left + right) / 2, base - 0.975 * height))

    def line_width(self, arc: Arc) -> float:
        """The likelier a cut uses the piece, the thicker."""
        metrics = self._appearance.metrics
        return max(metrics.line(2) if arc.chosen else 1.0, metrics.line(0.8 + 5 * arc.share))

    def _paint_score(self, painter: QPainter, arc: Arc, at: QPointF) -> None:
        """On a ground of its own, so that no arc runs through it."""
        theme = self._appearance.theme
        font = self._appearance.font("caption", weight=600 if arc.chosen else 400)
        words = f"{arc.score:.1f}"
        measure = QFontMetricsF(font)
        width = measure.horizontalAdvance(words) + 4
        ground = QRectF(at.x() - width / 2, at.y() - measure.height() / 2, width, measure.height())
        painter.fillRect(ground, theme.panel)
        painter.setFont(font)
        painter.setPen(theme.accent if arc.chosen else theme.second_text)
        painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, words)
        painter.setFont(self._font)
