"""LanguagesViews: a comparison as heat map with bars and curve, as scatter, or as table; and the audit of a cell below it.

Wide, the bars stand beside the map; narrow, bars and curve share the place below it and two buttons choose between them.
The audit takes the place of the bars where it is narrow.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout

from app.look.theme import Appearance
from app.state.languages.cell_audit import CellAudit
from app.state.languages.comparison_grid import ComparisonGrid
from app.translation import translate
from app.widgets.basics.controls import Panel
from app.widgets.languages.audit_view import AuditView
from app.widgets.languages.heat_legend import HeatLegend
from app.widgets.languages.heat_map import HeatMap
from app.widgets.languages.heat_table import HeatCell, State
from app.widgets.languages.languages_bar import VIEWS
from app.widgets.languages.languages_details import LanguagesDetails
from app.widgets.languages.languages_files import picture_caption
from app.widgets.languages.languages_picture import LanguagesPicture, Title
from app.widgets.languages.languages_rows import LanguagesRows
from app.widgets.languages.languages_table import LanguagesTable
from app.widgets.languages.size_scatter import SizeScatter
from engine.metrics import GINI

_CURVE_PAUSE = 250
_VIEWS = tuple(name for name, *_ in VIEWS)
_FEW_ROWS = 4
_SHARES = {True: 0.42, False: 0.5}
"""What the audit takes of the height, by whether it is wide."""


class LanguagesViews(QSplitter):
    """`chosen(key, code)`: a cell was clicked, or reached with the keys.  `pin_asked`: see the map."""

    chosen = Signal(str, str)
    pin_asked = Signal(str, bool)

    def __init__(self, appearance: Appearance, grid: ComparisonGrid, audit: CellAudit) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._appearance = appearance
        self._grid = grid
        self._audit = audit
        self._rows = LanguagesRows(grid)
        self._shown: dict[tuple[str, str], HeatCell] = {}
        self._moving = False
        self._wide: bool | None = None
        self._moved_by_hand = False
        self.settling = QTimer(self, singleShot=True, interval=0)
        self.curve_timer = QTimer(self, singleShot=True, interval=_CURVE_PAUSE)
        self._build()
        self._connect()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.audit = AuditView(self._audit, self._appearance)
        self.audit.hide()
        self.scatter = SizeScatter(self._appearance, self._grid.explain)
        self.table = LanguagesTable(self._appearance)
        self.stack = QStackedWidget()
        for view in (self._build_map(), self.scatter, self.table):
            self.stack.addWidget(view)
        self.setMinimumWidth(1)  # wide parts must not keep the pane from becoming narrow
        self.setChildrenCollapsible(False)
        self.addWidget(self.stack)
        self.addWidget(self.audit)

    def _build_map(self) -> QSplitter:
        look = self._appearance
        self.map = HeatMap(look, self._grid.explain, self._explain_column)
        self.legend = HeatLegend(look)
        left = Panel(look)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.map, 1000)
        column.addWidget(self.legend)
        column.addStretch(1)
        self.splitter = QSplitter()
        self.splitter.setMinimumWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(left)
        self.details = LanguagesDetails(look, lambda code: self._grid.explain(self._grid.selected_tokenizer, code))
        self.splitter.addWidget(self.details)
        return self.splitter

    def _connect(self) -> None:
        for view in (self.scatter, self.table):
            view.selected.connect(self.chosen)
        self.map.cell_selected.connect(self.chosen)
        self.map.pin_asked.connect(self.pin_asked)
        self.map.order_changed.connect(self.refresh)
        self.audit.closed.connect(self.close_audit)
        self.details.chosen.connect(self._arrange_details)
        self.details.bars.selected.connect(lambda code: self._grid.select(language=code))
        for splitter in (self.splitter, self.details.splitter):
            splitter.splitterMoved.connect(lambda *_: self._on_splitter_moved())
        self.settling.timeout.connect(self._on_settled)
        self.curve_timer.timeout.connect(self._show_curves)
        self._appearance.changed.connect(self.arrange)

    def _explain_column(self, key: str) -> str:
        """A tokenizer in some lines, for the tool tip of its title."""
        gini, size = self._grid.gini(key), self._grid.size_of(key)
        lines = [self._grid.title_of(key)]
        if size is not None:
            lines.append(self.tr("{:,} entries in its vocabulary.").format(size))
        if gini is not None:
            lines += [
                self.tr("Gini {:.2f} over the {:,} languages shown.").format(gini, len(self._grid.languages)),
                translate("engine", GINI),
            ]
        return "\n".join(lines)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_all(self, *, moving: bool) -> None:
        """Bring every part to what the grid knows now; while a timeline is `moving` the rows keep their places."""
        self._moving = moving
        self._shown = self._rows.cells()
        self.map.show_table(self._rows.rows(), self._rows.columns(), self._shown, sort=not moving)
        self._fill_legend(self.legend)
        self.show_selection()
        self._share_room()

    def show_selection(self) -> None:
        grid = self._grid
        self.map.select(grid.selected_tokenizer if grid.selected_language else "", grid.selected_language)
        self.refresh()
        self.show_curves_soon()

    def rest(self) -> None:
        """The timeline rests: rows and bars are put in order."""
        self._moving = False
        self.map.sort_again()
        self.refresh()

    def refresh(self) -> None:
        """What stands beside the map, or in its place."""
        grid, order = self._grid, self.map.order()  # the map may still have rows of the view before this one
        if self.view == "map":
            self.details.draw_bars(grid, self._rows.bars(order), sort=not self._moving)
        elif self.view == "scatter":
            self._show_scatter(order)
        else:
            self.table.show_grid(grid, [code for code in order if code in grid.languages])
            self.table.select_cell(grid.selected_tokenizer, grid.selected_language)

    def _fill_legend(self, legend: HeatLegend) -> None:
        cells = self._shown.values()
        legend.show_scale(
            self._rows.scale,
            below_one=any(cell.value < 0.995 for cell in cells if cell.value is not None),
            unknown=any(cell.state is State.UNKNOWN_TEXT for cell in cells),
            lost=any(cell.state is State.LOST_TEXT for cell in cells),
            refused=any(cell.state is State.REFUSED for cell in cells),
        )

    def _show_scatter(self, order: Sequence[str]) -> None:
        metric = self._grid.metric
        logarithmic = metric.name == "premium"
        title = self.tr("{}{}; a circle is a language, a bar the median").format(
            metric.title, self.tr(", log scale") if logarithmic else ""
        )
        strips = self._rows.strips(order)
        self.scatter.show_strips(strips, title, logarithmic=logarithmic, in_percent=metric.is_share)
        self.scatter.select(self._grid.selected_tokenizer, self._grid.selected_language)

    def show_curves_soon(self) -> None:
        """Curves follow a little later while the training adds to them, at once when nothing is drawn yet."""
        if not self.curve_timer.isActive():
            self.curve_timer.start()

    def _show_curves(self) -> None:
        self.details.draw_curves(self._grid)
        self._arrange_details()

    @property
    def view(self) -> str:
        """Name of what is shown: "map", "scatter" or "table"."""
        return _VIEWS[self.stack.currentIndex()]

    def show_view(self, name: str) -> None:
        """The map with its bars, the scatter, or the table; the order of the rows and the selection go along."""
        self.stack.setCurrentIndex(_VIEWS.index(name))
        self.refresh()
        if name == "table":
            self.table.show_current()
        self.settling.start()

    def picture(self, of_bars: bool) -> LanguagesPicture:
        """Of what is shown (of the map where that is the table), or of the bars."""
        theme, caption = self._appearance.theme, picture_caption(self._grid)
        if of_bars:
            self.details.draw_bars(self._grid, self._rows.bars(self.map.order()), sort=True)
            title = Title(self.details.title.text(), self.details.note.text())
            return LanguagesPicture(theme, caption, title).add_bars(self.details.bars)
        if self.view == "scatter":
            return LanguagesPicture(theme, caption).add_scatter(self.scatter)
        return LanguagesPicture(theme, caption, Title(self._grid.metric.title, "")).add_map(self.map, self._fill_legend)

    # -- the audit ---------------------------------------------------------------------------------------------------

    def open_audit(self) -> None:
        """Show what stands behind the selected cell."""
        if self._audit.shown:
            return
        self._audit.show(True)
        self.audit.show()
        room, share = self.height(), _SHARES[self.is_wide]
        self.setSizes([round(room * (1 - share)), round(room * share)])
        self._arrange_details()
        self.settling.start()

    def close_audit(self) -> None:
        """Close it and give the room back."""
        self._audit.show(False)
        self.audit.hide()
        self._arrange_details()
        self.settling.start()
        (self.map, self.scatter, self.table)[self.stack.currentIndex()].setFocus()

    # -- arrangement -------------------------------------------------------------------------------------------------

    @property
    def is_wide(self) -> bool:
        """Map and bars stand side by side."""
        return bool(self._wide)

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self._appearance.metrics.units(40))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        wide = self.width() >= self._appearance.metrics.units(200)
        if wide != self._wide:
            self._wide = wide
            self.splitter.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
            self._moved_by_hand = False
        self._arrange_details()
        self.settling.start()

    def _on_settled(self) -> None:
        """The parts have their new sizes."""
        self._share_room()
        self.show_curves_soon()

    def _share_room(self) -> None:
        """The map gets what its rows or columns need, within limits; once somebody moved the border, it stays."""
        metrics = self._appearance.metrics
        self.map.setMaximumHeight(max(metrics.units(30), self._map_height()))
        if self._moved_by_hand:
            return
        if self._wide:
            self.legend.show()
            room = self.splitter.width()
            wanted = self.map.needed_width() + metrics.units(13 + 12 * len(self._grid.columns))
            map_room = round(min(max(wanted, 0.5 * room), 0.7 * room))
        else:
            room = self.splitter.height() - self.splitter.handleWidth()
            map_room = self._narrow_map_room(room)
        self.splitter.setSizes([map_room, room - map_room])
        self.details.share_room()

    def _map_height(self) -> int:
        """Of all its rows; where they have no room beside the bars, of as many as are whole."""
        whole = self.map.table_height() + self._appearance.metrics.units(3)
        room = self.splitter.height() - self.legend.sizeHint().height()
        return whole if not self._wide or whole <= room else self.map.height_of_whole_rows(room)

    def _narrow_map_room(self, room: int) -> int:
        """Half of it, or more where the rest is enough for the curve.  Where that is few rows the legend makes way for more:
        each cell prints its number."""
        metrics, legend = self._appearance.metrics, self.legend.sizeHint().height()
        few = metrics.units(7) + _FEW_ROWS * metrics.row
        self.legend.setVisible(0.5 * room - legend >= few)
        beside = legend if self.legend.isVisibleTo(self) else 0
        wanted = self.map.table_height() + beside + metrics.units(2)
        map_room = round(max(0.5 * room, min(wanted, room - metrics.units(60))))
        return map_room if map_room >= wanted else self.map.height_of_whole_rows(map_room - beside) + beside

    def _on_splitter_moved(self) -> None:
        self._moved_by_hand = True

    def _arrange_details(self) -> None:
        has_curve = self._grid.history is not None and len(self._grid.history) > 0
        self.details.arrange(wide=self.is_wide, has_curve=has_curve)
        self.details.setVisible(self.is_wide or not self._audit.shown)
