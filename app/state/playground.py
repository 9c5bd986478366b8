"""The playground: a text, the tokenizer it is seen through, its tokens, and the token that is looked at.

A text is encoded in the window's thread while that takes under `PATIENCE`; a longer one goes to a worker, and a newer edit
cancels the older.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal

from app.state.text_check import TextCheck
from app.worker import Worker
from engine import AnyTokenizer, Encoding

PATIENCE = 0.008
"""Seconds that encoding may hold the window up: half a frame."""


class Playground(QObject):
    """Signals: `text_changed` (by others than the typing view), `encoded` with new tokens, `token_changed` when another
    token is looked at, `failed` with a sentence."""

    text_changed = Signal(str)
    encoded = Signal()
    token_changed = Signal(int)
    failed = Signal(str)

    def __init__(self, text: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self._tokenizer: AnyTokenizer | None = None
        self._title = ""
        self._encoding: Encoding | None = None
        self._encoded_by: AnyTokenizer | None = None
        self._bytes_a_second = 0.0  # not known before the first encoding
        self._worker: Worker | None = None
        self._hovered = self._pinned = -1
        self.check = TextCheck(self)

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        return self._text

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
    def token(self) -> int:
        """The token that is looked at: hovered, else pinned; -1 for none."""
        return self._hovered if self._hovered >= 0 else self._pinned

    @property
    def pinned(self) -> int:
        return self._pinned

    # -- asking for something ----------------------------------------------------------------------------------------

    def set_text(self, text: str) -> None:
        """Another text; everybody is told."""
        if text != self._text:
            self._text = text
            self._look_at(-1, -1)
            self.text_changed.emit(text)  # before the tokens, which may be there at once: views take them for this text
            self._encode()

    def type(self, text: str) -> None:
        """The text as the view that is typed in has it; the view itself is not told again."""
        self._text = text
        self._look_at(-1, -1)
        self._encode()

    def set_tokenizer(self, tokenizer: AnyTokenizer, title: str) -> None:
        """See the text through another tokenizer, or the same at another step."""
        if tokenizer is not self._tokenizer or title != self._title:
            self._tokenizer, self._title = tokenizer, title
            self._encode()

    def hover(self, token: int) -> None:
        self._look_at(token, self._pinned)

    def pin(self, token: int) -> None:
        """Keep looking at a token; the same again, or -1, lets go."""
        self._look_at(self._hovered, -1 if token == self._pinned else token)

    def close(self) -> None:
        """Let go of a job under way and wait for its thread."""
        self.check.close()
        if self._worker is not None:
            self._worker.cancel()
            self._worker.wait()
            self._worker = None

    # -- encoding ----------------------------------------------------------------------------------------------------

    def _encode(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None
        if self._tokenizer is None:
            return
        # The first text of all goes to a worker however short it is: the compiled loops are loaded with it.
        if self._bytes_a_second and len(self._text) * 2 <= self._bytes_a_second * PATIENCE:
            for made in _encoded(self._tokenizer, self._text):
                self._take(made)
            return
        tokenizer, text = self._tokenizer, self._text
        self._worker = Worker(lambda: _encoded(tokenizer, text), name="encode")
        self._worker.produced.connect(lambda values: self._take(values[-1]))
        self._worker.failed.connect(self._on_failed)
        self._worker.start()

    def _take(self, made: tuple[AnyTokenizer, Encoding, float]) -> None:
        self._encoded_by, self._encoding, seconds = made
        size = len(self._encoding.data)
        # A short text says more of the fixed cost than of the speed; the first one of all is slowed by loading.
        self._bytes_a_second = max(size, 4096) / max(seconds, 1e-4)
        if self.token >= len(self._encoding):
            self._look_at(-1, -1)
        self.check.ask(self._encoding, self._encoded_by)
        self.encoded.emit()

    def _on_failed(self, error: BaseException) -> None:
        self.failed.emit(self.tr("The text could not be encoded: {}").format(error))

    def _look_at(self, hovered: int, pinned: int) -> None:
        before = self.token
        self._hovered, self._pinned = hovered, pinned
        if self.token != before:
            self.token_changed.emit(self.token)


def _encoded(tokenizer: AnyTokenizer, text: str) -> Iterator[tuple[AnyTokenizer, Encoding, float]]:
    """One value: who encoded, the tokens, and the seconds it took."""
    start = time.perf_counter()
    encoding = tokenizer.encode(text)
    yield tokenizer, encoding, time.perf_counter() - start
