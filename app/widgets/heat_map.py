"""HeatMap: languages down, tokenizers across, in each cell a number on the colour of its class.

The number is always printed; the colour only helps the eye to find it.  Rows are sorted by a click on a title, filtered by
a text, and walked with the arrow keys; `cell_selected` tells which cell has the frame.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QMenu, QTableView, QToolTip

from app.theme import Appearance
from app.widgets.heat_painting import CellDelegate, HeatHeader
from app.widgets.heat_table import Cells, HeatRow, HeatTable, Index


class HeatMap(QTableView):
    """`cell_selected(column key, language code)`: "" as the key for the language's own cell.  `order_changed`: rows moved.
    `pin_asked(code, pinned)`: keep a language on top, or let it go."""

    cell_selected = Signal(str, str)
    pin_asked = Signal(str, bool)
    order_changed = Signal()

    def __init__(
        self,
        appearance: Appearance,
        tip: Callable[[str, str], str] = lambda _key, _code: "",
        column_tip: Callable[[str], str] = lambda _key: "",
    ) -> None:
        super().__init__()
        self._appearance = appearance
        self._tip = tip
        self._sort = ("", Qt.SortOrder.AscendingOrder)
        self._sorted_by_hand = False
        self._selected = ("", "")
        self._table = HeatTable()
        self._table.column_tip = column_tip
        self._name_widths: dict[str, int] = {}
        self._tall_rows: dict[tuple[str, int], int] = {}
        self._codes: tuple[str, ...] = ()
        self._build()
        appearance.changed.connect(self._dress)
        self._dress()

    def _build(self) -> None:
        self.setModel(self._table)
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

    def show_table(
        self, rows: Sequence[HeatRow], columns: Sequence[tuple[str, str]], cells: Cells, *, sort: bool = True
    ) -> None:
        """Show these languages and these columns (key, title).  Only what differs from before is touched."""
        table = self._table
        if (tuple(rows), tuple(columns)) != (table.rows, tuple(zip(table.keys, table.titles, strict=True))):
            table.show_rows(tuple(rows), columns)
            if not self._sorted_by_hand or self._sort[0] not in ("language", "script", *table.keys):
                self._sort = (table.keys[-1] if table.keys else "language", Qt.SortOrder.AscendingOrder)
            self._name_widths, self._tall_rows = {}, {}
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

    def _name_at(self, row: int) -> str:
        return self._table.row_of(row).name

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
        self._table.set_wanted(text)
        self._apply_order()
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
        self._table.sort_by(column, descending=self._sort[1] == Qt.SortOrder.DescendingOrder)
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
            self._table.index(order.index(code), self._column_of(key) if key else 0),
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

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with a language."""
        index = self.indexAt(self.viewport().mapFrom(self, event.pos()))
        if index.isValid():
            self.row_menu(index.row()).popup(event.globalPos())

    def row_menu(self, row: int) -> QMenu:
        """Keep a language on top, or let it go."""
        shown = self._table.row_of(row)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = self.tr("Let {0} go") if shown.pinned else self.tr("Keep {0} on top")
        menu.addAction(words.format(shown.name), lambda: self.pin_asked.emit(shown.code, not shown.pinned))
        return menu

    # -- sizes -------------------------------------------------------------------------------------------------------

    def table_height(self) -> int:
        """Of all rows and the titles."""
        return self.horizontalHeader().height() + self.verticalHeader().length()

    def height_of_whole_rows(self, room: int) -> int:
        """The greatest height up to `room` that cuts no row in two."""
        header = self.verticalHeader()
        heights = (header.sectionSize(row) for row in range(header.count()))
        ends = accumulate(heights, initial=self.horizontalHeader().height())
        return max((end for end in ends if end <= room), default=room)

    def needed_width(self) -> int:
        """So wide that no column scrolls."""
        return self._name_width(self._widest_name()) + sum(self._number_widths())

    def _dress(self) -> None:
        metrics = self._appearance.metrics
        for part in (self, self.viewport()):  # the style sheet keeps the viewport from following by itself
            part.setPalette(self._appearance.item_view_palette())
        self.setFont(self._appearance.font("body"))
        self._name_widths, self._tall_rows = {}, {}
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
        header, room = self.verticalHeader(), self.columnWidth(0) - metrics.units(5)
        header.setDefaultSectionSize(metrics.row)
        if self._widest_name() <= room and header.length() == metrics.row * header.count():
            return
        heights = [self._row_height(row, room) for row in range(header.count())]
        if heights != [header.sectionSize(row) for row in range(header.count())]:
            header.setUpdatesEnabled(False)
            for row, height in enumerate(heights):
                header.resizeSection(row, height)
            header.setUpdatesEnabled(True)

    def _row_height(self, row: int, room: int) -> int:
        """Of a row, where names have so much room; measured once for each name and room."""
        code, metrics = self._code_at(row), self._appearance.metrics
        if self._names_measured()[code] <= room:
            return metrics.row
        if (code, room) not in self._tall_rows:
            text = QFontMetrics(self._appearance.font("body"))
            wrapped = text.boundingRect(QRect(0, 0, room, 10_000), Qt.TextFlag.TextWordWrap, self._name_at(row))
            self._tall_rows[code, room] = metrics.row + max(0, wrapped.height() - text.lineSpacing())
        return self._tall_rows[code, room]
