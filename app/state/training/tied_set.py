"""TiedSet: all pairs that tied at a step, counted in the background when somebody asks."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.state.one_job import OneJob
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
        self._job = OneJob("tied pairs", self)
        self._job.produced.connect(self._take)
        self._job.succeeded.connect(self.changed)
        self._job.failed.connect(self.failed)

    def ask(self, history: History, step: int) -> None:
        """Count the pairs before a step; an older question is dropped."""
        self.step, self.pairs = step, ()
        self._job.begin(lambda: tied_pairs(history, step))

    def close(self) -> None:
        """Drop what is being counted."""
        self._job.drop()

    def _take(self, values: list[object]) -> None:
        for value in values:
            if isinstance(value, TiedPairs):
                self.pairs = value.pairs
            elif isinstance(value, Progress):
                self.progressed.emit(value)
