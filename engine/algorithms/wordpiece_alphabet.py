"""The base symbols of a WordPiece training, and words written in them.

A character is one symbol where it begins words and another where it stands further on, with the continuation mark.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.algorithms.bpe_layout import turns
from engine.algorithms.symbol_words import ProbeSymbols, Symbols
from engine.errors import OptionError
from engine.kernels.characters import CODE_POINTS
from engine.kernels.wordpiece_symbols import count_characters_by_place, write_symbols_by_place
from engine.model import Probes, Progress, WordCounts
from engine.vocabulary import ByteArray, IntArray


class _Row(NamedTuple):
    """A symbol: its text, how much of it is the mark, and its character."""

    text: str
    mark: int
    character: int


class WordPieceAlphabet:
    """The base symbols of a corpus: the unknown token, then each character as it begins words or stands further on.

    They stand in the order of their texts, by code points.  Words that do not count have no say.

    texts   of all symbols, in id order
    marks   how many characters of each are the continuation mark
    counts  how often each occurs (times `scale`)
    """

    texts: tuple[str, ...]
    marks: tuple[int, ...]
    counts: npt.NDArray[np.int64]

    def __init__(self, unknown: str, continuation: str) -> None:
        self.unknown = unknown
        self.continuation = continuation
        self._initial, self._continuing = (np.zeros(CODE_POINTS, np.int64) for _ in range(2))

    def read(self, words: WordCounts) -> Iterator[Progress]:
        """Collects the characters; raises OptionError if the unknown token is one of them."""
        for turn in turns(words.lengths):
            count_characters_by_place(
                words.data, words.starts, words.lengths, words.counts, turn, self._initial, self._continuing
            )
            yield Progress("Preparing", turn[1], len(words), "words")
        self._number(self._rows())

    def _rows(self) -> list[_Row]:
        """The characters that were met, at each of the places where they were, in the order of their texts."""
        initial = [_Row(chr(character), 0, int(character)) for character in np.flatnonzero(self._initial)]
        mark = self.continuation
        continuing = [
            _Row(mark + chr(character), len(mark), int(character)) for character in np.flatnonzero(self._continuing)
        ]
        return sorted([*initial, *continuing])

    def _number(self, rows: Sequence[_Row]) -> None:
        """Symbol 0 is the unknown token, and the rows are the others."""
        self.texts = (self.unknown, *(row.text for row in rows))
        self.marks = (0, *(row.mark for row in rows))
        if self.unknown in self.texts[1:]:
            raise OptionError(
                f'The unknown token "{self.unknown}" is also a character of the corpus. Choose another text for it.'
            )
        tables = [self._continuing if row.mark else self._initial for row in rows]
        counts = [table[row.character] for table, row in zip(tables, rows, strict=True)]
        self.counts = np.array([0, *counts], np.int64)
        # The counts are taken: from here on the tables tell the symbol of each character, 0 being the unknown token.
        self._initial[:] = self._continuing[:] = 0
        for symbol, (table, row) in enumerate(zip(tables, rows, strict=True), 1):
            table[row.character] = symbol

    def write(self, words: WordCounts) -> Generator[Progress, None, Symbols]:
        """The words of the corpus as symbols."""
        written = yield from self._written(words.data, words.starts, words.lengths)
        return Symbols(*written, words.counts)

    def write_probes(self, probes: Probes) -> Generator[Progress, None, ProbeSymbols]:
        """The words of other texts as symbols; a character that is not in the corpus is one unknown token."""
        written = yield from self._written(probes.data, probes.starts, probes.lengths)
        return ProbeSymbols(probes.codes, *written, probes.rows, probes.languages, probes.times)

    def _written(
        self, data: ByteArray, starts: IntArray, lengths: IntArray
    ) -> Generator[Progress, None, tuple[npt.NDArray[np.int32], IntArray, IntArray]]:
        symbols = np.empty(int(lengths.sum()), np.int32)
        ends = np.empty(len(lengths), np.int64)
        for turn in turns(lengths):
            write_symbols_by_place(data, starts, lengths, turn, self._initial, self._continuing, symbols, ends)
            yield Progress("Preparing", turn[1], len(lengths), "words")
        size = int(ends[-1]) if len(ends) else 0
        firsts = np.concatenate([[0], ends[:-1]]).astype(np.int64)[: len(ends)]
        return symbols[:size], firsts, ends - firsts

    def guards(self, words: WordCounts) -> bool:
        """Whether any word could make two tokens with one text, or one with the text of the unknown token."""
        data = words.data.tobytes()
        return any(
            self._can_begin(text) and text.encode() in data for text in (self.continuation, self.unknown)
        ) or self._can_continue(data)

    def _can_begin(self, text: str) -> bool:
        return bool(self._initial[ord(text[0])]) and all(self._continuing[ord(character)] for character in text[1:])

    def _can_continue(self, data: bytes) -> bool:
        """Whether the unknown token reads like a continuation that occurs."""
        rest = self.unknown.removeprefix(self.continuation)
        return rest != self.unknown and rest.encode() in data
