"""Sessions as a user has them: saved, opened at the same step, kept over a crash, with what has gone since named."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app import start
from app.look.theme import Appearance
from app.main_window import MainWindow
from app.session import Session
from app.session_files.session_file import write_session
from app.session_files.session_reading import read_session
from app.session_keeper import SessionKeeper
from app.state.tokenizers.tokenizer_library import RUN
from app.tour import settle
from engine.algorithms import ALGORITHMS
from tests.app.conftest import LONG
from tests.app.test_report import session as session_of


def saved(qtbot: QtBot, keeper: SessionKeeper, path: Path) -> Path:
    with qtbot.waitSignal(keeper.saved, timeout=LONG) as told:
        keeper.save(path)
    return told.args[0]


def opened(qtbot: QtBot, session: Session, path: Path) -> SessionKeeper:
    keeper = SessionKeeper(session)
    with qtbot.waitSignal(keeper.opened, timeout=LONG):
        keeper.open(path)
    qtbot.waitUntil(lambda: not session.corpus.busy, timeout=LONG)
    return keeper


def test_it_opens_at_the_same_step(qtbot: QtBot, trained: Session, other: Session, tmp_path: Path) -> None:
    trained.playback.seek(141)
    trained.playback.toggle_bookmark()
    trained.playback.set_note("the tie of three")
    trained.corpus.set_weight(0, 25)
    trained.corpus.add_text("மரம் ஒன்று")
    trained.playground.set_text("strawberry 人人")
    trained.tokenizers.set_checked("gpt2", False)
    trained.tokenizers.select("cl100k_base")
    trained.grid.set_reference("fra")
    path = saved(qtbot, SessionKeeper(trained), tmp_path / "lecture")
    assert path.name == "lecture.mergescope-session"
    opened(qtbot, other, path)
    assert other.playback.position == 141
    assert other.playback.note(141) == "the tie of three"
    assert len(other.run.history) == 744
    assert other.run.title == trained.run.title
    assert other.run.history.tokenizer_at(141).identity == trained.run.history.tokenizer_at(141).identity
    assert [row.source for row in other.corpus.rows] == [row.source for row in trained.corpus.rows]
    assert [row.checked for row in other.corpus.rows] == [True, False, True]
    assert other.playground.text == "strawberry 人人"
    assert other.tokenizers.selected == "cl100k_base"
    assert not other.tokenizers.entry("gpt2").checked
    assert other.tokenizers.entry(RUN).tokenizer.identity == trained.tokenizers.entry(RUN).tokenizer.identity
    assert other.grid.reference == "fra"


def test_it_keeps_the_search_the_marked_size_and_the_samples(
    qtbot: QtBot, trained: Session, other: Session, tmp_path: Path
) -> None:
    trained.vocabulary.ask(text="ou", sort="length", descending=True)
    trained.tradeoffs.mark(500)
    trained.tradeoffs.compare_with_marked()
    trained.tradeoffs.mark(700)
    trained.tradeoffs.set_parameters(7_000_000_000)
    trained.cuts.set_numbers("12 1234567")
    path = saved(qtbot, SessionKeeper(trained), tmp_path / "lecture")
    opened(qtbot, other, path)
    qtbot.waitUntil(lambda: other.tradeoffs.size == 700, timeout=LONG)
    assert (other.tradeoffs.reference, other.tradeoffs.parameters) == (500, 7_000_000_000)
    assert (other.vocabulary.query.text, other.vocabulary.query.sort) == ("ou", "length")
    assert other.cuts.asked.numbers == ("12", "1234567")


def test_the_origin_of_the_run_comes_along(qtbot: QtBot, trained: Session, other: Session, tmp_path: Path) -> None:
    opened(qtbot, other, saved(qtbot, SessionKeeper(trained), tmp_path / "a"))
    out = tmp_path / "b.mergescope"
    with qtbot.waitSignal(other.tokenizers.saved, timeout=LONG):
        other.tokenizers.save(RUN, out)
    with qtbot.waitSignal(other.tokenizers.selected_changed, timeout=LONG):
        other.tokenizers.open(out)
    provenance = other.tokenizers.entry(str(out)).tokenizer.provenance
    assert provenance["trainer"].startswith("mergescope ")
    assert len(provenance["corpus"]) == 64
    assert provenance["stopped"] == "vocab-size"


def test_what_has_gone_or_changed_is_named_and_the_rest_opens(
    qtbot: QtBot, trained: Session, other: Session, tmp_path: Path
) -> None:
    gone, changed = tmp_path / "gone.txt", tmp_path / "changed.txt"
    for file in (gone, changed):
        file.write_text("some words " * 40)
    trained.corpus.add_paths([gone, changed])
    tokenizer = tmp_path / "mine.json"
    with qtbot.waitSignal(trained.tokenizers.saved, timeout=LONG):
        trained.tokenizers.save(RUN, tokenizer)
    with qtbot.waitSignal(trained.tokenizers.selected_changed, timeout=LONG):
        trained.tokenizers.open(tokenizer)
    qtbot.waitUntil(lambda: not trained.corpus.busy, timeout=LONG)
    path = saved(qtbot, SessionKeeper(trained), tmp_path / "a")
    gone.unlink()
    tokenizer.unlink()
    changed.write_text("other words")
    errors: list[BaseException] = []
    other.failed.connect(errors.append)
    keeper = SessionKeeper(other)
    said: list[str] = []
    keeper.said.connect(lambda text, _kind: said.append(text))
    with qtbot.waitSignal(keeper.opened, timeout=LONG):
        keeper.open(path)
    qtbot.waitUntil(lambda: bool(errors) and not other.corpus.busy, timeout=LONG)
    assert any("gone.txt is not at" in text for text in said)
    assert any("changed.txt has changed" in text for text in said)
    assert "mine.json" in str(errors[0])
    assert len(other.corpus.rows) == 4
    assert not other.corpus.rows[2].checked
    assert len(other.run.history) == 744


def test_a_damaged_session_leaves_all_as_it_was(qtbot: QtBot, trained: Session, tmp_path: Path) -> None:
    path = tmp_path / "a.mergescope-session"
    path.write_text("no session")
    keeper = SessionKeeper(trained)
    with qtbot.waitSignal(keeper.failed, timeout=LONG) as told:
        keeper.open(path)
    assert "not a session" in str(told.args[0])
    assert len(trained.run.history) == 744
    assert keeper.path is None


def test_a_run_that_goes_on_can_be_saved(qtbot: QtBot, trained: Session, other: Session, tmp_path: Path) -> None:
    trained.corpus.set_checked(1, True)
    keeper = SessionKeeper(trained)
    with qtbot.waitSignal(trained.run.history_replaced, timeout=LONG):
        trained.train()
    qtbot.waitUntil(lambda: len(trained.run.history) > 0, timeout=LONG)
    path = saved(qtbot, keeper, tmp_path / "a")
    assert read_session(path).problems == ()
    opened(qtbot, other, path)
    assert 0 < len(other.run.history) <= 744


_CRASHES = """
import os, sys
from collections.abc import Callable, Iterator
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QSettings, QTimer
from PySide6.QtWidgets import QApplication
from app.session import Session
from app.session_files.session_file import write_session
from app.session_files.session_reading import read_session
from app.session_keeper import SessionKeeper
from app.state.settings import Settings
application = QApplication([])
folder = Path(sys.argv[1])
session = Session(Settings(QSettings(str(folder / "c.ini"), QSettings.Format.IniFormat)), cold=False)
keeper = SessionKeeper(session, folder)
keeper.start()
def look():
    if keeper.busy or session.corpus.busy or not session.run.history.stopped:
        return
    if list(folder.glob("*.mergescope-session")):
        print("kept", flush=True)
        os.kill(os.getpid(), 9)
    session.playback.seek(35)
    keeper.autosave()
timer = QTimer(); timer.timeout.connect(look); timer.start(20)
session.begin()
sys.exit(application.exec())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such end on this system")
def test_after_a_crash_it_is_where_it_was(qtbot: QtBot, other: Session, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", _CRASHES, str(folder)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    keeper = SessionKeeper(other, folder)
    with qtbot.waitSignal(keeper.lost_found, timeout=LONG) as told:
        keeper.start()
    with qtbot.waitSignal(keeper.opened, timeout=LONG):
        keeper.open_lost(told.args[0])
    assert other.playback.position == 35
    assert keeper.path is None, "it has no file yet"
    keeper.close()
    assert list(folder.glob("*.mergescope-session")) == []


def test_who_still_runs_has_lost_nothing(qtbot: QtBot, trained: Session, other: Session, tmp_path: Path) -> None:
    first = SessionKeeper(trained, tmp_path)
    first.start()
    first.autosave()
    assert not first.busy, "nothing is new"
    trained.playback.seek(5)
    first.autosave()
    qtbot.waitUntil(lambda: not first.busy, timeout=LONG)
    (copy,) = tmp_path.glob("*.mergescope-session")
    second = SessionKeeper(other, tmp_path)
    found: list[Path] = []
    second.lost_found.connect(found.append)
    second.start()
    assert found == []
    first.close()
    assert not copy.exists()


def test_the_window_saves_and_opens_by_keys(
    qtbot: QtBot, window: MainWindow, appearance: Appearance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lecture.mergescope-session"
    monkeypatch.setattr("app.widgets.basics.file_dialogs.ask_save_file", lambda *_: path)
    window.session.playback.seek(300)
    with qtbot.waitSignal(window.keeper.saved, timeout=LONG):
        window.actions_by_name["save_session"].trigger()
    assert window.windowTitle() == "lecture - Mergescope"
    assert path in window.session.settings.recent
    assert "lecture" in window.messages.label.text()
    monkeypatch.undo()
    window.session.playback.seek(10)
    with qtbot.waitSignal(window.keeper.saved, timeout=LONG):
        window.actions_by_name["save_session"].trigger()  # it asks no more
    window.session.playback.seek(700)
    with qtbot.waitSignal(window.keeper.opened, timeout=LONG):
        window.menus.recent.actions()[0].trigger()
    assert window.session.playback.position == 10
    qtbot.waitUntil(lambda: window.theatre.timeline.position == 10)


def test_the_window_writes_a_report(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "alice.html"
    monkeypatch.setattr("app.widgets.basics.file_dialogs.ask_save_file", lambda *_: out)
    with qtbot.waitSignal(window.keeper.report_written, timeout=LONG):
        window.actions_by_name["report"].trigger()
    assert "Alice 1k" in out.read_text("utf-8")
    assert "alice.html" in window.messages.label.text()


def test_the_program_starts_with_a_session(
    qtbot: QtBot, trained: Session, other: Session, appearance: Appearance, tmp_path: Path
) -> None:
    trained.playback.seek(141)
    path = saved(qtbot, SessionKeeper(trained), tmp_path / "lecture")
    keeper = SessionKeeper(other, tmp_path / "state")
    window = MainWindow(other, appearance, keeper)
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(keeper.opened, timeout=LONG):
        start._begin(other, window, keeper, path)
    assert other.playback.position == 141
    assert window.windowTitle() == "lecture - Mergescope"
    qtbot.waitUntil(lambda: window.theatre.timeline.position == 141)
    window.close()


@pytest.fixture
def begun(qtbot: QtBot, other: Session, appearance: Appearance, tmp_path: Path) -> Callable[[Path], MainWindow]:
    """The program started with a file."""

    def begin(path: Path) -> MainWindow:
        keeper = SessionKeeper(other, tmp_path / "state")
        window = MainWindow(other, appearance, keeper)
        qtbot.addWidget(window)
        window.show()
        start._begin(other, window, keeper, path)
        return window

    return begin


def test_a_start_with_a_damaged_session_says_so_and_shows_the_sample(
    qtbot: QtBot, begun: Callable[[Path], MainWindow], tmp_path: Path
) -> None:
    path = tmp_path / "broken.mergescope-session"
    path.write_bytes(b"no zip")
    window = begun(path)
    qtbot.waitUntil(lambda: window.session.run.history.stopped is not None, timeout=LONG)
    said = [message.text for message in window.messages.messages]
    assert "broken.mergescope-session is not a session of Mergescope, or it is damaged." in said
    assert [row.source.label for row in window.session.corpus.rows][:1] == ["alice"]
    assert window.windowTitle() == "Mergescope"
    window.close()


def test_a_start_with_a_text_puts_it_into_the_corpus(
    qtbot: QtBot, begun: Callable[[Path], MainWindow], tmp_path: Path
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("low lower newest widest " * 100)
    window = begun(path)
    qtbot.waitUntil(lambda: [row.title for row in window.session.corpus.rows][-1:] == ["notes.txt"], timeout=LONG)
    window.close()


def test_a_start_with_a_tokenizer_shows_it_and_it_is_a_recent_file(
    qtbot: QtBot, begun: Callable[[Path], MainWindow], trained: Session, tmp_path: Path
) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        with qtbot.waitSignal(trained.tokenizers.saved, timeout=LONG):
            trained.tokenizers.save(RUN, tmp_path / folder / "tokenizer.json")
    window = begun(tmp_path / "one" / "tokenizer.json")
    library = window.session.tokenizers
    qtbot.waitUntil(lambda: library.entries[-1].path == tmp_path / "one" / "tokenizer.json", timeout=LONG)
    window.files.take_dropped([tmp_path / "two" / "tokenizer.json"])
    qtbot.waitUntil(lambda: library.entries[-1].path == tmp_path / "two" / "tokenizer.json", timeout=LONG)
    titles = [action.text() for action in window.menus.recent.actions()]
    assert titles[:2] == ["tokenizer.json (two)", "tokenizer.json (one)"]
    window.close()


def test_what_a_crash_has_left_is_opened_or_forgotten_from_the_bar(
    qtbot: QtBot, trained: Session, other: Session, appearance: Appearance, tmp_path: Path
) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    trained.playback.seek(141)
    keeper = SessionKeeper(trained)
    for name in ("session-1", "session-2"):
        saved(qtbot, keeper, folder / name)
    window = MainWindow(other, appearance, SessionKeeper(other, folder))
    qtbot.addWidget(window)
    window.keeper.start()
    for word in ("Forget it", "Open it"):
        window.keeper.lost_found.emit(sorted(folder.glob("*.mergescope-session"))[0])
        (choice,) = [action for action in window.messages.action.menu().actions() if action.text() == word]
        choice.trigger()
    qtbot.waitUntil(lambda: other.playback.position == 141, timeout=LONG)
    qtbot.waitUntil(lambda: list(folder.glob("session-[12].mergescope-session")) == [], timeout=LONG)
    window.close()
    assert list(folder.glob("*.mergescope-session")) == []


@pytest.mark.parametrize("moment", ["at once", "once it is kept"])
def test_a_copy_that_is_opened_outlives_another_crash(
    qtbot: QtBot, trained: Session, other: Session, tmp_path: Path, moment: str
) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    trained.playback.seek(141)
    saved(qtbot, SessionKeeper(trained), folder / "session-1")
    keeper = SessionKeeper(other, folder)
    keeper.start()
    (lost,) = folder.glob("session-1.*session")
    with qtbot.waitSignal(keeper.opened, timeout=LONG):
        keeper.open_lost(lost)
    if moment != "at once":
        qtbot.waitUntil(lambda: not keeper.busy, timeout=LONG)
    # WHEN the system ends the program      THEN the next start finds it
    keeper.close_unasked()
    (copy,) = folder.glob("*.mergescope-session")
    run = read_session(copy).run
    assert run is not None
    assert run.position == 141


def test_runs_of_every_algorithm_open_in_the_window(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    errors: list[BaseException] = []
    window.session.failed.connect(errors.append)
    for name in ALGORITHMS:
        contents = session_of(name)
        path = tmp_path / f"{name}.mergescope-session"
        write_session(path, contents)
        with qtbot.waitSignal(window.keeper.opened, timeout=LONG):
            window.keeper.open(path)
        settle()
        assert window.session.playback.position == contents.run.position
        entry = window.session.tokenizers.entry(RUN)
        assert entry.tokenizer.identity == contents.run.history.tokenizer_at(contents.run.position).identity
    assert errors == []
