"""The pieces of the text on their way through the pipeline, for the stretch of tokens that somebody looks at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject

from app.state.text.text_aspect import TextAspect
from engine import AnyTokenizer, Encoding
from engine.reading.stages import Stage, stages

MOST = 600
"""Tokens that are looked at together: a lens is for reading, and a page holds about a hundred."""
_BEFORE = 100
"""Of them those that stand before a token that one has gone to."""
_AT_ONCE = 50_000
"""Bytes of a text whose pieces are found at once: a few milliseconds."""


@dataclass(frozen=True, slots=True)
class Stages:
    """Pieces of a text from token `first` on."""

    tokenizer: AnyTokenizer
    encoding: Encoding
    first: int
    rows: tuple[Stage, ...]

    @property
    def last(self) -> int:
        """The token behind the last that is looked at."""
        return min(self.first + MOST, len(self.encoding))


class TextStages(TextAspect[Stages]):
    """Around the token that one has gone to."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("stages", _AT_ONCE, partial(_found, 0), parent)
        self._first = 0

    def go_to(self, token: int) -> None:
        """Have this token among those that are looked at."""
        if not self._first <= token < self._first + MOST:
            self._begin_with(max(0, token - _BEFORE))
            self._renew()

    def ask(self, encoding: Encoding | None, tokenizer: AnyTokenizer | None) -> None:
        if encoding is not None and self._first >= len(encoding):  # the text was longer
            self._begin_with(0)
        super().ask(encoding, tokenizer)

    def _begin_with(self, first: int) -> None:
        self._first, self._find = first, partial(_found, first)


def _found(first: int, encoding: Encoding, tokenizer: AnyTokenizer) -> Stages:
    return Stages(tokenizer, encoding, first, tuple(stages(tokenizer, encoding, first, first + MOST)))
