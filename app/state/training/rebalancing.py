"""Rebalancing: a weight that is moved trains again at once, where that takes a moment.

Weights come faster than trainings: while one runs, the newest weights wait, so that something is always on screen soon.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.state.corpus.corpus_library import CorpusLibrary
from app.state.training.training_run import TrainingRun
from engine.history import MergeListHistory

MOST_BYTES = 4 << 20
"""Of the checked texts together, that are learned again without being asked: more would take longer than a moment."""


class Rebalancing(QObject):
    """`changed` when it may have begun or ceased to be possible; `train` starts a training on the texts as they weigh now."""

    changed = Signal()

    def __init__(self, corpus: CorpusLibrary, run: TrainingRun, train: Callable[[], None]) -> None:
        super().__init__()
        self._corpus, self._run, self._train = corpus, run, train
        self._waits = self._mine = False
        corpus.weighed.connect(self._on_weighed)
        corpus.rows_changed.connect(self.changed)
        run.history_replaced.connect(self.changed)
        run.running_changed.connect(self._on_running_changed)
        run.finished.connect(self._on_finished)

    @property
    def at_once(self) -> bool:
        """Whether a moved weight trains again by itself: a run is there, and the texts are not large."""
        history = self._run.history
        sizes = [row.report.bytes for row in self._corpus.checked if row.report is not None]
        learned = history.words is not None and not isinstance(history, MergeListHistory)
        return learned and len(sizes) == len(self._corpus.checked) > 0 and sum(sizes) <= MOST_BYTES

    def _on_weighed(self) -> None:
        if not self.at_once or all(row.source.weight_tenths == 0 for row in self._corpus.checked):
            return
        if self._run.running and self._mine:
            self._waits = True
        else:
            self._begin()

    def _begin(self) -> None:
        self._train()
        self._mine = self._run.running

    def _on_running_changed(self, running: bool) -> None:
        """Whatever begins now learns from the newest weights."""
        self._mine = False
        if running:
            self._waits = False

    def _on_finished(self, reason: str) -> None:
        """One that was stopped was to be stopped."""
        waits, self._waits = self._waits, False
        if waits and reason != "cancelled":
            self._begin()
