"""How long the window's event loop is held up while a large corpus trains in it: gaps between ticks, in milliseconds."""

from __future__ import annotations

import os
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app import smoothness
from app.main_window import MainWindow
from app.session import Session
from app.theme import Appearance

_TICK = 5  # milliseconds


class Ticker:
    """A timer in the window's thread that notes when it was called."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self._timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=_TICK)
        self._timer.timeout.connect(lambda: self.times.append(time.perf_counter()))

    def while_running(self, loop: QEventLoop) -> np.ndarray:
        """Gaps until the loop is left."""
        self._timer.start()
        loop.exec()
        self._timer.stop()
        return np.diff(self.times) * 1000


def report(path: Path) -> str:
    """Gaps of an idle window, and of one in which `path` is read, counted and trained."""
    application = QApplication.instance() or QApplication([])
    appearance = Appearance()
    appearance.apply(application)
    session = Session(cold=False)
    smoothness.begin_smoothly(session.run.finished)  # as `run_window` does
    window = MainWindow(session, appearance)
    window.resize(1600, 1000)
    window.show()
    session.begin()
    _wait(session.run.finished)
    _measured(lambda loop: QTimer.singleShot(2000, loop.quit))
    idle = _measured(lambda loop: QTimer.singleShot(2000, loop.quit))
    session.corpus.add_paths([path])
    busy = _measured(lambda loop: _train_when_loaded(session, loop))
    window.close()
    session.close()
    rows = [f"{'event loop, gaps in ms':40} {'p50':>8} {'p99':>8} {'worst':>8}"]
    for name, gaps in (("idle", idle), (f"training {path.name}", busy)):
        rows.append(f"{name:40} {np.percentile(gaps, 50):8.1f} {np.percentile(gaps, 99):8.1f} {gaps.max():8.1f}")
    return "\n".join(rows)


def _wait(signal) -> None:
    loop = QEventLoop()
    signal.connect(loop.quit)
    QTimer.singleShot(60_000, loop.quit)
    loop.exec()


def _measured(arrange) -> np.ndarray:
    loop = QEventLoop()
    arrange(loop)
    QTimer.singleShot(120_000, loop.quit)
    return Ticker().while_running(loop)


def _train_when_loaded(session: Session, loop: QEventLoop) -> None:
    """Train once the file has been read and is among the checked texts; leave the loop a second after the end."""
    session.run.finished.connect(lambda _: QTimer.singleShot(1000, loop.quit))

    def train_if_read() -> None:
        if session.corpus.busy or not any(row.source.path for row in session.corpus.checked):
            QTimer.singleShot(_TICK, train_if_read)
        else:
            session.train()

    train_if_read()
