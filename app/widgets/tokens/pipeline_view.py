"""The pipeline lens: what was typed, what the model saw, the tokens and their ids, one under the other, piece by piece.

A piece or a token that is clicked is chosen in the text as well; one that is chosen in the text is brought here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QToolTip, QWidget

from app.look.theme import Appearance, token_colour_indexes
from app.state.text.text_stages import Stages
from app.widgets.basics.chip_painting import ChipFace, ChipStyle, lit_style, plain_style
from app.widgets.basics.painter import Painter
from app.widgets.text.token_document import SHOWN
from app.widgets.tokens.token_facts import stored_form

_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_LINES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


@dataclass(frozen=True, slots=True)
class Column:
    """One piece: typed (from byte `start` of the text), seen by the model, and its tokens as (bytes as stored, id, colour),
    of which `first` is the number of the first."""

    raw: str
    seen: str
    tokens: tuple[tuple[bytes, int, int], ...]
    start: int = 0
    first: int = 0

    @property
    def end(self) -> int:
        return self.start + len(self.raw.encode())


def columns_of(shown: Stages, colours: int) -> list[Column]:
    """The columns of the lens."""
    before, columns = -1, []
    vocabulary, ids_of = shown.tokenizer.vocabulary, shown.encoding.ids
    for row in shown.rows:
        ids = ids_of[row.first : row.last].tolist()
        drawn = token_colour_indexes([vocabulary[id] for id in ids], before, colours)
        before = drawn[-1] if drawn else before
        stored = (stored_form(shown.tokenizer, id).encode() for id in ids)
        tokens = tuple(zip(stored, ids, drawn, strict=True))
        columns.append(Column(row.raw, row.seen, tokens, row.start, row.first))
    return columns


class PipelineView(QScrollArea):
    """Scrolls down; the columns wrap like words.

    Signals: `token_clicked(number)`; `piece_clicked(first byte, end)` for a piece without a token, or its typed text.
    """

    token_clicked = Signal(int)
    piece_clicked = Signal(int, int)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.body = _Body(appearance, self)
        self.setWidget(self.body)

    def show_stages(self, shown: Stages | None) -> None:
        """Another text, or none."""
        self.body.show_stages(shown)

    def select_token(self, token: int) -> None:
        """Light a token and bring it into view; -1 for none."""
        self.body.select_token(token)
        self._bring_into_view()

    def _bring_into_view(self) -> None:
        rect = self.body.token_rect(self.body.selected)
        if not rect.isEmpty():
            margin = min(round(rect.height() * 4), self.viewport().height() // 2)
            self.ensureVisible(round(rect.center().x()), round(rect.center().y()), 0, margin)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._bring_into_view()


class _Body(QWidget):
    def __init__(self, appearance: Appearance, lens: PipelineView) -> None:
        super().__init__()
        self._appearance, self._lens = appearance, lens
        self._shown: Stages | None = None
        self._selected = -1
        self.columns: list[Column] = []
        self._places: list[QPointF] = []
        self._widths: list[float] = []
        self._chips: dict[int, QRectF] = {}
        self._more = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Pipeline: typed, seen, tokens, ids"))
        appearance.changed.connect(self._renew)
        self._renew()

    def show_stages(self, shown: Stages | None) -> None:
        self._shown = shown
        self._renew()

    @property
    def selected(self) -> int:
        return self._selected

    def select_token(self, token: int) -> None:
        self._selected = token
        self.update()

    def _renew(self) -> None:
        colours = self._appearance.theme.token_colours
        self.columns = columns_of(self._shown, colours) if self._shown is not None else []
        said = (f"{column.raw}: {' '.join(str(id) for _, id, _ in column.tokens)}" for column in self.columns)
        self.setAccessibleDescription("; ".join(said))
        self._more = self._which() if self._shown is not None else ""
        self._face = ChipFace(self._appearance, "body", small=True)
        self._text_font, self._id_font = self._appearance.font("body"), self._appearance.font("caption", mono=True)
        self._row = self._appearance.metrics.units(7)
        self._lay_out()

    def _which(self) -> str:
        """Of a long text: which of its tokens these are."""
        shown = self._shown
        if shown is None or shown.last - shown.first == len(shown.encoding):
            return ""
        return self.tr("Tokens {:,} to {:,} of {:,}; click one in the text to have it here.").format(
            shown.first + 1, shown.last, len(shown.encoding)
        )

    # -- places ------------------------------------------------------------------------------------------------------

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
        self._chips = {}
        self._places, self._widths = [], [self._width_of(column) for column in self.columns]
        self._line_height = 4 * self._row + metrics.units(4)
        for column, width in zip(self.columns, self._widths, strict=True):
            if x + width > right and x > left:
                x, y = float(left), y + self._line_height
            self._places.append(QPointF(x, y))
            self._place_chips(column, self._places[-1])
            x += width + gap
            if column.raw.endswith("\n"):
                x, y = float(left), y + self._line_height
        bottom = (self._places[-1].y() if self._places else y) + self._line_height
        self.setMinimumHeight(round(bottom + (self._row if self._more else 0)))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._shown is not None:
            self._lay_out()

    def token_rect(self, token: int) -> QRectF:
        """The chip of a token; empty where it is not shown."""
        return self._chips.get(token, QRectF())

    def _place_chips(self, column: Column, place: QPointF) -> None:
        x = place.x()
        for number, token in enumerate(column.tokens, column.first):
            width = self._token_width(token)
            self._chips[number] = QRectF(x, place.y() + 2 * self._row, width - self._face.gap, self._row)
            x += width

    def _column_at(self, point: QPointF) -> Column | None:
        for column, place, width in zip(self.columns, self._places, self._widths, strict=True):
            if QRectF(place.x(), place.y(), width, 4 * self._row).contains(point):
                return column
        return None

    def _token_at(self, column: Column, point: QPointF) -> int:
        """The token of a column under a point: of its chips and ids; -1 over the text."""
        for token in range(column.first, column.first + len(column.tokens)):
            if self.token_rect(token).adjusted(0, 0, self._face.gap, self._row).contains(point):
                return token
        return -1

    # -- choosing ----------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        column = self._column_at(event.position())
        if column is None or event.button() != Qt.MouseButton.LeftButton:
            return
        token = self._token_at(column, event.position())
        if token >= 0:
            self._lens.token_clicked.emit(token)
        else:
            self._lens.piece_clicked.emit(column.start, column.end)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go from token to token, up and down to the one above and below."""
        key = Qt.Key(event.key())
        wanted = self._selected
        if key in _STEPS:
            wanted = self._next(_STEPS[key])
        elif key in _LINES:
            wanted = self._across(_LINES[key])
        else:
            super().keyPressEvent(event)
            return
        if wanted >= 0 and wanted != self._selected:
            self._lens.token_clicked.emit(wanted)

    def _next(self, step: int) -> int:
        if self._shown is None or not len(self._shown.encoding):
            return -1
        if self._selected < 0:
            return self._shown.first
        return max(0, min(len(self._shown.encoding) - 1, self._selected + step))

    def _across(self, lines: int) -> int:
        here = self.token_rect(self._selected)
        if here.isEmpty():
            return self._next(1)
        goal = QPointF(here.center().x(), here.center().y() + lines * self._line_height)
        row = [token for token, rect in self._chips.items() if abs(rect.center().y() - goal.y()) < self._row]
        return min(row, key=lambda token: abs(self.token_rect(token).center().x() - goal.x()), default=self._selected)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            column = self._column_at(QPointF(event.pos()))
            words = self.tr("Click the text to choose it above, a token to look at it") if column else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    # -- painting ----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        with Painter(self) as painter:
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
            self._paint_more(painter)
            if self.hasFocus():
                width = self._appearance.metrics.focus
                painter.setPen(QPen(theme.accent, width))
                painter.drawRect(
                    QRectF(self.visibleRegion().boundingRect()).adjusted(width / 2, width / 2, -width, -width)
                )

    def _paint_more(self, painter: QPainter) -> None:
        metrics = self._appearance.metrics
        area = QRectF(metrics.units(4), self.height() - self._row, self.width() - metrics.units(8), self._row)
        painter.setFont(self._appearance.font("caption"))
        painter.setPen(self._appearance.theme.second_text)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._more)

    def _paint_heads(self, painter: QPainter, y: float) -> None:
        painter.setFont(self._appearance.font("caption"))
        painter.setPen(self._appearance.theme.second_text)
        for number, title in enumerate((self.tr("Typed"), self.tr("Seen"), self.tr("Tokens"), self.tr("Ids"))):
            area = QRectF(self._appearance.metrics.units(4), y + number * self._row, self._heads, self._row)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, title)

    def _paint_column(self, painter: QPainter, column: Column, cell: QRectF) -> None:
        theme = self._appearance.theme
        changed = column.raw != column.seen and bool(column.raw.strip())
        here = column.first <= self._selected < column.first + len(column.tokens)
        if here:
            painter.fillRect(QRectF(cell.left() - 2, cell.top(), cell.width() + 4, 2 * self._row), theme.selected_row)
        painter.setFont(self._text_font)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(theme.text)
        painter.drawText(cell, middle, _shown(column.raw))
        seen = cell.translated(0, self._row)
        painter.setPen(theme.warning if changed else theme.second_text)
        painter.drawText(seen, middle, self._seen_words(column))
        line = theme.accent if here else theme.hairline
        painter.fillRect(QRectF(cell.left(), cell.bottom() + self._row - 2, cell.width(), 2 if here else 1), line)
        x = cell.left()
        for number, token in enumerate(column.tokens, column.first):
            self._paint_token(painter, token, QPointF(x, cell.top() + 2 * self._row), lit=number == self._selected)
            x += self._token_width(token)

    def _paint_token(self, painter: QPainter, token: tuple[bytes, int, int], at: QPointF, *, lit: bool) -> None:
        theme, width = self._appearance.theme, self._token_width(token) - self._face.gap
        style: ChipStyle = replace(lit_style(theme, edge=True), bold=False) if lit else plain_style(theme, token[2])
        self._face.paint(painter, at + QPointF(0, (self._row - self._face.height) / 2), token[0], style, width=width)
        painter.setFont(self._id_font)
        painter.setPen(theme.second_text)
        area = QRectF(at.x(), at.y() + self._row, width, self._row)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, f"{token[1]:,}")


_MARKS = SHOWN | {ord(blank): ord(mark) for blank, mark in (" ␣", "\n↵", "\t⇥", "\u00a0⍽")}


def _shown(text: str) -> str:
    return text.translate(_MARKS)
