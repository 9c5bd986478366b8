"""The search in the text of the playground: all places of a text, of bytes or of a token, and the one that is looked at."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.sentences import said
from app.state.latest import Latest
from engine import Encoding
from engine.errors import OptionError
from engine.reading.search import NO_HITS, Hits, Sought, find_in, parse_search

_AT_ONCE = 100_000
"""Bytes that are searched at each key: three milliseconds."""
_REST = 120
"""Milliseconds without a change after which a longer text is looked at."""


class TextSearch(QObject):
    """`changed`: other hits, or another one is looked at."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._encoding: Encoding | None = None
        self._sought: Sought | None = None
        self._problem = ""
        self._at = -1
        self._latest = Latest[Hits]("search", _REST, self)
        self._latest.changed.connect(self._on_found)

    @property
    def sought(self) -> Sought | None:
        """What is looked for; None while nothing is."""
        return self._sought

    @property
    def problem(self) -> str:
        """What is wrong with what was typed; "" where nothing is."""
        return self._problem

    @property
    def hits(self) -> Hits:
        return self._latest.value or NO_HITS

    @property
    def known(self) -> bool:
        """The hits of a long text come a moment later."""
        return self._latest.value is not None

    @property
    def at(self) -> int:
        """Number of the hit that is looked at, -1 for none."""
        return self._at

    def look_for(self, text: str) -> None:
        """Search; "" for nothing."""
        try:
            self._sought, self._problem = parse_search(text), ""
        except OptionError as error:
            self._sought, self._problem = None, said(error)
        self._search()

    def ask(self, encoding: Encoding | None) -> None:
        """Other tokens, or none: the search goes on in them."""
        self._encoding = encoding
        if self._sought is not None:
            self._search()

    def go(self, step: int, byte: int) -> None:
        """To the next hit or the one before, around the end; the first time to the one at this byte."""
        hits = self.hits
        if not len(hits):
            return
        if self._at < 0:
            self._at = hits.at_or_after(byte) if step > 0 else (hits.at_or_after(byte) - 1) % len(hits)
        else:
            self._at = (self._at + step) % len(hits)
        self.changed.emit()

    def close(self) -> None:
        """Look for nothing."""
        self._latest.close()
        self._sought, self._problem, self._at = None, "", -1
        self.changed.emit()

    def _search(self) -> None:
        encoding, sought = self._encoding, self._sought
        self._at = -1
        if encoding is None or sought is None:
            self._latest.set(None)
        elif len(encoding.data) <= _AT_ONCE:
            self._latest.set(find_in(encoding, sought))
        else:
            self._latest.ask(lambda: find_in(encoding, sought))
        self.changed.emit()

    def _on_found(self) -> None:
        if self._latest.value is not None:
            self.changed.emit()
