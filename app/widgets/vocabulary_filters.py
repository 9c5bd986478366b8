"""What is searched and listed in a vocabulary: a field with its mode, script, kind, and the named sets as pills."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.icons import icon
from app.theme import Appearance
from app.widgets.controls import Label, ToolButton, spaced
from app.widgets.flow_row import FlowRow
from app.widgets.value_choice import ValueChoice
from engine.vocabulary_search import Query
from engine.vocabulary_survey import KINDS

_WHILE_TYPING = 80
"""Milliseconds after the last key."""
_PILLS_FROM = 130
"""Width in units from which the named sets are pills."""
_MODES = {"text": "Text", "glyphs": "Glyphs", "bytes": "Bytes", "id": "Id", "expression": "Expression"}
_MODE_TIPS = {
    "text": "Text that tokens hold, blanks too",
    "glyphs": "As the file stores tokens: Ġthe, ##ing, est</w>",
    "bytes": "Bytes in hex, as in E0 A4",
    "id": "A number, or two with a hyphen: 300-400",
    "expression": "A regular expression, as in ^ [A-Z]",
}
SETS = {
    "": ("All", "Every token"),
    "unreachable": (
        "Unreachable",
        "No text at all produces these: encoding a token's own bytes, alone, gives other tokens, and merging cuts it "
        "inside a word just as it does alone.",
    ),
    "alone": (
        "Only inside other text",
        "The pattern cuts the token's own text apart. It comes out only where the text around it keeps it together.",
    ),
    "unused": (
        "Not in the corpus now",
        "Texts can produce these, but the corpus does not. In a training they were only a step on the way to longer "
        "tokens; in a published vocabulary they may be under-trained, as glitch tokens are.",
    ),
    "rare": (
        "3 times or fewer",
        "The corpus produces these one to three times: a model sees too little of them to learn what they mean.",
    ),
}


class VocabularyFilters(QWidget):
    """`asked(field, value)`: a field of Query, and what it should be."""

    asked = Signal(str, object)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._typing = QTimer(self, singleShot=True, interval=_WHILE_TYPING)
        self._build()
        self._connect()
        self._dress()

    def _build(self) -> None:
        look = self._appearance
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find tokens"))
        self.search.setAccessibleName(self.tr("Find tokens"))
        self.search.setClearButtonEnabled(True)
        self._glass = self.search.addAction(
            icon("search", look.theme.second_text), QLineEdit.ActionPosition.LeadingPosition
        )
        self.found = Label(look, role="caption", second=True)
        self.mode = ValueChoice(look, self.tr("Search"))
        for name, title in _MODES.items():
            self.mode.add(self.tr(title), name)
            self.mode.setItemData(self.mode.count() - 1, self.tr(_MODE_TIPS[name]), Qt.ItemDataRole.ToolTipRole)
        self.script = ValueChoice(look, self.tr("Script"))
        self.kind = ValueChoice(look, self.tr("Kind"))
        self.kind.add(self.tr("any kind"), "")
        for name in KINDS:
            if name != "hole":
                self.kind.add("part of a character" if name == "part" else name, name)
        self.sentence = Label(look, role="caption", wrap=True)
        self.sentence.hide()
        self.list = ValueChoice(look, self.tr("List"))
        self.pills = QButtonGroup(self)
        self.pill_row = QWidget()
        pills = FlowRow(look, (3, 0, 3, 2))
        self.pill_row.setLayout(pills)
        for number, (title, tip) in enumerate(SETS.values()):
            button = ToolButton(look, text=self.tr(title), tip=self.tr(tip))
            button.setCheckable(True)
            self.pills.addButton(button, number)
            pills.addWidget(button)
        self.pills.button(0).setChecked(True)
        first = QHBoxLayout()
        spaced(first, look, (3, 2, 3, 1.5), 2)
        first.addWidget(self.search, 1)
        first.addWidget(self.found)
        self.choices = FlowRow(look, (3, 0, 3, 1.5))
        for choice in (self.list, self.mode, self.script, self.kind):
            self.choices.addWidget(choice)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(first)
        column.addLayout(self.choices)
        column.addWidget(self.pill_row)
        column.addWidget(self.sentence)

    def _connect(self) -> None:
        self.search.textChanged.connect(lambda _text: self._typing.start())
        self._typing.timeout.connect(lambda: self.asked.emit("text", self.search.text()))
        self.mode.activated.connect(lambda row: self._on_mode(self.mode.itemData(row)))
        self.script.activated.connect(lambda row: self.asked.emit("script", self.script.itemData(row)))
        self.kind.activated.connect(lambda row: self.asked.emit("kind", self.kind.itemData(row)))
        self.pills.idClicked.connect(lambda number: self.asked.emit("marked", list(SETS)[number]))
        self.list.activated.connect(lambda row: self.asked.emit("marked", self.list.itemData(row)))
        self._appearance.changed.connect(self._dress)

    def _on_mode(self, mode: str) -> None:
        self.search.setPlaceholderText(self.tr(_MODE_TIPS[mode]))
        self.asked.emit("mode", mode)

    @property
    def typing(self) -> bool:
        """A search is about to be asked for."""
        return self._typing.isActive()

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_query(self, query: Query) -> None:
        """The choices as they are, without asking again."""
        self.mode.choose(query.mode)
        self.script.choose(query.script)
        self.kind.choose(query.kind)
        self.list.choose(query.marked)
        self.pills.button(list(SETS).index(query.marked)).setChecked(True)

    def show_counts(self, total: int, marked: Mapping[str, int], scripts: Mapping[str, int], query: Query) -> None:
        """How many tokens each choice has; sets that are not known, and empty ones but the chosen, are left out."""
        self.list.clear()
        for number, (name, (title, tip)) in enumerate(SETS.items()):
            button = self.pills.button(number)
            count = total if not name else marked.get(name)
            words = "" if count is None else f"{self.tr(title)} {count:,}"
            button.setText(words)
            shown = count is not None and (count > 0 or name in ("", "unreachable", query.marked))
            button.setVisible(shown)
            if shown:
                self.list.add(words, name)
                self.list.setItemData(self.list.count() - 1, self.tr(tip), Qt.ItemDataRole.ToolTipRole)
        self.list.choose(query.marked)
        wanted = [
            ("", self.tr("any script")),
            *((name, f"{name.replace('_', ' ')}  {n:,}") for name, n in scripts.items()),
        ]
        if wanted != [(self.script.itemData(row), self.script.itemText(row)) for row in range(self.script.count())]:
            self.script.clear()
            for name, title in wanted:
                self.script.add(title, name)
        self.script.choose(query.script)
        self.script.setVisible(len(scripts) > 1 or bool(query.script))

    def show_found(self, found: int, total: int) -> None:
        self.found.setText(f"{found:,} of {total:,}")

    def show_sentence(self, text: str) -> None:
        """What is wrong with the search, or why nothing is counted; empty hides it."""
        self.sentence.setText(text)
        self.sentence.setVisible(bool(text))

    def start_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """Pills where there is room for them, else one choice."""
        narrow = self.width() < self._appearance.metrics.units(_PILLS_FROM)
        self.list.setVisible(narrow)
        self.pill_row.setVisible(not narrow)
        for choice in (self.mode, self.script, self.kind):
            choice.set_name_shown(not narrow)

    def _dress(self) -> None:
        self._share_room()
        metrics = self._appearance.metrics
        self.search.setFixedHeight(metrics.control)
        self.search.setStyleSheet(
            "QLineEdit > QToolButton { border: none; background: transparent; min-height: 0; padding: 0; }"
        )
        self._glass.setIcon(icon("search", self._appearance.theme.second_text, metrics.icon))
        gap = metrics.units(3)
        self.sentence.setContentsMargins(gap, 0, gap, metrics.units(2))
