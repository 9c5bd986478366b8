"""The tokens pane: type or paste a text and see it through the selected tokenizer, at the timeline's step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QToolButton, QVBoxLayout

from app.state.playground import Playground
from app.state.text_check import Checked
from app.theme import Appearance
from app.token_colours import TokenColours
from app.widgets.controls import Choice, Line, Panel, ToolButton, spaced
from app.widgets.statistics_row import Figure, StatisticsRow, Verdict
from app.widgets.token_facts import token_facts
from app.widgets.token_strip import TokenStrip
from app.widgets.token_view import VIEWS, TokenView
from engine import AnyTokenizer, Encoding

SAMPLES = {
    "Six scripts": (
        "Alice was beginning to get very tired of sitting by her sister on the bank.\n"
        "for i in range(1275):\n    print(i % 15 == 0)\n"
        "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।\n"
        "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.\n"
        "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกัน\n"
        "人人生而自由，在尊严和权利上一律平等。 👩‍🚀 🇫🇷 naïve café"
    ),
    "Numbers": "7 42 365 1024 65536 3.14159 1,000,000\n2026-11-30  +49 30 1234567\n1275 + 8990 = 10265",
    "Code": 'def greet(name: str) -> str:\n    """Say hello."""\n    return f"Hello, {name}!"\n\n\nprint(greet("Alice"))\n',
    "strawberry": "strawberry Strawberry STRAWBERRY  strawberry\nHow many r are in strawberry?",
}
_TITLES = {"text": "Text", "glyphs": "Glyphs", "bytes": "Bytes", "ids": "Ids"}
_CHARACTERS_TIP = "Characters are counted as code points of Unicode: an accent or a joiner counts for itself."
_CUT_TIP = (
    "A visible character is what a reader sees as one; it may be several code points, as an emoji with a joiner is. "
    "It is cut where a token ends inside it."
)
_LOW = 90
"""Height in units below which the pane shows less of one token and more of the text."""


class TokensPane(Panel):
    """Signals: `tokenizer_wanted(key)` when the user chooses another tokenizer from the list."""

    tokenizer_wanted = Signal(str)

    def __init__(self, playground: Playground, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._playground = playground
        self._colours: tuple[AnyTokenizer, int, TokenColours] | None = None
        self._build()
        self._connect()
        self._on_text_changed(playground.text)
        self._on_encoded()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.choice = Choice(look, self.tr("Tokenizer"), show_name=False)
        self.choice.setToolTip(self.tr("The tokenizer that this text is seen through"))
        self.samples = ToolButton(look, text=self.tr("Samples"), tip=self.tr("Take a text that shows something"))
        self.samples.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.samples)
        for name, text in SAMPLES.items():
            menu.addAction(name, partial(self._playground.set_text, text))
        self.samples.setMenu(menu)
        self._views = self._build_views()
        self.copy = ToolButton(look, "copy", tip=self.tr("Copy the ids, separated by blanks"))
        placeholder = self.tr("Type or paste a text. Tokens appear as you type.")
        self.view = TokenView(look, self, placeholder=placeholder)
        self.strip = TokenStrip(look, self)
        self.statistics = StatisticsRow(look, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._build_bar())
        column.addWidget(Line(look))
        column.addWidget(self.view, 1)
        column.addWidget(self.strip)
        column.addWidget(self.statistics)

    def _build_bar(self) -> QHBoxLayout:
        bar = QHBoxLayout()
        spaced(bar, self._appearance, (3, 2, 3, 2), 2)
        bar.addWidget(self.choice)
        bar.addWidget(self.samples)
        bar.addStretch(1)
        segments = QHBoxLayout()
        segments.setSpacing(0)
        for button in self._views.buttons():
            segments.addWidget(button)
        bar.addLayout(segments)
        bar.addWidget(self.copy)
        return bar

    def _build_views(self) -> QButtonGroup:
        group = QButtonGroup(self)
        for number, name in enumerate(VIEWS):
            button = ToolButton(self._appearance, text=self.tr(_TITLES[name]))
            button.setCheckable(True)
            button.setChecked(number == 0)
            place = "first" if number == 0 else "last" if number == len(VIEWS) - 1 else "middle"
            button.setProperty("segment", place)
            group.addButton(button, number)
        return group

    def _connect(self) -> None:
        playground = self._playground
        self.view.text_changed.connect(playground.type)
        self.view.token_hovered.connect(playground.hover)
        self.view.token_clicked.connect(playground.pin)
        playground.text_changed.connect(self._on_text_changed)
        playground.encoded.connect(self._on_encoded)
        playground.check.changed.connect(self._show_statistics)
        playground.token_changed.connect(self._on_token_changed)
        self.choice.activated.connect(lambda row: self.tokenizer_wanted.emit(self.choice.itemData(row)))
        self._views.idClicked.connect(lambda number: self.view.set_view(VIEWS[number]))
        self.copy.clicked.connect(self.copy_ids)
        self._appearance.changed.connect(self._on_appearance_changed)

    # -- what others ask ---------------------------------------------------------------------------------------------

    def set_choices(self, choices: Sequence[tuple[str, str]], current: str) -> None:
        """The tokenizers one can choose, as (key, title), and which is shown."""
        self.choice.clear()
        for key, title in choices:
            self.choice.addItem(title, key)
        self.choice.setCurrentIndex(self.choice.findData(current))

    def copy_ids(self) -> None:
        """All ids of the text to the clipboard."""
        if self._playground.encoding is not None:
            QGuiApplication.clipboard().setText(" ".join(map(str, self._playground.encoding.ids.tolist())))

    # -- what happens ------------------------------------------------------------------------------------------------

    def _on_text_changed(self, text: str) -> None:
        self.view.set_text(text)

    def _on_encoded(self) -> None:
        encoding, tokenizer = self._playground.encoding, self._playground.encoded_by
        if encoding is None or tokenizer is None:
            return
        self._show_tokens(encoding, tokenizer)
        self._show_statistics()
        self._on_token_changed(self._playground.token)

    def _show_statistics(self) -> None:
        encoding = self._playground.encoding
        if encoding is not None:
            self.statistics.show_figures(*statistics_of(encoding, self._playground.check.result))

    def _show_tokens(self, encoding: Encoding, tokenizer: AnyTokenizer) -> None:
        count = self._appearance.theme.token_colours
        if self._colours is None or self._colours[0] is not tokenizer or self._colours[1] != count:
            self._colours = (tokenizer, count, TokenColours(tokenizer.vocabulary, count))
        self.view.set_tokens(encoding.ids, encoding.byte_spans[:, 0], self._colours[2].of(encoding))

    def _on_appearance_changed(self) -> None:
        """A theme may have another number of token colours."""
        encoding, tokenizer = self._playground.encoding, self._playground.encoded_by
        if encoding is not None and tokenizer is not None:
            self._show_tokens(encoding, tokenizer)
        self._share_the_last_row()

    def _on_token_changed(self, token: int) -> None:
        encoding, tokenizer = self._playground.encoding, self._playground.encoded_by
        facts = None
        if encoding is not None and tokenizer is not None and 0 <= token < len(encoding):
            facts = token_facts(encoding, tokenizer, token)
        self.strip.show_facts(facts)
        self._share_the_last_row()
        self.view.select_token(self._playground.pinned)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low pane the text has the room."""
        super().resizeEvent(event)
        # In a narrow one a long title is elided, rather than that the window becomes wider than the screen.
        self.choice.setMinimumWidth(self._appearance.metrics.units(20))
        self._share_the_last_row()

    def _share_the_last_row(self) -> None:
        """In a low pane one row is enough for both: the token that is looked at, else the figures of the text."""
        low = self.height() < self._appearance.metrics.units(_LOW)
        self.strip.set_compact(low)
        self.strip.setVisible(not low or self.strip.has_facts)
        self.statistics.setVisible(not low or not self.strip.has_facts)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape lets go of the token that is kept."""
        if event.key() == Qt.Key.Key_Escape and self._playground.pinned >= 0:
            self._playground.pin(-1)
        else:
            super().keyPressEvent(event)


def statistics_of(encoding: Encoding, checked: Checked | None) -> tuple[tuple[Figure, ...], Verdict | None]:
    """The figures under a text, and whether its tokens give it back; less where it is not checked."""
    size, tokens = len(encoding.data), len(encoding)
    figures = [
        Figure(f"{tokens:,}", "token" if tokens == 1 else "tokens"),
        Figure(f"{len(encoding.text):,}", "characters", _CHARACTERS_TIP),
        Figure(f"{size:,}", "bytes"),
    ]
    if tokens:
        figures.append(Figure(f"{size / tokens:.2f}", "bytes per token"))
    if checked is None:
        return tuple(figures), None
    figures.append(Figure(f"{checked.cut:,}", f"of {checked.clusters:,} visible characters cut", _CUT_TIP))
    if encoding.replaced:
        figures.append(Figure(f"{encoding.replaced:,}", "replaced by U+FFFD"))
    words = "round trip" if checked.same else "does not decode to the same text"
    return tuple(figures), Verdict(checked.same, words)
