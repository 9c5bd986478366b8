"""Somebody who has only the README: the lecture given in the real program, saved, the process killed, and all is there again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = "what the room calls out"

_LECTURER = """
import json, os, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from app import start
from app.main_window import MainWindow
from app.widgets.basics import file_dialogs
from tests.app.test_five_minutes import rows

do, file, text = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
file_dialogs.ask_save_file = lambda *_: file
shown_before = MainWindow.show

def told(window):
    session = window.session
    return json.dumps({
        "position": session.playback.position,
        "steps": len(session.run.history),
        "text": session.playground.text,
        "bookmarks": session.playback.bookmarks,
        "theme": window.appearance.theme.name,
        "alone": window.layout_of_panes.alone,
        "title": window.windowTitle(),
        "languages": list(session.grid.languages),
    }, default=str)

def press(window, keys):
    target = QApplication.focusWidget() or window
    if len(keys) > 1 and keys.isdigit() or keys == text:
        QTest.keyClicks(target, keys)
    else:
        pressed = QKeySequence(keys)[0]
        QTest.keyClick(target, pressed.key(), pressed.keyboardModifiers())

def lecture(window):
    keys = [key for row in rows()[:-1] for key in row[0]]
    keys += ["Ctrl+3", "Ctrl+A", text, "Ctrl+2", "G", "300", "Return", "B", "F9", "Ctrl+Shift+2"]
    window.keeper.saved.connect(lambda _: after_saving())
    def after_saving():
        print(told(window), flush=True)
        os.kill(os.getpid(), 9)
    def next_key():
        if keys:
            press(window, keys.pop(0))
            QTimer.singleShot(120, next_key)
        else:
            press(window, "Ctrl+S")
    next_key()

def shown(window):
    shown_before(window)
    window.activateWindow()
    session = window.session
    if do == "lecture":
        def wait():
            ready = session.run.history.stopped and not session.corpus.busy and not session.grid.busy
            lecture(window) if ready and session.playback.position else QTimer.singleShot(50, wait)
        wait()
    else:
        def came(_):
            def wait():
                if session.corpus.busy or session.grid.busy:
                    QTimer.singleShot(50, wait)
                    return
                print(told(window), flush=True)
                window.close()
            QTimer.singleShot(300, wait)
        window.keeper.opened.connect(came)

MainWindow.show = shown
sys.exit(start.run_window(file if do == "open" else None))
"""


def run(do: str, file: Path, folder: Path) -> tuple[int, dict[str, object], str]:
    """Exit status of the program, what it told of itself, and what it complained of."""
    own = {"XDG_CONFIG_HOME": str(folder), "XDG_STATE_HOME": str(folder), "MERGESCOPE_STATE_FOLDER": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", _LECTURER, do, str(file), TEXT],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)} | own,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    lines = done.stdout.splitlines()
    assert lines, done.stderr
    return done.returncode, json.loads(lines[-1]), done.stderr


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such end on this system")
def test_after_the_lecture_and_a_kill_one_is_where_one_was(tmp_path: Path) -> None:
    file = tmp_path / "lecture.mergescope-session"
    status, before, _ = run("lecture", file, tmp_path)
    assert status == -signal.SIGKILL
    assert (before["position"], before["steps"]) == (300, 744)
    assert TEXT in str(before["text"])
    status, after, errors = run("open", file, tmp_path)
    assert status == 0, errors
    assert after == before | {"title": "lecture - Mergescope"}
