"""The text of the playground cut at the caret, or around what is chosen: its parts encoded alone against the whole."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from app.state.text.text_aspect import TextAspect
from engine import AnyTokenizer, EncodeError, Encoding
from engine.reading.parts import Parts, cut_apart

_AT_ONCE = 8_000
"""Bytes that are encoded in parts at each move of the caret: a few milliseconds."""


class TextParts(TextAspect[Parts]):
    """`value` is None while nothing is cut, too."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("parts", _AT_ONCE, partial(_cut, frozenset(), ()), parent)
        self._allowed: frozenset[str] = frozenset()
        self._cuts: tuple[int, ...] = ()

    def allow(self, names: frozenset[str]) -> None:
        """Take these special tokens as such in what is asked for next."""
        self._allowed = names
        self._find = partial(_cut, names, self._cuts)

    def cut_at(self, begin: int, end: int) -> None:
        """Cut at these bytes; at one place where they are the same."""
        cuts = tuple(sorted({begin, end}))
        if cuts != self._cuts:
            self._cuts = cuts
            self._find = partial(_cut, self._allowed, cuts)
            self._renew()


def _cut(allowed: frozenset[str], cuts: tuple[int, ...], encoding: Encoding, tokenizer: AnyTokenizer) -> Parts | None:
    names = allowed & frozenset(tokenizer.special)
    try:
        parts = cut_apart(tokenizer, encoding, cuts, lambda text: tokenizer.encode(text, allowed_special=names))
    except EncodeError:
        return None
    return parts if parts.cuts else None
