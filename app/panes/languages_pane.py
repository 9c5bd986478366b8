"""The languages pane: what the same text costs in many languages - heat map and bars, a scatter, a table of all numbers.

The map stands beside its bars and the curve while training where the pane is wide; narrow, bars and curve share the place
below it and two buttons choose between them.  A cell that is chosen opens its audit below, which takes the place of the
bars where the pane is narrow.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QStackedWidget, QVBoxLayout

from app.look.theme import Appearance
from app.state.languages.cell_audit import CellAudit
from app.state.languages.comparison_columns import NEED_PARALLEL
from app.state.languages.comparison_grid import ComparisonGrid
from app.state.languages.grid_memory import GridMemory
from app.state.languages.language_names import FIRST_LANGUAGES
from app.state.languages.parallel_texts import ParallelTexts
from app.widgets.basics.controls import Label, Line, Panel, spaced
from app.widgets.basics.empty_state import EmptyState
from app.widgets.basics.progress_row import ProgressRow
from app.widgets.languages.languages_bar import LanguagesBar, text_title
from app.widgets.languages.languages_files import LanguagesFiles
from app.widgets.languages.languages_views import LanguagesViews
from app.widgets.languages.price_table import PriceTable
from app.widgets.languages.views_memory import ViewsMemory

MANY = 25
"""From so many languages on the field that searches them is always there."""
_FRAME = 16
_REST = 400
"""Milliseconds without a move of the timeline after which the rows are put in order again."""


class LanguagesPane(Panel):
    """Follows a ComparisonGrid; draws at most once a frame, whatever the rate of its changes."""

    failed = Signal(object)

    def __init__(
        self,
        grid: ComparisonGrid,
        appearance: Appearance,
        audit: CellAudit,
        texts: ParallelTexts,
        memory: GridMemory | None = None,
    ) -> None:
        super().__init__(appearance)
        self._grid = grid
        self._audit = audit
        self._texts = texts
        self._frame = QTimer(self, singleShot=True, interval=_FRAME)
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._only_moved = False
        self._shown, self._missed = True, False
        self._build()
        self._connect()
        self._connect_bar()
        self._show_text()
        self._show_all()
        self._on_progress(0, 0)
        self._remember(memory or GridMemory(grid, parent=self))

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.progress = ProgressRow(look)
        self.views = views = LanguagesViews(look, self._grid, self._audit)
        self.map, self.legend, self.details, self.audit = views.map, views.legend, views.details, views.audit
        self.bars, self.curve = views.details.bars, views.details.curve
        self.stack = QStackedWidget()
        self.stack.addWidget(views)
        self.empty = EmptyState(look, "globe", "", "")
        self.stack.addWidget(self.empty)
        self.status = Label(look, role="caption", second=True, wrap=True)
        self.bar = LanguagesBar(look)
        self.measure, self.reference, self.picker = self.bar.measure, self.bar.reference, self.bar.picker
        self.export = self.bar.export
        self.prices = PriceTable(look, self._grid.terms)
        self.prices.hide()
        self.files = LanguagesFiles(
            self,
            self._grid,
            self._texts,
            lambda: self._caught_up().map.order(),
            lambda of_bars: self._caught_up().picture(of_bars),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.bar, self._build_search(), self.prices, Line(look), self.progress):
            column.addWidget(part)
        column.addWidget(self.stack, 1)
        column.addWidget(Line(look))
        row = QHBoxLayout()
        spaced(row, look, (3, 1.5, 3, 1.5), 2)
        row.addWidget(self.status, 1)
        column.addLayout(row)

    def _build_search(self) -> Panel:
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search languages"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Search languages"))
        self.search.installEventFilter(self)
        self._search_row = Panel(self._appearance)
        row = QHBoxLayout(self._search_row)
        spaced(row, self._appearance, (3, 0, 3, 2), 2)
        row.addWidget(self.search)
        return self._search_row

    def _connect(self) -> None:
        grid, views = self._grid, self.views
        grid.cells_changed.connect(self._on_cells_changed)
        grid.run_changed.connect(self._on_run_changed)
        grid.selection_changed.connect(views.show_selection)
        grid.progress.connect(self._on_progress)
        grid.parallel_changed.connect(self._show_text)
        grid.terms.changed.connect(self._show_controls)
        self._texts.changed.connect(self._show_text)
        for part in (self._texts, self._audit, self.files):
            part.failed.connect(self.failed)
        self._frame.timeout.connect(self._on_frame)
        self._rest.timeout.connect(self._on_rest)
        self.progress.cancelled.connect(grid.cancel)
        views.chosen.connect(self._on_cell_selected)
        views.pin_asked.connect(grid.set_pinned)
        self.search.textChanged.connect(self.map.set_filter)
        self._appearance.changed.connect(self._arrange_bar)

    def _remember(self, memory: GridMemory) -> None:
        """As it was at the last start, and from now on what the user chooses."""
        self._memory = ViewsMemory(memory, self.map, self.views.table, self.search)
        if self._memory.view:
            self.show_view(self._memory.view)
        self.bar.view_chosen.connect(self._memory.keep_view)

    def _connect_bar(self) -> None:
        grid, bar = self._grid, self.bar
        self.measure.activated.connect(lambda _: self._on_measure_chosen(self.measure.currentData()))
        self.reference.activated.connect(lambda _: grid.set_reference(self.reference.currentData()))
        bar.window_size.valueChanged.connect(grid.terms.set_window)
        bar.price.activated.connect(lambda _: self._on_price_chosen())
        bar.prices_wanted.connect(lambda: self.prices.setVisible(self.prices.isHidden()))
        self.prices.closed.connect(self.prices.hide)
        self.picker.chosen.connect(grid.set_languages)
        self.picker.grouping_chosen.connect(grid.set_grouping)
        bar.text_chosen.connect(self._texts.choose)
        bar.folder_wanted.connect(self.files.ask_folder)
        bar.table_wanted.connect(self.files.ask_table)
        bar.separate_wanted.connect(self.files.ask_separate)
        bar.export_wanted.connect(self.files.ask_export)
        bar.view_chosen.connect(self.show_view)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def _on_run_changed(self) -> None:
        """The timeline moved: the column at the next frame; the curves when they have grown.

        Rows that changed places under a moving number could not be read, so they stay until it rests.
        """
        self._rest.start()
        self.curve.show_position(self._grid.position)
        if not self._frame.isActive():
            self._frame.start()

    def _on_cells_changed(self) -> None:
        self._only_moved = False
        self._frame.start()

    def _on_rest(self) -> None:
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._rest.start()  # still held
            return
        if self._shown:
            self.views.rest()
        else:
            self._missed = True

    @property
    def is_moving(self) -> bool:
        """The timeline has moved a moment ago: rows keep their places until it rests."""
        return self._rest.isActive()

    def set_shown(self, shown: bool) -> None:
        """While nobody sees the pane nothing of it is drawn; what was missed is when it is seen."""
        self._shown = shown
        if shown and self._missed:
            self._on_frame()

    def _say_why_empty(self) -> None:
        if self._grid.expects and self._grid.prepared:
            self.empty.say(self.tr("The comparison begins in a moment"), self.tr("The tokenizers are being opened."))
        elif self._grid.prepared:
            title, sentence = self.tr("No tokenizer is checked."), self.tr("Check one or more in the shelf above.")
            self.empty.say(title, sentence + " " + self.tr("The comparison starts by itself."))
        else:
            sentence = self.tr("On a first start the compiled loops are prepared before it.")
            self.empty.say(self.tr("The comparison begins in a moment"), sentence)

    def _on_frame(self) -> None:
        """Where only the timeline has moved, the choices above the views and the sentence below them are the same."""
        self._missed = not self._shown
        if self._missed:
            return
        if self._only_moved:
            self.views.show_all(moving=self.is_moving)
        else:
            self._show_all()
        self._only_moved = True

    def _show_all(self) -> None:
        """Bring every part to what the grid knows now."""
        self.stack.setCurrentIndex(0 if self._grid.columns else 1)
        self._say_why_empty()
        self._show_controls()
        self.views.show_all(moving=self.is_moving)
        self._say_status()

    def _say_status(self) -> None:
        """Which text and how much of it; and why there is no number where there is none."""
        grid = self._grid
        shown = self.tr("{:,} of {:,} languages shown.").format(len(grid.languages), len(self._offered()))
        if not grid.parallel.is_parallel:
            why = self.tr("These texts do not say the same in all languages, so no premium is offered.")
            self.status.setText(f"{text_title(grid.parallel)}. {shown} {why}")
            return
        note = ""
        if grid.measure in NEED_PARALLEL and grid.measure != "premium":
            reference = grid.parallel.languages[grid.reference].name
            note = " " + self.tr("A page: what 1,800 characters of {0} say.").format(reference)
        if grid.measure == "page_price" and grid.terms.price is None:
            note = " " + grid.metric.absence
        self.status.setText(f"{text_title(grid.parallel)}, {grid.unit_count}. {shown}{note}")

    def _offered(self) -> list[str]:
        """Codes of the languages that can be chosen: those whose units are whole, or all where none need correspond."""
        text = self._grid.parallel
        return list(text.aligned if text.is_parallel and text.aligned else text.languages)

    def _show_text(self) -> None:
        """Another text: its languages, and the measures that it allows."""
        text = self._grid.parallel
        self.bar.show_texts(self._texts.texts, text)
        usual = [code for code in FIRST_LANGUAGES if code in text.languages]
        self.picker.offer([text.languages[code] for code in self._offered()], usual)
        self._show_controls()

    def _show_controls(self) -> None:
        grid = self._grid
        self.bar.show_measures(grid.measures, grid.measure)
        names = grid.names()
        codes = [*grid.languages] if grid.reference in grid.languages else [grid.reference, *grid.languages]
        titles = {code: names.get(code, grid.parallel.languages[code].name) for code in codes}
        self.bar.show_references(titles, grid.reference)
        self.bar.show_terms(grid.terms.window, grid.terms.prices, grid.terms.price)
        if grid.measure != "page_price":
            self.prices.hide()
        self.picker.show_codes(grid.languages)
        self.picker.show_grouping(grid.grouping)
        self._search_row.setVisible(len(grid.languages) > MANY or bool(self.search.text()) or self.search.hasFocus())
        self._arrange_bar()

    def _on_progress(self, done: int, total: int) -> None:
        self.progress.setVisible(total > 0)
        if total:
            self.progress.show_progress(
                self.tr("Comparing"), done / total, self.tr("{:,} of {:,} cells").format(done, total)
            )

    def show_view(self, name: str) -> None:
        """ "map", "scatter" or "table"."""
        self.views.show_view(name)
        self.bar.show_view(name)

    # -- arrangement -------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange_bar()

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(108), self._appearance.metrics.units(160))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(70), self._appearance.metrics.units(60))

    def _arrange_bar(self) -> None:
        self.bar.fit(self.width())

    # -- the user ----------------------------------------------------------------------------------------------------

    def open_search(self) -> None:
        """Open the field that searches the languages."""
        self._search_row.show()
        self.search.setFocus()
        self.search.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self.search.clear()
            self.map.setFocus()
            self._show_controls()
            return True
        return super().eventFilter(watched, event)

    def _on_cell_selected(self, key: str, code: str) -> None:
        self._grid.select(key, code)
        if key:
            self.views.open_audit()

    def _on_measure_chosen(self, name: str) -> None:
        self._grid.set_measure(name)
        self.prices.setVisible(name == "page_price" and self._grid.terms.price is None)

    def _on_price_chosen(self) -> None:
        price = self.bar.price.currentData()
        if price is not None:
            self._grid.terms.choose(price)

    def ask_csv(self) -> None:
        """Ask where to, and write the table: what the menu's export does."""
        self.files.ask_export("csv")

    def _caught_up(self) -> LanguagesViews:
        """The views as somebody who looked would see them: what is written is what is known now."""
        if self._missed:
            self._show_all()
        return self.views
