"""The tokens pane: type or paste a text and see it through one or more tokenizers, at the timeline's step.

The main tokenizer's view is the one that is typed in; others stand below it or beside it, with the differences marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout

from app.look.theme import Appearance
from app.state.corpus.dropped import kind_of, local_paths
from app.state.text.playground import Playground
from app.state.text.text_display import VIEWS
from app.state.text.text_file import TextFile
from app.state.text.text_reader import TextReader
from app.translation import counted, later, translate
from app.widgets.basics import file_dialogs
from app.widgets.basics.controls import Entry, Line, Panel
from app.widgets.basics.menu_text import menu_text
from app.widgets.text.clipboard import text_of
from app.widgets.tokens import token_steps
from app.widgets.tokens.compared_views import ComparedViews
from app.widgets.tokens.other_view import OtherView
from app.widgets.tokens.sample_row import ARTICLE, SAMPLES, article
from app.widgets.tokens.text_column import TextColumn
from app.widgets.tokens.token_bar import TokenBar
from app.widgets.tokens.token_copies import ids_text, table_text
from app.widgets.tokens.token_explain import ExplainPanel
from app.widgets.tokens.token_menu import TokenMenu
from app.widgets.tokens.token_rows import TokenRows

_OVERRIDE = QEvent.Type.ShortcutOverride
_TITLES = {
    "text": later("tokens_pane", "Text"),
    "glyphs": later("tokens_pane", "Glyphs"),
    "bytes": later("tokens_pane", "Bytes"),
    "ids": later("tokens_pane", "Ids"),
    "pipeline": later("tokens_pane", "Pipeline"),
}
_LOW = 90
"""Height in units below which the pane shows less of one token and more of the text."""


class TokensPane(Panel):
    """Signals: `tokenizer_wanted(key)` when the user chooses another tokenizer from the list."""

    tokenizer_wanted = Signal(str)
    said = Signal(str)
    failed = Signal(object)

    def __init__(self, playground: Playground, appearance: Appearance) -> None:
        super().__init__(appearance)
        self._playground = playground
        self._choices: tuple[tuple[str, str], ...] = ()
        self.file = TextFile(self)
        self.file.read.connect(self._show_file)
        self.file.failed.connect(self.failed)
        self.setAcceptDrops(True)
        self._build()
        self._connect()
        self._connect_menu()
        self._on_encoded()

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look, playground = self._appearance, self._playground
        self._build_bar()
        self.text = TextColumn(look, playground)
        self.view, self.pipeline, self.strip = self.text.view, self.text.pipeline, self.text.strip
        self.setFocusProxy(self.view)
        self.statistics, self.warning = self.text.statistics, self.text.warning
        self.compared = ComparedViews(look, playground, self.text, self.view)
        self.rows = TokenRows(look, playground, self.view)
        self.search, self.ids, self.parts = self.rows.search, self.rows.ids, self.rows.parts
        self.explain = ExplainPanel(look)
        self.explain.hide()
        self._across = QSplitter(Qt.Orientation.Horizontal)
        self._across.addWidget(self.compared)
        self._across.addWidget(self.explain)
        self._across.setStretchFactor(0, 5)
        self._across.setStretchFactor(1, 2)
        self._across.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.bar, Line(look), self.rows):
            column.addWidget(widget)
        column.addWidget(self._across, 1)

    def _build_bar(self) -> None:
        titles = {name: translate("tokens_pane", title) for name, title in _TITLES.items()}
        self.bar = TokenBar(self._appearance, titles)
        self.choice, self.compare, self.samples = self.bar.choice, self.bar.compare, self.bar.samples
        self.explains, self.copy = self.bar.explain, self.bar.copy
        for name, text in SAMPLES.items():
            self.samples.menu().addAction(translate("sample_row", name), partial(self._playground.set_text, text))
        self.samples.menu().addAction(translate("sample_row", ARTICLE), lambda: self._playground.set_text(article()))
        self.menu = TokenMenu(self, self._playground.budget, titles, self.samples.menu(), self.compare.menu())
        self.bar.more.setMenu(self.menu)

    def _connect(self) -> None:
        playground = self._playground
        self.choice.activated.connect(lambda row: self.tokenizer_wanted.emit(self.choice.itemData(row)))
        self.compare.menu().aboutToShow.connect(self._fill_compare)
        self.bar.view_chosen.connect(playground.display.show_view)
        self.explains.toggled.connect(playground.display.open_explain)
        playground.display.changed.connect(self._show_display)
        self.text.difference_asked.connect(self.compared.go)
        self.text.unreadable.connect(self._say_unreadable)
        self.copy.clicked.connect(self.copy_ids)
        self.compared.hovered.connect(self._show_facts_of)
        self.compared.changed.connect(self._show_compared)
        playground.text_changed.connect(self.file.close)  # another text has come meanwhile
        playground.encoded.connect(self._on_encoded)
        playground.explaining.changed.connect(self._show_look)
        self._appearance.changed.connect(self._share_the_height)

    def _connect_menu(self) -> None:
        playground, display, menu, rows = self._playground, self._playground.display, self.menu, self.rows
        menu.view_asked.connect(display.show_view)
        menu.colouring_asked.connect(playground.colours.choose)
        playground.colours.changed.connect(self._show_colouring)
        menu.spaces.connect(display.mark_spaces)
        menu.pieces.connect(display.mark_pieces)
        menu.differences.connect(display.mark_differences)
        menu.beside.connect(display.put_beside)
        menu.explain.connect(display.open_explain)
        menu.parts.connect(rows.show_parts)
        rows.parts_shown.connect(menu.show_parts.setChecked)
        menu.allowed.connect(playground.allow)
        menu.budget.connect(playground.set_budget)
        playground.budget_changed.connect(menu.tokens.setValue)
        menu.token_step.connect(self.step_token)
        menu.difference_step.connect(self.compared.go)
        menu.search_wanted.connect(rows.open_search)
        menu.ids_wanted.connect(self.open_ids)
        menu.copy_wanted.connect(self.copy_ids)
        menu.table_wanted.connect(self.copy_table)

    # -- what others ask ---------------------------------------------------------------------------------------------

    @property
    def others(self) -> list[OtherView]:
        """The views beside the main one."""
        return self.compared.others

    def set_shown(self, shown: bool) -> None:
        """While nobody sees the pane, its text is not encoded at each step of the timeline."""
        self._playground.set_shown(shown)

    def set_choices(self, choices: Sequence[tuple[str, str]], current: str) -> None:
        """The tokenizers one can choose, as (key, title), and which is shown."""
        self._choices = tuple(choices)
        self.choice.show_entries([Entry(title, key) for key, title in choices], current)

    def set_view(self, name: str) -> None:
        """One of VIEWS."""
        self._playground.display.show_view(name)

    def open_ids(self) -> None:
        """Show the field for ids."""
        self.rows.open_ids()

    def show_explain(self, on: bool) -> None:
        """How the chosen token comes about, beside the text."""
        self._playground.display.open_explain(on)

    def step_token(self, step: int) -> None:
        """Keep the next token, or the one before; the first time the one at the caret."""
        other, encoding = self.compared.focused(), self._playground.encoding
        if other is not None:
            other.step(step)
            self.strip.announce()
        elif encoding is not None and len(encoding):
            caret = self.view.selection()[1]
            self._keep(token_steps.stepped(encoding, self._playground.pinned, step, caret))

    def copy_ids(self) -> None:
        """All ids of the text to the clipboard."""
        if self._playground.encoding is not None:
            QGuiApplication.clipboard().setText(ids_text(self._playground.encoding))

    def copy_table(self) -> None:
        """Id, bytes, stored form and place of each token, a token a line with tabs between."""
        encoding, tokenizer = self._playground.encoding, self._playground.encoded_by
        if encoding is not None and tokenizer is not None:
            QGuiApplication.clipboard().setText(table_text(encoding, tokenizer))

    # -- what happens ------------------------------------------------------------------------------------------------

    def _show_display(self) -> None:
        display = self._playground.display.value
        self.bar.show_view(display.view)
        self.menu.show_display(display)
        self.text.show_lens(display.view == VIEWS[-1])
        self.explains.setChecked(display.explain)
        if display.explain and self.explain.isHidden():  # with a third of the room or what it needs
            third = max(self.explain.minimumWidth(), self.width() // 3)
            self._across.setSizes([self.width() - third, third])
        self.explain.setVisible(display.explain)

    def _show_colouring(self) -> None:
        self.menu.colours[self._playground.colours.by].setChecked(True)

    def _show_compared(self) -> None:
        self.text.show_compared(len(self.others), self.compared.together)

    def _show_look(self) -> None:
        self.explain.show_look(self._playground.explaining.look)

    def _say_unreadable(self, count: int) -> None:
        one = self.tr("{:,} character of the text is none (half of a pair, or broken bytes): U+FFFD stands there.")
        more = self.tr("{:,} characters of the text are none (halves of pairs, or broken bytes): U+FFFD stands there.")
        self.said.emit(counted(count, one, more))

    def _on_encoded(self) -> None:
        self.menu.show_tokenizer(self._playground.tokenizer, self._playground.allowed)
        self.compared.show_differences()

    def _keep(self, token: int) -> None:
        if token >= 0 and token != self._playground.pinned:
            self._playground.pin(token)
            self.strip.announce()

    def _show_facts_of(self, reader: TextReader, token: int) -> None:
        self.text.show_facts_of_another(reader.encoding, reader.encoded_by, token)

    def _fill_compare(self) -> None:
        menu, compared = self.compare.menu(), self._playground.compared
        menu.clear()
        for key, title in self._choices:
            action = menu.addAction(menu_text(title))
            action.setCheckable(True)
            action.setChecked(key in compared)
            action.setEnabled(key != self.choice.currentData() or key in compared)
            action.triggered.connect(lambda on, key=key: self._compare(key, on))

    def _compare(self, key: str, on: bool) -> None:
        kept = tuple(other for other in self._playground.compared if other != key)
        self._playground.compare((*kept, key) if on else kept)

    def ask_file(self) -> None:
        """Choose a file to look at."""
        for path in file_dialogs.ask_open_files(self, self.tr("Look at a text file"))[:1]:
            self.file.open(path)

    def _show_file(self, text: str, note: str) -> None:
        self._playground.set_text(text)
        if note:
            self.said.emit(note)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A text file is looked at; sessions, tokenizers and folders are the window's."""
        paths = local_paths(event.mimeData())
        looks = kind_of(paths[0]) == "text" and paths[0].is_file() if paths else event.mimeData().hasText()
        event.setAccepted(looks)

    def dropEvent(self, event: QDropEvent) -> None:
        paths = local_paths(event.mimeData())
        if paths:
            self.file.open(paths[0])
        else:
            self.view.replace_text(text_of(event.mimeData()))
        event.acceptProposedAction()

    # -- room and keys -----------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low pane the text has the room."""
        super().resizeEvent(event)
        self._share_the_height()

    def _share_the_height(self) -> None:
        self.text.set_low(self.height() < self._appearance.metrics.units(_LOW))

    def event(self, event: QEvent) -> bool:
        """Some keys of the window mean this pane while the keyboard is in it."""
        if isinstance(event, QKeyEvent) and event.type() == _OVERRIDE and self.rows.wants(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes what was opened, then lets go of the token that is kept; arrows go from label to label."""
        if self.rows.take(event):
            return
        if event.key() == Qt.Key.Key_Escape and self._playground.pinned >= 0:
            self._playground.pin(-1)
        elif not (self.view.hasFocus() and self.view.view() != "text" and self._move(Qt.Key(event.key()))):
            super().keyPressEvent(event)

    def _move(self, key: Qt.Key) -> bool:
        token = token_steps.moved(self.view, self._playground.pinned, len(self._playground.encoding or ()), key)
        self._keep(token)
        return token >= 0
