"""Cancelling, closing and sharing at any moment: nothing arrives late, nothing is left, nobody loses what was saved."""

from __future__ import annotations

import gc
import os
import random
import signal
import subprocess
import sys
import weakref
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSettings
from pytestqt.qtbot import QtBot

from app import worker as worker_module
from app.look.theme import Appearance
from app.main_window import MainWindow
from app.pane_rows import PANES
from app.session import Session
from app.session_files.session_file import write_session
from app.session_files.session_reading import read_session
from app.session_keeper import SessionKeeper
from app.state.settings import Settings
from engine import ALGORITHMS
from tests.app.conftest import LONG
from tests.app.test_faults import ROOT, busy, jobs
from tests.app.test_report import session as session_of

# Cancelling and closing -----------------------------------------------------------------------------------------------


def test_a_hundred_trainings_begun_and_left_and_the_last_is_as_ever(qtbot: QtBot, trained: Session) -> None:
    chance = random.Random(1)
    expected = trained.run.history.tokenizer_at(744).identity
    for number in range(100):
        trained.train()
        if number % 3:
            qtbot.wait(chance.randrange(12))  # wherever it is by then
        if number % 5 == 1:
            trained.run.pause()
        if number % 4:
            trained.run.stop()
            heard: list[object] = []
            trained.run.progressed.connect(heard.append)
            trained.run.advanced.connect(heard.append)
            qtbot.wait(0)
            assert heard == [], "nothing comes after it was stopped"
            trained.run.progressed.disconnect(heard.append)
            trained.run.advanced.disconnect(heard.append)
    with qtbot.waitSignal(trained.run.finished, timeout=LONG):
        trained.train()
    assert trained.run.history.tokenizer_at(744).identity == expected
    assert worker_module.wait_for_all()


@pytest.mark.parametrize("name", ALGORITHMS)
def test_trainings_of_each_algorithm_begun_and_left(qtbot: QtBot, trained: Session, name: str, cycles: int) -> None:
    chance = random.Random(name)
    trained.run.set_algorithm(name)
    with qtbot.waitSignal(trained.run.finished, timeout=LONG):
        trained.train()
    history = trained.run.history
    expected = history.tokenizer_at(len(history)).identity
    for number in range(cycles):
        trained.train()
        qtbot.wait(chance.choice([0, 0, 1, 5, 20]))
        if number % 3:
            trained.run.stop()
    with qtbot.waitSignal(trained.run.finished, timeout=LONG):
        trained.train()
    history = trained.run.history
    assert history.tokenizer_at(len(history)).identity == expected
    assert worker_module.wait_for_all()


@pytest.fixture
def cycles() -> int:
    """How often; `MERGESCOPE_CYCLES` asks for more."""
    return int(os.environ.get("MERGESCOPE_CYCLES", "15"))


_MOMENTS = ("train", "count", "encode", "session", "export")


def test_the_window_closes_at_any_moment(qtbot: QtBot, appearance, tmp_path: Path) -> None:
    chance = random.Random(1)
    for name in _MOMENTS:
        folder = tmp_path / name
        folder.mkdir()
        ini = QSettings(str(folder / "a.ini"), QSettings.Format.IniFormat)
        session = Session(Settings(ini), cold=False)
        window = MainWindow(session, appearance, SessionKeeper(session, folder / "state"))
        window.show()
        window.keeper.start()
        with qtbot.waitSignal(session.run.finished, timeout=LONG):
            session.begin()
        jobs(window, folder)[name]()
        qtbot.wait(chance.randrange(30))
        window.close()
        assert session.close(), f"a job did not end: {name}"
        window.deleteLater()
        session.deleteLater()
        left = [file.name for file in (folder / "state").iterdir() if file.suffix != ".lock"]
        assert left == [], name
        kept = folder / "a.mergescope-session"
        assert not kept.exists() or read_session(kept).problems == ()


def ours() -> list[QObject]:
    """All objects of the program's own kinds that Python still knows."""
    gc.collect()
    return [
        one for one in gc.get_objects() if issubclass(type(one), QObject) and type(one).__module__.startswith("app.")
    ]


def test_a_window_that_is_closed_leaves_nothing_behind(
    qtbot: QtBot, settings: Settings, appearance: Appearance
) -> None:
    before = weakref.WeakSet(ours())
    session = Session(settings, cold=False)
    window = MainWindow(session, appearance)
    window.show()
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.begin()
    for row in PANES:
        window.maximise(row.name)
        qtbot.wait(0)
    window.close()
    assert session.close()
    window.deleteLater()
    session.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    del window, session
    assert [one for one in ours() if one not in before] == []


# A session that holds what nobody can show --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {"comparison": {"speed": "fast"}},
        {"comparison": {"pinned": 5}},
        {"show": ({"step": "x"},)},
        {"views": {"cuts": {"numbers": 3}}},
    ],
    ids=["speed", "pinned", "show", "views"],
)
def test_a_session_with_a_value_that_means_nothing_opens_all_the_same(
    qtbot: QtBot, trained: Session, tmp_path: Path, fields: dict
) -> None:
    path = tmp_path / "a.mergescope-session"
    write_session(path, replace(session_of(), **fields))
    keeper = SessionKeeper(trained)
    with qtbot.waitSignal(keeper.opened, timeout=LONG):
        keeper.open(path)
    assert len(trained.run.history) == len(session_of().run.history)
    qtbot.waitUntil(lambda: not busy(trained), timeout=LONG)


# Two windows, one file ------------------------------------------------------------------------------------------------


def test_the_second_window_to_save_loses_nothing_of_the_first(qtbot: QtBot, trained: Session, tmp_path: Path) -> None:
    path = tmp_path / "lecture.mergescope-session"
    first, second = SessionKeeper(trained), SessionKeeper(trained)
    trained.playground.set_text("the first")
    _saved(qtbot, first, path)
    with qtbot.waitSignal(second.opened, timeout=LONG):
        second.open(path)
    trained.playground.set_text("of the second window")
    _saved(qtbot, second, path)
    said: list[str] = []
    first.said.connect(lambda text, _kind: said.append(text))
    trained.playground.set_text("of the first window")
    _saved(qtbot, first, path)
    assert read_session(path).text == "of the first window"
    assert read_session(tmp_path / "lecture-2.mergescope-session").text == "of the second window"
    assert said == [
        "Another window had saved lecture.mergescope-session meanwhile. What it saved is kept as "
        "lecture-2.mergescope-session."
    ]
    # Its own file is written again without a word.
    _saved(qtbot, first, path)
    assert len(said) == 1
    assert len(list(tmp_path.glob("*.mergescope-session"))) == 2


def _saved(qtbot: QtBot, keeper: SessionKeeper, path: Path) -> None:
    with qtbot.waitSignal(keeper.saved, timeout=LONG):
        keeper.save(path)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such processes on this system")
def test_two_processes_that_write_one_file_leave_it_whole(tmp_path: Path) -> None:
    """And whoever reads meanwhile reads one or the other."""
    path, source = tmp_path / "lecture.mergescope-session", tmp_path / "source.mergescope-session"
    write_session(source, session_of())
    write_session(path, session_of())
    code = "import sys; from pathlib import Path; from app.session_files.session_file import write_session\n"
    code += "from app.session_files.session_reading import read_session\n"
    code += "kept = read_session(Path(sys.argv[2]))\nfor _ in range(25): write_session(Path(sys.argv[1]), kept)"
    writers = [subprocess.Popen([sys.executable, "-c", code, str(path), str(source)], cwd=ROOT) for _ in range(2)]
    while any(writer.poll() is None for writer in writers):
        assert read_session(path).problems == ()
    assert [writer.returncode for writer in writers] == [0, 0]
    assert sorted(file.name for file in tmp_path.iterdir()) == [path.name, source.name]
