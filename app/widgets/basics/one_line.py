"""A sentence in one line, cut where there is no room; all of it is the tool tip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from app.look.theme import Appearance
from app.widgets.basics.controls import Label
from app.widgets.basics.painter import Painter
from app.widgets.basics.plain_tip import plain_tip


class OneLine(Label):
    """Hidden while there is nothing to say."""

    def __init__(self, appearance: Appearance, role: str = "caption", *, second: bool = False, bold: bool = False):
        super().__init__(appearance, "", role, second=second, bold=bold)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def say(self, sentence: str) -> None:
        """Empty hides the line."""
        self.setText(sentence)
        self.setToolTip(plain_tip(sentence))
        self.setVisible(bool(sentence))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)
