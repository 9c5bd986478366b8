"""SideBySide: this run held against an earlier one - the row about both, the ghosts, the marks in the list, the second run.

It belongs to the theatre and holds the parts that are about two runs; the theatre puts them into its layout.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.look.theme import Appearance
from app.state.training.pinned_words import PinnedWords
from app.state.training.run_record import told_apart
from app.state.training.training_run import TrainingRun
from app.translation import translate
from app.widgets.basics.controls import Line
from app.widgets.steps.step_table import StepTable
from app.widgets.theatre.compare_row import CompareRow
from app.widgets.theatre.comparison_words import BY_SIZE, branch_words, compared_words, verdict
from app.widgets.theatre.second_run import RunBand, SecondRun
from app.widgets.theatre.side_facts import figures_of, side_facts
from app.widgets.theatre.timeline import Timeline
from app.widgets.why.run_curves import corpus_tokens, size_ratio
from app.widgets.why.run_curves import ghost as ghost_of
from engine.history import TrainingHistory
from engine.tie_rules import TIE_RULES
from engine.vocabulary import IntArray


class Scene(Protocol):
    """What shows a run: its curves can have ghosts, and its right part can make room."""

    def show_ghost(self, history: TrainingHistory | None, positions: IntArray, name: str) -> None: ...

    def set_beside(self, other: SecondRun | None) -> None: ...


class SideBySide(QObject):
    """`seek_asked` carries the first difference; `changed` asks the theatre to draw anew; `beside_changed` that the user has
    asked for both runs, or for one alone."""

    seek_asked = Signal(int)
    changed = Signal()
    beside_changed = Signal(bool)

    def __init__(self, run: TrainingRun, appearance: Appearance, *, beside: bool = False) -> None:
        super().__init__(run)
        self._run, self._earlier = run, run.earlier
        self._beside = beside
        self._hidden, self._room = False, True
        self.row = CompareRow(appearance)
        self.band = RunBand(appearance, self.tr("This run"), dashed=False)
        self.second = SecondRun(appearance)
        self.line, self.divider = Line(appearance), Line(appearance, upright=True)
        for part in (self.band, self.divider, self.line):
            part.hide()
        self.row.run_asked.connect(self._on_run_asked)
        self.row.difference_asked.connect(self.to_first_difference)
        self.row.beside_asked.connect(self.set_beside)
        self.row.back_asked.connect(self._on_back_asked)
        self._earlier.changed.connect(self.changed)
        self._earlier.compared.connect(self.changed)

    # -- wishes ------------------------------------------------------------------------------------------------------

    def toggle(self) -> None:
        self.set_beside(not self._beside)

    def set_beside(self, beside: bool) -> None:
        """Show both runs, or this one alone."""
        self._beside = beside
        self.beside_changed.emit(beside)
        self.changed.emit()

    def to_first_difference(self) -> str:
        """Ask for the first step that is not the same; gives the reason where there is none."""
        difference, chosen = self._earlier.difference, self._earlier.chosen
        if difference is not None:
            self.seek_asked.emit(difference)
            return ""
        if chosen is None:
            return self.tr("There is no other run to compare with. Train again, with another rule or algorithm.")
        said = compared_words(self._earlier.comparison, len(self._run.history), len(chosen.history))
        return said or self.tr("The runs are still being compared.")

    def _on_run_asked(self, number: int | None) -> None:
        self._earlier.choose(None if number is None else self._earlier.records[number])

    def _on_back_asked(self) -> None:
        chosen = self._earlier.chosen
        if chosen is not None:
            self._run.return_to(chosen)

    # -- what is shown -----------------------------------------------------------------------------------------------

    @property
    def shows_both(self) -> bool:
        """Whether the second run is on screen now."""
        return self._beside and self._room and not self._hidden and self._earlier.chosen is not None

    @property
    def lacks_room(self) -> bool:
        """Both runs are wanted, and the theatre is too low for two."""
        return self._beside and not self._room

    def set_room(self, *, row: bool, both: bool) -> None:
        """Whether there is room for the row about both runs, and for the second one."""
        self.row.set_room(row)
        self.line.setHidden(self.row.isHidden())
        if both != self._room:
            self._room = both
            self.changed.emit()

    def set_low(self, low: bool) -> None:
        """On a low stage every part makes do with less."""
        for part in (self.row, self.band, self.second):
            part.set_low(low)

    def set_hidden(self, hidden: bool) -> None:
        """While the next merge is a question, the other run would tell the answer."""
        self._hidden = hidden

    def show_data(self, scene: Scene, timeline: Timeline, steps: StepTable) -> None:
        """What is the same at every position: the row, the ghosts, the marks in the list."""
        chosen = self._earlier.chosen
        other = None if chosen is None else chosen.history
        name, positions = self._earlier.names[1], self._earlier.positions
        scene.show_ghost(other, positions, name)
        self._show_on_timeline(timeline, other, name)
        marked = self._run.history.step_kind != "rounds" and not self._hidden
        steps.show_marks(self._earlier.comparison if marked else None, name)
        self._show_row()
        self._make_room(scene)

    def _show_on_timeline(self, timeline: Timeline, other: TrainingHistory | None, name: str) -> None:
        # Tokens and unknown words are no common measure.
        if other is None or other.step_kind == "additions" or self._run.history.step_kind == "additions":
            timeline.set_ghost(np.zeros(0), "")
            return
        tokens, factor = corpus_tokens(other), self._factor(other)
        scaled = "" if factor == 1.0 else self.tr(", as if of the same size")
        timeline.set_ghost(factor * ghost_of(tokens, self._earlier.positions), name + scaled)

    def _factor(self, other: TrainingHistory) -> float:
        """Runs over other texts, or other weights of them, are drawn as if these were of one size."""
        run, chosen = self._run, self._earlier.chosen
        sizes = [history.words.corpus_bytes for history in (run.history, other) if history.words is not None]
        same = chosen is not None and chosen.weights == run.record.weights and len(set(sizes)) == 1
        return 1.0 if same else size_ratio(run.history, other)

    def _show_row(self) -> None:
        earlier, run = self._earlier, self._run
        records, chosen = earlier.records, earlier.chosen
        names = [told_apart(run.record, record)[1] for record in records]
        self.row.show_choices(names, None if chosen is None else records.index(chosen))
        words = []
        if run.branch is not None and chosen is not None:
            words.append(branch_words(run.branch.step, translate("engine", TIE_RULES[run.branch.rule].title)))
        if chosen is not None:
            said = compared_words(earlier.comparison, len(run.history), len(chosen.history))
            words.append(said or ("" if earlier.by_steps else BY_SIZE))
        self.row.show_sentence(" ".join(filter(None, words)), differs=earlier.difference is not None)
        self.row.show_beside(self._beside)
        self.line.setHidden(self.row.isHidden())

    def _make_room(self, scene: Scene) -> None:
        both = self.shows_both
        scene.set_beside(self.second if both else None)
        for part in (self.band, self.divider, self.second):
            part.setVisible(both)

    def show_position(self, position: int, words: PinnedWords) -> None:
        """Both runs where this one stands at `position`."""
        chosen = self._earlier.chosen
        if not self.shows_both or chosen is None:
            return
        this, other = self._earlier.names
        history, beside = self._run.history, self._earlier.position_beside(position)
        self.band.show_run(this, figures_of(history, position))
        facts = side_facts(chosen.history, beside, words.cut(chosen.history.recipe))
        self.second.show_facts(other, facts, self._verdict(position, beside))

    def _verdict(self, position: int, beside: int) -> str:
        made = self._run.history.made_token(position) if position else b""
        return verdict(
            position,
            beside,
            by_steps=self._earlier.by_steps,
            same=self._earlier.is_same(position),
            compared=self._earlier.comparison,
            made=made,
        )
