"""A folder that may be taken in: how many files it has, which of them the filter takes, and whether to."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout

from app.look.theme import Appearance
from app.state.corpus.folder_choice import FolderChoice
from app.translation import counted
from app.widgets.basics.closable_row import ClosableRow
from app.widgets.basics.controls import Label, Line, PushButton, spaced

_WIDE = 150
"""Units of width from which all of it stands on one line."""


class FolderRow(ClosableRow):
    """Hidden while no folder is asked about.  Enter takes the files in, Escape leaves the folder alone."""

    def __init__(self, appearance: Appearance, choice: FolderChoice) -> None:
        super().__init__(appearance)
        self._choice = choice
        self.close_button.hide()  # "Cancel" says the same in words
        # What stands on one line in a wide pane must not keep it from becoming narrow again.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Files of a folder"))
        self._build()
        self.filter.textEdited.connect(choice.set_filter)
        self.filter.returnPressed.connect(choice.accept)
        self.add.clicked.connect(choice.accept)
        self.cancel.clicked.connect(choice.cancel)
        self.closed.connect(choice.cancel)
        choice.changed.connect(self._show)
        self.hide()

    def _build(self) -> None:
        look = self._appearance
        self.title = Label(look, bold=True, wrap=True)
        self.filter = QLineEdit()
        self.filter.setAccessibleName(self.tr("Which files are taken"))
        self.filter.setPlaceholderText("*")
        self.count = Label(look, second=True)
        self.add = PushButton(look, self.tr("Add"), primary=True)
        self.cancel = PushButton(look, self.tr("Cancel"))
        for button in (self.add, self.cancel):
            button.setProperty("compact", True)
        tail = QHBoxLayout()
        tail.addWidget(self.count, 1)
        tail.addWidget(self.cancel)
        tail.addWidget(self.add)
        spaced(tail, look, (0, 0, 0, 0), 2)
        self._line = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._line.addWidget(self.title)
        self._line.addWidget(self.filter, 1)
        self._line.addLayout(tail)
        spaced(self._line, look, (3, 2, 3, 2), 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._line)
        column.addWidget(Line(look))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= self._appearance.metrics.units(_WIDE)
        self._line.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self.title.setWordWrap(not wide)

    def _show(self) -> None:
        choice = self._choice
        comes = self.isHidden() and choice.folder is not None
        self.setVisible(choice.folder is not None)
        if choice.folder is None:
            return
        files = counted(choice.files, self.tr("{:,} file"), self.tr("{:,} files"))
        found = self.tr("{}/: {} so far") if choice.looking else self.tr("{}/: {}; take")
        self.title.setText(found.format(choice.folder.name, files))
        if self.filter.text() != choice.filter:
            with QSignalBlocker(self.filter):
                self.filter.setText(choice.filter)
        taken = choice.taken
        self.count.setText("..." if taken is None else self.tr("{:,} of them").format(taken))
        self.add.setEnabled(bool(taken))
        self.filter.setToolTip(self._help())
        if comes:
            self.filter.setFocus(Qt.FocusReason.OtherFocusReason)

    def _help(self) -> str:
        """What a filter is, and which endings the names have."""
        words = self.tr(
            "Patterns with * and ?, separated by blanks; !draft* takes out again, letters/*.txt looks at folders too."
        )
        if not self._choice.endings:
            return words
        named = (f"{ending or self.tr('no ending')} {count:,}" for ending, count in self._choice.endings)
        return f"{words}\n{self.tr('In this folder')}: {', '.join(named)}"
