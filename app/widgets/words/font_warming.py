"""Has Qt open the fonts of all scripts of a corpus before its words come on stage, a little at a time while nothing moves.

The first letter of a script in a size takes some milliseconds: Qt looks for a font that has it.  A jump over the timeline can
bring ten new scripts at once, and would be late by as many frames.
"""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QFont, QFontMetricsF

from app.look.theme import Appearance
from app.widgets.basics.drawable import is_undrawable
from engine.model import WordCounts

_ROLES = ("chip", "body", "equation", "figure", "token")
"""Of letters on chips, in the order in which they are missed."""
_SENTENCES = ("body", "heading", "caption")
_PAUSE, _TIME = 20, 0.003
"""Milliseconds between two turns, and seconds of one."""
_PIECE = 1 << 15
"""Bytes of the corpus's words that are looked at in one go."""
_LATIN_END = 0x250


class FontWarming(QObject):
    """`begin` with the words of a corpus; `wait` while something more urgent goes on."""

    def __init__(self, appearance: Appearance, parent: QObject) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._words: WordCounts | None = None
        self._work: Iterator[None] | None = None
        self._timer = QTimer(self, interval=_PAUSE)
        self._timer.timeout.connect(self._on_turn)
        appearance.changed.connect(self._renew)

    @property
    def done(self) -> bool:
        return self._work is None

    def begin(self, words: WordCounts | None) -> None:
        """Another corpus, or the same one at other sizes."""
        self._words = words
        self._work = _warmed(words, self._appearance) if words is not None else None
        if self._work is not None:
            self._timer.start()
        else:
            self._timer.stop()

    def wait(self, *_news: object) -> None:
        """Something more urgent goes on: the next turn comes later."""
        if self._timer.isActive():
            self._timer.start()

    def _renew(self) -> None:
        self.begin(self._words)

    def _on_turn(self) -> None:
        began = time.perf_counter()
        while self._work is not None and time.perf_counter() - began < _TIME:
            try:
                next(self._work)
            except StopIteration:
                self._work = None
        if self._work is None:
            self._timer.stop()


def _warmed(words: WordCounts, appearance: Appearance) -> Iterator[None]:
    """Measures one letter of each script in each font; stops after each."""
    samples: dict[str, str] = {}
    seen: set[str] = set()
    for first in range(0, len(words.data), _PIECE):
        new = set(bytes(words.data[first : first + _PIECE]).decode("utf-8", "ignore")) - seen
        seen |= new
        for letter in sorted(new):
            if ord(letter) >= _LATIN_END and not is_undrawable(letter):
                samples.setdefault(_script(letter), letter)
        yield
    for font in _fonts(appearance):
        measure = QFontMetricsF(font)
        for letter in samples.values():
            measure.horizontalAdvance(letter)
            yield


def _script(letter: str) -> str:
    """What the fonts go by, as well as Python knows it: the first word of the name, and the block for what has none.

    >>> _script("ह"), _script("人")
    ('DEVANAGARI', 'CJK')
    """
    return unicodedata.name(letter, f"{ord(letter) >> 8:X}").split()[0]


def _fonts(appearance: Appearance) -> Iterator[QFont]:
    for role in _ROLES:
        for weight in (700, 400):
            yield appearance.font(role, mono=True, weight=weight)
    for role in _SENTENCES:
        yield appearance.font(role)
