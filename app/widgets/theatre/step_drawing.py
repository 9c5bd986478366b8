"""StepDrawing: what the theatre shows of the timeline's position, each part in a turn of its own.

The cursor leads; then come the equation and the words, what decided, the curves' cursor, the list, the other run.  All of it
at once would hold the window up longer than a frame.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from app.state.settings import Settings
from app.state.training.pinned_words import PinnedWords
from app.state.training.playback import Playback
from app.state.training.prediction import Prediction
from app.state.training.training_run import TrainingRun
from app.state.training.turns import Part
from app.widgets.steps.step_lists import columns_of, curve_words, learned_words, no_steps_words, stop_words
from app.widgets.theatre.helped import helped_sentence
from app.widgets.theatre.merge_scene import MergeScene, Movement
from app.widgets.theatre.round_scene import RoundScene
from app.widgets.theatre.side_by_side import SideBySide
from app.widgets.theatre.step_scenes import StepScenes
from app.widgets.theatre.timeline import Timeline
from app.widgets.theatre.training_bar import TrainingBar
from app.widgets.theatre.transport import Transport
from app.widgets.why.run_curves import corpus_tokens
from app.widgets.why.scene_facts import QuestionFacts, SceneFacts, scene_facts
from app.widgets.why.why_sheet import WhySheet
from engine.history import History, RoundHistory, TrainingHistory

_WHILE_TRAINING = 100
"""Milliseconds between two pictures while steps stream in: no eye reads more, and the trainer needs the time."""


@dataclass(frozen=True, slots=True)
class DrawnParts:
    """The parts of the theatre that show the position."""

    bar: TrainingBar
    transport: Transport
    timeline: Timeline
    middle: StepScenes
    both: SideBySide
    why_sheet: WhySheet


@dataclass(frozen=True, slots=True)
class _Known:
    """The facts of a step, and what they are the facts of."""

    history: TrainingHistory
    position: int
    pinned: tuple[bytes, ...]
    facts: SceneFacts


class StepDrawing(QObject):
    """`refresh` for news of the run, `follow` for another position; `flush` draws at once.  `data_drawn` when what is the same
    at every position has been drawn."""

    data_drawn = Signal()

    def __init__(
        self,
        run: TrainingRun,
        playback: Playback,
        settings: Settings,
        prediction: Prediction,
        words: PinnedWords,
        parts: DrawnParts,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._run, self._playback, self._settings = run, playback, settings
        self._prediction, self._words, self._parts = prediction, words, parts
        self._known: _Known | None = None
        self._in_words = self._in_reasons = 0
        self._pace = QTimer(self, singleShot=True, interval=_WHILE_TRAINING)
        self._pace.timeout.connect(self._ask)
        self._is_stale = True

    # -- when --------------------------------------------------------------------------------------------------------

    def refresh(self, *_news: object) -> None:
        """Draw everything anew: there are other steps, or other words, or the next merge has become a question."""
        self._is_stale, self._known = True, None
        if not self._has_started:  # what waits was asked for by a run that has gone
            self._playback.turns.drop(self._draw_data, self._draw_place, *self._others)
        self.follow()

    def follow(self, *_news: object) -> None:
        """Draw the position; while a training runs not at the rate at which its steps come."""
        if not self._run.running:
            self._ask()
        elif not self._pace.isActive():
            self._pace.start()

    def flush(self) -> None:
        """Draw now what is waiting to be drawn: for pictures."""
        self._pace.stop()
        parts = (self._draw_data, self._draw_place, *self._others)
        self._playback.turns.drop(*parts)
        if self._has_started:
            for part in parts:
                part()

    def _ask(self) -> None:
        if not self._has_started:
            return
        turns = self._playback.turns
        if self._is_stale:  # before all that is drawn with it
            turns.drop(self._draw_place, *self._others)
            turns.ask(self._draw_data, self._draw_place, *self._others)
        else:
            turns.lead(self._draw_place)
            turns.ask(*self._others)

    @property
    def _others(self) -> tuple[Part, ...]:
        """In the order in which they are drawn."""
        return (
            self._draw_equation,
            self._draw_words,
            self._draw_reasons,
            self._draw_cursor,
            self._draw_list,
            self._draw_other,
        )

    @property
    def _has_started(self) -> bool:
        return self._run.history.words is not None and self._run.history.start is not None

    # -- what --------------------------------------------------------------------------------------------------------

    @property
    def scene(self) -> MergeScene | RoundScene:
        """What shows this run's kind of steps."""
        return self._parts.middle.scene_of(self._run.history)

    @property
    def facts(self) -> SceneFacts:
        """The step that is shown: worked out once, whichever part asks first."""
        history, position, pinned = self._run.history, self._playback.position, self.pinned
        known = self._known
        if known is None or known.history is not history or (known.position, known.pinned) != (position, pinned):
            known = self._known = _Known(history, position, pinned, self._facts_of(history, position, pinned))
        return known.facts

    def _facts_of(self, history: TrainingHistory, position: int, pinned: tuple[bytes, ...]) -> SceneFacts:
        if self._prediction.asking and isinstance(history, History):
            return QuestionFacts(history, position + 1, self._prediction.options, pinned)
        return scene_facts(history, position, pinned)

    @property
    def pinned(self) -> tuple[bytes, ...]:
        """The user's words as this run's pipeline makes them."""
        return self._words.cut(self._run.history.recipe)

    def _draw_data(self) -> None:
        """What is the same at every position: the scene, the curves, the list of steps."""
        if not self._is_stale:
            return
        self._is_stale = False
        run, history, parts = self._run, self._run.history, self._parts
        steps, scene = parts.middle.steps, self.scene
        goal = run.goal if run.running else None
        parts.middle.scenes.setCurrentWidget(scene)
        parts.timeline.set_data(corpus_tokens(history), history.tied, goal, curve_words(history))
        parts.transport.set_stops(stop_words(history))
        scene.show_data(history, goal)  # type: ignore[arg-type]
        last = self._playback.position if self._prediction.asking else len(history)
        steps.show_steps(columns_of(history, last), no_steps_words(history))
        steps.show_note("" if run.running else learned_words(history, run.seconds))
        parts.both.set_hidden(self._prediction.on)
        parts.bar.show_predicting(self._prediction.on, possible=self._prediction.possible)
        parts.both.show_data(scene, parts.timeline, steps)
        self.data_drawn.emit()

    def _draw_place(self) -> None:
        """Where the position is among all."""
        history, position = self._run.history, self._playback.position
        self._parts.timeline.set_position(position)
        self._parts.transport.show_position(position, len(history), ties=len(history.notable_steps) > 0)

    def _draw_equation(self) -> None:
        """What happens there; a round is drawn whole."""
        history, position, scene = self._run.history, self._playback.position, self.scene
        if isinstance(scene, MergeScene):
            scene.show_equation(self.facts)
            return
        assert isinstance(history, RoundHistory)
        if position:
            scene.show_step(history, position, self.pinned)
        else:
            scene.show_start(history, self.pinned)

    def _draw_words(self) -> None:
        """One step on is shown as a movement, and so is playing; a jump shows the pair lit, before its merge."""
        position, playing = self._playback.position, self._playback.playing
        moved, self._in_words = position - self._in_words, position
        if isinstance(self.scene, MergeScene):
            plays = position > 0 and not self._prediction.asking and (moved == 1 or (playing and moved > 0))
            duration = 1000 / self._playback.steps_a_second if playing else None
            self.scene.show_words(self.facts, Movement(plays, duration, self._settings.reduced_motion))

    def _draw_reasons(self) -> None:
        """Why it happens."""
        position = self._playback.position
        moved, self._in_reasons = position - self._in_reasons, position
        if isinstance(self.scene, MergeScene):
            animate = moved in (1, -1) and position > 0 and not self._settings.reduced_motion
            self.scene.reasons.show_facts(self.facts, self._prediction, animate=animate)
        if self._parts.why_sheet.isVisible():
            self.show_why()

    def show_why(self) -> None:
        """The whole reason, in the sheet."""
        asking, reason = self._prediction.asking, self._parts.middle.rounds.reason
        self._parts.why_sheet.show_step(self._run.history, self._playback.position, asking=asking, reason=reason)

    def _draw_cursor(self) -> None:
        """The position in the curves, and whom the step helps."""
        history, position = self._run.history, self._playback.position
        self.scene.show_cursor(position)
        self.scene.show_helped("" if self._prediction.asking else helped_sentence(history, position))

    def _draw_list(self) -> None:
        self._parts.middle.steps.show_position(self._playback.position)

    def _draw_other(self) -> None:
        """The other run where this one stands."""
        self._parts.both.show_position(self._playback.position, self._words)
