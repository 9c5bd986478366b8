"""The one thread boundary: iterate an engine generator elsewhere, hand over what it yields in the window's thread.

A `Worker` is started with a callable that returns a generator.  `produced` brings what was yielded, in lists, at most
every `INTERVAL` seconds; then comes exactly one of `succeeded` and `failed`.  After `cancel` nothing comes any more.

It is a `threading.Thread`, not a QThread: that one is invisible to coverage and aborts the process when it is destroyed
while it runs.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from PySide6.QtCore import QObject, Qt, Signal

INTERVAL = 0.016
"""Seconds between two deliveries: one frame.  More often only costs both threads time (100,000 events a second: 100 % of
a core with a signal each, 20 % in batches)."""

_NICE = 4

Job = Callable[[], Iterator[object]]


class LastAct:
    """What a job yields before it does what cannot be taken back: after it the job is not left any more, only waited for."""


_unfinished: set[Worker] = set()
"""Keeps each QObject alive until the window's thread has seen its thread's end, so that it is never destroyed in the
thread that happens to let go of it last."""


class Worker(QObject):
    """One job in a thread of its own.  All methods are called, and all signals arrive, in the window's thread."""

    produced = Signal(object)
    succeeded = Signal()
    failed = Signal(object)
    _news = Signal()

    def __init__(self, job: Job, name: str = "job") -> None:
        super().__init__()
        self._job = job
        self._thread = threading.Thread(target=self._run, name=f"worker: {name}", daemon=True)
        self._may_go_on = threading.Event()
        self._may_go_on.set()
        self._cancelled = False
        self._lock = threading.Lock()
        self._values: list[object] = []
        self._announced = False
        self._ended = self._final = False
        self._error: BaseException | None = None
        self._news.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    # -- in the window's thread ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin; call it once, when the signals are connected."""
        _unfinished.add(self)
        self._thread.start()

    @property
    def running(self) -> bool:
        """The end has not been delivered, and it was not cancelled."""
        return self in _unfinished and not self._cancelled

    @property
    def paused(self) -> bool:
        return not self._may_go_on.is_set()

    def pause(self) -> None:
        """Wait at the next yield until `resume` or `cancel`; what came before it is handed over."""
        self._may_go_on.clear()
        with self._lock:
            due = bool(self._values) and not self._announced
            self._announced = self._announced or due
        if due:
            self._news.emit()

    def resume(self) -> None:
        self._may_go_on.set()

    def cancel(self) -> None:
        """No signal comes after this; the generator is closed in its own thread at its next yield."""
        self._cancelled = True
        self._may_go_on.set()

    def leave(self) -> bool:
        """Cancel it, unless it does already what cannot be taken back: then it ends as it would, and this is False."""
        with self._lock:
            if self._final:
                return False
            self._cancelled = True
        self.cancel()
        return True

    def wait(self, seconds: float = 5.0) -> bool:
        """Wait until the thread has ended: True if it has."""
        self._thread.join(seconds)
        ended = not self._thread.is_alive()
        if ended and self._cancelled and self in _unfinished:
            self._let_go()
        return ended

    def _deliver(self) -> None:
        """Hand over what has come.  A slot may cancel, so that is looked at before each signal."""
        with self._lock:
            values, self._values = self._values, []
            self._announced = False
            ended = self._ended
        if values and not self._cancelled:
            self.produced.emit(values)
        if not ended:
            return
        self._job = _nothing
        if self not in _unfinished:
            return
        # The thread is in its last line.  Once it is gone no reference to this object is left in it: the last one must go
        # here, for a QObject that is destroyed in another thread than its own crashes now and then.
        self._thread.join()
        self._let_go()
        if self._cancelled:
            return
        if self._error is None:
            self.succeeded.emit()
        else:
            self.failed.emit(self._error)

    def _let_go(self) -> None:
        """Nothing comes any more: what is connected here, and all that it holds, may go though the worker is kept."""
        _unfinished.discard(self)
        self._job = _nothing
        self.deleteLater()

    # -- in the thread ---------------------------------------------------------------------------------------------

    def _run(self) -> None:
        _step_back()
        try:
            self._iterate()
        except BaseException as error:  # a panic in native code is no Exception; whatever it is, it is handed over
            self._error = error
        with self._lock:
            self._ended = True
        self._news.emit()

    def _iterate(self) -> None:
        values = iter(self._job())
        last = 0.0
        try:
            for value in values:
                if not isinstance(value, LastAct):
                    last = self._put(value, last)
                self._may_go_on.wait()
                with self._lock:
                    self._final = self._final or isinstance(value, LastAct)
                    if self._cancelled:
                        return
        finally:
            close = getattr(values, "close", None)
            if close is not None:
                close()

    def _put(self, value: object, last: float) -> float:
        """Keep a value and, once a frame, say that there is something; returns when that was said last.

        While an announcement has not been answered no further one is made: a window that is busy finds one longer list,
        not a queue.
        """
        now = time.perf_counter()
        with self._lock:
            self._values.append(value)
            # Before a pause everything is said: nothing would say it later.
            due = not self._announced and (now - last >= INTERVAL or not self._may_go_on.is_set())
            self._announced = self._announced or due
        if due:
            self._news.emit()
            return now
        return last


def _nothing() -> Iterator[object]:
    """What is left of a job that has ended: all that it held, a training perhaps, may go, however long somebody keeps the
    worker."""
    return iter(())


def _step_back() -> None:
    """Let the window's thread go first where both want a processor; threads that this one starts do the same.

    On two processors and a 20 MB training the window's longest wait went from 60 ms to 40.  Only Linux has this for a
    single thread.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


def wait_for_all(seconds: float = 10.0) -> bool:
    """Cancel every job that still runs and wait for their threads: True if all have ended."""
    workers = list(_unfinished)
    for worker in workers:
        worker.cancel()
    until = time.monotonic() + seconds
    ended = [worker.wait(max(0.0, until - time.monotonic())) for worker in workers]
    return all(ended)
