"""The pieces around the cut of a round of Unigram: what each would cost to lose, and how its text is read afterwards.

Pieces that stay stand above a red line, those that go below it, struck out.  A click asks for a piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.look.theme import Appearance
from app.widgets.basics.chip_painting import ChipFace, gone_style, paint_pair, quiet_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.list_table import dress_list, set_up_list
from app.widgets.basics.plain_tip import plain_tip
from engine.rounds import PieceRow

Index = QModelIndex | QPersistentModelIndex
PIECE, LOSS, USED, THEN = range(4)
_NARROW = 100
_AROUND = 20
"""Rows above and below the cut, where the piece is that is shown of itself."""
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
ReadAs = Callable[[bytes], Sequence[bytes]]


class PieceModel(QAbstractTableModel):
    """Rows of a round; how a piece is read afterwards is looked up when it is drawn, and kept."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[PieceRow] = ()
        self.kept = 0
        self._read_as: ReadAs = lambda piece: ()
        self._known: dict[bytes, tuple[bytes, ...]] = {}

    def set_rows(self, rows: Sequence[PieceRow], kept: int, read_as: ReadAs) -> None:
        """`kept` rows stand before the cut."""
        self.beginResetModel()
        self.rows, self.kept, self._read_as = rows, kept, read_as
        self._known = {}
        self.endResetModel()

    def then(self, row: PieceRow) -> tuple[bytes, ...]:
        """How the text of a piece that goes is read afterwards."""
        if row.kept:
            return ()
        if row.piece not in self._known:
            self._known[row.piece] = tuple(self._read_as(row.piece))
        return self._known[row.piece]

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else THEN + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            by_loss = not len(self.rows) or self.rows[0].loss is not None
            return (
                self.tr("Piece"),
                self.tr("Loss") if by_loss else self.tr("log p"),
                self.tr("Expected"),
                self.tr("Then read as"),
            )[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT if section in (PIECE, THEN) else _RIGHT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        row = self.rows[index.row()]
        then = " + ".join(map(spoken, self.then(row)))
        text = (spoken(row.piece), figure(row), expected(row), then)[index.column()]
        return plain_tip(text) if role == Qt.ItemDataRole.ToolTipRole else text


def figure(row: PieceRow) -> str:
    """The loss, or the logarithm of the probability where no loss is known."""
    if row.loss is not None:
        return f"{row.loss:,.1f}"
    return "" if row.score is None else f"{row.score:.2f}"


def expected(row: PieceRow) -> str:
    return "" if row.expected is None else f"{row.expected:,.1f}"


class PieceTable(QWidget):
    """The table, with the cut in view when a round is shown."""

    piece_asked = Signal(bytes)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.model = PieceModel(self)
        self.view = _PieceView()
        self.view.setModel(self.model)
        self._cut = 0
        self._settles = False
        self._delegate = _PieceDelegate(appearance, self.model, self.view)
        self.view.setItemDelegate(self._delegate)
        self.view.row_asked.connect(self._ask)
        self.view.resized.connect(self._on_resized)
        self.view.clicked.connect(lambda index: self._ask(index.row()))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        appearance.changed.connect(self._renew)
        self._renew()

    def show_rows(self, rows: Sequence[PieceRow], kept: int, read_as: ReadAs) -> None:
        """Another round; the cut stands a little above the middle."""
        self.model.set_rows(rows, kept, read_as)
        self._delegate.piece, self._delegate.row = b"", kept
        self._fit_columns()
        self._cut = kept if kept < len(rows) else 0
        self._show_cut()

    def _show_cut(self) -> None:
        if self.model.rowCount():
            self._settles = True
            self.view.updateGeometries()  # else it scrolls no farther than the rows before reached
            self._settles = False
            self.view.scrollTo(self.model.index(self._cut, 0), QAbstractItemView.ScrollHint.PositionAtCenter)

    def show_piece(self, piece: bytes) -> None:
        """Mark a piece."""
        self._delegate.piece = piece
        rows, row, kept = self.model.rows, self._delegate.row, self.model.kept
        near = (row, 0, *range(max(0, kept - _AROUND), kept + _AROUND))
        self._delegate.row = next((at for at in near if at < len(rows) and rows[at].piece == piece), row)
        self.view.viewport().update()

    def _ask(self, row: int) -> None:
        self._delegate.row = row
        self.piece_asked.emit(self.model.rows[row].piece)

    def _renew(self) -> None:
        self._delegate.renew()
        dress_list(self.view, self._appearance, self._appearance.metrics.list_row)
        self._fit_columns()

    def _fit_columns(self) -> None:
        measure, metrics = QFontMetricsF(self._appearance.font("body")), self._appearance.metrics
        head = QFontMetricsF(self._appearance.font("caption", weight=600))
        rows = self.model.rows
        ends = [figure(rows[at]) for at in (0, len(rows) - 1)] if len(rows) else []
        loss = max(*map(measure.horizontalAdvance, ("10,000.0", *ends)), head.horizontalAdvance(self.tr("Loss")))
        used = max(measure.horizontalAdvance("1,000.0"), head.horizontalAdvance(self.tr("Expected")))
        self.view.setColumnWidth(LOSS, round(loss) + metrics.units(3))
        self.view.setColumnWidth(USED, round(used) + metrics.units(5))
        self._show_columns()

    def _show_columns(self) -> None:
        """What is known of pieces that go; how often they were expected only where there is room for it."""
        nothing_goes = self.model.kept >= len(self.model.rows)
        narrow = self.view.width() < self._appearance.metrics.units(_NARROW)
        self.view.setColumnHidden(USED, nothing_goes or narrow)
        self.view.setColumnHidden(THEN, nothing_goes)

    def _on_resized(self) -> None:
        """Not while the view makes room for its own scroll bar: it must not be asked to do that again before it is done."""
        if not self._settles:
            self._show_columns()
            self._show_cut()

    def sizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(420)), round(self._appearance.metrics.px(400)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(220)), round(self._appearance.metrics.px(120)))


class _PieceView(QTableView):
    """Arrow keys ask for the next piece."""

    row_asked = Signal(int)
    resized = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        set_up_list(self, self.tr("Pieces of the round"))

    def setModel(self, model: QAbstractTableModel | None) -> None:  # type: ignore[override]
        super().setModel(model)
        for column, mode in (
            (PIECE, QHeaderView.ResizeMode.Stretch),
            (LOSS, QHeaderView.ResizeMode.Fixed),
            (USED, QHeaderView.ResizeMode.Fixed),
            (THEN, QHeaderView.ResizeMode.Stretch),
        ):
            self.horizontalHeader().setSectionResizeMode(column, mode)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        delegate = self.itemDelegate()
        if step is None or not isinstance(delegate, _PieceDelegate) or self.model().rowCount() == 0:
            event.ignore()
            return
        row = min(self.model().rowCount() - 1, max(0, delegate.row + step))
        self.row_asked.emit(row)
        self.setCurrentIndex(self.model().index(row, 0))


class _PieceDelegate(QStyledItemDelegate):
    """Draws a row: chips, figures, and the red line over the first piece that goes."""

    def __init__(self, appearance: Appearance, model: PieceModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._model = model
        self.piece = b""
        self.row = 0
        self.renew()

    def renew(self) -> None:
        self._face = ChipFace(self._appearance, "body", small=True)
        self._font = self._appearance.font("body")

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        row, rect, column = self._model.rows[index.row()], QRectF(option.rect), index.column()
        current = row.piece == self.piece
        painter.save()
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # places are counted from the left
        painter.fillRect(rect, theme.selected_row if current else theme.panel)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.hairline)
        if current and column == PIECE:
            painter.fillRect(QRectF(rect.left(), rect.top(), metrics.line(3), rect.height()), theme.accent)
        if index.row() == self._model.kept and index.row():
            painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), metrics.line(3)), theme.error)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if column == PIECE:
            self._paint_chips(painter, rect, (row.piece,), gone=not row.kept)
        elif column == THEN:
            self._paint_chips(painter, rect, self._model.then(row), gone=False)
        else:
            painter.setFont(self._font)
            painter.setPen(theme.text)
            words = figure(row) if column == LOSS else expected(row)
            painter.drawText(rect.adjusted(0, 0, -metrics.units(2), 0), _RIGHT, words)
        painter.restore()

    def _paint_chips(self, painter: QPainter, rect: QRectF, tokens: Sequence[bytes], *, gone: bool) -> None:
        if not tokens:
            return
        theme, metrics = self._appearance.theme, self._appearance.metrics
        at = QPointF(rect.left() + metrics.units(1.5), rect.top() + (rect.height() - 1 - self._face.height) / 2)
        room = rect.width() - metrics.units(2)
        paint_pair(self._face, painter, at, tokens, gone_style(theme) if gone else quiet_style(theme), room)
        if gone:
            width = self._face.width(tokens[0], False, room)
            painter.setPen(QPen(theme.error, metrics.line(1.5)))
            y = at.y() + self._face.height / 2
            painter.drawLine(QPointF(at.x() + metrics.units(1), y), QPointF(at.x() + width - metrics.units(1), y))
