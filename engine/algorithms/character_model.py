"""What models of characters share: an alphabet, an end-of-word mark perhaps, and what becomes of unknown characters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.algorithms.alphabet import Alphabet
from engine.algorithms.merge_model import MergeModel, MergeTables
from engine.kernels.bpe_merge import MISSING, Tables, character_tables
from engine.vocabulary import ByteArray, IntArray


class CharacterModel(MergeModel):
    """An alphabet and the merges of its symbols, in order; `merges` is (m, 2): the two ids of each.

    Raises ValueError for a merge of something that is not made before it.
    """

    def __init__(self, alphabet: Alphabet, merges: IntArray, *, products: IntArray | None = None) -> None:
        self.alphabet = alphabet
        merges = np.ascontiguousarray(merges, np.int32).reshape(-1, 2)
        made = len(alphabet.symbols) + np.arange(len(merges))[:, None]
        if products is None and np.any((merges < 0) | (merges >= made)):
            raise ValueError("A merge joins two tokens of which one is not made before it.")
        lengths = alphabet.text_lengths
        super().__init__(MergeTables(alphabet.symbols, lengths, merges, products, self._lookup, byte_level=False))

    @property
    def unknown(self) -> int | None:
        """The id of the token that stands for a character without a symbol."""
        return self.alphabet.unknown_id

    @property
    def first_mergeable(self) -> int:
        """The first id that takes part in pairs."""
        return self.alphabet.first_character

    def identity_fields(self) -> dict[str, Any]:
        """What decides ids beside the vocabulary."""
        alphabet = self.alphabet
        fields = {
            "merges": self.merges.tolist(),
            "end_of_word": alphabet.end_of_word,
            "unknown": alphabet.unknown,
            "byte_fallback": alphabet.byte_fallback,
        }
        return {name: value for name, value in fields.items() if value}

    def join(self, ids: Sequence[int], separator: bytes) -> bytes:
        """The text of some ids; the separator stands after each token that ends a word, but not after the last.

        An unknown token comes out as its own text: what it stood for is lost.
        """
        parts: list[bytes] = []
        for place, id in enumerate(ids):
            parts.append(self._text_of(id))
            if self._ends_word[id] and place < len(ids) - 1:
                parts.append(separator)
        return b"".join(parts)

    def _text_of(self, id: int) -> bytes:
        first_byte = self.alphabet.first_byte
        if 0 <= first_byte <= id < first_byte + 256:
            return bytes([id - first_byte])
        token = self._tables.vocabulary[id]
        return token if id == self.unknown else token[: self._tables.text_lengths[id]]

    @cached_property
    def _ends_word(self) -> npt.NDArray[np.bool_]:
        """Which tokens end with the mark: they are stored with more bytes than they cover."""
        ends = np.diff(self._tables.vocabulary.offsets) > self._tables.text_lengths
        ends[: self.alphabet.first_character] = False
        return ends

    def _lookup(self, tables: MergeTables) -> Tables:
        special = self.alphabet.special(MISSING)
        return character_tables(self.alphabet.characters, special, tables.merges, tables.products)

    def _refuse_missing(self, ids: IntArray, data: ByteArray, starts: IntArray, ends: IntArray) -> None:
        if self._refuses and self.unknown is None and not self.alphabet.byte_fallback and np.any(ids == MISSING):
            pairs = zip(starts.tolist(), ends.tolist(), strict=True)
            self.alphabet.refuse_missing([data[start:end].tobytes() for start, end in pairs])
