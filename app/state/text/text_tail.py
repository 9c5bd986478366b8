"""The tokens at the end of a text that more typing could change, found in the background once nobody types any more."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.state.latest import Latest
from engine import AnyTokenizer, Encoding
from engine.reading.tail import Tail, unstable_tail

_REST = 300
"""Milliseconds without a change after which the end is looked at."""


class TextTail(QObject):
    """The open end of the newest text; `changed` when it is known, and when it is not known any more."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = Latest[Tail]("tail", _REST, self)
        self._latest.changed.connect(self.changed)

    @property
    def result(self) -> Tail | None:
        """None while it is not known, and where nothing could change."""
        return self._latest.value

    def ask(self, encoding: Encoding, tokenizer: AnyTokenizer) -> None:
        """Another text, or another tokenizer."""
        self._latest.close()
        self._latest.ask(lambda: unstable_tail(tokenizer, encoding))

    def close(self) -> None:
        """Forget the text, and let go of a job under way."""
        self._latest.close()
