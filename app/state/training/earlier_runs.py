"""EarlierRuns: the runs before this one that are kept, which of them this one is held against, and what that shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.state.one_job import OneJob
from app.state.training.run_record import RunRecord, told_apart
from engine.history import TrainingHistory
from engine.run_comparison import RunComparison, beside, compare_runs, go_by_steps, is_same_step

MOST_KEPT = 6
_MOST_STEPS = 400_000
"""Of all runs that are kept together: a step of a large one takes some 300 bytes."""


class EarlierRuns(QObject):
    """`changed` when another run is kept or chosen, `compared` when the steps of both have been held against each other."""

    changed = Signal()
    compared = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._records: tuple[RunRecord, ...] = ()
        self._chosen: RunRecord | None = None
        self._now: RunRecord | None = None
        self._comparison: RunComparison | None = None
        self._beside: tuple[int, int, np.ndarray] | None = None
        self._job = OneJob("compare runs", self)
        self._job.produced.connect(self._take)
        self._job.failed.connect(self.failed)
        self.learning: Callable[[], bool] = bool
        """Whether the run that is shown still grows: then it is compared at its end."""

    @property
    def records(self) -> tuple[RunRecord, ...]:
        """The runs that are kept, the newest first."""
        return self._records

    @property
    def chosen(self) -> RunRecord | None:
        """The run that this one is held against."""
        return self._chosen

    @property
    def comparison(self) -> RunComparison | None:
        """What both runs have in common; None while it is not known, and without a chosen run."""
        return self._comparison

    @property
    def names(self) -> tuple[str, str]:
        """Of this run and of the chosen one, so that they can be told apart."""
        if self._now is None or self._chosen is None:
            return ("" if self._now is None else self._now.title), ""
        return told_apart(self._now, self._chosen)

    # -- which -------------------------------------------------------------------------------------------------------

    def keep(self, record: RunRecord) -> None:
        """Keep a run that another one takes the place of, and choose it; the oldest go."""
        others = tuple(kept for kept in self._records if kept.history is not record.history)
        self._records = _within_reason((record, *others))
        self._choose(record)

    def take_out(self, record: RunRecord) -> None:
        """A run that is shown again is no earlier one."""
        self._records = tuple(kept for kept in self._records if kept.history is not record.history)

    def choose(self, record: RunRecord | None) -> None:
        """Hold this run against another one; None for none."""
        self._choose(record)
        self.compare()

    def _choose(self, record: RunRecord | None) -> None:
        self._chosen = record
        self._forget()
        self.changed.emit()

    def restore(self, records: tuple[RunRecord, ...]) -> None:
        """The earlier runs of a session; the first is chosen."""
        self._records = records
        self._choose(records[0] if records else None)

    # -- both --------------------------------------------------------------------------------------------------------

    def show_run(self, record: RunRecord) -> None:
        """What the chosen run is held against: the run that is shown, as far as it is known."""
        fresh = self._now is None or self._now.history is not record.history
        self._now = record
        if fresh:
            self._forget()

    def compare(self) -> None:
        """Hold all steps against each other, in the background."""
        self._forget()
        both = self._both  # a run that was left before its first step has none to hold against anything
        if both is None or self.learning():
            self.compared.emit()
            return
        one, other = both
        self._job.begin(lambda: _compared(one, other))

    def _take(self, values: list[object]) -> None:
        for value in values:
            if isinstance(value, RunComparison):
                self._comparison = value
                self.compared.emit()

    def _forget(self) -> None:
        self.close()
        self._comparison = self._beside = None

    def close(self) -> None:
        """Drop what is being compared."""
        self._job.drop()

    # -- one position ------------------------------------------------------------------------------------------------

    @property
    def by_steps(self) -> bool:
        """Whether steps of the same number stand side by side; else it is positions of the same vocabulary size."""
        both = self._both
        return both is not None and go_by_steps(*both)

    @property
    def positions(self) -> np.ndarray:
        """(n + 1,) the position of the chosen run beside each position of this one; empty without one."""
        both = self._both
        if both is None:
            return np.empty(0, np.int64)
        one, other = both
        # A run that is still learning grows: then they are found anew.
        if self._beside is None or self._beside[:2] != (len(one), len(other)):
            self._beside = len(one), len(other), beside(one, other)
        return self._beside[2]

    def position_beside(self, position: int) -> int:
        """Where the chosen run stands when this one stands at `position`."""
        positions = self.positions
        return int(positions[min(position, len(positions) - 1)]) if len(positions) else 0

    def is_same(self, step: int) -> bool:
        """Whether step `step` of both does the same."""
        both = self._both
        return both is not None and self.by_steps and is_same_step(*both, step)

    @property
    def difference(self) -> int | None:
        """The first step that the chosen run does not have; None for none, or while it is not known."""
        return self._comparison.difference if self._comparison is not None else None

    @property
    def _both(self) -> tuple[TrainingHistory, TrainingHistory] | None:
        if self._now is None or self._chosen is None:
            return None
        one, other = self._now.history, self._chosen.history
        return (one, other) if one.start is not None and other.start is not None else None


def _compared(one: TrainingHistory, other: TrainingHistory) -> Iterator[RunComparison]:
    yield compare_runs(one, other)


def _within_reason(records: tuple[RunRecord, ...]) -> tuple[RunRecord, ...]:
    """As many of the newest as memory should be spent on; at least one."""
    kept, steps = 0, 0
    for record in records[:MOST_KEPT]:
        steps += len(record.history)
        if kept and steps > _MOST_STEPS:
            break
        kept += 1
    return records[:kept]
