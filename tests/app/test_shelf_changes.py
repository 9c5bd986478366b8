"""Tokenizers that come late, go, or are others now: whoever looks at one of them follows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.main_window import MainWindow
from app.panes.vocabulary_pane import VocabularyPane
from app.session import Session
from app.session_keeper import SessionKeeper
from app.state.tokenizers.tokenizer_library import RUN
from app.state.training.first_recipes import first_recipe
from engine.corpus import Corpus, Source
from engine.formats import save
from engine.presets import bundled
from engine.training import new_history, train
from tests.app.conftest import LONG


@pytest.fixture
def opened(qtbot: QtBot, session: Session, tmp_path: Path) -> tuple[str, str]:
    """Keys of two files in the shelf; the second is selected."""
    qtbot.waitUntil(lambda: session.tokenizers.tokenizer("gpt2") is not None, timeout=LONG)
    return open_file(qtbot, session, tmp_path / "one.json"), open_file(qtbot, session, tmp_path / "two.json")


def open_file(qtbot: QtBot, session: Session, path: Path) -> str:
    history = new_history(first_recipe())
    for event in train(Corpus((Source("x", text="low lower lowest newest widest " * 9),)), history.recipe):
        history.append(event)
    save(history.tokenizer_at(len(history)), path)
    with qtbot.waitSignal(session.tokenizers.opened, timeout=LONG):
        session.tokenizers.open(path)
    return str(path)


def test_a_session_holds_its_text_against_files_that_are_still_opened(
    qtbot: QtBot, session: Session, opened: tuple[str, str], other: Session, tmp_path: Path
) -> None:
    session.tokenizers.select("gpt2")
    session.playground.compare(opened)
    session.vocabulary.comparison.compare_with(opened[1])
    keeper = SessionKeeper(session)
    with qtbot.waitSignal(keeper.saved, timeout=LONG):
        keeper.save(tmp_path / "lecture")
    # WHEN it is opened      THEN the files are there a moment later, and beside the text
    again = SessionKeeper(other)
    with qtbot.waitSignal(again.opened, timeout=LONG):
        again.open(tmp_path / "lecture.mergescope-session")
    qtbot.waitUntil(lambda: all(other.tokenizers.tokenizer(key) is not None for key in opened), timeout=LONG)
    assert other.playground.compared == opened
    assert other.vocabulary.comparison.other == opened[1]
    # AND WHEN one is taken away      THEN it goes there too, and does not come back by itself
    other.tokenizers.remove(opened[1])
    assert other.playground.compared == opened[:1]
    assert other.vocabulary.comparison.other == ""
    open_file(qtbot, other, Path(opened[1]))
    assert other.playground.compared == opened[:1]


def test_something_is_selected_though_what_a_session_wants_never_comes(
    session: Session, opened: tuple[str, str]
) -> None:
    session.tokenizers.restore([], "nowhere")
    assert session.tokenizers.entry(session.tokenizers.selected) is not None


def test_merges_go_on_playing_under_their_name_when_their_tokenizer_is_taken_away(
    qtbot: QtBot, session: Session, opened: tuple[str, str]
) -> None:
    session.playground.set_text("the theatre")
    session.merges.play(opened[0])
    qtbot.waitUntil(lambda: session.merges.played == opened[0], timeout=LONG)
    session.tokenizers.remove(opened[0])
    before = session.run.history
    session.playground.set_text("another text")
    qtbot.waitUntil(lambda: session.run.history is not before, timeout=LONG)
    assert session.run.title == "one"


def test_a_session_without_a_run_shows_none(
    qtbot: QtBot, window: MainWindow, session: Session, other: Session, tmp_path: Path
) -> None:
    """What was learned before it was opened would be saved into it."""
    other.corpus.add_text("low lower")
    keeper = SessionKeeper(other)
    with qtbot.waitSignal(keeper.saved, timeout=LONG):
        keeper.save(tmp_path / "plain")
    session.train()
    again = SessionKeeper(session)
    with qtbot.waitSignal(again.opened, timeout=LONG):
        again.open(tmp_path / "plain.mergescope-session")
    assert not session.run.running
    assert session.run.history.words is None
    assert session.tokenizers.entry(RUN) is None
    assert session.tokenizers.entry(session.tokenizers.selected) is not None
    assert again.contents().run is None
    assert window.theatre.pages.empty.isVisible()
    qtbot.waitUntil(lambda: [column.key for column in session.grid.columns] == list(bundled()), timeout=LONG)
    # AND WHEN it is trained      THEN there is one
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    assert session.tokenizers.selected == RUN
    assert window.theatre.stage.isVisible()


@pytest.fixture
def held_against_the_run(
    qtbot: QtBot, trained: Session, appearance: Appearance, show: Callable[..., QWidget]
) -> VocabularyPane:
    """GPT-2's vocabulary, and what it has in common with the run's at its end."""
    qtbot.waitUntil(lambda: trained.tokenizers.tokenizer("gpt2") is not None, timeout=LONG)
    trained.playback.to_end()
    trained.tokenizers.select("gpt2")
    pane = VocabularyPane(trained.vocabulary, appearance)
    show(pane, 900, 700)
    qtbot.waitUntil(lambda: trained.vocabulary.known is not None and not trained.vocabulary.busy, timeout=LONG)
    pane.details.tabs.button(4).click()
    pane.details.other_asked.emit(RUN)
    qtbot.waitUntil(lambda: trained.vocabulary.comparison.found is not None, timeout=LONG)
    return pane


def in_both_and_there(session: Session) -> int:
    found = session.vocabulary.comparison.found
    return len(found.shared) + len(found.only_there) if found is not None else 0


def test_what_two_vocabularies_have_in_common_follows_the_timeline(
    qtbot: QtBot, held_against_the_run: VocabularyPane, trained: Session
) -> None:
    assert in_both_and_there(trained) == 1_000
    trained.playback.seek(10)
    held_against_the_run.details.tabs.button(4).click()  # before the new one is there, and whatever there was
    qtbot.waitUntil(lambda: in_both_and_there(trained) == 266, timeout=LONG)
    titles = [group.title for group in held_against_the_run.details.compared.groups]
    assert titles[-1].startswith("Only there: ")


def test_but_not_while_nobody_sees_it(qtbot: QtBot, held_against_the_run: VocabularyPane, trained: Session) -> None:
    comparison = trained.vocabulary.comparison
    held_against_the_run.hide()
    trained.playback.seek(10)
    assert not comparison.running
    assert in_both_and_there(trained) == 1_000
    held_against_the_run.show()
    qtbot.waitUntil(lambda: in_both_and_there(trained) == 266, timeout=LONG)


def test_a_size_that_nobody_has_looked_at_again_is_kept(trained: Session) -> None:
    """A session that is opened and saved while the trade-offs are out of sight."""
    sizes = trained.tradeoffs
    sizes.mark(500)
    kept = sizes.kept()
    sizes.set_shown(False)
    trained.run.restore(trained.run.record)
    sizes.restore(kept)
    assert kept["size"] == 500
    assert sizes.kept() == kept
