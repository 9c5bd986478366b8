"""A row of figures under a text: "156 tokens  202 characters ...".  What has no room is left out from the end, whole."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.look.icons import pixmap
from app.look.theme import Appearance
from app.widgets.basics.announce import announce
from app.widgets.basics.painter import Painter
from app.widgets.basics.plain_tip import plain_tip


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in bold and the words after it; `tip` explains them where one points at them."""

    number: str
    words: str
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A check at the right edge: good with a tick, else a warning."""

    good: bool
    words: str


class StatisticsRow(QWidget):
    """Painted, so that a figure is either there in full or not at all."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._figures: tuple[Figure, ...] = ()
        self._verdict: Verdict | None = None
        self._places: list[tuple[float, float, str]] = []
        self._verdict_left = 0.0
        self._current = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Figures of this text"))
        appearance.changed.connect(self.updateGeometry)
        appearance.changed.connect(self.update)

    def show_figures(self, figures: tuple[Figure, ...], verdict: Verdict | None = None) -> None:
        """The figures, the most important first."""
        self._figures, self._verdict = figures, verdict
        sentence = ", ".join(f"{figure.number} {figure.words}" for figure in figures)
        tips = " ".join(figure.tip for figure in figures)
        self.setAccessibleDescription(
            sentence + (f"; {verdict.words}" if verdict else "") + (f". {tips}" if tips else "")
        )
        self.update()

    def figures(self) -> tuple[Figure, ...]:
        return self._figures

    def verdict(self) -> Verdict | None:
        return self._verdict

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(60), self._appearance.metrics.units(9))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        with Painter(self) as painter:
            painter.fillRect(self.rect(), theme.alternate)
            painter.fillRect(QRectF(0, 0, self.width(), 1), theme.hairline)
            x = float(metrics.units(4))
            first = x + self._figure_width(self._figures[0]) if self._figures else x
            verdict = self._paint_verdict(painter, self.width() - metrics.units(3) - first)
            right = self.width() - metrics.units(3) - verdict
            self._places = []
            for figure in self._figures:
                width = self._figure_width(figure)
                if x + width > right:
                    break
                self._paint_figure(painter, figure, x)
                self._places.append((x, x + width, figure.tip))
                x += width + metrics.units(5)
            if self.hasFocus() and self._places:
                left, right, _ = self._places[min(self._current, len(self._places) - 1)]
                painter.setPen(QPen(theme.accent, metrics.focus))
                painter.drawRect(QRectF(left - metrics.u, 2, right - left + 2 * metrics.u, self.height() - 4))

    def tip_at(self, x: float) -> str:
        """What explains the figure there, or what the sign of the verdict means."""
        if self._verdict is not None and x >= self._verdict_left:
            return self._verdict.words
        return next((tip for left, right, tip in self._places if left <= x < right), "")

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), plain_tip(self.tip_at(event.pos().x())), self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go from figure to figure, each with what explains it."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None or not self._places:
            super().keyPressEvent(event)
            return
        self._current = max(0, min(len(self._places) - 1, self._current + step))
        left, _, tip = self._places[self._current]
        QToolTip.showText(self.mapToGlobal(QPoint(round(left), 0)), plain_tip(tip), self)
        announce(self, f"{self._figures[self._current].number} {self._figures[self._current].words}. {tip}")
        self.update()

    def _paint_figure(self, painter: QPainter, figure: Figure, x: float) -> None:
        theme = self._appearance.theme
        bold, plain = self._appearance.font("body", weight=700), self._appearance.font("body")
        painter.setFont(bold)
        painter.setPen(theme.text)
        painter.drawText(QRectF(x, 0, self.width(), self.height()), Qt.AlignmentFlag.AlignVCenter, figure.number)
        x += QFontMetricsF(bold).horizontalAdvance(figure.number + " ")
        painter.setFont(plain)
        painter.setPen(theme.second_text)
        painter.drawText(QRectF(x, 0, self.width(), self.height()), Qt.AlignmentFlag.AlignVCenter, figure.words)

    def _figure_width(self, figure: Figure) -> float:
        bold = QFontMetricsF(self._appearance.font("body", weight=700))
        plain = QFontMetricsF(self._appearance.font("body"))
        return bold.horizontalAdvance(figure.number + " ") + plain.horizontalAdvance(figure.words)

    def _paint_verdict(self, painter: QPainter, room: float) -> float:
        """Paints the verdict, its sign alone where there is no room for the words; returns how much it takes."""
        if self._verdict is None:
            return 0.0
        metrics = self._appearance.metrics
        colour = self._appearance.theme.good if self._verdict.good else self._appearance.theme.warning
        font = self._appearance.font("body")
        width = QFontMetricsF(font).horizontalAdvance(self._verdict.words)
        has_words = room >= width + metrics.icon + metrics.units(4)
        x = self.width() - metrics.units(3) - (width if has_words else 0)
        if has_words:
            painter.setFont(font)
            painter.setPen(colour)
            painter.drawText(QRectF(x, 0, width + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, self._verdict.words)
        icon = pixmap("check" if self._verdict.good else "warning", colour, metrics.icon, self.devicePixelRatioF())
        x -= metrics.icon + metrics.units(1)
        painter.drawPixmap(round(x), round((self.height() - metrics.icon) / 2), icon)
        self._verdict_left = x
        return self.width() - x
