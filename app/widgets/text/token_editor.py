"""A text field over a `TokenSurface`: what keys and input methods do with the text."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance
from app.text_positions import TextPositions
from app.widgets.text import caret_moves
from app.widgets.text.input_text import composed_text, encoded, replaced_bytes
from app.widgets.text.token_field import TokenField
from app.widgets.text.typing_keys import alt_graph, types, writes

_OVERRIDE = QEvent.Type.ShortcutOverride


class TokenEditor(TokenField):
    """Typing; views of tokens and the mouse are added by `TokenView`."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None):
        super().__init__(appearance, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)

    # ---- keys ----

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not (self._command(event) or (not self._shows_labels() and self._move(event)) or self._edit(event)):
            event.ignore()

    def _command(self, event: QKeyEvent) -> bool:
        standard = QKeySequence.StandardKey
        table = {
            standard.Copy: self.copy,
            standard.Cut: self.cut,
            standard.Paste: self.paste,
            standard.Undo: self.undo,
            standard.Redo: self.redo,
            standard.SelectAll: self.select_all,
        }
        for key, command in table.items():
            if event.matches(key):
                command()
                return True
        return False

    def _move(self, event: QKeyEvent) -> bool:
        asked = caret_moves.movement(event)
        if asked is None:
            return False
        name, selects = asked
        vertical = name in ("up", "down", "page up", "page down")
        if not vertical or self._goal_x is None:
            self._goal_x = self.caret_rect(self._caret).x() if vertical else None
        if name in ("left", "right") and self._anchor != self._caret and not selects:
            self._place_caret(caret_moves.edge(self, self._selection(), name))
        else:
            self._place_caret(caret_moves.moved(self, self._caret, name, self._goal_x or 0.0), select=selects)
        self.ensure_visible(self._caret)
        return True

    def _edit(self, event: QKeyEvent) -> bool:
        if not self._editable():
            return False
        command = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier)
        key, caret = event.key(), self._caret
        if key == Qt.Key.Key_Backspace:
            word = caret_moves.step(self, caret, forward=False, words=True) if command else None
            self._delete(caret_moves.before_backspace(self, caret) if word is None else word, caret)
        elif key == Qt.Key.Key_Delete:
            self._delete(caret, caret_moves.step(self, caret, forward=True, words=bool(command)))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not command:
            self.insert("\n", typed=True)
        elif writes(event.text()) and not (command and not alt_graph(event)):
            self.insert(event.text(), typed=True)
        else:
            return False
        return True

    def _delete(self, begin: int, end: int) -> None:
        if self._anchor != self._caret:
            begin, end = self._selection()
        self._replace(min(begin, end), max(begin, end), b"")

    def event(self, event: QEvent) -> bool:
        """While the text has the focus, keys that type are not shortcuts of the window."""
        if isinstance(event, QKeyEvent) and event.type() == _OVERRIDE and self._editable() and types(event):
            event.accept()
            return True
        return super().event(event)

    # ---- input methods ----

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Text that is being composed stands in the view but not in the text until it is committed."""
        if not self._editable():
            event.ignore()
            return
        self._composed, self._composed_caret = b"", 0
        if event.commitString() or event.replacementLength():
            begin, end = self._replaced_by(event)
            self._replace(begin, end, encoded(event.commitString())[0], typed=True)
        elif event.preeditString() and self._anchor != self._caret:
            self._replace(*self._selection(), b"")
        self._composed, self._composed_caret = composed_text(event)
        self._refresh()
        event.accept()

    def _around_caret(self) -> tuple[int, str, TextPositions]:
        """The block of the caret without what is being composed: its first byte, its text, and places in it."""
        index = self._document.block_of(self._caret)
        start, end = int(self._document.block_starts[index]), int(self._document.block_ends[index])
        data = self._document.data[start:end]
        return start, data.decode(), TextPositions(data)

    def _replaced_by(self, event: QInputMethodEvent) -> tuple[int, int]:
        """What an input method wants replaced; else what is chosen."""
        if not event.replacementLength():
            return self._selection()
        start, _, positions = self._around_caret()
        begin, end = replaced_bytes(event, positions, self._caret - start)
        return start + begin, start + end

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> Any:
        asked = Qt.InputMethodQuery
        start, text, positions = self._around_caret()
        place = positions.unit_of_byte(self._caret - start)
        match query:
            case asked.ImEnabled:
                return self._editable()
            case asked.ImCursorRectangle:
                rect = self.caret_rect(self._caret + self._composed_caret)
                return rect.toRect().translated(self.viewport().pos())
            case asked.ImFont:
                return self._token_font
            case asked.ImSurroundingText:
                return text
            case asked.ImCursorPosition:
                return place
            case asked.ImAnchorPosition:
                inside = 0 <= self._anchor - start <= positions.length
                return positions.unit_of_byte(self._anchor - start) if inside else place
            case asked.ImCurrentSelection:
                return self.selected_text()
        return super().inputMethodQuery(query)
