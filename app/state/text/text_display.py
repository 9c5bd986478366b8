"""How the text and its tokens are shown: in which view, with which marks; one choice for all tokenizers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

VIEWS = ("text", "glyphs", "bytes", "ids", "pipeline")
"""The text; a label for each token in its place; the text with its way through the pipeline under it."""


@dataclass(frozen=True, slots=True)
class Display:
    """`view` is one of VIEWS; `spaces` are marked, `pieces` (pre-tokens) have brackets, `differences` a bar; other tokenizers
    stand `beside` the first, else below; the panel that can `explain` a token is open."""

    view: str = VIEWS[0]
    spaces: bool = False
    pieces: bool = False
    differences: bool = True
    beside: bool = False
    explain: bool = False


class TextDisplay(QObject):
    """`changed`: something is to be shown otherwise."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._value = Display()

    @property
    def value(self) -> Display:
        return self._value

    def set(self, value: Display) -> None:
        if value != self._value:
            self._value = value
            self.changed.emit()

    def show_view(self, name: str) -> None:
        self.set(replace(self._value, view=name))

    def mark_spaces(self, on: bool) -> None:
        self.set(replace(self._value, spaces=on))

    def mark_pieces(self, on: bool) -> None:
        self.set(replace(self._value, pieces=on))

    def mark_differences(self, on: bool) -> None:
        self.set(replace(self._value, differences=on))

    def put_beside(self, on: bool) -> None:
        self.set(replace(self._value, beside=on))

    def open_explain(self, on: bool) -> None:
        self.set(replace(self._value, explain=on))
