"""How long the window's event loop is held up while a large corpus trains in it: how late its ticks come."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QEventLoop, Qt, QTimer

from app import start
from app.look.theme import Appearance
from app.main_window import MainWindow
from app.session import Session
from tests.benchmarks.corpus import Corpora
from tests.benchmarks.measuring import Row, limit_row

_TICK = 5  # milliseconds


class Ticker:
    """A timer in the window's thread that notes when it was called."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self._timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=_TICK)
        self._timer.timeout.connect(lambda: self.times.append(time.perf_counter()))

    def while_running(self, loop: QEventLoop) -> np.ndarray:
        """How late each tick was, in milliseconds, until the loop is left."""
        self._timer.start()
        loop.exec()
        self._timer.stop()
        return np.maximum(np.diff(self.times) * 1000 - _TICK, 0.0)


def lateness(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """Ticks of an idle window, and of one in which 200 MB are read, counted and trained: how late each comes."""
    path = corpora.path(200)
    application = start.application()
    appearance = Appearance()
    appearance.apply(application)
    session = Session(cold=False)
    start.work_smoothly(session)  # as `run_window` does
    window = MainWindow(session, appearance)
    window.resize(1600, 1000)
    window.show()
    session.begin()
    _wait(session.run.finished)
    _measured(lambda loop: QTimer.singleShot(2000, loop.quit))
    idle = _measured(lambda loop: QTimer.singleShot(5000, loop.quit))
    session.corpus.add_paths([path])
    busy = _measured(lambda loop: _train_when_loaded(session, loop))
    window.close()
    session.close()
    p99, worst = float(np.percentile(busy, 99)), float(busy.max() - idle.max())
    measure = "tick lateness while 200 MB train in the window"
    yield limit_row(f"{measure}: p99", p99, 2, 1, "ms", f"idle {np.percentile(idle, 99):.1f} ms")
    yield limit_row(
        f"{measure}: worst above idle", worst, 10, 6, "ms", f"worst {busy.max():.1f}, idle {idle.max():.1f}"
    )


def _wait(signal) -> None:
    loop = QEventLoop()
    signal.connect(loop.quit)
    QTimer.singleShot(60_000, loop.quit)
    loop.exec()


def _measured(arrange) -> np.ndarray:
    loop = QEventLoop()
    arrange(loop)
    QTimer.singleShot(300_000, loop.quit)
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
