"""TrainingRun: the recipe, the running training, and the history of what it has learned so far."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.state.preparation import Preparation
from app.state.training.earlier_runs import EarlierRuns
from app.state.training.first_recipes import first_recipe, with_size_of
from app.state.training.run_record import Branch, Origin, RunRecord, branch_title, weights_of
from app.worker import Job, Worker
from engine.algorithms import algorithm_of
from engine.corpus import Corpus
from engine.history import History, TrainingEvent, TrainingHistory
from engine.model import Additions, Progress, Round, Start, Steps, Stopped, WordCounts
from engine.parallel import ParallelText
from engine.recipe import Recipe
from engine.training import new_history, train


class TrainingRun(QObject):
    """At most one training at a time; a new one replaces the history only when its corpus has been counted.

    So a corpus that cannot be read, or a job that fails, leaves what was learned before as it was.  The history that was
    there before is kept among the `earlier` runs.
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
        self._recipes: dict[str, Recipe] = {}
        self._now = RunRecord(new_history(self._recipe))
        self._coming: RunRecord | None = None
        self._worker: Worker | None = None
        self._started = self._paused_at = 0.0
        self._waiting: tuple[Job, RunRecord] | None = None
        """What begins as soon as the compiled loops are there."""
        self.keeps_position = False
        """Whether the history that took another one's place is to be looked at from the same step."""
        self.earlier = EarlierRuns(self)
        self.earlier.learning = lambda: self._learns

    @property
    def recipe(self) -> Recipe:
        """What the next training does."""
        return self._recipe

    def set_recipe(self, recipe: Recipe) -> None:
        if recipe != self._recipe:
            self._recipe = recipe
            self.recipe_changed.emit()

    @property
    def algorithm(self) -> str:
        """Name of the algorithm that the next training goes by."""
        return algorithm_of(self._recipe.trainer)

    def set_algorithm(self, name: str) -> None:
        """Another algorithm, with the options that it had last; size and special tokens stay as they are now."""
        if name == self.algorithm:
            return
        self._recipes[self.algorithm] = self._recipe
        self.set_recipe(with_size_of(self._recipes.get(name) or first_recipe(name), self._recipe))

    @property
    def record(self) -> RunRecord:
        """The run that is shown, as a value."""
        return self._now

    @property
    def history(self) -> TrainingHistory:
        return self._now.history

    @property
    def branch(self) -> Branch | None:
        """From where on the history is a branch of another one."""
        return self._now.branch

    @property
    def title(self) -> str:
        """What the history was learned from, and how large: "Alice 1k"."""
        return self._now.title

    @property
    def origin(self) -> Origin:
        """What the history was learned from; of one that was opened, where it came from."""
        return self._now.origin

    def set_origin(self, origin: Origin) -> None:
        """The same origin, better known."""
        self._now = replace(self._now, origin=origin)

    @property
    def running(self) -> bool:
        return self._worker is not None or self._waiting is not None

    @property
    def paused(self) -> bool:
        return self._worker is not None and self._worker.paused

    @property
    def seconds(self) -> float:
        """How long the last training took, without its pauses."""
        return self._now.seconds

    @property
    def goal(self) -> int:
        """Steps that the running (or last) training can reach at most, as far as its options tell."""
        history = self.history
        trainer: Any = history.recipe.trainer
        limits = [] if getattr(trainer, "max_steps", None) is None else [trainer.max_steps]
        size = getattr(trainer, "vocab_size", None)
        if size is not None and history.step_kind != "rounds" and history.start is not None:
            limits.append(size - history.base - len(history.recipe.layout.specials))
        learned = len(history)
        return learned if history.stopped or not limits else max(learned, min(limits))

    # -- starting and ending -----------------------------------------------------------------------------------------

    def start(self, corpus: Corpus, title: str, *, rebalanced: bool = False) -> None:
        """Train on a corpus; one that still runs ends, and its history stays until the new one has something.

        `rebalanced` runs take each other's place: the run before the first of them stays the one to compare with.
        """
        recipe, probes = self._recipe, self._probes
        coming = RunRecord(new_history(recipe), title, origin=corpus, weights=weights_of(corpus), rebalanced=rebalanced)
        self._begin(lambda: train(corpus, recipe, probes), coming)

    def branch_off(self, step: int, rule: str) -> None:
        """Train again on the same words: the same steps up to `step`, and by another tie rule from the next one on."""
        history = self.history
        if not isinstance(history, History) or history.words is None or history.start is None:
            return
        trainer: Any = history.recipe.trainer
        earlier = tuple(change for change in trainer.rule_changes if change[0] < step)
        recipe = replace(history.recipe, trainer=replace(trainer, rule_changes=(*earlier, (step, rule))))
        title = branch_title(self.title, (*earlier, (step, rule)))
        coming = RunRecord(
            new_history(recipe), title, origin=self.origin, branch=Branch(step, rule), weights=self._now.weights
        )
        self._begin(lambda: _again(history, recipe), coming)

    def return_to(self, record: RunRecord) -> None:
        """Show an earlier run again; the one that is shown now becomes an earlier one."""
        self.earlier.take_out(record)
        self._show(record, keeps=True, stays=True)

    def play(self, history: TrainingHistory, title: str, origin: Origin, *, anew: bool = True) -> None:
        """Show a history that nobody here has learned: the merges of a published tokenizer.

        The same merges over another text take the place of what they were, and are not kept twice.
        """
        self._show(RunRecord(history, title, origin=origin), keeps=anew, stays=not anew)

    def restore(self, record: RunRecord, earlier: tuple[RunRecord, ...] = ()) -> None:
        """Show a run that was kept in a session, as if it had just been learned, and the runs before it."""
        self.earlier.restore(earlier)
        self._show(record, keeps=False)

    def _show(self, record: RunRecord, *, keeps: bool, stays: bool = False) -> None:
        self._end_job()
        self._coming = None
        self._take_over(record, keeps=keeps, stays=stays)
        self.running_changed.emit(False)
        self.advanced.emit(len(record.history))
        self.earlier.compare()

    def _begin(self, job: Job, coming: RunRecord) -> None:
        self._end_job()
        self._waiting = job, coming
        self.running_changed.emit(True)
        self._preparation.when_ready(self._start)

    def _start(self) -> None:
        if self._waiting is None:
            return
        (job, self._coming), self._waiting = self._waiting, None
        self._started = time.perf_counter()
        self._worker = Worker(job, "train")
        self._worker.produced.connect(self._on_produced)
        self._worker.succeeded.connect(self._on_succeeded)
        self._worker.failed.connect(self._on_failed)
        self._worker.start()

    def stop(self) -> None:
        """End it and keep what was learned: that is a complete smaller tokenizer.  Before anything is learned the run that is
        shown stays as it is."""
        if not self.running:
            return
        learns = self._learns
        self._end_job()
        if learns:
            self._end(self.history.stopped or "cancelled")
        else:
            self._coming = None
            self.running_changed.emit(False)

    def pause(self) -> None:
        if self._worker is not None and not self._worker.paused:
            self._worker.pause()
            self._paused_at = time.perf_counter()
            self.paused_changed.emit(True)

    def resume(self) -> None:
        if self.paused:
            assert self._worker is not None
            self._started += time.perf_counter() - self._paused_at
            self._worker.resume()
            self.paused_changed.emit(False)

    @property
    def _learns(self) -> bool:
        """The run that is shown still grows."""
        return self._worker is not None and self._coming is None

    def _end_job(self) -> None:
        if self._learns and not self.history.stopped:
            self.history.append(Stopped("cancelled"))
        if self._worker is not None:
            was_paused = self.paused
            self._worker.cancel()
            self._worker = None
            if was_paused:
                self.paused_changed.emit(False)
        self._waiting = None

    # -- what comes --------------------------------------------------------------------------------------------------

    def _on_produced(self, values: list[object]) -> None:
        """Take a batch in; tell of it once, whatever is in it."""
        progress: Progress | None = None
        news = False
        for value in values:
            if isinstance(value, Progress):
                progress = value
                continue
            # Not `or`: a history without steps is false.
            target = self._now if self._coming is None else self._coming
            target.history.append(value)  # type: ignore[arg-type]
            if isinstance(value, WordCounts) and self._coming is not None:
                coming, self._coming = self._coming, None
                keeps = not (coming.rebalanced and self._now.rebalanced)  # a row of moved weights goes on
                self._take_over(coming, keeps=keeps, stays=coming.rebalanced or coming.branch is not None)
            # A Start is news too: some algorithms learn nothing beyond it.
            news = news or isinstance(value, Start | Steps | Round | Additions)
        if self._coming is None:
            self._now = replace(self._now, seconds=time.perf_counter() - self._started)
        if progress is not None:
            self.progressed.emit(progress)
        if news:
            self.advanced.emit(len(self.history))

    def _take_over(self, record: RunRecord, *, keeps: bool, stays: bool) -> None:
        """Show another run; the one before may be kept."""
        self.keeps_position = stays
        before, self._now = self._now, record
        self.earlier.show_run(record)
        if keeps and before.history.start is not None:
            self.earlier.keep(before)
        self.history_replaced.emit()

    def _on_succeeded(self) -> None:
        self._worker = None
        self._end(self.history.stopped or "exhausted")

    def _on_failed(self, error: BaseException) -> None:
        learned = self._learns
        self._worker = self._coming = None
        if learned and not self.history.stopped:
            self.history.append(Stopped("cancelled"))
            self.earlier.compare()
        self.running_changed.emit(False)
        self.failed.emit(error)

    def _end(self, reason: str) -> None:
        self._coming = None
        self.earlier.show_run(self._now)
        self.earlier.compare()
        self.running_changed.emit(False)
        self.finished.emit(reason)


def _again(history: TrainingHistory, recipe: Recipe) -> Iterator[TrainingEvent]:
    """The events of a training on words that are counted already."""
    assert history.words is not None
    yield history.words
    if history.probes is not None:
        yield history.probes
    yield from recipe.trainer.steps(history.words, history.probes, specials=len(recipe.special_tokens))
