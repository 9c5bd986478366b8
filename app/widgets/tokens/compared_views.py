"""The main view of a text, and the same text through other tokenizers below it or beside it, with their differences."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QWidget

from app.state.text.playground import Playground
from app.state.text.text_reader import TextReader
from app.theme import Appearance
from app.widgets.text.token_view import TokenView
from app.widgets.tokens.other_view import OtherView
from engine.reading.differences import Differences


class ComparedViews(QSplitter):
    """Signals: `hovered(reader, token)` over one of the others; `changed` when views came or went, or differ otherwise."""

    hovered = Signal(object, int)
    changed = Signal()

    def __init__(self, appearance: Appearance, playground: Playground, main: QWidget, view: TokenView) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._appearance, self._playground, self._view = appearance, playground, view
        self._marked = True
        self._shows_spaces = False
        self.others: list[OtherView] = []
        self.setChildrenCollapsible(False)
        self.addWidget(main)
        playground.others_changed.connect(self._on_others_changed)
        playground.other_encoded.connect(self._on_other_encoded)
        playground.other_compared.connect(lambda _number: self.show_differences())

    # -- all views alike ---------------------------------------------------------------------------------------------

    def views(self) -> tuple[TokenView, ...]:
        return (self._view, *(other.view for other in self.others))

    def set_view(self, name: str) -> None:
        for view in self.views():
            view.set_view(name)

    def set_show_spaces(self, on: bool) -> None:
        self._shows_spaces = on
        for view in self.views():
            view.set_show_spaces(on)

    def set_marked(self, on: bool) -> None:
        """Draw where they differ."""
        self._marked = on
        self.show_differences()

    def set_beside(self, on: bool) -> None:
        """Side by side, else stacked."""
        self.setOrientation(Qt.Orientation.Horizontal if on else Qt.Orientation.Vertical)

    # -- differences -------------------------------------------------------------------------------------------------

    def first_differences(self) -> Differences | None:
        """Where the main tokenizer and the first of the others part: they are marked in the main view."""
        return self.others[0].differences if self.others else None

    def show_differences(self) -> None:
        for number, other in enumerate(self.others):
            other.show_differences(self._playground.differences(number), marked=self._marked)
        first = self.first_differences()
        self._view.set_differs(first.mine if first is not None and self._marked else None)
        self.changed.emit()

    def go(self, step: int) -> bool:
        """To the next difference from the first of the others, or the one before; False where nothing is compared."""
        if not self.others:
            return False
        self.others[0].go(step)
        return True

    def focused(self) -> OtherView | None:
        """The other view that has the keyboard."""
        return next((other for other in self.others if other.view.hasFocus()), None)

    # -- others come and go ------------------------------------------------------------------------------------------

    def _on_others_changed(self) -> None:
        """Views for readers that are new, none for those that are gone."""
        readers = self._playground.others
        kept = {other.reader: other for other in self.others}
        for reader, other in kept.items():
            if reader not in readers:
                other.setParent(None)
                other.deleteLater()
        self.others = [kept.get(reader) or self._new_view(reader) for reader in readers]
        for other in self.others:
            self.addWidget(other)
            other.show_tokens()
        self.show_differences()

    def _new_view(self, reader: TextReader) -> OtherView:
        other = OtherView(self._appearance, reader)
        other.view.set_view(self._view.view())
        other.view.set_show_spaces(self._shows_spaces)
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
