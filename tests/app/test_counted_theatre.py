"""Between counting and the first step the theatre shows the words that are learned from."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.panes.training_pane import TrainingPane
from app.session import Session
from app.state.training.first_recipes import first_recipe
from app.state.training.run_record import RunRecord
from app.widgets.theatre.counted_theatre import most_frequent
from engine.history import TrainingEvent
from engine.model import WordCounts
from engine.training import new_history
from tests.app.conftest import LONG

WORDS = WordCounts.of({b"low": 5, "café".encode(): 9, b"newest": 7})


def begin(session: Session, name: str, goes_on: threading.Event) -> None:
    """A training whose first step is long in coming."""
    recipe = first_recipe(name)

    def job() -> Iterator[TrainingEvent]:
        yield WORDS
        goes_on.wait(LONG / 1000)
        yield from recipe.trainer.steps(WORDS, None, specials=0)

    session.run._begin(job, RunRecord(new_history(recipe), "words"))


@pytest.mark.parametrize(
    ("name", "cut"),
    [("byte-bpe", (b"c", b"a", b"f", b"\xc3", b"\xa9")), ("char-bpe", (b"c", b"a", b"f", "é".encode()))],
)
def test_counted_words_are_shown_until_the_first_step(
    qtbot: QtBot, theatre: TrainingPane, session: Session, name: str, cut: tuple[bytes, ...]
) -> None:
    assert theatre.pages.empty.isVisible()
    goes_on = threading.Event()
    begin(session, name, goes_on)
    # WHEN the words are counted, and nothing else comes for a while
    qtbot.waitUntil(lambda: theatre.pages.counted.isVisible(), timeout=LONG)
    # THEN they are there, the most frequent first, as what learning begins with
    words = theatre.pages.counted.chips.stage.words
    assert words[0].tokens == cut
    assert [word.count for word in words] == ["9×", "7×", "5×"]
    # AND WHEN steps come, the stage is there
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        goes_on.set()
    assert theatre.stage.isVisible()
    assert not theatre.pages.patience.isActive()


def test_a_training_that_is_stopped_before_its_first_step_says_so(
    qtbot: QtBot, theatre: TrainingPane, session: Session
) -> None:
    goes_on = threading.Event()
    begin(session, "byte-bpe", goes_on)
    qtbot.waitUntil(lambda: theatre.pages.counted.isVisible(), timeout=LONG)
    assert "comes next" in theatre.pages.counted.sentence.text()
    session.run.stop()
    goes_on.set()
    qtbot.waitUntil(lambda: "nothing is learned" in theatre.pages.counted.sentence.text(), timeout=LONG)


def test_a_first_step_that_comes_soon_is_not_announced(qtbot: QtBot, theatre: TrainingPane, session: Session) -> None:
    goes_on = threading.Event()
    goes_on.set()
    pages: list[int] = []
    theatre.pages.currentChanged.connect(pages.append)
    theatre.pages.patience.setInterval(LONG)
    begin(session, "byte-bpe", goes_on)
    qtbot.waitUntil(lambda: not session.run.running, timeout=LONG)
    assert pages == [theatre.pages.indexOf(theatre.stage)]


def test_a_whole_book_that_is_one_word_is_shown_in_part() -> None:
    (word,) = most_frequent(WordCounts.of({b"a" * 1_000_000: 1}), by_bytes=False)
    assert len(word.tokens) == 200
