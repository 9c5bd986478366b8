"""TrainingRun: the recipe, the running training, and the history of what it has learned so far."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Signal

from app.state.preparation import Preparation
from app.worker import Worker
from engine.algorithms.bpe import BYTE_ORDERS, BPETrainer
from engine.corpus import Corpus
from engine.history import History
from engine.model import Progress, Steps, Stopped, WordCounts
from engine.parallel import ParallelText
from engine.recipe import Recipe
from engine.training import train

FIRST_VOCABULARY = 1_000


def first_recipe() -> Recipe:
    """What the first start learns: small enough to be watched to its end."""
    return Recipe(BPETrainer(vocab_size=FIRST_VOCABULARY, min_frequency=2, byte_order="gpt2"), specials="first")


class TrainingRun(QObject):
    """At most one training at a time; a new one replaces the history only when its corpus has been counted.

    So a corpus that cannot be read, or a job that fails, leaves what was learned before as it was.
    """

    recipe_changed = Signal()
    history_replaced = Signal()
    running_changed = Signal(bool)
    paused_changed = Signal(bool)
    progressed = Signal(object)
    advanced = Signal(int)
    finished = Signal(str)
    failed = Signal(object)

    def __init__(self, preparation: Preparation, probes: ParallelText | None = None) -> None:
        super().__init__()
        self._preparation = preparation
        self._probes = probes
        self._recipe = first_recipe()
        self._history = History(self._recipe)
        self._coming: History | None = None
        self._worker: Worker | None = None
        self._title = ""
        self._titles = ("", "")
        self._started = self._seconds = 0.0
        self._waiting = False

    @property
    def recipe(self) -> Recipe:
        """What the next training does."""
        return self._recipe

    def set_recipe(self, recipe: Recipe) -> None:
        if recipe != self._recipe:
            self._recipe = recipe
            self.recipe_changed.emit()

    @property
    def history(self) -> History:
        return self._history

    @property
    def title(self) -> str:
        """What the history was learned from, and how large: "Alice 1k"."""
        return self._title

    @property
    def running(self) -> bool:
        return self._worker is not None or self._waiting

    @property
    def paused(self) -> bool:
        return self._worker is not None and self._worker.paused

    @property
    def seconds(self) -> float:
        """How long the last training took."""
        return self._seconds

    @property
    def goal(self) -> int:
        """Steps that the running (or last) training can reach at most."""
        trainer = self._history.recipe.trainer
        assert isinstance(trainer, BPETrainer)
        layout = self._history.recipe.layout
        limits = [] if trainer.max_steps is None else [trainer.max_steps]
        if trainer.vocab_size is not None:
            limits.append(trainer.vocab_size - len(BYTE_ORDERS["raw"]) - len(layout.specials))
        learned = len(self._history)
        return learned if self._history.stopped or not limits else max(learned, min(limits))

    def start(self, corpus: Corpus, title: str) -> None:
        """Train on a corpus; one that still runs ends, and its history stays until the new one has something."""
        self._end_job()
        self._waiting = True
        self.running_changed.emit(True)
        self._preparation.when_ready(lambda: self._start(corpus, title))

    def _start(self, corpus: Corpus, title: str) -> None:
        if not self._waiting:
            return
        self._waiting = False
        recipe, probes = self._recipe, self._probes
        self._coming = History(recipe)
        self._titles = (self._title, title)
        self._started = time.perf_counter()
        self._worker = Worker(lambda: train(corpus, recipe, probes), "train")
        self._worker.produced.connect(self._on_produced)
        self._worker.succeeded.connect(self._on_succeeded)
        self._worker.failed.connect(self._on_failed)
        self._worker.start()

    def stop(self) -> None:
        """End it and keep what was learned: that is a complete smaller tokenizer."""
        if not self.running:
            return
        self._end_job()
        if self._coming is None:
            self._history.append(Stopped("cancelled"))
        self._end("cancelled")

    def pause(self) -> None:
        if self._worker is not None and not self._worker.paused:
            self._worker.pause()
            self.paused_changed.emit(True)

    def resume(self) -> None:
        if self.paused:
            assert self._worker is not None
            self._worker.resume()
            self.paused_changed.emit(False)

    def _end_job(self) -> None:
        if self._worker is not None:
            was_paused = self.paused
            self._worker.cancel()
            self._worker = None
            if was_paused:
                self.paused_changed.emit(False)
        self._waiting = False

    def _on_produced(self, values: list[object]) -> None:
        """Take a batch in; tell of it once, whatever is in it."""
        progress: Progress | None = None
        steps = 0
        for value in values:
            if isinstance(value, Progress):
                progress = value
                continue
            # Not `or`: a history without steps is false.
            target = self._history if self._coming is None else self._coming
            target.append(value)  # type: ignore[arg-type]
            if isinstance(value, WordCounts):
                self._take_over()
            steps += len(value) if isinstance(value, Steps) else 0
        self._seconds = time.perf_counter() - self._started
        if progress is not None:
            self.progressed.emit(progress)
        if steps:
            self.advanced.emit(len(self._history))

    def _take_over(self) -> None:
        if self._coming is None:
            return
        self._history, self._coming = self._coming, None
        self._title = self._titles[1]
        self.history_replaced.emit()

    def _on_succeeded(self) -> None:
        self._worker = None
        self._end(self._history.stopped or "exhausted")

    def _on_failed(self, error: BaseException) -> None:
        self._worker = None
        self._coming = None
        if not self._history.stopped:
            self._history.append(Stopped("cancelled"))
        self.running_changed.emit(False)
        self.failed.emit(error)

    def _end(self, reason: str) -> None:
        self._coming = None
        self.running_changed.emit(False)
        self.finished.emit(reason)
