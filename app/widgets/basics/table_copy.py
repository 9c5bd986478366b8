"""TableCopy: Ctrl+C in a table gives its rows under their titles, a tab between cells, as a spreadsheet takes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QTableView, QToolTip

MOST_ROWS = 2_000
"""Copied at a time: so many take no longer than a blink, and whoever wants all of a long list exports it."""
_ROOM = " \u2002\u2003"
_ORDER = _ROOM + "▲▼"
"""What stands at a text to give it room, and at a title to say an order."""


def copy_rows(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """To the clipboard."""
    lines = ["\t".join(_cell(text) for text in row) for row in (titles, *rows)]
    QGuiApplication.clipboard().setText("\n".join(lines) + "\n")


def _cell(text: str) -> str:
    return text.replace("\t", " ").replace("\n", " ")


class TableCopy(QObject):
    """Of a view: the selected rows; `whole`: all of them, of a table in which no rows are selected.

    `action` is for its menu; a view that has none shows one with it.
    """

    def __init__(self, view: QTableView, *, whole: bool = False) -> None:
        super().__init__(view)
        self._view, self._whole = view, whole
        self.action = QAction(self.tr("Copy the table") if whole else self.tr("Copy"), self)
        self.action.setShortcut(QKeySequence.StandardKey.Copy)
        self.action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.action.triggered.connect(self.copy)
        view.addAction(self.action)

    def copy(self) -> None:
        """The first MOST_ROWS of the rows to the clipboard; a note at the table says where there were more."""
        model = self._view.model()
        columns = range(model.columnCount())
        rows = self._rows()
        header, display = Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole
        titles = [str(model.headerData(column, header, display) or "").strip(_ORDER) for column in columns]
        cells = ([str(model.index(row, at).data() or "").strip(_ROOM) for at in columns] for row in rows[:MOST_ROWS])
        if rows:
            copy_rows(titles, cells)
        if len(rows) > MOST_ROWS:
            note = self.tr("The first {:,} of {:,} rows are copied; the export has them all.")
            place = self._view.mapToGlobal(self._view.rect().center())
            QToolTip.showText(place, note.format(MOST_ROWS, len(rows)), self._view)

    def _rows(self) -> Sequence[int]:
        """From top to bottom; ranges are not taken apart before, as a whole vocabulary can be selected."""
        if self._whole:
            return range(self._view.model().rowCount())
        selection = self._view.selectionModel().selection()
        parts = [selection.at(number) for number in range(selection.count())]
        ranges = [range(part.top(), part.bottom() + 1) for part in parts]
        if len(ranges) == 1:
            return ranges[0]
        current = self._view.currentIndex()
        return sorted({row for part in ranges for row in part}) or ([current.row()] if current.isValid() else [])
