"""The languages pane: what the same text costs in many languages - heat map, bars, and how it changed while learning.

Wide, the parts stand side by side; narrow, bars and curve share the place below the map and two buttons choose between
them.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QImageWriter, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.state.comparison_grid import FIRST_LANGUAGES, MEASURES, ComparisonGrid
from app.theme import Appearance
from app.widgets import file_dialogs
from app.widgets.controls import Label, Line, Panel, ToolButton, spaced
from app.widgets.curve_scale import MOST_CURVES, spread_choice
from app.widgets.curves import Curve, premium_while_training
from app.widgets.empty_state import EmptyState
from app.widgets.heat_legend import HeatLegend
from app.widgets.heat_map import HeatMap
from app.widgets.heat_picture import heat_picture
from app.widgets.heat_scale import HeatScale, scale_for
from app.widgets.heat_table import HeatCell, HeatRow, State
from app.widgets.language_picker import LanguagePicker
from app.widgets.premium_bars import Bar, PremiumBars
from app.widgets.progress_row import ProgressRow
from app.widgets.value_choice import ValueChoice
from engine.errors import EngineError

UNKNOWN_LIMIT = 0.02
"""Above this share of unknown text a count looks too cheap, so no number is shown."""
MANY = 25
"""From so many languages on the field that searches them is always there."""
_FRAME = 16
_REST = 400
"""Milliseconds without a move of the timeline after which the rows are put in order again."""
_CURVE_PAUSE = 250
_TITLES = {"udhr": "Human rights"}


class LanguagesPane(Panel):
    """Follows a ComparisonGrid; draws at most once a frame, whatever the rate of its changes."""

    failed = Signal(object)

    def __init__(self, grid: ComparisonGrid, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._grid = grid
        self._scale: HeatScale = scale_for("premium", [])
        self._wide: bool | None = None
        self._moved_by_hand = False
        self._settle = QTimer(self, singleShot=True, interval=0)
        self._frame = QTimer(self, singleShot=True, interval=_FRAME)
        self._curve_timer = QTimer(self, singleShot=True, interval=_CURVE_PAUSE)
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._build()
        self._connect()
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
        self.stack.addWidget(self._build_content())
        self.empty = EmptyState(look, "globe", "", "")
        self.stack.addWidget(self.empty)
        self.status = Label(look, role="caption", second=True, wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._build_bar())
        for part in (self._search_row, Line(look), self.progress):
            column.addWidget(part)
        column.addWidget(self.stack, 1)
        column.addWidget(Line(look))
        column.addLayout(self._build_status())

    def _build_bar(self) -> Panel:
        look, grid = self._appearance, self._grid
        bar = Panel(look)
        bar.setMinimumWidth(1)  # the row is made to fit the pane, not the pane to fit the row
        self.measure = ValueChoice(look, self.tr("Measure"))
        for name, metric in MEASURES.items():
            self.measure.add(metric.title, name)
        self.reference = ValueChoice(look, self.tr("Reference"))
        parallel = grid.parallel
        aligned = [parallel.languages[code] for code in parallel.aligned]
        self.picker = LanguagePicker(look, aligned, [code for code in FIRST_LANGUAGES if code in parallel.languages])
        self.export = ToolButton(look, "export", tip=self.tr("Export the table or the picture"))
        self.export.setAccessibleName(self.tr("Export"))
        self.export.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.export)
        menu.addAction(self.tr("Table (CSV)..."), self.ask_csv)
        menu.addAction(self.tr("Picture (PNG)..."), self.ask_png)
        self.export.setMenu(menu)
        row = QHBoxLayout(bar)
        spaced(row, look, (3, 3, 3, 3), 2)
        for part in (self.measure, self.reference, self.picker):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self.export)
        self._bar = row
        return bar

    def _build_content(self) -> QSplitter:
        look = self._appearance
        self.map = HeatMap(look, self._grid.explain)
        self.legend = HeatLegend(look)
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
        self.splitter.addWidget(self._build_details())
        return self.splitter

    def _build_details(self) -> Panel:
        look = self._appearance
        self.bars = PremiumBars(look, lambda code: self._grid.explain(self._grid.selected_tokenizer, code))
        self.bars_title = Label(look, bold=True)
        self.bars_note = Label(look, role="caption", second=True)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self.bars)
        scroll.verticalScrollBar().valueChanged.connect(lambda _: self.bars.update())
        self._bars_scroll = scroll
        self.bars_part = Panel(look)
        bars = QVBoxLayout(self.bars_part)
        spaced(bars, look, (0, 2, 0, 1), 1)
        titles = QHBoxLayout()
        spaced(titles, look, (3, 0, 3, 0), 2)
        titles.addWidget(self.bars_title)
        titles.addWidget(self.bars_note)
        titles.addStretch(1)
        bars.addLayout(titles)
        bars.addWidget(scroll, 1)
        self.curve = premium_while_training(look, "English")
        self.curve_part = Panel(look)
        curve = QVBoxLayout(self.curve_part)
        spaced(curve, look, (3, 2, 3, 1), 0)
        curve.addWidget(self.curve)
        details = Panel(look)
        column = QVBoxLayout(details)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Line(look))
        column.addWidget(self._build_switch())
        self._details = QSplitter(Qt.Orientation.Vertical)
        self._details.setChildrenCollapsible(False)
        self._details.addWidget(self.bars_part)
        self._details.addWidget(self.curve_part)
        column.addWidget(self._details, 1)
        return details

    def _build_switch(self) -> QWidget:
        """Two buttons for the one place that a narrow pane has."""
        look = self._appearance
        self.show_curve = ToolButton(look, text=self.tr("While training"))
        self.show_bars = ToolButton(look, text=self.tr("Bars"))
        group = QButtonGroup(self)
        self.switch = Panel(look)
        row = QHBoxLayout(self.switch)
        spaced(row, look, (3, 2, 3, 0), 0)
        for button, segment in ((self.show_curve, "first"), (self.show_bars, "last")):
            button.setCheckable(True)
            button.setProperty("segment", segment)
            group.addButton(button)
            row.addWidget(button)
        row.addStretch(1)
        self.show_curve.setChecked(True)
        group.buttonToggled.connect(lambda *_: self._arrange_details())
        return self.switch

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
        self._settle.timeout.connect(self._on_settled)
        self._frame.timeout.connect(self._show_all)
        self._curve_timer.timeout.connect(self._show_curves)
        self._rest.timeout.connect(self._on_rest)
        self.progress.cancelled.connect(grid.cancel)
        self.measure.activated.connect(lambda _: grid.set_measure(self.measure.currentData()))
        self.reference.activated.connect(lambda _: grid.set_reference(self.reference.currentData()))
        self.picker.chosen.connect(grid.set_languages)
        self.map.cell_selected.connect(grid.select)
        self.bars.selected.connect(lambda code: grid.select(language=code))
        self.search.textChanged.connect(self.map.set_filter)
        for splitter in (self.splitter, self._details):
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
        rows = [HeatRow(language.code, names[language.code], language.name, language.script) for language in languages]
        cells = self._cells([key for key, _ in columns])
        self.map.show_table(rows, columns, cells, sort=not self._is_moving)
        values = [cell.value for cell in cells.values() if cell.value is not None]
        self.legend.show_scale(
            self._scale,
            below_one=any(value < 0.995 for value in values),
            unknown=any(cell.hatched for cell in cells.values()),
        )
        self._show_selection()
        self._show_curves_soon()
        total = len(grid.parallel.aligned)
        title = _TITLES.get(grid.parallel.name, grid.parallel.title)
        self._share_room()
        self.status.setText(f"{title}, {grid.unit_count}. {len(grid.languages):,} of {total:,} languages shown.")

    def _show_controls(self) -> None:
        grid = self._grid
        self.measure.choose(grid.measure)
        names = grid.names()
        codes = [*grid.languages] if grid.reference in grid.languages else [grid.reference, *grid.languages]
        if [self.reference.itemData(n) for n in range(self.reference.count())] != codes:
            blocked = self.reference.blockSignals(True)
            self.reference.clear()
            for code in codes:
                self.reference.add(names.get(code, grid.parallel.languages[code].name), code)
            self.reference.blockSignals(blocked)
        self.reference.choose(grid.reference)
        self.reference.setVisible(grid.measure == "premium")
        self.picker.show_codes(grid.languages)
        self._search_row.setVisible(len(grid.languages) > MANY or bool(self.search.text()) or self.search.hasFocus())
        self._arrange_bar()

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
        unknown = self._grid.unknown_share(*place)
        if unknown > UNKNOWN_LIMIT:
            return HeatCell(State.UNKNOWN_TEXT, f"{unknown:.0%} unknown".replace("%", " %"))
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
        self.bars.show_bars(bars, logarithmic=is_premium, sort=not self._is_moving)
        self.bars.select(grid.selected_language)
        self.bars_title.setText(titles.get(key, ""))
        with_interval = any(bar.low is not None for bar in bars)
        notes = ["95 % interval, log scale" if with_interval else "log scale"] if is_premium else []
        self.bars_note.setText(", ".join([MEASURES[grid.measure].title.lower(), *notes]))

    def _bar_of(self, key: str, code: str, names: dict[str, str]) -> Bar | None:
        value = self._grid.value(key, code)
        if value is None or self._grid.unknown_share(key, code) > UNKNOWN_LIMIT:
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
        inside = self._details.height()
        bars_room = round(min(self.bars.sizeHint().height() + metrics.units(10), 0.6 * inside))
        self._details.setSizes([bars_room, inside - bars_room])

    def _on_splitter_moved(self) -> None:
        self._moved_by_hand = True

    def _arrange_bar(self) -> None:
        """Leave out words, the least needed first, until the row fits."""
        for names, words in ((True, True), (True, False), (False, False)):
            self.measure.set_name_shown(names)
            self.reference.set_name_shown(names)
            self.picker.set_short(not words)
            if self._bar.sizeHint().width() <= self.width():
                break
        self._bar.activate()

    def _arrange_details(self) -> None:
        has_curve = self._grid.history is not None and len(self._grid.history) > 0
        curve_alone = has_curve and self.show_curve.isChecked()
        self.switch.setVisible(not self._wide and has_curve)
        self.bars_part.setVisible(bool(self._wide) or not curve_alone)
        self.curve_part.setVisible(has_curve and (bool(self._wide) or curve_alone))

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

    def ask_csv(self) -> None:
        path = file_dialogs.ask_save_file(self, self.tr("Export the table"), "languages.csv", "CSV (*.csv)")
        if path is not None:
            self._grid.export_csv(path, self.map.order())

    def ask_png(self) -> None:
        path = file_dialogs.ask_save_file(self, self.tr("Export the picture"), "languages.png", "PNG (*.png)")
        if path is not None:
            self.export_png(path)

    def export_png(self, path: Path) -> None:
        """Write the whole map with its legend."""
        picture = heat_picture(self.map, self.legend, self._appearance)
        if QImageWriter(str(path), QByteArray(b"png")).write(picture):
            self._grid.exported.emit(path)
        else:
            self.failed.emit(EngineError(f"{path} cannot be written. Choose another folder."))
