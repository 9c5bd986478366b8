"""What takes a while, in the status bar: how far it is, how long it will take, and how to end it."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.look.theme import Appearance
from app.widgets.basics.controls import Label, ToolButton, spaced
from app.widgets.basics.progress_row import left_words
from app.widgets.basics.quiet_bar import QuietBar
from app.widgets.basics.time_left import TimeLeft
from engine.model import Progress

_PATIENCE = 500
"""Milliseconds before it is shown: what takes less needs none."""
_WIDTH = 30
"""Units of the bar's width."""


class StatusProgress(QWidget):
    """Hidden while there is nothing to wait for, and for a moment after `begin`."""

    cancelled = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._time = TimeLeft()
        self.bar = QuietBar()
        self.bar.setTextVisible(False)
        self.words = Label(appearance, role="caption", second=True)
        self.button = ToolButton(appearance, "cancel", tip=self.tr("Cancel this (Esc)"), plain=True)
        self.button.setProperty("compact", True)
        self.button.clicked.connect(self.cancelled)
        row = QHBoxLayout(self)
        for part in (self.bar, self.words, self.button):
            row.addWidget(part)
        spaced(row, appearance, (1, 0, 1, 0), 2)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._patience.timeout.connect(self.show)
        appearance.changed.connect(self._fit)
        self._fit()
        self.hide()

    def begin(self, words: str) -> None:
        """Something begins that may take a while; "" when it is over."""
        self.hide()
        self._patience.stop()
        self._time = TimeLeft()
        self.bar.show_percent(None)
        self.bar.setAccessibleName(words)
        self.words.clear()
        if words:
            self._patience.start()

    def show_progress(self, progress: Progress) -> None:
        if not progress.total:
            return
        done, left = int(100 * progress.share), self._time.seconds(progress.share)
        self.bar.show_percent(done)
        self.words.setText(", ".join(filter(None, (f"{done} %", left_words(left)))))

    def _fit(self) -> None:
        self.bar.setFixedWidth(self._appearance.metrics.units(_WIDTH))
        self.button.setFixedHeight(QFontMetrics(self._appearance.font("caption")).height())  # the bar keeps its height
