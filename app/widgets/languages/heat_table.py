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

from app.translation import later, translate


class State(Enum):
    """What a cell has to show."""

    KNOWN = "known"
    WAITING = later("heat_table", "not counted yet")
    UNDEFINED = later("heat_table", "not defined here")
    UNKNOWN_TEXT = later("heat_table", "more than 2 % of the text is unknown")
    LOST_TEXT = later("heat_table", "letters of the text are lost")
    REFUSED = later("heat_table", "the tokenizer cannot write this language")


@dataclass(frozen=True, slots=True)
class HeatCell:
    """What a cell prints, and the class (0 to 8) whose colour it has; -1: no colour."""

    state: State
    text: str
    value: float | None = None
    heat: int = -1

    @property
    def hatched(self) -> bool:
        return self.state in (State.UNKNOWN_TEXT, State.LOST_TEXT, State.REFUSED)


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A language: its code, its name as shown, its full name (found by the filter too), its script and the script's family; a
    `pinned` one stays on top, whatever the order and the filter.  `group` is (place among the groups, title), or none."""

    code: str
    name: str
    full_name: str = ""
    script: str = ""
    family: str = ""
    pinned: bool = False
    group: tuple[int, str] | None = None


PINNED_GROUP = later("heat_table", "Kept on top")
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
Cells = Mapping[tuple[str, str], HeatCell]
"""By column key and language code."""


class HeatTable(QAbstractTableModel):
    """Columns 0 and 1 are the language and its script.  `rows` are all languages; those that the filter lets through are
    shown, in the order of the last `sort_by`; where they are grouped, each group stands under a row with its title."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[HeatRow, ...] = ()
        self.keys: tuple[str, ...] = ()
        self.titles: tuple[str, ...] = ()
        self.cells: dict[tuple[str, str], HeatCell] = {}
        self.column_tip: Callable[[str], str] = lambda _key: ""
        self._searched: list[str] = []
        self._wanted = ""
        self._shown: list[HeatRow | str] = []  # a language, or the title of a group

    def show_rows(self, rows: tuple[HeatRow, ...], columns: Sequence[tuple[str, str]]) -> None:
        """Other languages or columns, without cells and in the order given."""
        self.beginResetModel()
        self.rows = rows
        self.keys, self.titles = tuple(key for key, _ in columns), tuple(title for _, title in columns)
        self.cells = {}
        self._searched = [
            " ".join((row.name, row.full_name, row.code, row.script, row.family)).casefold() for row in rows
        ]
        self._shown = self._grouped([self.rows[place] for place in self._found()])
        self.endResetModel()

    def set_wanted(self, text: str) -> None:
        """Show only languages whose name, code, script or family holds the text."""
        self.beginResetModel()
        self._wanted = text.strip().casefold()
        self._shown = self._grouped([self.rows[place] for place in self._found()])
        self.endResetModel()

    def sort_by(self, column: int, *, descending: bool) -> None:
        """By value, in each group; what has none stands last, whichever way the rest is sorted."""
        values = self._sort_values(column)
        found = self._found()
        known = sorted((p for p in found if values[p] is not None), key=values.__getitem__, reverse=descending)
        places = known + [place for place in found if values[place] is None]
        shown = self._grouped([self.rows[place] for place in places])
        if shown == self._shown:
            return
        if len(shown) != len(self._shown):
            self.beginResetModel()
            self._shown = shown
            self.endResetModel()
        else:
            self._shown = shown
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def _grouped(self, rows: list[HeatRow]) -> list[HeatRow | str]:
        """Pinned ones first; then the groups, each under its title.  The order inside each stays as it is."""
        rows = sorted(rows, key=lambda row: not row.pinned)
        if not any(row.group for row in rows):
            return [*rows]
        groups: dict[tuple[int, str], list[HeatRow]] = {}
        for row in rows:
            groups.setdefault(
                (-1, translate("heat_table", PINNED_GROUP)) if row.pinned else row.group or (0, ""), []
            ).append(row)
        shown: list[HeatRow | str] = []
        for group in sorted(groups):
            shown += [f"{group[1]}, {len(groups[group]):,}", *groups[group]]
        return shown

    def row_of(self, row: int) -> HeatRow | None:
        """The language in a row as shown; None for the title of a group."""
        shown = self._shown[row] if 0 <= row < len(self._shown) else ""
        return shown if isinstance(shown, HeatRow) else None

    def title_at(self, row: int) -> str:
        """Of the group that begins in this row; "" for a language."""
        shown = self._shown[row]
        return shown if isinstance(shown, str) else ""

    def place_of(self, code: str) -> int:
        """In which row a language is shown; -1 if it is not."""
        for place, row in enumerate(self._shown):
            if isinstance(row, HeatRow) and row.code == code:
                return place
        return -1

    def codes(self) -> tuple[str, ...]:
        """Of the languages as they are shown."""
        return tuple(row.code for row in self._shown if isinstance(row, HeatRow))

    def cell_at(self, row: HeatRow, column: int) -> HeatCell | None:
        """What stands in a column of numbers."""
        return self.cells.get((self.keys[column - 2], row.code))

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
        return 0 if parent.isValid() else len(self._shown)

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

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The keyboard passes over titles of groups."""
        return super().flags(index) if self.row_of(index.row()) is not None else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row, column = self.row_of(index.row()), index.column()
        if row is None:
            return self.title_at(index.row()) if column == 0 and role == Qt.ItemDataRole.DisplayRole else None
        if column < 2:
            if role == Qt.ItemDataRole.ToolTipRole:
                return row.full_name or None
            return (row.name, row.script)[column] if role == Qt.ItemDataRole.DisplayRole else None
        cell = self.cell_at(row, column)
        return cell.text if cell is not None and role == Qt.ItemDataRole.DisplayRole else None
