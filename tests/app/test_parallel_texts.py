"""Texts of the user's own in a session: kept by path, read again when it is opened, with what has gone or changed named."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.languages_pane import LanguagesPane
from app.session import Session
from app.session_keeper import SessionKeeper
from app.state.languages.parallel_texts import KeptText
from app.widgets.basics import file_dialogs
from engine.parallel import udhr
from tests.app.conftest import LONG


def folder_of(folder: Path, **texts: str) -> Path:
    folder.mkdir(exist_ok=True)
    for code, text in texts.items():
        (folder / f"{code}.txt").write_text(text, "utf-8")
    return folder


@pytest.fixture
def aligned(tmp_path: Path) -> Path:
    return folder_of(tmp_path / "aligned", en="Hello world\n" * 6, th="สวัสดีชาวโลก\n" * 6, fr="Bonjour\n" * 6)


@pytest.fixture
def saved(qtbot: QtBot, session: Session, aligned: Path, tmp_path: Path) -> Path:
    """A session with a parallel text, one that is not, and a view of the first."""
    apart = folder_of(tmp_path / "apart", en="a\nb\n", de="c\n")
    texts, grid = session.parallel_texts, session.grid
    for opening in (lambda: texts.open_separate(apart), lambda: texts.open(aligned)):
        opening()
        qtbot.waitUntil(lambda: not texts.busy, timeout=LONG)
    assert [text.title for text in texts.texts] == ["The Universal Declaration of Human Rights", "apart", "aligned"]
    grid.set_languages(["en", "th"])
    grid.set_reference("th")
    grid.set_measure("window_pages")
    grid.set_grouping("script")
    grid.set_pinned("th", True)
    keeper = SessionKeeper(session)
    with qtbot.waitSignal(keeper.saved, timeout=LONG):
        keeper.save(tmp_path / "lecture")
    return tmp_path / "lecture.mergescope-session"


def open_session(qtbot: QtBot, session: Session, path: Path) -> list[str]:
    """Open it, and wait for its texts; what was said about them."""
    said: list[str] = []
    session.parallel_texts.failed.connect(lambda error: said.append(str(error)))
    keeper = SessionKeeper(session)
    with qtbot.waitSignal(keeper.opened, timeout=LONG):
        keeper.open(path)
    qtbot.waitUntil(lambda: not session.parallel_texts.busy, timeout=LONG)
    return said


def test_a_session_brings_its_texts_back(qtbot: QtBot, saved: Path, other: Session) -> None:
    assert open_session(qtbot, other, saved) == []
    texts, grid = other.parallel_texts, other.grid
    assert [(text.title, text.is_parallel) for text in texts.texts[1:]] == [("apart", False), ("aligned", True)]
    assert grid.parallel is texts.texts[-1]
    assert (grid.languages, grid.reference, grid.measure) == (("en", "th"), "th", "window_pages")
    assert (grid.grouping, grid.pinned) == ("script", ("th",))


def test_a_text_that_has_changed_is_named(qtbot: QtBot, saved: Path, aligned: Path, other: Session) -> None:
    (aligned / "en.txt").write_text("Goodbye\n" * 6)
    said = open_session(qtbot, other, saved)
    assert said == ["aligned has changed since the session was saved; its numbers may be others now."]
    assert other.grid.parallel.units("en")[0] == "Goodbye"


def test_a_text_that_has_gone_is_named_and_the_rest_opens(
    qtbot: QtBot, saved: Path, aligned: Path, other: Session
) -> None:
    for path in aligned.iterdir():
        path.unlink()
    aligned.rmdir()
    (sentence,) = open_session(qtbot, other, saved)
    assert str(aligned) in sentence
    assert "there is no such file or folder" in sentence
    assert other.grid.parallel is udhr()
    assert [text.title for text in other.parallel_texts.texts] == [udhr().title, "apart"]


def test_a_session_without_texts_shows_the_declaration(
    qtbot: QtBot, session: Session, aligned: Path, other: Session, tmp_path: Path
) -> None:
    keeper = SessionKeeper(session)
    with qtbot.waitSignal(keeper.saved, timeout=LONG):
        keeper.save(tmp_path / "plain")
    other.parallel_texts.open(aligned)
    qtbot.waitUntil(lambda: not other.parallel_texts.busy, timeout=LONG)
    assert other.grid.parallel is not udhr()
    open_session(qtbot, other, tmp_path / "plain.mergescope-session")
    assert other.grid.parallel is udhr()
    assert other.parallel_texts.texts == (udhr(),)


@pytest.mark.parametrize("values", [None, 7, "x", {}, {"path": 3}])
def test_fields_that_make_no_sense_are_passed_over(values: object) -> None:
    assert KeptText.of(values) is None


def test_all_tables_that_are_chosen_are_opened(
    qtbot: QtBot, session: Session, appearance: Appearance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / name for name in ("one.csv", "two.csv")]
    for path in paths:
        path.write_text("en,de\n" + "low,tief\n" * 5)
    pane = LanguagesPane(session.grid, appearance, session.audit, session.parallel_texts)
    qtbot.addWidget(pane)
    monkeypatch.setattr(file_dialogs, "ask_open_files", lambda *_: paths)
    pane.files.ask_table()
    qtbot.waitUntil(lambda: not session.parallel_texts.busy, timeout=LONG)
    assert [text.title for text in session.parallel_texts.texts[1:]] == ["one.csv", "two.csv"]
    assert session.grid.parallel is session.parallel_texts.texts[2]
