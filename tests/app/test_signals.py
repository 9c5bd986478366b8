"""Signals while a session is saved: a terminal that goes, a system that ends the program, Ctrl + C."""

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
folder = Path(sys.argv[1])
show = MainWindow.show

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
        keeper.save(folder / "lecture.mergescope-session")

    timer = QTimer(window, interval=20)
    timer.timeout.connect(look)
    timer.start()

MainWindow.show = shown
sys.exit(start.run_window())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signals on this system")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_while_a_session_is_saved_ends_the_save_and_loses_nothing(name: str, tmp_path: Path) -> None:
    """What was asked to be saved is; where nobody has asked for the end, the copy against a crash is there as well."""
    folders = {"XDG_CONFIG_HOME": str(tmp_path), "MERGESCOPE_STATE_FOLDER": str(tmp_path / "state")}
    folders |= {"MERGESCOPE_LOG_FOLDER": str(tmp_path / "log"), "QT_QPA_PLATFORM": "offscreen"}
    process = subprocess.Popen(
        [sys.executable, "-c", _ENDED, str(tmp_path)],
        cwd=ROOT,
        env=os.environ | folders,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
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
