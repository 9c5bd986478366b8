"""How a training has cut words so far: the same as encoding for byte-pair models, and not for WordPiece.

TrainingState   what the stage asks: words in, tokens as the training has them out
WordPieceState  WordPiece's words with its merges done in order, where the model would take the longest match
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt

from engine.algorithms.alphabet import Alphabet
from engine.algorithms.char_bpe import CharBPE
from engine.algorithms.wordpiece import WordPiece
from engine.kernels.characters import CODE_POINTS
from engine.kernels.wordpiece_symbols import write_symbols_by_place
from engine.model import WordCounts, padded
from engine.vocabulary import ByteArray, IntArray, Vocabulary

_FIRST_PRIVATE = 0x10000
"""Symbols are written as characters from here on, four bytes each, so that merges of characters can be done with them."""
_PRIVATE_BYTES = 4


class TrainingState(Protocol):
    """Words as they are cut after some steps; ids are the model's own.

    first_mergeable  the first id that takes part in pairs
    """

    @property
    def vocabulary(self) -> Vocabulary: ...

    @property
    def first_mergeable(self) -> int: ...

    def at_step(self, step: int) -> Self: ...

    def text_of(self, id: int) -> bytes:
        """The text under a token, without the marks of how it is stored."""

    def segment(self, words: Sequence[bytes]) -> list[IntArray]:
        """Ids of each word."""

    def segment_counted(self, words: WordCounts, indexes: IntArray) -> tuple[npt.NDArray[np.int32], IntArray]:
        """Ids of some words of a corpus, end to end, and where each word's end."""


class WordPieceState:
    """WordPiece's training state after some steps.

    A merge joins only what earlier merges made, so doing them in order is what byte-pair encoding does, the symbols being
    characters of their own here.

    >>> state = WordPieceState(WordPiece([b"[UNK]", b"##b", b"##c", b"a"], np.array([[3, 1]])))
    >>> [state.vocabulary[id] for id in state.segment([b"abc"])[0]]
    [b'ab', b'##c']
    """

    first_mergeable = 1
    """The unknown token stands in no pair."""

    def __init__(self, model: WordPiece) -> None:
        self._model = model
        stored = [model.vocabulary[id].decode() for id in range(model.base)]
        self._symbols = _SymbolsByPlace(stored, model.continuation)
        self._merges = CharBPE(Alphabet.of([chr(_FIRST_PRIVATE + number) for number in range(model.base)]), model.parts)

    @property
    def vocabulary(self) -> Vocabulary:
        """The tokens as they are stored, with their marks."""
        return self._model.vocabulary

    def at_step(self, step: int) -> WordPieceState:
        """As it was after that many steps; all tables are shared."""
        view = object.__new__(WordPieceState)
        view._model, view._symbols = self._model.at_step(step), self._symbols
        view._merges = self._merges.at_step(step)
        return view

    def text_of(self, id: int) -> bytes:
        """The text under a token, without the continuation mark."""
        first = id
        while first >= self._model.base:
            first = int(self._model.parts[first - self._model.base, 0])
        stored = self._model.vocabulary[id]
        return stored[len(self._model.continuation.encode()) :] if self._symbols.continues[first] else stored

    def segment(self, words: Sequence[bytes]) -> list[IntArray]:
        """Ids of each word."""
        tokens, ends = self.segment_counted(WordCounts.of(dict.fromkeys(words, 1)), np.arange(len(set(words))))
        cut = dict(zip(dict.fromkeys(words), np.split(tokens, ends[:-1]), strict=True)) if words else {}
        return [cut[word] for word in words]

    def segment_counted(self, words: WordCounts, indexes: IntArray) -> tuple[npt.NDArray[np.int32], IntArray]:
        """Ids of some words of a corpus, end to end, and where each word's end."""
        symbols, ends = self._symbols.write(words.data, words.starts[indexes], words.lengths[indexes])
        starts = np.concatenate([np.zeros(1, np.int64), ends])[:-1]
        written = WordCounts(
            _as_private(symbols),
            starts * _PRIVATE_BYTES,
            (ends - starts) * _PRIVATE_BYTES,
            np.ones(len(ends), np.int64),
        )
        return self._merges.segment_counted(written, np.arange(len(ends)))


class _SymbolsByPlace:
    """The symbol of each character, as it begins words and as it stands further on; 0 for one that has none."""

    def __init__(self, stored: Sequence[str], continuation: str) -> None:
        self.continues = [False, *(len(text) > 1 for text in stored[1:])]
        self._initial, self._continuing = (np.zeros(CODE_POINTS, np.int64) for _ in range(2))
        for symbol, text in enumerate(stored[1:], 1):
            if self.continues[symbol]:
                self._continuing[ord(text[len(continuation) :])] = symbol
            else:
                self._initial[ord(text)] = symbol

    def write(self, data: ByteArray, starts: IntArray, lengths: IntArray) -> tuple[npt.NDArray[np.int32], IntArray]:
        """The symbols of words, end to end, and where each word's end."""
        symbols = np.empty(int(lengths.sum()), np.int32)
        ends = np.empty(len(lengths), np.int64)
        if len(lengths):
            write_symbols_by_place(
                data, starts, lengths, (0, len(lengths)), self._initial, self._continuing, symbols, ends
            )
        return symbols[: ends[-1] if len(ends) else 0], ends


def _as_private(symbols: npt.NDArray[np.int32]) -> ByteArray:
    """Each symbol as a character of four bytes."""
    codes = symbols.astype(np.int64) + _FIRST_PRIVATE
    parts = [0xF0 | codes >> 18, 0x80 | codes >> 12 & 0x3F, 0x80 | codes >> 6 & 0x3F, 0x80 | codes & 0x3F]
    return padded(np.stack(parts, 1).astype(np.uint8).tobytes())
