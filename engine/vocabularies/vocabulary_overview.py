"""All there is to know about a tokenizer's tokens, found out step by step: columns, forest, counts in a corpus, named sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from engine.backends import AnyTokenizer, LibraryTokenizer
from engine.corpus import Corpus
from engine.counting import count_words
from engine.errors import EngineError
from engine.history import TrainingHistory
from engine.model import Progress, WordCounts
from engine.tokenizer import PipelineTokenizer
from engine.vocabularies.library_counts import border_of, count_through
from engine.vocabularies.library_forest import forest_of_any
from engine.vocabularies.library_reach import Reach, library_reach
from engine.vocabularies.token_forest import MergeForest
from engine.vocabularies.unreachable import unreachable
from engine.vocabularies.vocabulary_compare import with_variants
from engine.vocabularies.vocabulary_search import Columns
from engine.vocabularies.vocabulary_survey import (
    HOLE,
    LETTERS,
    SPECIAL,
    WORD_START,
    Floats,
    cut_alone,
    survey,
    token_counts,
)

RARE = 3
"""Tokens that a corpus gives so often or less are rare."""
SETS = ("unreachable", "inside", "unused", "rare", "variants")
"""The named sets: no text gives them; their own text gives others; not out of the corpus; seldom; one word in other forms."""


@dataclass(frozen=True, slots=True)
class Overview:
    """A tokenizer and what is known of its tokens so far; `columns.marked` gets more sets as they are found.

    `note` says what is not known, and why.
    """

    tokenizer: AnyTokenizer
    columns: Columns
    forest: MergeForest | None
    is_run: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is looked at.  `history` is the run's, where the tokenizer is its own; `corpus` is counted anew for any other;
    `words` have been counted for it before, `reach` is known of it already."""

    tokenizer: AnyTokenizer
    history: TrainingHistory | None = None
    corpus: Corpus | None = None
    words: WordCounts | None = None
    reach: Reach | None = None


Event = Overview | Progress | WordCounts | Reach


def overview(asked: Asked) -> Iterator[Event]:
    """First what is quick; then the counts, then what can never come out.  WordCounts and Reach may be kept for next time."""
    known = _columns(asked)
    yield known
    for finder in (_counted, _reached):
        for event in finder(asked, known):
            known = event if isinstance(event, Overview) else known
            yield event


def _columns(asked: Asked) -> Overview:
    found = survey(asked.tokenizer)
    found.said.id_of(b"")  # the table behind it is made here, not where it is first needed
    forest = forest_of_any(asked.tokenizer)
    words = np.flatnonzero((found.kinds == LETTERS) | (found.kinds == WORD_START))
    marked = {"variants": with_variants(found.said, words)}
    columns = Columns(asked.tokenizer.vocabulary, found, None, forest.steps if forest is not None else None, marked)
    return Overview(asked.tokenizer, columns, forest, asked.history is not None)


# -- counts ------------------------------------------------------------------------------------------------------------


def _counted(asked: Asked, known: Overview) -> Iterator[Event]:
    """The counts and the sets that follow from them; without a corpus, or where it cannot be written, a note."""
    if asked.history is None and asked.words is None and (asked.corpus is None or not asked.corpus.sources):
        yield replace(known, note="No text is checked in the corpus, so nothing is counted.")
        return
    try:
        for event in _counts(asked):
            yield _with_counts(known, *event) if isinstance(event, tuple) else event
    except EngineError as error:
        yield replace(known, note=str(error))


def _counts(asked: Asked) -> Iterator[Event | tuple[Floats, str]]:
    tokenizer, corpus = asked.tokenizer, asked.corpus
    if isinstance(tokenizer, LibraryTokenizer):
        assert corpus is not None
        whole = border_of(tokenizer) == "whole records"
        note = "Its library is given whole records, as it cuts nowhere else; it cannot be stopped inside one."
        for event in count_through(tokenizer, corpus):
            yield event if isinstance(event, Progress) else (event, note if whole else "")
        return
    words = asked.history.words if asked.history is not None else asked.words
    if words is None:
        assert corpus is not None
        for counted in count_words(corpus, tokenizer.normalizer, tokenizer.pre_tokenizer):
            words = counted if isinstance(counted, WordCounts) else words
            yield counted
    assert words is not None
    yield token_counts(tokenizer, words), ""


def _with_counts(known: Overview, counts: Floats, note: str) -> Overview:
    columns = known.columns
    ordinary = columns.survey.kinds > HOLE
    marked = columns.marked | {"unused": ordinary & (counts == 0), "rare": ordinary & (counts > 0) & (counts <= RARE)}
    return replace(known, columns=replace(columns, counts=counts, marked=marked), note=note)


# -- reach -------------------------------------------------------------------------------------------------------------


def _reached(asked: Asked, known: Overview) -> Iterator[Event]:
    """Tokens that nothing can produce are not merely unused."""
    reach, tokenizer = asked.reach, asked.tokenizer
    if reach is None:
        finder = library_reach(tokenizer) if isinstance(tokenizer, LibraryTokenizer) else _own_reach(tokenizer, known)
        for event in finder:
            reach = event if isinstance(event, Reach) else reach
            yield event
    assert reach is not None
    note = known.note
    if reach.unreachable is None:
        unknown = "Its library does not show how it comes to its tokens, so which of them are unreachable is not known."
        note = f"{note} {unknown}".strip()
    yield replace(known, columns=_with_reach(known.columns, reach), note=note)


def _own_reach(tokenizer: PipelineTokenizer, known: Overview) -> Iterator[Reach]:
    lost = np.zeros(len(known.columns.survey), bool)
    lost[unreachable(tokenizer)] = True
    yield Reach(lost, cut_alone(tokenizer, known.columns.survey))


def _with_reach(columns: Columns, reach: Reach) -> Columns:
    marked, ordinary = dict(columns.marked), columns.survey.kinds != SPECIAL
    lost = np.zeros(len(columns.survey), bool) if reach.unreachable is None else reach.unreachable & ordinary
    if reach.unreachable is not None:
        marked["unreachable"] = lost
    marked |= {name: marked[name] & ~lost for name in ("unused", "rare") if name in marked}
    marked["inside"] = reach.inside & ordinary & ~lost
    return replace(columns, marked=marked)
