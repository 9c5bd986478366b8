"""A step as one picture for a slide: the heading, the equation, the words, why, and the timeline under all of it.

The parts are those of the theatre, in the sizes that a projector needs, in a widget that never comes on the screen.  So a
picture says what the theatre says, and a film of them moves as the stage does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QRegion
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.look.colours import Theme
from app.look.theme import Appearance
from app.state.latest import Latest
from app.widgets.basics.controls import Label, Panel, spaced
from app.widgets.basics.motion import BEFORE, Phase
from app.widgets.basics.whole_svg import drawn_svg
from app.widgets.steps.step_lists import curve_words
from app.widgets.theatre.timeline import Timeline
from app.widgets.why.equation import Equation
from app.widgets.why.pair_bars import PairBars
from app.widgets.why.round_facts import RoundFacts, my_words, round_facts, start_sentence
from app.widgets.why.run_curves import corpus_tokens
from app.widgets.why.scene_facts import SceneFacts, scene_facts
from app.widgets.why.score_panel import ScorePanel
from app.widgets.words.stage_words import StageGroup
from app.widgets.words.token_chips import TokenChips
from app.widgets.words.word_lattice import WordLattice
from engine.history import RoundHistory, TrainingHistory

STAGE_LINES = 38.5
"""Lines of the base size that a picture is high, as on the stage."""
_LEAST_BASE = 11


class StageFrame(Panel):
    """Shows steps of one history in a size of its own; `heading` is what it was learned from and how."""

    def __init__(
        self,
        history: TrainingHistory,
        size: QSize,
        theme: Theme,
        heading: tuple[str, str] = ("", ""),
        pinned: Sequence[bytes] = (),
    ) -> None:
        base = max(_LEAST_BASE, round(size.height() / STAGE_LINES))
        look = Appearance(theme, base, stage=True)
        super().__init__(look)
        look.setParent(self)
        self._history, self._pinned = history, tuple(pinned)
        self._heading = heading
        self._step = -1
        self._ground: QImage | None = None
        self._facts: Latest[RoundFacts] = Latest("picture", parent=self)
        self._asked = -1
        self._build()
        self.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self.resize(size)
        self.show()  # only then Qt lays it out

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.title, self.source = Label(look, self._heading[0], bold=True), Label(look, self._heading[1], second=True)
        self.number = Label(look, bold=True)
        top = QHBoxLayout()
        for label in (self.title, self.source):
            top.addWidget(label)
        top.addStretch(1)
        top.addWidget(self.number)
        spaced(top, look, (0, 0, 0, 0), 3)
        self.equation, self.chips, self.bars = Equation(look), TokenChips(look), PairBars(look)
        self.score, self.lattice = ScorePanel(look), WordLattice(look)
        self.round_title, self.round_note = (
            Label(look, "", "heading", bold=True),
            Label(look, "", second=True, wrap=True),
        )
        self.timeline = Timeline(look)
        self.timeline.set_low(True)
        column = QVBoxLayout(self)
        column.addLayout(top)
        self._inside = self._build_rounds() if isinstance(self._history, RoundHistory) else self._build_merges()
        column.addWidget(self._inside, 1)
        column.addWidget(self.timeline)
        spaced(column, look, (6, 4, 6, 2), 3)
        history = self._history
        self.timeline.set_data(corpus_tokens(history), history.tied, what=curve_words(history))

    def _build_merges(self) -> QWidget:
        look, whole = self._appearance, QWidget()
        left, right, row = QVBoxLayout(), QVBoxLayout(), QHBoxLayout(whole)
        left.addWidget(self.equation)
        left.addWidget(self.chips, 1)
        self.score.hide()
        right.addWidget(self.score)
        right.addWidget(self.bars, 1)
        spaced(left, look, (0, 0, 0, 0), 3)
        spaced(right, look, (0, 0, 0, 0), 3)
        row.addLayout(left, 3)
        row.addLayout(right, 2)
        spaced(row, look, (0, 0, 0, 0), 6)
        return whole

    def _build_rounds(self) -> QWidget:
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.addWidget(self.round_title)
        column.addWidget(self.round_note)
        column.addWidget(self.lattice, 3)
        column.addWidget(self.chips, 2)
        spaced(column, self._appearance, (0, 0, 0, 0), 2)
        return whole

    # -- pictures ----------------------------------------------------------------------------------------------------

    def image(self, step: int, phase: Phase = BEFORE) -> QImage | None:
        """The step at a moment of its movement; None while what it shows is still being worked out."""
        if step != self._step and not self._show(step):
            return None
        if self._ground is None:
            self._ground = QImage(self.size(), QImage.Format.Format_RGB32)
            self._paint(self, self._ground, QPoint(0, 0))
        if phase == self.chips.phase:
            return self._ground
        # Only the words move.
        self.chips.show_phase(phase)
        picture, place = self._ground.copy(), self.chips.mapTo(self, QPoint(0, 0))
        painter = QPainter(picture)
        painter.fillRect(QRect(place, self.chips.size()), self._appearance.theme.panel)
        painter.translate(place)
        self.chips.render(painter, QPoint(0, 0), QRegion(), QWidget.RenderFlag.DrawChildren)
        painter.end()
        self.chips.show_phase(BEFORE)
        return picture

    def svg(self, step: int) -> bytes | None:
        """The step as lines and text; None while what it shows is still being worked out."""
        if step != self._step and not self._show(step):
            return None
        title = " ".join([*self._heading, self.number.text()]).strip()
        return drawn_svg(self.size(), title, self._paint_lines)

    def _paint_lines(self, painter: QPainter) -> None:
        painter.fillRect(self.rect(), self._appearance.theme.panel)
        self.render(painter, QPoint(0, 0), QRegion(), QWidget.RenderFlag.DrawChildren)

    def _paint(self, widget: QWidget, into: QImage, at: QPoint) -> None:
        painter = QPainter(into)
        widget.render(painter, at)
        painter.end()

    # -- one step ----------------------------------------------------------------------------------------------------

    def _show(self, step: int) -> bool:
        """Fill the parts with a step; False while a round is still being looked through."""
        history = self._history
        if isinstance(history, RoundHistory):
            if not self._show_round(history, step):
                return False
        else:
            self._show_facts(scene_facts(history, step, self._pinned))
        self._step, self._ground = step, None
        kind = self.tr("round") if isinstance(history, RoundHistory) else self.tr("step")
        self.number.setText(self.tr("{} {:,} of {:,}").format(kind, step, len(history)))
        self.timeline.set_position(step)
        for part in (self, self._inside):
            layout = part.layout()
            assert layout is not None
            layout.activate()  # a widget that is not on the screen waits with that
        return True

    def _show_facts(self, facts: SceneFacts) -> None:
        self.equation.show_merge(facts.merge, empty=facts.sentence)
        self.score.show_score(facts.score)
        reason = facts.reason if facts.merge is not None or not facts.sentence else ""  # nobody steps on in a picture
        self.bars.show_reasons(facts.reasons, empty=reason)
        self._show_words(facts.groups)

    def _show_round(self, history: RoundHistory, step: int) -> bool:
        groups: list[StageGroup] = []
        if step == 0:
            self.round_title.setText(start_sentence(history))
            self.round_note.setText("")
            self.lattice.show_ways(None)
        else:
            facts = self._facts.value if self._asked == step else None
            if facts is None:
                if self._asked != step:
                    self._asked = step
                    self._facts.ask(lambda: round_facts(history, step))
                return False
            self.round_title.setText(facts.title)
            self.round_note.setText(facts.sentence)
            self.lattice.show_ways(facts.ways, facts.loss)
            groups += [facts.losing] if facts.losing is not None else []
        self._show_words([*groups, my_words(history, step, self._pinned)])
        return True

    def _show_words(self, groups: Sequence[StageGroup]) -> None:
        """In a picture nothing can be clicked."""
        self.chips.show_words([replace(group, action="") for group in groups])


def picture_name(title: str, step: int, suffix: str) -> Path:
    """A file name to propose.

    >>> picture_name("Alice 1k", 141, ".png").name
    'alice-1k-step-141.png'
    """
    plain = "".join(character if character.isalnum() else "-" for character in title.lower()).strip("-") or "training"
    return Path(f"{plain}-step-{step}{suffix}")
