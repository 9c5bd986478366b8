"""Alphabet: the base symbols of a model of characters, and words as such symbols.

    Alphabet           the symbols, and what stands for a character that has none
    covered_characters which characters of a corpus get one
    most_frequent      the same of counts by code point

Symbols stand in this order: the unknown token if there is one, `<0x00>` to `<0xFF>` if unknown characters become bytes, then
the characters by code point.  The end-of-word mark is one symbol among these, where its text has its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.algorithms.symbol_words import ProbeSymbols, Symbols
from engine.errors import EncodeError, OptionError
from engine.kernels.bpe_pairs import UNMERGED
from engine.kernels.characters import CODE_POINTS, count_characters, write_symbols_of_words
from engine.model import Probes, WordCounts
from engine.vocabulary import ByteArray, IntArray

BYTE_TOKENS: tuple[bytes, ...] = tuple(f"<0x{byte:02X}>".encode() for byte in range(256))
"""What stands for a byte of a character that has no symbol."""
_BYTE_OF = {token: byte for byte, token in enumerate(BYTE_TOKENS)}


def byte_of(token: bytes) -> int | None:
    """The byte that a token stands for; None where it is none of BYTE_TOKENS.

    >>> byte_of(b"<0x0A>"), byte_of(b"<0xZZ>")
    (10, None)
    """
    return _BYTE_OF.get(token)


def covered_characters(words: WordCounts, coverage: float = 1.0) -> list[str]:
    """The characters of a corpus by code point: the most frequent ones, up to this share of all characters.

    >>> covered_characters(WordCounts.of({b"aab": 5, b"c": 1})), covered_characters(WordCounts.of({b"aab": 5, b"c": 1}), 0.9)
    (['a', 'b', 'c'], ['a', 'b'])
    """
    totals = np.zeros(CODE_POINTS, np.int64)
    count_characters(words.data, words.starts, words.lengths, words.counts, totals)
    return [chr(character) for character in most_frequent(totals, coverage)]


def most_frequent(totals: IntArray, coverage: float) -> IntArray:
    """The code points that a share of all occurrences needs, ascending; of equally frequent ones the smaller comes first.

    >>> most_frequent(np.array([0, 10, 5, 1]), 0.9).tolist()
    [1, 2]
    """
    found = np.flatnonzero(totals)
    by_count = found[np.argsort(-totals[found], kind="stable")]
    covered_before = np.cumsum(totals[by_count]) - totals[by_count]
    # Divided, not multiplied: 55 of 100 are 0.55, but 0.55 * 100 is a little more than 55.
    return np.sort(by_count[covered_before / max(int(totals.sum()), 1) < coverage])


@dataclass(frozen=True)
class Alphabet:
    """Base symbols in id order, made by `Alphabet.of`; ValueError for symbols that are none.

    >>> alphabet = Alphabet.of("<=a", unknown="[UNK]", end_of_word="</w>")
    >>> alphabet.symbols, alphabet.mark
    ((b'[UNK]', b'<', b'</w>', b'=', b'a'), 2)
    """

    symbols: tuple[bytes, ...]
    unknown: str | None = None
    byte_fallback: bool = False
    end_of_word: str | None = None

    def __post_init__(self) -> None:
        first = _first_symbols(self.unknown, self.byte_fallback)
        texts = [symbol.decode() for symbol in self.symbols[len(first) :]]
        if self.symbols[: len(first)] != first or (self.end_of_word is not None and self.end_of_word not in texts):
            raise ValueError(
                "The unknown token, the tokens of bytes or the end-of-word mark are not where they belong."
            )
        wrong = [text for text in texts if len(text) != 1 and text != self.end_of_word]
        if wrong or len(set(texts)) < len(texts):
            raise ValueError("Base symbols must be characters, each once.")

    @classmethod
    def of(
        cls,
        characters: Sequence[str],
        *,
        unknown: str | None = None,
        byte_fallback: bool = False,
        end_of_word: str | None = None,
    ) -> Alphabet:
        """The alphabet of some characters; OptionError if the end-of-word mark is one of them."""
        if end_of_word is not None and end_of_word in list(characters):
            raise OptionError(
                f'The end-of-word mark "{end_of_word}" is a character of the corpus; take one that is not, like "</w>".'
            )
        texts = sorted([*characters] if end_of_word is None else [*characters, end_of_word])
        symbols = (*_first_symbols(unknown, byte_fallback), *(text.encode() for text in texts))
        return cls(symbols, unknown, byte_fallback, end_of_word)

    # -- ids -----------------------------------------------------------------------------------------------------------

    @property
    def unknown_id(self) -> int | None:
        """The id of the unknown token."""
        return None if self.unknown is None else 0

    @property
    def first_byte(self) -> int:
        """The id of `<0x00>`, -1 where unknown characters do not become bytes."""
        return int(self.unknown is not None) if self.byte_fallback else -1

    @property
    def first_character(self) -> int:
        """How many symbols stand before the characters."""
        return len(_first_symbols(self.unknown, self.byte_fallback))

    @cached_property
    def mark(self) -> int:
        """The id of the end-of-word mark, -1 without."""
        return -1 if self.end_of_word is None else self.symbols.index(self.end_of_word.encode(), self.first_character)

    @cached_property
    def characters(self) -> npt.NDArray[np.int32]:
        """The id of each code point, up to the highest that has one; -1 where there is none."""
        ids = {
            ord(symbol.decode()): id
            for id, symbol in enumerate(self.symbols)
            if id >= self.first_character and id != self.mark
        }
        table = np.full(max(ids, default=0) + 1, -1, np.int32)
        table[list(ids)] = list(ids.values())
        return table

    @cached_property
    def text_lengths(self) -> npt.NDArray[np.int64]:
        """Bytes of text under each symbol: none under the mark; an unknown token says 0, for it has what it stands for."""
        lengths = np.array([len(symbol) for symbol in self.symbols], np.int64)
        lengths[: self.first_character] = 1
        if self.unknown is not None:
            lengths[0] = 0
        if self.mark >= 0:
            lengths[self.mark] = 0
        return lengths

    @cached_property
    def mergeable(self) -> npt.NDArray[np.int32]:
        """The id of each symbol that takes part in pairs, UNMERGED for unknown tokens and bytes; one more stands for what
        has no symbol at all."""
        tokens = np.arange(len(self.symbols) + 1, dtype=np.int32)
        tokens[: self.first_character] = UNMERGED
        tokens[-1] = UNMERGED
        return tokens

    def special(self, missing: int) -> tuple[int, int, int]:
        """For kernels: what stands for a character without a symbol (`missing` if there is nothing), byte 0, the mark."""
        return (missing if self.unknown is None else 0), self.first_byte, self.mark

    def refuse_missing(self, words: Sequence[bytes]) -> None:
        """EncodeError for the first character that has no symbol, where nothing stands for it."""
        for word in words:
            for character in word.decode():
                code_point = ord(character)
                if code_point >= len(self.characters) or self.characters[code_point] < 0:
                    shown = f'"{character}" (U+{code_point:04X})' if character.isprintable() else f"U+{code_point:04X}"
                    raise EncodeError(
                        f"The character {shown} is not in the vocabulary, and there is no unknown token to stand for it. "
                        "Train with one to encode such text."
                    )

    # -- words ---------------------------------------------------------------------------------------------------------

    def symbols_of(self, words: WordCounts) -> Symbols:
        """The words as symbols; a character that nothing stands for becomes `len(symbols)`."""
        data, starts, lengths = self._write(words.data, words.starts, words.lengths)
        return Symbols(data, starts, lengths, words.counts)

    def probe_symbols_of(self, probes: Probes) -> ProbeSymbols:
        """The same of the words of other texts."""
        data, starts, lengths = self._write(probes.data, probes.starts, probes.lengths)
        return ProbeSymbols(probes.codes, data, starts, lengths, probes.rows, probes.languages, probes.times)

    def _write(
        self, data: ByteArray, starts: IntArray, lengths: IntArray
    ) -> tuple[npt.NDArray[np.int32], IntArray, IntArray]:
        symbols = np.empty(int(lengths.sum()) + len(starts), np.int32)
        ends = np.empty(len(starts), np.int64)
        special = self.special(len(self.symbols))
        write_symbols_of_words(data, starts, lengths, self.characters, special, symbols, ends)
        first = np.concatenate([np.zeros(1, np.int64), ends])[: len(ends)]
        return symbols[: ends[-1] if len(ends) else 0], first, ends - first


def _first_symbols(unknown: str | None, byte_fallback: bool) -> tuple[bytes, ...]:
    """What stands before the characters."""
    return (() if unknown is None else (unknown.encode(),)) + (BYTE_TOKENS if byte_fallback else ())
