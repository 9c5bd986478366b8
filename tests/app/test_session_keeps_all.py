"""What a session keeps beyond its large parts: all that one has chosen, also while what was opened is still on its way."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.session import Session
from app.session_files.session_contents import SessionContents
from app.session_files.session_file import SUFFIX, write_session
from app.session_files.session_reading import read_session
from app.session_keeper import SessionKeeper
from app.session_state import contents_of, put_back
from app.state.tokenizers.tokenizer_library import RUN
from app.widgets.theatre.recipe_options import with_option
from engine.formats import load, save
from engine.presets import load_preset
from tests.app.conftest import LONG


def saved(qtbot: QtBot, keeper: SessionKeeper, path: Path) -> Path:
    with qtbot.waitSignal(keeper.saved, timeout=LONG) as told:
        keeper.save(path)
    return told.args[0]


def opened(qtbot: QtBot, keeper: SessionKeeper, path: Path) -> None:
    with qtbot.waitSignal(keeper.opened, timeout=LONG):
        keeper.open(path)


CHOICES: dict[str, Callable[[Session], None]] = {
    "speed": lambda session: session.playback.set_speed(7),
    "measure": lambda session: session.grid.set_measure("tokens"),
    "reference": lambda session: session.grid.set_reference("fra"),
    "pins": lambda session: session.grid.set_pinned("hin", True),
    "groups": lambda session: session.grid.set_grouping("script"),
    "width of the model": lambda session: session.tradeoffs.set_width(2_048),
    "selected tokenizer": lambda session: session.tokenizers.select("gpt2"),
    "other vocabulary": lambda session: session.vocabulary.comparison.compare_with("gpt2"),
    "words on stage": lambda session: session.words.add(" rabbit"),
}


@pytest.mark.parametrize("choice", CHOICES)
def test_each_choice_is_in_the_next_copy_against_a_crash(
    qtbot: QtBot, trained: Session, tmp_path: Path, choice: str
) -> None:
    trained.playground.set_shown(False)  # as where another pane stands alone
    keeper = SessionKeeper(trained, tmp_path)
    keeper.start()
    qtbot.waitUntil(lambda: not trained.grid.busy, timeout=LONG)
    keeper._dirty = False
    CHOICES[choice](trained)
    assert keeper._dirty
    keeper.close()


def test_words_on_stage_come_back(qtbot: QtBot, trained: Session, other: Session, tmp_path: Path) -> None:
    trained.words.add(" rabbit")
    path = saved(qtbot, SessionKeeper(trained), tmp_path / "a")
    opened(qtbot, SessionKeeper(other), path)
    assert other.words.typed == trained.words.typed
    assert other.words.typed[-1] == " rabbit"


def test_a_text_that_has_gone_is_still_known_by_its_bytes(
    qtbot: QtBot, trained: Session, other: Session, tmp_path: Path
) -> None:
    file = tmp_path / "gone.txt"
    file.write_text("some words " * 40)
    trained.corpus.add_paths([file])
    qtbot.waitUntil(lambda: len(trained.corpus.rows) == 3 and not trained.corpus.busy, timeout=LONG)
    path = saved(qtbot, SessionKeeper(trained), tmp_path / "a")
    digest = read_session(path).sources[-1].digest
    assert digest
    file.unlink()
    keeper = SessionKeeper(other)
    opened(qtbot, keeper, path)
    saved(qtbot, keeper, path)
    assert read_session(path).sources[-1].digest == digest


@pytest.fixture
def shelf(qtbot: QtBot, trained: Session, tmp_path: Path) -> tuple[Path, list[str]]:
    """A session with two opened tokenizers, the larger first, one of which is selected; and their keys."""
    files = [tmp_path / "large.tiktoken", tmp_path / "small.json"]
    save(load_preset("gpt2"), files[0].with_suffix(".json"), "tokenizer-json")
    files[0] = files[0].with_suffix(".json")
    with qtbot.waitSignal(trained.tokenizers.saved, timeout=LONG):
        trained.tokenizers.save(RUN, files[1])
    for file in files:
        with qtbot.waitSignal(trained.tokenizers.opened, timeout=LONG):
            trained.tokenizers.open(file)
    trained.tokenizers.select(str(files[0]))
    trained.playground.compare((str(files[1]),))
    return saved(qtbot, SessionKeeper(trained), tmp_path / "shelf"), list(map(str, files))


def test_tokenizers_come_back_in_their_order(qtbot: QtBot, other: Session, shelf: tuple[Path, list[str]]) -> None:
    path, keys = shelf
    opened(qtbot, SessionKeeper(other), path)
    qtbot.waitUntil(lambda: all(other.tokenizers.entry(key) is not None for key in keys), timeout=LONG)
    assert [entry.key for entry in other.tokenizers.entries][-2:] == keys
    assert other.tokenizers.selected == keys[0]


def test_a_session_that_is_saved_before_all_of_it_has_come_loses_nothing(
    qtbot: QtBot, other: Session, shelf: tuple[Path, list[str]]
) -> None:
    path, keys = shelf
    keeper = SessionKeeper(other)
    opened(qtbot, keeper, path)
    before, now = read_session(path), keeper.contents()
    assert [kept.key for kept in now.tokenizers] == [kept.key for kept in before.tokenizers]
    assert [kept.path for kept in now.tokenizers] == [kept.path for kept in before.tokenizers]
    assert now.selected == keys[0]
    assert now.views["tokens"]["compared"] == [keys[1]]


def test_languages_of_an_own_text_are_kept_while_it_is_read(
    qtbot: QtBot, trained: Session, other: Session, tmp_path: Path
) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    for code in ("eng", "deu", "fra"):
        (folder / f"{code}.txt").write_text("one\ntwo\nthree\n")
    with qtbot.waitSignal(trained.grid.parallel_changed, timeout=LONG):
        trained.parallel_texts.open(folder)
    trained.grid.set_languages(["deu", "fra"])
    trained.grid.set_reference("deu")
    before = contents_of(trained, {})
    for _ in put_back(other, before, ()):
        pass
    assert other.parallel_texts.busy
    assert contents_of(other, {}).comparison == before.comparison
    qtbot.waitUntil(lambda: not other.parallel_texts.busy, timeout=LONG)
    assert contents_of(other, {}).comparison == before.comparison
    assert other.grid.languages == ("deu", "fra")


def test_what_was_being_opened_does_not_come_into_the_next_session(
    qtbot: QtBot, other: Session, shelf: tuple[Path, list[str]]
) -> None:
    _, keys = shelf
    other.tokenizers.open(Path(keys[0]))
    other.tokenizers.restore((), "gpt2")
    qtbot.waitUntil(lambda: not any(job.running for job in other.tokenizers._jobs), timeout=LONG)
    assert other.tokenizers.entry(keys[0]) is None


def test_a_file_is_one_whatever_its_path(
    qtbot: QtBot, other: Session, shelf: tuple[Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Path(shelf[1][1])
    monkeypatch.chdir(file.parent)
    for path in (Path(file.name), file):
        with qtbot.waitSignal(other.tokenizers.opened, timeout=LONG):
            other.tokenizers.open(path)
    assert [entry.key for entry in other.tokenizers.entries if entry.path is not None] == [str(file)]


def test_a_run_is_saved_as_it_is_at_the_step_that_is_said(qtbot: QtBot, trained: Session, tmp_path: Path) -> None:
    trained.run.set_recipe(with_option(trained.run.recipe, "vocab_size", 30_000))
    running: list[bool] = []

    def at_step_100(length: int) -> None:
        if length > 100 and not running:
            running.append(trained.run.running)
            trained.playback.seek(100)
            trained.tokenizers.save(RUN, tmp_path / "at.mergescope")

    trained.run.advanced.connect(at_step_100)
    with qtbot.waitSignal(trained.tokenizers.saved, timeout=LONG):
        trained.train()
    assert running == [True]
    written = load(tmp_path / "at.mergescope")
    assert written.provenance["step"] == 100
    assert written.identity == trained.run.history.tokenizer_at(100).identity


def test_who_selects_another_tokenizer_meanwhile_keeps_it(
    qtbot: QtBot, other: Session, shelf: tuple[Path, list[str]]
) -> None:
    path, keys = shelf
    opened(qtbot, SessionKeeper(other), path)
    other.tokenizers.select("cl100k_base")
    qtbot.waitUntil(lambda: all(other.tokenizers.entry(key) is not None for key in keys), timeout=LONG)
    assert other.tokenizers.selected == "cl100k_base"


def test_a_copy_of_a_program_that_had_the_same_number_is_not_written_over(
    qtbot: QtBot, trained: Session, tmp_path: Path
) -> None:
    lost = tmp_path / f"session-{os.getpid()}{SUFFIX}"
    write_session(lost, SessionContents(trained.run.recipe, text="what was open when it crashed"))
    keeper = SessionKeeper(trained, tmp_path)
    found: list[Path] = []
    keeper.lost_found.connect(found.append)
    keeper.start()
    assert found == [lost]
    keeper._dirty = True
    keeper.autosave()
    qtbot.waitUntil(lambda: not keeper.busy, timeout=LONG)
    assert read_session(lost).text == "what was open when it crashed"
    assert len(list(tmp_path.glob(f"*{SUFFIX}"))) == 2
    keeper.close()
    assert lost.exists()


def test_a_position_behind_the_end_is_the_end(qtbot: QtBot, trained: Session, tmp_path: Path) -> None:
    contents = SessionKeeper(trained).contents()
    assert contents.run is not None
    path = tmp_path / f"a{SUFFIX}"
    write_session(path, replace(contents, run=replace(contents.run, position=10**6, bookmarks=((10**6, "far"),))))
    run = read_session(path).run
    assert run is not None
    assert run.position == len(run.history)
    assert run.bookmarks == ()
