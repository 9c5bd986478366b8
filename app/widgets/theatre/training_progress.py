"""How far a training is, once it takes longer than a moment."""

from __future__ import annotations

from PySide6.QtCore import QTimer

from app.look.theme import Appearance
from app.state.training.training_run import TrainingRun
from app.translation import translate
from app.widgets.basics.progress_row import ProgressRow
from engine.model import Progress

_PATIENCE = 250
"""Milliseconds after which a running training shows its progress; most samples are done before."""


class TrainingProgress(ProgressRow):
    """Steps of the goal, or the share of what comes before the first step."""

    def __init__(self, appearance: Appearance, run: TrainingRun) -> None:
        super().__init__(appearance, cancel=False)
        self._run = run
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE)
        run.running_changed.connect(self._on_running_changed)
        run.progressed.connect(self._on_progress)

    def _on_running_changed(self, running: bool) -> None:
        if running:
            self._patience.start()
        else:
            self._patience.stop()
            self.hide()

    def _on_progress(self, progress: Progress) -> None:
        if not self._run.running or self._patience.isActive():
            return
        learned, goal = len(self._run.history), self._run.goal
        if progress.unit == "steps" and goal:
            title = self.tr("Step {:,} of {:,}").format(learned, goal)
            note = self.tr("What is learned so far stays if you stop.")
            self.show_progress(title, learned / max(1, goal), note)
        else:
            self.show_progress(translate("engine", progress.stage), progress.share if progress.total else None)
