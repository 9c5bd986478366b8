"""The tokens at the end of a text that more typing could change, found in the background once nobody types any more."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from app.worker import Worker
from engine import AnyTokenizer, Encoding
from engine.reading.tail import Tail, unstable_tail

_REST = 300
"""Milliseconds without a change after which the end is looked at."""


class TextTail(QObject):
    """The open end of the newest text; `changed` when it is known, and when it is not known any more."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._result: Tail | None = None
        self._asked: tuple[Encoding, AnyTokenizer] | None = None
        self._worker: Worker | None = None
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._begin)

    @property
    def result(self) -> Tail | None:
        """None while it is not known, and where nothing could change."""
        return self._result

    def ask(self, encoding: Encoding, tokenizer: AnyTokenizer) -> None:
        """Another text, or another tokenizer."""
        self.close()
        self._asked = encoding, tokenizer
        self._rest.start()

    def close(self) -> None:
        """Forget the text, and let go of a job under way."""
        self._rest.stop()
        self._asked = None
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None
        if self._result is not None:
            self._result = None
            self.changed.emit()

    def _begin(self) -> None:
        if self._asked is None:
            return
        encoding, tokenizer = self._asked
        self._worker = Worker(lambda: _found(encoding, tokenizer), "tail")
        self._worker.produced.connect(self._take)
        self._worker.start()

    def _take(self, values: list[Tail | None]) -> None:
        self._worker, self._result = None, values[-1]
        if self._result is not None:
            self.changed.emit()


def _found(encoding: Encoding, tokenizer: AnyTokenizer) -> Iterator[Tail | None]:
    yield unstable_tail(tokenizer, encoding)
