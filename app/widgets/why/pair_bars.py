"""Why this merge: the sentence, and the most frequent pairs as bars from zero with counts and ids.

The winner is amber, pairs with the same count soft amber with a violet dash, the rest grey.  What has no room is left out
whole: the ids first, then the margin, then rows from the end, then the sentence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.translation import translate
from app.widgets.basics.chip_painting import (
    ChipFace,
    ChipStyle,
    lit_style,
    paint_pair,
    pair_width,
    quiet_style,
    tied_style,
)
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.dashes import paint_dashed_box
from app.widgets.basics.motion import out_cubic
from app.widgets.basics.number_text import number_text
from app.widgets.basics.painter import Painter
from app.widgets.why.why import PairRow, Reasons, margin_sentence, more_sentence, why_headline, why_sentence, worth_text

_LEAST_ROWS = 3
_HALF = 0.6
"""Of a row: with less room than that none is drawn."""
_CHANGE = 120.0
"""Milliseconds in which bars take their new length."""


@dataclass(frozen=True, slots=True)
class BarColumns:
    """Where the columns of a row begin and how wide they are; `ids` is None where there is no room for them."""

    chips: float
    bar: float
    bar_width: float
    count: float
    count_width: float
    ids: float | None


def bar_columns(width: float, chips: float, count: float, ids: float, gap: float, least_bar: float) -> BarColumns:
    """Shares a width among chips (right-aligned), bar, count and ids.

    >>> bar_columns(400, 100, 30, 60, 10, 80).bar_width, bar_columns(260, 100, 30, 60, 10, 80).ids
    (180.0, None)
    """
    chips = min(chips, max(0.42 * width, width - count - ids - 3 * gap - 2 * least_bar))
    with_ids = width - chips - count - ids - 3 * gap
    if with_ids >= least_bar:
        bar = chips + gap
        return BarColumns(chips, bar, float(with_ids), bar + with_ids + gap, count, width - ids)
    bar_width = max(0.0, width - chips - count - 2 * gap)
    return BarColumns(chips, chips + gap, float(bar_width), width - count, count, None)


@dataclass(frozen=True, slots=True)
class _Plan:
    """Height of the heading, top of the bars, rows that fit, whether the sentence is shown, tied pairs without a row, room for
    the margin."""

    heading: float
    top: float
    rows: int
    sentence: bool
    hidden: int
    margin: bool


class PairBars(QWidget):
    """Paints the reasons of one step."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None):
        super().__init__(parent)
        self._appearance = appearance
        self._row: Reasons | None = None
        self._empty = self._empty_title = ""
        self._known_plan: tuple[QSize, _Plan] | None = None
        self._before: tuple[float, ...] = ()
        self._share = 1.0
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(16)
        self._timer.timeout.connect(self._on_tick)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Why this merge"))
        appearance.changed.connect(self._renew)
        self._renew()

    def show_reasons(
        self, row: Reasons | None, *, empty: str = "", empty_title: str = "", animate: bool = False
    ) -> None:
        """Shows a step's reasons, or `empty` under its title; with `animate` bars move to their new lengths."""
        self._before = self._lengths() if animate else ()
        self._row = row if row and row.candidates else None
        self._known_plan = None
        self._empty, self._empty_title = empty, empty_title
        self._share = 0.0 if animate else 1.0
        if animate:
            self._clock.start()
            self._timer.start()
        else:
            self._timer.stop()
        self.setAccessibleDescription(_described(self._row) if self._row else f"{empty_title} {empty}".strip())
        self.update()

    @property
    def rows_shown(self) -> int:
        """Candidates that have room."""
        return self._plan().rows if self._row else 0

    def _on_tick(self) -> None:
        self._share = out_cubic(min(1.0, self._clock.elapsed() / _CHANGE))
        if self._share >= 1.0:
            self._timer.stop()
        self.update()

    def _lengths(self) -> tuple[float, ...]:
        """The bars as they are drawn now, 0 to 1."""
        if self._row is None:
            return ()
        most = self._row.winner.worth or 1
        lengths = [min(1.0, row.worth / most) for row in self._row.candidates]
        before = (*self._before, *lengths[len(self._before) :])
        return tuple(a + (b - a) * self._share for a, b in zip(before, lengths, strict=False))

    def _renew(self) -> None:
        self._face = ChipFace(self._appearance, "body", small=True)
        self._line = round(self._appearance.metrics.base * 1.4)
        self._pitch = round(self._face.height + self._appearance.metrics.units(1.25))
        self._known_plan = None
        self.updateGeometry()
        self.update()

    def _plan(self) -> _Plan:
        """Measured once for a step and a size: wrapped text takes its time, and bars that move are painted often."""
        if self._known_plan is None or self._known_plan[0] != self.size():
            self._known_plan = self.size(), self._made_plan()
        return self._known_plan[1]

    def _made_plan(self) -> _Plan:
        """What has room: the sentence gives way where it would leave fewer than three rows."""
        assert self._row is not None
        heading = self._heading_height()
        sentence = self._text_height(why_sentence(self._row)) + self._appearance.metrics.units(2.5)
        wanted = min(_LEAST_ROWS, len(self._row.candidates))
        rows = self._rows_below(heading + sentence)
        top = heading + sentence if rows >= wanted else heading
        least = 0 if self.height() - top < _HALF * self._pitch else 1
        rows = max(least, self._rows_below(top))
        left = self.height() - top - rows * self._pitch
        # The heading tells the tie too: half a line would say nothing.
        hidden = max(0, self._row.tied - rows) if rows and left >= 0.9 * self._line else 0
        left -= self._line if hidden else 0
        return _Plan(heading, top, rows, top > heading, hidden, left >= self._text_height(margin_sentence(self._row)))

    def _rows_below(self, top: float) -> int:
        """Rows that fit under a height, with a line for the tied pairs that are not among them."""
        assert self._row is not None
        rows = min(len(self._row.candidates), int((self.height() - top) // self._pitch))
        if self._row.tied > rows:
            rows = min(rows, int((self.height() - top - self._line) // self._pitch))
        return max(0, rows)

    def _heading_height(self) -> float:
        headline = why_headline(self._row) if self._row else ""
        bold = self._appearance.font("heading")
        room = self.width() - self._badge_width()
        return max(self._line * 1.25, _wrapped_height(bold, headline, room)) + self._appearance.metrics.units(1.5)

    def _text_height(self, text: str) -> float:
        return _wrapped_height(self._appearance.font("body"), text, self.width()) if text else 0.0

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._row is None:
                self._paint_empty(painter)
            else:
                self._paint_reasons(painter, self._row)

    def _paint_empty(self, painter: QPainter) -> None:
        top = 0.0
        if self._empty_title:
            heading = self._appearance.font("heading")
            top = _wrapped_height(heading, self._empty_title, self.width())
            painter.setFont(heading)
            painter.setPen(self._appearance.theme.text)
            painter.drawText(QRectF(0, 0, self.width(), top), int(Qt.TextFlag.TextWordWrap), self._empty_title)
            top += self._appearance.metrics.units(2)
        rest = QRectF(0, top, self.width(), self.height() - top)
        self._text(painter, rest, self._empty, self._appearance.theme.second_text)

    def _paint_reasons(self, painter: QPainter, row: Reasons) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        plan = self._plan()
        self._paint_heading(painter, row, plan.heading - metrics.units(1.5))
        if plan.sentence:
            place = QRectF(0, plan.heading, self.width(), plan.top - plan.heading)
            self._text(painter, place, why_sentence(row), theme.text)
        y = self._paint_bars(painter, row, plan.top, plan.rows)
        if plan.hidden:
            self._text(painter, QRectF(0, y, self.width(), self._line), self._hidden_text(plan.hidden), theme.tie)
            y += self._line
        if plan.margin:
            self._text(painter, QRectF(0, y, self.width(), self.height() - y), margin_sentence(row), theme.second_text)

    def _hidden_text(self, hidden: int) -> str:
        """What stands for tied pairs without a row, as long as there is room for it."""
        whole = more_sentence(hidden, by_score=self._row is not None and self._row.by_score)
        measure = QFontMetricsF(self._appearance.font("body"))
        return whole if measure.horizontalAdvance(whole) <= self.width() else self.tr("and {:,} more").format(hidden)

    def _badge_width(self) -> float:
        """Of the badge before the heading; none where the heading, which tells the tie too, would become three lines by it."""
        if self._row is None or self._row.tied < 2:
            return 0.0
        font = self._appearance.font("caption", weight=600)
        metrics = self._appearance.metrics
        width = QFontMetricsF(font).horizontalAdvance(self.tr("Tie of {:,}").format(self._row.tied)) + metrics.units(
            6.5
        )
        heading = self._appearance.font("heading")
        lines = _wrapped_height(heading, why_headline(self._row), self.width() - width)
        return width if lines < 2.5 * QFontMetricsF(heading).lineSpacing() else 0.0

    def _paint_heading(self, painter: QPainter, row: Reasons, height: float) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        left = self._badge_width()
        if left:
            badge = QRectF(1, 1, left - metrics.units(2.5), self._line * 1.15)
            painter.setFont(self._appearance.font("caption", weight=600))
            paint_dashed_box(painter, badge, metrics.corner, theme.tie, metrics.line(1.5))
            painter.setPen(theme.tie)
            painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, self.tr("Tie of {:,}").format(row.tied))
        painter.setFont(self._appearance.font("heading"))
        painter.setPen(theme.text)
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(QRectF(left, 0, self.width() - left, height), flags, why_headline(row))

    def _paint_bars(self, painter: QPainter, row: Reasons, y: float, rows: int) -> float:
        if not rows:
            return y
        columns = self._columns(row.candidates[:rows])
        lengths = self._lengths()
        for index, pair in enumerate(row.candidates[:rows]):
            self._paint_row(painter, columns, pair, y, lengths[index], self._kind(row, index))
            y += self._pitch
        return y

    def _kind(self, row: Reasons, index: int) -> str:
        if row.headline:
            return "other"
        if index == 0:
            return "winner"
        return "tied" if row.candidates[index].worth == row.winner.worth else "other"

    def _columns(self, pairs: tuple[PairRow, ...]) -> BarColumns:
        metrics = self._appearance.metrics
        count_font = QFontMetricsF(self._appearance.font("body", weight=700))
        ids_font = QFontMetricsF(self._appearance.font("caption"))
        chips = max(pair_width(self._face, pair.tokens, True) for pair in pairs)
        count = max(count_font.horizontalAdvance(worth_text(pair)) for pair in pairs) + 1
        ids = max(ids_font.horizontalAdvance(_ids(pair)) for pair in pairs) + 1
        return bar_columns(self.width(), chips, count, ids, metrics.units(2), metrics.px(60))

    def _paint_row(self, painter: QPainter, at: BarColumns, pair: PairRow, y: float, length: float, kind: str) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        style = self._chip_style(kind)
        tokens = pair.tokens
        width = min(at.chips, pair_width(self._face, tokens, style.bold, at.chips))
        paint_pair(self._face, painter, QPointF(at.chips - width, y), tokens, style, at.chips)
        bar = QRectF(at.bar, y + 0.5, max(1.0, at.bar_width * length), self._face.height - 1)
        box, corner = bar.adjusted(0.5, 0.5, -0.5, -0.5), metrics.corner / 2
        painter.setBrush({"winner": theme.merge, "tied": theme.merge_soft, "other": theme.bar}[kind])
        painter.setPen(QPen(theme.merge_edge, 1) if kind == "winner" else QPen(Qt.PenStyle.NoPen))
        painter.drawRoundedRect(box, corner, corner)
        if kind == "tied":
            paint_dashed_box(painter, box, corner, theme.tie, metrics.line(1.5))
        rect = QRectF(at.count, y, at.count_width, self._face.height)
        painter.setFont(self._appearance.font("body", weight=700 if kind != "other" else 400))
        painter.setPen(theme.text)
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, worth_text(pair))
        if at.ids is not None:
            painter.setFont(self._appearance.font("caption"))
            painter.setPen(theme.second_text)
            rest = QRectF(at.ids, y, self.width() - at.ids, self._face.height)
            painter.drawText(rest, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, _ids(pair))

    def _chip_style(self, kind: str) -> ChipStyle:
        theme = self._appearance.theme
        if kind == "winner":
            return lit_style(theme)
        return replace(tied_style(theme), edge_width=1.0) if kind == "tied" else quiet_style(theme)

    def _text(self, painter: QPainter, rect: QRectF, text: str, colour: QColor) -> None:
        painter.setFont(self._appearance.font("body"))
        painter.setPen(colour)
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft) | int(Qt.TextFlag.TextWordWrap), text)

    def sizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        return QSize(round(metrics.px(340)), round(self._line * 6 + 9 * self._pitch))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(180)), round(self._line * 4 + 3 * self._pitch))


def _wrapped_height(font: QFont, text: str, width: float) -> float:
    box = QRectF(0, 0, max(1.0, width), 10_000)
    return QFontMetricsF(font).boundingRect(box, int(Qt.TextFlag.TextWordWrap), text).height()


def _ids(pair: PairRow) -> str:
    """The ids, or beside a score how often the pair occurs."""
    return ", ".join(map(str, pair.ids)) if pair.score is None else f"{number_text(pair.count)}×"


def _described(row: Reasons) -> str:
    pairs = "; ".join(
        f"{translate('pair_bars', ' and ').join(map(spoken, p.tokens))}, {worth_text(p)}" for p in row.candidates
    )
    return f"{why_headline(row)} {why_sentence(row)} {pairs}."
