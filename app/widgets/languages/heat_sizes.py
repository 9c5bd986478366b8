"""HeatSizes: how wide the columns of a heat map have to be, and how high its rows; measured once for each text.

number_columns, name_column, row_height    what is needed
fit_columns, fit_rows                      the sizes of a view, which may have more room than that, or less
"""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QTableView

from app.look.theme import Appearance
from app.widgets.languages.heat_table import HeatTable

_LONGEST_TITLE = 26
"""Units of width that the title of a column may ask for."""


class HeatSizes:
    """Asks the table for its texts; `forget` when they, or the fonts, are others."""

    def __init__(self, appearance: Appearance, table: HeatTable) -> None:
        self._appearance = appearance
        self._table = table
        self._names: dict[str, int] = {}
        self._tall: dict[tuple[str, int], int] = {}

    def forget(self) -> None:
        self._names, self._tall = {}, {}

    def names(self) -> dict[str, int]:
        """Widths of the names; measured once, because a live table is fitted often."""
        if not self._names:
            text = QFontMetrics(self._appearance.font("body"))
            self._names = {row.code: text.horizontalAdvance(row.name) for row in self._table.rows}
        return self._names

    def widest_name(self) -> int:
        return max(self.names().values(), default=0)

    def name_column(self, text: int) -> int:
        """Width of the column whose widest text has that width."""
        return max(text, self._appearance.metrics.units(16)) + self._appearance.metrics.units(5)

    def number_columns(self, sorted_key: str) -> list[int]:
        """The least width of each column: of its title (with the triangle where it is), and of its widest number."""
        metrics, cells = self._appearance.metrics, self._table.cells
        title = QFontMetrics(self._appearance.font("caption", weight=600))
        bold, small = (QFontMetrics(self._appearance.font(role)) for role in ("body", "caption"))
        widths = []
        for column, key in enumerate(self._table.keys):
            found = [cells.get((key, row.code)) for row in self._table.rows]
            # Digits are equally wide, so that of texts of one length the first is as good as all.
            texts = {(len(cell.text), cell.hatched): cell.text for cell in found if cell is not None}.items()
            numbers = max(
                ((small if hatched else bold).horizontalAdvance(text) for (_, hatched), text in texts), default=0
            )
            triangle = metrics.units(3.5) if key == sorted_key else 0
            # A branch has a long name: its numbers are what one wants to see, and the tool tip says all of it.
            named = min(title.horizontalAdvance(self._table.titles[column]), metrics.units(_LONGEST_TITLE)) + triangle
            widths.append(max(named, numbers) + metrics.units(3))
        return widths

    def row_height(self, row: int, room: int) -> int:
        """Of a row, where names have so much room; measured once for each name and room."""
        language, metrics = self._table.row_of(row), self._appearance.metrics
        if language is None or self.names()[language.code] <= room:
            return metrics.row
        if (language.code, room) not in self._tall:
            text = QFontMetrics(self._appearance.font("body"))
            wrapped = text.boundingRect(QRect(0, 0, room, 10_000), Qt.TextFlag.TextWordWrap, language.name)
            self._tall[language.code, room] = metrics.row + max(0, wrapped.height() - text.lineSpacing())
        return self._tall[language.code, room]

    def fit_columns(self, view: QTableView, sorted_key: str) -> None:
        """Give each column what it needs, and share what is left among the numbers; the script only where it has room."""
        metrics, room = self._appearance.metrics, view.viewport().width()
        numbers = self.number_columns(sorted_key)
        longest = max(metrics.units(20), min(round(room * 0.42), room - sum(numbers) - metrics.units(5)))
        names = self.name_column(min(self.widest_name(), longest))
        script = metrics.units(13)
        with_script = room >= names + script + sum(numbers) + metrics.units(6) * len(numbers)
        view.setColumnHidden(1, not with_script)
        view.setColumnWidth(0, names)
        view.setColumnWidth(1, script)
        left = room - names - sum(numbers) - (script if with_script else 0)
        share = max(0, left // len(numbers)) if numbers else 0
        for column, width in enumerate(numbers, 2):
            view.setColumnWidth(column, width + share)
        if numbers and left > 0:  # the last pixels, so that the map ends where the pane does
            view.setColumnWidth(1 + len(numbers), numbers[-1] + left - share * (len(numbers) - 1))
        elif not numbers:
            view.setColumnWidth(0, max(names, room))

    def fit_rows(self, view: QTableView) -> None:
        """One height for all, and as many lines more as a long name needs."""
        metrics = self._appearance.metrics
        header, room = view.verticalHeader(), view.columnWidth(0) - metrics.units(4)
        header.setDefaultSectionSize(metrics.row)
        if self.widest_name() <= room and header.length() == metrics.row * header.count():
            return
        heights = [self.row_height(row, room) for row in range(header.count())]
        if heights != [header.sectionSize(row) for row in range(header.count())]:
            header.setUpdatesEnabled(False)
            for row, height in enumerate(heights):
                header.resizeSection(row, height)
            header.setUpdatesEnabled(True)
