"""The scene of one step of merging: the equation, the words that change, the curves, and at the right why it is this pair.

Whole words that are taken in, and characters alone, are shown by the same parts; what they have no use for is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.state.training.prediction import Prediction
from app.theme import Appearance
from app.widgets.basics.controls import Label, Line, PushButton, spaced
from app.widgets.basics.one_line import OneLine
from app.widgets.charts.curves import Curve, CurvePlot
from app.widgets.theatre.guess_panel import GuessPanel
from app.widgets.why.addition_facts import (
    addition_groups,
    frequent_characters,
    word_reasons,
    word_taken,
    words_known,
)
from app.widgets.why.equation import Equation
from app.widgets.why.merge_list_facts import (
    UNKNOWN_TITLE,
    changing_words,
    listed_groups,
    listed_merge,
    start_words,
    unknown_reasons,
)
from app.widgets.why.other_rules import OtherRules
from app.widgets.why.pair_bars import PairBars
from app.widgets.why.rule_list import RuleList
from app.widgets.why.run_curves import Floats, bytes_per_token, ghost, goes_by_score, tie_sizes, winner_worth
from app.widgets.why.score_panel import ScorePanel
from app.widgets.why.step_facts import (
    CHANGING,
    TIED,
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
from app.widgets.why.why import PairRow, Reasons
from app.widgets.words.token_chips import StageGroup, TokenChips
from engine.algorithms.char_level import CharLevelTrainer
from engine.history import AdditionHistory, History, MergeListHistory, TrainingHistory
from engine.vocabulary import IntArray

_WITH_TIES = 250
"""Units of width from which a third curve has room."""
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
        self._low = self._has_ties = self._by_score = self._beside = False
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
        self._divider = Line(look, upright=True)
        self._reasons = self._build_reasons()
        row.addWidget(self._divider)
        row.addWidget(self._reasons, 2)

    def _build_centre(self) -> QVBoxLayout:
        look = self._appearance
        self.equation = Equation(look)
        self.chips = TokenChips(look)
        self.helped = OneLine(look, second=True)
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
        self.ties_curve = CurvePlot(look, self.tr("Pairs tied (log)"), log=True, decimals=0)
        self.ties_curve.set_thin(True)
        curves = QHBoxLayout()
        for curve in (self.bytes_curve, self.known_curve, self.count_curve, self.ties_curve):
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
        self._show_ties()
        self.helped.say("" if low else self._helped)
        self.curves.setVisible(self._with_curves and self._has_steps)
        # On a low screen the painted parts leave out rows rather than push the window out of it.
        self.chips.setMinimumHeight(round(11 * units))
        self.bars.setMinimumHeight(round(16 * units))

    def set_beside(self, beside: bool) -> None:
        """Another run stands at the right: the reasons give their room to it."""
        self._beside = beside
        self._reasons.setHidden(beside)
        self._divider.setHidden(beside)

    def _show_ties(self) -> None:
        """The curve of ties has the room that the others leave."""
        self.ties_curve.setVisible(self._has_ties and self.width() >= _WITH_TIES * self._appearance.metrics.u)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_ties()

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
        if not len(history.corpus_tokens):
            return
        is_words, is_merges = isinstance(history, AdditionHistory), isinstance(history, History)
        self._has_steps = len(history) > 0 or not history.stopped
        self.curves.setVisible(self._with_curves and self._has_steps)
        self.bytes_curve.setVisible(not is_words)
        self.known_curve.setVisible(is_words)
        self.count_curve.setVisible(is_words or is_merges)
        self._has_ties = is_merges
        self._show_ties()
        self._by_score = goes_by_score(history)
        self.count_curve.set_thin(self._by_score)
        if self._by_score:
            self.count_curve.set_title(self.tr("Score of the winning pair, in 10,000 (log)"), self.tr("Score (log)"))
        elif is_words:
            self.count_curve.set_title(self.tr("Count of the word (log)"), self.tr("Count (log)"))
        else:
            self.count_curve.set_title(self.tr("Count of the winning pair (log)"), self.tr("Winner (log)"))
        for curve, values in self._curves_of(history):
            curve.show_curves([Curve(self.tr("this run"), values)], goal)

    def _curves_of(self, history: TrainingHistory) -> list[tuple[CurvePlot, Floats]]:
        """The curves that a history has, each with its values."""
        if isinstance(history, AdditionHistory):
            return [(self.known_curve, words_known(history)), (self.count_curve, winner_worth(history))]
        return [
            (self.bytes_curve, bytes_per_token(history)),
            (self.count_curve, winner_worth(history)),
            (self.ties_curve, tie_sizes(history)),
        ]

    def show_ghost(self, history: TrainingHistory | None, positions: IntArray, name: str) -> None:
        """Another run's curves behind those of this one; `positions` are those that stand beside this run's."""
        ghosts = dict(self._curves_of(history)) if history is not None and len(history.corpus_tokens) else {}
        if history is not None and goes_by_score(history) != self._by_score:
            ghosts.pop(self.count_curve, None)  # scores and counts have no common axis
        for curve in (self.bytes_curve, self.known_curve, self.count_curve, self.ties_curve):
            values = ghosts.get(curve)
            shown = None if values is None else Curve(name, ghost(values, positions))
            curve.show_ghost(shown)

    def show_cursor(self, position: int) -> None:
        """The position in the curves."""
        for curve in (self.bytes_curve, self.count_curve, self.known_curve, self.ties_curve):
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
        if isinstance(history, MergeListHistory):
            self._show_listed(history, 0, pinned)
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
        animate = moved in (1, -1) and not reduced
        if isinstance(history, AdditionHistory):
            merge = word_taken(history, position)
            self.score.show_score(None)
            self.guess.hide()
            self.equation.show_merge(merge, self.tr("Word, step {:,}").format(position))
            self.bars.show_reasons(word_reasons(history, position), animate=animate)
            self.all_tied.hide()
            self._show_groups(addition_groups(history, position, pinned))
            return
        if isinstance(history, MergeListHistory):
            self._show_listed(history, position, pinned, plays=plays, step_duration=step_duration, reduced=reduced)
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
        groups = stage_groups(history, position, changing, pinned)
        if self._beside:  # the other run is what another rule did
            groups = tuple(group for at, group in enumerate(groups) if at != TIED)
        self._show_groups(groups, plays=plays, step_duration=step_duration, reduced=reduced)

    def _show_listed(self, history: MergeListHistory, position: int, pinned: Sequence[bytes], **movement: Any) -> None:
        """A merge of a file, of which only its place in the order is known."""
        changing = changing_words(history, position) if position else None
        merge = listed_merge(history, position, changing) if changing is not None else None
        self.equation.show_merge(merge, self.tr("Merge {:,} of the file").format(position), start_words(history))
        self.guess.hide()
        self.score.show_score(None)
        self.all_tied.hide()
        self.bars.show_reasons(None, empty=unknown_reasons(history, position), empty_title=UNKNOWN_TITLE)
        self._show_groups(listed_groups(history, position, changing, pinned), **movement)

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
