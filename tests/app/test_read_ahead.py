"""What is first used is there already: read in by another thread, once the first training is through."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from app.start import READ_LATE
from app.state import read_ahead
from app.state.preparation import Preparation
from app.state.read_ahead import ReadAhead


class _Run(QObject):
    running_changed = Signal(bool)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> _Run:
    monkeypatch.setattr(read_ahead, "_PAUSE", 0)
    return _Run()


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """In which threads loops are loaded."""
    threads: list[str] = []

    def load() -> Iterator[str]:
        threads.append(threading.current_thread().name)
        yield "all"

    monkeypatch.setattr("engine.warm.load", load)
    return threads


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A module that says where it was read in."""
    (tmp_path / "late_module.py").write_text("import threading\nname = threading.current_thread().name\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield "late_module"
    sys.modules.pop("late_module", None)


def test_it_begins_when_the_first_training_has_ended(qtbot: QtBot, run: _Run, loads: list[str], module: str) -> None:
    ahead = ReadAhead(Preparation(cold=False), (module,), run.running_changed, run)
    run.running_changed.emit(True)
    assert not ahead._pause.isActive()
    with qtbot.waitSignal(ahead.ended):
        run.running_changed.emit(False)
    assert (sys.modules[module].name, loads) == ("worker: read ahead", ["worker: read ahead"])
    run.running_changed.emit(False)
    assert not ahead._pause.isActive(), "once is enough"


def test_loops_that_are_not_compiled_are_not_loaded(qtbot: QtBot, run: _Run, loads: list[str], module: str) -> None:
    """That would compile them, and hold the window up for half a minute."""
    ahead = ReadAhead(Preparation(cold=True), (module,), run.running_changed, run)
    with qtbot.waitSignal(ahead.ended):
        run.running_changed.emit(False)
    assert (module in sys.modules, loads) == (True, [])


def test_it_waits_for_what_is_being_compiled(
    qtbot: QtBot, run: _Run, loads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = threading.Event()

    def compiles() -> Iterator[bool]:
        while not compiled.wait(0.005):
            yield True

    monkeypatch.setattr("app.state.preparation._compile", compiles)
    preparation = Preparation(cold=True)
    preparation.start()
    ahead = ReadAhead(preparation, (), run.running_changed, run)
    with qtbot.waitSignal(preparation.ready_changed):
        run.running_changed.emit(False)
    qtbot.waitUntil(lambda: not ahead._pause.isActive())
    assert (loads, preparation.complete) == ([], False)
    with qtbot.waitSignal(ahead.ended):
        compiled.set()
    assert (len(loads), preparation.complete) == (1, True)


@pytest.mark.expects_warnings
def test_what_cannot_be_read_in_is_left_to_its_first_use(
    qtbot: QtBot, run: _Run, loads: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    ahead = ReadAhead(Preparation(cold=False), ("no_such_module",), run.running_changed, run)
    with qtbot.waitSignal(ahead.ended):
        run.running_changed.emit(False)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert loads == []


_FIRST_USES = """
import sys, threading
import numba.core.caching as caching
from PySide6.QtCore import QSettings
from app import start
from app.look.theme import Appearance
from app.main_window import MainWindow
from app.session import Session
from app.state.settings import Settings
from engine.algorithms import ALGORITHMS
from tests.app.waiting import wait_until

loaded = []
load_overload = caching.Cache.load_overload

def noted(cache, *arguments):
    if threading.current_thread() is threading.main_thread():
        loaded.append(cache._py_func.__name__)
    return load_overload(cache, *arguments)

application = start.application()
session = Session(Settings(QSettings(sys.argv[1], QSettings.Format.IniFormat)), cold=False)
ahead = start.ReadAhead(session.preparation, start.READ_LATE, session.run.running_changed, session)
ended = []
ahead.ended.connect(lambda: ended.append(True))
window = MainWindow(session, Appearance())
window.show()
session.begin()
wait_until(lambda: ended)
before = set(sys.modules)
caching.Cache.load_overload = noted
for name, _pane in window.panes.items():
    window.focus_pane(name)
for action in ("palette", "get", "keys", "glossary", "about", "show_list", "welcome"):
    window.actions_by_name[action].trigger()
    window.sheets.close_last()
session.playground.set_text("Some words, seen through each: incomprehensibilities.")
window.focus_pane("theatre")
for name in ALGORITHMS:
    session.run.set_algorithm(name)
    session.train()
    wait_until(lambda: not session.run.running)
    session.playback.seek(session.playback.length // 2)
    wait_until(lambda: not session.playback.turns.waiting and session.playground.encoding is not None)
print(sorted(name for name in sys.modules.keys() - before if name.startswith("app.")))
print(sorted(set(loaded)))
window.close()
print(session.close())
"""


def test_panes_sheets_and_algorithms_find_all_they_need(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _FIRST_USES, str(tmp_path / "settings.ini")]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, env=environment, timeout=200, check=False)
    # Neither modules that the window's thread had to read in, nor loops that it had to load
    assert done.stdout.splitlines() == ["[]", "[]", "True"], done.stderr


def test_a_start_reads_in_none_of_it() -> None:
    code = "import sys; from app import start; print(*sorted(sys.modules.keys() & set(start.READ_LATE)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
    assert READ_LATE
