"""What the theatre shows of one step, read from the history: the merge, its reasons, the rules' choices, the words.

Pure: a history and a position in, values for the painted widgets out.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.widgets.equation import Merge
from app.widgets.rule_list import RuleChoice
from app.widgets.token_chips import StageGroup, StageWord
from app.widgets.why import PairRow, Reasons
from engine.algorithms.merge_model import MergeModel
from engine.history import Candidate, History, StepRow
from engine.stage import ChangedWords, changed_words, typed_words
from engine.tie_rules import TIE_RULES

CHANGING, TIED, PINNED = 0, 1, 2
_CHANGING_WORDS, _TIED_WORDS, _TIED_PAIRS = 12, 2, 2


def reasons_of(history: History, row: StepRow) -> Reasons:
    """Why this pair and no other."""
    rule = TIE_RULES[tie_rule_of(history)]
    candidates = row.candidates or (Candidate(row.pair, row.ids, row.count),)
    pairs = tuple(
        PairRow(*candidate.pair, candidate.ids, row.count if candidate.count is None else candidate.count)
        for candidate in candidates
    )
    return Reasons(pairs, row.tied, rule.name, rule.title)


def tie_rule_of(history: History) -> str:
    """Name of the rule that the run follows."""
    return str(history.recipe.trainer.tie_rule)  # type: ignore[attr-defined]


def rule_choices(row: StepRow) -> list[RuleChoice]:
    """What each rule would merge here."""
    rules = []
    for rule in TIE_RULES.values():
        chosen = row.choices.get(rule.name)
        pair = chosen.pair if chosen else None
        rules.append(RuleChoice(rule.name, rule.title, rule.library, pair, pair == row.pair))
    return rules


def words_that_change(history: History, position: int) -> ChangedWords:
    """The words that step `position` changes, cut as they were before it."""
    assert history.words is not None
    before = _model_at(history, position - 1)
    left, right = history.parts[position - 1].tolist()
    return changed_words(history.words, before, (left, right), _CHANGING_WORDS)


def _model_at(history: History, position: int) -> MergeModel:
    model = history.tokenizer_at(position).model
    assert isinstance(model, MergeModel)
    return model


def merge_of(row: StepRow, words: int | None) -> Merge:
    return Merge(row.step, *row.pair, row.count, words, row.id, row.tied)


def stage_groups(
    history: History, position: int, changing: ChangedWords | None, pinned: Sequence[bytes]
) -> tuple[StageGroup, ...]:
    """The three groups of words: those the step changes, those the tied pairs would change, the user's own.

    At position 0 there is no step yet, and only the user's words are shown, byte by byte.
    """
    if history.words is None:
        return ()
    before = _model_at(history, max(0, position - 1))
    mine = _pinned_words(history, before, position, pinned)
    if changing is None:
        return (StageGroup("My words", mine, "before the first merge", "Add a word"),)
    row = history.row(position)
    note = _how_many(changing)
    return (
        StageGroup("Words that change now", _changing_words(history, before, position, changing), note),
        StageGroup("Words the tied pairs would change", _tied_words(history, before, row), "under another rule"),
        StageGroup("My words", mine, "pinned", "Add a word"),
    )


def _how_many(changing: ChangedWords) -> str:
    if changing.total is None:
        return "the most frequent"
    if changing.total == 1:
        return "1 word"
    return f"{changing.total:,} words, the most frequent first"


def _changing_words(
    history: History, before: MergeModel, position: int, changing: ChangedWords
) -> tuple[StageWord, ...]:
    left, right = history.parts[position - 1].tolist()
    return tuple(
        StageWord(_tokens(before, word.tokens), word.count, lit=_places(word.tokens, left, right))
        for word in changing.words
    )


def _tied_words(history: History, before: MergeModel, row: StepRow) -> tuple[StageWord, ...]:
    """Some words of the first tied pairs, the pair marked."""
    assert history.words is not None
    public = history.recipe.layout.public_ids(history.base, history.base + row.step - 1)
    words: list[StageWord] = []
    rivals = [candidate for candidate in row.candidates if candidate.count == row.count and candidate.ids != row.ids]
    for rival in rivals[:_TIED_PAIRS]:
        left, right = np.searchsorted(public, rival.ids).tolist()
        for word in changed_words(history.words, before, (left, right), _TIED_WORDS).words:
            words.append(StageWord(_tokens(before, word.tokens), word.count, tied=_places(word.tokens, left, right)))
    return tuple(words)


def _pinned_words(
    history: History, before: MergeModel, position: int, pinned: Sequence[bytes]
) -> tuple[StageWord, ...]:
    assert history.words is not None
    left, right = history.parts[position - 1].tolist() if position else (-1, -1)
    return tuple(
        StageWord(_tokens(before, word.tokens), word.count, lit=_places(word.tokens, left, right))
        for word in typed_words(history.words, before, pinned)
    )


def _tokens(model: MergeModel, ids: Sequence[int]) -> tuple[bytes, ...]:
    vocabulary = model.vocabulary
    return tuple(vocabulary[id] for id in ids)


def _places(ids: Sequence[int], left: int, right: int) -> tuple[int, ...]:
    """Indexes of the left parts of the pair, from the left without overlap.

    >>> _places((7, 7, 7, 8, 7, 7), 7, 7)
    (0, 4)
    """
    places, at = [], 0
    while at + 1 < len(ids):
        if (ids[at], ids[at + 1]) == (left, right):
            places.append(at)
            at += 1
        at += 1
    return tuple(places)
