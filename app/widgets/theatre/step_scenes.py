"""What stands between the theatre's bar and its timeline: the list of steps, the scene of one step, the other run beside it.

What has no room is left out: first the list and the curves, then the list of rules, then what a low stage can do without.
"""

from __future__ import annotations

from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.widgets.basics.controls import Line
from app.widgets.basics.keyboard_guest import KeyboardGuest
from app.widgets.charts.curves import CurvePlot
from app.widgets.steps.step_table import StepTable
from app.widgets.theatre.merge_scene import MergeScene
from app.widgets.theatre.round_scene import RoundScene
from app.widgets.theatre.side_by_side import SideBySide
from engine.history import RoundHistory, TrainingHistory

_WIDE, _TALL, _RULES, _LOW = 285, 180, 160, 115
"""Units of width from which the list of steps has room, of height from which curves and the list of rules have, and below
which the equation and the timeline make do with less."""


class _WordField(KeyboardGuest, QLineEdit):
    """What is typed is forgotten when the field goes."""

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.clear()


class StepScenes(QWidget):
    """`word` is the field for a word of one's own, hidden until somebody asks for it."""

    def __init__(self, appearance: Appearance, both: SideBySide) -> None:
        super().__init__()
        self._appearance, self._both = appearance, both
        self.steps = StepTable(appearance)
        self._divider = Line(appearance, upright=True)
        self.merges, self.rounds = MergeScene(appearance), RoundScene(appearance)
        self.scenes = QStackedWidget()
        self.scenes.addWidget(self.merges)
        self.scenes.addWidget(self.rounds)
        self.word = _WordField()
        self.word.setPlaceholderText(self.tr("A word, with a blank before it if it is not the first; Enter pins it"))
        self.word.setAccessibleName(self.tr("Word to pin"))
        self.word.hide()
        self._build()

    def _build(self) -> None:
        this_run = QWidget()
        column = QVBoxLayout(this_run)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._both.band)
        column.addWidget(self.scenes, 1)
        column.addWidget(self.word)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for part in (self.steps, self._divider):
            row.addWidget(part)
        row.addWidget(this_run, 1)
        row.addWidget(self._both.divider)
        row.addWidget(self._both.second, 1)
        # Both runs are equally wide, whatever stands in them.
        for run in (this_run, self._both.second):
            run.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @property
    def plots(self) -> tuple[CurvePlot, ...]:
        """The curves of both scenes."""
        return *self.merges.curves.plots, self.rounds.pieces_curve, self.rounds.bytes_curve

    def scene_of(self, history: TrainingHistory) -> MergeScene | RoundScene:
        """What shows this kind of steps."""
        return self.rounds if isinstance(history, RoundHistory) else self.merges

    def fit(self, width: int, height: int) -> bool:
        """Show what a theatre of that size has room for; gives whether it is a low one."""
        units = self._appearance.metrics.u
        wide, tall, low = width >= _WIDE * units, height >= _TALL * units, height < _LOW * units
        self.steps.setVisible(wide)
        self._divider.setVisible(wide)
        for scene in (self.merges, self.rounds):
            scene.fit(wide=wide, tall=tall, with_rules=height >= _RULES * units, low=low)
        self._both.set_low(low)
        return low

    def ask_word(self) -> None:
        self.word.show()
        self.word.setFocus()

    def take_word(self) -> str:
        """What was typed; the field goes."""
        text = self.word.text()
        self.word.hide()
        return text
