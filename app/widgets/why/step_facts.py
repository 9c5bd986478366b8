"""What the theatre shows of one merge, read from the history: the merge, its reasons, the rules' choices, the words.

Pure: a history and a position in, values for the painted widgets out.  Words are shown as the training has cut them, which for
WordPiece is not how its vocabulary would encode them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.translation import translate
from app.widgets.why.equation import Merge
from app.widgets.why.rule_list import RuleChoice
from app.widgets.why.run_curves import goes_by_score
from app.widgets.why.score_panel import ScoreFacts
from app.widgets.why.why import PairRow, Reasons
from app.widgets.words.stage_words import StageGroup, StageWord
from engine.algorithms.wordpiece import SCORES, WordPieceTrainer
from engine.history import Candidate, History, StepRow
from engine.model import WordCounts
from engine.stage import ChangedWords, changed_words, typed_words
from engine.stage import StageWord as CountedWord
from engine.tie_rules import TIE_RULES
from engine.training_state import TrainingState

CHANGING, TIED, PINNED = 0, 1, 2
_CHANGING_WORDS, _TIED_WORDS, _TIED_PAIRS = 12, 2, 2
_WORDS_AN_OPTION = 3
_BYTES = 256


def score_note(history: History) -> str:
    """What one should know of the score, with a figure from this very training; "" where it does not go by one."""
    if not goes_by_score(history) or not len(history):
        return ""
    minimum = history.recipe.trainer.min_frequency  # type: ignore[attr-defined]
    share = float((history.counts == minimum * history.scale).mean())
    return translate(
        "step_facts", "{} In this training {:.0%} of the merges are of pairs that occur just {:,} times, the minimum."
    ).format(translate("engine", SCORES["likelihood"].meaning), share, minimum)


def reasons_of(history: History, row: StepRow) -> Reasons:
    """Why this pair and no other."""
    rule = TIE_RULES[history.tie_rule_at(row.step)]
    by_score = goes_by_score(history)
    candidates = row.candidates or (Candidate(row.pair, row.ids, row.count, row.score),)
    pairs = tuple(
        PairRow(
            *candidate.pair,
            candidate.ids,
            row.count if candidate.count is None else candidate.count,
            candidate.score if by_score else None,
        )
        for candidate in candidates
    )
    return Reasons(pairs, row.tied, rule.name, translate("engine", rule.title))


def score_of(history: History, row: StepRow) -> ScoreFacts | None:
    """The counts that a score is made of, and what plain count would merge; None where the count alone decides."""
    if not goes_by_score(history) or row.part_counts is None or row.score is None:
        return None
    frequent = row.frequent
    return ScoreFacts(
        row.pair,
        row.count,
        row.part_counts,
        row.score,
        frequent.pair if frequent is not None else None,
        frequent.count or 0.0 if frequent is not None else 0.0,
    )


def rule_choices(row: StepRow) -> list[RuleChoice]:
    """What each rule would merge here."""
    rules = []
    for rule in TIE_RULES.values():
        chosen = row.choices.get(rule.name)
        pair = chosen.pair if chosen else None
        rules.append(RuleChoice(rule.name, translate("engine", rule.title), rule.library, pair, pair == row.pair))
    return rules


def words_that_change(history: History, position: int) -> ChangedWords:
    """The words that step `position` changes, cut as they were before it."""
    assert history.words is not None
    left, right = history.parts[position - 1].tolist()
    return changed_words(history.words, history.state_at(position - 1), (left, right), _CHANGING_WORDS)


def merge_of(row: StepRow, words: int | None) -> Merge:
    return Merge(row.step, *row.pair, row.count, words, row.id, row.tied, made=row.piece)


def start_sentence(history: History) -> str:
    """What stands before the first merge."""
    if history.tokenizer_at(0).kind == "byte-bpe":
        return translate("step_facts", "Before the first merge: every byte is a token.")
    return translate("step_facts", "Before the first merge: every character is a token.")


def stage_groups(
    history: History, position: int, changing: ChangedWords | None, pinned: Sequence[bytes]
) -> tuple[StageGroup, ...]:
    """The three groups of words: those the step changes, those the tied pairs would change, the user's own.

    At position 0 there is no step yet, and only the user's words are shown, byte by byte.
    """
    if history.words is None or history.start is None:
        return ()
    before = history.state_at(max(0, position - 1))
    left, right = history.parts[position - 1].tolist() if position else (-1, -1)
    made = history.token(history.base + position - 1) if position else b""
    mine = plain_words(history.words, before, pinned, (left, right), made)
    if changing is None:
        return (
            StageGroup(
                translate("step_facts", "My words"),
                mine,
                translate("step_facts", "before the first merge"),
                translate("step_facts", "Add a word"),
            ),
        )
    row = history.row(position)
    note = _how_many(changing) + _as_trained(history)
    return (
        StageGroup(
            translate("step_facts", "Words that change now"), lit_words(before, changing, (left, right), made), note
        ),
        StageGroup(
            translate("step_facts", "Words the tied pairs would change"),
            _tied_words(history, before, row),
            translate("step_facts", "under another rule"),
        ),
        StageGroup(
            translate("step_facts", "My words"),
            mine,
            translate("step_facts", "pinned") + _as_trained(history),
            translate("step_facts", "Add a word"),
        ),
    )


def _as_trained(history: History) -> str:
    """WordPiece encodes by the longest match, which need not be what its merges gave."""
    return (
        translate("step_facts", ", as the training cuts them")
        if isinstance(history.recipe.trainer, WordPieceTrainer)
        else ""
    )


def quiet_groups(
    history: History, position: int, options: Sequence[Candidate], pinned: Sequence[bytes]
) -> tuple[StageGroup, ...]:
    """Words with the pairs that might merge next, nothing lit: for a step that is a question still."""
    assert history.words is not None
    state = history.state_at(position)
    public = history.recipe.layout.public_ids(history.base, history.base + position)
    words: dict[bytes, StageWord] = {}
    for option in options:
        left, right = np.searchsorted(public, option.ids).tolist()
        for word in changed_words(history.words, state, (left, right), _WORDS_AN_OPTION).words:
            words[word.word] = _plain_word(state, word)
    shown = tuple(sorted(words.values(), key=lambda word: -(word.count or 0)))
    mine = typed_words(history.words, state, pinned)
    return (
        StageGroup(
            translate("step_facts", "Words with these pairs"),
            shown,
            translate("step_facts", "before the merge") + _as_trained(history),
        ),
        StageGroup(
            translate("step_facts", "My words"),
            tuple(_plain_word(state, word) for word in mine),
            translate("step_facts", "pinned"),
            translate("step_facts", "Add a word"),
        ),
    )


def _how_many(changing: ChangedWords) -> str:
    if changing.total is None:
        return translate("step_facts", "the most frequent")
    if changing.total == 1:
        return translate("step_facts", "1 word")
    return translate("step_facts", "{:,} words, the most frequent first").format(changing.total)


def lit_words(
    before: TrainingState, changing: ChangedWords, pair: tuple[int, int], made: bytes
) -> tuple[StageWord, ...]:
    """The words that a merge changes, the pair lit."""
    return tuple(
        StageWord(_tokens(before, word.tokens), word.count, lit=_places(word.tokens, *pair), text=word.word, made=made)
        for word in changing.words
    )


def _tied_words(history: History, before: TrainingState, row: StepRow) -> tuple[StageWord, ...]:
    """Some words of the first tied pairs, the pair marked."""
    assert history.words is not None
    public = history.recipe.layout.public_ids(history.base, history.base + row.step - 1)
    words: list[StageWord] = []
    by_score = goes_by_score(history)
    rivals = [
        candidate
        for candidate in row.candidates
        if candidate.ids != row.ids and (candidate.score == row.score if by_score else candidate.count == row.count)
    ]
    for rival in rivals[:_TIED_PAIRS]:
        left, right = np.searchsorted(public, rival.ids).tolist()
        for word in changed_words(history.words, before, (left, right), _TIED_WORDS).words:
            tied = _places(word.tokens, left, right)
            words.append(StageWord(_tokens(before, word.tokens), word.count, tied=tied, text=word.word))
    return tuple(words)


def plain_words(
    words: WordCounts | None,
    before: TrainingState,
    pinned: Sequence[bytes],
    pair: tuple[int, int] = (-1, -1),
    made: bytes = b"",
) -> tuple[StageWord, ...]:
    """Words that somebody has named, the pair lit where they have it."""
    assert words is not None
    shown = []
    for word in typed_words(words, before, pinned):
        plain = _plain_word(before, word)
        lit = _places(word.tokens, *pair)
        shown.append(StageWord(plain.tokens, word.count, lit=lit, text=word.word, made=made, unknown=plain.unknown))
    return tuple(shown)


def _plain_word(state: TrainingState, word: CountedWord) -> StageWord:
    """A word at rest; a character that the vocabulary cannot write stands as it was typed, and is marked."""
    vocabulary, rest = state.vocabulary, word.word
    tokens, unknown = [], []
    for at, id in enumerate(word.tokens):
        if _is_written(state, id):
            tokens.append(vocabulary[id])
            rest = rest[len(state.text_of(id)) :]
        else:
            unknown.append(at)
            character = rest[:4].decode("utf-8", "ignore")[:1].encode()
            tokens.append(character)
            rest = rest[len(character) :]
    return StageWord(tuple(tokens), word.count, text=word.word, unknown=tuple(unknown))


def _is_written(state: TrainingState, id: int) -> bool:
    bytes_alone = _BYTES if state.first_mergeable >= _BYTES else 0  # byte tokens stand right before the characters
    return state.first_mergeable - bytes_alone <= id < len(state.vocabulary)


def _tokens(state: TrainingState, ids: Sequence[int]) -> tuple[bytes, ...]:
    vocabulary = state.vocabulary
    return tuple(vocabulary[id] if 0 <= id < len(vocabulary) else "\ufffd".encode() for id in ids)


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
