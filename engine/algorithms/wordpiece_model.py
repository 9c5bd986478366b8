"""A WordPiece vocabulary: how words are cut by the longest match.

    WordPiece   the model: a vocabulary in which all but word-initial tokens begin with a mark, "##"
    Try         a text that was looked for on the way

Encoding knows nothing of the merges: the longest token that begins the word is taken, then the longest continuation, and so
on.  Where nothing fits, the *whole* word becomes the unknown token, and so does a word of more than so many characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import EncodeError, clipped
from engine.kernels import wordpiece_encode
from engine.model import Cut, WordCounts, padded
from engine.vocabulary import ByteArray, IntArray, Vocabulary


@dataclass(frozen=True, slots=True)
class Try:
    """A text that was looked for in the vocabulary: the bytes `start` to `end` of the pre-token, with the mark if need be."""

    start: int
    end: int
    text: str
    found: bool


class WordPiece:
    """A WordPiece vocabulary: base symbols, then a token for each merge.

    `parts` is (m, 2), the ids of each merge.  `unknown` is the id of the token for words that cannot be written, None if
    there is none.  Words of more than `longest_word` characters cannot be written.

    >>> model = WordPiece.of(["[UNK]", "token", "##ization", "##s", "play", "##ing"])
    >>> [model.vocabulary[id].decode() for id in model.tokenize(b"tokenization")]
    ['token', '##ization']
    >>> model.tokenize(b"player").tolist()
    [0]
    """

    kind = "wordpiece"

    def __init__(
        self,
        symbols: Sequence[bytes],
        parts: IntArray,
        *,
        unknown: int | None = 0,
        continuation: str = "##",
        longest_word: int = 100,
    ) -> None:
        parts = np.ascontiguousarray(parts, np.int32).reshape(-1, 2)
        self.step_count = len(parts)
        self.unknown = unknown
        self.continuation = continuation
        self.longest_word = longest_word
        self._tables = _Tables(tuple(symbols), parts, continuation.encode())

    @classmethod
    def of(
        cls,
        tokens: Sequence[str],
        unknown: str = "[UNK]",
        continuation: str = "##",
        longest_word: int = 100,
    ) -> WordPiece:
        """From tokens in id order, as `vocab.txt` lists them; without the unknown token among them there is none.

        Of two equal tokens the last counts.
        """
        stored = [token.encode() for token in tokens]
        ids = {token: id for id, token in enumerate(tokens)}
        return cls(
            stored,
            np.empty((0, 2), np.int32),
            unknown=ids.get(unknown),
            continuation=continuation,
            longest_word=longest_word,
        )

    @property
    def base(self) -> int:
        """How many base symbols there are, the unknown token among them."""
        return len(self._tables.symbols)

    @property
    def size(self) -> int:
        """How many ids there are."""
        return self.base + self.step_count

    @property
    def parts(self) -> IntArray:
        """(m, 2) the ids that each merge joined."""
        return self._tables.parts[: self.step_count]

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The model's own ids and how each is stored, mark included."""
        full = self._tables.vocabulary
        if self.step_count == len(self._tables.parts):
            return full
        offsets = full.offsets[: self.size + 1]
        return Vocabulary(full.data[: offsets[-1]], offsets, byte_level=False)

    def at_step(self, step: int) -> WordPiece:
        """The model as it was after that many merges: a view that shares all tables."""
        if not 0 <= step <= len(self._tables.parts):
            raise IndexError(f"The model has {len(self._tables.parts):,} steps; there is no step {step:,}.")
        view = object.__new__(WordPiece)
        view.step_count, view._tables = step, self._tables
        view.unknown, view.continuation, view.longest_word = self.unknown, self.continuation, self.longest_word
        return view

    # -- encoding --------------------------------------------------------------------------------------------------

    def cut(self, data: ByteArray, starts: IntArray, ends: IntArray) -> Cut:
        """Tokens of the pre-tokens `data[starts[i]:ends[i]]`; the unknown token spans a whole pre-token.

        Raises EncodeError where a word cannot be written and there is no unknown token.
        """
        ids, spans, _ = self._cut(data, starts, ends)
        return Cut(ids, spans)

    def tokenize(self, pre_token: bytes) -> IntArray:
        """Ids of one pre-token."""
        return self.segment([pre_token])[0]

    def segment(self, words: Sequence[bytes]) -> list[IntArray]:
        """Ids of each word."""
        lengths = np.array([len(word) for word in words], np.int64)
        ends = np.cumsum(lengths)
        ids, _, counts = self._cut(padded(b"".join(words)), ends - lengths, ends)
        return np.split(ids, np.cumsum(counts)[:-1]) if len(words) else []

    def segment_counted(self, words: WordCounts, indexes: IntArray) -> tuple[IntArray, IntArray]:
        """Ids of some words of a corpus, end to end, and where each word's end."""
        starts = words.starts[indexes]
        ids, _, counts = self._cut(words.data, starts, starts + words.lengths[indexes])
        return ids, np.cumsum(counts)

    def _cut(
        self, data: ByteArray, starts: IntArray, ends: IntArray
    ) -> tuple[npt.NDArray[np.int32], IntArray, IntArray]:
        """Ids, spans, and how many tokens each word has."""
        starts, ends = np.ascontiguousarray(starts, np.int64), np.ascontiguousarray(ends, np.int64)
        limits = (self.size, -1 if self.unknown is None else self.unknown, self.longest_word)
        ids, spans, counts, failed = wordpiece_encode.cut(data, starts, ends, self._tables.tree, limits)
        if failed >= 0:
            word = clipped(data[starts[failed] : ends[failed]].tobytes().decode())
            raise EncodeError(f'The word "{word}" cannot be written, and the vocabulary has no unknown token.')
        return ids, spans, counts

    def tries(self, pre_token: bytes) -> list[Try]:
        """Every text that is looked for while one pre-token is encoded, the longest first.

        If the last one is not found, the whole pre-token is unknown; if it has too many characters nothing is tried.

        >>> model = WordPiece.of(["[UNK]", "low", "##er"])
        >>> [(one.text, one.found) for one in model.tries(b"lower")]
        [('lower', False), ('lowe', False), ('low', True), ('##er', True)]
        """
        text = pre_token.decode()
        tries: list[Try] = []
        start, end = 0, len(text)
        if end > self.longest_word:
            return []
        places = [len(text[:at].encode()) for at in range(len(text) + 1)]
        while start < end:
            wanted = self.continuation * (start > 0) + text[start:end]
            found = self.vocabulary.id_of(wanted.encode()) is not None
            tries.append(Try(places[start], places[end], wanted, found))
            start, end = (end, len(text)) if found else (start, end - 1)
        return tries

    # -- decoding, identity ----------------------------------------------------------------------------------------

    def join(self, ids: Sequence[int], separator: bytes) -> bytes:
        """The text of some ids: continuations without their mark, the separator before every other token but the first.

        The first of all keeps its mark, there being nothing that it could continue.

        >>> WordPiece.of(["[UNK]", "low", "##er"]).join([1, 2, 1], b" ")
        b'lower low'
        """
        mark, vocabulary = self.continuation.encode(), self.vocabulary
        joined = []
        for place, id in enumerate(ids):
            token = vocabulary[id]
            if place == 0:
                joined.append(token)
            elif token.startswith(mark) and token != mark:
                joined.append(token[len(mark) :])
            else:
                joined.append(separator + token)
        return b"".join(joined)

    def identity_fields(self) -> dict[str, Any]:
        """What decides ids beside the vocabulary."""
        fields: dict[str, Any] = {"continuation": self.continuation, "limit": self.longest_word}
        if self.unknown is not None:
            fields["unknown"] = self.vocabulary[self.unknown].decode()
        return fields


class _Tables:
    """What a model and all its earlier steps share; each table is built when it is first needed."""

    def __init__(self, symbols: tuple[bytes, ...], parts: IntArray, mark: bytes) -> None:
        self.symbols = symbols
        self.parts = parts
        self._mark = mark

    @cached_property
    def vocabulary(self) -> Vocabulary:
        base = Vocabulary.of(self.symbols, byte_level=False)
        data, offsets = wordpiece_encode.token_texts(base.data, base.offsets, self.parts, len(self._mark))
        return Vocabulary(data, offsets, byte_level=False)

    @cached_property
    def tree(self) -> wordpiece_encode.Tree:
        mark = np.frombuffer(self._mark, np.uint8)
        return wordpiece_encode.build_tree(self.vocabulary.data, self.vocabulary.offsets, mark)
