"""What ends the program while a session is saved: a terminal that goes, the system, Ctrl + C, whoever destroys its window."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.session_files.session_reading import read_session

ROOT = Path(__file__).parents[2]

_ENDED = """
import signal, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from app import start
from app.main_window import MainWindow
folder, name, destroyed = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
show, watch, ends = MainWindow.show, start.DestroyedWindow, []
start.DestroyedWindow = lambda window, end: ends.append(end) or watch(window, end)

def shown(window):
    show(window)
    session, keeper = window.session, window.keeper

    def look():
        if keeper.busy or session.corpus.busy or not session.run.history.stopped:
            return
        if not list((folder / "state").glob("*.mergescope-session")):
            session.playback.seek(35)
            keeper.autosave()
            return
        timer.stop()
        keeper.working.connect(lambda words: print("saving", flush=True) if words else None)
        session.playground.set_text("what is saved " * 5_000)
        keeper.save(folder / name)
        if destroyed:
            ends[0]()

    timer = QTimer(window, interval=20)
    timer.timeout.connect(look)
    timer.start()

MainWindow.show = shown
sys.exit(start.run_window())
"""


def started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    folders = {"XDG_CONFIG_HOME": str(folder), "MERGESCOPE_STATE_FOLDER": str(folder / "state")}
    folders |= {"MERGESCOPE_LOG_FOLDER": str(folder / "log"), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.Popen(
        [sys.executable, "-c", _ENDED, str(folder), *arguments],
        cwd=ROOT,
        env=os.environ | folders,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signals on this system")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_while_a_session_is_saved_ends_the_save_and_loses_nothing(name: str, tmp_path: Path) -> None:
    """What was asked to be saved is; where nobody has asked for the end, the copy against a crash is there as well."""
    process = started(tmp_path, "lecture.mergescope-session")
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "saving\n"
        process.send_signal(getattr(signal, name))
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, errors) == (0, "")
    assert read_session(tmp_path / "lecture.mergescope-session").problems == ()
    kept = list((tmp_path / "state").glob("*.mergescope-session"))
    assert len(kept) == (0 if name == "SIGINT" else 1)
    assert all(read_session(copy).run is not None for copy in kept)
    assert not [file.name for file in tmp_path.iterdir() if file.name.startswith(".")], "nothing half is left"


def test_a_window_destroyed_while_a_save_fails_ends_the_program_and_leaves_the_copy(tmp_path: Path) -> None:
    """Nobody is left who could be told, or close it again."""
    process = started(tmp_path, "none/lecture.mergescope-session", "destroyed")
    try:
        _, errors = process.communicate(timeout=120)
    finally:
        process.kill()
    assert (process.returncode, errors) == (0, "")
    (copy,) = (tmp_path / "state").glob("*.mergescope-session")
    assert read_session(copy).run is not None
