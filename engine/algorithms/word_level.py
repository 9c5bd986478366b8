"""Word level: the most frequent words are tokens, and every other word is unknown.

    WordLevelTrainer  takes words in, the most frequent first
    WordLevel         the model

The oldest way and the other baseline: short texts, a huge vocabulary, and nothing to say about a word that it never saw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.algorithms.options import check_limits, check_text, check_vocab_size, scaled_minimum, step_limit
from engine.errors import EncodeError, clipped
from engine.kernels.whole_tokens import WholeTokens, find_each, whole_tokens
from engine.model import Additions, Cut, Probes, Progress, Start, Stopped, WordCounts, padded
from engine.vocabulary import ByteArray, IntArray, Vocabulary

_MISSING = -1
_BATCH = 2048
"""Words that are handed over at once; making them takes a few milliseconds."""


@dataclass(frozen=True, slots=True)
class WordLevelTrainer:
    """Takes in one word a step, the most frequent first; of equally frequent ones, that which came first in the corpus.

    vocab_size     entries in the end, special tokens and the unknown token included; None: all words that are frequent enough
    max_steps      words at most
    min_frequency  words that occur less often are left out
    unknown        the token that stands for all other words; None: such a word is refused

    >>> trainer = WordLevelTrainer(max_steps=2, unknown="<unk>")
    >>> start, words, stopped = trainer.steps(WordCounts.of({b"a": 2, b"b": 3, b"c": 3}))
    >>> start.symbols, words.pieces, stopped.reason
    ((b'<unk>',), (b'b', b'c'), 'steps')
    """

    vocab_size: int | None = 32_000
    max_steps: int | None = None
    min_frequency: int = 2
    unknown: str | None = None

    def __post_init__(self) -> None:
        check_vocab_size(self.vocab_size)
        check_limits(self.max_steps, self.min_frequency)
        check_text("unknown token", self.unknown)

    def steps(
        self, words: WordCounts, probes: Probes | None = None, *, specials: int = 0, record: bool = True
    ) -> Iterator[Progress | Start | Additions | Stopped]:
        """Learn; see `engine.model.Trainer`.  Every word is one token at any step, known or not."""
        symbols = self._symbols()
        limit, reason = step_limit(
            self.vocab_size, self.max_steps, base=len(symbols), specials=specials, symbols="unknown token"
        )
        tokens = int(words.counts.sum())
        yield Start(symbols, tokens, _probe_words(probes if record else None))
        order = self._frequent_words(words)
        wanted = order if limit is None else order[:limit]
        for first in range(0, len(wanted), _BATCH):
            batch = wanted[first : first + _BATCH]
            pieces = tuple(words.word(index) for index in batch.tolist())
            yield Additions(first + 1, pieces, words.counts[batch], np.full(len(batch), tokens))
            if len(wanted) > _BATCH:
                yield Progress("Taking words", first + len(batch), len(wanted), "words")
        if limit is None or len(wanted) < limit:
            reason = (
                "min-frequency" if np.any((words.counts > 0) & (words.counts < self._minimum(words))) else "exhausted"
            )
        yield Stopped(reason)

    def model(self, start: Start, words: Sequence[bytes]) -> WordLevel:
        """The model of these words; any prefix of them is valid too."""
        return WordLevel(words, self.unknown)

    def _symbols(self) -> tuple[bytes, ...]:
        return () if self.unknown is None else (self.unknown.encode(),)

    def _minimum(self, words: WordCounts) -> int:
        return scaled_minimum(self.min_frequency, words.scale)

    def _frequent_words(self, words: WordCounts) -> IntArray:
        """All words that are frequent enough, the most frequent first; one that reads like the unknown token is not new."""
        order: IntArray = np.argsort(-words.counts, kind="stable")
        order = order[words.counts[order] >= max(self._minimum(words), 1)]
        unknown = None if self.unknown is None else self.unknown.encode()
        same = [
            place
            for place in np.flatnonzero(words.lengths[order] == len(unknown or b"")).tolist()
            if words.word(int(order[place])) == unknown
        ]
        return np.delete(order, same)


def _probe_words(probes: Probes | None) -> npt.NDArray[np.int64]:
    """How many words each language has."""
    if probes is None:
        return np.empty(0, np.int64)
    return np.bincount(probes.languages, probes.times, len(probes.codes)).astype(np.int64)


class WordLevel:
    """Words in the order in which they were taken in; a word that is none of them is the unknown token, or refused.

    >>> model = WordLevel([b"the", b"cat"], unknown="<unk>")
    >>> model.tokenize(b"cat").tolist(), model.at_step(1).tokenize(b"cat").tolist()
    ([2], [0])
    """

    kind = "word-level"

    def __init__(self, words: Sequence[bytes], unknown: str | None = None) -> None:
        self._unknown = unknown
        self._tables = _WordTables(tuple(words), unknown)
        self.step_count = len(words)

    @property
    def base(self) -> int:
        """The unknown token is the only base symbol."""
        return 0 if self._unknown is None else 1

    @property
    def unknown(self) -> int | None:
        """The id of the unknown token."""
        return None if self._unknown is None else 0

    @property
    def size(self) -> int:
        """How many ids there are."""
        return self.base + self.step_count

    @property
    def vocabulary(self) -> Vocabulary:
        """The model's own ids and their words."""
        full = self._tables.vocabulary
        offsets = full.offsets[: self.size + 1]
        return Vocabulary(full.data[: offsets[-1]], offsets, byte_level=False)

    def at_step(self, step: int) -> WordLevel:
        """The model as it was after that many words: a view that shares all tables."""
        if not 0 <= step <= len(self._tables.words):
            raise IndexError(f"The model has {len(self._tables.words):,} steps; there is no step {step:,}.")
        view = copy(self)
        view.step_count = step
        return view

    def identity_fields(self) -> dict[str, Any]:
        """What decides ids beside the vocabulary."""
        return {} if self._unknown is None else {"unknown": self._unknown}

    def cut(self, data: ByteArray, starts: IntArray, ends: IntArray) -> Cut:
        """Each pre-token is one token; see `engine.model.Model`."""
        starts, ends = np.ascontiguousarray(starts, np.int64), np.ascontiguousarray(ends, np.int64)
        ids = np.empty(len(starts), np.int32)
        missing = _MISSING if self.unknown is None else self.unknown
        find_each(self._tables.table, data, starts, ends, self.size, missing, ids)
        if self.unknown is None and np.any(ids == _MISSING):
            first = int(np.argmax(ids == _MISSING))
            word = clipped(data[starts[first] : ends[first]].tobytes().decode("utf-8", "replace"))
            raise EncodeError(
                f'The word "{word}" is not in the vocabulary, and there is no unknown token to stand for it. '
                "Train with one to encode such text."
            )
        return Cut(ids, np.stack([starts, ends], axis=1))

    def tokenize(self, pre_token: bytes) -> IntArray:
        """The id of one pre-token."""
        return self.segment([pre_token])[0] if pre_token else np.empty(0, np.int32)

    def segment(self, words: Sequence[bytes]) -> list[IntArray]:
        """The id of each word, alone in an array."""
        ends = np.cumsum([len(word) for word in words], dtype=np.int64)
        starts = np.concatenate([np.zeros(1, np.int64), ends])[:-1]
        ids = self.cut(padded(b"".join(words)), starts, ends).ids
        return list(ids.reshape(-1, 1))

    def join(self, ids: Sequence[int], separator: bytes) -> bytes:
        """The words of some ids, the separator between them."""
        vocabulary = self._tables.vocabulary
        return separator.join(vocabulary[id] for id in ids)


class _WordTables:
    """What a model and all its earlier steps share."""

    def __init__(self, words: tuple[bytes, ...], unknown: str | None) -> None:
        self.words = words
        self._symbols = () if unknown is None else (unknown.encode(),)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary.of([*self._symbols, *self.words], byte_level=False)

    @cached_property
    def table(self) -> WholeTokens:
        return whole_tokens(self.words, np.arange(len(self.words)) + len(self._symbols))
