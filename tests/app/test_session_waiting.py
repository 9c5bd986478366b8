"""Saving, opening and reporting say how far they are, and can be left: what was there stays."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import file_queue, session_jobs
from app.main_window import MainWindow
from app.session import Session
from app.session_files import session_file
from app.session_files.session_contents import Digests, read_digests
from app.session_files.session_file import SUFFIX, write_session, writing
from app.session_files.session_reading import read_session
from app.session_keeper import SessionKeeper
from engine.corpus import Corpus, Source
from engine.formats.files import write_atomically
from engine.model import Progress

LONG = 120_000


class Held:
    """Texts that take as long to read as the test wants."""

    def __init__(self) -> None:
        self.go_on = threading.Event()

    def read(self, sources: Iterable[Source]) -> Iterator[Progress | Digests]:
        while not self.go_on.is_set():
            yield Progress("Reading", 1, 4)
            time.sleep(0.005)
        yield from read_digests(sources)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    made = Held()
    monkeypatch.setattr(session_jobs, "read_digests", made.read)
    yield made
    made.go_on.set()


def labels(window: MainWindow) -> list[str]:
    return [message.text for message in window.messages.messages]


def test_every_yield_of_a_save_leaves_the_old_file(trained: Session, tmp_path: Path) -> None:
    path = tmp_path / "lecture.mergescope-session"
    contents = SessionKeeper(trained).contents()
    path.write_bytes(b"what was there")
    events = list(writing(tmp_path / "whole.mergescope-session", contents))
    shares = [event.share for event in events if isinstance(event, Progress)]
    assert len(events) > 10
    assert shares == sorted(shares)
    assert shares[-1] == 1
    for stop in range(len(events)):
        job = writing(path, contents)
        for _ in range(stop + 1):
            next(job)
        job.close()
        assert path.read_bytes() == b"what was there"
    assert [file.name for file in tmp_path.glob(".*")] == []
    write_session(path, contents)
    assert path.read_bytes() == (tmp_path / "whole.mergescope-session").read_bytes()


def test_a_large_array_is_packed_in_many_steps(trained: Session, tmp_path: Path) -> None:
    contents = SessionKeeper(trained).contents()
    few = len(list(writing(tmp_path / "a.mergescope-session", contents)))
    large = np.arange(1 << 20, dtype=np.int64).tobytes()
    contents.other_members["large.bin"] = large  # type: ignore[index]  # of a later version
    assert len(list(writing(tmp_path / "b.mergescope-session", contents))) >= few + 8


def test_texts_are_read_in_many_steps_and_one_that_has_gone_has_no_digest(tmp_path: Path) -> None:
    (tmp_path / "large.txt").write_text("low lower newest widest " * 400_000)
    large, gone = Source("large", path=tmp_path / "large.txt"), Source("gone", path=tmp_path / "gone.txt")
    *steps, digests = read_digests([large, gone])
    assert isinstance(digests, dict)
    assert list(digests) == [large]
    shares = [step.share for step in steps if isinstance(step, Progress)]
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert shares[-1] == 1


STOPS: dict[str, Callable[[QtBot, MainWindow], None]] = {
    "button": lambda qtbot, window: qtbot.mouseClick(window.status.progress.button, Qt.MouseButton.LeftButton),
    "Escape": lambda qtbot, window: qtbot.keyClick(window, Qt.Key.Key_Escape),
}


@pytest.mark.parametrize("stop", STOPS)
def test_a_save_that_takes_a_while_says_how_far_it_is_and_can_be_left(
    qtbot: QtBot, window: MainWindow, held: Held, tmp_path: Path, stop: str
) -> None:
    path = tmp_path / "lecture.mergescope-session"
    path.write_bytes(b"what was there")
    # GIVEN a save that has come to a quarter
    window.keeper.save(path)
    assert window.status.state.text() == "Saving the session"
    assert window.status.progress.isHidden()
    qtbot.waitUntil(window.status.progress.isVisible, timeout=LONG)
    qtbot.waitUntil(lambda: window.status.progress.bar.value() == 25, timeout=LONG)
    assert window.status.progress.words.text().startswith("25 %")
    # WHEN the user leaves it
    STOPS[stop](qtbot, window)
    # THEN the old file is there, and a sentence says so
    assert not window.keeper.busy
    assert window.status.progress.isHidden()
    assert window.status.state.text() != "Saving the session"
    assert "The session was not saved. lecture.mergescope-session is as it was." in labels(window)
    assert path.read_bytes() == b"what was there"
    # AND the next save works
    held.go_on.set()
    with qtbot.waitSignal(window.keeper.saved, timeout=LONG):
        window.keeper.save(path)
    assert path.read_bytes()[:2] == b"PK"


def test_a_report_can_be_left(qtbot: QtBot, window: MainWindow, held: Held, tmp_path: Path) -> None:
    window.keeper.write_report(tmp_path / "report.html")
    qtbot.waitUntil(window.status.progress.isVisible, timeout=LONG)
    assert window.status.state.text() == "Writing the report"
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert "The report was not written." in labels(window)
    assert list(tmp_path.glob("*.html")) == []


def test_opening_can_be_left_and_what_is_open_stays(
    qtbot: QtBot, window: MainWindow, held: Held, tmp_path: Path
) -> None:
    path = tmp_path / "other.mergescope-session"
    held.go_on.set()
    with qtbot.waitSignal(window.keeper.saved, timeout=LONG):
        window.keeper.save(tmp_path / "other.mergescope-session")
    window.session.playback.seek(700)
    held.go_on.clear()
    window.keeper.open(path)
    qtbot.waitUntil(window.status.progress.isVisible, timeout=LONG)
    window.keeper.cancel()
    assert "other.mergescope-session was not opened." in labels(window)
    assert window.session.playback.position == 700


def test_what_waits_for_a_job_that_is_left_is_done(
    qtbot: QtBot, window: MainWindow, held: Held, tmp_path: Path
) -> None:
    window.keeper.save(tmp_path / "one.mergescope-session")
    window.keeper.save(tmp_path / "two.mergescope-session")
    assert window.keeper.cancel()
    held.go_on.set()
    with qtbot.waitSignal(window.keeper.saved, timeout=LONG):
        pass
    assert [path.name for path in tmp_path.glob("*.mergescope-session")] == ["two.mergescope-session"]
    assert not window.keeper.cancel()


# Two jobs at once -----------------------------------------------------------------------------------------------------


@pytest.fixture
def keeper(trained: Session, tmp_path: Path) -> SessionKeeper:
    made = SessionKeeper(trained, tmp_path / "state")
    made.start()
    return made


def all_done(qtbot: QtBot, keeper: SessionKeeper) -> None:
    qtbot.waitUntil(lambda: not keeper.busy, timeout=LONG)


def test_a_save_while_another_session_is_opened_does_not_name_that_one(
    qtbot: QtBot, trained: Session, keeper: SessionKeeper, held: Held, tmp_path: Path
) -> None:
    one, other = tmp_path / "one.mergescope-session", tmp_path / "other.mergescope-session"
    held.go_on.set()
    for path in (other, one):
        trained.playground.set_text(path.stem)
        keeper.save(path)
        all_done(qtbot, keeper)
    held.go_on.clear()
    keeper.open(other)
    keeper.save(one)
    held.go_on.set()
    all_done(qtbot, keeper)
    # THEN what is open has its own name, and the next save goes there without a word
    assert trained.playground.text == "other"
    assert keeper.path == other
    said: list[str] = []
    keeper.said.connect(lambda text, _kind: said.append(text))
    trained.playground.set_text("changed")
    assert keeper.path is not None
    keeper.save(keeper.path)
    all_done(qtbot, keeper)
    assert said == []
    assert (read_session(one).text, read_session(other).text) == ("one", "changed")


def test_one_file_saved_twice_in_a_row_is_no_other_window_s(
    qtbot: QtBot, trained: Session, keeper: SessionKeeper, tmp_path: Path
) -> None:
    path = tmp_path / "lecture.mergescope-session"
    keeper.save(path)
    all_done(qtbot, keeper)
    keeper.save(path)
    keeper.save(path)
    all_done(qtbot, keeper)
    assert [file.name for file in tmp_path.glob("*.mergescope-session")] == [path.name]


def test_what_has_been_written_is_not_called_cancelled(
    qtbot: QtBot, trained: Session, keeper: SessionKeeper, tmp_path: Path
) -> None:
    path, said = tmp_path / "lecture.mergescope-session", []
    keeper.said.connect(lambda text, _kind: said.append(text))
    keeper.save(path)
    # WHEN Escape comes after the last byte, and before the window has heard of it
    assert keeper.queue._worker is not None
    keeper.queue._worker._thread.join()
    with qtbot.waitSignal(keeper.saved, timeout=LONG):
        assert keeper.cancel()
    keeper.save(path)
    all_done(qtbot, keeper)
    assert said == []


@pytest.mark.parametrize("what", ["session", "report"])
def test_escape_when_the_file_is_there_and_the_job_has_not_ended_says_nothing_else(
    qtbot: QtBot, trained: Session, keeper: SessionKeeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    written, go_on = threading.Event(), threading.Event()

    def write(path: Path, data: bytes) -> None:
        write_atomically(path, data)
        written.set()
        assert go_on.wait(LONG / 1000)

    monkeypatch.setattr(session_file if what == "session" else session_jobs, "write_atomically", write)
    path, said = tmp_path / f"lecture{SUFFIX}", []
    keeper.said.connect(lambda text, _kind: said.append(text))
    # GIVEN a file that has just got its new contents
    (keeper.save if what == "session" else keeper.write_report)(path)
    assert written.wait(LONG / 1000)
    # WHEN Escape comes
    assert keeper.cancel()
    # THEN it is said to be written, as it is
    with qtbot.waitSignal(keeper.saved if what == "session" else keeper.report_written, timeout=LONG):
        go_on.set()
    assert said == []
    assert path.exists()


def test_a_save_that_fails_leaves_something_to_keep(qtbot: QtBot, keeper: SessionKeeper, tmp_path: Path) -> None:
    with qtbot.waitSignal(keeper.failed, timeout=LONG):
        keeper.save(tmp_path / "no such folder" / "lecture")
    keeper.autosave()
    assert keeper.busy, "the copy against a crash is the only one"
    all_done(qtbot, keeper)


def test_a_save_that_waits_is_done_when_the_window_closes(
    qtbot: QtBot, trained: Session, keeper: SessionKeeper, held: Held, tmp_path: Path
) -> None:
    trained.playground.set_text("the last words")
    keeper.autosave()
    keeper.save(tmp_path / "one.mergescope-session")
    keeper.save(tmp_path / "two.mergescope-session")
    held.go_on.set()
    keeper.close()
    for name in ("one", "two"):
        assert read_session(tmp_path / f"{name}.mergescope-session").text == "the last words"


def test_a_window_stays_where_what_it_was_to_save_could_not_be(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    # GIVEN a save that will fail           WHEN the window is closed before anybody has heard of it
    window.keeper.save(tmp_path / "no such folder" / "lecture")
    assert not window.close()
    # THEN it is there and says so, and what is open can be saved elsewhere
    assert window.isVisible()
    assert any("no such folder" in text for text in labels(window))
    window.keeper.save(tmp_path / "lecture")
    assert window.close()
    assert read_session(tmp_path / f"lecture{SUFFIX}").run is not None


def test_a_window_that_stays_has_no_half_of_a_session(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    keeper, path = window.keeper, tmp_path / f"lecture{SUFFIX}"
    window.session.playground.set_text("of the file")
    keeper.save(path)
    all_done(qtbot, keeper)
    window.session.playground.set_text("of the window")
    opened: list[Path | None] = []
    keeper.opened.connect(opened.append)
    # GIVEN a session that has been read, and a save behind it that will fail
    keeper.open(path)
    keeper.save(tmp_path / "no such folder" / "lecture")
    while not keeper.queue.ending.active:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    # WHEN the window is closed before all of the session is shown
    assert not window.close()
    # THEN the window that stays has all of it
    assert any("no such folder" in text for text in labels(window))
    assert opened == [path]
    assert window.session.playground.text == "of the file"


def test_a_window_that_stays_says_what_it_has_left(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    keeper = window.keeper
    keeper.save(tmp_path / "no such folder" / "lecture")
    keeper.open(tmp_path / f"another{SUFFIX}")
    assert not window.close()
    assert any(text == f"another{SUFFIX} was not opened." for text in labels(window))
    assert not keeper.busy


def test_a_copy_stays_where_a_disk_takes_longer_than_a_window_waits(
    qtbot: QtBot, trained: Session, keeper: SessionKeeper, held: Held, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held.go_on.set()
    trained.playground.set_text("the last words")
    keeper.autosave()
    all_done(qtbot, keeper)
    held.go_on.clear()
    monkeypatch.setattr(file_queue, "_LAST", 0.1)
    trained.run.set_origin(Corpus((Source("a", text="a"),)))
    keeper.save(tmp_path / "lecture")
    assert keeper.close()
    (copy,) = (tmp_path / "state").glob(f"*{SUFFIX}")
    assert read_session(copy).text == "the last words"
    held.go_on.set()
    all_done(qtbot, keeper)


def test_a_window_that_closes_opens_nothing_more(
    qtbot: QtBot, trained: Session, keeper: SessionKeeper, held: Held, tmp_path: Path
) -> None:
    held.go_on.set()
    trained.playground.set_text("of the file")
    keeper.save(tmp_path / "one.mergescope-session")
    all_done(qtbot, keeper)
    trained.playground.set_text("of the window")
    held.go_on.clear()
    keeper.open(tmp_path / "one.mergescope-session")
    keeper.open(tmp_path / "one.mergescope-session")
    keeper.close()
    assert not keeper.busy
    qtbot.wait(50)
    assert trained.playground.text == "of the window"


def test_texts_that_were_read_are_not_read_again_for_the_origin_of_a_run(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("low lower newest widest " * 100)
    corpus = Corpus.of(str(path), "alice")
    before = corpus.digest()
    *_, digests = read_digests(corpus.sources)
    assert isinstance(digests, dict)
    path.unlink()
    assert corpus.digest(digests) == before
