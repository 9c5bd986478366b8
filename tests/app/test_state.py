"""The state objects without a window: what they know, what they ask of the engine, what they tell."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from app.look.theme import ZOOM_STEPS
from app.session import FIRST_POSITION, Session
from app.state.corpus.corpus_library import CorpusLibrary
from app.state.preparation import Preparation
from app.state.settings import Settings
from app.state.tokenizers.tokenizer_library import RUN
from app.state.training.playback import SPEEDS
from app.widgets.theatre.recipe_options import convention_of, with_convention, with_option
from engine.corpus import Corpus
from engine.errors import EngineError
from engine.recipe import CONVENTIONS
from tests.app.conftest import LONG


def test_the_first_start_learns_alice_and_stands_at_the_three_way_tie(trained: Session) -> None:
    history = trained.run.history
    assert history.stopped == "vocab-size"
    assert history.corpus_tokens[[0, 141, 744]].tolist() == [144_354, 76_318, 51_960]
    assert trained.playback.position == FIRST_POSITION
    assert history.row(FIRST_POSITION).tied == 3
    assert trained.tokenizers.selected == RUN
    assert trained.tokenizers.title(RUN) == "Alice 1k, step 141"
    statistics = trained.corpus.statistics
    assert statistics is not None
    assert (statistics.pre_tokens, statistics.distinct) == (36_778, 3_736)


def test_the_playground_follows_the_timeline(qtbot: QtBot, trained: Session) -> None:
    trained.playground.set_text("Alice always")
    counts = []
    for position in (0, 141, 744):
        trained.playback.seek(position)
        tokenizer = trained.run.history.tokenizer_at(position)
        qtbot.waitUntil(
            lambda tokenizer=tokenizer: (
                trained.playground.encoding is not None
                and trained.playground.encoding.ids.tolist() == tokenizer.encode("Alice always").ids.tolist()
            )
        )
        assert trained.playground.encoding is not None
        counts.append(len(trained.playground.encoding))
    assert counts[0] == 12
    assert counts == sorted(counts, reverse=True)


# -- playback ----------------------------------------------------------------------------------------------------------


def test_seeking_stays_within_the_history(trained: Session) -> None:
    playback = trained.playback
    playback.seek(-5)
    assert playback.position == 0
    playback.step(-1)
    assert playback.position == 0
    playback.seek(9_999)
    assert playback.position == playback.length == 744


def test_ties_and_bookmarks(trained: Session) -> None:
    playback = trained.playback
    playback.to_start()
    playback.next_tie()
    assert playback.position == 35
    playback.toggle_bookmark()
    playback.next_tie()
    later = playback.position
    assert later > 35
    playback.previous_tie()
    assert playback.position == 35
    playback.seek(later)
    playback.next_bookmark()
    assert playback.position == 35
    playback.toggle_bookmark()
    assert playback.bookmarks == ()


def test_playing_moves_to_the_end_and_stops(qtbot: QtBot, trained: Session) -> None:
    playback = trained.playback
    playback.seek(700)
    playback.set_speed(len(SPEEDS) - 1)
    seen: list[int] = []
    playback.position_changed.connect(seen.append)
    playback.play()
    assert playback.playing
    qtbot.waitUntil(lambda: not playback.playing)
    assert seen[-1] == 744
    assert seen == sorted(seen)
    playback.play()
    assert playback.position == 0, "playing at the end begins again"
    playback.pause()


def test_a_new_run_is_followed_to_its_newest_step(qtbot: QtBot, trained: Session) -> None:
    trained.run.set_recipe(with_option(trained.run.recipe, "vocab_size", 600))
    with qtbot.waitSignal(trained.run.finished):
        trained.train()
    assert trained.playback.position == trained.playback.length == 344


# -- the run -----------------------------------------------------------------------------------------------------------


def test_stopping_keeps_a_complete_tokenizer(qtbot: QtBot, trained: Session) -> None:
    trained.run.set_recipe(with_option(with_option(trained.run.recipe, "vocab_size", None), "min_frequency", 1))
    trained.corpus.set_checked(1, True)
    with qtbot.waitSignal(trained.run.advanced):
        trained.train()
    with qtbot.waitSignal(trained.run.finished) as ended:
        trained.run.stop()
    assert ended.args == ["cancelled"]
    steps = len(trained.run.history)
    tokenizer = trained.run.history.tokenizer_at(steps)
    text = "The whale and Alice."
    assert tokenizer.decode(tokenizer.encode(text).ids.tolist()) == text


def test_a_second_start_replaces_the_first(qtbot: QtBot, trained: Session) -> None:
    expected = trained.run.history.parts[:44].tolist()
    trained.run.set_recipe(with_option(trained.run.recipe, "vocab_size", 300))
    with qtbot.waitSignal(trained.run.finished):
        trained.train()
        trained.train()
    assert trained.run.history.parts.tolist() == expected


def test_a_corpus_that_fails_leaves_what_was_learned(qtbot: QtBot, trained: Session, tmp_path: Path) -> None:
    file = tmp_path / "gone.txt"
    file.write_text("here for a moment")
    corpus = Corpus.of(file)
    file.unlink()
    with qtbot.waitSignal(trained.run.failed):
        trained.run.start(corpus, "gone")
    assert len(trained.run.history) == 744
    assert not trained.run.running


def test_options_that_cannot_be_are_told_when_training(qtbot: QtBot, trained: Session) -> None:
    trained.run.set_recipe(with_option(trained.run.recipe, "vocab_size", 256))
    trained.run.set_recipe(with_option(trained.run.recipe, "special_tokens", ("<a>", "<b>")))
    with qtbot.waitSignal(trained.failed) as failure:
        trained.train()
    assert "258" in str(failure.args[0])
    assert len(trained.run.history) == 744 or not len(trained.run.history)


@pytest.mark.parametrize("name", CONVENTIONS)
def test_each_convention_is_recognised(session: Session, name: str) -> None:
    assert convention_of(with_convention(session.run.recipe, CONVENTIONS[name])) == name


# -- the corpus --------------------------------------------------------------------------------------------------------


@pytest.fixture
def library(qtbot: QtBot) -> CorpusLibrary:
    return CorpusLibrary(Preparation(cold=False))


def wait(qtbot: QtBot, library: CorpusLibrary) -> None:
    qtbot.waitUntil(lambda: not library.busy, timeout=LONG)


def test_files_folders_and_damaged_files(qtbot: QtBot, library: CorpusLibrary, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "b.txt").write_text("beta beta")
    (tmp_path / "folder" / "a.txt.gz").write_bytes(gzip.compress(b"alpha"))
    (tmp_path / "bad.txt").write_bytes(b"fine " * 30 + b"\xff\n")
    errors: list[Exception] = []
    library.failed.connect(errors.append)
    library.add_paths([tmp_path / "folder", tmp_path / "missing.txt", tmp_path / "bad.txt"])
    wait(qtbot, library)
    assert [row.title for row in library.rows] == ["a.txt.gz", "b.txt", "bad.txt"]
    assert len(errors) == 1
    assert "missing.txt" in str(errors[0])
    assert "not UTF-8" in library.rows[2].notes[0]
    assert library.statistics is not None


def test_edits_can_be_undone(qtbot: QtBot, library: CorpusLibrary) -> None:
    library.add_text("one two")
    wait(qtbot, library)
    library.set_weight(0, 25)
    library.set_checked(0, False)
    assert library.statistics is None
    library.undo()
    assert library.rows[0].checked
    library.undo()
    assert library.rows[0].source.weight_tenths == 10
    wait(qtbot, library)
    library.remove(0)
    assert library.rows == ()
    library.undo()
    assert len(library.rows) == 1
    wait(qtbot, library)


def test_a_weight_counts(qtbot: QtBot, library: CorpusLibrary) -> None:
    library.add_text("word word")
    library.set_weight(0, 5)
    wait(qtbot, library)
    assert library.statistics is not None
    assert library.statistics.most_frequent[0][1] == pytest.approx(0.5)


def test_an_empty_paste_is_refused(qtbot: QtBot, library: CorpusLibrary) -> None:
    with qtbot.waitSignal(library.failed):
        library.add_text(" \n")
    assert library.rows == ()


# -- tokenizers --------------------------------------------------------------------------------------------------------


def test_save_and_open_keep_the_ids(qtbot: QtBot, trained: Session, tmp_path: Path) -> None:
    path = tmp_path / "alice.json"
    with qtbot.waitSignal(trained.tokenizers.saved):
        trained.tokenizers.save(RUN, path)
    with qtbot.waitSignal(trained.tokenizers.selected_changed, timeout=LONG):
        trained.tokenizers.open(path)
    opened = trained.tokenizers.tokenizer(str(path))
    assert opened is not None
    text = "Alice always talks"
    expected = trained.run.history.tokenizer_at(FIRST_POSITION).encode(text).ids
    assert np.array_equal(opened.encode(text).ids, expected)
    trained.tokenizers.remove(str(path))
    assert trained.tokenizers.entry(str(path)) is None


def test_a_file_that_is_no_tokenizer_is_one_sentence(qtbot: QtBot, trained: Session, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text("<!DOCTYPE html>")
    with qtbot.waitSignal(trained.failed) as failure:
        trained.tokenizers.open(path)
    assert isinstance(failure.args[0], EngineError)
    assert "tokenizer.json" in str(failure.args[0])


# -- settings ----------------------------------------------------------------------------------------------------------


def test_settings_last_and_nonsense_is_passed_over(qtbot: QtBot, tmp_path: Path) -> None:
    path = str(tmp_path / "s.ini")
    first = Settings(QSettings(path, QSettings.Format.IniFormat))
    first.set_theme("dark")
    first.set_base(18)
    first.set_reduced_motion(True)
    del first
    again = Settings(QSettings(path, QSettings.Format.IniFormat))
    assert (again.theme, again.base, again.reduced_motion) == ("dark", 18, True)
    store = QSettings(path, QSettings.Format.IniFormat)
    store.setValue("theme", "plaid")
    store.setValue("base", "huge")
    store.setValue("docks", "nothing")
    odd = Settings(store)
    assert (odd.theme, odd.base in ZOOM_STEPS) == ("", True)
    assert odd.layout()[1].isEmpty()


# -- preparation -------------------------------------------------------------------------------------------------------


def test_a_cold_cache_is_filled_first_and_work_waits_for_it(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.state.preparation._compile", lambda: iter([False, False]))
    preparation = Preparation(cold=True)
    done: list[int] = []
    preparation.when_ready(lambda: done.append(1))
    assert not done
    with qtbot.waitSignal(preparation.ready_changed):
        preparation.start()
    assert done == [1]
    preparation.when_ready(lambda: done.append(2))
    assert done == [1, 2]


def test_the_window_works_while_what_it_does_not_need_first_is_still_compiled(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    # GIVEN a preparation that has the first loops and goes on with the others
    gate = threading.Event()

    def compile() -> Iterator[bool]:
        yield False
        while not gate.wait(0.02):
            yield True

    monkeypatch.setattr("app.state.preparation._compile", compile)
    preparation = Preparation(cold=True)
    # WHEN the first are there
    with qtbot.waitSignal(preparation.ready_changed):
        preparation.start()
    # THEN the window need not wait for the rest, and is not told twice
    assert preparation.ready
    with qtbot.assertNotEmitted(preparation.ready_changed), qtbot.waitSignal(preparation.ended):
        gate.set()


def test_a_failed_preparation_is_told_and_the_work_is_done_all_the_same(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> object:
        raise RuntimeError("no compiler")

    monkeypatch.setattr("app.state.preparation._compile", fail)
    preparation = Preparation(cold=True)
    with qtbot.waitSignal(preparation.failed):
        preparation.start()
    assert preparation.ready
