"""Prediction: the next merge is a question; the audience guesses, sees the answer, and has a score.

A question is about the step after the position.  Its answer moves the position to that step, so that everything shows it.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.state.training.playback import Playback
from app.state.training.training_run import TrainingRun
from engine.history import Candidate, History

CHOICES = 4


class Prediction(QObject):
    """`changed` whenever anything of it does."""

    changed = Signal()

    def __init__(self, run: TrainingRun, playback: Playback, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._run = run
        self._playback = playback
        self._on = False
        self._answering = False
        self._guess: int | None = None
        self._options: tuple[Candidate, ...] = ()
        self._asked: tuple[History, int] | None = None
        self._with_counts = True
        self.right = self.total = 0
        self.was_right: bool | None = None
        """Whether the guess whose answer is shown was right; None if nobody guessed."""
        playback.position_changed.connect(lambda _position: self._on_moved())
        run.history_replaced.connect(self._on_replaced)

    @property
    def on(self) -> bool:
        return self._on

    @property
    def with_counts(self) -> bool:
        """Whether the options say how often they occur."""
        return self._with_counts

    def set_with_counts(self, with_counts: bool) -> None:
        """Say how often each option occurs, or leave the audience to think."""
        if with_counts != self._with_counts:
            self._with_counts = with_counts
            self.changed.emit()

    @property
    def possible(self) -> bool:
        """Whether there is anything to guess: only merges are chosen among candidates."""
        return isinstance(self._run.history, History)

    @property
    def asking(self) -> bool:
        """The step after the position is covered."""
        return self._on and not self._answering and bool(self.options)

    @property
    def step(self) -> int:
        """The step that is asked about."""
        return self._playback.position + 1

    @property
    def guess(self) -> int | None:
        """Which of the options was chosen."""
        return self._guess

    @property
    def options(self) -> tuple[Candidate, ...]:
        """The likeliest pairs, by their texts, so that their order tells nothing."""
        history, step = self._run.history, self.step
        if not isinstance(history, History) or step > len(history):
            return ()
        if self._asked != (history, step):
            self._asked = (history, step)
            row = history.row(step)
            chosen = row.candidates[:CHOICES] or (Candidate(row.pair, row.ids, row.count),)
            if all(candidate.ids != row.ids for candidate in chosen):
                chosen = (Candidate(row.pair, row.ids, row.count, row.score), *chosen[: CHOICES - 1])
            self._options = tuple(sorted(chosen, key=lambda candidate: candidate.pair))
        return self._options

    # -- wishes ------------------------------------------------------------------------------------------------------

    def toggle(self) -> None:
        self.set_on(not self._on)

    def set_on(self, on: bool) -> None:
        """Begin to ask, or end; the score of this run goes on."""
        on = on and self.possible
        if on == self._on:
            return
        self._on = on
        self._playback.pause()
        self._ask()

    def choose(self, option: int) -> None:
        """Guess one of the options (from 0); another guess replaces it."""
        if self.asking and 0 <= option < len(self.options):
            self._guess = option
            self.changed.emit()

    def go_on(self) -> None:
        """Show the answer; after it, ask the next question."""
        if not self._on:
            return
        if not self.asking:
            self._ask()
            return
        history = self._run.history
        assert isinstance(history, History)
        if self._guess is not None:
            self.was_right = self.options[self._guess].ids == history.row(self.step).ids
            self.total += 1
            self.right += self.was_right
        self._answering = True
        self._playback.step(1)
        self.changed.emit()

    # -- what happens ------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        self._answering, self._guess, self.was_right = False, None, None
        self.changed.emit()

    def _on_moved(self) -> None:
        """Wherever somebody goes, the next step is a question; the answer's own step is not."""
        if self._on and self._answering and self._asked is not None and self._playback.position == self._asked[1]:
            return
        if self._on:
            self._ask()

    def _on_replaced(self) -> None:
        self._on = False
        self._asked = None
        self.right = self.total = 0
        self._ask()
