"""The table of tokens: each as a chip, with its length, count in the corpus (and a bar on a log scale), script and step."""

from __future__ import annotations

import math

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QResizeEvent, QTextLayout
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from app.look.theme import Appearance
from app.translation import translate
from app.widgets.basics.chip_painting import ChipFace, ChipStyle, quiet_style
from app.widgets.basics.list_table import dress_list, set_up_list
from app.widgets.vocabulary.vocabulary_model import (
    COUNT,
    ID,
    LENGTH,
    SCRIPT,
    SORTS,
    STEP,
    TITLES,
    TOKEN,
    Index,
    VocabularyModel,
)
from engine.vocabularies.vocabulary_search import Columns
from engine.vocabulary import IntArray

_TOKEN = 24
"""Room in units that a token has at least."""
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class VocabularyTable(QTableView):
    """Signals: `token_asked(id)` for the row that is clicked or reached by keys, `sort_asked(key)` for a title."""

    token_asked = Signal(int)
    sort_asked = Signal(str)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.table = VocabularyModel()
        self.setModel(self.table)
        self._delegate = _Delegate(appearance, self.table)
        self.setItemDelegate(self._delegate)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        set_up_list(self, self.tr("Tokens"), sortable=True)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.sectionClicked.connect(lambda column: self.sort_asked.emit(SORTS[column]))
        self.selectionModel().currentRowChanged.connect(self._on_current)
        appearance.changed.connect(self._dress)
        self._dress()

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_tokens(
        self, columns: Columns | None, ids: IntArray, sort: tuple[str, bool], wanted: str, *, warn: bool
    ) -> None:
        """The listed tokens; `wanted` is the text that they were found by, `warn` marks those that the corpus has not."""
        self._delegate.warn = warn
        self._delegate.wanted = wanted.encode()
        counts = columns.counts if columns is not None else None
        self._delegate.most = float(counts.max()) if counts is not None and len(counts) else 0.0
        self.table.show(columns, ids, sort)
        self._fit_columns()

    def show_selected(self, id: int) -> None:
        """Mark a token's row, if it is listed, without asking for it again."""
        row = self.table.row_of(id)
        model = self.selectionModel()
        if row >= 0 and row == self.currentIndex().row() and model.isRowSelected(row):
            return  # the user is there, perhaps with rows before it selected too
        blocked = model.blockSignals(True)
        index = self.table.index(row, 0) if row >= 0 else QModelIndex()
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        model.setCurrentIndex(index, flags if row >= 0 else QItemSelectionModel.SelectionFlag.Clear)
        model.blockSignals(blocked)
        if row >= 0:
            self.executeDelayedItemsLayout()  # rows that have just come can be scrolled to only then
            self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        self.viewport().update()

    def selected_id(self) -> int:
        index = self.currentIndex()
        return self.table.id_at(index.row()) if index.isValid() else -1

    def _on_current(self, index: QModelIndex, _before: QModelIndex) -> None:
        if index.isValid():
            self.token_asked.emit(self.table.id_at(index.row()))

    # -- sizes -------------------------------------------------------------------------------------------------------

    def _dress(self) -> None:
        dress_list(self, self._appearance, self._appearance.metrics.row)
        self._delegate.dress()
        self._fit_columns()

    def _widest_count(self) -> str:
        most, columns = self._delegate.most, self.table.columns
        whole = columns is None or columns.counts is None or not (columns.counts % 1).any()
        return f"{most:,.0f}" if whole else f"{most:,.1f}"

    def _fit_columns(self) -> None:
        """Numbers as wide as the widest, the bar and the script where there is room, the token takes the rest."""
        columns, metrics = self.table.columns, self._appearance.metrics
        body = QFontMetricsF(self._appearance.font("body"))
        head = QFontMetricsF(self._appearance.font("body", weight=600))  # as the style sheet has it
        most = int(self.table.ids.max(initial=0))
        samples = {ID: f"{most:,}", LENGTH: "128", COUNT: self._widest_count(), STEP: f"{most:,}"}
        widths = {
            column: max(
                body.horizontalAdvance(text),
                head.horizontalAdvance(translate("vocabulary_model", TITLES[column]) + " ▼"),
            )
            + metrics.units(4.5)
            for column, text in samples.items()
        }
        counted = columns is not None and columns.counts is not None
        stepped = columns is not None and columns.steps is not None and bool(columns.steps.any())
        if not counted:
            widths.pop(COUNT)
        if not stepped:
            widths.pop(STEP)
        room = self.viewport().width() - sum(widths.values())
        scripts = room > metrics.units(72)
        for column in (STEP, LENGTH):
            if room < metrics.units(_TOKEN) and column in widths:
                room += widths.pop(column)
        self._delegate.bar = metrics.units(16) if counted and room > metrics.units(46) else 0
        if counted:
            widths[COUNT] += self._delegate.bar
        if scripts:
            widths[SCRIPT] = metrics.units(26)
        for column in range(len(TITLES)):
            self.setColumnHidden(column, column not in widths and column != TOKEN)
        for column, width in widths.items():
            self.setColumnWidth(column, round(width))
        used = sum(round(width) for width in widths.values())
        self.setColumnWidth(TOKEN, max(metrics.units(_TOKEN), self.viewport().width() - used))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()


class _Delegate(QStyledItemDelegate):
    """Draws a cell from the model's arrays; the style draws nothing."""

    def __init__(self, appearance: Appearance, model: VocabularyModel) -> None:
        super().__init__()
        self._appearance = appearance
        self._model = model
        self.wanted = b""
        self.warn = False
        self.most = 0.0
        self.bar = 0
        self.dress()

    def dress(self) -> None:
        self._face = ChipFace(self._appearance, "body", small=True)
        self._font = self._appearance.font("body")

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        id, column, rect = self._model.id_at(index.row()), index.column(), QRectF(option.rect)
        view = option.widget
        assert isinstance(view, QTableView)
        current = index.row() == view.currentIndex().row()
        lit = current or view.selectionModel().isRowSelected(index.row())
        painter.save()
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # places are counted from the left
        painter.fillRect(rect, theme.selected_row if lit else theme.panel)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.hairline)
        if current and column == ID:
            painter.fillRect(QRectF(rect.left(), rect.top(), metrics.line(3), rect.height()), theme.accent)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = rect.adjusted(metrics.units(2), 0, -metrics.units(2), -1)
        if column == TOKEN:
            self._paint_token(painter, inner, id)
        else:
            painter.setFont(self._font)
            painter.setPen(theme.second_text if column == SCRIPT else theme.text)
            if column == COUNT:
                self._paint_bar(painter, inner, id)
                inner.adjust(0, 0, -self.bar, 0)
            painter.drawText(inner, _LEFT if column == SCRIPT else _RIGHT, self._model.text(id, column))
        painter.restore()

    def _paint_token(self, painter: QPainter, rect: QRectF, id: int) -> None:
        columns = self._model.columns
        assert columns is not None
        token = columns.vocabulary[id]
        at = QPointF(rect.left(), rect.top() + (rect.height() - self._face.height) / 2)
        self._face.paint(painter, at, token, self._style(id), most=rect.width())
        if self.wanted and self.wanted in token:
            self._paint_hit(painter, at, token, rect.width())

    def _style(self, id: int) -> ChipStyle:
        """A dashed edge marks what the corpus does not have now, a full one in the colour of errors what nothing makes."""
        theme, marks = self._appearance.theme, self._model.marks(id)
        plain = quiet_style(theme)
        if "unreachable" in marks:
            return ChipStyle(theme.error_ground, theme.text, theme.error, theme.error)
        steps = self._model.columns.steps if self._model.columns is not None else None
        if self.warn and "unused" in marks and steps is not None and steps[id]:
            return ChipStyle(plain.fill, theme.text, theme.warning, theme.warning, dashed=True)
        return plain

    def _paint_hit(self, painter: QPainter, at: QPointF, token: bytes, most: float) -> None:
        """An amber line under the letters that the search found; where they are no text of their own, under nothing."""
        start = token.index(self.wanted)
        shape = self._face.shape(token, False, most)
        try:
            before, found = token[:start].decode(), self.wanted.decode()
        except UnicodeDecodeError:
            return
        texts = [(part, x) for part, x in shape.parts if part.kind == "text"]
        if len(texts) != 1 or found.strip() != found or "…" in texts[0][0].text:
            return
        part, x = texts[0]
        offset = part.text.find(found, len(before.lstrip()))
        if offset < 0:
            return
        begin, end = _extent(part.text, offset, offset + len(found), self._appearance.font("body", mono=True))
        left, width = at.x() + x + begin, end - begin
        y = at.y() + self._face.height - 1
        painter.setPen(QPen(self._appearance.theme.merge, self._appearance.metrics.line(2.5)))
        painter.drawLine(QPointF(left, y), QPointF(left + width, y))

    def _paint_bar(self, painter: QPainter, rect: QRectF, id: int) -> None:
        counts = self._model.columns.counts if self._model.columns is not None else None
        if counts is None or not self.bar or counts[id] <= 0 or self.most <= 1:
            return
        metrics = self._appearance.metrics
        share = math.log1p(float(counts[id])) / math.log1p(self.most)
        width, height = (self.bar - metrics.units(2)) * share, metrics.units(2)
        left = rect.right() - self.bar + metrics.units(2)
        box = QRectF(left, rect.center().y() - height / 2, width, height)
        painter.fillRect(box, self._appearance.theme.bar)


def _extent(text: str, begin: int, end: int, font: QFont) -> tuple[float, float]:
    """From where to where some letters of a line stand, from its left: also where they run from right to left."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    first, last = (len(text[:place].encode("utf-16-le")) // 2 for place in (begin, end))
    boxes = [run.boundingRect() for run in line.glyphRuns(first, last - first)]
    left = line.naturalTextRect().left()
    return min((box.left() - left for box in boxes), default=0.0), max(
        (box.right() - left for box in boxes), default=0.0
    )
