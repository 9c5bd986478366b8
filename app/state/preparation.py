"""Whether the compiled loops are ready; on a machine that has none yet, a child process compiles them meanwhile.

Compiling in a thread of the window would hold it up again and again; the child fills the cache on disk, and the window
loads from there.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.worker import Worker
from engine.prepared import is_prepared

_ROOT = Path(__file__).resolve().parent.parent.parent
_POLL = 0.05


def _compile() -> Iterator[bool]:
    """Run the child to its end, and yield whether the window has what it needs; closing the generator ends the child."""
    command = [sys.executable, "-m", "engine.warm"]
    child = subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        while child.poll() is None:
            yield is_prepared("basic")
            time.sleep(_POLL)
    finally:
        if child.poll() is None:
            child.kill()
        _, said = child.communicate()
    if child.returncode:
        raise RuntimeError(f"The compiled loops could not be prepared: {said.decode(errors='replace')[-2000:]}")


class Preparation(QObject):
    """`when_ready` runs something at once, or as soon as the loops are there that a window needs first; `ended` says that all
    are there, which `complete` tells, or that they cannot be prepared."""

    ready_changed = Signal(bool)
    failed = Signal(object)
    ended = Signal()

    def __init__(self, *, cold: bool | None = None) -> None:
        super().__init__()
        self._ready = is_prepared("basic") if cold is None else not cold
        self._complete = is_prepared("all") if cold is None else not cold
        self._waiting: list[Callable[[], None]] = []
        self._worker: Worker | None = None

    @property
    def ready(self) -> bool:
        return self._ready

    @property
    def complete(self) -> bool:
        """The loops of every algorithm are there."""
        return self._complete

    @property
    def running(self) -> bool:
        """The child is at work."""
        return self._worker is not None and self._worker.running

    def start(self) -> None:
        """Begin to prepare what is not ready; the loops that are not needed first come while the window works."""
        if self._complete or self._worker is not None:
            return
        self._worker = Worker(_compile, "prepare")
        self._worker.produced.connect(lambda states: self._on_ready() if any(states) else None)
        self._worker.succeeded.connect(self._on_complete)
        self._worker.failed.connect(self._on_failed)
        self._worker.start()

    def when_ready(self, action: Callable[[], None]) -> None:
        if self._ready:
            action()
        else:
            self._waiting.append(action)

    def _on_complete(self) -> None:
        self._complete = True
        self._on_ready()
        self.ended.emit()

    def _on_failed(self, error: BaseException) -> None:
        # Without the cache the loops are compiled when first used: slow once, but the program works.
        self.failed.emit(error)
        self._on_ready()
        self.ended.emit()

    def _on_ready(self) -> None:
        if self._ready:
            return
        self._ready = True
        self.ready_changed.emit(True)
        waiting, self._waiting = self._waiting, []
        for action in waiting:
            action()
