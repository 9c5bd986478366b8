"""The legend of a ghost line: a dashed stroke and the name of the run that it is of."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import Appearance
from app.widgets.basics.painter import Painter
from app.widgets.basics.plain_tip import plain_tip

DASHES = [5.0, 3.0]
"""The ghost's own stroke, wherever it is drawn."""


def ghost_pen(colour: QColor, width: float) -> QPen:
    """The pen of all that belongs to the other run."""
    pen = QPen(colour, width)
    pen.setDashPattern(DASHES)
    return pen


class GhostKey(QWidget):
    """Hidden while there is no name."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._name = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        appearance.changed.connect(self.updateGeometry)
        self.hide()

    @property
    def name(self) -> str:
        return self._name

    def show_name(self, name: str) -> None:
        """Whose line is dashed."""
        if name == self._name:
            return
        self._name = name
        self.setAccessibleName(self.tr("Dashed line: {}").format(name) if name else "")
        self.setToolTip(plain_tip(self.accessibleName()))
        self.setVisible(bool(name))
        self.updateGeometry()
        self.update()

    def fit(self, room: float) -> None:
        """Take what the name needs, and no more than there is."""
        self.setFixedWidth(max(0, round(min(room, self.sizeHint().width()))))

    @property
    def _stroke(self) -> float:
        return self._appearance.metrics.px(24)

    def sizeHint(self) -> QSize:
        measure = QFontMetricsF(self._appearance.font("caption"))
        gap = self._appearance.metrics.units(1.5)
        return QSize(round(self._stroke + gap + measure.horizontalAdvance(self._name)) + 2, round(measure.height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        with Painter(self) as painter:
            painter.setPen(ghost_pen(theme.second_text, metrics.line(2)))
            middle = self.height() / 2
            painter.drawLine(0, round(middle), round(self._stroke), round(middle))
            painter.setFont(self._appearance.font("caption"))
            painter.setPen(theme.second_text)
            left = self._stroke + metrics.units(1.5)
            name = painter.fontMetrics().elidedText(self._name, Qt.TextElideMode.ElideRight, round(self.width() - left))
            painter.drawText(
                QRectF(left, 0, self.width() - left, self.height()),
                Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
                name,
            )
