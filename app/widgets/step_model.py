"""The steps of a training as a table model over arrays: step, merge, count, ties.  Nothing is copied; rows may grow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.widgets.chip_text import spoken

Index = QModelIndex | QPersistentModelIndex
STEP, MERGE, COUNT, TIED = range(4)
_TITLES = ("Step", "Merge", "Count", "Tied")
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class StepColumns:
    """Steps from 1 on: (n, 2) ids of the merged parts, counts (times `scale`), tied pairs (may be empty), and the bytes
    behind an id."""

    parts: npt.NDArray[np.integer]
    counts: npt.NDArray[np.integer]
    tied: npt.NDArray[np.integer]
    token: Callable[[int], bytes]
    scale: int = 1

    def __len__(self) -> int:
        return len(self.parts)

    def pair(self, step: int) -> tuple[bytes, bytes]:
        """Both parts of a step, counted from 1."""
        left, right = self.parts[step - 1].tolist()
        return self.token(left), self.token(right)

    def count(self, step: int) -> float:
        return int(self.counts[step - 1]) / self.scale

    def ties(self, step: int) -> int:
        """Pairs with the winning count; 1 where it was alone or ties were not recorded."""
        return int(self.tied[step - 1]) if step <= len(self.tied) else 1


@dataclass(frozen=True, slots=True)
class StepRow:
    """What the delegate draws of one row."""

    step: int
    pair: tuple[bytes, bytes]
    count: float
    tied: int


class StepModel(QAbstractTableModel):
    """Row 0 is step 1."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.columns: StepColumns | None = None

    def set_columns(self, columns: StepColumns | None) -> None:
        """Takes new columns; rows that only continue the old ones are appended, so that the view stays where it is."""
        old, new = len(self.columns or ()), len(columns or ())
        if self.columns is not None and columns is not None and _continues(self.columns, columns):
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
        """A row for drawing."""
        assert self.columns is not None
        step = row + 1
        return StepRow(step, self.columns.pair(step), self.columns.count(step), self.columns.ties(step))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.columns or ())

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(_TITLES)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _TITLES[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT if section == MERGE else _RIGHT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        row = self.row(index.row())
        texts = (
            f"{row.step:,}",
            f"{spoken(row.pair[0])} + {spoken(row.pair[1])}",
            number(row.count),
            tie_text(row.tied),
        )
        return texts[index.column()]


def number(count: float) -> str:
    return f"{count:,.0f}" if float(count).is_integer() else f"{count:,.1f}"


def tie_text(tied: int) -> str:
    """How many pairs were tied; nothing for a pair that was alone.

    >>> tie_text(3), tie_text(1), tie_text(1234)
    ('3', '', '999+')
    """
    return "" if tied < 2 else "999+" if tied > 999 else str(tied)


def find_step(columns: StepColumns, wanted: str, after: int) -> int | None:
    """The next step whose token holds a text, or the step with that number; the search goes round once.

    A blank at the start of the text counts: " very" finds only tokens that begin a word.
    """
    if not wanted:
        return None
    digits = wanted.strip().replace(",", "").replace(" ", "")
    if digits.isdecimal() and 1 <= int(digits) <= len(columns):
        return int(digits)
    needle = wanted.encode()
    count = len(columns)
    for distance in range(1, count + 1):
        step = (after + distance - 1) % count + 1
        if needle in b"".join(columns.pair(step)):
            return step
    return None


def _continues(old: StepColumns, new: StepColumns) -> bool:
    """Whether the new columns begin with the old ones."""
    count = len(old)
    return len(new) >= count > 0 and bool(np.array_equal(old.parts, new.parts[:count]))
