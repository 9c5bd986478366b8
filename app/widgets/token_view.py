"""The text with its tokens: type or paste, and each token has a box in its colour.

The view holds the text that is being edited; whoever listens to `text_changed` encodes it and hands the tokens back
with `set_tokens`.  In between, the old boxes move along with their letters.  Ids, bytes and glyphs are shown in place
of the text and cannot be edited.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleInterface,
    QAccessibleValueChangeEvent,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QMenu, QWidget

from app.theme import Appearance
from app.widgets import caret_moves, token_accessibility
from app.widgets.edit_history import Edit, EditHistory
from app.widgets.token_document import TokenDocument, labelled, plain_label
from app.widgets.token_surface import Seen, TokenSurface
from app.widgets.typing_keys import alt_graph, types

_OVERRIDE = QEvent.Type.ShortcutOverride
VIEWS = ("text", "glyphs", "bytes", "ids")


class TokenView(TokenSurface):
    """Signals: `text_changed(text)` after an edit by the user (not after `set_text`), `token_hovered(number)` with -1
    for none, `token_clicked(number)`; tokens are numbered from 0 in the order of the text."""

    text_changed = Signal(object)  # a str: as Qt's own string it would lose U+FEFF at its start
    token_hovered = Signal(int)
    token_clicked = Signal(int)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None, *, placeholder: str = ""):
        self._view = "text"  # before the surface asks
        super().__init__(appearance, parent)
        self._document = TokenDocument.plain(b"")
        self._label: Callable[[str, int], str] | None = None
        self._history = EditHistory()
        self._placeholder = placeholder
        self._read_only = False
        self.accessible_interface: QAccessibleInterface | None = None
        self._anchor = self._caret = 0
        self._goal_x: float | None = None
        self._composed = ""
        self._hovered = -1
        self._pressed_at: QPointF | None = None
        self._be_a_text_field()

    def _be_a_text_field(self) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.setAccessibleName(self.tr("Text with its tokens"))
        token_accessibility.install()

    # ---- what others set and ask ----

    def set_text(self, text: str) -> None:
        """Show another text, without tokens until they come; can be undone.  An equal text changes nothing."""
        data = _encoded(text)
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

    def set_tokens(
        self,
        ids: npt.ArrayLike,
        byte_starts: npt.ArrayLike,
        colours: npt.ArrayLike,
        byte_ends: npt.ArrayLike | None = None,
        label: Callable[[str, int], str] | None = None,
    ) -> None:
        """The tokens of the text: id, first byte in its UTF-8, colour index and (unless it is the next one's first byte)
        end of each; `label` says how a token is shown in a view, by its number."""
        self._document = self._document.with_tokens(ids, byte_starts, colours, byte_ends)
        self._label = label
        if self._marks.selected >= len(self._document.ids):
            self._marks.selected = -1
        self._set_hovered(-1 if self._hovered >= len(self._document.ids) else self._hovered)
        self._refresh()

    def set_differs(self, differs: npt.NDArray[np.bool_] | None) -> None:
        """Which tokens another tokenizer lacks; None where nothing is compared."""
        self._marks.differs = b"" if differs is None else differs.tobytes()
        self.viewport().update()

    def set_open_from(self, token: int) -> None:
        """Tokens from this one on could change if more were typed; -1 for none."""
        self._marks.open_from = token
        self.viewport().update()

    def set_over_from(self, token: int) -> None:
        """Tokens from this one on are beyond the budget; -1 for none."""
        self._marks.over_from = token
        self.viewport().update()

    def set_view(self, view: str) -> None:
        """`text`, or a label for each token in its place: `glyphs`, `bytes`, `ids`."""
        if view == self._view:
            return
        self._view = view
        self._read_appearance()
        self._paragraphs.clear()
        self._refresh()
        self._on_appearance_changed()
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor if view == "text" else Qt.CursorShape.ArrowCursor)

    def view(self) -> str:
        return self._view

    def set_read_only(self, on: bool) -> None:
        """Show a text that cannot be edited."""
        self._read_only = on
        self.viewport().update()

    def set_placeholder(self, text: str) -> None:
        """What an empty view says."""
        self._placeholder = text
        self.viewport().update()

    def select_token(self, number: int) -> None:
        """Frame a token, light its equals and bring it into view; -1 takes the frame away."""
        self._marks.selected = number if 0 <= number < len(self._document.ids) else -1
        if self._marks.selected >= 0:
            self.ensure_visible(int(self.shown.starts[self._marks.selected]))
        self._light()

    def selected_text(self) -> str:
        begin, end = self._selection()
        return self._document.data[begin:end].decode("utf-8")

    def can_undo(self) -> bool:
        return bool(self._history.done)

    def can_redo(self) -> bool:
        return bool(self._history.undone)

    # ---- the shown document ----

    def _shows_labels(self) -> bool:
        return self._view != "text"

    def _editable(self) -> bool:
        return self._view == "text" and not self._read_only

    def _refresh(self) -> None:
        document = self._document
        if self._shows_labels():
            document = labelled(document, self._label_of)
        elif self._composed:
            document = document.edited(self._caret, self._caret, _encoded(self._composed))
        self._show_document(document)

    def _label_of(self, token: int) -> str:
        if self._label is not None:
            return self._label(self._view, token)
        return plain_label(self._document, self._view, token)

    def _replace(self, begin: int, end: int, inserted: bytes, *, typed: bool = False, tell: bool = True) -> None:
        """Change the text, remember it, and put the caret behind what was inserted."""
        if begin == end and not inserted:
            return
        self._history.add(Edit(begin, self._document.data[begin:end], inserted, typed))
        self._make(begin, end, inserted, tell=tell)

    def _make(self, begin: int, end: int, inserted: bytes, *, tell: bool = True) -> None:
        self._document = self._document.edited(begin, end, inserted)
        self._marks.selected = -1
        self._set_hovered(-1)
        self._anchor = self._caret = begin + len(inserted)
        self._goal_x = None
        self._refresh()
        if tell:
            self.ensure_visible(self._caret)
            self.text_changed.emit(self.text())
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, self.text()))
        self.updateMicroFocus()

    # ---- editing ----

    def insert(self, text: str, *, typed: bool = False) -> None:
        """Put text in place of the selection, as the user would."""
        if self._editable():
            self._replace(*self._selection(), _encoded(text), typed=typed)

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
            QGuiApplication.clipboard().setText(self.selected_text())

    def cut(self) -> None:
        self.copy()
        self.insert("")

    def paste(self) -> None:
        """The clipboard's text, every character kept: line breaks of any kind, NUL, odd spaces."""
        self.insert(QGuiApplication.clipboard().text())

    def select_all(self) -> None:
        self._anchor, self._caret = 0, len(self._document.data)
        self.viewport().update()

    def _delete(self, begin: int, end: int) -> None:
        if self._anchor != self._caret:
            begin, end = self._selection()
        self._replace(min(begin, end), max(begin, end), b"")

    def _selection(self) -> tuple[int, int]:
        return min(self._anchor, self._caret), max(self._anchor, self._caret)

    def _place_caret(self, byte: int, *, select: bool = False) -> None:
        self._caret = byte
        if not select:
            self._anchor = byte
        self.viewport().update()
        self.updateMicroFocus()

    # ---- keys ----

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not (self._command(event) or (self._view == "text" and self._move(event)) or self._edit(event)):
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
        self._composed = ""
        if event.commitString() or event.replacementLength():
            begin, end = self._replaced_by(event)
            self._replace(begin, end, _encoded(event.commitString()), typed=True)
        elif event.preeditString() and self._anchor != self._caret:
            self._replace(*self._selection(), b"")
        self._composed = event.preeditString()
        self._refresh()
        event.accept()

    def _replaced_by(self, event: QInputMethodEvent) -> tuple[int, int]:
        if not event.replacementLength():
            return self._selection()
        units = self._document.data[: self._caret].decode("utf-8").encode("utf-16-le")
        place = len(units) // 2 + event.replacementStart()
        whole = self._document.data.decode("utf-8").encode("utf-16-le")
        before = whole[: 2 * max(0, place)].decode("utf-16-le", "ignore")
        removed = whole[2 * max(0, place) : 2 * (place + event.replacementLength())].decode("utf-16-le", "ignore")
        begin = len(before.encode())
        return begin, begin + len(removed.encode())

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> Any:
        asked = Qt.InputMethodQuery
        index, _, unit = self.line_of(self._caret)
        match query:
            case asked.ImEnabled:
                return self._editable()
            case asked.ImCursorRectangle:
                offset = self.viewport().pos()
                return self.caret_rect(self._caret + len(_encoded(self._composed))).toRect().translated(offset)
            case asked.ImFont:
                return self._token_font
            case asked.ImSurroundingText:
                return self.paragraph(index).text
            case asked.ImCursorPosition:
                return unit
            case asked.ImAnchorPosition:
                other, _, anchor_unit = self.line_of(self._anchor)
                return anchor_unit if other == index else unit
            case asked.ImCurrentSelection:
                return self.selected_text()
        return super().inputMethodQuery(query)

    # ---- mouse ----

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed_at = event.position()
        self._goal_x = None
        if self._view == "text":
            extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._place_caret(self.byte_at(event.position()), select=extends)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed_at is not None and self._view == "text" and event.buttons() & Qt.MouseButton.LeftButton:
            self._place_caret(self.byte_at(event.position()), select=True)
            self.ensure_visible(self._caret)
        else:
            self._set_hovered(self.token_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed_at is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed_at = None
        token = self.token_at(event.position())
        if token >= 0 and self._anchor == self._caret:
            self.token_clicked.emit(token)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._view == "text":
            self._anchor, self._caret = caret_moves.word_around(self, self.byte_at(event.position()))
            self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hovered(-1)
        super().leaveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        selected, editable = self._anchor != self._caret, self._editable()
        for title, command, usable in (
            (self.tr("Undo"), self.undo, editable and self.can_undo()),
            (self.tr("Redo"), self.redo, editable and self.can_redo()),
            (self.tr("Cut"), self.cut, editable and selected),
            (self.tr("Copy"), self.copy, selected),
            (self.tr("Paste"), self.paste, editable and bool(QGuiApplication.clipboard().text())),
            (self.tr("Select all"), self.select_all, self._view == "text"),
        ):
            menu.addAction(title, command).setEnabled(usable)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def _set_hovered(self, token: int) -> None:
        if token != self._hovered:
            self._hovered = token
            self._light()
            self.token_hovered.emit(token)

    def _light(self) -> None:
        token = self._hovered if self._hovered >= 0 else self._marks.selected
        self._marks.lit = int(self._document.ids[token]) if 0 <= token < len(self._document.ids) else -1
        self.viewport().update()

    # ---- painting ----

    def _paint_under_text(self, painter: QPainter, seen: list[Seen]) -> None:
        begin, end = self._selection()
        if begin < end and self._view == "text" and not self._composed:
            self._painter.selection(painter, list(self._rects(begin, end, seen)))
        if not self._document.data and not self._composed:
            self._paint_placeholder(painter)

    def _paint_placeholder(self, painter: QPainter) -> None:
        painter.setPen(self._appearance.theme.second_text)
        painter.setFont(self._appearance.font("token"))
        top = self._padding + self.paragraph(0).lines[0].box_top
        area = QRectF(self._padding, top, self._text_width(), self.viewport().height())
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
        painter.drawText(area.adjusted(self._appearance.metrics.u, 0, 0, 0), int(flags), self._placeholder)

    def _paint_over_text(self, painter: QPainter, seen: list[Seen]) -> None:
        composed = len(_encoded(self._composed))
        if composed:
            painter.setPen(QPen(self._appearance.theme.accent, self._appearance.metrics.line(2), Qt.PenStyle.DotLine))
            for rect in self._rects(self._caret, self._caret + composed, seen):
                painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if self.hasFocus() and self._editable():
            painter.fillRect(self.caret_rect(self._caret + composed), self._appearance.theme.accent)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._repaint_all()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._repaint_all()

    def _repaint_all(self) -> None:
        self.update()
        self.viewport().update()

    def token_rect(self, number: int) -> QRect:
        """The first box of a token in the viewport; empty if it is not in view."""
        for index, top, paragraph in self._seen():
            for place, line in enumerate(paragraph.lines):
                for box in self._line_boxes(index, place):
                    if box.token == number:
                        width = box.right - box.left
                        left = self._padding + box.left
                        return QRectF(left, top + line.box_top, width, line.box_height).toAlignedRect()
        return QRect()


def _encoded(text: str) -> bytes:
    """UTF-8; half a surrogate pair, which no text can hold, becomes U+FFFD."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode("utf-8")
