"""LanguagesBar: which text, which measure, against what, which languages, in which view; and the ways out of the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QMenu, QSpinBox, QToolButton

from app.look.theme import Appearance
from app.state.languages.comparison_columns import NEED_PARALLEL
from app.translation import later, translate
from app.widgets.basics.controls import Panel, ToolButton
from app.widgets.basics.flow_row import FlowRow
from app.widgets.basics.language_picker import LanguagePicker
from app.widgets.basics.menu_text import menu_text
from app.widgets.basics.plain_tip import plain_tip
from app.widgets.basics.segment_row import Segment, SegmentRow
from app.widgets.basics.value_choice import ValueChoice
from engine.metrics import Metric
from engine.page_costs import LARGEST_WINDOW, Price
from engine.parallel import ParallelText

_TITLES = {"udhr": later("languages_bar", "Human rights")}
EXPORTS = (
    ("csv", later("languages_bar", "Table (CSV)..."), "CSV (*.csv)"),
    ("json", later("languages_bar", "Table with all measures (JSON)..."), "JSON (*.json)"),
    ("tex", later("languages_bar", "Table of this measure (LaTeX)..."), "LaTeX (*.tex)"),
    ("png", later("languages_bar", "Picture (PNG)..."), "PNG (*.png)"),
    ("svg", later("languages_bar", "Picture (SVG)..."), "SVG (*.svg)"),
    ("bars.png", later("languages_bar", "Picture of the bars (PNG)..."), "PNG (*.png)"),
    ("bars.svg", later("languages_bar", "Picture of the bars (SVG)..."), "SVG (*.svg)"),
)
"""Kind (its last part is the suffix), what the menu says, what the file dialog says."""
VIEWS = (
    (
        "map",
        "chart",
        later("languages_bar", "Map"),
        later("languages_bar", "Heat map, bars, and the curve while training"),
    ),
    (
        "scatter",
        "dot",
        later("languages_bar", "Scatter"),
        later("languages_bar", "The measure against the size of each vocabulary"),
    ),
    (
        "table",
        "table",
        later("languages_bar", "Table"),
        later("languages_bar", "All numbers in rows, to be sorted and copied"),
    ),
)
"""Name, icon, words, tip."""


def text_title(text: ParallelText) -> str:
    """How a text is called where there is little room."""
    title = _TITLES.get(text.name)
    return text.title if title is None else translate("languages_bar", title)


class LanguagesBar(Panel):
    """`measure`, `reference`, `window`, `price` and `picker` are asked directly; the rest comes as signals."""

    text_chosen = Signal(object)
    folder_wanted = Signal()
    table_wanted = Signal()
    separate_wanted = Signal()
    export_wanted = Signal(str)
    prices_wanted = Signal()
    view_chosen = Signal(str)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._measures: dict[str, Metric] = {}
        self.setMinimumWidth(1)  # the row is made to fit the pane, not the pane to fit the row
        self.text = ToolButton(appearance, "text", " ", tip=self.tr("Which parallel text is compared"))
        self.text.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.text.setMenu(QMenu(self.text))
        self.measure = ValueChoice(appearance, self.tr("Measure"))
        self.reference = ValueChoice(appearance, self.tr("Reference"))
        self.window_size = QSpinBox()
        self.price = ValueChoice(appearance, self.tr("Price"))
        self.edit_prices = ToolButton(appearance, "options", tip=self.tr("Edit the prices"))
        self.picker = LanguagePicker(appearance, (), ())
        self.export = ToolButton(appearance, "export", tip=self.tr("Export the table or the picture"))
        self.export.setAccessibleName(self.tr("Export"))
        self.export.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.export.setMenu(self._export_menu())
        self._build_window()
        self.edit_prices.clicked.connect(self.prices_wanted)
        self._row = FlowRow(appearance, (3, 3, 3, 3), 2)
        self.setLayout(self._row)
        self._parts = (self.text, self.measure, self.reference, self.window_size, self.price, self.edit_prices)
        for part in (*self._parts, self.picker, self._build_views(), self.export):
            self._row.addWidget(part)

    def _build_window(self) -> None:
        field = self.window_size
        field.setRange(1, LARGEST_WINDOW)
        field.setGroupSeparatorShown(True)
        field.setStepType(QSpinBox.StepType.AdaptiveDecimalStepType)
        field.setKeyboardTracking(False)
        field.setAlignment(Qt.AlignmentFlag.AlignRight)
        field.setAccessibleName(self.tr("Tokens of the context window"))
        field.setToolTip(self.tr("How many tokens the context window holds"))

    def _build_views(self) -> Panel:
        """Three buttons, one of which is down."""
        switch = Panel(self._appearance)
        row = SegmentRow(
            self._appearance,
            [
                Segment(translate("languages_bar", words), translate("languages_bar", tip), icon)
                for _, icon, words, tip in VIEWS
            ],
            self,
        )
        switch.setLayout(row)
        names = [name for name, *_ in VIEWS]
        self.views = dict(zip(names, row.buttons, strict=True))
        row.group.idClicked.connect(lambda place: self.view_chosen.emit(names[place]))
        return switch

    def _export_menu(self) -> QMenu:
        menu = QMenu(self.export)
        for kind, title, _ in EXPORTS:
            menu.addAction(translate("languages_bar", title), partial(self.export_wanted.emit, kind))
        return menu

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_measures(self, measures: Mapping[str, Metric], chosen: str) -> None:
        """The measures that the text allows, each with its formula and source."""
        titles = {name: metric.title for name, metric in measures.items()}
        if {name: metric.title for name, metric in self._measures.items()} != titles:
            blocker = QSignalBlocker(self.measure)
            self.measure.clear()
            for title, name in ((title, name) for name, title in titles.items()):
                self.measure.add(title, name)
            del blocker
        self._measures = dict(measures)
        for place, metric in enumerate(measures.values()):
            self.measure.setItemData(place, metric.explanation, Qt.ItemDataRole.ToolTipRole)
        self.measure.choose(chosen)
        self.measure.setToolTip(measures[chosen].explanation)
        self.reference.setVisible(chosen in NEED_PARALLEL)
        self.window_size.setVisible(chosen == "window_pages")
        for part in (self.price, self.edit_prices):
            part.setVisible(chosen == "page_price")

    def show_references(self, titles: Mapping[str, str], chosen: str) -> None:
        """The languages (name by code) that the others can be compared with."""
        if [self.reference.itemData(n) for n in range(self.reference.count())] != list(titles):
            blocked = self.reference.blockSignals(True)
            self.reference.clear()
            for code, title in titles.items():
                self.reference.add(title, code)
            self.reference.blockSignals(blocked)
        self.reference.choose(chosen)

    def show_terms(self, window: int, prices: Sequence[Price], chosen: Price | None) -> None:
        """The size of the window, and the prices that can be chosen."""
        blockers = QSignalBlocker(self.window_size), QSignalBlocker(self.price)
        self.window_size.setValue(window)
        self.price.clear()
        for price in prices:
            self.price.add(f"{price.name}, {price.per_million:,.10g} {price.currency}", price)
            self.price.setItemData(self.price.count() - 1, price.words, Qt.ItemDataRole.ToolTipRole)
        if chosen is None:
            self.price.add(self.tr("none yet"), None)
        self.price.setCurrentIndex(max(0, [*prices].index(chosen) if chosen is not None else 0))
        self.price.setToolTip(chosen.words if chosen is not None else self.tr("No price is built in; type your own"))
        del blockers
        self.price.updateGeometry()

    def show_view(self, name: str) -> None:
        self.views[name].setChecked(True)

    def show_texts(self, texts: Sequence[ParallelText], current: ParallelText) -> None:
        """The texts that are there, and the ways to open another."""
        menu = self.text.menu()
        menu.clear()
        for text in texts:
            action = menu.addAction(menu_text(text_title(text)), partial(self.text_chosen.emit, text))
            action.setCheckable(True)
            action.setChecked(text is current)
            action.setToolTip(plain_tip(text.name))
        menu.addSeparator()
        menu.addAction(self.tr("Open a folder with a file for each language..."), self.folder_wanted.emit)
        menu.addAction(self.tr("Open a table with a column for each language..."), self.table_wanted.emit)
        menu.addAction(self.tr("Open a folder of texts that are not parallel..."), self.separate_wanted.emit)
        self.text.setText(f" {menu_text(text_title(current))}")
        self.text.setAccessibleName(self.tr("Text: {0}").format(text_title(current)))

    # -- arrangement -------------------------------------------------------------------------------------------------

    def fit(self, width: int) -> None:
        """Leave out words, the least needed first, until all stands in one row; what is still too long wraps."""
        both, icon = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
        for views, text, names, words in (
            (True, True, True, True),
            (False, True, True, True),
            (False, False, True, True),
            (False, False, False, True),
            (False, False, False, False),
        ):
            for button in self.views.values():
                button.setToolButtonStyle(both if views else icon)
            self.text.setToolButtonStyle(both if text else icon)
            for choice in (self.measure, self.reference, self.price):
                choice.set_name_shown(names)
            self.picker.set_short(not words)
            if self._row.heightForWidth(width) <= self._row.heightForWidth(100_000):
                break
        self._row.invalidate()
        self.updateGeometry()
