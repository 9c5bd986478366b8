"""Progress where the result will be: what is done, how far it is, and how to end it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QVBoxLayout

from app.theme import Appearance
from app.widgets.controls import Label, Panel, PushButton, spaced

_FULL = 1000


class ProgressRow(Panel):
    """Hidden while there is nothing to show."""

    cancelled = Signal()

    def __init__(self, appearance: Appearance, *, cancel: bool = True) -> None:
        super().__init__(appearance, "alternate")
        self.title = Label(appearance, bold=True)
        self.percent = Label(appearance)
        self.bar = QProgressBar()
        self.bar.setRange(0, _FULL)
        self.bar.setTextVisible(False)
        self.bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.detail = Label(appearance, role="caption", second=True, wrap=True)
        self.button = PushButton(appearance, self.tr("Cancel"), "cancel")
        self.button.clicked.connect(self.cancelled)
        self.button.setVisible(cancel)
        first, second = QHBoxLayout(), QHBoxLayout()
        first.addWidget(self.title)
        first.addStretch(1)
        first.addWidget(self.percent)
        second.addWidget(self.bar, 1)
        second.addWidget(self.button)
        column = QVBoxLayout(self)
        for row in (first, second):
            spaced(row, appearance, (0, 0, 0, 0), 2)
            column.addLayout(row)
        column.addWidget(self.detail)
        spaced(column, appearance, (3, 2, 3, 2), 1.5)
        self.hide()

    def show_progress(self, title: str, share: float | None, detail: str = "") -> None:
        """`share` from 0 to 1; None while the total is not known."""
        self.title.setText(title)
        self.percent.setText("" if share is None else f"{share:.0%}".replace("%", " %"))
        self.bar.setRange(0, 0 if share is None else _FULL)
        self.bar.setValue(round((share or 0.0) * _FULL))
        self.detail.setText(detail)
        self.detail.setVisible(bool(detail))
        self.show()
