"""Where the pre-tokens of a text begin, for a view that shows their borders; nothing is computed while none does."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QObject, Signal

from app.state.latest import Latest
from engine import AnyTokenizer, Encoding
from engine.reading.pre_tokens import pre_tokens

Flags = npt.NDArray[np.bool_]
_AT_ONCE = 20_000
"""Bytes whose pre-tokens are found at each key: two milliseconds."""
_REST = 120
"""Milliseconds without a change after which a longer text is looked at."""


class TextPieces(QObject):
    """`changed`: other borders, or none."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._on = False
        self._asked: tuple[Encoding, AnyTokenizer] | None = None
        self._latest = Latest[Flags]("pre-tokens", _REST, self)
        self._latest.changed.connect(self._on_value)

    @property
    def begins(self) -> Flags | None:
        """For each token whether a pre-token begins with it; None where that is not known."""
        return self._latest.value

    def set_on(self, on: bool) -> None:
        if on != self._on:
            self._on = on
            self._renew()
            self.changed.emit()

    def ask(self, encoding: Encoding | None, tokenizer: AnyTokenizer | None) -> None:
        """Another text, another tokenizer, or none."""
        self._asked = (encoding, tokenizer) if encoding is not None and tokenizer is not None else None
        if self._on:
            self._renew()
            self.changed.emit()

    def close(self) -> None:
        self._latest.set(None)

    def _renew(self) -> None:
        self._latest.set(None)
        if self._on and self._asked is not None:
            encoding, tokenizer = self._asked
            if len(encoding.data) <= _AT_ONCE:
                self._latest.set(piece_starts(encoding, tokenizer))
            else:
                self._latest.ask(lambda: piece_starts(encoding, tokenizer))

    def _on_value(self) -> None:
        if self._latest.value is not None:
            self.changed.emit()


def piece_starts(encoding: Encoding, tokenizer: AnyTokenizer) -> Flags | None:
    """Whether each token is the first of a pre-token; special tokens stand alone.  None where a library does not tell."""
    found = pre_tokens(tokenizer, encoding)
    if found is None:
        return None
    begins = np.zeros(len(encoding), np.bool_)
    begins[found.firsts[found.firsts < found.lasts]] = True
    begins[list(encoding.special)] = True
    return begins
