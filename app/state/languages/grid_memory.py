"""GridMemory: how languages were looked at last - which, by what measure, what is pinned, in which order - for the next
start; kept in the settings."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import QObject

from app.state.languages.comparison_grid import ComparisonGrid
from app.state.settings import Settings
from engine.parallel import udhr

_KEY = "languages"


class GridMemory(QObject):
    """Fills the grid at the start and follows it from then on; the views keep their own (`keep`, `kept`).

    Languages, pins and the reference belong to a text: they are remembered for the bundled one.
    """

    def __init__(self, grid: ComparisonGrid, settings: Settings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._grid, self._settings = grid, settings
        self._values = _values(settings.kept(_KEY)) if settings is not None else {}
        self._take_up()
        grid.cells_changed.connect(self._follow)

    def kept(self, name: str, kind: type) -> Any:
        """What was kept under a name, if it is of that kind; else None."""
        value = self._values.get(name)
        return value if isinstance(value, kind) else None

    def keep(self, **values: object) -> None:
        """Plain values under their names."""
        changed = self._values | values
        if changed != self._values and self._settings is not None:
            self._settings.keep(_KEY, json.dumps(changed))
        self._values = changed

    def _take_up(self) -> None:
        """As it was; what is not there any more is passed over."""
        grid, known = self._grid, self._grid.parallel.languages
        codes = [code for code in self.kept("languages", list) or () if code in known]
        if codes:
            grid.set_languages(codes)
        if self.kept("reference", str) in known:
            grid.set_reference(self._values["reference"])
        grid.set_measure(self.kept("measure", str) or "")
        grid.set_grouping(self.kept("grouping", str) or "")
        for code in self.kept("pinned", list) or ():
            if code in known:
                grid.set_pinned(code, True)

    def _follow(self) -> None:
        grid = self._grid
        if grid.parallel is udhr():
            self.keep(languages=list(grid.languages), reference=grid.reference, pinned=list(grid.pinned))
        self.keep(measure=grid.measure, grouping=grid.grouping)


def _values(text: str) -> dict[str, Any]:
    try:
        values = json.loads(text)
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}
