"""The steps of a training as a table model over arrays: step, what it does, its figure, ties.  Nothing is copied; rows grow.

StepColumns      merges, with how often each pair occurred
AdditionColumns  words taken in whole, with how often each occurs
RoundColumns     rounds, with the pieces before and after each and its likelihood
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.widgets.chip_text import spoken

Index = QModelIndex | QPersistentModelIndex
STEP, MERGE, COUNT, TIED = range(4)
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
    titles: tuple[str, ...] = ("Step", "Merge", "Count", "Tied")

    def __len__(self) -> int:
        return len(self.parts)

    def pair(self, step: int) -> tuple[bytes, ...]:
        """Both parts of a step, counted from 1."""
        left, right = self.parts[step - 1].tolist()
        return self.token(left), self.token(right)

    def words(self, step: int) -> str:
        """What the step does, where it is not told by chips."""
        return ""

    def count(self, step: int) -> float:
        return int(self.counts[step - 1]) / self.scale

    def ties(self, step: int) -> int:
        """Pairs with the winning count; 1 where it was alone or ties were not recorded."""
        return int(self.tied[step - 1]) if step <= len(self.tied) else 1

    def continues(self, old: ListColumns) -> bool:
        """Whether these rows begin with the old ones."""
        count = len(old)
        if not isinstance(old, StepColumns) or not len(self) >= count > 0:
            return False
        return bool(np.array_equal(old.parts, self.parts[:count]))


@dataclass(frozen=True, slots=True)
class AdditionColumns:
    """Words taken in whole: their texts, counts (times `scale`), and how many were equally frequent."""

    pieces: Sequence[bytes]
    counts: npt.NDArray[np.integer]
    tied: npt.NDArray[np.integer]
    scale: int = 1
    titles: tuple[str, ...] = ("Step", "Word", "Count", "Tied")

    def __len__(self) -> int:
        return len(self.pieces)

    def pair(self, step: int) -> tuple[bytes, ...]:
        """The word of a step."""
        return (self.pieces[step - 1],)

    def words(self, step: int) -> str:
        return ""

    def count(self, step: int) -> float:
        return int(self.counts[step - 1]) / self.scale

    def ties(self, step: int) -> int:
        return int(self.tied[step - 1]) if step <= len(self.tied) else 1

    def continues(self, old: ListColumns) -> bool:
        if not isinstance(old, AdditionColumns) or not len(self) >= len(old) > 0:
            return False
        return old.pieces[-1] == self.pieces[len(old) - 1]


@dataclass(frozen=True, slots=True)
class RoundColumns:
    """Rounds: how many pieces stand after each, and the log-likelihood of the corpus by them."""

    sizes: tuple[int, ...]
    likelihoods: tuple[float, ...]
    titles: tuple[str, ...] = ("Round", "Pieces", "-log L", "")

    def __len__(self) -> int:
        return len(self.sizes)

    def pair(self, step: int) -> tuple[bytes, ...]:
        return ()

    def words(self, step: int) -> str:
        """How many pieces there were and are."""
        after = f"{self.sizes[step - 1]:,}"
        return f"{self.sizes[step - 2]:,} → {after}" if step > 1 else f"{after} seeds"

    def count(self, step: int) -> float:
        return round(-self.likelihoods[step - 1])

    def ties(self, step: int) -> int:
        return 1

    def continues(self, old: ListColumns) -> bool:
        return isinstance(old, RoundColumns) and 0 < len(old) <= len(self) and self.sizes[: len(old)] == old.sizes


class ListColumns(Protocol):
    """Rows from step 1 on, and how the columns are called."""

    @property
    def titles(self) -> tuple[str, ...]: ...

    def __len__(self) -> int: ...

    def pair(self, step: int) -> tuple[bytes, ...]: ...

    def words(self, step: int) -> str: ...

    def count(self, step: int) -> float: ...

    def ties(self, step: int) -> int: ...

    def continues(self, old: ListColumns) -> bool: ...


@dataclass(frozen=True, slots=True)
class StepRow:
    """What the delegate draws of one row: chips, or else words."""

    step: int
    pair: tuple[bytes, ...]
    count: float
    tied: int
    words: str = ""


class StepModel(QAbstractTableModel):
    """Row 0 is step 1."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.columns: ListColumns | None = None

    def set_columns(self, columns: ListColumns | None) -> None:
        """Takes new columns; rows that only continue the old ones are appended, so that the view stays where it is."""
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
        """A row for drawing."""
        assert self.columns is not None
        step = row + 1
        columns = self.columns
        return StepRow(step, columns.pair(step), columns.count(step), columns.ties(step), columns.words(step))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.columns or ())

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else TIED + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns.titles[section] if self.columns is not None else ""
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


def find_step(columns: ListColumns, wanted: str, after: int) -> int | None:
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
