"""The scene of one step of merging: the equation, the words that change, the curves, and at the right why it is this pair.

Whole words that are taken in, and characters alone, are shown by the same parts; what they have no use for is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.state.prediction import Prediction
from app.theme import Appearance
from app.widgets.addition_facts import (
    addition_groups,
    frequent_characters,
    word_reasons,
    word_taken,
    words_known,
)
from app.widgets.controls import Label, Line, PushButton, spaced
from app.widgets.curves import Curve, CurvePlot
from app.widgets.equation import Equation
from app.widgets.guess_panel import GuessPanel
from app.widgets.helped import HelpedLine
from app.widgets.other_rules import OtherRules
from app.widgets.pair_bars import PairBars
from app.widgets.rule_list import RuleList
from app.widgets.score_panel import ScorePanel
from app.widgets.step_facts import (
    CHANGING,
    goes_by_score,
    merge_of,
    quiet_groups,
    reasons_of,
    rule_choices,
    score_note,
    score_of,
    stage_groups,
    start_sentence,
    words_that_change,
)
from app.widgets.token_chips import StageGroup, TokenChips
from app.widgets.why import SCORE_UNIT, PairRow, Reasons
from engine.algorithms.char_level import CharLevelTrainer
from engine.history import AdditionHistory, History, TrainingHistory

MANY_TIED = 20
"""Pairs that a history keeps of each step; a larger tied set is counted on demand."""


class MergeScene(QWidget):
    """`rule_asked` carries the name of a tie rule, `tied_asked` asks for the whole tied set, `word_asked` for a field to type a
    word in; `pin_asked` carries a word and whether it is to be pinned or let go."""

    rule_asked = Signal(str)
    tied_asked = Signal()
    word_asked = Signal()
    pin_asked = Signal(bytes, bool)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.groups: tuple[StageGroup, ...] = ()
        self._with_rules = self._has_rules = True
        self._asking = False
        self._with_curves = self._has_steps = True
        self._low = False
        self._build()
        self.rules.rule_asked.connect(self.rule_asked)
        self.all_tied.clicked.connect(self.tied_asked)
        self.chips.action_asked.connect(lambda _group: self.word_asked.emit())
        self.chips.word_clicked.connect(self._on_word_clicked)

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(self._build_centre(), 3)
        row.addWidget(Line(look, upright=True))
        row.addWidget(self._build_reasons(), 2)

    def _build_centre(self) -> QVBoxLayout:
        look = self._appearance
        self.equation = Equation(look)
        self.chips = TokenChips(look)
        self.helped = HelpedLine(look)
        self.helped.hide()
        self._helped = ""
        left = QVBoxLayout()
        left.addWidget(self.equation)
        left.addWidget(self.chips, 1)
        left.addWidget(self.helped)
        spaced(left, look, (4, 2, 4, 1), 1.5)
        self.bytes_curve = CurvePlot(look, self.tr("Bytes per token"))
        self.count_curve = CurvePlot(look, self.tr("Count of the winning pair (log)"), log=True, decimals=0)
        self.known_curve = CurvePlot(look, self.tr("Words known (%)"), decimals=1)
        curves = QHBoxLayout()
        for curve in (self.bytes_curve, self.known_curve, self.count_curve):
            curves.addWidget(curve)
        spaced(curves, look, (4, 2, 4, 2), 4)
        self.curves = QWidget()
        self.curves.setLayout(curves)
        centre = QVBoxLayout()
        centre.setSpacing(0)
        centre.addLayout(left, 3)
        centre.addWidget(self.curves, 1)
        return centre

    def _build_reasons(self) -> QWidget:
        look = self._appearance
        self.guess = GuessPanel(look)
        self._filler = QWidget()
        self._filler.hide()
        self.score = ScorePanel(look)
        self.bars = PairBars(look)
        self.all_tied = PushButton(look, self.tr("Show all tied pairs"))
        self.rules = RuleList(look)
        self._rules_title = Label(look, self.tr("What each rule would choose here"), "caption", second=True, bold=True)
        self.other_rules = OtherRules(look)
        right = QVBoxLayout()
        right.addWidget(self.guess)
        right.addWidget(self.score)
        right.addWidget(self.bars, 1)
        right.addWidget(self._filler, 1)
        right.addWidget(self.all_tied)
        right.addWidget(self._rules_title)
        right.addWidget(self.rules)
        right.addWidget(self.other_rules)
        spaced(right, look, (3, 2, 3, 1), 2)
        whole = QWidget()
        whole.setLayout(right)
        for part in (self.guess, self.score, self.all_tied):
            part.hide()
        return whole

    def fit(self, *, wide: bool, tall: bool, with_rules: bool, low: bool) -> None:
        """Show what there is room for."""
        units = self._appearance.metrics.u
        self._with_rules = with_rules
        self._show_rules()
        self.score.set_compact(not with_rules)
        self.equation.set_compact(low)
        self._with_curves, self._low = tall and wide, low
        self.helped.say("" if low else self._helped)
        self.curves.setVisible(self._with_curves and self._has_steps)
        # On a low screen the painted parts leave out rows rather than push the window out of it.
        self.chips.setMinimumHeight(round(11 * units))
        self.bars.setMinimumHeight(round(16 * units))

    def _show_rules(self) -> None:
        shown = self._has_rules and not self._asking
        listed = self._with_rules and shown
        self.rules.setVisible(listed)
        self._rules_title.setVisible(listed)
        self.other_rules.setVisible(shown and not self._with_rules)
        self.bars.setVisible(not self._asking)
        self._filler.setVisible(self._asking)

    # -- what is the same at every position --------------------------------------------------------------------------

    def show_data(self, history: TrainingHistory, goal: int | None) -> None:
        """The curves of a training."""
        self._has_rules = isinstance(history, History)
        self._show_rules()
        tokens, scale = np.maximum(history.corpus_tokens, 1), history.scale
        if not len(tokens):
            return
        is_words = isinstance(history, AdditionHistory)
        self._has_steps = len(history) > 0 or not history.stopped
        self.curves.setVisible(self._with_curves and self._has_steps)
        self.bytes_curve.setVisible(not is_words)
        self.known_curve.setVisible(is_words)
        if isinstance(history, AdditionHistory):
            self.known_curve.show_curves([Curve("words known", words_known(history))], goal)
            self.count_curve.set_title(self.tr("Count of the word (log)"))
        else:
            self.bytes_curve.show_curves([Curve("bytes per token", bytes_of(history) / tokens)], goal)
            self.count_curve.set_title(self.tr("Count of the winning pair (log)"))
        # Position 0 has no winner.
        worth = history.counts / scale  # type: ignore[attr-defined]
        by_score = isinstance(history, History) and goes_by_score(history)
        self.count_curve.set_thin(by_score)
        if isinstance(history, History) and by_score:
            self.count_curve.set_title(self.tr("Score of the winning pair, in 10,000 (log)"))
            worth = history.scores * SCORE_UNIT
        self.count_curve.show_curves([Curve("count", np.concatenate([[np.nan], worth]))], goal)

    def show_cursor(self, position: int) -> None:
        """The position in the curves."""
        for curve in (self.bytes_curve, self.count_curve, self.known_curve):
            curve.show_position(position)

    # -- one position ------------------------------------------------------------------------------------------------

    def show_start(self, history: TrainingHistory, pinned: Sequence[bytes]) -> None:
        """Before the first step."""
        self._set_asking(False)
        self.guess.hide()
        self.score.show_score(None)
        self.all_tied.hide()
        if isinstance(history, AdditionHistory):
            self._show_no_words(history, pinned)
            return
        assert isinstance(history, History)
        self.equation.show_merge(None, empty=start_sentence(history))
        self.bars.show_reasons(None, empty=self.tr("Step on to see the first merge."))
        self.rules.show_rules([], history.tie_rule_at(1))
        self.other_rules.show_choices(())
        self._show_groups(stage_groups(history, 0, None, pinned))

    def _show_no_words(self, history: AdditionHistory, pinned: Sequence[bytes]) -> None:
        if isinstance(history.recipe.trainer, CharLevelTrainer):
            sentence = self.tr("{:,} characters are the tokens. Nothing is merged, so there are no steps.")
            self.equation.show_merge(None, empty=sentence.format(history.base))
            rows = tuple(PairRow(text, b"", (), count) for text, count in frequent_characters(history))
            self.bars.show_reasons(Reasons(rows, 1, "", "", self.tr("The most frequent characters")))
        else:
            self.equation.show_merge(None, empty=self.tr("Before the first word: every word is unknown."))
            self.bars.show_reasons(None, empty=self.tr("Step on to see the first word."))
        self._show_groups(addition_groups(history, 0, pinned))

    def show_step(
        self,
        history: TrainingHistory,
        position: int,
        pinned: Sequence[bytes],
        *,
        moved: int = 0,
        plays: bool = False,
        step_duration: float | None = None,
        reduced: bool = False,
    ) -> None:
        """A step, with its movement if it `plays`."""
        self._set_asking(False)
        animate = moved in (1, -1)
        if isinstance(history, AdditionHistory):
            merge = word_taken(history, position)
            self.score.show_score(None)
            self.guess.hide()
            self.equation.show_merge(merge, self.tr("Word, step {:,}").format(position))
            self.bars.show_reasons(word_reasons(history, position), animate=animate)
            self.all_tied.hide()
            self._show_groups(addition_groups(history, position, pinned))
            return
        assert isinstance(history, History)
        row = history.row(position)
        changing = words_that_change(history, position)
        self.equation.show_merge(merge_of(row, changing.total), self.tr("Merge, step {:,}").format(position))
        self.score.show_score(score_of(history, row))
        self.score.setToolTip(score_note(history))
        self.bars.show_reasons(reasons_of(history, row), animate=animate)
        self.all_tied.setText(self.tr("Show all {:,} tied pairs").format(row.tied))
        self.all_tied.setVisible(row.tied > MANY_TIED)
        choices = rule_choices(row)
        self.rules.show_rules(choices, history.tie_rule_at(position))
        self.other_rules.show_choices(choices)
        self._show_groups(
            stage_groups(history, position, changing, pinned), plays=plays, step_duration=step_duration, reduced=reduced
        )

    def show_question(self, history: History, position: int, pinned: Sequence[bytes], asked: Prediction) -> None:
        """What stands before step `position`, the step itself covered, and the pairs to guess from."""
        self._set_asking(True)
        self.score.show_score(None)
        self.all_tied.hide()
        self.equation.show_merge(merge_of(history.row(position), None), self.tr("The next merge"), covered=True)
        by_score = goes_by_score(history)
        rows = [PairRow(*one.pair, one.ids, one.count or 0.0, one.score if by_score else None) for one in asked.options]
        self.guess.show_question(rows, asked.guess, self._score_words(asked), counts=asked.with_counts)
        self.guess.show()
        self._show_groups(quiet_groups(history, position - 1, asked.options, pinned))

    def show_verdict(self, asked: Prediction) -> None:
        """After the answer: whether the guess was right."""
        self.guess.setVisible(asked.on)
        if asked.on:
            self.guess.show_answer(asked.was_right, self._score_words(asked))

    def _score_words(self, asked: Prediction) -> str:
        return self.tr("Score {:,} of {:,}").format(asked.right, asked.total) if asked.total else ""

    def _set_asking(self, asking: bool) -> None:
        if asking != self._asking:
            self._asking = asking
            self._show_rules()

    def show_helped(self, sentence: str) -> None:
        """Which languages the step makes shorter; empty hides the line."""
        self._helped = sentence
        self.helped.say("" if self._low else sentence)

    def _show_groups(
        self,
        groups: tuple[StageGroup, ...],
        *,
        plays: bool = False,
        step_duration: float | None = None,
        reduced: bool = False,
    ) -> None:
        self.groups = groups
        if plays:
            self.chips.play_words(groups, step_duration=step_duration, reduced=reduced)
        else:
            self.chips.show_words(groups)

    def _on_word_clicked(self, group: int, index: int) -> None:
        """A click pins a word; on a pinned one it lets go."""
        if group >= len(self.groups) or index >= len(self.groups[group].words):
            return
        shown = self.groups[group].words[index]
        pins = not self.groups[group].action and (group == CHANGING or len(self.groups) > 1)
        self.pin_asked.emit(shown.text or b"".join(shown.tokens), pins)


def bytes_of(history: TrainingHistory) -> int:
    """Bytes of all words of a corpus, as often as they occur (times `scale`, like its tokens)."""
    words = history.words
    return int((words.lengths * words.counts).sum()) if words is not None else 0
