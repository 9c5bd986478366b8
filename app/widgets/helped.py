"""Which languages of the parallel text a step makes shorter most, in one sentence and one line."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from app.theme import Appearance
from app.widgets.controls import Label
from engine.history import TrainingHistory
from engine.parallel import udhr


@cache
def _names() -> dict[str, str]:
    return {language.code: language.name for language in udhr().languages.values()}


def helped_sentence(history: TrainingHistory, position: int) -> str:
    """The languages that step `position` helps most; empty for none."""
    best = [f"{_names().get(code, code)} \u2212{_percent(share)}" for code, share in history.helped_most(position)]
    return f"Helps most: {', '.join(best)}" if best else ""


def _percent(share: float) -> str:
    """A small share of tokens.

    >>> _percent(0.0123), _percent(0.2), _percent(0.00004)
    ('1.2 %', '20 %', '0.004 %')
    """
    percent = 100 * share
    return f"{percent:.0f} %" if percent >= 9.95 else f"{percent:.2g} %"


class HelpedLine(Label):
    """The sentence in one line, cut where there is no room; all of it is the tool tip."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(appearance, "", "caption", second=True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def say(self, sentence: str) -> None:
        """Empty hides the line."""
        self.setText(sentence)
        self.setToolTip(sentence)
        self.setVisible(bool(sentence))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)
        painter.end()
