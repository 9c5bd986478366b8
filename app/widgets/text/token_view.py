"""The text with its tokens: type or paste, and each token has a box in its colour.

The view holds the text that is being edited; whoever listens to `text_changed` encodes it and hands the tokens back
with `set_tokens`.  In between, the old boxes move along with their letters.  Ids, bytes and glyphs are shown in place
of the text and cannot be edited.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAccessibleInterface, QContextMenuEvent, QGuiApplication, QMouseEvent, QPainter
from PySide6.QtWidgets import QMenu, QWidget

from app.look.theme import Appearance
from app.widgets.text import caret_moves, token_accessibility
from app.widgets.text.block_scroll import Seen
from app.widgets.text.hit_marks import HitMarks
from app.widgets.text.placed_tokens import PlacedTokens
from app.widgets.text.token_document import TokenDocument
from app.widgets.text.token_editor import TokenEditor
from app.widgets.text.token_labels import labelled, plain_label
from engine.vocabulary import IntArray

VIEWS = ("text", "glyphs", "bytes", "ids")


class TokenView(TokenEditor):
    """Signals beside those of a text field: `token_hovered(number)` with -1 for none, `token_clicked(number)`; tokens are
    numbered from 0 in the order of the text."""

    token_hovered = Signal(int)
    token_clicked = Signal(int)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None, *, placeholder: str = ""):
        self._view = "text"  # before the surface asks
        super().__init__(appearance, parent)
        self._label: Callable[[str, int], str] | None = None
        self._placeholder = placeholder
        self._hits = HitMarks()
        self._hovered = -1
        self._pointer = QPointF()
        self._pressed_at: QPointF | None = None
        self.accessible_interface: QAccessibleInterface | None = None
        self.setAccessibleName(self.tr("Text with its tokens"))
        token_accessibility.install()

    # ---- what others set and ask ----

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
        self._take_tokens(self._document.with_tokens(ids, byte_starts, colours, byte_ends), label)

    def set_tokens_of(self, data: bytes, tokens: PlacedTokens, label: Callable[[str, int], str] | None = None) -> None:
        """The tokens of `data`, which is the text, or what it was a few keys ago."""
        self._take_tokens(self._document.with_tokens_of(data, tokens), label)

    def _take_tokens(self, document: TokenDocument, label: Callable[[str, int], str] | None) -> None:
        self._document, self._label = document, label
        if self._marks.selected >= len(document.tokens):
            self._mark(selected=-1)
        self._refresh()
        if self._hovered >= 0:  # another token may be where the pointer rests
            self._set_hovered(self.token_at(self._pointer))
        self._light()

    def set_differs(self, differs: npt.NDArray[np.bool_] | npt.NDArray[np.uint8] | None) -> None:
        """Which tokens others lack, as `Marks` counts them; None where nothing is compared."""
        self._mark(differs=b"" if differs is None else differs.tobytes())

    def set_pieces(self, begins: npt.NDArray[np.bool_] | None) -> None:
        """With which tokens a pre-token begins; None where their borders are not drawn."""
        self._mark(pieces=b"" if begins is None else begins.tobytes())

    def set_open_from(self, token: int) -> None:
        """Tokens from this one on could change if more were typed; -1 for none."""
        self._mark(open_from=token)

    def set_over_from(self, token: int) -> None:
        """Tokens from this one on are beyond the budget; -1 for none."""
        self._mark(over_from=token)

    def _mark(self, **marks: Any) -> None:
        """Other marks; where they are those there were, nothing is painted."""
        changed = replace(self._marks, **marks)
        if changed != self._marks:
            self._marks = changed
            self.viewport().update()

    def set_hits(self, spans: IntArray, at: int) -> None:
        """Places of the text that are marked, as (first byte, end), and the one that is looked at (-1: none)."""
        if not len(spans) and not len(self._hits.spans):
            return
        self._hits.show(spans, at)
        if at >= 0:
            self.ensure_visible(int(self._hits.shown(self._document, self.shown)[at, 0]))
        self.viewport().update()

    def set_view(self, view: str) -> None:
        """`text`, or a label for each token in its place: `glyphs`, `bytes`, `ids`."""
        if view == self._view:
            return
        self._view = view
        self._read_appearance()
        self._refresh()
        self._on_appearance_changed()
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor if view == "text" else Qt.CursorShape.ArrowCursor)

    def view(self) -> str:
        return self._view

    def select_token(self, number: int) -> None:
        """Frame a token, light its equals and bring it into view; -1 takes the frame away."""
        self._mark(selected=number if 0 <= number < len(self._document.tokens) else -1)
        if self._marks.selected >= 0:
            self.ensure_visible(int(self.shown.starts[self._marks.selected]))
        self._light()

    # ---- the shown document ----

    def _shows_labels(self) -> bool:
        return self._view != "text"

    def _refresh(self) -> None:
        if self._shows_labels():
            self._show_document(labelled(self._document, self._label_of))
        else:
            super()._refresh()

    def _label_of(self, token: int) -> str:
        if self._label is not None:
            return self._label(self._view, token)
        return plain_label(self._document, self._view, token)

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
            self._pointer = event.position()
            self._set_hovered(self.token_at(self._pointer))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed_at is None or event.button() != Qt.MouseButton.LeftButton:
            return
        pressed, self._pressed_at = self.token_at(self._pressed_at), None
        token = self.token_at(event.position())
        chosen = self._anchor == self._caret if self._view == "text" else token == pressed
        if token >= 0 and chosen:
            self.token_clicked.emit(token)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._view == "text":
            self._anchor, end = caret_moves.word_around(self, self.byte_at(event.position()))
            self._place_caret(end, select=True)

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

    def _forget_tokens(self) -> None:
        self._mark(selected=-1, lit=-1)
        self._set_hovered(-1)

    def _set_hovered(self, token: int) -> None:
        if token != self._hovered:
            self._hovered = token
            self._light()
            self.token_hovered.emit(token)

    def _light(self) -> None:
        token = self._hovered if self._hovered >= 0 else self._marks.selected
        self._mark(lit=int(self._document.ids[token]) if 0 <= token < len(self._document.tokens) else -1)

    # ---- painting ----

    def _paint_under_text(self, painter: QPainter, seen: list[Seen]) -> None:
        self._hits.paint(painter, self._appearance, self._document, self.shown, seen, self._rects)
        super()._paint_under_text(painter, seen)
        if not self._document.data and not self._composed:
            self._paint_placeholder(painter)

    def _paint_placeholder(self, painter: QPainter) -> None:
        painter.setPen(self._appearance.theme.second_text)
        painter.setFont(self._appearance.font("token"))
        top = self._padding + self.paragraph(0).lines[0].box_top
        area = QRectF(self._padding, top, self._text_width(), self.viewport().height())
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
        painter.drawText(area.adjusted(self._appearance.metrics.u, 0, 0, 0), int(flags), self._placeholder)

    def token_rect(self, number: int) -> QRect:
        """The first box of a token in the viewport; empty if it is not in view."""
        for index, top, paragraph in self._seen():
            wanted = number - self._first_token(index)
            for place, line in enumerate(paragraph.lines):
                box = next((box for box in self._line_boxes(index, place) if box.token == wanted >= 0), None)
                if box is not None:
                    left = self._padding + box.left
                    return QRectF(left, top + line.box_top, box.right - box.left, line.box_height).toAlignedRect()
        return QRect()
