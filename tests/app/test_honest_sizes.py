"""The size view of trainings whose tokens do not become fewer: whole words, and characters alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.tradeoffs_pane import TradeoffsPane
from app.session import Session
from app.widgets.theatre.recipe_options import with_option
from app.widgets.tradeoffs.size_words import size_sentence
from tests.app.conftest import LONG

TEXT = "the cat and the dog and the bird and one more word " * 20 + "many words that come seldom " * 3


@pytest.fixture
def pane(qtbot: QtBot, session: Session, appearance: Appearance, show: Callable[..., QWidget]) -> TradeoffsPane:
    session.preparation.start()
    session.corpus.add_text(TEXT)
    qtbot.waitUntil(lambda: len(session.corpus.checked) == 1 and not session.corpus.busy, timeout=LONG)
    made = show(TradeoffsPane(session.tradeoffs, session.cuts, appearance), 1100, 640)
    assert isinstance(made, TradeoffsPane)
    return made


def train(qtbot: QtBot, session: Session, algorithm: str) -> None:
    session.run.set_algorithm(algorithm)
    if algorithm == "word-level":
        session.run.set_recipe(with_option(session.run.recipe, "min_frequency", 1))
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()


def test_whole_words_are_weighed_by_how_many_are_unknown(qtbot: QtBot, session: Session, pane: TradeoffsPane) -> None:
    train(qtbot, session, "word-level")
    qtbot.waitUntil(lambda: pane.stack.currentIndex() == 0, timeout=LONG)
    unknown = session.tradeoffs.unknown_words
    assert unknown is not None
    assert unknown[0] == 1.0
    assert unknown[-1] == pytest.approx(0.0)
    chart = pane.sizes.plot._chart
    assert chart is not None
    assert chart.title == "Words of the corpus that are unknown"
    assert chart.percent
    assert "one token at every size" in pane.sizes.usual.text()
    figures, sentence = pane.sizes.figures, pane.sizes.figures.sentence.text()
    assert "0.0 % of the words unknown" in figures.texts()
    assert any("points of unknown words" in text for text in figures.texts())
    assert not any("attention" in text for text in figures.texts())
    assert "of the words are unknown instead of" in sentence
    assert "attention" not in sentence
    assert figures.title.text().endswith("entries")
    assert figures.other.text().endswith("entries")


def test_what_does_not_change_is_said_to_stay(qtbot: QtBot, session: Session, pane: TradeoffsPane) -> None:
    train(qtbot, session, "word-level")
    qtbot.waitUntil(lambda: session.tradeoffs.point() is not None, timeout=LONG)
    point = session.tradeoffs.point()
    assert point is not None
    sentence = size_sentence(point)
    assert "the same text has as many tokens, its attention stays as it is" in sentence


def test_characters_alone_have_one_size(qtbot: QtBot, session: Session, pane: TradeoffsPane) -> None:
    assert pane.empty._title.text() == "No size curve yet"
    train(qtbot, session, "char-level")
    qtbot.waitUntil(lambda: pane.empty._title.text() == "Character level has one size only", timeout=LONG)
    assert f"The {session.run.history.base:,} characters of the corpus" in pane.empty._sentence.text()
