"""LanguagesBar: which text, which measure, against which language, which languages; and the ways out of the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton

from app.theme import Appearance
from app.widgets.controls import Panel, ToolButton, spaced
from app.widgets.language_picker import LanguagePicker
from app.widgets.value_choice import ValueChoice
from engine.metrics import Metric
from engine.parallel import ParallelText

_TITLES = {"udhr": "Human rights"}
EXPORTS = (
    ("csv", "Table (CSV)...", "CSV (*.csv)"),
    ("json", "Table with all measures (JSON)...", "JSON (*.json)"),
    ("tex", "Table of this measure (LaTeX)...", "LaTeX (*.tex)"),
    ("png", "Picture (PNG)...", "PNG (*.png)"),
    ("svg", "Picture (SVG)...", "SVG (*.svg)"),
)
"""Suffix, what the menu says, what the file dialog says."""


def text_title(text: ParallelText) -> str:
    """How a text is called where there is little room."""
    return _TITLES.get(text.name, text.title)


class LanguagesBar(Panel):
    """`measure`, `reference` and `picker` are asked directly; the rest comes as signals."""

    text_chosen = Signal(object)
    folder_wanted = Signal()
    table_wanted = Signal()
    separate_wanted = Signal()
    export_wanted = Signal(str)

    def __init__(self, appearance: Appearance, measures: Mapping[str, Metric]) -> None:
        super().__init__(appearance)
        self._measures = dict(measures)
        self.setMinimumWidth(1)  # the row is made to fit the pane, not the pane to fit the row
        self.text = ToolButton(appearance, "text", " ", tip=self.tr("Which parallel text is compared"))
        self.text.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.text.setMenu(QMenu(self.text))
        self.measure = ValueChoice(appearance, self.tr("Measure"))
        self.reference = ValueChoice(appearance, self.tr("Reference"))
        self.picker = LanguagePicker(appearance, (), ())
        self.export = ToolButton(appearance, "export", tip=self.tr("Export the table or the picture"))
        self.export.setAccessibleName(self.tr("Export"))
        self.export.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.export.setMenu(self._export_menu())
        self._row = QHBoxLayout(self)
        spaced(self._row, appearance, (3, 3, 3, 3), 2)
        for part in (self.text, self.measure, self.reference, self.picker):
            self._row.addWidget(part)
        self._row.addStretch(1)
        self._row.addWidget(self.export)
        self.offer_measures(tuple(measures))

    def _export_menu(self) -> QMenu:
        menu = QMenu(self.export)
        for kind, title, _ in EXPORTS:
            menu.addAction(self.tr(title), partial(self.export_wanted.emit, kind))
        return menu

    # -- what is shown -----------------------------------------------------------------------------------------------

    def offer_measures(self, names: Sequence[str]) -> None:
        """The measures that the text allows, each with its formula and source."""
        if [self.measure.itemData(n) for n in range(self.measure.count())] == list(names):
            return
        blocked = self.measure.blockSignals(True)
        self.measure.clear()
        for place, name in enumerate(names):
            self.measure.add(self._measures[name].title, name)
            self.measure.setItemData(place, self._measures[name].explanation, Qt.ItemDataRole.ToolTipRole)
        self.measure.blockSignals(blocked)

    def show_measure(self, name: str) -> None:
        self.measure.choose(name)
        self.measure.setToolTip(self._measures[name].explanation)

    def show_references(self, titles: Mapping[str, str], chosen: str) -> None:
        """The languages (name by code) that the others can be compared with."""
        if [self.reference.itemData(n) for n in range(self.reference.count())] != list(titles):
            blocked = self.reference.blockSignals(True)
            self.reference.clear()
            for code, title in titles.items():
                self.reference.add(title, code)
            self.reference.blockSignals(blocked)
        self.reference.choose(chosen)

    def show_texts(self, texts: Sequence[ParallelText], current: ParallelText) -> None:
        """The texts that are there, and the ways to open another."""
        menu = self.text.menu()
        menu.clear()
        for text in texts:
            action = menu.addAction(text_title(text), partial(self.text_chosen.emit, text))
            action.setCheckable(True)
            action.setChecked(text is current)
            action.setToolTip(text.name)
        menu.addSeparator()
        menu.addAction(self.tr("Open a folder with a file for each language..."), self.folder_wanted.emit)
        menu.addAction(self.tr("Open a table with a column for each language..."), self.table_wanted.emit)
        menu.addAction(self.tr("Open a folder of texts that are not parallel..."), self.separate_wanted.emit)
        self.text.setText(f" {text_title(current)}")
        self.text.setAccessibleName(self.tr("Text: {0}").format(text_title(current)))

    # -- arrangement -------------------------------------------------------------------------------------------------

    def fit(self, width: int) -> None:
        """Leave out words, the least needed first, until the row fits."""
        both, icon = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
        for text, names, words in (
            (True, True, True),
            (False, True, True),
            (False, False, True),
            (False, False, False),
        ):
            self.text.setToolButtonStyle(both if text else icon)
            self.measure.set_name_shown(names)
            self.reference.set_name_shown(names)
            self.picker.set_short(not words)
            if self._row.sizeHint().width() <= width:
                break
        self._row.activate()
