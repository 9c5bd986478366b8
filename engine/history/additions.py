"""AdditionHistory: words taken in whole, the most frequent first; characters alone, which have no steps."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.columns import Column
from engine.history.base import StepKind, TrainingHistory
from engine.model import Additions
from engine.recipe import Recipe
from engine.vocabulary import IntArray


class AdditionHistory(TrainingHistory):
    """A training that takes words in whole, the most frequent first."""

    step_kind: StepKind = "additions"

    def __init__(self, recipe: Recipe) -> None:
        super().__init__(recipe)
        self._pieces: list[bytes] = []
        self._counts = Column(np.empty(0, np.int64))

    def _append_steps(self, steps: Additions) -> None:
        self._pieces += steps.pieces
        self._counts.extend(steps.counts)
        self._corpus_tokens.extend(steps.corpus_tokens)

    def __len__(self) -> int:
        return len(self._pieces)

    @property
    def learned(self) -> tuple[bytes, ...]:
        """The words taken in."""
        return tuple(self._pieces)

    def step_tokens(self, step: int) -> tuple[bytes, ...]:
        return (self._pieces[step - 1],)

    def made_token(self, step: int) -> bytes:
        return self._pieces[step - 1]

    def made_tokens(self) -> tuple[bytes, ...]:
        return tuple(self._pieces)

    @property
    def tied(self) -> IntArray:
        """(n,) words that were left and occur as often as the one that was taken in, itself included."""
        counts = self._counts.rows
        if self.words is None or not len(counts):
            return np.empty(0, np.int32)
        _, first, place = np.unique(-counts, return_index=True, return_inverse=True)
        all_counts = np.sort(self.words.counts)
        same = np.searchsorted(all_counts, counts, "right") - np.searchsorted(all_counts, counts, "left")
        return (same - (np.arange(len(counts)) - first[place])).astype(np.int32)

    @property
    def unknown_shares(self) -> npt.NDArray[np.float64]:
        """(n + 1,) the share of the corpus's words that are not in the vocabulary, at each position."""
        total = max(1, int(self.words.counts.sum())) if self.words is not None else 1
        return np.concatenate([[1.0], 1 - np.cumsum(self.counts) / total])

    @property
    def counts(self) -> IntArray:
        """(n,) how often each word occurs (times `words.scale`)."""
        return self._counts.rows
