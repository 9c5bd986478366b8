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
from engine.kernels import cache_folder

_ROOT = Path(__file__).resolve().parent.parent.parent
_POLL = 0.05


def cache_is_cold() -> bool:
    """No compiled loop of this version is on disk."""
    import numba

    # numba keeps the indexes in a folder for each source folder, below the one that is set.
    return next(Path(getattr(numba.config, "CACHE_DIR", "") or cache_folder()).glob("**/*.nbi"), None) is None


def _compile() -> Iterator[str]:
    """Run the child to its end; closing the generator ends it."""
    child = subprocess.Popen([sys.executable, "-m", "engine.warm"], cwd=_ROOT, stderr=subprocess.PIPE)
    try:
        while child.poll() is None:
            yield "compiling"
            time.sleep(_POLL)
    finally:
        if child.poll() is None:
            child.kill()
        _, said = child.communicate()
    if child.returncode:
        raise RuntimeError(f"The compiled loops could not be prepared: {said.decode(errors='replace')[-2000:]}")


class Preparation(QObject):
    """`when_ready` runs something at once, or as soon as the loops are there."""

    ready_changed = Signal(bool)
    failed = Signal(object)

    def __init__(self, *, cold: bool | None = None) -> None:
        super().__init__()
        self._ready = not (cache_is_cold() if cold is None else cold)
        self._waiting: list[Callable[[], None]] = []
        self._worker: Worker | None = None

    @property
    def ready(self) -> bool:
        return self._ready

    def start(self) -> None:
        """Begin to prepare what is not ready."""
        if self._ready or self._worker is not None:
            return
        self._worker = Worker(_compile, "prepare")
        self._worker.succeeded.connect(self._on_ready)
        self._worker.failed.connect(self._on_failed)
        self._worker.start()

    def when_ready(self, action: Callable[[], None]) -> None:
        if self._ready:
            action()
        else:
            self._waiting.append(action)

    def _on_failed(self, error: BaseException) -> None:
        # Without the cache the loops are compiled when first used: slow once, but the program works.
        self.failed.emit(error)
        self._on_ready()

    def _on_ready(self) -> None:
        self._ready = True
        self.ready_changed.emit(True)
        waiting, self._waiting = self._waiting, []
        for action in waiting:
            action()
