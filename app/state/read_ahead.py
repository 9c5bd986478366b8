"""ReadAhead: what would otherwise be read in at its first use, read in while nobody waits for it.

Panes and sheets that a start leaves out, and the compiled loops of every algorithm: a frame or more each, which their first
look or first training would hold the window up for.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QObject, Qt, QTimer, Signal, SignalInstance

from app.log import log
from app.state.preparation import Preparation
from app.worker import Worker

_PAUSE = 500
"""Milliseconds after the first training in which the window shows what came of it."""


class ReadAhead(QObject):
    """Begins a moment after `running_changed` first says that nothing is learned any more; `ended` when all is there, or
    when nothing more of it will come."""

    ended = Signal()

    def __init__(
        self, preparation: Preparation, modules: Sequence[str], running_changed: SignalInstance, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._preparation = preparation
        self._modules = tuple(modules)
        self._running_changed = running_changed
        self._worker: Worker | None = None
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._begin)
        running_changed.connect(self._on_running_changed)

    def _on_running_changed(self, running: bool) -> None:
        if not running:
            self._running_changed.disconnect(self._on_running_changed)
            self._pause.start()

    def _begin(self) -> None:
        """What is still to be compiled is so by a child process, not in a thread of this one."""
        if self._preparation.running:
            self._preparation.ended.connect(self._begin, Qt.ConnectionType.SingleShotConnection)
            return
        modules, loads = self._modules, self._preparation.complete
        self._worker = Worker(lambda: _read(modules, loads=loads), "read ahead")
        self._worker.succeeded.connect(self.ended)
        self._worker.failed.connect(self._on_failed)
        self._worker.start()

    def _on_failed(self, error: BaseException) -> None:
        """It is read in when it is first used, as without this; what is wrong with it is said then."""
        log.warning("Reading ahead has ended early.", exc_info=error)
        self.ended.emit()


def _read(modules: Sequence[str], *, loads: bool) -> Iterator[str]:
    """Says what is there now."""
    for name in modules:
        importlib.import_module(name)
        yield name
    if loads:
        from engine.warm import load  # no start needs it

        yield from load()
