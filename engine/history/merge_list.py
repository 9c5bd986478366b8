"""MergeListHistory: the merges of a published tokenizer as steps, over a text of the user's own.

A file keeps the merges in their order and nothing else of the training: no counts, no other candidates, no tie rule, no
corpus.  So a row says less here; what is counted is counted in the text that stands in for the corpus.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.algorithms.merge_model import MergeModel
from engine.history.base import StepKind, TrainingHistory
from engine.history.finding import next_holding
from engine.history.merges import Pair
from engine.model import Model, Probes, Start, WordCounts
from engine.recipe import Recipe
from engine.tokenizer import PipelineTokenizer
from engine.training_state import TrainingState
from engine.vocabulary import IntArray


@dataclass(frozen=True, slots=True)
class TrainedElsewhere:
    """Stands where a trainer does: of the merges of a published model nobody here knows what they were learned by."""

    published: Model

    @property
    def kind(self) -> str:
        """The algorithm that the model encodes by, a name in ALGORITHMS."""
        return self.published.kind

    def steps(
        self, words: WordCounts, probes: Probes | None = None, *, specials: int = 0, record: bool = True
    ) -> Iterator[Any]:
        """There is nothing to learn."""
        return iter(())

    def model(self, start: Start, learned: Any) -> Model:
        """The published model, with as many of its merges."""
        return self.published.at_step(len(learned))


@dataclass(frozen=True, slots=True)
class MergeRow:
    """One merge, for reading: what is merged, the token it makes, and how often it happens in the text."""

    step: int
    pair: Pair
    piece: bytes
    ids: tuple[int, int]
    id: int
    occurrences: int


class MergeListHistory(TrainingHistory):
    """Position `k` is the tokenizer with its first `k` merges; `words` are those of the user's text."""

    step_kind: StepKind = "merges"

    def __init__(
        self, tokenizer: PipelineTokenizer, words: WordCounts, corpus_tokens: IntArray, times: IntArray
    ) -> None:
        """`corpus_tokens` are those of the text at each position, `times` says how often each merge happens in it."""
        model = tokenizer.model
        assert isinstance(model, MergeModel)
        super().__init__(
            Recipe(
                TrainedElsewhere(tokenizer.model),
                tokenizer.pre_tokenizer,
                tuple(tokenizer.special),
                normalizer=tokenizer.normalizer,
            )
        )
        self.tokenizer = tokenizer
        self._times = times
        self._model = model
        self._lenient = model.lenient()
        symbols = tuple(model.vocabulary[id] for id in range(model.base))
        self.words = words
        self.start = Start(symbols, int(corpus_tokens[0]))
        self.stopped = "exhausted"
        self._corpus_tokens.extend(corpus_tokens)

    def __len__(self) -> int:
        return self._model.step_count

    @property
    def learned(self) -> npt.NDArray[np.int32]:
        """(n, 2) the pairs, in the model's own ids."""
        return self._model.merges

    @property
    def parts(self) -> npt.NDArray[np.int32]:
        """(n, 2) the pairs, in the model's own ids."""
        return self._model.merges

    @property
    def products(self) -> npt.NDArray[np.int32]:
        """(n,) the id that each merge makes: published files may reach one token by several pairs."""
        return self._model.products

    @property
    def sizes(self) -> IntArray:
        """A merge may be another way to a token that is there already, and some tokens come from no merge."""
        made = np.maximum.accumulate(np.concatenate([[self.base - 1], self.products])).astype(np.int64) + 1
        made[-1] = self._model.size
        return made + len(self.recipe.special_tokens)

    def _append_steps(self, steps: Any) -> None:
        raise TypeError("The merges of a file are all there from the beginning.")

    @property
    def notable_steps(self) -> IntArray:
        """The merges that happen in the text, ascending."""
        return np.flatnonzero(self._times) + 1

    def tokenizer_at(self, step: int) -> PipelineTokenizer:
        """The published tokenizer with its first merges alone."""
        return self.tokenizer.at_step(step)

    def state_at(self, step: int) -> TrainingState:
        """How words are cut after that many merges."""
        return self._lenient.at_step(step)

    def token(self, model_id: int) -> bytes:
        """The bytes of one of the model's ids, as it is stored."""
        return self._model.vocabulary[model_id]

    def step_tokens(self, step: int) -> tuple[bytes, ...]:
        left, right = self.parts[step - 1].tolist()
        return self.token(left), self.token(right)

    def made_token(self, step: int) -> bytes:
        return self.token(int(self.products[step - 1]))

    def made_tokens(self) -> tuple[bytes, ...]:
        vocabulary = self._model.vocabulary
        return tuple(vocabulary[id] for id in self.products.tolist())

    def find_token(self, needle: bytes, after: int) -> int | None:
        if not self._model.is_plain:  # one token may be reached by several merges
            return super().find_token(needle, after)
        vocabulary = self._model.vocabulary
        offsets = vocabulary.offsets[self.base : self.base + len(self) + 1]
        row = next_holding(vocabulary.data, offsets, needle, after)
        return None if row is None else row + 1

    def row(self, step: int) -> MergeRow:
        """Merge `step` (from 1); IndexError for one that is not there."""
        if not 1 <= step <= len(self):
            raise IndexError(f"There are {len(self):,} merges; there is no merge {step:,}.")
        left, right = self.parts[step - 1].tolist()
        made = int(self.products[step - 1])
        public = self.tokenizer.public_ids(np.array([left, right, made])).tolist()
        times = int(self._times[step - 1])
        return MergeRow(
            step, (self.token(left), self.token(right)), self.token(made), (public[0], public[1]), public[2], times
        )
