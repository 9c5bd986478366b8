"""A text as a widget has it (UTF-8) or as a program has it (a string): each is made of the other when it is first asked for.

A key in a text of ten megabytes must not wait for the whole text to be decoded; that happens where the text is encoded, in
a worker.
"""

from __future__ import annotations

import codecs

_BREATH = 1 << 17
"""Bytes that are decoded at a time, so that another thread gets its turn in between."""


class TypedText:
    """One text; it never changes.  `replaced`: how many of its U+FFFD stand for what could not be read.

    >>> TypedText(data=b"low").text, len(TypedText("low"))
    ('low', 3)
    """

    def __init__(self, text: str | None = None, data: bytes = b"", replaced: int = 0) -> None:
        self._text = text
        self._data = data
        self.replaced = replaced

    def __len__(self) -> int:
        """About how long it is: characters or bytes, whichever is known."""
        return len(self._data) if self._text is None else len(self._text)

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = self._decoded()
        return self._text

    @property
    def known_data(self) -> bytes | None:
        """Its UTF-8, where that is what it was made of."""
        return self._data or None

    def _decoded(self) -> str:
        if len(self._data) <= _BREATH:
            return self._data.decode()
        decode = codecs.getincrementaldecoder("utf-8")().decode
        starts = range(0, len(self._data), _BREATH)
        return "".join([decode(self._data[start : start + _BREATH]) for start in starts])
