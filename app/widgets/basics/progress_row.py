"""Progress where the result will be: what is done, how far it is, how long it will take, and how to end it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout

from app.look.theme import Appearance
from app.translation import translate
from app.widgets.basics.controls import Label, Panel, PushButton, spaced
from app.widgets.basics.quiet_bar import QuietBar
from app.widgets.basics.time_left import TimeLeft

_FULL = 100
"""A bar that moves in whole percents is painted a hundred times; each time is a millisecond of the window's."""


class ProgressRow(Panel):
    """Hidden while there is nothing to show."""

    cancelled = Signal()

    def __init__(self, appearance: Appearance, *, cancel: bool = True) -> None:
        super().__init__(appearance, "alternate")
        self.title = Label(appearance, bold=True, wrap=True)
        self.left = Label(appearance, role="caption", second=True)
        self.percent = Label(appearance)
        self._time = TimeLeft()
        self.bar = QuietBar()
        self.bar.setTextVisible(False)
        self.bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.detail = Label(appearance, role="caption", second=True, wrap=True)
        self.button = PushButton(appearance, self.tr("Cancel"), "cancel")
        self.button.clicked.connect(self.cancelled)
        if not cancel:
            self.button.hide()
        first, second = QHBoxLayout(), QHBoxLayout()
        first.addWidget(self.title, 1)
        first.addWidget(self.left)
        first.addWidget(self.percent)
        second.addWidget(self.bar, 1)
        second.addWidget(self.button)
        column = QVBoxLayout(self)
        for row in (first, second):
            spaced(row, appearance, (0, 0, 0, 0), 2)
            column.addLayout(row)
        column.addWidget(self.detail)
        spaced(column, appearance, (3, 2, 3, 2), 1.5)
        self._shown: tuple[str, int | None, int | None, str] | None = None
        self.hide()

    def show_progress(self, title: str, share: float | None, detail: str = "") -> None:
        """`share` from 0 to 1; None while the total is not known."""
        done = None if share is None else round(share * _FULL)
        left = None if share is None else self._time.seconds(share)
        shown = title, done, left, detail
        if shown == self._shown and not self.isHidden():
            return
        self._shown = shown
        self.title.setText(title)
        self.percent.setText("" if done is None else f"{done} %")
        self.left.setText(left_words(left))
        self.bar.show_percent(done)
        self.detail.setText(detail)
        self.detail.setVisible(bool(detail))
        self.show()


def left_words(seconds: int | None) -> str:
    """How long it will take, as `TimeLeft` has it; nothing while that is not known."""
    if seconds is None:
        return ""
    if seconds < 60:
        return translate("ProgressRow", "{} s left").format(seconds)
    if seconds < 600:
        return translate("ProgressRow", "{} min {:02} s left").format(seconds // 60, seconds % 60)
    return translate("ProgressRow", "{} min left").format(seconds // 60)
