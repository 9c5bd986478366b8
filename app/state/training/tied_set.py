"""TiedSet: all pairs that tied at a step, counted in the background when somebody asks."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.worker import Worker
from engine.history import Candidate, History
from engine.model import Progress
from engine.tied_pairs import TiedPairs, tied_pairs


class TiedSet(QObject):
    """`changed` when the pairs have come, `progressed` carries a Progress on the way."""

    changed = Signal()
    progressed = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.step = 0
        self.pairs: tuple[Candidate, ...] = ()
        self._worker: Worker | None = None

    def ask(self, history: History, step: int) -> None:
        """Count the pairs before a step; an older question is dropped."""
        self.close()
        self.step, self.pairs = step, ()
        self._worker = Worker(lambda: tied_pairs(history, step), "tied pairs")
        self._worker.produced.connect(self._take)
        self._worker.succeeded.connect(self.changed)
        self._worker.failed.connect(self.failed)
        self._worker.start()

    def close(self) -> None:
        """Drop what is being counted."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    def _take(self, values: list[object]) -> None:
        for value in values:
            if isinstance(value, TiedPairs):
                self.pairs = value.pairs
            elif isinstance(value, Progress):
                self.progressed.emit(value)
