"""The curves under a merge: bytes per token (of whole words: how many are known), what the winner was worth, how many tied.

Curves that a training does not have are left out; where another run is compared with, its curves stand behind them.
"""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.look.theme import Appearance
from app.widgets.basics.controls import spaced
from app.widgets.basics.number_text import number_text
from app.widgets.charts.curves import Curve, CurvePlot
from app.widgets.why.addition_facts import words_known
from app.widgets.why.run_curves import Floats, bytes_per_token, ghost, goes_by_score, tie_sizes, winner_worth
from app.widgets.why.why import SCORE_UNIT, score_text
from engine.history import AdditionHistory, History, TrainingHistory
from engine.vocabulary import IntArray

_WITH_TIES = 150
"""Units of width from which a third curve has room."""


class MergeCurves(QWidget):
    """A row of plots that share the timeline's cursor."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._has_ties = self._by_score = False
        self.bytes_curve = CurvePlot(appearance, self.tr("Bytes per token"))
        self.count_curve = CurvePlot(
            appearance, self.tr("Count of the winning pair (log)"), log=True, value_words=number_text
        )
        self.known_curve = CurvePlot(appearance, self.tr("Words known (%)"), value_words="{:,.1f}".format)
        self.ties_curve = CurvePlot(appearance, self.tr("Pairs tied (log)"), log=True, value_words=number_text)
        self.ties_curve.set_thin(True)
        row = QHBoxLayout(self)
        for curve in self.plots:
            row.addWidget(curve)
        spaced(row, appearance, (4, 2, 4, 2), 4)

    @property
    def plots(self) -> tuple[CurvePlot, ...]:
        return self.bytes_curve, self.known_curve, self.count_curve, self.ties_curve

    def show_data(self, history: TrainingHistory, goal: int | None) -> None:
        """The curves of a training, whose axis ends at `goal` while it runs."""
        is_words, is_merges = isinstance(history, AdditionHistory), isinstance(history, History)
        self.bytes_curve.setVisible(not is_words)
        self.known_curve.setVisible(is_words)
        self.count_curve.setVisible(is_words or is_merges)
        self._has_ties = is_merges
        self._fit()
        self._by_score = goes_by_score(history)
        self.count_curve.set_thin(self._by_score)
        self._name_count(is_words=is_words)
        for curve, values in self._curves_of(history):
            curve.show_curves([Curve(self.tr("this run"), values)], goal)

    def _name_count(self, *, is_words: bool) -> None:
        self.count_curve.set_value_words(_score_words if self._by_score else number_text)
        if self._by_score:
            self.count_curve.set_title(self.tr("Score of the winning pair, in 10,000 (log)"), self.tr("Score (log)"))
        elif is_words:
            self.count_curve.set_title(self.tr("Count of the word (log)"), self.tr("Count (log)"))
        else:
            self.count_curve.set_title(self.tr("Count of the winning pair (log)"), self.tr("Winner (log)"))

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
        for curve in self.plots:
            values = ghosts.get(curve)
            curve.show_ghost(None if values is None else Curve(name, ghost(values, positions)))

    def show_position(self, position: int) -> None:
        """The cursor of all."""
        for curve in self.plots:
            curve.show_position(position)

    def _fit(self) -> None:
        """The curve of ties has the room that the others leave."""
        self.ties_curve.setVisible(self._has_ties and self.width() >= _WITH_TIES * self._appearance.metrics.u)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _score_words(value: float) -> str:
    return score_text(value / SCORE_UNIT)
