"""WordPiece's score in figures: how often the pair, over how often each part, and what plain count would merge instead."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.translation import translate
from app.widgets.basics.chip_painting import ChipFace, paint_pair, pair_width, tied_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.number_text import number_text
from app.widgets.basics.painter import Painter
from app.widgets.why.why import score_text

Pair = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class ScoreFacts:
    """The pair, how often it occurs, how often each part does, the score of these, and the most frequent pair of all."""

    pair: Pair
    count: float
    part_counts: tuple[float, float]
    score: float
    frequent: Pair | None
    frequent_count: float


def score_sentence(facts: ScoreFacts) -> str:
    """How much the parts need each other.

    >>> score_sentence(ScoreFacts((b"w", b"##ith"), 209, (1376, 223), 0.000681, None, 0))
    '94 % of all ##ith stand after w; 15 % of all w stand before ##ith.'
    """
    left, right = (spoken(part) for part in facts.pair)
    after, before = (100 * facts.count / max(1.0, part) for part in reversed(facts.part_counts))
    return translate("score_panel", "{:.0f} % of all {} stand after {}; {:.0f} % of all {} stand before {}.").format(
        after, right, left, before, left, right
    )


class ScorePanel(QWidget):
    """Paints the fraction; nothing where no score decides."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._facts: ScoreFacts | None = None
        self._compact = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Score of the pair"))
        appearance.changed.connect(self._renew)
        self._renew()

    def show_score(self, facts: ScoreFacts | None) -> None:
        """The figures of a step; None hides the panel."""
        self._facts = facts
        self.setVisible(facts is not None)
        if facts is not None:
            self.setAccessibleDescription(self.text())
            self.updateGeometry()
        self.update()

    def set_compact(self, compact: bool) -> None:
        """On a low stage: the fraction alone."""
        if compact != self._compact:
            self._compact = compact
            self.updateGeometry()
            self.update()

    def text(self) -> str:
        """All of it in words."""
        facts = self._facts
        if facts is None:
            return ""
        left, right = facts.part_counts
        score = self.tr("{} / ({} x {}) = {} in 10,000.").format(
            number_text(facts.count), number_text(left), number_text(right), score_text(facts.score)
        )
        return f"{score} {score_sentence(facts)} {self._rival_words()}".strip()

    def _rival_words(self) -> str:
        facts = self._facts
        if facts is None or facts.frequent is None:
            return ""
        if facts.frequent == facts.pair:
            return self.tr("Plain count would merge the same pair.")
        return self.tr("Plain count would merge {}, {} times.").format(
            self.tr(" and ").join(map(spoken, facts.frequent)), number_text(facts.frequent_count)
        )

    # ---- layout ----

    def _renew(self) -> None:
        look = self._appearance
        self._number, self._small = look.font("token", weight=700), look.font("caption")
        self._score = look.font("figure", weight=700)
        self._face = ChipFace(look, "body", small=True)
        self.updateGeometry()
        self.update()

    @property
    def _line(self) -> float:
        return float(QFontMetricsF(self._number).height())

    def _sentence_height(self) -> float:
        if self._facts is None:
            return 0.0
        box = QRectF(0, 0, max(1, self.width()), 10_000)
        sentence = score_sentence(self._facts)
        return (
            QFontMetricsF(self._appearance.font("body"))
            .boundingRect(box, int(Qt.TextFlag.TextWordWrap), sentence)
            .height()
        )

    def heightForWidth(self, width: int) -> int:
        return self.sizeHint().height()

    def sizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        rival = self._face.height + metrics.units(2.5)
        height = 2 * self._line + metrics.units(2)
        if not self._compact:
            height += self._sentence_height() + metrics.units(1) + rival
        return QSize(round(metrics.px(340)), round(height))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(180)), self.sizeHint().height())

    def resizeEvent(self, event: object) -> None:
        self.updateGeometry()

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._facts is None:
            return
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            y = self._paint_fraction(painter, self._facts)
            if self._compact:
                return
            painter.setFont(self._appearance.font("body"))
            painter.setPen(self._appearance.theme.text)
            height = self._sentence_height()
            painter.drawText(
                QRectF(0, y, self.width(), height), int(Qt.TextFlag.TextWordWrap), score_sentence(self._facts)
            )
            self._paint_rival(painter, self._facts, y + height + self._appearance.metrics.units(1.5))

    def _paint_fraction(self, painter: QPainter, facts: ScoreFacts) -> float:
        """Numerator, line, denominator, and what they come to; the names of the parts stay where there is room."""
        theme, metrics = self._appearance.theme, self._appearance.metrics
        left, right = (spoken(part) for part in facts.pair)
        above = [(number_text(facts.count), self._number), (self.tr("{} {} together").format(left, right), self._small)]
        counts = [number_text(count) for count in facts.part_counts]
        below = [
            (counts[0], self._number), (left, self._small), ("×", self._number), (counts[1], self._number), (right, self._small)
        ]  # fmt: skip
        value = f"= {score_text(facts.score)}"
        result = QFontMetricsF(self._score).horizontalAdvance(value) + metrics.units(4)
        for kept in (above, below):
            if self._row_width(kept) + result > self.width():
                above, below = ([part for part in row if part[1] is self._number] for row in (above, below))
                break
        width = max(self._row_width(above), self._row_width(below))
        self._paint_row(painter, above, (width - self._row_width(above)) / 2, 0.0)
        middle = self._line + metrics.units(0.75)
        painter.setPen(QPen(theme.text, metrics.line(1.5)))
        painter.drawLine(QPointF(0, middle), QPointF(width, middle))
        self._paint_row(painter, below, (width - self._row_width(below)) / 2, middle + metrics.units(0.75))
        score = self._score if width + result <= self.width() else self._number
        painter.setFont(score)
        painter.setPen(theme.text)
        x = width + metrics.units(3)
        line = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(QRectF(x, 0, self.width() - x, 2 * middle), line, value)
        x += QFontMetricsF(score).horizontalAdvance(value) + metrics.units(2)
        unit = self.tr("in 10,000")
        if x + QFontMetricsF(self._small).horizontalAdvance(unit) <= self.width():
            painter.setFont(self._small)
            painter.setPen(theme.second_text)
            painter.drawText(QRectF(x, 0, self.width() - x, 2 * middle), line, unit)
        return 2 * middle + metrics.units(1)

    def _row_width(self, parts: list[tuple[str, QFont]]) -> float:
        gap = self._appearance.metrics.units(1.5)
        return sum(QFontMetricsF(font).horizontalAdvance(text) for text, font in parts) + gap * (len(parts) - 1)

    def _paint_row(self, painter: QPainter, parts: list[tuple[str, QFont]], x: float, y: float) -> None:
        theme = self._appearance.theme
        for text, font in parts:
            painter.setFont(font)
            painter.setPen(theme.text if font is self._number else theme.second_text)
            width = QFontMetricsF(font).horizontalAdvance(text)
            painter.drawText(QRectF(x, y, width + 2, self._line), int(Qt.AlignmentFlag.AlignVCenter), text)
            x += width + self._appearance.metrics.units(1.5)

    def _paint_rival(self, painter: QPainter, facts: ScoreFacts, y: float) -> None:
        """The pair that plain count would take, with its count."""
        theme, metrics = self._appearance.theme, self._appearance.metrics
        same = facts.frequent is None or facts.frequent == facts.pair
        words = self.tr("Plain count would merge the same pair.") if same else self.tr("Plain count would merge")
        painter.setFont(self._small)
        painter.setPen(theme.second_text)
        line = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(QRectF(0, y, self.width(), self._face.height), line, words)
        if same or facts.frequent is None:
            return
        x = QFontMetricsF(self._small).horizontalAdvance(words) + metrics.units(2)
        most = max(metrics.units(10), self.width() - x - metrics.units(14))
        paint_pair(self._face, painter, QPointF(x, y), facts.frequent, tied_style(theme), most)
        x += pair_width(self._face, facts.frequent, False, most) + metrics.units(1.5)
        painter.setFont(self._small)
        painter.setPen(theme.second_text)
        painter.drawText(
            QRectF(x, y, self.width() - x, self._face.height), line, f"{number_text(facts.frequent_count)}×"
        )
