"""A drag over the timeline of a large run, and jumps in it, with all panes following: how long each turn of the event loop
holds the window up, and in how many frames of a screen a new position is seen."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import (
    QAbstractEventDispatcher,
    QDeadlineTimer,
    QEvent,
    QEventLoop,
    QObject,
    QPointF,
    QSettings,
    Qt,
    QTimer,
)
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from app import start
from app.look.theme import Appearance
from app.main_window import MainWindow
from app.session import Session
from app.state.settings import Settings
from app.widgets.theatre.recipe_options import with_option
from app.widgets.theatre.timeline import Timeline
from tests.benchmarks.corpus import Corpora
from tests.benchmarks.measuring import Row, limit_row

_JUMPS = 120
_DRAG, _MOUSE = 5.0, 8
"""Seconds of a drag, and milliseconds between two events of the mouse."""
_SCREEN = 1 / 60
_WORK = 0.5
"""Milliseconds from which a turn counts: in shorter ones nothing was to be done."""
_MANY = 10_000
"""Steps from which each event of the mouse is another position; Unigram has a few rounds."""
_EDGES = (0.5, 2, 4, 6, 8, 10, 12, 16, 33)


def dragging(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """20 MB to 32,000 entries, all panes open."""
    application = start.application()
    look = Appearance()
    look.apply(application)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(QSettings(str(Path(folder) / "drag.ini"), QSettings.Format.IniFormat))
        session = Session(settings, cold=False)
        start.work_smoothly(session)
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
            _until(lambda: window.theatre.warming.done)
            _rest(3_000)
            yield from _rows(name, window)
        window.close()


def _rows(name: str, window: MainWindow) -> Iterator[Row]:
    timeline = window.theatre.timeline
    jumps = _turns(_Jumps(timeline, np.random.default_rng(1).random(_JUMPS)))
    yield limit_row(f"{name}, 32k: a turn after a jump, CPU, p99", _p(jumps, 99), 16, 12, "ms", _spread(jumps))
    seen, drag = _Seen(timeline), _Drag(timeline)
    turns = _turns(drag)
    yield limit_row(f"{name}, 32k: a turn of a drag, CPU, p99", _p(turns, 99), 16, 12, "ms", _spread(turns))
    timeline.removeEventFilter(seen)
    if timeline.known < _MANY:
        return
    shown = np.array(seen.times) - drag.began
    shown = shown[shown > 0]
    frames = int(drag.seconds / _SCREEN)
    filled = np.unique((shown / _SCREEN).astype(int))
    missed = 100 * (1 - len(filled[(filled >= 0) & (filled < frames)]) / frames)
    note = f"{frames} frames in {drag.seconds:.1f} s"
    yield limit_row(f"{name}, 32k: frames of a drag without a new position", missed, 3, 1, "%", note)
    gap = 1000 * float(np.diff(shown, prepend=0.0).max())
    yield limit_row(f"{name}, 32k: longest without a new position", gap, 33, 17, "ms")


class _Seen(QObject):
    """When the timeline was painted at another position than before."""

    def __init__(self, timeline: Timeline) -> None:
        super().__init__()
        self._timeline, self._position = timeline, timeline.position
        self.times: list[float] = []
        timeline.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._timeline.position != self._position:
            self._position = self._timeline.position
            self.times.append(time.perf_counter())
        return False


class _Drag:
    """The mouse over the whole track, there and back, at one speed."""

    def __init__(self, timeline: Timeline) -> None:
        count = round(_DRAG * 1000 / _MOUSE)
        track = timeline.shape.track
        to_and_fro = np.abs((np.linspace(0, 4, count) + 1) % 2 - 1)
        self._timeline = timeline
        self._places = iter((track.left() + to_and_fro * track.width()).tolist())
        self._timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=_MOUSE)
        self._timer.timeout.connect(self._move)
        self.done = False
        self.began = self.seconds = 0.0

    def begin(self) -> None:
        _move(self._timeline, self._timeline.shape.track.left() + 5, QEvent.Type.MouseButtonPress)
        _rest(500)
        self.began = time.perf_counter()
        self._timer.start()

    def _move(self) -> None:
        place = next(self._places, None)
        if place is not None:
            _move(self._timeline, place)
            return
        self._timer.stop()
        self.seconds, self.done = time.perf_counter() - self.began, True


class _Jumps:
    """From anywhere to anywhere, with time for everything to come to rest."""

    def __init__(self, timeline: Timeline, shares: np.ndarray) -> None:
        self._timeline, self._shares = timeline, iter(shares.tolist())
        self._timer = QTimer(interval=300)
        self._timer.timeout.connect(self._jump)
        self.done = False

    def begin(self) -> None:
        self._timer.start()

    def _jump(self) -> None:
        share = next(self._shares, None)
        if share is None:
            self._timer.stop()
            self.done = True
        else:
            self._timeline.seek_asked.emit(round(share * self._timeline.known))


def _turns(work: _Drag | _Jumps) -> np.ndarray:
    """CPU milliseconds of the window's thread in each turn of the event loop in which there was something to do."""
    dispatcher = QAbstractEventDispatcher.instance()
    assert dispatcher is not None
    spent: list[float] = []
    work.begin()
    while not work.done:
        before = time.thread_time()
        dispatcher.processEvents(
            QEventLoop.ProcessEventsFlag.AllEvents | QEventLoop.ProcessEventsFlag.WaitForMoreEvents
        )
        spent.append((time.thread_time() - before) * 1000)
    taken = np.array(spent)
    return taken[taken > _WORK]


def _p(values: np.ndarray, share: float) -> float:
    return float(np.percentile(values, share))


def _spread(turns: np.ndarray) -> str:
    """How many turns took how long."""
    counts, _ = np.histogram(turns, (*_EDGES, np.inf))
    parts = [f"{count} from {edge:g}" for edge, count in zip(_EDGES, counts.tolist(), strict=True) if count]
    return f"p50 {_p(turns, 50):.1f}, worst {turns.max():.1f} ms; turns by ms: {', '.join(parts)}"


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
