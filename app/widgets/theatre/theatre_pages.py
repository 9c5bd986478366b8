"""What the theatre shows of a run: that there is none, the words that are learned from, or its steps on stage."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.look.theme import Appearance
from app.state.training.training_run import TrainingRun
from app.widgets.theatre.counted_theatre import CountedTheatre
from app.widgets.theatre.empty_theatre import EmptyTheatre

_PATIENCE = 250
"""Milliseconds for which words may wait for the first step before they are shown themselves."""


class TheatrePages(QStackedWidget):
    """One of them at a time, following the run."""

    def __init__(self, appearance: Appearance, run: TrainingRun, stage: QWidget) -> None:
        super().__init__()
        self._run = run
        self.stage, self.empty, self.counted = stage, EmptyTheatre(appearance), CountedTheatre(appearance)
        for page in (self.stage, self.empty, self.counted):
            self.addWidget(page)
        self.patience = QTimer(self, singleShot=True, interval=_PATIENCE)
        self.patience.timeout.connect(self._show_counted)
        run.history_replaced.connect(self._show_page)
        run.advanced.connect(self._show_page)
        run.running_changed.connect(self._on_running_changed)
        self._show_page()

    def _show_page(self, *_news: object) -> None:
        """Words alone are shown if the first step is a while coming; until then there stays what is there."""
        history = self._run.history
        if history.start is not None or history.words is None:
            self.patience.stop()
            self.setCurrentWidget(self.empty if history.words is None else self.stage)
        elif not self.patience.isActive():
            self.patience.start()

    def _show_counted(self) -> None:
        self.counted.show_counted(self._run.history, running=self._run.running)
        self.setCurrentWidget(self.counted)

    def _on_running_changed(self, running: bool) -> None:
        self.empty.show_running(running)
        if not running:
            self._show_page()
