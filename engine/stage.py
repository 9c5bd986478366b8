"""The words on stage: which words of the corpus a merge changes, how they are cut before it, and all pairs that tied with it.

"Cut" is as the training has it (`engine.training_state`), which for WordPiece is not how the model would encode.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from engine.algorithms.wordpiece import WordPieceTrainer
from engine.errors import FormatError
from engine.history import Candidate, History
from engine.model import Progress, WordCounts, padded
from engine.recipe import Recipe
from engine.training_state import TrainingState
from engine.vocabulary import ByteArray, IntArray

_MOST_EXAMINED = 10_000
"""Words that are cut to see whether a merge changes them; early merges of a large corpus concern more."""
_WORDS_A_TURN = 50_000
_COUNTS: MutableMapping[WordCounts, dict[bytes, float]] = WeakKeyDictionary()
"""How often words occur that were asked for, of each corpus that is still there."""


@dataclass(frozen=True, slots=True)
class StageWord:
    """A word of the corpus, how often it occurs, and its tokens (the model's own ids)."""

    word: bytes
    count: float
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChangedWords:
    """The most frequent words that a merge changes; `total` is how many there are, None when too many to look at."""

    words: tuple[StageWord, ...]
    total: int | None


def changed_words(words: WordCounts, before: TrainingState, pair: tuple[int, int], limit: int = 8) -> ChangedWords:
    """The words that merging `pair` (model ids) changes, the most frequent first, cut as `before` cuts them."""
    holding = words_holding(words, before.text_of(pair[0]) + before.text_of(pair[1]))
    order = holding[np.argsort(-words.counts[holding], kind="stable")]
    examined = order[:_MOST_EXAMINED]
    tokens, ends = before.segment_counted(words, examined)
    together = np.flatnonzero((tokens[:-1] == pair[0]) & (tokens[1:] == pair[1]))
    word = np.searchsorted(ends, together, "right")
    changed = np.unique(word[together + 1 < ends[word]])  # the two tokens stand in one word
    shown = tuple(
        StageWord(
            words.word(int(examined[at])),
            float(words.counts[examined[at]]) / words.scale,
            tuple(tokens[(ends[at - 1] if at else 0) : ends[at]].tolist()),
        )
        for at in changed[:limit].tolist()
    )
    return ChangedWords(shown, len(changed) if len(order) <= _MOST_EXAMINED else None)


def typed_words(words: WordCounts, state: TrainingState, typed: Sequence[bytes]) -> list[StageWord]:
    """Words that somebody asked to see, with how often the corpus has them (0 if never)."""
    cut = state.segment(list(typed))
    return [
        StageWord(text, count_of(words, text), tuple(tokens.tolist())) for text, tokens in zip(typed, cut, strict=True)
    ]


def cut_typed(recipe: Recipe, typed: Sequence[str]) -> tuple[bytes, ...]:
    """The words that some texts come to, as this recipe makes words of a corpus; each once.

    >>> from engine.algorithms.wordpiece import WordPieceTrainer
    >>> from engine.pre_tokenizers import PATTERNS, PreTokenizer
    >>> cut_typed(Recipe(WordPieceTrainer(), PreTokenizer(PATTERNS["bert"])), [" Alice", "at last!"])
    (b'Alice', b'at', b'last', b'!')
    """
    words: list[bytes] = []
    for text in typed:
        data = recipe.normalizer.text(text).encode("utf-8", "replace")
        starts, ends = recipe.pre_tokenizer.pieces(padded(data), len(data))
        words += [data[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    return tuple(dict.fromkeys(words))


def count_of(words: WordCounts, text: bytes) -> float:
    """How often the corpus has a word; 0 if never.

    A word on stage is asked for at every step, so what was found is kept as long as the corpus is.
    """
    known = _COUNTS.setdefault(words, {})
    if text not in known:
        known[text] = _counted(words, text)
    return known[text]


def _counted(words: WordCounts, text: bytes) -> float:
    same = np.flatnonzero(words.lengths == len(text))
    for distance, byte in enumerate(text):
        same = same[words.data[words.starts[same] + distance] == byte]
    return float(words.counts[same[0]]) / words.scale if len(same) else 0.0


def words_holding(words: WordCounts, piece: bytes) -> IntArray:
    """Indexes of the distinct words that contain the bytes of `piece`, ascending."""
    end = int(words.starts[-1] + words.lengths[-1]) if len(words) else 0
    at = _places_of(words.data[:end], piece)
    word = np.searchsorted(words.starts, at, "right") - 1
    inside = at + len(piece) <= words.starts[word] + words.lengths[word]
    return np.unique(word[inside])


def _places_of(data: ByteArray, piece: bytes) -> IntArray:
    """Where the bytes of `piece` begin in `data`, in no order.

    Four bytes (or two) are compared at once, from each of the places where such a number may begin: in a large corpus a
    quarter of the time of one byte after the other, and every step on stage asks for it.

    >>> sorted(_places_of(np.frombuffer(b"banana", np.uint8), b"ana").tolist())
    [1, 3]
    """
    size = 4 if len(piece) >= 4 else min(2, len(piece))
    kind = np.dtype(f"u{size}")
    wanted = np.frombuffer(piece[:size], kind)[0]
    found = []
    for first in range(min(size, len(data))):
        numbers = data[first : first + (len(data) - first) // size * size].view(kind)
        found.append(np.flatnonzero(numbers == wanted) * size + first)
    at = np.concatenate([np.empty(0, np.int64), *found])
    at = at[at + len(piece) <= len(data)]
    for distance in range(size, len(piece)):
        at = at[data[at + distance] == piece[distance]]
    return at


# -- all pairs that tied -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TiedPairs:
    """Every pair that was worth as much as the winner of a step, the winner included, in the order of their ids."""

    step: int
    pairs: tuple[Candidate, ...]


def tied_pairs(history: History, step: int) -> Iterator[Progress | TiedPairs]:
    """Counts all pairs as they stood before a step, and tells those that tied; a history keeps only the first twenty."""
    words = history.words
    assert words is not None
    state, row = history.state_at(step - 1), history.row(step)
    counted = _PairCounts(state.first_mergeable, history.base + step - 1)
    order = np.flatnonzero(words.counts)
    for first in range(0, len(order), _WORDS_A_TURN):
        indexes = order[first : first + _WORDS_A_TURN]
        tokens, ends = state.segment_counted(words, indexes)
        counted.add(tokens, ends, words.counts[indexes])
        yield Progress("Counting pairs", min(len(order), first + _WORDS_A_TURN), len(order), "words")
    left, right = history.parts[step - 1].tolist()
    trainer = history.recipe.trainer
    if isinstance(trainer, WordPieceTrainer):
        by_score = trainer.score == "likelihood"
        found = counted.worth((left, right), trainer.min_frequency * words.scale, by_score=by_score)
        found = [one for one in found if _is_new(state, one[0], trainer.continuation)]
    else:
        found = counted.worth((left, right))
    yield TiedPairs(step, tuple(history.candidate(pair, count, row.score) for pair, count in found))


def _is_new(state: TrainingState, pair: tuple[int, int], continuation: str) -> bool:
    """WordPiece refuses a pair that would give two ids one text."""
    stored = state.vocabulary[pair[0]] + state.vocabulary[pair[1]].removeprefix(continuation.encode())
    return state.vocabulary.id_of(stored) is None


class _PairCounts:
    """How often each pair of neighbours occurs, and each token."""

    def __init__(self, first: int, size: int) -> None:
        self._first, self._size = first, size
        self._keys: npt.NDArray[np.int64] = np.empty(0, np.int64)
        self._counts: npt.NDArray[np.int64] = np.empty(0, np.int64)
        self._tokens = np.zeros(size, np.int64)

    def add(self, tokens: npt.NDArray[np.int32], ends: IntArray, counts: IntArray) -> None:
        """Take in words, end to end."""
        sizes = np.diff(ends, prepend=0)
        weights = np.repeat(counts, sizes)
        known = (tokens >= self._first) & (tokens < self._size)
        self._tokens += np.bincount(tokens[known], weights[known], self._size).astype(np.int64)
        same_word = np.ones(len(tokens), np.bool_)
        same_word[ends - 1] = False
        both = known[:-1] & known[1:] & same_word[:-1]
        keys = tokens[:-1][both].astype(np.int64) << 32 | tokens[1:][both]
        self._keys, inverse = np.unique(np.concatenate([self._keys, keys]), return_inverse=True)
        together = np.concatenate([self._counts, weights[:-1][both]])
        self._counts = np.bincount(inverse, together, len(self._keys)).astype(np.int64)

    def worth(
        self, winner: tuple[int, int], minimum: int = 1, *, by_score: bool = False
    ) -> list[tuple[tuple[int, int], int]]:
        """The pairs that are worth exactly what the winner is and occur often enough, with their counts."""
        key = winner[0] << 32 | winner[1]
        place = int(np.searchsorted(self._keys, key))
        if place == len(self._keys) or self._keys[place] != key or not self._counts[place]:
            raise FormatError("The words of this training lack the pair that was merged: they are those of another.")
        most = int(self._counts[place])
        if not by_score:
            same = np.flatnonzero(self._counts == most)
        else:
            lefts, rights = self._keys >> 32, self._keys & 0xFFFFFFFF
            scores = self._counts / (self._tokens[lefts].astype(float) * self._tokens[rights])
            score = most / (float(self._tokens[winner[0]]) * float(self._tokens[winner[1]]))
            same = np.flatnonzero(np.isclose(scores, score, rtol=1e-9, atol=0.0))
        found = zip(self._keys[same].tolist(), self._counts[same].tolist(), strict=True)
        pairs = [((key >> 32, key & 0xFFFFFFFF), count) for key, count in found if count >= minimum]
        return [one for one in pairs if not by_score or self._is_as_good(one, winner, most)]

    def _is_as_good(self, one: tuple[tuple[int, int], int], winner: tuple[int, int], most: int) -> bool:
        """Fractions compared in whole numbers."""
        (left, right), count = one
        own = int(self._tokens[left]) * int(self._tokens[right])
        return count * int(self._tokens[winner[0]]) * int(self._tokens[winner[1]]) == most * own
