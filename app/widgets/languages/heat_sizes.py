"""HeatSizes: how wide the columns of a heat map have to be, and how high its rows; measured once for each text."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics

from app.theme import Appearance
from app.widgets.languages.heat_table import HeatTable


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
            named = title.horizontalAdvance(self._table.titles[column]) + triangle
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
