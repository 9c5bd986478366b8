"""What is searched and listed in a vocabulary: a field with its mode, script, kind, and the named sets as pills."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.translation import counted, later, translate
from app.widgets.basics.controls import Entry, Label, PushButton, ToolButton, spaced
from app.widgets.basics.flow_row import FlowRow
from app.widgets.basics.search_field import SearchField
from app.widgets.basics.value_choice import ValueChoice
from engine.vocabularies.vocabulary_search import Query
from engine.vocabularies.vocabulary_survey import KINDS

_WHILE_TYPING = 80
"""Milliseconds after the last key."""
_PILLS_FROM = 130
"""Width in units from which the named sets are pills."""
_MODES = {
    "text": later("vocabulary_filters", "Text"),
    "glyphs": later("vocabulary_filters", "Glyphs"),
    "bytes": later("vocabulary_filters", "Bytes"),
    "id": later("vocabulary_filters", "Id"),
    "expression": later("vocabulary_filters", "Expression"),
}
_MODE_TIPS = {
    "text": later("vocabulary_filters", "Text that tokens hold, blanks too"),
    "glyphs": later("vocabulary_filters", "As the file stores tokens: Ġthe, ##ing, est</w>"),
    "bytes": later("vocabulary_filters", "Bytes in hex, as in E0 A4"),
    "id": later("vocabulary_filters", "A number, or two with a hyphen: 300-400"),
    "expression": later("vocabulary_filters", "A regular expression, as in ^ [A-Z]"),
}
SETS = {
    "": (later("vocabulary_filters", "All"), later("vocabulary_filters", "Every token")),
    "unreachable": (
        later("vocabulary_filters", "Unreachable"),
        later(
            "vocabulary_filters",
            "No text at all produces these: the merges, or the rules that cut a text, give other tokens for a token's own text, "
            "alone as inside any other text.",
        ),
    ),
    "inside": (
        later("vocabulary_filters", "Not from their own text"),
        later(
            "vocabulary_filters",
            "Encoding a token's own text gives other tokens: the pattern or a normalizer cuts or changes it. It comes out only "
            "where the text around it keeps it together, if at all.",
        ),
    ),
    "unused": (
        later("vocabulary_filters", "Not in the corpus now"),
        later(
            "vocabulary_filters",
            "Texts can produce these, but the corpus does not. In a training they were only a step on the way to longer "
            "tokens; in a published vocabulary they may be under-trained, as glitch tokens are.",
        ),
    ),
    "rare": (
        later("vocabulary_filters", "3 times or fewer"),
        later(
            "vocabulary_filters",
            "The corpus produces these one to three times: a model sees too little of them to learn what they mean. They are "
            "candidates for glitch tokens.",
        ),
    ),
    "variants": (
        later("vocabulary_filters", "Case and space variants"),
        later(
            "vocabulary_filters",
            "Each of these is the same word as another token, but for capitals or the space before it. A model learns each "
            "of them on its own.",
        ),
    ),
}
LENGTHS = ((0, 0), (1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, 32), (33, 0))
"""Bytes from and to; 0: no limit."""


def length_title(least: int, most: int) -> str:
    """ "3 to 4 bytes" """
    if not least:
        return (
            translate("vocabulary_filters", "any length")
            if not most
            else translate("vocabulary_filters", "up to {} bytes").format(most)
        )
    if least == most:
        return counted(least, translate("vocabulary_filters", "{} byte"), translate("vocabulary_filters", "{} bytes"))
    return (
        translate("vocabulary_filters", "{} to {} bytes").format(least, most)
        if most
        else translate("vocabulary_filters", "{} bytes or more").format(least)
    )


class VocabularyFilters(QWidget):
    """`asked(fields)`: fields of Query, and what they should be; `go_on_asked`: find out the rest."""

    asked = Signal(object)
    go_on_asked = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._low = False
        self._typing = QTimer(self, singleShot=True, interval=_WHILE_TYPING)
        self._build()
        self._connect()
        self._dress()

    def _build(self) -> None:
        look = self._appearance
        self.search = SearchField(look, self.tr("Find tokens"))
        self.search.setClearButtonEnabled(True)
        self.found = Label(look, role="caption", second=True)
        self.mode = ValueChoice(look, self.tr("Search"))
        for name, title in _MODES.items():
            self.mode.add(
                translate("vocabulary_filters", title), name, translate("vocabulary_filters", _MODE_TIPS[name])
            )
        self.script = ValueChoice(look, self.tr("Script"))
        self.kind = ValueChoice(look, self.tr("Kind"))
        self.kind.add(self.tr("any kind"), "")
        for name in KINDS:
            if name != "hole":
                self.kind.add(self.tr("part of a character") if name == "part" else translate("engine", name), name)
        self.length = ValueChoice(look, self.tr("Length"))
        for least, most in LENGTHS:
            self.length.add(length_title(least, most), f"{least}-{most}")
        self.sentence = Label(look, role="caption", wrap=True)
        self.sentence.hide()
        self.go_on = PushButton(look, self.tr("Find out the rest"))
        self.go_on.setToolTip(self.tr("Counting and checking were stopped before all was known"))
        self.go_on.hide()
        self._note, self._marked = "", ""
        self.list = ValueChoice(look, self.tr("List"))
        self.pills = QButtonGroup(self)
        self.pill_row = QWidget()
        pills = FlowRow(look, (3, 0, 3, 2))
        self.pill_row.setLayout(pills)
        for number, (title, tip) in enumerate(SETS.values()):
            button = ToolButton(
                look, text=translate("vocabulary_filters", title), tip=translate("vocabulary_filters", tip)
            )
            button.setCheckable(True)
            self.pills.addButton(button, number)
            pills.addWidget(button)
        self.pills.button(0).setChecked(True)
        first = QHBoxLayout()
        spaced(first, look, (3, 2, 3, 1.5), 2)
        first.addWidget(self.search, 1)
        first.addWidget(self.found)
        self.choices = FlowRow(look, (3, 0, 3, 1.5))
        for choice in (self.list, self.mode, self.script, self.kind, self.length):
            self.choices.addWidget(choice)
        self.choices.addWidget(self.go_on)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(first)
        column.addLayout(self.choices)
        column.addWidget(self.pill_row)
        column.addWidget(self.sentence)

    def _connect(self) -> None:
        self.search.textChanged.connect(lambda _text: self._typing.start())
        self._typing.timeout.connect(lambda: self.asked.emit({"text": self.search.text()}))
        self.mode.activated.connect(lambda row: self._on_mode(self.mode.itemData(row)))
        self.script.activated.connect(lambda row: self.asked.emit({"script": self.script.itemData(row)}))
        self.kind.activated.connect(lambda row: self.asked.emit({"kind": self.kind.itemData(row)}))
        self.length.activated.connect(lambda row: self._ask_length(self.length.itemData(row)))
        self.go_on.clicked.connect(self.go_on_asked)
        self.pills.idClicked.connect(lambda number: self.asked.emit({"marked": list(SETS)[number]}))
        self.list.activated.connect(lambda row: self.asked.emit({"marked": self.list.itemData(row)}))
        self._appearance.changed.connect(self._dress)

    def _on_mode(self, mode: str) -> None:
        self._tell_mode(mode)
        self.asked.emit({"mode": mode})

    def _tell_mode(self, mode: str) -> None:
        """What the field takes."""
        words = translate("vocabulary_filters", _MODE_TIPS[mode])
        self.search.setPlaceholderText(words)
        self.search.setToolTip(words)

    def _ask_length(self, limits: str) -> None:
        least, most = map(int, limits.split("-"))
        self.asked.emit({"least": least, "most": most})

    @property
    def typing(self) -> bool:
        """A search is about to be asked for."""
        return self._typing.isActive()

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_query(self, query: Query) -> None:
        """The choices as they are, without asking again."""
        self.mode.choose(query.mode)
        self._tell_mode(query.mode)
        self.script.choose(query.script)
        self.kind.choose(query.kind)
        self._show_length(query.least, query.most)
        self._show_text(query)
        self.list.choose(query.marked)
        self.pills.button(list(SETS).index(query.marked)).setChecked(True)
        self._marked = query.marked
        self._show_words()

    def _show_length(self, least: int, most: int) -> None:
        """The chosen limits; those that a session brought are added."""
        limits = f"{least}-{most}"
        if self.length.findData(limits) < 0:
            self.length.add(length_title(least, most), limits)
        self.length.choose(limits)

    def _show_text(self, query: Query) -> None:
        """The searched text where it comes from elsewhere; while it is typed the field is ahead."""
        if not self.typing and self.search.text() != query.text:
            blocked = self.search.blockSignals(True)
            self.search.setText(query.text)
            self.search.blockSignals(blocked)

    def show_counts(self, total: int, marked: Mapping[str, int], scripts: Mapping[str, int], query: Query) -> None:
        """How many tokens each choice has; sets that are not known, and empty ones but the chosen, are left out."""
        listed = []
        for number, (name, (title, tip)) in enumerate(SETS.items()):
            button = self.pills.button(number)
            count = total if not name else marked.get(name)
            words = "" if count is None else f"{translate('vocabulary_filters', title)} {count:,}"
            button.setText(words)
            shown = count is not None and (count > 0 or name in ("", "unreachable", query.marked))
            button.setVisible(shown)
            if shown:
                listed.append(Entry(words, name, translate("vocabulary_filters", tip)))
        self.list.show_entries(listed, query.marked)
        written = [Entry(f"{name.replace('_', ' ')}  {n:,}", name) for name, n in scripts.items()]
        self.script.show_entries([Entry(self.tr("any script"), ""), *written], query.script)
        self.script.setVisible(len(scripts) > 1 or bool(query.script))

    def show_found(self, found: int, total: int) -> None:
        self.found.setText(self.tr("{:,} of {:,}").format(found, total))

    def show_sentence(self, text: str, *, stopped: bool = False) -> None:
        """What is wrong with the search, or what is not known and why; after a stop there is a way to go on."""
        self._note = text
        self.go_on.setVisible(stopped)
        self._show_words()

    def _show_words(self) -> None:
        """What the chosen set means, then what there is to say."""
        meaning = translate("vocabulary_filters", SETS[self._marked][1]) if self._marked else ""
        words = "\n".join(filter(None, (meaning, self._note)))
        self.sentence.setText(words)
        self.sentence.setVisible(bool(words))

    def start_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def set_low(self, low: bool) -> None:
        """In a low pane the rows of the table have the room."""
        if low != self._low:
            self._low = low
            self._share_room()

    def _share_room(self) -> None:
        """Pills where there is room for them, else one choice."""
        narrow = self.width() < self._appearance.metrics.units(_PILLS_FROM) or self._low
        self.list.setVisible(narrow)
        self.pill_row.setVisible(not narrow)
        for choice in (self.mode, self.script, self.kind, self.length):
            choice.set_name_shown(not narrow)

    def _dress(self) -> None:
        self._share_room()
        gap = self._appearance.metrics.units(3)
        self.sentence.setContentsMargins(gap, 0, gap, self._appearance.metrics.units(2))
