"""TrainingRun: the recipe, the running training, and the history of what it has learned so far."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.state.first_recipes import first_recipe, with_size_of
from app.state.preparation import Preparation
from app.worker import Job, Worker
from engine.algorithms import algorithm_of
from engine.corpus import Corpus
from engine.history import History, TrainingEvent, TrainingHistory
from engine.model import Additions, Progress, Round, Start, Steps, Stopped, WordCounts
from engine.parallel import ParallelText
from engine.recipe import Recipe
from engine.tie_rules import TIE_RULES
from engine.training import new_history, train


@dataclass(frozen=True, slots=True)
class Branch:
    """A run that is like another one up to a step and follows another tie rule from the next one on."""

    step: int
    rule: str
    trunk: History
    trunk_title: str
    trunk_seconds: float

    def first_difference(self, history: TrainingHistory) -> int | None:
        """The first step that is not as in the trunk; None while there is none."""
        assert isinstance(history, History)
        shared = min(len(history), len(self.trunk))
        differ = (history.parts[:shared] != self.trunk.parts[:shared]).any(axis=1)
        if differ.any():
            return int(differ.argmax()) + 1
        return shared + 1 if history.stopped and len(history) != len(self.trunk) else None


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
        self._recipes: dict[str, Recipe] = {}
        self._history: TrainingHistory = new_history(self._recipe)
        self._coming: TrainingHistory | None = None
        self._worker: Worker | None = None
        self._title = ""
        self._titles = ("", "")
        self._branches: tuple[Branch | None, Branch | None] = (None, None)
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
    def history(self) -> TrainingHistory:
        return self._history

    @property
    def branch(self) -> Branch | None:
        """What the history is a branch of."""
        return self._branches[0]

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
        """Steps that the running (or last) training can reach at most, as far as its options tell."""
        history = self._history
        trainer: Any = history.recipe.trainer
        limits = [] if getattr(trainer, "max_steps", None) is None else [trainer.max_steps]
        size = getattr(trainer, "vocab_size", None)
        if size is not None and history.step_kind != "rounds" and history.start is not None:
            limits.append(size - history.base - len(history.recipe.layout.specials))
        learned = len(history)
        return learned if history.stopped or not limits else max(learned, min(limits))

    # -- starting and ending -----------------------------------------------------------------------------------------

    def start(self, corpus: Corpus, title: str) -> None:
        """Train on a corpus; one that still runs ends, and its history stays until the new one has something."""
        recipe, probes = self._recipe, self._probes
        self._begin(lambda: train(corpus, recipe, probes), recipe, title, None)

    def branch_off(self, step: int, rule: str) -> None:
        """Train again on the same words: the same steps up to `step`, and by another tie rule from the next one on."""
        history = self._history
        if not isinstance(history, History) or history.words is None or history.start is None:
            return
        trainer: Any = history.recipe.trainer
        earlier = tuple(change for change in trainer.rule_changes if change[0] < step)
        recipe = replace(history.recipe, trainer=replace(trainer, rule_changes=(*earlier, (step, rule))))
        branch = Branch(step, rule, history, self._title, self._seconds)
        title = f"{self._title.split(', from step')[0]}, from step {step + 1:,} {_lowered(TIE_RULES[rule].title)}"
        self._begin(lambda: _again(history, recipe), recipe, title, branch)

    def return_to_trunk(self) -> None:
        """Show the run again that this one is a branch of."""
        branch = self.branch
        if branch is not None:
            self.restore(branch.trunk, branch.trunk_title, branch.trunk_seconds)

    def restore(self, history: TrainingHistory, title: str, seconds: float) -> None:
        """Show a history that was kept, as if it had just been learned; a running training ends."""
        self._end_job()
        self._coming = None
        self._history, self._title, self._seconds = history, title, seconds
        self._branches = (None, None)
        self.running_changed.emit(False)
        self.history_replaced.emit()
        self.advanced.emit(len(history))

    def _begin(self, job: Job, recipe: Recipe, title: str, branch: Branch | None) -> None:
        self._end_job()
        self._waiting = True
        self.running_changed.emit(True)
        self._preparation.when_ready(lambda: self._start(job, recipe, title, branch))

    def _start(self, job: Job, recipe: Recipe, title: str, branch: Branch | None) -> None:
        if not self._waiting:
            return
        self._waiting = False
        self._coming = new_history(recipe)
        self._titles = (self._title, title)
        self._branches = (self.branch, branch)
        self._started = time.perf_counter()
        self._worker = Worker(job, "train")
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
            target = self._history if self._coming is None else self._coming
            target.append(value)  # type: ignore[arg-type]
            if isinstance(value, WordCounts):
                self._take_over()
            # A Start is news too: some algorithms learn nothing beyond it.
            news = news or isinstance(value, Start | Steps | Round | Additions)
        self._seconds = time.perf_counter() - self._started
        if progress is not None:
            self.progressed.emit(progress)
        if news:
            self.advanced.emit(len(self._history))

    def _take_over(self) -> None:
        if self._coming is None:
            return
        self._history, self._coming = self._coming, None
        self._title = self._titles[1]
        self._branches = (self._branches[1], None)
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


def _again(history: TrainingHistory, recipe: Recipe) -> Iterator[TrainingEvent]:
    """The events of a training on words that are counted already."""
    assert history.words is not None
    yield history.words
    if history.probes is not None:
        yield history.probes
    yield from recipe.trainer.steps(history.words, history.probes, specials=len(recipe.special_tokens))


def _lowered(title: str) -> str:
    return title[:1].lower() + title[1:]
