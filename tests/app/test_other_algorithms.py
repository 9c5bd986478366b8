"""What follows a training that is no byte-level BPE: the corpus is counted as it does, and no language only looks cheap."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.session import Session
from app.widgets.why.step_facts import score_note
from engine import ALGORITHMS, PATTERNS, History, PreTokenizer, Recipe, sequence_of
from tests.app.conftest import LONG


def train(qtbot: QtBot, session: Session, name: str) -> None:
    row = ALGORITHMS[name]
    cut = PreTokenizer(PATTERNS[row.pattern])
    session.run.set_recipe(Recipe(row.trainer(vocab_size=600), cut, normalizer=sequence_of(row.normalizers)))
    corpus = session.corpus.corpus()
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.run.start(corpus, "Alice")


@pytest.mark.parametrize(("name", "pre_tokens"), [("unigram", 26_384), ("wordpiece", 35_656)])
def test_statistics_count_pre_tokens_as_the_recipe_makes_them(
    qtbot: QtBot, trained: Session, name: str, pre_tokens: int
) -> None:
    train(qtbot, trained, name)
    qtbot.waitUntil(lambda: trained.corpus.statistics is not None and not trained.corpus.busy, timeout=LONG)
    counted = trained.run.history.words
    assert counted is not None
    assert trained.corpus.statistics is not None
    assert trained.corpus.statistics.pre_tokens == counted.pre_tokens
    assert trained.corpus.statistics.pre_tokens > 20_000
    assert trained.corpus.statistics.pre_tokens == pytest.approx(pre_tokens, rel=0.1)


def test_the_score_is_told_with_a_figure_of_this_training(qtbot: QtBot, trained: Session) -> None:
    train(qtbot, trained, "wordpiece")
    history = trained.run.history
    assert isinstance(history, History)
    share = sum(count == 2 for count in history.counts.tolist()) / len(history)
    note = score_note(history)
    assert f"In this training {share:.0%} of the merges are of pairs that occur just 2 times, the minimum." in note
    assert "which was never released" in note


def test_a_language_that_is_unknown_has_no_line_of_premiums(qtbot: QtBot, trained: Session) -> None:
    # GIVEN a WordPiece of an English book, to which Chinese characters are unknown
    train(qtbot, trained, "wordpiece")
    grid = trained.grid
    qtbot.waitUntil(lambda: not grid.busy and bool(grid.doubt("run", "cmn_hans")), timeout=LONG)
    # THEN its few unknown tokens are no bargain that a line would show
    shown = {code for code, _ in grid.premiums_at_end()}
    assert "cmn_hans" not in shown
    assert all(not grid.doubt("run", code) for code in shown)
