"""The pipeline lens: what was typed, what the model saw, the tokens and their ids, one under the other, piece by piece."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from app.theme import Appearance, token_colour_indexes
from app.widgets.chip_painting import ChipFace, ChipStyle, plain_style
from app.widgets.token_facts import stored_form
from engine import AnyTokenizer, Encoding
from engine.reading.stages import Stage, stages

MOST = 600
"""Tokens that are shown: a lens is for reading, and a page holds about a hundred."""


@dataclass(frozen=True, slots=True)
class Column:
    """One piece: typed, seen by the model, and its tokens as (bytes as stored, id, colour)."""

    raw: str
    seen: str
    tokens: tuple[tuple[bytes, int, int], ...]


def columns_of(tokenizer: AnyTokenizer, encoding: Encoding, colours: int) -> list[Column]:
    """The columns of the lens, for the first `MOST` tokens."""
    rows: list[Stage] = stages(tokenizer, encoding, 0, MOST)
    before, columns = -1, []
    for row in rows:
        ids = [int(encoding.ids[at]) for at in range(row.first, row.last)]
        drawn = token_colour_indexes([tokenizer.vocabulary[id] for id in ids], before, colours)
        before = drawn[-1] if drawn else before
        stored = (stored_form(tokenizer, id).encode() for id in ids)
        columns.append(Column(row.raw, row.seen, tuple(zip(stored, ids, drawn, strict=True))))
    return columns


class PipelineView(QScrollArea):
    """Scrolls down; the columns wrap like words."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body = _Body(appearance)
        self.setWidget(self.body)

    def show_text(self, tokenizer: AnyTokenizer | None, encoding: Encoding | None) -> None:
        """Another text, or none."""
        self.body.show_text(tokenizer, encoding)


class _Body(QWidget):
    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._shown: tuple[AnyTokenizer, Encoding] | None = None
        self.columns: list[Column] = []
        self._places: list[QPointF] = []
        self._widths: list[float] = []
        self.setAccessibleName(self.tr("Pipeline: typed, seen, tokens, ids"))
        appearance.changed.connect(self._renew)

    def show_text(self, tokenizer: AnyTokenizer | None, encoding: Encoding | None) -> None:
        self._shown = (tokenizer, encoding) if tokenizer is not None and encoding is not None else None
        self._renew()

    def _renew(self) -> None:
        colours = self._appearance.theme.token_colours
        self.columns = columns_of(*self._shown, colours) if self._shown is not None else []
        said = (f"{column.raw}: {' '.join(str(id) for _, id, _ in column.tokens)}" for column in self.columns)
        self.setAccessibleDescription("; ".join(said))
        self._face = ChipFace(self._appearance, "body", small=True)
        self._text_font, self._id_font = self._appearance.font("body"), self._appearance.font("caption", mono=True)
        self._row = self._appearance.metrics.units(7)
        self._lay_out()

    def _width_of(self, column: Column) -> float:
        text = QFontMetricsF(self._text_font)
        words = max(text.horizontalAdvance(_shown(column.raw)), text.horizontalAdvance(self._seen_words(column)))
        return max(words + self._appearance.metrics.units(2), sum(map(self._token_width, column.tokens)))

    def _seen_words(self, column: Column) -> str:
        if column.tokens:
            return _shown(column.seen)
        return self.tr("left out") if column.raw.strip() else "-"

    def _token_width(self, token: tuple[bytes, int, int]) -> float:
        id_width = QFontMetricsF(self._id_font).horizontalAdvance(f"{token[1]:,}") + self._appearance.metrics.units(1.5)
        return max(self._face.width(token[0]), id_width) + self._face.gap

    def _lay_out(self) -> None:
        metrics = self._appearance.metrics
        self._heads = metrics.units(17)
        left, gap, right = self._heads + metrics.units(2), metrics.units(3), self.width() - metrics.units(3)
        x, y = float(left), float(metrics.units(2))
        self._places, self._widths = [], [self._width_of(column) for column in self.columns]
        self._line_height = 4 * self._row + metrics.units(4)
        for column, width in zip(self.columns, self._widths, strict=True):
            if x + width > right and x > left:
                x, y = float(left), y + self._line_height
            self._places.append(QPointF(x, y))
            x += width + gap
            if column.raw.endswith("\n"):
                x, y = float(left), y + self._line_height
        self.setMinimumHeight(round((self._places[-1].y() if self._places else y) + self._line_height))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._shown is not None:
            self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self._appearance.theme
            painter.fillRect(event.rect(), theme.panel)
            last = -1.0
            for column, place, width in zip(self.columns, self._places, self._widths, strict=True):
                if place.y() + self._line_height < event.rect().top() or place.y() > event.rect().bottom():
                    continue
                if place.y() != last:
                    self._paint_heads(painter, place.y())
                    last = place.y()
                self._paint_column(painter, column, QRectF(place.x(), place.y(), width, self._row))

    def _paint_heads(self, painter: QPainter, y: float) -> None:
        painter.setFont(self._appearance.font("caption"))
        painter.setPen(self._appearance.theme.second_text)
        for number, title in enumerate((self.tr("Typed"), self.tr("Seen"), self.tr("Tokens"), self.tr("Ids"))):
            area = QRectF(self._appearance.metrics.units(4), y + number * self._row, self._heads, self._row)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, title)

    def _paint_column(self, painter: QPainter, column: Column, cell: QRectF) -> None:
        theme = self._appearance.theme
        changed = column.raw != column.seen and bool(column.raw.strip())
        painter.setFont(self._text_font)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(theme.text)
        painter.drawText(cell, middle, _shown(column.raw))
        seen = cell.translated(0, self._row)
        painter.setPen(theme.warning if changed else theme.second_text)
        painter.drawText(seen, middle, self._seen_words(column))
        painter.fillRect(QRectF(cell.left(), cell.bottom() + self._row - 2, cell.width(), 1), theme.hairline)
        x = cell.left()
        for token in column.tokens:
            self._paint_token(painter, token, QPointF(x, cell.top() + 2 * self._row))
            x += self._token_width(token)

    def _paint_token(self, painter: QPainter, token: tuple[bytes, int, int], at: QPointF) -> None:
        theme, width = self._appearance.theme, self._token_width(token) - self._face.gap
        style: ChipStyle = plain_style(theme, token[2])
        self._face.paint(painter, at + QPointF(0, (self._row - self._face.height) / 2), token[0], style, width=width)
        painter.setFont(self._id_font)
        painter.setPen(theme.second_text)
        area = QRectF(at.x(), at.y() + self._row, width, self._row)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, f"{token[1]:,}")


def _shown(text: str) -> str:
    return text.replace(" ", "␣").replace("\n", "↵").replace("\t", "⇥")
