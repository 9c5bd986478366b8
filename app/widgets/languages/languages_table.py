"""LanguagesTable: every number of a comparison in rows - sorted by any column, copied as cells that a spreadsheet takes.

A row is a language under a tokenizer.  What stands in it is asked for when it is in sight, sorted by or copied: with all
languages and a dozen tokenizers there are a hundred thousand numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QFrame, QMenu, QTableView

from app.look.theme import Appearance
from app.state.languages.comparison_grid import ComparisonGrid
from app.translation import later, translate
from app.widgets.basics.table_copy import copy_rows
from app.widgets.languages.heat_header import HeatHeader
from engine.cells import Cell
from engine.metrics import Metric

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_TEXT_COLUMNS = 3
_INTERVAL = ("low", "high")
_ENDS = {"low": later("languages_table", "95 % low"), "high": later("languages_table", "95 % high")}
_WIDEST_NUMBER = "88,888.88"

Place = tuple[str, str]
"""Key of a tokenizer, code of a language."""
Entry = tuple[str, Any]
"""What is printed, and what it is sorted by; None for what has no value."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A name that stays, a title, what its tool tip says, and what stands at a place."""

    name: str
    title: str
    tip: str
    entry: Callable[[Place], Entry]


def table_columns(grid: ComparisonGrid) -> list[TableColumn]:
    """Whose numbers they are, then every measure, the interval behind the premium."""
    names, titles = grid.names(), {column.key: column.title for column in grid.columns}
    languages = grid.parallel.languages
    columns = [
        TableColumn(
            "language",
            translate("languages_table", "Language"),
            translate("languages_table", "Language"),
            lambda place: _in_words(names.get(place[1], place[1])),
        ),
        TableColumn(
            "script",
            translate("languages_table", "Script"),
            translate("languages_table", "Script (ISO 15924)"),
            lambda place: (languages[place[1]].script,) * 2,
        ),
        TableColumn(
            "tokenizer",
            translate("languages_table", "Tokenizer"),
            translate("languages_table", "Tokenizer"),
            lambda place: _in_words(titles.get(place[0], place[0])),
        ),
    ]
    for metric in grid.measures.values():
        columns.append(TableColumn(metric.name, metric.title, metric.explanation, _number(grid, metric)))
        if metric.name == "premium":
            columns += [
                TableColumn(end, translate("languages_table", _ENDS[end]), metric.explanation, _end(grid, metric, end))
                for end in _INTERVAL
            ]
    return columns


def _in_words(text: str) -> Entry:
    return text, text.casefold()


def _number(grid: ComparisonGrid, metric: Metric) -> Callable[[Place], Entry]:
    """A dash where the measure is not defined or would mislead."""

    def entry(place: Place) -> Entry:
        cell = grid.cell(*place)
        if cell is None:
            return "...", None
        if not isinstance(cell, Cell) or (metric.name != "unknown_share" and cell.doubt(metric.name)):
            return "–", None
        value = metric.value(cell.sums)
        return ("–", None) if value is None else (metric.printed(value), value)

    return entry


def _end(grid: ComparisonGrid, metric: Metric, end: str) -> Callable[[Place], Entry]:
    """One end of the premium's interval."""
    premium = _number(grid, metric)

    def entry(place: Place) -> Entry:
        text, value = premium(place)
        cell = grid.cell(*place)
        if value is None or not isinstance(cell, Cell) or cell.interval is None:
            return ("–", None) if value is not None else (text, None)
        number = getattr(cell.interval, end)
        return metric.printed(number), number

    return entry


class TableModel(QAbstractTableModel):
    """`places` in the order in which they stand; `tip` says what is behind the numbers of one, or why there are none."""

    def __init__(self) -> None:
        super().__init__()
        self.columns: list[TableColumn] = []
        self.places: list[Place] = []
        self.tip: Callable[[str, str], str] = lambda _key, _code: ""

    def show_places(self, columns: list[TableColumn], places: list[Place]) -> None:
        """Other rows, or the same with what is known of them now."""
        same = [column.title for column in columns] == self.titles and places == self.places
        if not same:
            self.beginResetModel()
        self.columns, self.places = columns, places
        if not same:
            self.endResetModel()
        elif places:
            self.dataChanged.emit(self.index(0, 0), self.index(len(places) - 1, len(columns) - 1))

    @property
    def titles(self) -> list[str]:
        return [column.title for column in self.columns]

    def text(self, row: int, column: int) -> str:
        return str(self.columns[column].entry(self.places[row])[0])

    def sorted_places(self, places: list[Place], column: int, *, descending: bool) -> list[Place]:
        """What has no value stands last, whichever way the rest is sorted."""
        entry = self.columns[column].entry
        values = {place: entry(place)[1] for place in places}
        known = [place for place in places if values[place] is not None]
        known.sort(key=values.__getitem__, reverse=descending)
        return known + [place for place in places if values[place] is None]

    # -- as Qt asks --------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.places)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.columns[section].tip
        return self.columns[section].title if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        is_text = index.column() < _TEXT_COLUMNS
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignVCenter | (
                Qt.AlignmentFlag.AlignLeft if is_text else Qt.AlignmentFlag.AlignRight
            )
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.tip(*self.places[index.row()])
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        text = self.text(index.row(), index.column())
        # Text stands right at the border of a cell otherwise; a delegate for it would take longer than a frame.
        return f"\u2003{text}" if is_text else f"{text}\u2002"


class LanguagesTable(QTableView):
    """`selected(key, code)`: a row was clicked, or reached with the keys; `sorted_by_user(name of a column, descending)`."""

    selected = Signal(str, str)
    sorted_by_user = Signal(str, bool)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._model = TableModel()
        self._words: dict[str, list[str]] = {}
        self._sort: tuple[str, Qt.SortOrder] | None = None
        self.setModel(self._model)
        header = HeatHeader(appearance, text_columns=_TEXT_COLUMNS)
        self.setHorizontalHeader(header)
        header.setSectionsClickable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.sectionClicked.connect(self._on_title_clicked)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("All numbers of the comparison"))
        self.setToolTip(self.tr("Ctrl+C copies the selected rows, or all of them"))
        self.selectionModel().currentRowChanged.connect(self._on_row)
        appearance.changed.connect(self._dress)
        self._dress()

    def show_grid(self, grid: ComparisonGrid, order: Sequence[str]) -> None:
        """Show what the grid knows of these languages."""
        columns = table_columns(grid)
        self._model.tip = grid.explain
        places = [(column.key, code) for code in order for column in grid.columns]
        sorted_by = self._sorted_column(columns)
        self.horizontalHeader().setSortIndicator(
            sorted_by, self._sort[1] if self._sort else Qt.SortOrder.AscendingOrder
        )
        if sorted_by >= 0:
            self._model.columns = columns
            places = self._model.sorted_places(places, sorted_by, descending=self._is_descending)
        self._model.show_places(columns, places)
        self._words = {
            "language": list(grid.names().values()),
            "tokenizer": [column.title for column in grid.columns],
        }
        self.fit()

    @property
    def model_of_rows(self) -> TableModel:
        return self._model

    def select_cell(self, key: str, code: str) -> None:
        """Light a row, without telling anybody."""
        places = self._model.places
        row = places.index((key, code)) if (key, code) in places else -1
        if row >= 0 and row == self.currentIndex().row() and self.selectionModel().isRowSelected(row):
            return  # the user is there, perhaps with other rows selected too
        index = self._model.index(row, 0)
        blocked = self.selectionModel().blockSignals(True)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(index, flags)
        self.selectionModel().blockSignals(blocked)
        self.viewport().update()

    def show_current(self) -> None:
        """Scroll to the row that is lit."""
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex().siblingAtColumn(0), QAbstractItemView.ScrollHint.PositionAtCenter)

    # -- order -------------------------------------------------------------------------------------------------------

    @property
    def _is_descending(self) -> bool:
        return self._sort is not None and self._sort[1] == Qt.SortOrder.DescendingOrder

    def _sorted_column(self, columns: Sequence[TableColumn]) -> int:
        """Where the column stands that the rows are sorted by, -1 for none: a text that is not parallel has no premium."""
        names = [column.name for column in columns]
        return names.index(self._sort[0]) if self._sort is not None and self._sort[0] in names else -1

    def sort_by_name(self, name: str, *, descending: bool = False) -> None:
        """From the next rows on."""
        self._sort = name, Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder

    def sort_by(self, column: int, *, descending: bool = False) -> None:
        self.sort_by_name(self._model.columns[column].name, descending=descending)
        assert self._sort is not None
        self.horizontalHeader().setSortIndicator(column, self._sort[1])
        model = self._model
        model.show_places(model.columns, model.sorted_places(model.places, column, descending=descending))

    def _on_title_clicked(self, column: int) -> None:
        name = self._model.columns[column].name
        descending = self._sort == (name, Qt.SortOrder.AscendingOrder)
        self.sort_by(column, descending=descending)
        self.sorted_by_user.emit(name, descending)

    # -- the user ----------------------------------------------------------------------------------------------------

    def copy(self) -> None:
        """The selected rows to the clipboard, all where none or one is selected, under their titles."""
        model = self._model
        chosen = sorted({index.row() for index in self.selectionModel().selectedRows()})
        rows = chosen if len(chosen) > 1 else range(model.rowCount())
        copy_rows(model.titles, ([model.text(row, column) for column in range(model.columnCount())] for row in rows))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Copy"), self.copy)
        menu.popup(event.globalPos())

    def _on_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.selected.emit(*self._model.places[current.row()])

    # -- sizes -------------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Each column as wide as its title and its widest name or a number."""
        metrics = self._appearance.metrics
        title = QFontMetrics(self._appearance.font("caption", weight=600))
        body = QFontMetrics(self._appearance.font("body"))
        for number, column in enumerate(self._model.columns):
            entries = max(map(body.horizontalAdvance, self._words.get(column.name) or (_WIDEST_NUMBER,)))
            widest = max(title.horizontalAdvance(column.title) + metrics.units(3.5), entries)
            self.setColumnWidth(number, widest + metrics.units(7))

    def _dress(self) -> None:
        metrics = self._appearance.metrics
        for part in (self, self.viewport()):
            part.setPalette(self._appearance.item_view_palette())
        self.setFont(self._appearance.font("body"))
        self.horizontalHeader().setFixedHeight(metrics.units(7))
        self.verticalHeader().setDefaultSectionSize(metrics.row)
        self.fit()
