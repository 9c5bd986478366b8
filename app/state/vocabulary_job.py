"""What is found out about the selected tokenizer's vocabulary, in the background: columns, trees, counts, sets of tokens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from engine import AnyTokenizer, Corpus, EngineError, PipelineTokenizer, Progress, TrainingHistory, WordCounts
from engine.counting import count_words
from engine.token_forest import MergeForest, forest_of
from engine.unreachable import unreachable_tokens
from engine.vocabulary_search import Columns
from engine.vocabulary_survey import HOLE, SPECIAL, Flags, cut_alone, survey, token_counts

RARE = 3
"""Tokens that a corpus gives so often or less are rare."""
_LARGE_LIBRARY = 60_000
"""A library's merges are followed one by one: with more entries than this it takes too long."""


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A tokenizer and what is known of it so far; `columns.marked` gets more sets as they are found.

    `note` says why the corpus is not counted.
    """

    tokenizer: AnyTokenizer
    title: str
    columns: Columns
    forest: MergeForest | None
    is_run: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class VocabularyJob:
    """Steps of the work, each of which yields what is known by then.  `history` is the run's, where the tokenizer is its
    own; `corpus` is counted anew for any other; `words` has been counted for it before."""

    tokenizer: AnyTokenizer
    title: str
    history: TrainingHistory | None = None
    corpus: Corpus | None = None
    words: WordCounts | None = None

    def steps(self) -> Iterator[Surveyed | Progress | WordCounts]:
        """First what is quick; then the counts, then what can never come out."""
        known = self._begin()
        yield known
        for event in self._counted(known):
            if isinstance(event, Surveyed):
                known = event
            yield event
        yield self._with_reach(known)

    def _begin(self) -> Surveyed:
        found = survey(self.tokenizer)
        found.said.id_of(b"")  # the table behind it is made here, not in the window's thread
        forest = forest_of(self.tokenizer, self.history)
        steps = forest.steps if forest is not None else None
        columns = Columns(self.tokenizer.vocabulary, found, None, steps)
        return Surveyed(self.tokenizer, self.title, columns, forest, self.history is not None)

    def _counted(self, known: Surveyed) -> Iterator[Surveyed | Progress | WordCounts]:
        if not isinstance(self.tokenizer, PipelineTokenizer):
            yield replace(known, note="It runs on its own library: a corpus is not counted through it.")
            return
        words = self.history.words if self.history is not None else self.words
        if words is None and self.corpus is not None and self.corpus.sources:
            try:
                for event in count_words(self.corpus, self.tokenizer.normalizer, self.tokenizer.pre_tokenizer):
                    words = event if isinstance(event, WordCounts) else words
                    yield event
            except EngineError as error:
                yield replace(known, note=str(error))
                return
        if words is None:
            yield replace(known, note="No text is checked in the corpus, so nothing is counted.")
            return
        try:
            counts = token_counts(self.tokenizer, words)
        except EngineError as error:
            yield replace(known, note=str(error))
            return
        ordinary = known.columns.survey.kinds > HOLE
        marked = {"unused": ordinary & (counts == 0), "rare": ordinary & (counts > 0) & (counts <= RARE)}
        yield replace(known, columns=replace(known.columns, counts=counts, marked=marked))

    def _with_reach(self, known: Surveyed) -> Surveyed:
        """Tokens that nothing can produce are not merely unused."""
        columns, size = known.columns, len(known.columns.survey)
        marked = dict(columns.marked)
        large = not isinstance(self.tokenizer, PipelineTokenizer) and size > _LARGE_LIBRARY
        lost = None if large else unreachable_tokens(self.tokenizer)
        if lost is not None:
            flags: Flags = np.zeros(size, bool)
            flags[lost] = True
            flags &= columns.survey.kinds != SPECIAL
            marked["unreachable"] = flags
            marked |= {name: marked[name] & ~flags for name in ("unused", "rare") if name in marked}
        if isinstance(self.tokenizer, PipelineTokenizer):
            marked["alone"] = cut_alone(self.tokenizer, columns.survey) & ~marked.get(
                "unreachable", np.zeros(size, bool)
            )
        return replace(known, columns=replace(columns, marked=marked))
