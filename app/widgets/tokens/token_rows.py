"""What is opened over the text for a while: the search, ids to text, and the parts against the whole."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.state.text.playground import Playground
from app.widgets.basics.announce import announce
from app.widgets.text.token_view import TokenView
from app.widgets.tokens.ids_row import IdsRow
from app.widgets.tokens.parts_row import PartsRow
from app.widgets.tokens.search_row import SearchRow


class TokenRows(QWidget):
    """`parts_shown(on)` when the parts are opened or closed, by whomever."""

    parts_shown = Signal(bool)

    def __init__(self, appearance: Appearance, playground: Playground, view: TokenView) -> None:
        super().__init__()
        self._playground, self._view = playground, view
        self.search = SearchRow(appearance, playground.search)
        self.ids = IdsRow(appearance)
        self.parts = PartsRow(appearance, playground.parts)
        self._all = (self.search, self.ids, self.parts)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for row in self._all:
            column.addWidget(row)
            row.hide()
        self.search.step_asked.connect(self.step_search)
        self.search.closed.connect(self.close_search)
        self.ids.closed.connect(self._close_ids)
        self.ids.text_wanted.connect(playground.set_text)
        self.parts.closed.connect(lambda: self.show_parts(False))
        view.selection_changed.connect(lambda: playground.parts.cut_at(*view.selection()))
        playground.search.changed.connect(self._show_hits)
        playground.encoded.connect(self._on_encoded)

    def _on_encoded(self) -> None:
        self.ids.set_tokenizer(self._playground.tokenizer)

    # -- the search --------------------------------------------------------------------------------------------------

    def open_search(self) -> None:
        """Show the search field; what is chosen in the text is looked for."""
        chosen = self._view.selected_text()
        if chosen and len(chosen) < 200 and "\n" not in chosen:
            self.search.field.setText(chosen)
        self.search.show()
        self.search.start()

    def step_search(self, step: int) -> None:
        """To the next place or the one before, from the caret on."""
        self._playground.search.go(step, self._view.selection()[0])
        announce(self.search, self.search.count.text())

    def close_search(self) -> None:
        """Look for nothing; the place that was looked at stays chosen."""
        search = self._playground.search
        if search.at >= 0:
            self._view.select_bytes(*search.hits.spans[search.at].tolist())
        self.search.hide()
        search.close()
        self._view.setFocus()

    def _show_hits(self) -> None:
        search = self._playground.search
        self._view.set_hits(search.hits.spans, search.at)

    # -- ids, parts --------------------------------------------------------------------------------------------------

    def open_ids(self) -> None:
        """Show the field for ids."""
        self.ids.set_tokenizer(self._playground.tokenizer)
        self.ids.show()
        self.ids.field.setFocus()

    def _close_ids(self) -> None:
        self.ids.hide()
        self._view.setFocus()

    def show_parts(self, on: bool) -> None:
        """The text cut at the caret, beside the whole; the caret stays in the text."""
        if on == self._playground.parts.on:
            return
        self.parts.setVisible(on)
        self._playground.parts.cut_at(*self._view.selection())
        self._playground.parts.set_on(on)
        self._view.setFocus()
        self.parts_shown.emit(on)

    # -- keys --------------------------------------------------------------------------------------------------------

    def wants(self, event: QKeyEvent) -> bool:
        """Whether a key of the window means this: Escape while a row is open, and what searches."""
        if event.key() == Qt.Key.Key_Escape:
            return any(not row.isHidden() for row in self._all)
        return event.matches(QKeySequence.StandardKey.Find) or event.key() == Qt.Key.Key_F3

    def take(self, event: QKeyEvent) -> bool:
        """Do what the key asks for; False if it asks for nothing here."""
        if not self.wants(event):
            return False
        if event.key() == Qt.Key.Key_Escape:
            next(row for row in self._all if not row.isHidden()).closed.emit()
        elif event.key() == Qt.Key.Key_F3 and not self.search.isHidden():
            self.step_search(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            self.open_search()
        return True
