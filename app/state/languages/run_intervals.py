"""The run's languages, counted where its timeline rests: of a step that is passed only the sums of tokens are known.

The units are encoded by the run's tokenizer as it is at the position, a moment after the timeline has come to rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from app.state.one_job import OneJob
from engine.cells import Cell, Refusal
from engine.comparison import compare_all
from engine.history import TrainingHistory
from engine.model import Progress
from engine.parallel import ParallelText

REST = 250
"""Milliseconds without a move before anything is counted."""


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """What is to be counted: a step of a run, for some languages of a text."""

    history: TrainingHistory
    position: int
    parallel: ParallelText
    codes: tuple[str, ...]
    reference: str

    def is_same(self, other: _Place | None) -> bool:
        if other is None or not self.is_of(other):
            return False
        return (self.position, self.codes, self.reference) == (other.position, other.codes, other.reference)

    def is_of(self, other: _Place | None) -> bool:
        """The same run and text."""
        return other is not None and self.history is other.history and self.parallel is other.parallel

    def count(self) -> Iterator[Progress | Cell | Refusal]:
        tokenizer = self.history.tokenizer_at(self.position)
        return compare_all([tokenizer], self.parallel, self.codes, self.reference)


class RunIntervals(QObject):
    """`changed` when counts have come; they are gone as soon as the run is asked for elsewhere."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._place: _Place | None = None
        self._cells: dict[str, Cell | Refusal] = {}
        self._last: dict[str, Cell | Refusal] = {}
        self._job = OneJob("languages of the run", self)
        self._job.produced.connect(self._take)
        self._job.succeeded.connect(self.changed)
        self._job.failed.connect(self.failed)
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._count)

    def of(self, code: str) -> Cell | Refusal | None:
        """The counts of a language at the present position; None while there are none."""
        return self._cells.get(code)

    def last(self, code: str) -> Cell | Refusal | None:
        """Its last counts at any position of this run."""
        return self._last.get(code)

    def ask(
        self,
        history: TrainingHistory | None,
        position: int,
        parallel: ParallelText,
        codes: Sequence[str],
        reference: str,
    ) -> None:
        """The run is here now; its counts come when it stays."""
        place = None if history is None else _Place(history, position, parallel, tuple(codes), reference)
        if place is not None and place.is_same(self._place):
            return
        if place is None or not place.is_of(self._place):
            self._last = {}
        self._drop()
        self._place = place
        self._cells = {}
        if place is not None:
            self._rest.start()

    def close(self) -> None:
        """Stop, and wait for the thread."""
        self._rest.stop()
        self._job.close()

    def _drop(self) -> None:
        """End what is counted; nothing of it comes any more."""
        self._rest.stop()
        self._job.drop()

    def _count(self) -> None:
        place = self._place
        if place is not None:
            self._job.begin(place.count)

    def _take(self, values: list[object]) -> None:
        for value in values:
            if isinstance(value, Cell | Refusal):
                self._cells[value.language.code] = self._last[value.language.code] = value
