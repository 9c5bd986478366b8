"""What the stage asks of a training: how words are cut at a step, all pairs that tied, and runs whose rule changes on the way."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.algorithms.bpe import BPETrainer
from engine.algorithms.char_bpe import CharBPETrainer
from engine.algorithms.wordpiece import WordPieceTrainer
from engine.errors import OptionError
from engine.history import History
from engine.model import Start, Steps, Stopped, WordCounts
from engine.recipe import Recipe
from engine.stage import changed_words, typed_words
from engine.tie_rules import RULE_NAMES
from engine.tied_pairs import TiedPairs, tied_pairs
from tests.references.wordpiece import NaiveTraining

FOUR_WORDS = WordCounts.of({b"low": 5, b"lower": 2, b"newest": 6, b"widest": 3})
TRAINERS: tuple[Any, ...] = (
    BPETrainer(min_frequency=1),
    CharBPETrainer(min_frequency=1),
    CharBPETrainer(min_frequency=1, unknown="[UNK]", character_coverage=0.9),
    WordPieceTrainer(min_frequency=2),
    WordPieceTrainer(min_frequency=1, score="count"),
)


def learned(trainer: Any, words: WordCounts) -> History:
    history = History(Recipe(trainer))
    history.append(words)
    for event in trainer.steps(words):
        if isinstance(event, Start | Steps | Stopped):
            history.append(event)
    return history


def random_words(seed: int, letters: str = "abcd") -> WordCounts:
    chance = random.Random(seed)
    words = {"".join(chance.choices(letters, k=chance.randint(1, 7))): chance.randint(1, 4) for _ in range(25)}
    return WordCounts.of({word.encode(): count for word, count in words.items()})


@pytest.mark.parametrize("trainer", TRAINERS, ids=lambda trainer: type(trainer).__name__)
def test_words_are_cut_as_the_training_has_them(trainer: Any) -> None:
    for seed in range(4):
        words = random_words(seed, "abcdé")
        history = learned(trainer, words)
        texts = [words.word(index) for index in range(len(words))]
        for step in (0, 1, len(history) // 2, len(history)):
            expected = [ids.tolist() for ids in trainer.replay(words, step)]
            shown = [[id for id in ids.tolist() if id >= 0] for ids in history.state_at(step).segment(texts)]
            assert [len(ids) for ids in shown] == [len(ids) for ids in expected]
            known = [at for at, ids in enumerate(expected) if max(ids) < history.base + step]
            assert [shown[at] for at in known] == [expected[at] for at in known]


@pytest.mark.parametrize("trainer", TRAINERS, ids=lambda trainer: type(trainer).__name__)
def test_the_whole_tied_set_is_as_large_as_was_recorded(trainer: Any) -> None:
    for seed in range(4):
        history = learned(trainer, random_words(seed))
        for step in range(1, len(history) + 1):
            [tied] = [event for event in tied_pairs(history, step) if isinstance(event, TiedPairs)]
            row = history.row(step)
            assert len(tied.pairs) == row.tied
            assert row.ids in [pair.ids for pair in tied.pairs]
            assert {choice.ids for choice in row.choices.values()} <= {pair.ids for pair in tied.pairs}


@pytest.mark.parametrize("trainer", TRAINERS[:2] + TRAINERS[3:], ids=lambda trainer: type(trainer).__name__)
def test_a_branch_follows_one_rule_and_then_another(trainer: Any) -> None:
    for seed in range(3):
        words = random_words(seed)
        whole = learned(trainer, words)
        for rule in RULE_NAMES:
            step = len(whole) // 3
            branch = learned(replace(trainer, rule_changes=((step, rule),)), words)
            assert branch.parts[:step].tolist() == whole.parts[:step].tolist()
            for later in range(1, len(branch) + 1):
                row = branch.row(later)
                assert branch.tie_rule_at(later) == (rule if later > step else trainer.tie_rule)
                assert row.choices[branch.tie_rule_at(later)].ids == row.ids
            assert branch.row(step + 1).ids == whole.row(step + 1).choices[rule].ids


@pytest.mark.parametrize("rule", RULE_NAMES)
def test_a_branch_of_wordpiece_is_what_the_description_gives(rule: str) -> None:
    for seed in range(4):
        words = random_words(seed)
        texts = {words.word(index).decode(): int(words.counts[index]) for index in range(len(words))}
        naive = NaiveTraining(texts, rule="smallest-ids", minimum=2, by_score=True)
        branch = learned(WordPieceTrainer(min_frequency=2, rule_changes=((3, rule),)), words)
        for step in range(1, len(branch) + 1):
            naive.rule = rule if step > 3 else "smallest-ids"
            expected = naive.step()
            assert expected is not None
            assert tuple(branch.parts[step - 1].tolist()) == expected.pair
            frequent = branch.row(step).frequent
            assert frequent is not None
            assert frequent.ids == expected.frequent


def test_two_changes_of_the_rule_and_none_back_in_time() -> None:
    trainer = BPETrainer(min_frequency=1, rule_changes=((2, "first-seen"), (5, "shortest")))
    history = learned(trainer, FOUR_WORDS)
    assert [history.tie_rule_at(step) for step in (1, 2, 3, 5, 6)] == [
        "smallest-ids", "smallest-ids", "first-seen", "first-seen", "shortest"
    ]  # fmt: skip
    with pytest.raises(OptionError, match="must rise; they are 5, 2"):
        BPETrainer(rule_changes=((5, "shortest"), (2, "first-seen")))
    with pytest.raises(OptionError, match="no tie rule 'fastest'"):
        BPETrainer(rule_changes=((5, "fastest"),))


def test_words_that_a_wordpiece_merge_changes() -> None:
    history = learned(WordPieceTrainer(min_frequency=2), FOUR_WORDS)
    for step in range(1, len(history) + 1):
        pair = tuple(history.parts[step - 1].tolist())
        before, after = history.state_at(step - 1), history.state_at(step)
        found = changed_words(FOUR_WORDS, before, pair)
        texts = [FOUR_WORDS.word(index) for index in range(len(FOUR_WORDS))]
        changed = {
            text
            for text, old, new in zip(texts, before.segment(texts), after.segment(texts), strict=True)
            if old.tolist() != new.tolist()
        }
        assert {word.word for word in found.words} == changed
        assert found.total == len(changed)


def test_typed_words_may_be_anything() -> None:
    history = learned(WordPieceTrainer(min_frequency=2), FOUR_WORDS)
    low, again, strange = typed_words(FOUR_WORDS, history.state_at(2), [b"low", b"low", "日".encode()])
    assert low == again
    assert low.count == 5
    assert strange.tokens == (0,)
    assert history.state_at(2).text_of(low.tokens[0]) + history.state_at(2).text_of(low.tokens[1]) in b"low"
