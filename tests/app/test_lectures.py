"""Lectures, walked through on the stage: what is said of each step is what the worked examples say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.panes.training_pane import TrainingPane
from app.session import Session
from app.widgets.theatre.recipe_options import with_option
from app.widgets.why.why import why_headline, why_sentence
from app.widgets.words.word_layout import merged_tokens
from engine.history import History, RoundHistory
from engine.tie_rules import RULE_NAMES, TIE_RULES
from tests.app.conftest import LONG

EXAMPLES = {
    example["id"]: example
    for example in json.loads((Path(__file__).parents[1] / "data/worked_examples.json").read_text(encoding="utf-8"))
}
FOUR_WORDS = {"low": 5, "lower": 2, "newest": 6, "widest": 3}


def learn(
    qtbot: QtBot, theatre: TrainingPane, session: Session, text: str, algorithm: str, **options: object
) -> TrainingPane:
    session.corpus.add_text(text)
    qtbot.waitUntil(lambda: len(session.corpus.checked) == 1 and not session.corpus.busy, timeout=LONG)
    session.run.set_algorithm(algorithm)
    for option, value in options.items():
        session.run.set_recipe(with_option(session.run.recipe, option, value))
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        theatre.train.click()
    return theatre


def walk(theatre: TrainingPane, session: Session) -> list[tuple[bytes, bytes]]:
    """Step through from the start; what the equation shows."""
    shown = []
    session.playback.to_start()
    for _ in range(session.playback.length):
        session.playback.step(1)
        theatre.flush()
        merge = theatre.equation._merge
        assert merge is not None
        shown.append((merge.left, merge.right))
    return shown


def test_four_merges_of_aaabdaaabac(qtbot: QtBot, theatre: TrainingPane, session: Session) -> None:
    example = EXAMPLES["aaabdaaabac"]
    rule = example["tie_break"]
    learn(
        qtbot, theatre, session, example["text"], "byte-bpe",
        pattern="none", byte_order="raw", min_frequency=1, max_steps=4, tie_rule=rule, specials="top",
    )  # fmt: skip
    shown = walk(theatre, session)
    history = session.run.history
    assert isinstance(history, History)
    assert history.parts.tolist() == [merge["pair"] for merge in example["merges"]]
    assert shown[0] == (b"a", b"a")
    # The tie at step 2: two pairs occur twice or more, and the rule says which
    session.playback.seek(2)
    theatre.flush()
    reasons = theatre.bars._row
    assert reasons is not None
    assert reasons.tied == history.row(2).tied > 1
    assert why_headline(reasons).endswith(f"occur {history.row(2).count:.0f} times.")
    assert TIE_RULES[rule].title.lower() in why_sentence(reasons).lower()
    # Its only word stands on stage as it is cut before the step
    assert b"".join(theatre._groups[0].words[0].tokens) == example["text"].encode()


@pytest.mark.parametrize("name", ["low-lower-new", "lowest", "cat-car-bat", "wider"])
def test_worked_examples_on_stage(qtbot: QtBot, theatre: TrainingPane, session: Session, name: str) -> None:
    example = EXAMPLES[name]
    text = " ".join(word for word, count in example["words"].items() for _ in range(count))
    options = {"tie_rule": example["tie_break"], "min_frequency": 1, "end_of_word": example["end_of_word"]}
    learn(qtbot, theatre, session, text, "char-bpe", unknown=None, max_steps=example["merges"], **options)
    theatre.words.show_only(tuple(example["words"]))
    for number, step in enumerate(example["steps"], start=1):
        session.playback.seek(number)
        theatre.flush()
        merge, reasons = theatre.equation._merge, theatre.bars._row
        assert merge is not None
        assert reasons is not None
        assert [merge.left.decode(), merge.right.decode()] == step["pair"]
        assert (merge.count, reasons.tied) == (step["count"], step["tied"])
        # The user's own words, after the pairs that are lit have become one
        mine = next(group for group in theatre._groups if group.action)
        for word in mine.words:
            tokens = merged_tokens(word.tokens, word.lit, word.made)
            stored = word.text.decode() + (example["end_of_word"] or "")
            assert [token.decode() for token in tokens] == step["words"].get(stored, [t.decode() for t in tokens])


@pytest.mark.parametrize("rule", RULE_NAMES)
def test_four_words_by_each_rule(qtbot: QtBot, theatre: TrainingPane, session: Session, rule: str) -> None:
    text = " ".join(word for word, count in FOUR_WORDS.items() for _ in range(count))
    learn(qtbot, theatre, session, text, "char-bpe", min_frequency=1, tie_rule=rule, max_steps=10)
    shown = walk(theatre, session)
    history = session.run.history
    assert isinstance(history, History)
    assert shown == [history.row(step).pair for step in range(1, len(history) + 1)]
    checked = [row.choice.name for row in theatre.rules._rows if row.isChecked() and row.choice is not None]
    assert checked == [rule]
    # Back at the start every character is a token, the mark among them
    session.playback.to_start()
    theatre.flush()
    assert theatre.equation.accessibleDescription() == "Before the first merge: every character is a token."


def test_the_same_words_with_wordpiece(qtbot: QtBot, theatre: TrainingPane, session: Session) -> None:
    text = " ".join(word for word, count in FOUR_WORDS.items() for _ in range(count))
    learn(qtbot, theatre, session, text, "wordpiece", min_frequency=1)
    shown = walk(theatre, session)
    # d occurs only after i, i only after w: parts that need each other come first
    assert shown[0] in {(b"##i", b"##d"), (b"w", b"##i")}
    session.playback.seek(1)
    theatre.flush()
    facts = theatre.reasons.score._facts
    assert facts is not None
    assert (facts.count, facts.part_counts) == (3.0, (3.0, 3.0))


def test_the_same_words_with_unigram(qtbot: QtBot, theatre: TrainingPane, session: Session) -> None:
    text = " ".join(word for word, count in FOUR_WORDS.items() for _ in range(count))
    learn(qtbot, theatre, session, text, "unigram", vocab_size=16)
    history = session.run.history
    assert isinstance(history, RoundHistory)
    for step in range(1, len(history) + 1):
        session.playback.seek(step)
        theatre.flush()
        assert len(theatre.rounds.table.model.rows) == len(history.row(step).pieces) - history.base + len(
            history.row(step).removed
        )
    assert theatre.rounds.lattice._ways is not None
