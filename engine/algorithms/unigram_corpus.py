"""The corpus of a Unigram training: all distinct words end to end, one number a character.

Symbol 0 is any character without a piece of its own; the alphabet's characters follow in the order of their code points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.algorithms.alphabet import most_frequent
from engine.errors import TrainingError
from engine.kernels import unigram_texts
from engine.kernels.characters import CODE_POINTS
from engine.kernels.suffix_tree import ENDS, GOES_ON
from engine.model import WordCounts
from engine.vocabulary import ByteArray, IntArray, Vocabulary

_MOST_BYTES = (1 << 30) - 2
_SYMBOLS_A_TURN = 1 << 18
"""Symbols that a loop works on between two reports: about 20 ms."""


@dataclass(frozen=True, slots=True)
class UnigramCorpus:
    """Words that count at all, as symbols.

    codes             code point at each place
    symbols           its symbol
    remaining         known symbols from here on, before the word or the run of known symbols ends; 255 at most
    word_starts       where each word starts, and where the last ends
    counts            how often each word occurs (times `scale`)
    flags             what follows each word: GOES_ON, ENDS
    alphabet          code points of the symbols from 1 on
    character_counts  how often each of them occurs (times `scale`)
    """

    codes: npt.NDArray[np.int32]
    symbols: npt.NDArray[np.int32]
    remaining: ByteArray
    word_starts: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    flags: ByteArray
    alphabet: IntArray
    character_counts: IntArray
    scale: int

    @property
    def base(self) -> int:
        """How many symbols there are, the unknown one included."""
        return len(self.alphabet) + 1

    @property
    def characters(self) -> int:
        """Characters of the corpus (times `scale`)."""
        return int((np.diff(self.word_starts) * self.counts).sum())

    @property
    def alphabet_texts(self) -> list[bytes]:
        """The characters of the alphabet."""
        return [chr(code).encode() for code in self.alphabet.tolist()]

    @property
    def byte_lengths(self) -> npt.NDArray[np.int32]:
        """Bytes of the character at each place."""
        codes = self.codes
        return 1 + (codes >= 0x80).astype(np.int32) + (codes >= 0x800) + (codes >= 0x10000)

    def of_each_place(self, of_words: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
        """What is known of each word, at each of its places."""
        return np.repeat(of_words, np.diff(self.word_starts))

    def tokens_of_characters(self, unknown_as_bytes: bool) -> int:
        """Tokens of the corpus cut into single characters (times `scale`)."""
        if not len(self.symbols):
            return 0
        unknown = self.symbols == 0
        if unknown_as_bytes:
            tokens = np.where(unknown, self.byte_lengths, 1)
        else:
            # An unknown character that follows another one in its word takes no token of its own.
            follows = np.concatenate([[False], unknown[:-1]])
            follows[self.word_starts[:-1]] = False
            tokens = (~(unknown & follows)).astype(np.int64)
        return int((np.add.reduceat(tokens, self.word_starts[:-1]) * self.counts).sum())

    def texts(self, places: npt.NDArray[np.int32], lengths: npt.NDArray[np.int32]) -> Vocabulary:
        """The texts of some stretches."""
        offsets = np.empty(len(places) + 1, np.int64)
        unigram_texts.piece_bytes(self.codes, places, lengths, offsets, np.empty(0, np.uint8))
        data = np.empty(int(offsets[-1]), np.uint8)
        unigram_texts.piece_bytes(self.codes, places, lengths, offsets, data)
        return Vocabulary(data, offsets, byte_level=False)

    def turns(self, words: IntArray | None = None) -> Iterator[tuple[int, int]]:
        """Runs of words, of all or of some, that a loop can do between two reports."""
        sizes = np.diff(self.word_starts)
        ends = np.cumsum(sizes if words is None else sizes[words])
        total = int(ends[-1]) if len(ends) else 0
        marks = np.searchsorted(ends, np.arange(_SYMBOLS_A_TURN, total, _SYMBOLS_A_TURN))
        borders = np.unique(np.concatenate([[0], marks, [len(ends)]]))
        yield from zip(borders[:-1].tolist(), borders[1:].tolist(), strict=True)


def lay_out(words: WordCounts, coverage: float) -> UnigramCorpus:
    """The words as symbols; the rarest characters beyond `coverage` (a share of the corpus) get none.

    Raises TrainingError for more than a training can number.
    """
    used = words.counts > 0
    starts, lengths = words.starts[used], words.lengths[used]
    size = int(lengths.sum())
    if size > _MOST_BYTES:
        raise TrainingError(
            f"The distinct words of this corpus have {size:,} bytes; a training holds {_MOST_BYTES:,}. Use fewer texts."
        )
    counts = np.ascontiguousarray(words.counts[used], np.int64)
    codes = np.empty(size, np.int32)
    word_starts = np.empty(len(starts) + 1, np.int64)
    size = int(unigram_texts.code_points(words.data, starts, lengths, codes, word_starts))
    codes = codes[:size].copy()
    totals = np.zeros(CODE_POINTS, np.int64)
    unigram_texts.count_characters(codes, word_starts, counts, totals)
    alphabet = most_frequent(totals, coverage)
    symbol_of = np.zeros(CODE_POINTS, np.int32)
    symbol_of[alphabet] = np.arange(1, len(alphabet) + 1)
    symbols, remaining = np.empty(size, np.int32), np.empty(size, np.uint8)
    unigram_texts.number_symbols(codes, word_starts, symbol_of, symbols, remaining)
    # Where nobody knows what follows a word, anything may: then its end alone makes it a seed.
    flags = np.full(len(words), GOES_ON | ENDS, np.uint8) if words.followed is None else words.followed
    return UnigramCorpus(
        codes, symbols, remaining, word_starts, counts, flags[used], alphabet, totals[alphabet], words.scale
    )


def joined_texts(parts: Sequence[Vocabulary]) -> Vocabulary:
    """The texts of all parts, one part after the other.

    >>> joined_texts([Vocabulary.of([b"a"]), Vocabulary.of([b"b", b"cd"])])[:]
    [b'a', b'b', b'cd']
    """
    lengths = np.concatenate([np.diff(part.offsets) for part in parts])
    data = np.concatenate([part.data for part in parts])
    return Vocabulary(data, np.concatenate([[0], np.cumsum(lengths)]), byte_level=False)
