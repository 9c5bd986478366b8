"""tied_pairs(): all pairs that were worth as much as the one that a step merged, however many.

A history keeps the first twenty candidates of a step.  The others are counted again when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.algorithms.wordpiece import WordPieceTrainer
from engine.errors import FormatError
from engine.history import Candidate, History
from engine.model import Progress
from engine.training_state import TrainingState
from engine.vocabulary import IntArray

_WORDS_A_TURN = 50_000


@dataclass(frozen=True, slots=True)
class TiedPairs:
    """Every pair that was worth as much as the winner of a step, the winner included, in the order of their ids."""

    step: int
    pairs: tuple[Candidate, ...]


def tied_pairs(history: History, step: int) -> Iterator[Progress | TiedPairs]:
    """Progress, and last all pairs that tied at a step, counted in the words as they were cut before it."""
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
    found = _as_good(history, step, counted, state)
    yield TiedPairs(step, tuple(history.candidate(pair, count, row.score) for pair, count in found))


def _as_good(
    history: History, step: int, counted: _PairCounts, state: TrainingState
) -> list[tuple[tuple[int, int], int]]:
    """The pairs that this trainer could have merged instead, with their counts."""
    left, right = history.parts[step - 1].tolist()
    trainer = history.recipe.trainer
    if not isinstance(trainer, WordPieceTrainer):
        return counted.worth((left, right))
    minimum = trainer.min_frequency * history.scale
    found = counted.worth((left, right), minimum, by_score=trainer.score == "likelihood")
    return [one for one in found if _is_new(state, one[0], trainer.continuation)]


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
