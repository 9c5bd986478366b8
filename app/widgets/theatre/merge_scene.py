"""The scene of one step of merging: the equation, the words that change, the curves, and at the right why it is this pair.

Whole words that are taken in, and characters alone, are shown by the same parts; what they have no use for is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.widgets.basics.controls import Line, spaced
from app.widgets.basics.mates import make_mates
from app.widgets.basics.one_line import OneLine
from app.widgets.theatre.merge_curves import MergeCurves
from app.widgets.theatre.merge_reasons import MergeReasons
from app.widgets.theatre.second_run import SecondRun
from app.widgets.why.equation import Equation
from app.widgets.why.scene_facts import MergeFacts, SceneFacts
from app.widgets.why.step_facts import CHANGING, TIED
from app.widgets.words.stage_words import StageGroup
from app.widgets.words.token_chips import TokenChips
from engine.history import TrainingHistory
from engine.vocabulary import IntArray


@dataclass(frozen=True, slots=True)
class Movement:
    """How a step comes: `plays` its movement, of which `step_duration` says when the next one follows, if any does."""

    plays: bool = False
    step_duration: float | None = None
    reduced: bool = False


_STILL = Movement()


class MergeScene(QWidget):
    """`word_asked` asks for a field to type a word in; `pin_asked` carries a word and whether it is to be pinned or let go.
    A step is drawn by `show_equation`, `show_words` and the reasons' `show_facts`, each in its own time."""

    word_asked = Signal()
    pin_asked = Signal(bytes, bool)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.groups: tuple[StageGroup, ...] = ()
        self._with_curves = self._has_steps = True
        self._low = self._beside = False
        self._helped = ""
        self._build()
        self.chips.action_asked.connect(self._on_action)
        self.chips.word_clicked.connect(self._on_word_clicked)

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.equation, self.chips = Equation(look), TokenChips(look)
        self.helped = OneLine(look, second=True)
        self.helped.hide()
        self.curves, self.reasons = MergeCurves(look), MergeReasons(look)
        self._divider = Line(look, upright=True)
        left = QVBoxLayout()
        left.addWidget(self.equation)
        left.addWidget(self.chips, 1)
        left.addWidget(self.helped)
        spaced(left, look, (4, 2, 4, 1), 1.5)
        centre = QVBoxLayout()
        centre.setSpacing(0)
        centre.addLayout(left, 3)
        centre.addWidget(self.curves, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(centre, 3)
        row.addWidget(self._divider)
        row.addWidget(self.reasons, 2)

    def fit(self, *, wide: bool, tall: bool, with_rules: bool, low: bool) -> None:
        """Show what there is room for."""
        self.reasons.fit(with_rules=with_rules)
        self.equation.set_compact(low)
        self._with_curves, self._low = tall and wide, low
        self.helped.say("" if low else self._helped)
        self.curves.setVisible(self._with_curves and self._has_steps)
        self.chips.setMinimumHeight(round(11 * self._appearance.metrics.u))

    def set_beside(self, other: SecondRun | None) -> None:
        """Another run stands at the right, or none: the reasons give their room to it, and chips are as large as its."""
        self._beside = other is not None
        self.reasons.setHidden(self._beside)
        self._divider.setHidden(self._beside)
        make_mates(self.equation, None if other is None else other.equation)
        make_mates(self.chips, None if other is None else other.chips)

    # -- what is the same at every position --------------------------------------------------------------------------

    def show_data(self, history: TrainingHistory, goal: int | None) -> None:
        """The curves of a training."""
        self.reasons.show_kind(history)
        if not len(history.corpus_tokens):
            return
        self._has_steps = len(history) > 0 or not history.stopped
        self.curves.setVisible(self._with_curves and self._has_steps)
        self.curves.show_data(history, goal)

    def show_ghost(self, history: TrainingHistory | None, positions: IntArray, name: str) -> None:
        """Another run's curves behind those of this one; `positions` are those that stand beside this run's."""
        self.curves.show_ghost(history, positions, name)

    def show_cursor(self, position: int) -> None:
        """The position in the curves."""
        self.curves.show_position(position)

    # -- one position ------------------------------------------------------------------------------------------------

    def show_equation(self, facts: SceneFacts) -> None:
        """What is merged."""
        self.equation.show_merge(facts.merge, facts.caption, facts.sentence, covered=facts.covered)

    def show_words(self, facts: SceneFacts, movement: Movement = _STILL) -> None:
        """The words on stage, and how they come there."""
        self.groups = facts.groups
        if self._beside and isinstance(facts, MergeFacts):  # the other run is what another rule did
            self.groups = tuple(group for at, group in enumerate(self.groups) if at != TIED)
        if movement.plays:
            self.chips.play_words(self.groups, step_duration=movement.step_duration, reduced=movement.reduced)
        else:
            self.chips.show_words(self.groups)

    def show_helped(self, sentence: str) -> None:
        """Which languages the step makes shorter; empty hides the line."""
        self._helped = sentence
        self.helped.say("" if self._low else sentence)

    def _on_action(self, _group: int) -> None:
        self.word_asked.emit()

    def _on_word_clicked(self, group: int, index: int) -> None:
        """A click pins a word; on a pinned one it lets go."""
        if group >= len(self.groups) or index >= len(self.groups[group].words):
            return
        shown = self.groups[group].words[index]
        pins = not self.groups[group].action and (group == CHANGING or len(self.groups) > 1)
        self.pin_asked.emit(shown.text or b"".join(shown.tokens), pins)
