"""train() yields what happens while a tokenizer learns; a History is what was yielded, and can be read at any step.

Nothing is undone to go back in time: the model cut to its first `k` merges *is* the state after step `k`, so every
position costs the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.corpus import Corpus
from engine.counting import count_parallel, count_words
from engine.model import Probes, Progress, Steps, Stopped, StopReason, WordCounts
from engine.parallel import ParallelText
from engine.recipe import Recipe
from engine.tie_rules import RULE_NAMES
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import IntArray

TrainingEvent = Progress | WordCounts | Probes | Steps | Stopped
Pair = tuple[bytes, bytes]

_CHECKPOINT = 256
"""Totals of the languages are kept every so many steps; a position is one of them and at most that many short rows."""


def train(
    corpus: Corpus, recipe: Recipe, probes: ParallelText | None = None, *, record: bool = True
) -> Iterator[TrainingEvent]:
    """Learn from a corpus, merge by merge.

    Yields the counted words, the probes if any, then Steps as they are learned, with Progress between, and last a Stopped.
    Ceasing to iterate cancels; what was yielded until then is a complete smaller tokenizer (`History.tokenizer_at`).
    `record=False` asks for the merges alone, without candidates, ties and other rules' choices.  Raises CorpusError for
    an empty or unreadable corpus, OptionError for options that exclude each other.

    >>> history = History(recipe)                                   # doctest: +SKIP
    >>> for event in train(corpus, recipe): history.append(event)   # doctest: +SKIP
    """
    words = None
    for event in count_words(corpus, recipe.pattern, recipe.special_tokens):
        if isinstance(event, WordCounts):
            words = event
        yield event
    assert words is not None
    counted = None
    if probes is not None:
        counted = count_parallel(probes, recipe.pattern)
        yield counted
    yield from recipe.trainer.steps(words, counted, specials=len(recipe.special_tokens), record=record)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair that could have been merged: its tokens, their ids and how often it occurs."""

    pair: Pair
    ids: tuple[int, int]
    count: float


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step, for reading: what was merged, why, and what else could have been.

    `candidates` stand in the order of their counts, the winner first; `choices` says for each tie rule what it would have
    merged; both are empty where the training did not record them.
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


class _Column:
    """An array that grows at its end, by doubling."""

    def __init__(self, empty: IntArray) -> None:
        self._data = empty
        self._length = len(empty)

    def extend(self, rows: IntArray) -> None:
        need = self._length + len(rows)
        if need > len(self._data):
            grown = np.empty((max(need, 2 * len(self._data), 1024), *self._data.shape[1:]), self._data.dtype)
            grown[: self._length] = self._data[: self._length]
            self._data = grown
        self._data[self._length : need] = rows
        self._length = need

    @property
    def rows(self) -> IntArray:
        return self._data[: self._length]


class History:
    """What a training yielded, appended as it arrives; steps are counted from 1 and position 0 is before the first.

    The columns `counts`, `tied` have a row for each step (row 0 is step 1); `corpus_tokens` has one more, row 0 being
    the corpus before the first step.  Counts of a weighted corpus are given in tenths there and unscaled by `row`.
    """

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.words: WordCounts | None = None
        self.probes: Probes | None = None
        self.stopped: StopReason | None = None
        self._parts = _Column(np.empty((0, 2), np.int32))
        self._counts = _Column(np.empty(0, np.int64))
        self._tied = _Column(np.empty(0, np.int32))
        self._choices = _Column(np.empty((0, len(RULE_NAMES), 2), np.int32))
        self._candidates = _Column(np.empty((0, 20, 2), np.int32))
        self._candidate_counts = _Column(np.empty((0, 20), np.int64))
        self._corpus_tokens = _Column(np.empty(0, np.int64))
        self._probe_rows = _Column(np.zeros(1, np.int64))
        self._probe_languages = _Column(np.empty(0, np.int32))
        self._probe_deltas = _Column(np.empty(0, np.int32))
        self._probe_totals: list[IntArray] = []

    def append(self, event: TrainingEvent) -> None:
        """Take in what `train` yielded; Progress is passed over."""
        if isinstance(event, Steps):
            self._append_steps(event)
        elif isinstance(event, WordCounts):
            self.words = event
            self._corpus_tokens.extend(np.array([int((event.counts * event.lengths).sum())]))
        elif isinstance(event, Probes):
            self.probes = event
            self._probe_totals = [_probe_bytes(event)]
        elif isinstance(event, Stopped):
            self.stopped = event.reason

    def _append_steps(self, steps: Steps) -> None:
        self._parts.extend(steps.parts)
        self._counts.extend(steps.counts)
        self._corpus_tokens.extend(steps.corpus_tokens)
        self._tied.extend(steps.tied)
        self._choices.extend(steps.choices)
        self._candidates.extend(steps.candidates)
        self._candidate_counts.extend(steps.candidate_counts)
        if self.probes is not None:
            self._probe_rows.extend(self._probe_rows.rows[-1] + steps.probe_rows[1:])
            self._probe_languages.extend(steps.probe_languages)
            self._probe_deltas.extend(steps.probe_deltas)
            self._checkpoint_probes()
        self.__dict__.pop("_full_tokenizer", None)

    def _checkpoint_probes(self) -> None:
        while len(self._probe_totals) * _CHECKPOINT <= len(self):
            start = (len(self._probe_totals) - 1) * _CHECKPOINT
            self._probe_totals.append(self._probe_totals[-1] - self._probe_delta(start, start + _CHECKPOINT))

    def _probe_delta(self, start: int, stop: int) -> IntArray:
        """Tokens that each language lost in the steps after position `start`, up to position `stop`."""
        assert self.probes is not None
        rows = slice(self._probe_rows.rows[start], self._probe_rows.rows[stop])
        deltas = self._probe_deltas.rows[rows]
        sums = np.bincount(self._probe_languages.rows[rows], deltas, len(self.probes.codes))
        return sums.astype(np.int64)

    # -- reading ---------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        """Steps known so far."""
        return len(self._parts.rows)

    @property
    def parts(self) -> IntArray:
        """(n, 2) the merged pairs, in the model's own ids."""
        return self._parts.rows

    @property
    def counts(self) -> IntArray:
        """(n,) how often each merged pair occurred (times `words.scale`)."""
        return self._counts.rows

    @property
    def tied(self) -> IntArray:
        """(n,) pairs with the winning count, the winner included; empty when ties were not recorded."""
        return self._tied.rows

    @property
    def corpus_tokens(self) -> IntArray:
        """(n + 1,) tokens of the corpus at each position, 0 being before the first step (times `words.scale`)."""
        return self._corpus_tokens.rows

    @cached_property
    def _full_tokenizer(self) -> PipelineTokenizer:
        model = self.recipe.trainer.model(self._parts.rows.astype(np.int32, copy=False))
        return PipelineTokenizer.from_recipe("this run", self.recipe, model)

    def tokenizer_at(self, step: int) -> PipelineTokenizer:
        """The tokenizer as it was after that many steps; a valid tokenizer in its own right."""
        return self._full_tokenizer.at_step(step)

    def token(self, model_id: int) -> bytes:
        """The bytes of one of the model's ids."""
        return self._full_tokenizer.model.vocabulary[model_id]

    def row(self, step: int) -> StepRow:
        """Step `step` (from 1) with everything that was recorded of it.

        Raises IndexError for a step that is not there.
        """
        if not 1 <= step <= len(self):
            raise IndexError(f"There are {len(self):,} steps; there is no step {step:,}.")
        at = step - 1
        winner = self._candidate(self._parts.rows[at], int(self._counts.rows[at]))
        choices = self._choices.rows[at] if at < len(self._choices.rows) else np.empty((0, 2), np.int32)
        return StepRow(
            step=step,
            pair=winner.pair,
            piece=b"".join(winner.pair),
            ids=winner.ids,
            id=int(self._public_ids[self.recipe.layout.base + at]),
            count=winner.count,
            tied=int(self._tied.rows[at]) if at < len(self._tied.rows) else 0,
            choices={
                rule: self._candidate(pair, int(self._counts.rows[at]))
                for rule, pair in zip(RULE_NAMES, choices, strict=False)
            },
            candidates=self._candidates_at(at),
            corpus_tokens=int(self._corpus_tokens.rows[step]) / self._scale,
        )

    def _candidates_at(self, at: int) -> tuple[Candidate, ...]:
        if at >= len(self._candidates.rows):
            return ()
        pairs, counts = self._candidates.rows[at], self._candidate_counts.rows[at]
        return tuple(
            self._candidate(pair, int(count)) for pair, count in zip(pairs, counts, strict=True) if pair[0] >= 0
        )

    def _candidate(self, pair: IntArray, count: int) -> Candidate:
        left, right = int(pair[0]), int(pair[1])
        public = self._public_ids
        return Candidate(
            (self.token(left), self.token(right)), (int(public[left]), int(public[right])), count / self._scale
        )

    @property
    def _public_ids(self) -> IntArray:
        return self.recipe.layout.public_ids(len(self))

    @property
    def _scale(self) -> int:
        return self.words.scale if self.words is not None else 1

    # -- languages -------------------------------------------------------------------------------------------------

    def probe_tokens_at(self, step: int) -> IntArray:
        """(languages,) tokens of each language of `probes.codes` at a position; raises ValueError without probes."""
        if self.probes is None:
            raise ValueError("This training had no parallel text beside it.")
        checkpoint = min(step // _CHECKPOINT, len(self._probe_totals) - 1)
        return self._probe_totals[checkpoint] - self._probe_delta(checkpoint * _CHECKPOINT, step)

    def probe_series(self, code: str) -> IntArray:
        """(n + 1,) tokens of one language at every position."""
        if self.probes is None:
            raise ValueError("This training had no parallel text beside it.")
        language = self.probes.codes.index(code)
        rows = np.flatnonzero(self._probe_languages.rows == language)
        step_of_row = np.searchsorted(self._probe_rows.rows, rows, "right")
        lost = np.bincount(step_of_row, self._probe_deltas.rows[rows], len(self) + 1)
        start = int(self._probe_totals[0][language])
        return (start - np.cumsum(lost)).astype(np.int64)

    def premium_series(self, code: str, reference: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """(n + 1,) premium of a language over the reference at every position: ratio of their tokens."""
        series: np.ndarray[tuple[int], np.dtype[np.float64]] = self.probe_series(code) / self.probe_series(reference)
        return series


def _probe_bytes(probes: Probes) -> IntArray:
    """Tokens of each language before the first step: its bytes."""
    lengths = np.repeat(probes.lengths, np.diff(probes.rows))
    return np.bincount(probes.languages, lengths * probes.times, len(probes.codes)).astype(np.int64)
