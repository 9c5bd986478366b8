"""What a text loses by its tokens: visible characters that a token ends inside of, and whether decoding gives it back.

Both look at every token and every character, so a long text is checked in the background, once nobody types any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from app.worker import Worker
from engine import AnyTokenizer, Encoding

AT_ONCE = 2_000
"""Characters up to which a text is checked at each key: two milliseconds."""
MOST = 200_000
"""Characters up to which a text is checked at all."""
_REST = 250
"""Milliseconds without a change after which a longer text is checked."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Visible characters (grapheme clusters) that are cut, of how many, and whether decoding gives the same text."""

    cut: int
    clusters: int
    same: bool


def check(encoding: Encoding, tokenizer: AnyTokenizer) -> Checked:
    """Look at all of it."""
    cut, clusters = encoding.clusters_cut()
    return Checked(cut, clusters, tokenizer.decode(encoding.ids.tolist(), "replace") == encoding.text)


class TextCheck(QObject):
    """The check of the newest text; `changed` when that of a long one has come."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._result: Checked | None = None
        self._asked: tuple[Encoding, AnyTokenizer] | None = None
        self._worker: Worker | None = None
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._begin)

    @property
    def result(self) -> Checked | None:
        """None while it is not known, and for an empty or very long text."""
        return self._result

    def ask(self, encoding: Encoding, tokenizer: AnyTokenizer) -> None:
        """Another text, or another tokenizer; what was asked before is of no use any more."""
        self.close()
        self._asked, self._result = (encoding, tokenizer), None
        if not len(encoding) or len(encoding.text) > MOST:
            return
        if len(encoding.text) <= AT_ONCE:
            self._result = check(encoding, tokenizer)
        else:
            self._rest.start()

    def close(self) -> None:
        """Stop, and let go of a job under way."""
        self._rest.stop()
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    def _begin(self) -> None:
        if self._asked is None:
            return
        encoding, tokenizer = self._asked
        self._worker = Worker(lambda: _checked(encoding, tokenizer), "check")
        self._worker.produced.connect(self._take)
        self._worker.start()

    def _take(self, values: list[Checked]) -> None:
        self._worker, self._result = None, values[-1]
        self.changed.emit()


def _checked(encoding: Encoding, tokenizer: AnyTokenizer) -> Iterator[Checked]:
    yield check(encoding, tokenizer)
