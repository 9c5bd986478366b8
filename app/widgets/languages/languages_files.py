"""LanguagesFiles: the files of the languages pane - texts of the user's own, and tables and pictures of the comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.state.languages.comparison_grid import ComparisonGrid
from app.state.languages.parallel_texts import ParallelTexts
from app.state.training.picture_files import PictureFiles
from app.translation import translate
from app.widgets.basics import file_dialogs
from app.widgets.languages.languages_bar import EXPORTS
from app.widgets.languages.languages_picture import LanguagesPicture
from engine.comparison_tables import settings


class LanguagesFiles(QObject):
    """Asks the user which file, over the pane that it serves; `picture` is asked for a picture of "map", "bars" or "scatter"."""

    failed = Signal(object)

    def __init__(
        self,
        pane: QWidget,
        grid: ComparisonGrid,
        texts: ParallelTexts,
        order: Callable[[], Sequence[str]],
        picture: Callable[[bool], LanguagesPicture],
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._grid = grid
        self._texts = texts
        self._order = order
        self._picture = picture
        self._pictures = PictureFiles(self)
        self._pictures.written.connect(grid.exported)
        self._pictures.failed.connect(self.failed)

    def ask_folder(self) -> None:
        path = file_dialogs.ask_folder(self._pane, self.tr("A folder with one text file for each language"))
        if path is not None:
            self._texts.open(path)

    def ask_table(self) -> None:
        kinds = self.tr("Tables") + " (*.csv *.tsv *.jsonl *.parquet *.gz *.zst)"
        title = self.tr("A table with one column for each language")
        paths = file_dialogs.ask_open_files(self._pane, title, kinds)
        if paths:
            self._texts.open(*paths)

    def ask_separate(self) -> None:
        path = file_dialogs.ask_folder(self._pane, self.tr("A folder with one text file for each language"))
        if path is not None:
            self._texts.open_separate(path)

    def ask_export(self, kind: str) -> None:
        """Ask where to, then write the table or the picture."""
        title, kinds = next((title, kinds) for name, title, kinds in EXPORTS if name == kind)
        *part, suffix = kind.split(".")
        proposal = f"languages{''.join(f'-{word}' for word in part)}.{suffix}"
        path = file_dialogs.ask_save_file(self._pane, translate("languages_bar", title).rstrip(". "), proposal, kinds)
        if path is None:
            return
        if suffix in ("png", "svg"):
            self.export_picture(path, of_bars=bool(part))
        else:
            self._grid.export(path, kind, self._order() if kind == "tex" else self._in_text_order())

    def _in_text_order(self) -> list[str]:
        """As the command line writes them, whichever way the rows are sorted; those that the search hides left out."""
        shown = set(self._order())
        return [code for code in self._grid.languages if code in shown]

    def export_picture(self, path: Path, *, of_bars: bool = False) -> None:
        """Write what is shown, whole, with the settings; or the bars alone."""
        self._pictures.write(path, self._picture(of_bars).drawn(path))


def picture_caption(grid: ComparisonGrid) -> str:
    """What was compared and how."""
    metric = grid.metric
    tokenizers = ", ".join(grid.title_of(column.key) for column in grid.columns)
    facts = "; ".join(f"{name}: {value}" for name, value in settings(grid.parallel, grid.reference).items())
    price = grid.terms.price if metric.name == "page_price" else None
    paid = f" {price.words}." if price is not None else ""
    return translate("languages_files", "{} = {}.{} Tokenizers: {}. {}{}.").format(
        metric.title, metric.meaning, paid, tokenizers, facts[:1].upper(), facts[1:]
    )
