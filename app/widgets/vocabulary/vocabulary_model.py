"""The listed tokens as a table model: rows are looked up in the engine's columns when they are drawn."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from app.translation import counted, inside, later, translate
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.plain_tip import plain_tip
from engine.unicode import script_names
from engine.vocabularies.vocabulary_search import Columns
from engine.vocabularies.vocabulary_survey import KINDS
from engine.vocabulary import IntArray

Index = QModelIndex | QPersistentModelIndex
ID, TOKEN, LENGTH, COUNT, SCRIPT, STEP = range(6)
TITLES = (
    later("vocabulary_model", "Id"),
    later("vocabulary_model", "Token"),
    later("vocabulary_model", "Bytes"),
    later("vocabulary_model", "In corpus"),
    later("vocabulary_model", "Script"),
    later("vocabulary_model", "Step"),
)
SORTS = ("id", "token", "length", "count", "script", "step")
"""The key of Query that each column sorts by."""


class VocabularyModel(QAbstractTableModel):
    """`columns` is None while nothing is known."""

    def __init__(self) -> None:
        super().__init__()
        self.columns: Columns | None = None
        self.ids: IntArray = np.empty(0, np.int64)
        self.order = ("id", False)

    def show(self, columns: Columns | None, ids: IntArray, sort: tuple[str, bool]) -> None:
        self.beginResetModel()
        self.columns, self.ids, self.order = columns, ids, sort
        self.endResetModel()

    def id_at(self, row: int) -> int:
        return int(self.ids[row])

    def row_of(self, id: int) -> int:
        """The row of a token, -1 if it is not listed."""
        found = np.flatnonzero(self.ids == id)
        return int(found[0]) if len(found) else -1

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.ids)

    def columnCount(self, _parent: Index | None = None) -> int:
        return len(TITLES)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            key, descending = self.order
            mark = (" ▼" if descending else " ▲") if SORTS[section] == key else ""
            return translate("vocabulary_model", TITLES[section]) + mark
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section in (TOKEN, SCRIPT) else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.tr("Sort by {}; once more turns the order around").format(
                inside(translate("vocabulary_model", TITLES[section]))
            )
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole) or self.columns is None:
            return None
        id, column = self.id_at(index.row()), index.column()
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self.said_of(id))
        if column == TOKEN:
            return spoken(self.columns.vocabulary[id])
        return self.text(id, column)

    def text(self, id: int, column: int) -> str:
        """What a cell says in figures or words; empty where that is not known."""
        assert self.columns is not None
        survey = self.columns.survey
        if column == ID:
            return f"{id:,}"
        if column == LENGTH:
            return f"{int(survey.lengths[id]):,}"
        if column == COUNT:
            return "" if self.columns.counts is None else f"{self.columns.counts[id]:,.10g}"
        if column == SCRIPT:
            return script_names()[survey.scripts[id]].replace("_", " ") if survey.scripts[id] else ""
        steps = self.columns.steps
        return "" if steps is None or not steps[id] else f"{int(steps[id]):,}"

    def marks(self, id: int) -> set[str]:
        """The named sets that a token is in."""
        return {name for name, flags in self.columns.marked.items() if flags[id]} if self.columns is not None else set()

    def said_of(self, id: int) -> str:
        """A token in words."""
        assert self.columns is not None
        kind = translate("engine", KINDS[self.columns.survey.kinds[id]])
        size = counted(int(self.columns.survey.lengths[id]), self.tr("{:,} byte"), self.tr("{:,} bytes"))
        return self.tr("{}: id {:,}, {}, {}").format(spoken(self.columns.vocabulary[id]), id, kind, size)
