"""HeatMap: languages down, tokenizers across, in each cell a number on the colour of its class.

The number is always printed; the colour only helps the eye to find it.  Rows are sorted by a click on a title, filtered by
a text, and walked with the arrow keys; `cell_selected` tells which cell has the frame.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QMenu, QTableView, QToolTip

from app.look.theme import Appearance
from app.widgets.basics.menu_text import menu_text
from app.widgets.basics.painter import Painter
from app.widgets.basics.plain_tip import plain_tip
from app.widgets.basics.table_copy import TableCopy
from app.widgets.languages.heat_header import HeatHeader
from app.widgets.languages.heat_painting import CellPainter
from app.widgets.languages.heat_sizes import HeatSizes
from app.widgets.languages.heat_table import Cells, HeatRow, HeatTable, Index


class HeatMap(QTableView):
    """`cell_selected(column key, language code)`: "" as the key for the language's own cell.  `order_changed`: rows moved.
    `sorted_by_user(key, descending)`; `pin_asked(code, pinned)`: keep a language on top, or let it go."""

    cell_selected = Signal(str, str)
    pin_asked = Signal(str, bool)
    order_changed = Signal()
    sorted_by_user = Signal(str, bool)

    def __init__(
        self,
        appearance: Appearance,
        tip: Callable[[str, str], str] = lambda _key, _code: "",
        column_tip: Callable[[str], str] = lambda _key: "",
        *,
        as_lines: bool = False,
    ) -> None:
        super().__init__()
        self._appearance = appearance
        self._tip = tip
        self._sort = ("", Qt.SortOrder.AscendingOrder)
        self._chosen = self._sort
        self._selected = ("", "")
        self._table = HeatTable()
        self._table.column_tip = column_tip
        self._sizes = HeatSizes(appearance, self._table)
        self._cells = CellPainter(appearance, as_lines=as_lines)
        self._codes: tuple[str, ...] = ()
        self._build()
        appearance.changed.connect(self._dress)
        self._dress()

    def _build(self) -> None:
        self.setModel(self._table)
        header = HeatHeader(self._appearance)
        self.setHorizontalHeader(header)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("Languages and tokenizers"))
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._on_title_clicked)
        self._copy = TableCopy(self, whole=True)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_table(
        self, rows: Sequence[HeatRow], columns: Sequence[tuple[str, str]], cells: Cells, *, sort: bool = True
    ) -> None:
        """Show these languages and these columns (key, title).  Only what differs from before is touched."""
        table = self._table
        if (tuple(rows), tuple(columns)) != (table.rows, tuple(zip(table.keys, table.titles, strict=True))):
            table.show_rows(tuple(rows), columns)
            self._choose_sort()
            self._sizes.forget()
            self._read_order()
        self.show_cells(cells, sort=sort)

    def show_cells(self, cells: Cells, *, sort: bool = True) -> None:
        """New contents of the cells; then the rows are sorted again, unless they are to stay where they are for now."""
        if cells != self._table.cells:
            filled = len(cells) != len(self._table.cells)
            self._table.cells = dict(cells)
            if sort or filled:
                self._apply_order()
            self._fit()
            self.viewport().update()

    def sort_again(self) -> None:
        """Put the rows in order after a time in which they stayed where they were."""
        self._apply_order()

    def order(self) -> tuple[str, ...]:
        """Codes of the languages as they stand, those that the filter hides left out."""
        return self._codes

    def _read_order(self) -> bool:
        """Remember how the rows stand now; True if that is new."""
        before = self._codes
        self._codes = self._table.codes()
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

    def _code_at(self, row: int) -> str:
        shown = self._table.row_of(row)
        return shown.code if shown is not None else ""

    # -- order and filter --------------------------------------------------------------------------------------------

    @property
    def sort_key(self) -> str:
        """The column whose order the rows have: a key, "language" or "script"."""
        return self._sort[0]

    def sort_by(self, key: str, *, descending: bool = False) -> None:
        """Sort the rows by a column: its key, "language" or "script"; once it is there, where it is not yet."""
        self._chosen = (key, Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder)
        self._choose_sort()
        self._apply_order()
        self._fit()

    sort_by_name = sort_by

    def _choose_sort(self) -> None:
        """What somebody has chosen, where there is such a column; else the last one, the least first."""
        keys = self._table.keys
        last = (keys[-1] if keys else "language", Qt.SortOrder.AscendingOrder)
        self._sort = self._chosen if self._chosen[0] in ("language", "script", *keys) else last

    def set_filter(self, text: str) -> None:
        """Show only languages whose name, code or script holds the text."""
        self._table.set_wanted(text)
        self._apply_order()
        self._read_order()
        self._sizes.fit_rows(self)
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
        self._table.sort_by(column, descending=self._sort[1] == Qt.SortOrder.DescendingOrder)
        if self._read_order():
            self._sizes.fit_rows(self)
            self.order_changed.emit()
        self._show_current()

    def _on_title_clicked(self, column: int) -> None:
        key = self._key_of(column)
        turn = self._sort == (key, Qt.SortOrder.AscendingOrder)
        self.sort_by(key, descending=turn)
        self.sorted_by_user.emit(key, turn)

    # -- selection ---------------------------------------------------------------------------------------------------

    def select(self, key: str, code: str) -> None:
        """Show the frame at this cell, without telling anybody."""
        self._selected = (key, code)
        self._show_current()
        self.viewport().update()

    def is_selected(self, index: Index) -> bool:
        """The cell has the frame."""
        return index.column() > 1 and self._place(index) == self._selected

    def _place(self, index: Index) -> tuple[str, str]:
        key = self._key_of(index.column())
        return key if index.column() > 1 else "", self._code_at(index.row())

    def _show_current(self) -> None:
        """Qt's current index follows, so that the arrow keys go on from there."""
        key, code = self._selected
        place = self._table.place_of(code)
        if place < 0 or (key and key not in self._table.keys):
            return
        blocked = self.selectionModel().blockSignals(True)
        self.selectionModel().setCurrentIndex(
            self._table.index(place, self._column_of(key) if key else 0),
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
                QToolTip.showText(event.globalPos(), plain_tip(self._tip(*self._place(index))), self.viewport())
                return True
        return super().viewportEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with a language: the one under the pointer, or that of the frame where a key asked."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(self.viewport().mapFrom(self, event.pos()))
        if index.isValid() and self._table.row_of(index.row()) is not None:
            place = self.viewport().mapToGlobal(self.visualRect(index).center()) if by_key else event.globalPos()
            self.row_menu(index.row(), index.column()).popup(place)

    def row_menu(self, row: int, column: int = 0) -> QMenu:
        """Keep a language on top, or let it go; sort by the column."""
        shown = self._table.row_of(row)
        assert shown is not None
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = self.tr("Let {0} go") if shown.pinned else self.tr("Keep {0} on top")
        menu.addAction(menu_text(words.format(shown.name)), lambda: self.pin_asked.emit(shown.code, not shown.pinned))
        title = self._table.headerData(column, Qt.Orientation.Horizontal)
        menu.addAction(menu_text(self.tr("Sort by {0}").format(title)), lambda: self._on_title_clicked(column))
        menu.addAction(self._copy.action)
        return menu

    # -- drawing -----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """All cells that are in sight, without a delegate: asking one for each took longer than a frame lasts."""
        area, bottom = event.rect(), self.viewport().height()
        with Painter(self.viewport()) as painter:
            painter.fillRect(area, self._appearance.theme.panel)
            row = max(0, self.rowAt(area.top()))
            while row < self._table.rowCount():
                top = self.rowViewportPosition(row)
                if top > min(area.bottom(), bottom):
                    break
                self._paint_row(painter, row, top, area)
                row += 1

    def _paint_row(self, painter: QPainter, row: int, top: int, area: QRect) -> None:
        language, height = self._table.row_of(row), self.rowHeight(row)
        if language is None:
            self._cells.title(painter, QRect(0, top, self.viewport().width(), height), self._table.title_at(row))
            return
        lit = language.code == self._selected[1] != ""
        for column in range(2 + len(self._table.keys)):
            rect = QRect(self.columnViewportPosition(column), top, self.columnWidth(column), height)
            if self.isColumnHidden(column) or rect.right() < area.left() or rect.left() > area.right():
                continue
            if column == 0:
                self._cells.name(painter, rect, language.name, lit=lit, pinned=language.pinned)
            elif column == 1:
                self._cells.script(painter, rect, language.script, lit=lit)
            else:
                selected = lit and self._table.keys[column - 2] == self._selected[0]
                self._cells.number(painter, rect, self._table.cell_at(language, column), selected=selected)

    # -- sizes -------------------------------------------------------------------------------------------------------

    def table_height(self) -> int:
        """Of all rows and the titles."""
        return self.horizontalHeader().height() + self.verticalHeader().length()

    def height_of_whole_rows(self, room: int) -> int:
        """The greatest height up to `room` that cuts no row in two, with the bar below that scrolls the columns."""
        header = self.verticalHeader()
        below = (
            self.horizontalScrollBar().sizeHint().height()
            if self.horizontalHeader().length() > self.viewport().width()
            else 0
        )
        heights = (header.sectionSize(row) for row in range(header.count()))
        ends = accumulate(heights, initial=self.horizontalHeader().height() + below)
        return max((end for end in ends if end <= room), default=room)

    def needed_width(self) -> int:
        """So wide that no column scrolls."""
        numbers = self._sizes.number_columns(self._sort[0])
        return self._sizes.name_column(self._sizes.widest_name()) + sum(numbers)

    def _dress(self) -> None:
        metrics = self._appearance.metrics
        for part in (self, self.viewport()):  # the style sheet keeps the viewport from following by itself
            part.setPalette(self._appearance.item_view_palette())
        self.setFont(self._appearance.font("body"))
        self._sizes.forget()
        self.horizontalHeader().setFixedHeight(metrics.units(7))
        self._fit()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if self._table.rows:
            self._sizes.fit_columns(self, self._sort[0])
            self._sizes.fit_rows(self)
