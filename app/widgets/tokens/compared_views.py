"""The main view of a text, and the same text through other tokenizers below it or beside it, with their differences."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QWidget

from app.look.theme import Appearance
from app.state.text.playground import Playground
from app.state.text.text_reader import TextReader
from app.widgets.basics.announce import announce
from app.widgets.text.token_painter import DIFFERS, DIFFERS_FROM_SOME
from app.widgets.text.token_view import VIEWS, TokenView
from app.widgets.tokens.other_view import OtherView
from engine.reading.several import Together


class ComparedViews(QSplitter):
    """Signals: `hovered(reader, token)` over one of the others; `changed` when views came or went, or differ otherwise."""

    hovered = Signal(object, int)
    changed = Signal()

    def __init__(self, appearance: Appearance, playground: Playground, main: QWidget, view: TokenView) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._appearance, self._playground, self._view = appearance, playground, view
        self._place = -1  # the byte of the difference that was gone to, where the main tokenizer has no token
        self.others: list[OtherView] = []
        self.together: Together | None = None
        self.setChildrenCollapsible(False)
        self.addWidget(main)
        playground.others_changed.connect(self._on_others_changed)
        playground.other_encoded.connect(self._on_other_encoded)
        playground.other_compared.connect(self.show_differences)
        playground.pinned_changed.connect(self._on_pinned)
        playground.display.changed.connect(self._show_display)

    # -- all views alike ---------------------------------------------------------------------------------------------

    def views(self) -> tuple[TokenView, ...]:
        return (self._view, *(other.view for other in self.others))

    def _show_display(self) -> None:
        """As the playground says: which view, which marks, below each other or side by side."""
        display = self._playground.display.value
        way = Qt.Orientation.Horizontal if display.beside else Qt.Orientation.Vertical
        if way != self.orientation():
            self.setOrientation(way)
            self._share_the_width()
        for view in self.views():
            self._show_in(view)
        self._mark()

    def _share_the_width(self) -> None:
        """Side by side all are equally wide, so that lines end alike."""
        if self.orientation() == Qt.Orientation.Horizontal:
            self.setSizes([max(1, self.width() // self.count())] * self.count())

    def _show_in(self, view: TokenView) -> None:
        display = self._playground.display.value
        view.set_view(display.view if display.view in VIEWS else VIEWS[0])
        view.set_show_spaces(display.spaces)

    # -- differences -------------------------------------------------------------------------------------------------

    def show_differences(self) -> None:
        """In each view its own: in the main one from any of the others, in the others from the main one."""
        self.together, self._place = self._playground.together(), -1
        self._mark()
        self.changed.emit()

    def _mark(self) -> None:
        marked = self._playground.display.value.differences
        for number, other in enumerate(self.others):
            other.show_differences(self._playground.differences(number), marked=marked)
        self._view.set_differs(_marks(self.together) if self.together is not None and marked else None)

    def go(self, step: int) -> None:
        """To the next difference, or the one before: of the view that has the keyboard."""
        other, found = self.focused(), self.together
        if other is not None:
            other.go(step)
        elif found is not None and len(found.starts):
            self._go_to(found.place_after(self._here(step), step))

    def _here(self, step: int) -> int:
        """The byte from which the next place is looked for: the token that is kept, else the caret."""
        pinned, encoding = self._playground.pinned, self._playground.encoding
        if pinned >= 0 and encoding is not None:
            return int(encoding.byte_spans[pinned, 0])
        return self._place if self._place >= 0 else self._view.selection()[0] - (step > 0)

    def _go_to(self, byte: int) -> None:
        """Keep the main tokenizer's token there, if it has one, and have each of the others show its own."""
        self._playground.pin(-1)
        tokens = [other.main_tokens_at(byte) for other in self.others]
        first, last = next((span for span in tokens if span is not None), (0, 0))
        if first < last:
            self._playground.pin(first)
        else:
            self._view.ensure_visible(byte)
            self._show_at(byte)
        self._place = byte
        announce(self._view, " ".join(filter(None, (other.cause.text() for other in self.others))))

    def _on_pinned(self, token: int) -> None:
        """What is kept in the main view is shown in the others too, with why they part there."""
        encoding = self._playground.encoding
        if 0 <= token < len(encoding or ()) and encoding is not None:
            self._show_at(int(encoding.byte_spans[token, 0]))
        else:
            for other in self.others:
                other.let_go()

    def _show_at(self, byte: int) -> None:
        for other in self.others:
            other.show_at(byte)

    def focused(self) -> OtherView | None:
        """The other view that has the keyboard."""
        return next((other for other in self.others if other.view.hasFocus()), None)

    # -- others come and go ------------------------------------------------------------------------------------------

    def _on_others_changed(self) -> None:
        """Views for readers that are new, none for those that are gone; a keyboard that was in one of these goes on in the
        text."""
        readers = self._playground.others
        kept = {other.reader: other for other in self.others}
        for reader, other in kept.items():
            if reader not in readers:
                keyboard = self.window().focusWidget()
                if keyboard is not None and other.isAncestorOf(keyboard):
                    self._view.setFocus()
                other.setParent(None)
                other.deleteLater()
        self.others = [kept.get(reader) or self._new_view(reader) for reader in readers]
        for other in self.others:
            self.addWidget(other)
            other.show_tokens()
        self._share_the_width()
        self.show_differences()

    def _new_view(self, reader: TextReader) -> OtherView:
        other = OtherView(self._appearance, reader)
        self._show_in(other.view)
        other.hovered.connect(lambda token: self.hovered.emit(reader, token))
        other.difference_shown.connect(lambda difference: self._show_mine(*difference.mine))
        other.closed.connect(lambda: self._take_away(reader))
        return other

    def _show_mine(self, first: int, last: int) -> None:
        """The main tokenizer's token at a difference; there may be none."""
        self._playground.pin(-1)
        if first < last:
            self._playground.pin(first)

    def _take_away(self, reader: TextReader) -> None:
        pairs = zip(self._playground.compared, self._playground.others, strict=True)
        self._playground.compare(tuple(key for key, other in pairs if other is not reader))

    def _on_other_encoded(self, number: int) -> None:
        if number < len(self.others):
            self.others[number].show_tokens()
            self.show_differences()


def _marks(found: Together) -> npt.NDArray[np.uint8]:
    """How each token of the main view is marked."""
    some = np.where(found.lacked_by == found.others, DIFFERS, DIFFERS_FROM_SOME)
    return np.where(found.lacked_by == 0, 0, some).astype(np.uint8)
