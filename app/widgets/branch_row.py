"""One row that says of what run this one is a branch, with a way to the first difference and a way back."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.theme import Appearance
from app.widgets.controls import Label, PushButton, spaced


class BranchRow(QWidget):
    """`difference_asked` and `back_asked` are wishes; the row is hidden where there is no branch."""

    difference_asked = Signal()
    back_asked = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.sentence = Label(appearance, "", wrap=True)
        self.difference = PushButton(appearance, self.tr("First difference"))
        self.back = PushButton(appearance, self.tr("Back to the run before"), "undo")
        self.difference.clicked.connect(self.difference_asked)
        self.back.clicked.connect(self.back_asked)
        row = QHBoxLayout(self)
        row.addWidget(self.sentence, 1)
        row.addWidget(self.difference)
        row.addWidget(self.back)
        spaced(row, appearance, (4, 1, 3, 1), 2)
        self.hide()

    def show_branch(self, step: int, rule_title: str, difference: int | None, *, done: bool) -> None:
        """`step` is the last that both runs share by making; `difference` the first step that is not the same."""
        words = self.tr("A branch from step {:,} on, with {}.").format(
            step + 1, rule_title[:1].lower() + rule_title[1:]
        )
        if difference is not None:
            words += " " + self.tr("The first difference is step {:,}.").format(difference)
        elif done:
            words += " " + self.tr("All its steps are the same.")
        self.sentence.setText(words)
        self.difference.setVisible(difference is not None)
        self.show()
