"""A text over a `TokenSurface` that can be changed: what is chosen, edits and their undo, the clipboard, the caret.

The text is kept here as it was typed, in UTF-8; the surface only draws it.  The tokens keep to their letters until new ones
come.  Keys and input methods are added by `TokenEditor`.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance
from app.widgets.text import token_accessibility
from app.widgets.text.block_scroll import Seen
from app.widgets.text.clipboard import put_text, text_of
from app.widgets.text.edit_history import Edit, EditHistory
from app.widgets.text.hit_marks import whole_characters
from app.widgets.text.input_text import REPLACEMENT, encoded
from app.widgets.text.token_document import TokenDocument
from app.widgets.text.token_surface import TokenSurface
from engine.incremental import common_ends


class TokenField(TokenSurface):
    """Signals: `text_changed(UTF-8)` after an edit by the user (not after `set_text`), `selection_changed`, and `unreadable`
    with how many characters of what was put in are none."""

    text_changed = Signal(object)  # bytes: as Qt's own string it would lose U+FEFF at its start
    selection_changed = Signal()
    unreadable = Signal(int)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None):
        super().__init__(appearance, parent)
        self._document = TokenDocument.plain(b"")
        self._history = EditHistory()
        self._read_only = False
        self._anchor = self._caret = 0
        self._goal_x: float | None = None
        self._composed, self._composed_caret = b"", 0  # by an input method
        self._replaced = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)

    # ---- the text ----

    def set_text(self, text: str) -> None:
        """Show another text, without tokens until they come; can be undone.  An equal text changes nothing."""
        data, replaced = encoded(text)
        if data == self._document.data:
            return
        self._replaced = replaced
        if self._document.data or self._history.done:
            self._replace(0, len(self._document.data), data, tell=False)
        else:  # the first text is what undo ends at
            self._make(0, 0, data, tell=False)
        self._place_caret(0)
        self.verticalScrollBar().setValue(0)

    def follow_text(self, text: str) -> None:
        """Show what a text has become elsewhere: what is the same stays where it is, scrolled as it was, and so does the
        caret."""
        old, (data, self._replaced) = self._document.data, encoded(text)
        if data == old:
            return
        before, behind = common_ends(old, data)
        grown, places = len(data) - len(old), (self._anchor, self._caret)
        self._make(before, len(old) - behind, data[before : len(data) - behind], tell=False)
        anchor, caret = (place if place <= before else max(before, place + grown) for place in places)
        self._anchor = self._character_start(anchor)
        self._place_caret(self._character_start(caret), select=True)

    def text(self) -> str:
        """The text, every character as it was typed or pasted."""
        return self._document.data.decode("utf-8")

    def replaced(self) -> int:
        """How many U+FFFD of the text stand for characters that were none."""
        return min(self._replaced, self._document.data.count(REPLACEMENT)) if self._replaced else 0

    def set_read_only(self, on: bool) -> None:
        """Show a text that cannot be edited."""
        self._read_only = on
        self.viewport().update()

    def select_bytes(self, begin: int, end: int) -> None:
        """Choose some of the text, with the caret at its end, and bring it into view: of a character all or nothing."""
        data = self._document.data
        begin, end = whole_characters(np.array([[begin, end]]).clip(0, len(data)), data)[0].tolist()
        self._anchor = begin
        self._place_caret(end, select=True)
        if not self._shows_labels():
            self.ensure_visible(begin)

    def _character_start(self, place: int) -> int:
        """Where the character begins that this byte belongs to."""
        return int(whole_characters(np.array([[place, place]]), self._document.data)[0, 0])

    def selection(self) -> tuple[int, int]:
        """First byte and end of what is chosen; both the caret's where nothing is."""
        return self._selection()

    def selected_text(self) -> str:
        begin, end = self._selection()
        return self._document.data[begin:end].decode("utf-8")

    def can_undo(self) -> bool:
        return bool(self._history.done)

    def can_redo(self) -> bool:
        return bool(self._history.undone)

    def _editable(self) -> bool:
        return not self._shows_labels() and not self._read_only

    def _refresh(self) -> None:
        document = self._document
        if self._composed:
            document = document.edited(self._caret, self._caret, self._composed)
        self._show_document(document)

    def _forget_tokens(self) -> None:
        """Before an edit: no token is pointed at."""

    def _replace(self, begin: int, end: int, inserted: bytes, *, typed: bool = False, tell: bool = True) -> None:
        """Change the text, remember it, and put the caret behind what was inserted."""
        if begin == end and not inserted:
            return
        if not self._read_only:  # who cannot edit has nothing to take back, and a long text is not kept for each key
            self._history.add(Edit(begin, self._document.data[begin:end], inserted, typed))
        self._make(begin, end, inserted, tell=tell)

    def _make(self, begin: int, end: int, inserted: bytes, *, tell: bool = True) -> None:
        self._forget_tokens()
        self._begin_change()
        self._paint_caret_again()
        before, self._document = self._document, self._document.edited(begin, end, inserted)
        self._anchor = self._caret = begin + len(inserted)
        self._goal_x = None
        self._refresh()
        if tell:
            self.ensure_visible(self._caret)
            self.text_changed.emit(self._document.data)
        self.selection_changed.emit()
        token_accessibility.tell_edit(self, before.data, begin, end, inserted)
        self.updateMicroFocus()

    # ---- editing ----

    def insert(self, text: str, *, typed: bool = False) -> None:
        """Put text in place of the selection, as the user would."""
        if self._editable():
            self._put(*self._selection(), text, typed=typed)

    def replace_text(self, text: str) -> None:
        """Put a text in place of all that is there, in whichever view, as the user would."""
        self._put(0, len(self._document.data), text)

    def _put(self, begin: int, end: int, text: str, *, typed: bool = False) -> None:
        data, replaced = encoded(text)
        self._replaced = self.replaced() + replaced
        self._replace(begin, end, data, typed=typed)
        if replaced:
            self.unreadable.emit(replaced)

    def undo(self) -> None:
        if self._editable():
            self._take(self._history.undo())

    def redo(self) -> None:
        if self._editable():
            self._take(self._history.redo())

    def _take(self, edit: Edit | None) -> None:
        if edit:
            self._make(edit.place, edit.place + len(edit.removed), edit.inserted)

    def copy(self) -> None:
        """The selection to the clipboard, exactly."""
        if self._anchor != self._caret:
            begin, end = self._selection()
            put_text(self.selected_text(), self._document.data[begin:end])

    def cut(self) -> None:
        self.copy()
        self.insert("")

    def paste(self) -> None:
        """The clipboard's text, every character kept: line breaks of any kind, NUL, odd spaces."""
        copied = QGuiApplication.clipboard().mimeData()
        if copied is not None:  # nothing was ever copied: some systems have nothing to give then
            self.insert(text_of(copied))

    def select_all(self) -> None:
        self._anchor = 0
        self._place_caret(len(self._document.data), select=True)

    def _selection(self) -> tuple[int, int]:
        return min(self._anchor, self._caret), max(self._anchor, self._caret)

    def _place_caret(self, byte: int, *, select: bool = False) -> None:
        self._paint_caret_again()
        self._caret = byte
        if not select:
            self._anchor = byte
        self._paint_caret_again()
        self.updateMicroFocus()
        self.selection_changed.emit()
        token_accessibility.tell_caret(self, self._document.data, self._anchor, self._caret)

    def _paint_caret_again(self) -> None:
        """Where the caret is, or all that is chosen."""
        if self._anchor != self._caret or self._composed:
            self.viewport().update()
        else:
            rect = self.caret_rect(self._caret)
            self._paint_again(rect.top(), rect.bottom())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A caret that was in view stays there, though the lines around it wrap otherwise."""
        was_seen = 0 < self.caret_rect(self._caret).bottom() <= event.oldSize().height()
        super().resizeEvent(event)
        if was_seen:
            self.ensure_visible(self._caret)

    # ---- painting ----

    def _paint_under_text(self, painter: QPainter, seen: list[Seen]) -> None:
        begin, end = self._selection()
        if begin < end and not self._shows_labels() and not self._composed:
            self._painter.selection(painter, list(self._rects(begin, end, seen)))

    def _paint_over_text(self, painter: QPainter, seen: list[Seen]) -> None:
        if self._composed:
            painter.setPen(QPen(self._appearance.theme.accent, self._appearance.metrics.line(2), Qt.PenStyle.DotLine))
            for rect in self._rects(self._caret, self._caret + len(self._composed), seen):
                painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if self.hasFocus() and self._editable():
            caret = self.caret_rect(self._caret + self._composed_caret)
            painter.fillRect(caret, self._appearance.theme.accent)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._repaint_all()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._repaint_all()

    def _repaint_all(self) -> None:
        self.update()
        self.viewport().update()
