"""LanguagesFiles: the files of the languages pane - texts of the user's own, and tables and pictures of the comparison."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.state.comparison_grid import MEASURES, ComparisonGrid
from app.state.parallel_texts import ParallelTexts
from app.theme import Appearance
from app.widgets import file_dialogs
from app.widgets.heat_legend import HeatLegend
from app.widgets.heat_map import HeatMap
from app.widgets.heat_picture import HeatPicture
from app.widgets.languages_bar import EXPORTS
from engine.comparison_tables import settings
from engine.errors import EngineError


class LanguagesFiles(QObject):
    """Asks the user which file, over the pane that it serves."""

    failed = Signal(object)

    def __init__(
        self,
        pane: QWidget,
        appearance: Appearance,
        grid: ComparisonGrid,
        texts: ParallelTexts,
        heat_map: HeatMap,
        legend: HeatLegend,
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._appearance = appearance
        self._grid = grid
        self._texts = texts
        self._map = heat_map
        self._legend = legend

    def ask_folder(self) -> None:
        path = file_dialogs.ask_folder(self._pane, self.tr("A folder with one text file for each language"))
        if path is not None:
            self._texts.open(path)

    def ask_table(self) -> None:
        kinds = self.tr("Tables") + " (*.csv *.tsv *.jsonl *.parquet *.gz *.zst)"
        title = self.tr("A table with one column for each language")
        for path in file_dialogs.ask_open_files(self._pane, title, kinds):
            self._texts.open(path)

    def ask_separate(self) -> None:
        path = file_dialogs.ask_folder(self._pane, self.tr("A folder with one text file for each language"))
        if path is not None:
            self._texts.open_separate(path)

    def ask_export(self, kind: str) -> None:
        """Ask where to, then write the table or the picture."""
        title, kinds = next((title, kinds) for name, title, kinds in EXPORTS if name == kind)
        path = file_dialogs.ask_save_file(self._pane, self.tr(title).rstrip("."), f"languages.{kind}", kinds)
        if path is None:
            return
        if kind in ("png", "svg"):
            self.export_picture(path)
        else:
            self._grid.export(path, kind, self._map.order())

    def export_picture(self, path: Path) -> None:
        """Write the whole map with its legend and the settings."""
        if HeatPicture(self._map, self._legend, self._appearance, self._caption()).write(path):
            self._grid.exported.emit(path)
        else:
            self.failed.emit(EngineError(f"{path} cannot be written. Choose another folder."))

    def _caption(self) -> str:
        """What was compared and how."""
        grid = self._grid
        metric = MEASURES[grid.measure]
        tokenizers = ", ".join(grid.title_of(column.key) for column in grid.columns)
        facts = "; ".join(f"{name}: {value}" for name, value in settings(grid.parallel, grid.reference).items())
        return f"{metric.title} = {metric.meaning}. Tokenizers: {tokenizers}. {facts[:1].upper()}{facts[1:]}."
