"""ViewsMemory: the order of the rows, the search and the kind of view, as they were at the end of the last start."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLineEdit

from app.state.languages.grid_memory import GridMemory
from app.widgets.languages.heat_map import HeatMap
from app.widgets.languages.languages_bar import VIEWS
from app.widgets.languages.languages_table import LanguagesTable


class ViewsMemory(QObject):
    """Takes them up at once, and follows what the user does from then on."""

    def __init__(self, memory: GridMemory, map: HeatMap, table: LanguagesTable, search: QLineEdit) -> None:
        super().__init__(search)
        self._memory = memory
        for view, name in ((map, "order"), (table, "table_order")):
            order = memory.kept(name, list)
            if order is not None and [type(part) for part in order] == [str, bool]:
                view.sort_by_name(order[0], descending=order[1])
        search.setText(memory.kept("search", str) or "")
        map.sorted_by_user.connect(self._on_map_sorted)
        table.sorted_by_user.connect(self._on_table_sorted)
        search.textChanged.connect(self._on_searched)

    @property
    def view(self) -> str:
        """Name of the view that was shown, "" for none."""
        name = self._memory.kept("view", str)
        return name if name in [row[0] for row in VIEWS] else ""

    def keep_view(self, name: str) -> None:
        self._memory.keep(view=name)

    def _on_map_sorted(self, name: str, descending: bool) -> None:
        self._memory.keep(order=[name, descending])

    def _on_table_sorted(self, name: str, descending: bool) -> None:
        self._memory.keep(table_order=[name, descending])

    def _on_searched(self, text: str) -> None:
        self._memory.keep(search=text)
