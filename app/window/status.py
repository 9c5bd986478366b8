"""The status bar: what is being done, the step of the timeline, what the training took, and how the window looks."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStatusBar

from app.look.theme import Appearance
from app.session import Session
from app.translation import translate
from app.widgets.basics.controls import Label
from app.widgets.steps.step_lists import learned_words
from app.widgets.window.status_progress import StatusProgress
from engine.history import MergeListHistory


class WindowStatus(QObject):
    """Fills `bar`, and keeps it up to date."""

    def __init__(self, session: Session, appearance: Appearance, bar: QStatusBar, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._appearance = appearance
        self._working = ""
        self.state = Label(appearance, role="caption", bold=True)
        self.step = Label(appearance, role="caption", second=True)
        self.took = Label(appearance, role="caption", second=True)
        self.view = Label(appearance, role="caption", second=True)
        self.progress = StatusProgress(appearance)
        bar.setSizeGripEnabled(False)
        for part in (self.state, self.progress, self.step, self.took):
            bar.addWidget(part)
        bar.addPermanentWidget(self.view)
        self._connect()
        self._on_appearance_changed()

    def _connect(self) -> None:
        session = self._session
        session.preparation.ready_changed.connect(self._show)
        session.run.running_changed.connect(self._show)
        session.run.finished.connect(self._show)
        session.playback.position_changed.connect(self._show)
        session.playback.length_changed.connect(self._show)
        session.grid.progress.connect(self._show)
        self._appearance.changed.connect(self._on_appearance_changed)

    def show_working(self, words: str) -> None:
        """Files are being read or written; "" when that is over."""
        self._working = words
        self.progress.begin(words)
        self._show()

    def _on_appearance_changed(self) -> None:
        gap = self._appearance.metrics.units(3)
        for label in (self.state, self.step, self.took, self.view):
            label.setContentsMargins(gap, 0, gap, 0)
        self._show()

    def _show(self, *_: object) -> None:
        session, look = self._session, self._appearance
        position, length = session.playback.position, session.playback.length
        self.state.setText(self._working or self._state())
        self.step.setText(self.tr("Step {:,} of {:,}").format(position, length) if length else "")
        self.took.setText(self._took() if length and not session.run.running else "")
        zoom = round(100 * look.base / 14)
        self.view.setText(f"{self.tr('Offline')}    {translate('themes', look.theme.title)}    {zoom} %")

    def _took(self) -> str:
        """How long the training took; merges that are only played were learned elsewhere."""
        history = self._session.run.history
        if isinstance(history, MergeListHistory):
            return self.tr("{:,} merges of {}").format(len(history), self._session.run.title)
        return learned_words(history, self._session.run.seconds)

    def _state(self) -> str:
        session = self._session
        if not session.preparation.ready:
            return self.tr("Preparing the compiled loops: once, about half a minute")
        if session.run.running:
            return self.tr("Training")
        return self.tr("Comparing") if session.grid.busy else self.tr("Ready")
