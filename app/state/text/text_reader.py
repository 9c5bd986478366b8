"""A text seen through one tokenizer: its tokens, and whether it loses anything by them.

After an edit only what changed is encoded again, where the tokenizer allows it; what takes longer than `PATIENCE` goes to a
worker.  There is one at a time: what is typed in the meantime is read when it has ended, made of what it has found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from app.sentences import said
from app.state.text.text_check import TextCheck
from app.state.text.text_differences import TextDifferences
from app.state.text.text_pieces import TextPieces
from app.state.text.typed_text import TypedText
from app.worker import Worker
from engine import AnyTokenizer, EncodeError, Encoding
from engine.incremental import re_encoded
from engine.reading.classes import Classes, Classify

PATIENCE = 0.008
"""Seconds that encoding may hold the window up: half a frame."""
_SPLICED_AT_ONCE = 500_000
"""Bytes of text up to which old tokens and new ones are put together in the window's thread."""

Prepare = Callable[[Encoding, AnyTokenizer], None]
_ALWAYS_AT_ONCE = 2_048
"""Bytes that any tokenizer encodes within `PATIENCE` once it has encoded something."""


class _Asked(NamedTuple):
    """What is to be read: special tokens among `allowed` are taken as such, `classify` finds the classes of the tokens, and
    `prepare` does what the window would have to do with them."""

    typed: TypedText
    allowed: frozenset[str]
    classify: Classify | None
    prepare: Prepare | None


class _Made(NamedTuple):
    """Tokens, of what and by whom; how many bytes a second, 0.0 where only a part was encoded."""

    asked: _Asked
    tokenizer: AnyTokenizer
    encoding: Encoding
    classes: Classes | None
    bytes_a_second: float


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
        self._asked = _Asked(TypedText(""), frozenset(), None, None)
        self._classify: Classify | None = None
        self._prepare: Prepare | None = None
        self._made: _Made | None = None  # what is shown
        self._base: _Made | None = None  # the newest there is: of a text that was typed over meanwhile, perhaps
        self._refused_by: AnyTokenizer | None = None
        self._problem = ""
        self._bytes_a_second = 0.0  # not known before the first encoding
        self._worker: Worker | None = None
        self.check = TextCheck(self)
        self.pieces = TextPieces(self)
        self.differences = TextDifferences(self)  # from the main reader's tokens, where it is not that one

    @property
    def tokenizer(self) -> AnyTokenizer | None:
        return self._tokenizer

    @property
    def title(self) -> str:
        """How the tokenizer is called on screen."""
        return self._title

    @property
    def text(self) -> str:
        """What was asked for last, whether it has tokens or not."""
        return self._asked.typed.text

    @property
    def encoding(self) -> Encoding | None:
        """The tokens of the text, None until there are any."""
        return self._made.encoding if self._made else None

    @property
    def encoded_by(self) -> AnyTokenizer | None:
        """The tokenizer that made `encoding`: the one before, while a newer is still at work."""
        return self._made.tokenizer if self._made else self._refused_by

    @property
    def replaced(self) -> int:
        """How many U+FFFD of the text stand for half a character, or for what could not be read."""
        return max(self._made.encoding.replaced, self._made.asked.typed.replaced) if self._made else 0

    @property
    def classes(self) -> Classes | None:
        """The classes of the tokens, None where nobody asked for any."""
        return self._made.classes if self._made else None

    def set_classify(self, classify: Classify | None) -> None:
        """Find classes of the tokens from the next reading on."""
        self._classify = classify

    def set_prepare(self, prepare: Prepare | None) -> None:
        """What is to be done with many new tokens where they are made, before the window gets them."""
        self._prepare = prepare

    @property
    def problem(self) -> str:
        """Why the text has no tokens: a sentence; "" where it has."""
        return self._problem

    def set_tokenizer(self, tokenizer: AnyTokenizer, title: str) -> bool:
        """Another tokenizer, or the same at another step; True if it is not what was there."""
        if tokenizer is self._tokenizer and title == self._title:
            return False
        if tokenizer is not self._tokenizer:
            self._stop()
            if type(tokenizer) is not type(self._tokenizer):
                self._bytes_a_second = 0.0  # another library has another speed
        self._tokenizer, self._title = tokenizer, title
        return True

    def read(self, typed: TypedText, allowed: frozenset[str]) -> None:
        """Encode a text; those of `allowed` that are special tokens of the tokenizer are taken as such."""
        tokenizer = self._tokenizer
        names = allowed if tokenizer is None else frozenset(name for name in allowed if name in tokenizer.special)
        self._asked = _Asked(typed, names, self._classify, self._prepare)
        if tokenizer is not None:
            self._begin(tokenizer)

    def close(self) -> None:
        """Let go of a job under way and wait for its thread."""
        self.check.close()
        self.differences.close()
        self.pieces.close()
        if self._worker is not None:
            self._worker.cancel()
            self._worker.wait()
            self._worker = None

    def _stop(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    # -- encoding ----------------------------------------------------------------------------------------------------

    def _begin(self, tokenizer: AnyTokenizer) -> None:
        """Encode what was asked last: now where that is quick, else in a worker, one after the other."""
        asked = self._asked
        base = self._base_for(tokenizer, asked)
        try:
            made = self._made_at_once(tokenizer, asked, base)
        except EncodeError as error:
            self._stop()
            self._refuse(error)
            return
        if made is not None:
            self._stop()
            self._take(made)
        elif self._worker is None:  # else its end begins this one, perhaps made of what it has found
            self._worker = Worker(lambda: _job(tokenizer, asked, base), name="encode")
            self._worker.produced.connect(self._on_produced)
            self._worker.failed.connect(lambda error: self._on_failed(asked, error))
            self._worker.start()

    def _base_for(self, tokenizer: AnyTokenizer, asked: _Asked) -> _Made | None:
        """Tokens of another text that these may be made of."""
        base = self._base
        if base is None or base.tokenizer is not tokenizer or base.asked.allowed != asked.allowed:
            return None
        return base if len(base.encoding) else None

    def _made_at_once(self, tokenizer: AnyTokenizer, asked: _Asked, base: _Made | None) -> _Made | None:
        """What can be had within `PATIENCE`; None if it takes longer.

        The first text of all goes to a worker however short it is: the compiled loops are loaded with it.  So does the
        first one of a tokenizer whose tables are large.
        """
        most = int(self._bytes_a_second * PATIENCE)
        if base is not None and len(asked.typed) <= _SPLICED_AT_ONCE:
            encoding = _spliced(tokenizer, asked, base, max(most, _ALWAYS_AT_ONCE))
            if encoding is not None:
                return _Made(asked, tokenizer, encoding, _classes(tokenizer, asked, encoding), 0.0)
        prepared = getattr(tokenizer, "is_prepared", True)
        return _encoded(tokenizer, asked) if prepared and most and len(asked.typed) * 2 <= most else None

    def _on_produced(self, values: list[_Made]) -> None:
        self._worker = None
        made = values[-1]
        if made.asked is self._asked:
            self._take(made)
        else:  # typed over meanwhile
            self._base = made
            self._bytes_a_second = made.bytes_a_second or self._bytes_a_second
            self._begin(made.tokenizer)

    def _take(self, made: _Made) -> None:
        self._made = self._base = made
        self._problem = ""
        self._bytes_a_second = made.bytes_a_second or self._bytes_a_second
        self.check.ask(made.encoding, made.tokenizer)
        self.pieces.ask(made.encoding, made.tokenizer)
        self.encoded.emit()

    def _on_failed(self, asked: _Asked, error: BaseException) -> None:
        self._worker = None
        if asked is not self._asked and self._tokenizer is not None:
            self._begin(self._tokenizer)
        elif isinstance(error, EncodeError):
            self._refuse(error)
        else:
            self.failed.emit(self.tr("The text could not be encoded: {}").format(said(error)))

    def _refuse(self, error: EncodeError) -> None:
        self._made = self._base = None
        self._refused_by, self._problem = self._tokenizer, said(error)
        self.check.close()
        self.pieces.ask(None, None)
        self.refused.emit()


def _job(tokenizer: AnyTokenizer, asked: _Asked, base: _Made | None) -> Iterator[_Made]:
    """One value: the tokens, made of older ones where that is possible."""
    encoding = _spliced(tokenizer, asked, base) if base is not None else None
    if encoding is None:
        made = _encoded(tokenizer, asked)
    else:
        made = _Made(asked, tokenizer, encoding, _classes(tokenizer, asked, encoding), 0.0)
    if asked.prepare is not None:
        asked.prepare(made.encoding, tokenizer)
    yield made


def _spliced(tokenizer: AnyTokenizer, asked: _Asked, base: _Made, most: int | None = None) -> Encoding | None:
    if base.asked.typed is asked.typed:
        return base.encoding
    typed = asked.typed
    return re_encoded(tokenizer, base.encoding, typed.text, asked.allowed, data=typed.known_data, most=most)


def _encoded(tokenizer: AnyTokenizer, asked: _Asked) -> _Made:
    """The whole text."""
    start = time.perf_counter()
    encoding = tokenizer.encode(asked.typed.text, allowed_special=asked.allowed)
    size = len(encoding.data)  # made here, not when the window asks
    # A short text says more of the fixed cost than of the speed; the first one of all is slowed by loading.
    bytes_a_second = max(size, 4096) / max(time.perf_counter() - start, 1e-4)
    return _Made(asked, tokenizer, encoding, _classes(tokenizer, asked, encoding), bytes_a_second)


def _classes(tokenizer: AnyTokenizer, asked: _Asked, encoding: Encoding) -> Classes | None:
    return asked.classify(tokenizer, encoding) if asked.classify is not None else None
