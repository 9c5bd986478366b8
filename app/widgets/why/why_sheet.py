"""Why this step: the whole reason in a sheet over the theatre, for screens that have no room for it beside the words.

It follows the position while it is open; Escape, its cross or the button closes it.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.widgets.basics.controls import Label, Panel, ToolButton, spaced
from app.widgets.basics.keyboard_guest import KeyboardGuest
from app.widgets.basics.painter import Painter
from app.widgets.why.pair_bars import PairBars
from app.widgets.why.rule_list import RuleList
from app.widgets.why.scene_facts import SceneFacts, scene_facts
from app.widgets.why.score_panel import ScorePanel
from engine.history import RoundHistory, TrainingHistory

_WIDTH = 120


class WhySheet(KeyboardGuest, Panel):
    """The parts are those of the theatre; `rule_asked` is theirs."""

    rule_asked = Signal(str)

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(appearance)
        self.setParent(parent)
        self.title = Label(appearance, "", bold=True)
        self.close_button = ToolButton(appearance, "close", tip=self.tr("Close (Esc)"), plain=True)
        self.close_button.clicked.connect(self.hide)
        self.text = Label(appearance, "", wrap=True)
        self.score, self.bars, self.rules = ScorePanel(appearance), PairBars(appearance), RuleList(appearance)
        self.rules_title = Label(
            appearance, self.tr("What each rule would choose here"), "caption", second=True, bold=True
        )
        self.rules.rule_asked.connect(self.rule_asked)
        head, column = QHBoxLayout(), QVBoxLayout(self)
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button)
        column.addLayout(head)
        for part in (self.text, self.score):
            column.addWidget(part)
        column.addWidget(self.bars, 1)
        column.addWidget(self.rules_title)
        column.addWidget(self.rules)
        spaced(column, appearance, (4, 3, 4, 3), 2)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Why this step"))
        self.hide()

    def show_step(self, history: TrainingHistory, position: int, *, asking: bool, reason: str) -> None:
        """The step at a position; while it is a question nothing is given away.  `reason` is that of a round."""
        words = self.tr("Why round {:,}") if isinstance(history, RoundHistory) else self.tr("Why step {:,}")
        self.title.setText(words.format(position))
        if asking:
            self._show_text(self.tr("The next step is a question still. Guess it first."))
        elif isinstance(history, RoundHistory):
            self._show_text(reason)
        else:
            self._show_reasons(scene_facts(history, position, ()))

    def _show_reasons(self, facts: SceneFacts) -> None:
        self.text.hide()
        self.score.show_score(facts.score)
        self.bars.show_reasons(facts.reasons, empty=facts.reason or facts.sentence)
        self.bars.show()
        self.rules.show_rules(facts.choices, facts.rule)
        self._show_rules(bool(facts.choices))
        self.setAccessibleDescription(self.bars.accessibleDescription())

    def _show_text(self, text: str) -> None:
        self.text.setText(text)
        self.text.show()
        self.score.hide()
        self.bars.hide()
        self._show_rules(False)
        self.setAccessibleDescription(text)

    def _show_rules(self, shown: bool) -> None:
        for part in (self.rules_title, self.rules):
            part.setVisible(shown)

    def open_over(self, part: QWidget) -> None:
        """Show it from the top of a part of the window on, as high as it needs, at the right of the whole window: there it
        leaves the words and the buttons free."""
        window, metrics = part.window(), self._appearance.metrics
        self.setParent(window)
        corner = part.mapTo(window, part.rect().topRight())
        width = min(metrics.units(_WIDTH), window.width())
        self.rules.setMinimumHeight(self.rules.sizeHint().height())
        height = min(self.sizeHint().height(), window.height() - 2 * metrics.units(2))
        top = min(corner.y(), window.height() - height - metrics.units(2))
        self.setGeometry(window.width() - width, top, width, height)
        self.show()
        self.raise_()
        self.setFocus()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setPen(QPen(self._appearance.theme.control_border, 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
