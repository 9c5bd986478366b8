"""What the heat map shows, as Qt asks for it: languages down, tokenizers across, in an order and with a filter of its own.

Rows are ordered here and not by a QSortFilterProxyModel: that one would ask Python for each comparison, 30 ms with 471
languages, and the numbers of a run change with every move of its timeline.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from app.widgets.heat_painting import CELL, PINNED


class State(Enum):
    """What a cell has to show."""

    KNOWN = "known"
    WAITING = "not counted yet"
    UNDEFINED = "not defined here"
    UNKNOWN_TEXT = "more than 2 % of the text is unknown"
    LOST_TEXT = "letters of the text are lost"


@dataclass(frozen=True, slots=True)
class HeatCell:
    """What a cell prints, and the class (0 to 8) whose colour it has; -1: no colour."""

    state: State
    text: str
    value: float | None = None
    heat: int = -1

    @property
    def hatched(self) -> bool:
        return self.state in (State.UNKNOWN_TEXT, State.LOST_TEXT)


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A language: its code, its name as shown, its full name (found by the filter too), its script and the script's family; a
    `pinned` one stays on top, whatever the order and the filter."""

    code: str
    name: str
    full_name: str = ""
    script: str = ""
    family: str = ""
    pinned: bool = False


Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
Cells = Mapping[tuple[str, str], HeatCell]
"""By column key and language code."""


class HeatTable(QAbstractTableModel):
    """Columns 0 and 1 are the language and its script.  `rows` are all languages; those that the filter lets through are
    shown, in the order of the last `sort_by`."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[HeatRow, ...] = ()
        self.keys: tuple[str, ...] = ()
        self.titles: tuple[str, ...] = ()
        self.cells: dict[tuple[str, str], HeatCell] = {}
        self.column_tip: Callable[[str], str] = lambda _key: ""
        self._searched: list[str] = []
        self._wanted = ""
        self._places: list[int] = []  # which of `rows` stands in each shown row

    def show_rows(self, rows: tuple[HeatRow, ...], columns: Sequence[tuple[str, str]]) -> None:
        """Other languages or columns, without cells and in the order given."""
        self.beginResetModel()
        self.rows = rows
        self.keys, self.titles = tuple(key for key, _ in columns), tuple(title for _, title in columns)
        self.cells = {}
        self._searched = [
            " ".join((row.name, row.full_name, row.code, row.script, row.family)).casefold() for row in rows
        ]
        self._places = self._found()
        self.endResetModel()

    def set_wanted(self, text: str) -> None:
        """Show only languages whose name, code or script holds the text."""
        self.beginResetModel()
        self._wanted = text.strip().casefold()
        self._places = self._found()
        self.endResetModel()

    def sort_by(self, column: int, *, descending: bool) -> None:
        """By value; what has none stands last, whichever way the rest is sorted."""
        values = self._sort_values(column)
        found = self._found()
        known = sorted((p for p in found if values[p] is not None), key=values.__getitem__, reverse=descending)
        places = known + [place for place in found if values[place] is None]
        places.sort(key=lambda place: not self.rows[place].pinned)  # keeps the order among each of both
        if places != self._places:
            self._places = places
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def row_of(self, row: int) -> HeatRow:
        """The language in a row as shown."""
        return self.rows[self._places[row]]

    def codes(self) -> tuple[str, ...]:
        """Of the languages as they are shown."""
        return tuple(self.rows[place].code for place in self._places)

    def _found(self) -> list[int]:
        return [place for place, text in enumerate(self._searched) if self._wanted in text or self.rows[place].pinned]

    def _sort_values(self, column: int) -> list[Any]:
        """What each row is sorted by."""
        if column < 2:
            return [(row.name, row.script)[column].casefold() for row in self.rows]
        cells = [self.cells.get((self.keys[column - 2], row.code)) for row in self.rows]
        return [None if cell is None else cell.value for cell in cells]

    # -- as Qt asks --------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._places)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 2 + len(self.keys)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.column_tip(self.keys[section - 2]) if section > 1 else None
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Language"), self.tr("Script"), *self.titles)[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row, column = self.row_of(index.row()), index.column()
        if column < 2:
            if role == PINNED:
                return row.pinned
            if role == Qt.ItemDataRole.ToolTipRole:
                return row.full_name or None
            return (row.name, row.script)[column] if role == Qt.ItemDataRole.DisplayRole else None
        cell = self.cells.get((self.keys[column - 2], row.code))
        if role == CELL:
            return cell
        return cell.text if cell is not None and role == Qt.ItemDataRole.DisplayRole else None
