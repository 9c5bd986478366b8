"""The languages pane: what the same text costs in many languages - heat map, bars, and how it changed while learning.

Wide, the parts stand side by side; narrow, bars and curve share the place below the map and two buttons choose between
them.  A click on a cell opens its audit below, which takes the place of the bars where the pane is narrow.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
)

from app.state.cell_audit import CellAudit
from app.state.comparison_grid import FIRST_LANGUAGES, MEASURES, ComparisonGrid
from app.state.parallel_texts import ParallelTexts
from app.theme import Appearance
from app.widgets.audit_view import AuditView
from app.widgets.controls import Label, Line, Panel, spaced
from app.widgets.curve_scale import MOST_CURVES, spread_choice
from app.widgets.curves import Curve
from app.widgets.empty_state import EmptyState
from app.widgets.heat_legend import HeatLegend
from app.widgets.heat_map import HeatMap
from app.widgets.heat_scale import HeatScale, scale_for
from app.widgets.heat_table import HeatCell, HeatRow, State
from app.widgets.languages_bar import LanguagesBar, text_title
from app.widgets.languages_details import LanguagesDetails
from app.widgets.languages_files import LanguagesFiles
from app.widgets.premium_bars import Bar
from app.widgets.progress_row import ProgressRow
from engine.comparison import UNKNOWN_LIMIT
from engine.metrics import GINI, percent

MANY = 25
"""From so many languages on the field that searches them is always there."""
_FRAME = 16
_REST = 400
"""Milliseconds without a move of the timeline after which the rows are put in order again."""
_CURVE_PAUSE = 250


class LanguagesPane(Panel):
    """Follows a ComparisonGrid; draws at most once a frame, whatever the rate of its changes."""

    failed = Signal(object)

    def __init__(self, grid: ComparisonGrid, appearance: Appearance, audit: CellAudit, texts: ParallelTexts) -> None:
        super().__init__(appearance)
        self._grid = grid
        self._audit = audit
        self._texts = texts
        self._scale: HeatScale = scale_for("premium", [])
        self._wide: bool | None = None
        self._moved_by_hand = False
        self._settle = QTimer(self, singleShot=True, interval=0)
        self._frame = QTimer(self, singleShot=True, interval=_FRAME)
        self._curve_timer = QTimer(self, singleShot=True, interval=_CURVE_PAUSE)
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._build()
        self._connect()
        self._show_text()
        self._show_all()
        self._on_progress(0, 0)

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.progress = ProgressRow(look)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search languages"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Search languages"))
        self.search.installEventFilter(self)
        self._search_row = Panel(look)
        row = QHBoxLayout(self._search_row)
        spaced(row, look, (3, 0, 3, 2), 2)
        row.addWidget(self.search)
        self.stack = QStackedWidget()
        self.stack.addWidget(self._build_parts())
        self.empty = EmptyState(look, "globe", "", "")
        self.stack.addWidget(self.empty)
        self.status = Label(look, role="caption", second=True, wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.bar = LanguagesBar(look, MEASURES)
        self.measure, self.reference, self.picker = self.bar.measure, self.bar.reference, self.bar.picker
        self.export = self.bar.export
        column.addWidget(self.bar)
        for part in (self._search_row, Line(look), self.progress):
            column.addWidget(part)
        column.addWidget(self.stack, 1)
        column.addWidget(Line(look))
        column.addLayout(self._build_status())

    def _build_parts(self) -> QSplitter:
        """What is compared, and below it the audit of a cell."""
        self.audit = AuditView(self._audit, self._appearance)
        self.audit.hide()
        self._parts = QSplitter(Qt.Orientation.Vertical)
        self._parts.setMinimumWidth(1)
        self._parts.setChildrenCollapsible(False)
        self._parts.addWidget(self._build_content())
        self._parts.addWidget(self.audit)
        return self._parts

    def _build_content(self) -> QSplitter:
        look = self._appearance
        self.map = HeatMap(look, self._grid.explain, self._explain_column)
        self.legend = HeatLegend(look)
        self.files = LanguagesFiles(self, look, self._grid, self._texts, self.map, self.legend)
        left = Panel(look)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.map, 1000)
        column.addWidget(self.legend)
        column.addStretch(1)
        self.splitter = QSplitter()
        self.splitter.setMinimumWidth(1)  # wide parts must not keep the pane from becoming narrow
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(left)
        self.details = LanguagesDetails(look, lambda code: self._grid.explain(self._grid.selected_tokenizer, code))
        self.bars, self.curve = self.details.bars, self.details.curve
        self.splitter.addWidget(self.details)
        return self.splitter

    def _build_status(self) -> QHBoxLayout:
        row = QHBoxLayout()
        spaced(row, self._appearance, (3, 1.5, 3, 1.5), 2)
        row.addWidget(self.status, 1)
        return row

    def _connect(self) -> None:
        grid = self._grid
        grid.cells_changed.connect(self._frame.start)
        grid.run_changed.connect(self._on_run_changed)
        grid.selection_changed.connect(self._show_selection)
        grid.progress.connect(self._on_progress)
        grid.parallel_changed.connect(self._show_text)
        self._texts.changed.connect(self._show_text)
        self._texts.failed.connect(self.failed)
        self._audit.failed.connect(self.failed)
        self._settle.timeout.connect(self._on_settled)
        self._frame.timeout.connect(self._show_all)
        self._curve_timer.timeout.connect(self._show_curves)
        self._rest.timeout.connect(self._on_rest)
        self.progress.cancelled.connect(grid.cancel)
        self.measure.activated.connect(lambda _: grid.set_measure(self.measure.currentData()))
        self.reference.activated.connect(lambda _: grid.set_reference(self.reference.currentData()))
        self.picker.chosen.connect(grid.set_languages)
        self.bar.text_chosen.connect(self._texts.choose)
        self.bar.folder_wanted.connect(self.files.ask_folder)
        self.bar.table_wanted.connect(self.files.ask_table)
        self.bar.separate_wanted.connect(self.files.ask_separate)
        self.bar.export_wanted.connect(self.files.ask_export)
        self.files.failed.connect(self.failed)
        self.map.cell_selected.connect(self._on_cell_selected)
        self.map.pin_asked.connect(grid.set_pinned)
        self.audit.closed.connect(self.close_audit)
        self.details.chosen.connect(self._arrange_details)
        self.bars.selected.connect(lambda code: grid.select(language=code))
        self.search.textChanged.connect(self.map.set_filter)
        for splitter in (self.splitter, self.details.splitter):
            splitter.splitterMoved.connect(lambda *_: self._on_splitter_moved())
        self.map.order_changed.connect(self._show_bars)
        find = QShortcut(QKeySequence.StandardKey.Find, self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.open_search)
        self._appearance.changed.connect(self._arrange)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def _on_run_changed(self) -> None:
        """The timeline moved: the column at the next frame; the curves when they have grown.

        Rows that changed places under a moving number could not be read, so they stay until it rests.
        """
        self._rest.start()
        self.curve.show_position(self._grid.position)
        if not self._frame.isActive():
            self._frame.start()

    def _on_rest(self) -> None:
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._rest.start()  # still held
            return
        self.map.sort_again()
        self._show_bars()

    @property
    def _is_moving(self) -> bool:
        return self._rest.isActive()

    def _say_why_empty(self) -> None:
        if self._grid.prepared:
            title, sentence = self.tr("No tokenizer is checked."), self.tr("Check one or more in the shelf above.")
            self.empty.say(title, sentence + " " + self.tr("The comparison starts by itself."))
        else:
            sentence = self.tr("On a first start the compiled loops are prepared before it.")
            self.empty.say(self.tr("The comparison begins in a moment"), sentence)

    def _show_all(self) -> None:
        """Bring every part to what the grid knows now."""
        grid = self._grid
        columns = [(column.key, column.title) for column in grid.columns]
        self.stack.setCurrentIndex(0 if columns else 1)
        self._say_why_empty()
        self._show_controls()
        names = grid.names()
        languages = [grid.parallel.languages[code] for code in grid.languages]
        rows = [
            HeatRow(
                language.code,
                names[language.code],
                language.name,
                language.script,
                language.family,
                language.code in grid.pinned,
            )
            for language in languages
        ]
        cells = self._cells([key for key, _ in columns])
        self.map.show_table(rows, columns, cells, sort=not self._is_moving)
        values = [cell.value for cell in cells.values() if cell.value is not None]
        self.legend.show_scale(
            self._scale,
            below_one=any(value < 0.995 for value in values),
            unknown=any(cell.state is State.UNKNOWN_TEXT for cell in cells.values()),
            lost=any(cell.state is State.LOST_TEXT for cell in cells.values()),
        )
        self._show_selection()
        self._show_curves_soon()
        self._share_room()
        self._say_status()

    def _say_status(self) -> None:
        """Which text and how much of it; and why there is no premium where there is none."""
        grid = self._grid
        total = len(self._offered())
        shown = f"{len(grid.languages):,} of {total:,} languages shown."
        if grid.parallel.is_parallel:
            self.status.setText(f"{text_title(grid.parallel)}, {grid.unit_count}. {shown}")
        else:
            why = self.tr("These texts do not say the same in all languages, so no premium is offered.")
            self.status.setText(f"{text_title(grid.parallel)}. {shown} {why}")

    def _offered(self) -> list[str]:
        """Codes of the languages that can be chosen: those whose units are whole, or all where none need correspond."""
        text = self._grid.parallel
        return list(text.aligned if text.is_parallel and text.aligned else text.languages)

    def _show_text(self) -> None:
        """Another text: its languages, and the measures that it allows."""
        grid = self._grid
        text = grid.parallel
        self.bar.show_texts(self._texts.texts, text)
        self.bar.offer_measures([name for name in MEASURES if name != "premium" or text.is_parallel])
        usual = [code for code in FIRST_LANGUAGES if code in text.languages]
        self.picker.offer([text.languages[code] for code in self._offered()], usual)
        self._show_controls()

    def _show_controls(self) -> None:
        grid = self._grid
        self.bar.show_measure(grid.measure)
        names = grid.names()
        codes = [*grid.languages] if grid.reference in grid.languages else [grid.reference, *grid.languages]
        titles = {code: names.get(code, grid.parallel.languages[code].name) for code in codes}
        self.bar.show_references(titles, grid.reference)
        self.reference.setVisible(grid.measure == "premium")
        self.picker.show_codes(grid.languages)
        self._search_row.setVisible(len(grid.languages) > MANY or bool(self.search.text()) or self.search.hasFocus())
        self._arrange_bar()

    def _explain_column(self, key: str) -> str:
        """A tokenizer in three lines, for the tool tip of its title."""
        gini = self._grid.gini(key)
        lines = [self._grid.title_of(key)]
        if gini is not None:
            lines += [f"Gini {gini:.2f} over the {len(self._grid.languages):,} languages shown.", GINI]
        return "\n".join(lines)

    def _cells(self, keys: list[str]) -> dict[tuple[str, str], HeatCell]:
        grid = self._grid
        places = [(key, code) for key in keys for code in grid.languages]
        values = {place: grid.value(*place) for place in places}
        self._scale = scale_for(grid.measure, [value for value in values.values() if value is not None])
        return {place: self._cell(place, value) for place, value in values.items()}

    def _cell(self, place: tuple[str, str], value: float | None) -> HeatCell:
        if value is None:
            known = self._grid.is_known(*place)
            return HeatCell(State.UNDEFINED, "–") if known else HeatCell(State.WAITING, "...")
        if self._grid.doubt(*place):
            unknown = self._grid.unknown_share(*place)
            if unknown > UNKNOWN_LIMIT:
                return HeatCell(State.UNKNOWN_TEXT, f"{percent(unknown)} unknown")
            return HeatCell(State.LOST_TEXT, self.tr("letters lost"))
        return HeatCell(State.KNOWN, self._scale.text(value), value, self._scale.class_of(value))

    def _show_selection(self) -> None:
        grid = self._grid
        self.map.select(grid.selected_tokenizer if grid.selected_language else "", grid.selected_language)
        self._show_bars()
        self._show_curves_soon()

    def _show_bars(self) -> None:
        grid = self._grid
        key = grid.selected_tokenizer
        titles = {column.key: column.title for column in grid.columns}
        names = grid.names()
        # The map may still have rows of the view before this one.
        bars = [
            bar for code in self.map.order() if code in names and (bar := self._bar_of(key, code, names)) is not None
        ]
        is_premium = grid.measure == "premium"
        in_percent = MEASURES[grid.measure].is_share
        self.bars.show_bars(bars, logarithmic=is_premium, in_percent=in_percent, sort=not self._is_moving)
        self.bars.select(grid.selected_language)
        self.details.title.setText(titles.get(key, ""))
        with_interval = any(bar.low is not None for bar in bars)
        notes = ["95 % interval, log scale" if with_interval else "log scale"] if is_premium else []
        gini = grid.gini(key)
        fairness = [f"Gini {gini:.2f}"] if gini is not None and grid.measure in ("premium", "tokens") else []
        title = MEASURES[grid.measure].title
        self.details.note.setText(", ".join([title if title[:2] == "Ré" else title.lower(), *notes, *fairness]))
        self.details.note.setToolTip(GINI if fairness else "")

    def _bar_of(self, key: str, code: str, names: dict[str, str]) -> Bar | None:
        value = self._grid.value(key, code)
        if value is None or self._grid.doubt(key, code):
            return None
        interval = self._grid.interval(key, code)
        low, high = (interval.low, interval.high) if interval is not None else (None, None)
        return Bar(code, names[code], value, self._scale.text(value), low, high)

    def _show_curves_soon(self) -> None:
        """Curves follow a little later while the training adds to them, at once when nothing is drawn yet."""
        if not self._curve_timer.isActive():
            self._curve_timer.start()

    def _show_curves(self) -> None:
        grid = self._grid
        names = grid.names()
        ends = grid.premiums_at_end()
        room = self.curve.plot.height() / (2.2 * self.fontMetrics().height())
        chosen = spread_choice(ends, grid.selected_language, max(3, min(MOST_CURVES, int(room))))
        reference = grid.parallel.languages[grid.reference].name
        self.curve.set_note(f"tokens ÷ {reference} tokens")
        series = {code: grid.premium_while_training(code) for code in chosen}
        self.curve.show_curves([Curve(names[code], values) for code, values in series.items() if values is not None])
        self.curve.show_position(grid.position)
        self._arrange_details()

    def _on_progress(self, done: int, total: int) -> None:
        self.progress.setVisible(total > 0)
        if total:
            self.progress.show_progress(self.tr("Comparing"), done / total, f"{done:,} of {total:,} cells")

    # -- arrangement -------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(108), self._appearance.metrics.units(160))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(70), self._appearance.metrics.units(60))

    @property
    def is_wide(self) -> bool:
        """Map and bars stand side by side."""
        return bool(self._wide)

    def _arrange(self) -> None:
        metrics = self._appearance.metrics
        wide = self.width() >= metrics.units(200)
        if wide != self._wide:
            self._wide = wide
            self.splitter.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
            self._moved_by_hand = False
        self._arrange_bar()
        self._arrange_details()
        self._settle.start()

    def _on_settled(self) -> None:
        """The parts have their new sizes."""
        self._share_room()
        self._show_curves_soon()

    def _share_room(self) -> None:
        """The map gets what its rows or columns need, within limits; once somebody moved the border, it stays."""
        metrics = self._appearance.metrics
        self.map.setMaximumHeight(max(metrics.units(30), self.map.table_height() + metrics.units(3)))
        if self._moved_by_hand:
            return
        if self._wide:
            room = self.splitter.width()
            wanted = self.map.needed_width() + metrics.units(13 + 12 * len(self._grid.columns))
            map_room = round(min(max(wanted, 0.5 * room), 0.7 * room))
        else:
            room = self.splitter.height() - self.splitter.handleWidth()
            wanted = self.map.table_height() + self.legend.sizeHint().height() + metrics.units(2)
            map_room = round(max(0.5 * room, min(wanted, room - metrics.units(60))))
            if map_room < wanted:
                beside = self.legend.sizeHint().height()
                map_room = self.map.height_of_whole_rows(map_room - beside) + beside
        self.splitter.setSizes([map_room, room - map_room])
        self.details.share_room()

    def _on_splitter_moved(self) -> None:
        self._moved_by_hand = True

    def _arrange_bar(self) -> None:
        self.bar.fit(self.width())

    def _arrange_details(self) -> None:
        has_curve = self._grid.history is not None and len(self._grid.history) > 0
        self.details.arrange(wide=bool(self._wide), has_curve=has_curve)
        self.details.setVisible(bool(self._wide) or not self._audit.shown)

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

    # -- the audit ---------------------------------------------------------------------------------------------------

    def _on_cell_selected(self, key: str, code: str) -> None:
        self._grid.select(key, code)
        if key:
            self.open_audit()

    def open_audit(self) -> None:
        """Show what stands behind the selected cell."""
        if self._audit.shown:
            return
        self._audit.show(True)
        self.audit.show()
        room = self._parts.height()
        share = 0.42 if self._wide else 0.5
        self._parts.setSizes([round(room * (1 - share)), round(room * share)])
        self._arrange_details()
        self._settle.start()

    def close_audit(self) -> None:
        """Close it and give the room back."""
        self._audit.show(False)
        self.audit.hide()
        self._arrange_details()
        self._settle.start()
        self.map.setFocus()

    def ask_csv(self) -> None:
        """Ask where to, and write the table: what the menu's export does."""
        self.files.ask_export("csv")
