"""The intervals of the run's premiums: of a step that is passed only sums are known, so they are counted where one rests.

The articles are encoded by the run's tokenizer as it is at the position, a moment after the timeline has come to rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from app.worker import Worker
from engine.comparison import Cell, compare
from engine.history import History
from engine.metrics import Interval
from engine.model import Progress
from engine.parallel import ParallelText

REST = 250
"""Milliseconds without a move before anything is counted."""


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """What is to be counted: a step of a run, for some languages."""

    history: History
    position: int
    codes: tuple[str, ...]
    reference: str

    def is_same(self, other: _Place | None) -> bool:
        if other is None or self.history is not other.history:
            return False
        return (self.position, self.codes, self.reference) == (other.position, other.codes, other.reference)

    def count(self, parallel: ParallelText) -> Iterator[Progress | Cell]:
        return compare([self.history.tokenizer_at(self.position)], parallel, self.codes, self.reference)


class RunIntervals(QObject):
    """`changed` when intervals have come; they are gone as soon as the run is asked for elsewhere."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, parallel: ParallelText, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._parallel = parallel
        self._place: _Place | None = None
        self._intervals: dict[str, Interval] = {}
        self._worker: Worker | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._count)

    def of(self, code: str) -> Interval | None:
        """The interval of a language's premium at the present position; None while it is not counted."""
        return self._intervals.get(code)

    def ask(self, history: History | None, position: int, codes: Sequence[str], reference: str) -> None:
        """The run is here now; its intervals come when it stays."""
        place = None if history is None else _Place(history, position, tuple(codes), reference)
        if place is not None and place.is_same(self._place):
            return
        self.close()
        self._place = place
        self._intervals = {}
        if place is not None:
            self._rest.start()

    def close(self) -> None:
        """Stop, and wait for the thread."""
        self._rest.stop()
        if self._worker is not None:
            self._worker.cancel()
            self._worker.wait()
            self._worker = None

    def _count(self) -> None:
        place = self._place
        if place is None:
            return
        self._worker = Worker(lambda: place.count(self._parallel), "intervals of the run")
        self._worker.produced.connect(self._take)
        self._worker.succeeded.connect(self.changed)
        self._worker.failed.connect(self.failed)
        self._worker.start()

    def _take(self, values: list[object]) -> None:
        for value in values:
            if isinstance(value, Cell) and value.interval is not None:
                self._intervals[value.language.code] = value.interval
