"""Wishes that cross each other: the newest counts, what was waiting for an older one is let go of, and a stop is a stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from app.session import Session
from app.session_keeper import SessionKeeper
from app.session_state import contents_of, put_back
from app.state.corpus.corpus_rows import Row
from app.state.settings import Settings
from app.state.training import training_run
from app.widgets.theatre.recipe_options import with_option
from engine.history import MergeListHistory
from tests.app.conftest import LONG

ONE = "low lower lowest newest widest " * 40
TWO = "niedrig niedriger neu weit weiter am weitesten " * 40


@pytest.fixture
def two(qtbot: QtBot, session: Session, read: Callable[..., None]) -> Session:
    """A session that has learned two texts."""
    read(ONE, TWO)
    session.run.set_recipe(with_option(session.run.recipe, "vocab_size", 290))
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    return session


@pytest.fixture
def cold(qtbot: QtBot, tmp_path: Path) -> Iterator[Session]:
    """A session whose compiled loops are not there yet."""
    made = Session(Settings(QSettings(str(tmp_path / "cold.ini"), QSettings.Format.IniFormat)), cold=True)
    yield made
    assert made.close(), "a job did not end"
    made.deleteLater()


def trainings(session: Session) -> list[bool]:
    """Whether it trains, each time that is said."""
    said: list[bool] = []
    session.run.running_changed.connect(said.append)
    return said


# Weights --------------------------------------------------------------------------------------------------------------


def test_a_session_that_is_opened_is_not_trained_over(qtbot: QtBot, two: Session) -> None:
    contents = contents_of(two, {})
    rows = tuple(Row(kept.source, kept.checked) for kept in contents.sources)
    two.corpus.set_weight(1, 20)
    two.corpus.set_weight(1, 30)  # waits for the training that the first move has begun
    for _ in put_back(two, contents, rows):
        pass
    assert not two.run.running
    assert contents.run is not None
    assert two.run.history is contents.run.history


def test_a_training_that_is_asked_for_has_the_newest_weights_already(qtbot: QtBot, two: Session) -> None:
    two.corpus.set_weight(1, 20)
    two.corpus.set_weight(1, 30)
    with qtbot.waitSignal(two.run.finished, timeout=LONG):
        two.train()
    assert not two.run.running


def test_who_stops_a_training_of_moved_weights_has_stopped_it(qtbot: QtBot, two: Session) -> None:
    two.corpus.set_weight(1, 20)
    two.corpus.set_weight(1, 30)
    two.run.stop()
    assert not two.run.running


def test_undo_of_anything_but_a_weight_trains_nothing(qtbot: QtBot, two: Session) -> None:
    two.corpus.set_checked(1, False)
    two.corpus.undo()
    assert not two.run.running
    two.corpus.redo()
    assert not two.run.running


def test_two_runs_of_moved_weights_are_both_kept_when_one_is_shown_again(qtbot: QtBot, two: Session) -> None:
    def learned(act: Callable[[], None]) -> None:
        with qtbot.waitSignal(two.run.finished, timeout=LONG):
            act()

    learned(lambda: two.corpus.set_weight(1, 20))
    first = two.run.record
    learned(two.train)
    learned(lambda: two.corpus.set_weight(1, 30))
    second = two.run.record
    assert first.rebalanced
    assert second.rebalanced
    kept = next(record for record in two.run.earlier.records if record.history is first.history)
    two.run.earlier.choose(kept)
    two.run.return_to(kept)
    assert two.run.history is first.history
    assert second.history in [record.history for record in two.run.earlier.records]
    chosen = two.run.earlier.chosen
    assert chosen is not None
    assert chosen.history is second.history


def test_a_run_that_is_left_out_of_the_comparison_stays_so(qtbot: QtBot, two: Session) -> None:
    two.tokenizers.set_checked("run", False)
    with qtbot.waitSignal(two.run.finished, timeout=LONG):
        two.corpus.set_weight(1, 20)
    entry = two.tokenizers.entry("run")
    assert entry is not None
    assert not entry.checked


# Trainings ------------------------------------------------------------------------------------------------------------


def test_before_the_loops_are_there_the_newest_wish_counts(qtbot: QtBot, cold: Session) -> None:
    cold.corpus.add_text(ONE)
    cold.run.set_recipe(with_option(cold.run.recipe, "vocab_size", 270))
    cold.train()
    cold.run.set_recipe(with_option(cold.run.recipe, "vocab_size", 280))
    cold.train()
    with qtbot.waitSignal(cold.run.finished, timeout=LONG):
        cold.preparation._on_ready()
    assert cold.run.history.recipe.trainer.vocab_size == 280  # type: ignore[attr-defined]


def test_a_run_that_another_one_ends_is_a_stopped_one(qtbot: QtBot, trained: Session) -> None:
    trained.run.set_recipe(with_option(trained.run.recipe, "vocab_size", 30_000))
    with qtbot.waitSignal(trained.run.advanced, timeout=LONG):
        trained.train()
    trained.run.pause()
    assert trained.run.running
    left = trained.run.history
    trained.run.set_recipe(with_option(trained.run.recipe, "vocab_size", 300))
    with qtbot.waitSignal(trained.run.finished, timeout=LONG):
        trained.train()
    assert left.stopped == "cancelled"
    assert trained.run.earlier.records[0].history is left


def test_a_stop_before_the_first_step_says_nothing_of_the_run_before(qtbot: QtBot, two: Session) -> None:
    ended: list[str] = []
    two.run.finished.connect(ended.append)
    reason = two.run.history.stopped
    two.train()
    two.run.stop()
    assert two.run.history.stopped == reason
    assert "cancelled" not in ended


def test_the_time_of_a_pause_is_none_of_the_training(
    qtbot: QtBot, trained: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = [0.0]

    class Clock:
        """Runs on by an hour when it is told to."""

        @staticmethod
        def perf_counter() -> float:
            return 1000.0 + late[0]

    monkeypatch.setattr(training_run, "time", Clock)
    with qtbot.waitSignal(trained.run.running_changed, timeout=LONG):
        trained.train()
    trained.run.pause()
    late[0] += 3600
    with qtbot.waitSignal(trained.run.finished, timeout=LONG):
        trained.run.resume()
    assert trained.run.seconds < 60


def test_branches_of_branches_are_called_apart(qtbot: QtBot, trained: Session) -> None:
    def branched(step: int, rule: str) -> str:
        with qtbot.waitSignal(trained.run.finished, timeout=LONG):
            trained.run.branch_off(step, rule)
        return trained.run.title

    plain = trained.run.record
    first = branched(10, "lexicographic-largest")
    second = branched(50, "first-seen")
    assert second.startswith(first)
    trained.run.return_to(plain)
    assert branched(50, "first-seen") != second
    assert branched(10, "lexicographic-largest") == first


def test_the_first_start_does_not_take_the_timeline_away(qtbot: QtBot, session: Session) -> None:
    session.run.advanced.connect(lambda length: session.playback.seek(5) if length > 5 else None)
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.begin()
    assert session.playback.position == 5


# The timeline ---------------------------------------------------------------------------------------------------------


def test_bookmarks_behind_the_end_are_passed_over(qtbot: QtBot, two: Session) -> None:
    two.playback.seek(5)
    two.playback.toggle_bookmark()
    two.playback.to_end()
    two.playback.toggle_bookmark()
    two.run.set_recipe(with_option(two.run.recipe, "vocab_size", 270))
    with qtbot.waitSignal(two.run.finished, timeout=LONG):
        two.corpus.set_weight(1, 20)
    assert two.playback.length < two.playback.bookmarks[-1]
    two.playback.seek(3)
    reached = []
    for _ in range(3):
        two.playback.next_bookmark()
        reached.append(two.playback.position)
    assert reached == [5, 5, 5]


# Merges that play -----------------------------------------------------------------------------------------------------


@pytest.fixture
def playing(qtbot: QtBot, session: Session) -> Session:
    """The merges of a published tokenizer over a text."""
    session.playground.set_text("the theatre of the thin theory")
    qtbot.waitUntil(lambda: session.tokenizers.tokenizer("gpt2") is not None, timeout=LONG)
    session.merges.play("gpt2")
    qtbot.waitUntil(lambda: session.merges.played == "gpt2", timeout=LONG)
    return session


def test_they_follow_what_is_typed(qtbot: QtBot, playing: Session) -> None:
    before = playing.run.history
    playing.playground.type(b"another thing altogether")
    qtbot.waitUntil(lambda: playing.run.history is not before, timeout=LONG)
    history = playing.run.history
    assert isinstance(history, MergeListHistory)
    assert len(history.tokenizer_at(0).encode("another thing altogether").ids) == history.corpus_tokens[0]


def test_over_another_text_they_stay_where_the_timeline_is(qtbot: QtBot, playing: Session) -> None:
    before = playing.run.history
    playing.playback.seek(100)
    playing.playground.set_text("another text")
    playing.merges._later.stop()
    playing.merges._cut_anew()
    playing.playback.seek(200)  # while the text is being cut
    qtbot.waitUntil(lambda: playing.run.history is not before, timeout=LONG)
    assert playing.playback.position == 200


def test_their_bookmarks_are_kept_in_a_session(qtbot: QtBot, playing: Session, other: Session, tmp_path: Path) -> None:
    playing.playback.seek(100)
    playing.playback.set_note("look here")
    keeper = SessionKeeper(playing)
    with qtbot.waitSignal(keeper.saved, timeout=LONG) as told:
        keeper.save(tmp_path / "played")
    opener = SessionKeeper(other)
    with qtbot.waitSignal(opener.opened, timeout=LONG):
        opener.open(told.args[0])
    qtbot.waitUntil(lambda: other.merges.played == "gpt2", timeout=LONG)
    assert other.playback.position == 100
    assert other.playback.note(100) == "look here"
