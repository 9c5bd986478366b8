"""TextFile: a file read in the background, to be looked at as a text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.state.one_job import OneJob
from engine.corpora.sources import checked, texts
from engine.corpus import Source

MOST = 16 << 20
"""Bytes of a text that are shown; what follows is left out, and that is said."""


class TextFile(QObject):
    """`read(text, note)`: the text, and a sentence where it is not all of it; `failed` with an error."""

    read = Signal(object, str)  # as Qt's own string the text would lose U+FEFF at its start
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = OneJob("read a text", self)
        self._job.produced.connect(self._on_read)
        self._job.failed.connect(self.failed)
        self._path = Path()

    def open(self, path: Path) -> None:
        """The one that was asked for last comes."""
        self._path = path
        self._job.begin(lambda: _read(path))

    def close(self) -> None:
        """Nothing more comes of what is being read."""
        self._job.drop()

    def _on_read(self, values: list[tuple[bytes, bool] | None]) -> None:
        found = values[-1]
        if found is None:
            return
        data, whole = found
        cut = self.tr("{} is large: its first {:,} MB are shown.").format(self._path.name, MOST >> 20)
        self.read.emit(data.decode(), "" if whole else cut)


def _read(path: Path) -> Iterator[tuple[bytes, bool] | None]:
    parts: list[bytes] = []
    size = 0
    for piece in texts(checked(Source(path.name, path=path))):
        parts.append(piece)
        size += len(piece)
        if size > MOST:
            break
        yield None  # here it may be cancelled
    yield b"".join(parts), size <= MOST
