"""The text of the playground cut at the caret, or around what is chosen: its parts encoded alone against the whole."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from app.state.latest import Latest
from engine import AnyTokenizer, EncodeError, Encoding
from engine.reading.parts import Parts, cut_apart

_AT_ONCE = 8_000
"""Bytes that are encoded in parts at each move of the caret: a few milliseconds."""
_REST = 120
"""Milliseconds without a change after which a longer text is looked at."""


class TextParts(QObject):
    """`changed`: it was switched on or off, or there are other parts."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._on = False
        self._asked: tuple[Encoding, AnyTokenizer, frozenset[str]] | None = None
        self._cuts: tuple[int, ...] = ()
        self._latest = Latest[Parts]("parts", _REST, self)
        self._latest.changed.connect(self._on_value)

    @property
    def on(self) -> bool:
        return self._on

    @property
    def parts(self) -> Parts | None:
        """None while nothing is cut, or the parts of a long text are not known yet."""
        return self._latest.value

    def set_on(self, on: bool) -> None:
        """While it is off nothing is computed."""
        if on != self._on:
            self._on = on
            self._renew()
            if not on:
                self.changed.emit()

    def cut_at(self, begin: int, end: int) -> None:
        """Cut at these bytes; at one place where they are the same."""
        cuts = tuple(sorted({begin, end}))
        if cuts != self._cuts:
            self._cuts = cuts
            self._renew()

    def ask(self, encoding: Encoding | None, tokenizer: AnyTokenizer | None, allowed: frozenset[str]) -> None:
        """Other tokens, or none."""
        known = encoding is not None and tokenizer is not None
        self._asked = (encoding, tokenizer, allowed) if known else None  # type: ignore[assignment]
        self._renew()

    def close(self) -> None:
        self._latest.close()

    def _renew(self) -> None:
        self._latest.set(None)
        if not self._on:
            return
        if self._asked is not None:
            work = partial(_cut, *self._asked, self._cuts)
            if len(self._asked[0].data) <= _AT_ONCE:
                self._latest.set(work())
            else:
                self._latest.ask(work)
        self.changed.emit()

    def _on_value(self) -> None:
        if self._latest.value is not None:
            self.changed.emit()


def _cut(encoding: Encoding, tokenizer: AnyTokenizer, allowed: frozenset[str], cuts: tuple[int, ...]) -> Parts | None:
    names = allowed & frozenset(tokenizer.special)
    try:
        parts = cut_apart(tokenizer, encoding, cuts, lambda text: tokenizer.encode(text, allowed_special=names))
    except EncodeError:
        return None
    return parts if parts.cuts else None
