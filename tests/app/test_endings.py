"""How a training ends is told in the algorithm's own words, once, and not any more when the next begins."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.session import Session
from app.widgets.steps.step_lists import end_sentence
from engine.algorithms import ALGORITHMS
from engine.corpus import Corpus
from engine.recipe import Recipe
from engine.training import new_history, train
from tests.app.conftest import LONG


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("byte-bpe", "No pair is left to merge. Training ends at step"),
        ("char-level", "characters of the corpus are the tokens. Nothing is merged."),
        ("word-level", "Every word of the corpus is taken in. Training ends at step"),
    ],
)
def test_the_end_is_told_in_the_algorithms_own_words(name: str, words: str) -> None:
    options = {} if name == "char-level" else {"vocab_size": None, "min_frequency": 1}
    history = new_history(Recipe(ALGORITHMS[name].trainer(**options)))
    for event in train(Corpus.of_text("low lower newest widest " * 20), history.recipe):
        history.append(event)
    assert history.stopped == "exhausted"
    assert words in end_sentence(history, "exhausted")
    assert end_sentence(history, "vocab-size") == "" or name == "char-level"


def test_how_a_run_ended_is_no_news_when_the_next_begins(qtbot: QtBot, window: MainWindow, session: Session) -> None:
    session.run.set_algorithm("char-level")
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    assert "Nothing is merged" in window.messages.label.text()
    assert "No pair" not in window.messages.label.text()
    session.run.set_algorithm("byte-bpe")
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    assert all("Nothing is merged" not in message.text for message in window.messages.messages)
