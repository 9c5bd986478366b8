"""A text field over a `TokenSurface`: keys, input methods, undo and clipboard.

The text is kept here as it was typed, in UTF-8; the surface only draws it.  The tokens keep to their letters until new ones
come.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleValueChangeEvent,
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from app.text_positions import TextPositions
from app.theme import Appearance
from app.widgets.text import caret_moves
from app.widgets.text.block_scroll import Seen
from app.widgets.text.edit_history import Edit, EditHistory
from app.widgets.text.input_text import composed_text, encoded, replaced_bytes
from app.widgets.text.token_document import TokenDocument
from app.widgets.text.token_surface import TokenSurface
from app.widgets.text.typing_keys import alt_graph, types

_OVERRIDE = QEvent.Type.ShortcutOverride
_EXACT = "application/x-mergescope-utf8"
"""What is copied, byte for byte: as Qt's own text it would lose U+FEFF at its start."""


class TokenEditor(TokenSurface):
    """Signals: `text_changed(UTF-8)` after an edit by the user (not after `set_text`), and `selection_changed`."""

    text_changed = Signal(object)  # bytes: as Qt's own string it would lose U+FEFF at its start
    selection_changed = Signal()

    def __init__(self, appearance: Appearance, parent: QWidget | None = None):
        super().__init__(appearance, parent)
        self._document = TokenDocument.plain(b"")
        self._history = EditHistory()
        self._read_only = False
        self._anchor = self._caret = 0
        self._goal_x: float | None = None
        self._composed, self._composed_caret = b"", 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)

    # ---- the text ----

    def set_text(self, text: str) -> None:
        """Show another text, without tokens until they come; can be undone.  An equal text changes nothing."""
        data = encoded(text)
        if data == self._document.data:
            return
        if self._document.data or self._history.done:
            self._replace(0, len(self._document.data), data, tell=False)
        else:  # the first text is what undo ends at
            self._make(0, 0, data, tell=False)
        self._place_caret(0)
        self.verticalScrollBar().setValue(0)

    def text(self) -> str:
        """The text, every character as it was typed or pasted."""
        return self._document.data.decode("utf-8")

    def set_read_only(self, on: bool) -> None:
        """Show a text that cannot be edited."""
        self._read_only = on
        self.viewport().update()

    def select_bytes(self, begin: int, end: int) -> None:
        """Choose some of the text, with the caret at its end, and bring it into view."""
        self._anchor = begin
        self._place_caret(end, select=True)
        if not self._shows_labels():
            self.ensure_visible(begin)

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
        self._history.add(Edit(begin, self._document.data[begin:end], inserted, typed))
        self._make(begin, end, inserted, tell=tell)

    def _make(self, begin: int, end: int, inserted: bytes, *, tell: bool = True) -> None:
        self._forget_tokens()
        self._paint_caret_again()
        self._document = self._document.edited(begin, end, inserted)
        self._anchor = self._caret = begin + len(inserted)
        self._goal_x = None
        self._refresh()
        if tell:
            self.ensure_visible(self._caret)
            self.text_changed.emit(self._document.data)
        self.selection_changed.emit()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, self.text()))
        self.updateMicroFocus()

    # ---- editing ----

    def insert(self, text: str, *, typed: bool = False) -> None:
        """Put text in place of the selection, as the user would."""
        if self._editable():
            self._replace(*self._selection(), encoded(text), typed=typed)

    def undo(self) -> None:
        self._take(self._history.undo())

    def redo(self) -> None:
        self._take(self._history.redo())

    def _take(self, edit: Edit | None) -> None:
        if edit:
            self._make(edit.place, edit.place + len(edit.removed), edit.inserted)

    def copy(self) -> None:
        """The selection to the clipboard, exactly."""
        if self._anchor != self._caret:
            begin, end = self._selection()
            copied = QMimeData()
            copied.setText(self.selected_text())
            copied.setData(_EXACT, self._document.data[begin:end])
            QGuiApplication.clipboard().setMimeData(copied)

    def cut(self) -> None:
        self.copy()
        self.insert("")

    def paste(self) -> None:
        """The clipboard's text, every character kept: line breaks of any kind, NUL, odd spaces."""
        copied = QGuiApplication.clipboard().mimeData()
        if copied.hasFormat(_EXACT):
            self.insert(bytes(copied.data(_EXACT).data()).decode("utf-8", "replace"))
        else:
            self.insert(copied.text())

    def select_all(self) -> None:
        self._anchor = 0
        self._place_caret(len(self._document.data), select=True)

    def _delete(self, begin: int, end: int) -> None:
        if self._anchor != self._caret:
            begin, end = self._selection()
        self._replace(min(begin, end), max(begin, end), b"")

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
        elif event.text() and event.text().isprintable() and not (command and not alt_graph(event)):
            self.insert(event.text(), typed=True)
        else:
            return False
        return True

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
            self._replace(begin, end, encoded(event.commitString()), typed=True)
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
