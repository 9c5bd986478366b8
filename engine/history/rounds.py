"""RoundHistory: the rounds of a Unigram training, each of which takes pieces away."""

from __future__ import annotations

import numpy as np

from engine.algorithms.unigram_model import Unigram
from engine.history.base import StepKind, TrainingHistory
from engine.model import Round
from engine.recipe import Recipe
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import IntArray

_KEPT = 16


class RoundHistory(TrainingHistory):
    """A training that starts from many pieces and takes some away: a Round a step, step 1 being the seed vocabulary."""

    step_kind: StepKind = "rounds"

    def __init__(self, recipe: Recipe) -> None:
        super().__init__(recipe)
        self.rounds: list[Round] = []
        self._tokenizers: dict[int, PipelineTokenizer] = {}

    def _append_steps(self, steps: Round) -> None:
        self.rounds.append(steps)
        self._corpus_tokens.extend(np.array([steps.corpus_tokens]))

    def __len__(self) -> int:
        return len(self.rounds)

    @property
    def learned(self) -> list[Round]:
        """The rounds so far."""
        return self.rounds

    @property
    def sizes(self) -> IntArray:
        pieces = [self.base, *(len(step.pieces) for step in self.rounds)]
        return np.array(pieces, np.int64) + len(self.recipe.special_tokens)

    def row(self, step: int) -> Round:
        """Round `step` (from 1); IndexError for one that is not there."""
        if not 1 <= step <= len(self):
            raise IndexError(f"There are {len(self):,} rounds; there is no round {step:,}.")
        return self.rounds[step - 1]

    def tokenizer_at(self, step: int) -> PipelineTokenizer:
        """The tokenizer after that many rounds: the same object each time, for its tables are large and take time."""
        kept = self._tokenizers.get(step)
        if kept is None:
            kept = super().tokenizer_at(step)
            if len(self._tokenizers) >= _KEPT:
                self._tokenizers.pop(next(iter(self._tokenizers)), None)
            self._tokenizers[step] = kept
        return kept

    def model_at(self, step: int) -> Unigram:
        """The model after that many rounds."""
        model = self.tokenizer_at(step).model
        assert isinstance(model, Unigram)
        return model

    def probe_tokens_at(self, step: int) -> IntArray:
        """(languages,) tokens of each language at a position."""
        return self._probe_tokens_before() if step == 0 else self.rounds[step - 1].probe_tokens

    def probe_series(self, code: str) -> IntArray:
        """(n + 1,) tokens of one language at every position."""
        before = self._probe_tokens_before()
        assert self.probes is not None
        language = self.probes.codes.index(code)
        return np.array([before[language], *(round.probe_tokens[language] for round in self.rounds)])
