"""How long the program takes to start, and to compile its loops from nothing."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

from tests.benchmarks.corpus import Corpora
from tests.benchmarks.measuring import Row, in_new_process, limit_row

_VERSION = "from app.main import main; main(['--version'])"
_WINDOW = """
from app import start
from PySide6.QtCore import QEvent, QObject, QTimer
from app.main_window import MainWindow
from app.session import Session
from app.state.settings import Settings
application = start.application()
settings = Settings()
session = Session(settings, cold=False)
start.work_smoothly(session)
window = MainWindow(session, start.look(application, settings))
window.show()
QTimer.singleShot(0, session.begin)
# Usable: it is painted, and has answered one turn of the loop after that.
class FirstPicture(QObject):
    def eventFilter(self, painted, event):
        if event.type() == QEvent.Type.Paint:
            painted.removeEventFilter(self)
            QTimer.singleShot(0, application.quit)
        return False
first_picture = FirstPicture()
window.shelf.installEventFilter(first_picture)
application.exec()
import os
os._exit(0)
"""
_COMPILE = """
import time
from engine import prepared, warm
began = time.perf_counter()
set_prepared = warm.set_prepared
warm.set_prepared = lambda stage: print(stage, time.perf_counter() - began)
warm.warm()
"""


def starting(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """The whole process, from its start to its end."""
    for name, code, must, aim in (("--version", _VERSION, 0.3, 0.15), ("window usable", _WINDOW, 1.5, 0.8)):
        with tempfile.TemporaryDirectory() as home:
            runs = [_start(code, home) for _ in range(rounds + 1)]
        note = f"cpu {min(cpu for _, cpu in runs):.2g} s"
        yield limit_row(f"mergescope, warm: {name}", min(wall for wall, _ in runs), must, aim, "s", note)


def _start(code: str, home: str) -> tuple[float, float]:
    """Seconds of the clock and of the processor."""
    before = os.times()
    # Warm is with the byte code that Python keeps of modules, wherever this is run from.
    seconds, _ = in_new_process(code, XDG_CONFIG_HOME=home, PYTHONDONTWRITEBYTECODE="", PYTHONPYCACHEPREFIX=home)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return seconds, used


def compiling(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """An empty cache of compiled loops."""
    with tempfile.TemporaryDirectory() as cache:
        _, said = in_new_process(_COMPILE, NUMBA_CACHE_DIR=cache, XDG_CACHE_HOME=cache)
    seconds = {stage: float(time) for stage, time in (line.split() for line in said.splitlines())}
    yield limit_row("loops compiled from nothing: byte BPE", seconds["basic"], 15, 8, "s")
    yield limit_row("loops compiled from nothing: all", seconds["all"], 40, 20, "s")
