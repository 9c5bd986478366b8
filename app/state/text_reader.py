"""A text seen through one tokenizer: its tokens, and whether it loses anything by them.

A text is encoded in the window's thread while that takes under `PATIENCE`; a longer one goes to a worker, and a newer edit
cancels the older.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal

from app.state.text_check import TextCheck
from app.worker import Worker
from engine import AnyTokenizer, EncodeError, Encoding

PATIENCE = 0.008
"""Seconds that encoding may hold the window up: half a frame."""


class TextReader(QObject):
    """Signals: `encoded` with new tokens, `refused` where the vocabulary cannot write the text (`problem` says why),
    `failed` with a sentence for anything else."""

    encoded = Signal()
    refused = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tokenizer: AnyTokenizer | None = None
        self._title = ""
        self._asked: tuple[str, frozenset[str]] = ("", frozenset())
        self._encoding: Encoding | None = None
        self._encoded_by: AnyTokenizer | None = None
        self._problem = ""
        self._bytes_a_second = 0.0  # not known before the first encoding
        self._worker: Worker | None = None
        self.check = TextCheck(self)

    @property
    def tokenizer(self) -> AnyTokenizer | None:
        return self._tokenizer

    @property
    def title(self) -> str:
        """How the tokenizer is called on screen."""
        return self._title

    @property
    def encoding(self) -> Encoding | None:
        """The tokens of the text, None until there are any."""
        return self._encoding

    @property
    def encoded_by(self) -> AnyTokenizer | None:
        """The tokenizer that made `encoding`: the one before, while a newer is still at work."""
        return self._encoded_by

    @property
    def problem(self) -> str:
        """Why the text has no tokens: a sentence; "" where it has."""
        return self._problem

    def set_tokenizer(self, tokenizer: AnyTokenizer, title: str) -> bool:
        """Another tokenizer, or the same at another step; True if it is not what was there."""
        if tokenizer is self._tokenizer and title == self._title:
            return False
        if tokenizer is not self._tokenizer and type(tokenizer) is not type(self._tokenizer):
            self._bytes_a_second = 0.0  # another library has another speed
        self._tokenizer, self._title = tokenizer, title
        return True

    def read(self, text: str, allowed: frozenset[str]) -> None:
        """Encode a text; those of `allowed` that are special tokens of the tokenizer are taken as such."""
        self._stop()
        self._asked = text, allowed
        tokenizer = self._tokenizer
        if tokenizer is None:
            return
        names = frozenset(name for name in allowed if name in tokenizer.special)
        # The first text of all goes to a worker however short it is: the compiled loops are loaded with it.
        if self._bytes_a_second and len(text) * 2 <= self._bytes_a_second * PATIENCE:
            try:
                for made in _encoded(tokenizer, text, names):
                    self._take(made)
            except EncodeError as error:
                self._refuse(error)
            return
        self._worker = Worker(lambda: _encoded(tokenizer, text, names), name="encode")
        self._worker.produced.connect(lambda values: self._take(values[-1]))
        self._worker.failed.connect(self._on_failed)
        self._worker.start()

    def close(self) -> None:
        """Let go of a job under way and wait for its thread."""
        self.check.close()
        if self._worker is not None:
            self._worker.cancel()
            self._worker.wait()
            self._worker = None

    def _stop(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    def _take(self, made: tuple[AnyTokenizer, Encoding, float]) -> None:
        self._encoded_by, self._encoding, seconds = made
        self._problem = ""
        size = len(self._encoding.data)
        # A short text says more of the fixed cost than of the speed; the first one of all is slowed by loading.
        self._bytes_a_second = max(size, 4096) / max(seconds, 1e-4)
        self.check.ask(self._encoding, self._encoded_by)
        self.encoded.emit()

    def _on_failed(self, error: BaseException) -> None:
        if isinstance(error, EncodeError):
            self._refuse(error)
        else:
            self.failed.emit(self.tr("The text could not be encoded: {}").format(error))

    def _refuse(self, error: EncodeError) -> None:
        self._encoding, self._encoded_by, self._problem = None, self._tokenizer, str(error)
        self.check.close()
        self.refused.emit()


def _encoded(
    tokenizer: AnyTokenizer, text: str, allowed: frozenset[str]
) -> Iterator[tuple[AnyTokenizer, Encoding, float]]:
    """One value: who encoded, the tokens, and the seconds it took."""
    start = time.perf_counter()
    encoding = tokenizer.encode(text, allowed_special=allowed)
    yield tokenizer, encoding, time.perf_counter() - start
