"""LanguageMenu: in which language the window speaks; each language stands there under its own name."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.translation import LANGUAGES


class LanguageMenu(QMenu):
    """`chosen` carries a code, "" for the system's language."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget, language: str) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Language"))
        self.setToolTipsVisible(True)
        group = QActionGroup(self)
        for code, title in {"": self.tr("As the system has it"), **LANGUAGES}.items():
            action = group.addAction(self.addAction(title))
            action.setCheckable(True)
            action.setChecked(code == language)
            action.setToolTip(self.tr("From the next start on"))
            action.triggered.connect(partial(self.chosen.emit, code))
