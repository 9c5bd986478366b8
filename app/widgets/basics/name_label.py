"""A name over as many lines as it needs: what files are called may be one long word, which a label would not break.

Lines end after a separator; a piece that is still too long ends where the room does.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QPaintEvent, QTextLayout, QTextOption

from app.look.theme import Appearance
from app.widgets.basics.controls import Label
from app.widgets.basics.painter import Painter

_MAY_BREAK = "\N{ZERO WIDTH SPACE}"
_LEAST = 12
"""Units of width that it asks for at least."""


def breakable(name: str) -> str:
    """A name with places where a line may end.

    >>> breakable("moby_dick-en.txt").split("\\u200b")
    ['moby_', 'dick-', 'en', '.txt']
    """
    return re.sub(r"(?<=[_\-/\\])(?=\w)|(?<=\w)(?=\.\w)", _MAY_BREAK, name)


class NameLabel(Label):
    """`text` is the name as it was given; only the drawing breaks it."""

    def __init__(self, appearance: Appearance, *, bold: bool = False) -> None:
        super().__init__(appearance, bold=bold, wrap=True)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._laid_out(width).boundingRect().height())

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()), self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.metrics.units(_LEAST), self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        layout = self._laid_out(self.width())
        with Painter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            layout.draw(painter, QPointF(0, max(0.0, (self.height() - layout.boundingRect().height()) / 2)))

    def _laid_out(self, width: int) -> QTextLayout:
        layout = QTextLayout(breakable(self.text()), self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        top = 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1, width))
            line.setPosition(QPointF(0, top))
            top += line.height()
        layout.endLayout()
        return layout
