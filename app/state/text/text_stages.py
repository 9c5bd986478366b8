"""The pieces of the text on their way through the pipeline, for the stretch of tokens that somebody looks at."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.state.latest import Latest
from engine import AnyTokenizer, Encoding
from engine.reading.stages import Stage, stages

MOST = 600
"""Tokens that are looked at together: a lens is for reading, and a page holds about a hundred."""
_BEFORE = 100
"""Of them those that stand before a token that one has gone to."""
_AT_ONCE = 50_000
"""Bytes of a text whose pieces are found at once: a few milliseconds."""
_REST = 120
"""Milliseconds without a change after which a longer text is looked at."""


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


class TextStages(QObject):
    """`changed`: other pieces, or none.  While it is off nothing is computed."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._on = False
        self._first = 0
        self._asked: tuple[Encoding, AnyTokenizer] | None = None
        self._latest = Latest[Stages]("stages", _REST, self)
        self._latest.changed.connect(self.changed)

    @property
    def shown(self) -> Stages | None:
        return self._latest.value

    @property
    def on(self) -> bool:
        return self._on

    def set_on(self, on: bool) -> None:
        if on != self._on:
            self._on = on
            self._renew()
            if not on:
                self.changed.emit()

    def ask(self, encoding: Encoding | None, tokenizer: AnyTokenizer | None) -> None:
        """Another text, another tokenizer, or none."""
        if encoding is None or tokenizer is None:
            self._asked = None
        else:
            self._asked = encoding, tokenizer
            if self._first >= len(encoding):
                self._first = 0
        self._renew()

    def go_to(self, token: int) -> None:
        """Have this token among those that are looked at."""
        if not self._first <= token < self._first + MOST:
            self._first = max(0, token - _BEFORE)
            self._renew()

    def close(self) -> None:
        self._latest.close()

    def _renew(self) -> None:
        self._latest.set(None)
        if not self._on:
            return
        if self._asked is None:
            self.changed.emit()
            return
        (encoding, tokenizer), first = self._asked, self._first
        if len(encoding.data) > _AT_ONCE:
            self._latest.ask(lambda: _found(encoding, tokenizer, first))
        else:
            self._latest.set(_found(encoding, tokenizer, first))
            self.changed.emit()


def _found(encoding: Encoding, tokenizer: AnyTokenizer, first: int) -> Stages:
    return Stages(tokenizer, encoding, first, tuple(stages(tokenizer, encoding, first, first + MOST)))
