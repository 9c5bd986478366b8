"""TrainingHistory: what all histories have - words, probes, a tokenizer at any position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from engine.columns import Column
from engine.history.writing import WrittenLanguages, alphabet_of
from engine.model import Additions, Probes, Progress, Round, Start, Steps, Stopped, StopReason, WordCounts
from engine.recipe import Recipe
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import IntArray

TrainingEvent = Progress | WordCounts | Probes | Start | Steps | Round | Additions | Stopped
StepKind = Literal["merges", "rounds", "additions"]
_LOOKED_AT = 12
"""Languages, those that a step helps most first: each that is looked at for the first time takes a moment."""


class TrainingHistory(ABC):
    """What all histories have: the counted words, the languages along, why it stopped, a tokenizer at any position."""

    step_kind: StepKind

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.words: WordCounts | None = None
        self.probes: Probes | None = None
        self.start: Start | None = None
        self.stopped: StopReason | None = None
        self.events: list[TrainingEvent] = []
        """All that was taken in, in its order: what a file keeps of a history."""
        self._corpus_tokens = Column(np.empty(0, np.int64))

    def append(self, event: TrainingEvent) -> None:
        """Take in what `train` yielded; Progress is passed over."""
        if not isinstance(event, Progress):
            self.events.append(event)
        if isinstance(event, Steps | Round | Additions):
            self._append_steps(event)
            for made in ("_full_tokenizer", "_state"):
                self.__dict__.pop(made, None)
        elif isinstance(event, WordCounts):
            self.words = event
        elif isinstance(event, Probes):
            self.probes = event
        elif isinstance(event, Start):
            self.start = event
            self._begin(event)
        elif isinstance(event, Stopped):
            self.stopped = event.reason

    def _begin(self, start: Start) -> None:
        self._corpus_tokens.extend(np.array([start.corpus_tokens]))

    @abstractmethod
    def _append_steps(self, steps: Any) -> None: ...

    @abstractmethod
    def __len__(self) -> int:
        """Steps known so far."""

    @property
    @abstractmethod
    def learned(self) -> Any:
        """What `Trainer.model` makes a model of."""

    def step_tokens(self, step: int) -> tuple[bytes, ...]:
        """What step `step` (from 1) is about, as stored: both parts of a merge, or the word taken in; () for a round."""
        return ()

    def made_token(self, step: int) -> bytes:
        """The token that step `step` (from 1) brings, as stored; b"" for a round."""
        return b""

    def made_tokens(self) -> tuple[bytes, ...]:
        """(n,) the token that each step brings, as stored; () where steps take away."""
        return ()

    def find_token(self, needle: bytes, after: int) -> int | None:
        """The next step behind step `after` whose token holds the bytes; the search goes round once.  None for none."""
        tokens = self.made_tokens()
        for distance in range(len(tokens)):
            row = (after + distance) % len(tokens)
            if needle in tokens[row]:
                return row + 1
        return None

    @property
    def corpus_tokens(self) -> IntArray:
        """(n + 1,) tokens of the corpus at each position, 0 being before the first step (times `words.scale`)."""
        return self._corpus_tokens.rows

    @property
    def base(self) -> int:
        """How many base symbols there are; 0 before the training has begun."""
        return len(self.start.symbols) if self.start is not None else 0

    @property
    def sizes(self) -> IntArray:
        """(n + 1,) entries of the vocabulary at each position, special tokens included."""
        return np.arange(len(self) + 1, dtype=np.int64) + self.base + len(self.recipe.special_tokens)

    @cached_property
    def _full_tokenizer(self) -> PipelineTokenizer:
        if self.start is None:
            raise ValueError("The training has not begun.")
        return PipelineTokenizer.from_recipe(
            "this run", self.recipe, self.recipe.trainer.model(self.start, self.learned)
        )

    def tokenizer_at(self, step: int) -> PipelineTokenizer:
        """The tokenizer as it was after that many steps; a valid tokenizer in its own right."""
        return self._full_tokenizer.at_step(step)

    @property
    def scale(self) -> int:
        """By how much counts are larger than what they count."""
        return self.words.scale if self.words is not None else 1

    @property
    def tied(self) -> IntArray:
        """(n,) how many were worth as much as the winner of each step, itself included; empty where nothing can tie."""
        return np.empty(0, np.int32)

    @property
    def notable_steps(self) -> IntArray:
        """Steps that are worth a stop, ascending: those at which several were worth the same."""
        return np.flatnonzero(self.tied > 1) + 1

    # -- languages -------------------------------------------------------------------------------------------------

    def helped_most(self, step: int, count: int = 3) -> list[tuple[str, float]]:
        """The languages that a step makes shorter most, each with the share of its tokens that the step saves.

        Empty without parallel text, and for languages that it does not change.  Those that cannot be written are left out.
        """
        if self.probes is None or step < 1:
            return []
        before = self.probe_tokens_at(step - 1)
        shares = (before - self.probe_tokens_at(step)) / np.maximum(before, 1)
        first = np.argsort(-shares, kind="stable")[:_LOOKED_AT]
        best = [at for at in first.tolist() if shares[at] > 0 and self._written.writes(at)][:count]
        return [(self.probes.codes[at], float(shares[at])) for at in best]

    @cached_property
    def _written(self) -> WrittenLanguages:
        assert self.probes is not None
        assert self.start is not None
        return WrittenLanguages(self.probes, alphabet_of(self.recipe, self.start))

    def probe_tokens_at(self, step: int) -> IntArray:
        """(languages,) tokens of each language of `probes.codes` at a position; raises ValueError without probes."""
        return self._probe_tokens_before()

    def probe_series(self, code: str) -> IntArray:
        """(n + 1,) tokens of one language at every position."""
        assert self.probes is not None
        return np.full(len(self) + 1, self.probe_tokens_at(0)[self.probes.codes.index(code)])

    def premium_series(self, code: str, reference: str) -> npt.NDArray[np.float64]:
        """(n + 1,) premium of a language over the reference at every position: ratio of their tokens."""
        series: npt.NDArray[np.float64] = self.probe_series(code) / self.probe_series(reference)
        return series

    def _probe_tokens_before(self) -> IntArray:
        if self.probes is None or self.start is None:
            raise ValueError("This training had no parallel text beside it.")
        return self.start.probe_tokens
