"""How long the window's thread works for one step of a drag over the timeline of a large run, with all panes following."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QDeadlineTimer, QEvent, QEventLoop, QPointF, QSettings, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from app import smoothness, start
from app.main_window import MainWindow
from app.session import Session
from app.state.settings import Settings
from app.theme import Appearance
from app.widgets.theatre.options_form import with_option
from app.widgets.theatre.timeline import Timeline
from tests.benchmarks.corpus import Corpora
from tests.benchmarks.measuring import Row, limit_row

_JUMPS, _DRAGGED = 120, 300
_FRAME = 16


def dragging(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """20 MB to 32,000 entries: the theatre's own drawing after a jump, and how late the frames of a drag come."""
    application = start.application()
    look = Appearance()
    look.apply(application)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(QSettings(str(Path(folder) / "drag.ini"), QSettings.Format.IniFormat))
        session = Session(settings, cold=False)
        smoothness.begin_smoothly(session.run.finished)
        window = MainWindow(session, look)
        window.resize(1600, 1000)
        window.show()
        session.preparation.start()
        session.corpus.add_paths([corpora.path(20)])
        _until(lambda: bool(session.corpus.checked) and not session.corpus.busy)
        for name in ("byte-bpe", "wordpiece", "unigram"):
            session.run.set_algorithm(name)
            session.run.set_recipe(with_option(session.run.recipe, "vocab_size", 32_000))
            session.train()
            _until(lambda: not session.run.running and session.run.history.stopped is not None)
            _rest(3_000)
            yield from _rows(name, window)
        window.close()


def _rows(name: str, window: MainWindow) -> Iterator[Row]:
    theatre = window.theatre
    random = np.random.default_rng(1)
    track = theatre.timeline._track
    _move(theatre.timeline, track.left() + 5, QEvent.Type.MouseButtonPress)
    costs = []
    for x in track.left() + random.random(_JUMPS) * track.width():
        _move(theatre.timeline, x)
        began = time.thread_time()
        theatre.flush()
        theatre.repaint()
        costs.append((time.thread_time() - began) * 1000)
        _rest(60)
    late = _lateness(theatre.timeline, np.linspace(track.left(), track.right(), _DRAGGED))
    note = f"p50 {np.percentile(costs, 50):.1f}, worst {max(costs):.1f} ms"
    yield limit_row(
        f"{name}, 32k: a jump drawn in the theatre, p99", float(np.percentile(costs, 99)), 16, 8, "ms", note
    )
    note = f"p50 {np.percentile(late, 50):.1f}, worst {late.max():.1f} ms"
    yield limit_row(f"{name}, 32k: a frame of a drag, p99", float(np.percentile(late, 99)), 33, 17, "ms", note)


def _lateness(timeline: Timeline, places: np.ndarray) -> np.ndarray:
    """Milliseconds between frames while the mouse moves once a frame, all panes following."""
    loop, timer, times = QEventLoop(), QTimer(timerType=Qt.TimerType.PreciseTimer, interval=_FRAME), []
    left = iter(places.tolist())

    def tick() -> None:
        times.append(time.perf_counter())
        x = next(left, None)
        if x is None:
            loop.quit()
        else:
            _move(timeline, x)

    timer.timeout.connect(tick)
    timer.start()
    loop.exec()
    timer.stop()
    return np.diff(times) * 1000


def _move(timeline: Timeline, x: float, kind: QEvent.Type = QEvent.Type.MouseMove) -> None:
    at, left = QPointF(x, timeline.height() / 2), Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(timeline, QMouseEvent(kind, at, timeline.mapToGlobal(at), left, left, none))


def _until(ready: Callable[[], bool]) -> None:
    deadline = QDeadlineTimer(600_000)
    while not ready() and not deadline.hasExpired():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


def _rest(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
