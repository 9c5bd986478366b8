"""History: the merges of a byte-pair or WordPiece training, a row a step with all that was recorded of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.algorithms.merge_model import MergeModel
from engine.algorithms.wordpiece import WordPiece
from engine.columns import Chunks, Column
from engine.history.base import StepKind, TrainingHistory
from engine.history.finding import next_holding
from engine.model import Start, Steps
from engine.probe_totals import ProbeTotals
from engine.recipe import Recipe
from engine.tie_rules import RULE_NAMES
from engine.training_state import TrainingState, WordPieceState
from engine.vocabulary import IntArray

Pair = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair that could have been merged: its tokens, their ids, how often it occurs (None: not known), and its score
    where the training goes by one."""

    pair: Pair
    ids: tuple[int, int]
    count: float | None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step, for reading: what was merged, why, and what else could have been.

    `candidates` stand in the order of their counts (WordPiece: scores), the winner first; `choices` says for each tie rule
    what it would have merged; both are empty where the training did not record them.  `score` and `part_counts` are those
    of a trainer that goes by a score, `frequent` is the pair that it would have merged by count.
    """

    step: int
    pair: Pair
    piece: bytes
    ids: tuple[int, int]
    id: int
    count: float
    tied: int
    choices: dict[str, Candidate]
    candidates: tuple[Candidate, ...]
    corpus_tokens: float
    score: float | None = None
    part_counts: tuple[float, float] | None = None
    frequent: Candidate | None = None


class History(TrainingHistory):
    """A training that merges pairs: the columns `parts`, `counts`, `tied` have a row for each step (row 0 is step 1).

    Counts of a weighted corpus are given in tenths there and unscaled by `row`.

    >>> from engine.algorithms.bpe import BPETrainer
    >>> from engine.model import WordCounts
    >>> history = History(Recipe(BPETrainer(max_steps=2)))
    >>> for event in history.recipe.trainer.steps(WordCounts.of({b"low": 5, b"lower": 2})):
    ...     history.append(event)
    >>> history.row(1).pair, history.row(1).count, history.tokenizer_at(1).encode("low").ids.tolist()
    ((b'l', b'o'), 7.0, [256, 119])
    """

    step_kind: StepKind = "merges"

    def __init__(self, recipe: Recipe) -> None:
        super().__init__(recipe)
        self._parts = Column(np.empty((0, 2), np.int32))
        self._counts = Column(np.empty(0, np.int64))
        self._tied = Column(np.empty(0, np.int32))
        self._choices, self._candidates, self._candidate_counts = Chunks(), Chunks(), Chunks()
        self._scores, self._part_counts, self._candidate_scores = Chunks(), Chunks(), Chunks()
        self._frequent, self._frequent_counts = Chunks(), Chunks()
        self._totals: ProbeTotals | None = None

    def _begin(self, start: Start) -> None:
        super()._begin(start)
        if self.probes is not None:
            self._totals = ProbeTotals(self.probes, start.probe_tokens)

    def _append_steps(self, steps: Steps) -> None:
        self._parts.extend(steps.parts)
        self._counts.extend(steps.counts)
        self._corpus_tokens.extend(steps.corpus_tokens)
        self._tied.extend(steps.tied)
        self._choices.extend(steps.choices)
        self._candidates.extend(steps.candidates)
        self._candidate_counts.extend(steps.candidate_counts)
        self._scores.extend(steps.scores)
        self._part_counts.extend(steps.part_counts)
        self._candidate_scores.extend(steps.candidate_scores)
        self._frequent.extend(steps.frequent)
        self._frequent_counts.extend(steps.frequent_counts)
        if self._totals is not None:
            self._totals.append(steps)

    # -- reading ---------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        """Steps known so far."""
        return len(self._parts.rows)

    @property
    def learned(self) -> npt.NDArray[np.int32]:
        """The (n, 2) parts."""
        return self._parts.rows.astype(np.int32, copy=False)

    @property
    def parts(self) -> IntArray:
        """(n, 2) the merged pairs, in the model's own ids."""
        return self._parts.rows

    @property
    def counts(self) -> IntArray:
        """(n,) how often each merged pair occurred (times `words.scale`)."""
        return self._counts.rows

    @property
    def scores(self) -> npt.NDArray[np.float64]:
        """(n,) the score of each merged pair, for a trainer that goes by one; empty for others."""
        return np.asarray(self._scores.joined(), np.float64) * self.scale

    @property
    def tied(self) -> IntArray:
        """(n,) pairs with the winning count, the winner included; empty when ties were not recorded."""
        return self._tied.rows

    def token(self, model_id: int) -> bytes:
        """The bytes of one of the model's ids, as it is stored."""
        return self._full_tokenizer.model.vocabulary[model_id]

    def step_tokens(self, step: int) -> tuple[bytes, ...]:
        left, right = self._parts.rows[step - 1].tolist()
        return self.token(left), self.token(right)

    def made_token(self, step: int) -> bytes:
        return self.token(self.base + step - 1)

    def made_tokens(self) -> tuple[bytes, ...]:
        vocabulary = self._full_tokenizer.model.vocabulary
        return tuple(vocabulary[id] for id in range(self.base, self.base + len(self)))

    def find_token(self, needle: bytes, after: int) -> int | None:
        vocabulary = self._full_tokenizer.model.vocabulary
        offsets = vocabulary.offsets[self.base : self.base + len(self) + 1]
        row = next_holding(vocabulary.data, offsets, needle, after)
        return None if row is None else row + 1

    def tie_rule_at(self, step: int) -> str:
        """Name of the tie rule that decided a step."""
        trainer: Any = self.recipe.trainer
        later = [rule for after, rule in trainer.rule_changes if step > after]
        return str(later[-1] if later else trainer.tie_rule)

    def state_at(self, step: int) -> TrainingState:
        """How the training cuts words after that many steps."""
        return self._state.at_step(step)

    @cached_property
    def _state(self) -> TrainingState:
        """Encoding by merges is what the training does; WordPiece encodes by the longest match instead."""
        model = self._full_tokenizer.model
        if isinstance(model, MergeModel):
            return model.lenient()
        assert isinstance(model, WordPiece)
        return WordPieceState(model)

    def row(self, step: int) -> StepRow:
        """Step `step` (from 1) with everything that was recorded of it.

        Raises IndexError for a step that is not there.
        """
        if not 1 <= step <= len(self):
            raise IndexError(f"There are {len(self):,} steps; there is no step {step:,}.")
        at = step - 1
        count = int(self._counts.rows[at])
        winner = self.candidate(self._parts.rows[at], count)
        made = self.base + at
        return StepRow(
            step=step,
            pair=winner.pair,
            piece=self.token(made),
            ids=winner.ids,
            id=self._public_id(made),
            count=count / self.scale,
            tied=int(self._tied.rows[at]) if at < len(self._tied.rows) else 0,
            choices=self._choices_at(at, count),
            candidates=self._candidates_at(at),
            corpus_tokens=int(self._corpus_tokens.rows[step]) / self.scale,
            score=float(self._scores[at]) * self.scale if at < len(self._scores) else None,
            part_counts=self._part_counts_at(at),
            frequent=self._frequent_at(at),
        )

    def _choices_at(self, at: int, count: int) -> dict[str, Candidate]:
        """What each rule would take of the pairs that tie; equal scores may have other counts, so those say no count."""
        pairs = self._choices[at] if at < len(self._choices) else ()
        score = float(self._scores[at]) * self.scale if at < len(self._scores) else None
        of_winner = count if score is None else None
        return {
            rule: self.candidate(pair, of_winner, score)
            for rule, pair in zip(RULE_NAMES, pairs, strict=False)
            if pair[0] >= 0
        }

    def _frequent_at(self, at: int) -> Candidate | None:
        if at >= len(self._frequent) or self._frequent[at][0] < 0:
            return None
        return self.candidate(self._frequent[at], int(self._frequent_counts[at]))

    def _part_counts_at(self, at: int) -> tuple[float, float] | None:
        if at >= len(self._part_counts):
            return None
        left, right = self._part_counts[at].tolist()
        return left / self.scale, right / self.scale

    def _candidates_at(self, at: int) -> tuple[Candidate, ...]:
        if at >= len(self._candidates):
            return ()
        pairs, counts = self._candidates[at], self._candidate_counts[at].tolist()
        scored = at < len(self._candidate_scores)
        scores = (self._candidate_scores[at] * self.scale).tolist() if scored else [None] * len(counts)
        rows = zip(pairs, counts, scores, strict=True)
        return tuple(self.candidate(pair, count, score) for pair, count, score in rows if pair[0] >= 0)

    def candidate(self, pair: IntArray | tuple[int, int], count: int | None, score: float | None = None) -> Candidate:
        """A pair of the model's ids, with its count times `scale`."""
        left, right = int(pair[0]), int(pair[1])
        tokens, ids = (self.token(left), self.token(right)), (self._public_id(left), self._public_id(right))
        return Candidate(tokens, ids, None if count is None else count / self.scale, score)

    def _public_id(self, model_id: int) -> int:
        return self.recipe.layout.public_id(self.base, model_id)

    # -- languages -------------------------------------------------------------------------------------------------

    @property
    def _probe_totals(self) -> ProbeTotals:
        if self._totals is None:
            raise ValueError("This training had no parallel text beside it.")
        return self._totals

    def probe_tokens_at(self, step: int) -> IntArray:
        """(languages,) tokens of each language of `probes.codes` at a position; raises ValueError without probes."""
        return self._probe_totals.at(step)

    def probe_series(self, code: str) -> IntArray:
        """(n + 1,) tokens of one language at every position."""
        return self._probe_totals.series(code)
