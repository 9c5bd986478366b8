"""The steps of a training as a table model: step, what it does, its figure, ties, and where another run has it.

The last column says of each step whether another run has it at the same step, at another one, or nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.translation import later, translate
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.number_text import number_text
from app.widgets.basics.plain_tip import plain_tip
from app.widgets.steps.step_columns import ListColumns
from engine.run_comparison import RunComparison

Index = QModelIndex | QPersistentModelIndex
STEP, MERGE, COUNT, TIED, OTHER = range(5)
SAME = "="
NOWHERE = later("step_model", "new")
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class StepRow:
    """What the delegate draws of one row: chips, or else words."""

    step: int
    pair: tuple[bytes, ...]
    count: float
    tied: int
    words: str = ""
    other: str = ""


class StepModel(QAbstractTableModel):
    """Row 0 is step 1."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.columns: ListColumns | None = None
        self._compared: RunComparison | None = None
        self._other = ""
        self._row: StepRow | None = None

    def set_marks(self, compared: RunComparison | None, other: str = "") -> None:
        """What another run, of that name, has in common with this one; None for no other run."""
        self._compared, self._other = compared, other
        self._row = None
        if self.columns is not None and len(self.columns):
            self.dataChanged.emit(self.index(0, OTHER), self.index(len(self.columns) - 1, OTHER))

    @property
    def has_marks(self) -> bool:
        return self._compared is not None

    def mark(self, step: int) -> str:
        """What stands in the last column: "=" for the same step, the number of one that makes the same token, or that the
        other run never makes it."""
        compared = self._compared
        if compared is None or step > len(compared.same):
            return ""
        if compared.same[step - 1]:
            return SAME
        place = int(compared.elsewhere[step - 1])
        return f"{place:,}" if place else NOWHERE

    def _mark_words(self, step: int) -> str:
        mark = self.mark(step)
        if not mark:
            return ""
        said = {SAME: self.tr("the same step"), NOWHERE: self.tr("never made")}.get(
            mark, self.tr("made at step {}").format(mark)
        )
        return f"{self._other}: {said}"

    def set_columns(self, columns: ListColumns | None) -> None:
        """Takes new columns; rows that only continue the old ones are appended, so that the view stays where it is."""
        self._row = None
        old, new = len(self.columns or ()), len(columns or ())
        if self.columns is not None and columns is not None and columns.continues(self.columns):
            if new > old:
                self.beginInsertRows(QModelIndex(), old, new - 1)
                self.columns = columns
                self.endInsertRows()
            self.columns = columns
            return
        self.beginResetModel()
        self.columns = columns
        self.endResetModel()

    def row(self, row: int) -> StepRow:
        """A row for drawing; the same one is asked for at each of its columns."""
        assert self.columns is not None
        step = row + 1
        if self._row is None or self._row.step != step:
            columns = self.columns
            pair, words = columns.pair(step), columns.words(step)
            self._row = StepRow(step, pair, columns.count(step), columns.ties(step), words, self.mark(step))
        return self._row

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.columns or ())

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else OTHER + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            if section == OTHER:
                return self.tr("Other")
            return translate("step_columns", self.columns.titles[section]) if self.columns is not None else ""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT if section == MERGE else _RIGHT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        row = self.row(index.row())
        texts = (
            f"{row.step:,}",
            " + ".join(map(spoken, row.pair)) or row.words,
            number_text(row.count),
            tie_text(row.tied),
            self._mark_words(row.step),
        )
        text = texts[index.column()]
        return plain_tip(text) if role == Qt.ItemDataRole.ToolTipRole else text


def mark_text(mark: str) -> str:
    """What stands for a mark in the column of the other run."""
    return translate("step_model", mark) if mark == NOWHERE else mark


def tie_text(tied: int) -> str:
    """How many pairs were tied; nothing for a pair that was alone.

    >>> tie_text(3), tie_text(1), tie_text(1234)
    ('3', '', '999+')
    """
    return "" if tied < 2 else "999+" if tied > 999 else str(tied)


def find_step(columns: ListColumns, wanted: str, after: int) -> int | None:
    """The next step whose token holds a text, or the step with that number; the search goes round once.

    A blank at the start of the text counts: " very" finds only tokens that begin a word.
    """
    if not wanted:
        return None
    digits = wanted.strip().replace(",", "").replace(" ", "")
    if digits.isdecimal() and 1 <= int(digits) <= len(columns):
        return int(digits)
    needle, count = wanted.encode(), len(columns)
    finder = getattr(columns, "finder", None)
    if finder is not None:
        found = finder(needle, after)
        return found if found is not None and found <= count else None
    for distance in range(1, count + 1):
        step = (after + distance - 1) % count + 1
        if needle in b"".join(columns.pair(step)):
            return step
    return None
