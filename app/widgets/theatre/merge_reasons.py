"""Why it is this merge: the score where one decides, the pairs as bars, what each rule would choose; or the guess.

Where a step is a question all of that would be the answer, so the pairs to choose from stand there instead.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.state.training.prediction import Prediction
from app.widgets.basics.controls import Label, PushButton, spaced
from app.widgets.theatre.guess_panel import GuessPanel
from app.widgets.why.other_rules import OtherRules
from app.widgets.why.pair_bars import PairBars
from app.widgets.why.rule_list import RuleList
from app.widgets.why.scene_facts import QuestionFacts, SceneFacts
from app.widgets.why.score_panel import ScorePanel
from engine.history import History, TrainingHistory

MANY_TIED = 20
"""Pairs that a history keeps of each step; a larger tied set is counted on demand."""


_BARS, _HEADING, _AROUND = 16, 12, 7
"""Units of height that the bars have at least, or their heading alone, and of the gaps between the parts."""


class MergeReasons(QWidget):
    """`rule_asked` carries the name of a tie rule; `tied_asked` asks for the whole tied set."""

    rule_asked = Signal(str)
    tied_asked = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._with_rules = self._has_rules = True
        self._asking = self._scored = False
        self._build()
        self.rules.rule_asked.connect(self.rule_asked)
        self.all_tied.clicked.connect(self.tied_asked)

    def _build(self) -> None:
        look = self._appearance
        self.guess = GuessPanel(look)
        self._filler = QWidget()
        self.score = ScorePanel(look)
        self.bars = PairBars(look)
        self.all_tied = PushButton(look, self.tr("Show all tied pairs"))
        self.rules = RuleList(look)
        self._rules_title = Label(look, self.tr("What each rule would choose here"), "caption", second=True, bold=True)
        self.other_rules = OtherRules(look)
        column = QVBoxLayout(self)
        column.addWidget(self.guess)
        column.addWidget(self.score)
        column.addWidget(self.bars, 1)
        column.addWidget(self._filler, 1)
        for part in (self.all_tied, self._rules_title, self.rules, self.other_rules):
            column.addWidget(part)
        spaced(column, look, (3, 2, 3, 1), 2)
        for hidden in (self.guess, self._filler, self.score, self.all_tied):
            hidden.hide()

    def fit(self, *, with_rules: bool) -> None:
        """Show the whole list of rules, or one line of it."""
        self._with_rules = with_rules
        self.score.set_compact(not with_rules)
        self._arrange()

    def show_kind(self, history: TrainingHistory) -> None:
        """Only a training of merges has rules to choose by."""
        self._has_rules = isinstance(history, History)
        self._arrange()

    def _arrange(self) -> None:
        shown = self._has_rules and not self._asking
        listed = self._with_rules and shown
        self.rules.setVisible(listed)
        self._rules_title.setVisible(listed)
        score = self._score_height()
        self.score.setVisible(self._scored and not self._asking and self._has_room(score, _HEADING))
        others = score * (not self.score.isHidden()) + self.other_rules.sizeHint().height()
        self.other_rules.setVisible(shown and not self._with_rules and self._has_room(others, _BARS))
        # On a low screen the painted part leaves out rows rather than push the window out of it.
        self.bars.setMinimumHeight(self._appearance.metrics.units(_HEADING if not self.score.isHidden() else _BARS))
        self.bars.setVisible(not self._asking)
        self._filler.setVisible(self._asking)

    def _has_room(self, height: int, beside: int) -> bool:
        """For parts of that height beside so many units."""
        return self.height() >= height + self._appearance.metrics.units(beside + _AROUND)

    def _score_height(self) -> int:
        return self.score.sizeHint().height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def show_facts(self, facts: SceneFacts, asked: Prediction, *, animate: bool = False) -> None:
        """The reasons of a step, or what there is to guess from; `animate` moves the bars to their new length."""
        asking = isinstance(facts, QuestionFacts)
        if asking != self._asking:
            self._asking = asking
            self._arrange()
        self._show_guess(facts, asked)
        self.score.show_score(None if asking else facts.score)
        self.score.setToolTip(facts.score_note)
        self._scored = facts.score is not None
        self._arrange()
        many = facts.tied > MANY_TIED and not asking
        if many:
            self.all_tied.setText(self.tr("Show all {:,} tied pairs").format(facts.tied))
        self.all_tied.setVisible(many)
        if asking:
            return
        self.bars.show_reasons(facts.reasons, empty=facts.reason, empty_title=facts.reason_title, animate=animate)
        if self._has_rules:
            self.rules.show_rules(facts.choices, facts.rule)
            self.other_rules.show_choices(facts.choices)

    def _show_guess(self, facts: SceneFacts, asked: Prediction) -> None:
        score = self.tr("Score {:,} of {:,}").format(asked.right, asked.total) if asked.total else ""
        if isinstance(facts, QuestionFacts):
            self.guess.show_question(facts.options, asked.guess, score, counts=asked.with_counts)
        elif asked.on and facts.merge is not None:
            self.guess.show_answer(asked.was_right, score)
        self.guess.setVisible(asked.on and facts.merge is not None)
