"""HeatMap: languages down, tokenizers across, in each cell a number on the colour of its class.

The number is always printed; the colour only helps the eye to find it.  Rows are sorted by a click on a title, filtered by
a text, and walked with the arrow keys; `cell_selected` tells which cell has the frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTableView, QToolTip

from app.theme import Appearance
from app.widgets.heat_painting import CELL, CellDelegate, HeatHeader


class State(Enum):
    """What a cell has to show."""

    KNOWN = "known"
    WAITING = "not counted yet"
    UNDEFINED = "not defined here"
    UNKNOWN_TEXT = "more than 2 % of the text is unknown"


@dataclass(frozen=True, slots=True)
class HeatCell:
    """What a cell prints, and the class (0 to 8) whose colour it has; -1: no colour."""

    state: State
    text: str
    value: float | None = None
    heat: int = -1

    @property
    def hatched(self) -> bool:
        return self.state is State.UNKNOWN_TEXT


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A language: its code, its name as shown, its full name (found by the filter too) and its script."""

    code: str
    name: str
    full_name: str = ""
    script: str = ""


Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
Cells = Mapping[tuple[str, str], HeatCell]
"""By column key and language code."""


class _Table(QAbstractTableModel):
    """The cells as Qt asks for them; columns 0 and 1 are the language and its script."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[HeatRow, ...] = ()
        self.keys: tuple[str, ...] = ()
        self.titles: tuple[str, ...] = ()
        self.cells: dict[tuple[str, str], HeatCell] = {}
        self.searched: list[str] = []

    def show_rows(self, rows: tuple[HeatRow, ...], columns: Sequence[tuple[str, str]]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.keys, self.titles = tuple(key for key, _ in columns), tuple(title for _, title in columns)
        self.cells = {}
        self.searched = [" ".join((row.name, row.full_name, row.code, row.script)).casefold() for row in rows]
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 2 + len(self.keys)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Language"), self.tr("Script"), *self.titles)[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row, column = self.rows[index.row()], index.column()
        if column < 2:
            if role == Qt.ItemDataRole.ToolTipRole:
                return row.full_name or None
            return (row.name, row.script)[column] if role == Qt.ItemDataRole.DisplayRole else None
        cell = self.cells.get((self.keys[column - 2], row.code))
        if role == CELL:
            return cell
        return cell.text if cell is not None and role == Qt.ItemDataRole.DisplayRole else None

    def sort_values(self, column: int) -> list[str] | list[float | None]:
        """What each row is sorted by."""
        if column < 2:
            return [(row.name, row.script)[column].casefold() for row in self.rows]
        cells = [self.cells.get((self.keys[column - 2], row.code)) for row in self.rows]
        return [None if cell is None else cell.value for cell in cells]


class _Order(QSortFilterProxyModel):
    """By value; what has none stands last, whichever way the rest is sorted."""

    def __init__(self, table: _Table) -> None:
        super().__init__()
        self.setDynamicSortFilter(False)
        self._table = table
        self._wanted = ""
        self._values: list[Any] = []
        self.setSourceModel(table)

    def set_wanted(self, text: str) -> None:
        self.beginFilterChange()
        self._wanted = text.strip().casefold()
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._values = self._table.sort_values(column) if column >= 0 else []
        super().sort(column, order)

    def lessThan(self, left: Index, right: Index) -> bool:
        one, other = self._values[left.row()], self._values[right.row()]
        if one is None or other is None:
            return (other is None and one is not None) == (self.sortOrder() == Qt.SortOrder.AscendingOrder)
        return bool(one < other)

    def filterAcceptsRow(self, row: int, _parent: Index) -> bool:
        return self._wanted in self._table.searched[row]

    def row_of(self, row: int) -> HeatRow:
        """The language in a row as shown."""
        return self._table.rows[self.mapToSource(self.index(row, 0)).row()]


class HeatMap(QTableView):
    """`cell_selected(column key, language code)`: "" as the key for the language's own cell.  `order_changed`: rows moved."""

    cell_selected = Signal(str, str)
    order_changed = Signal()

    def __init__(self, appearance: Appearance, tip: Callable[[str, str], str] = lambda _key, _code: "") -> None:
        super().__init__()
        self._appearance = appearance
        self._tip = tip
        self._sort = ("", Qt.SortOrder.AscendingOrder)
        self._sorted_by_hand = False
        self._selected = ("", "")
        self._table = _Table()
        self._order = _Order(self._table)
        self._name_widths: dict[str, int] = {}
        self._codes: tuple[str, ...] = ()
        self._build()
        appearance.changed.connect(self._dress)
        self._dress()

    def _build(self) -> None:
        self.setModel(self._order)
        header = HeatHeader(self._appearance)
        self.setHorizontalHeader(header)
        self.verticalHeader().hide()
        self.setItemDelegate(CellDelegate(self._appearance, self.is_selected, self.is_lit, self))
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setCornerButtonEnabled(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("Languages and tokenizers"))
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._on_title_clicked)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_table(self, rows: Sequence[HeatRow], columns: Sequence[tuple[str, str]], cells: Cells) -> None:
        """Show these languages and these columns (key, title).  Only what differs from before is touched."""
        table = self._table
        if (tuple(rows), tuple(columns)) != (table.rows, tuple(zip(table.keys, table.titles, strict=True))):
            self._order.sort(-1)  # else the new rows would be compared by the old ones' values
            table.show_rows(tuple(rows), columns)
            if not self._sorted_by_hand or self._sort[0] not in ("language", "script", *table.keys):
                self._sort = (table.keys[-1] if table.keys else "language", Qt.SortOrder.AscendingOrder)
            self._name_widths = {}
            self._read_order()
        self.show_cells(cells)

    def show_cells(self, cells: Cells) -> None:
        """New contents of the cells; then the rows are sorted again."""
        if cells != self._table.cells:
            self._table.cells = dict(cells)
            self._apply_order()
            self._fit()
            self.viewport().update()

    def order(self) -> tuple[str, ...]:
        """Codes of the languages as they stand, those that the filter hides left out."""
        return self._codes

    def _read_order(self) -> bool:
        """Remember how the rows stand now; True if that is new."""
        before = self._codes
        self._codes = tuple(self._order.row_of(row).code for row in range(self._order.rowCount()))
        return self._codes != before

    def copy_to(self, other: HeatMap) -> None:
        """Show the same in another map: for a picture of all rows."""
        shown = set(self.order())
        rows = [row for row in self._table.rows if row.code in shown]
        other.show_table(rows, list(zip(self._table.keys, self._table.titles, strict=True)), self._table.cells)
        other.sort_by(self._sort[0], descending=self._sort[1] == Qt.SortOrder.DescendingOrder)
        other.select(*self._selected)

    def cell_text(self, key: str, code: str) -> str:
        """What a cell prints."""
        return self._table.cells[key, code].text

    def _name_at(self, row: int) -> str:
        return self._order.row_of(row).name

    def _code_at(self, row: int) -> str:
        return self._codes[row] if row < len(self._codes) else ""

    # -- order and filter --------------------------------------------------------------------------------------------

    @property
    def sort_key(self) -> str:
        """The column whose order the rows have: a key, "language" or "script"."""
        return self._sort[0]

    def sort_by(self, key: str, *, descending: bool = False) -> None:
        """Sort the rows by a column: its key, "language" or "script"."""
        self._sort = (key, Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder)
        self._sorted_by_hand = True
        self._apply_order()
        self._fit()

    def set_filter(self, text: str) -> None:
        """Show only languages whose name, code or script holds the text."""
        self._order.set_wanted(text)
        self._read_order()
        self._fit_rows()
        self.order_changed.emit()

    def _column_of(self, key: str) -> int:
        return ("language", "script", *self._table.keys).index(key)

    def _key_of(self, column: int) -> str:
        return ("language", "script", *self._table.keys)[column]

    def _apply_order(self) -> None:
        if not self._table.rows:
            return
        column = self._column_of(self._sort[0])
        self.horizontalHeader().setSortIndicator(column, self._sort[1])
        self._order.sort(-1)
        self._order.sort(column, self._sort[1])
        if self._read_order():
            self._fit_rows()
            self.order_changed.emit()
        self._show_current()

    def _on_title_clicked(self, column: int) -> None:
        key = self._key_of(column)
        turn = self._sort == (key, Qt.SortOrder.AscendingOrder)
        self.sort_by(key, descending=turn)

    # -- selection ---------------------------------------------------------------------------------------------------

    def select(self, key: str, code: str) -> None:
        """Show the frame at this cell, without telling anybody."""
        self._selected = (key, code)
        self._show_current()
        self.viewport().update()

    def is_selected(self, index: Index) -> bool:
        """The cell has the frame."""
        return index.column() > 1 and self._place(index) == self._selected

    def is_lit(self, index: Index) -> bool:
        """The cell is in the row of the selected language."""
        return self._place(index)[1] == self._selected[1] != ""

    def _place(self, index: Index) -> tuple[str, str]:
        key = self._key_of(index.column())
        return key if index.column() > 1 else "", self._code_at(index.row())

    def _show_current(self) -> None:
        """Qt's current index follows, so that the arrow keys go on from there."""
        key, code = self._selected
        order = self.order()
        if code not in order or (key and key not in self._table.keys):
            return
        blocked = self.selectionModel().blockSignals(True)
        self.selectionModel().setCurrentIndex(
            self._order.index(order.index(code), self._column_of(key) if key else 0),
            self.selectionModel().SelectionFlag.NoUpdate,
        )
        self.selectionModel().blockSignals(blocked)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid() and self._place(current) != self._selected:
            self._selected = self._place(current)
            self.viewport().update()
            self.cell_selected.emit(*self._selected)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            if index.isValid() and index.column() > 1:
                QToolTip.showText(event.globalPos(), self._tip(*self._place(index)), self.viewport())
                return True
        return super().viewportEvent(event)

    # -- sizes -------------------------------------------------------------------------------------------------------

    def table_height(self) -> int:
        """Of all rows and the titles."""
        return self.horizontalHeader().height() + self.verticalHeader().length()

    def needed_width(self) -> int:
        """So wide that no column scrolls."""
        return self._name_width(self._widest_name()) + sum(self._number_widths())

    def _dress(self) -> None:
        metrics = self._appearance.metrics
        for part in (self, self.viewport()):  # the style sheet keeps the viewport from following by itself
            part.setPalette(self._appearance.item_view_palette())
        self.setFont(self._appearance.font("body"))
        self._name_widths = {}
        self.horizontalHeader().setFixedHeight(metrics.units(7))
        self._fit()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _widest_name(self) -> int:
        return max(self._names_measured().values(), default=0)

    def _names_measured(self) -> dict[str, int]:
        """Widths of the names; measured once, because a live table is fitted often."""
        if not self._name_widths:
            text = QFontMetrics(self._appearance.font("body"))
            self._name_widths = {row.code: text.horizontalAdvance(row.name) for row in self._table.rows}
        return self._name_widths

    def _name_width(self, text: int) -> int:
        return max(text, self._appearance.metrics.units(16)) + self._appearance.metrics.units(5)

    def _number_widths(self) -> list[int]:
        """The least width of each column: of its title (with the triangle where it is), and of its widest number."""
        metrics = self._appearance.metrics
        title = QFontMetrics(self._appearance.font("caption", weight=600))
        bold, small = (QFontMetrics(self._appearance.font(*role)) for role in (("body",), ("caption",)))
        widths = []
        for column, key in enumerate(self._table.keys):
            cells = [self._table.cells.get((key, row.code)) for row in self._table.rows]
            # Digits are equally wide, so that of texts of one length the first is as good as all.
            texts = {(len(cell.text), cell.hatched): cell.text for cell in cells if cell is not None}.items()
            numbers = max(
                ((small if hatched else bold).horizontalAdvance(text) for (_, hatched), text in texts), default=0
            )
            triangle = metrics.units(3.5) if key == self._sort[0] else 0
            named = title.horizontalAdvance(self._table.titles[column]) + triangle
            widths.append(max(named, numbers) + metrics.units(3))
        return widths

    def _fit(self) -> None:
        """Give each column what it needs, and share what is left among the numbers."""
        if not self._table.rows:
            return
        metrics = self._appearance.metrics
        room = self.viewport().width()
        numbers = self._number_widths()
        longest = max(metrics.units(20), min(round(room * 0.42), room - sum(numbers) - metrics.units(5)))
        names = self._name_width(min(self._widest_name(), longest))
        script = metrics.units(13)
        with_script = room >= names + script + sum(numbers) + metrics.units(6) * len(numbers)
        self.setColumnHidden(1, not with_script)
        self.setColumnWidth(0, names)
        self.setColumnWidth(1, script)
        left = room - names - sum(numbers) - (script if with_script else 0)
        share = max(0, left // len(numbers)) if numbers else 0
        for column, width in enumerate(numbers, 2):
            self.setColumnWidth(column, width + share)
        if numbers and left > 0:  # the last pixels, so that the map ends where the pane does
            self.setColumnWidth(1 + len(numbers), numbers[-1] + left - share * (len(numbers) - 1))
        elif not numbers:
            self.setColumnWidth(0, max(names, room))
        self._fit_rows()

    def _fit_rows(self) -> None:
        """One height for all, and as many lines more as a long name needs."""
        metrics = self._appearance.metrics
        self.verticalHeader().setDefaultSectionSize(metrics.row)
        text = QFontMetrics(self._appearance.font("body"))
        room = self.columnWidth(0) - metrics.units(5)
        widths = self._names_measured()
        if self._widest_name() <= room:
            if self.verticalHeader().length() != metrics.row * self._order.rowCount():
                for row in range(self._order.rowCount()):
                    self.setRowHeight(row, metrics.row)
            return
        for row in range(self._order.rowCount()):
            wide = widths[self._code_at(row)]
            height = metrics.row
            if wide > room:
                wrapped = text.boundingRect(QRect(0, 0, room, 10_000), Qt.TextFlag.TextWordWrap, self._name_at(row))
                height += max(0, wrapped.height() - text.lineSpacing())
            if self.rowHeight(row) != height:
                self.setRowHeight(row, height)
