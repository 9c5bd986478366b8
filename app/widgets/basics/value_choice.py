"""ValueChoice: a choice that is only as wide as what is chosen, for toolbars that have little room."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionComboBox, QStylePainter

from app.look.theme import Appearance
from app.widgets.basics.controls import Choice


class ValueChoice(Choice):
    """Its name stands before the value, and can be left out where room is short."""

    def __init__(self, appearance: Appearance, name: str) -> None:
        super().__init__(appearance, name)
        self._full_name = name
        self.setToolTip(name)
        self.currentIndexChanged.connect(lambda _: self.updateGeometry())

    def set_name_shown(self, shown: bool) -> None:
        """With or without the name before the value."""
        name = self._full_name if shown else ""
        if name != self._name:
            self._name = name
            self.updateGeometry()
            self.update()

    def choose(self, value: object) -> None:
        super().choose(value)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        width = self.fontMetrics().horizontalAdvance(self.currentText()) + self._name_width()
        return QSize(width + metrics.units(2.5 + 6.5), super().sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The style keeps twice the arrow's room free, which a narrow control cannot spare."""
        metrics, theme = self._appearance.metrics, self._appearance.theme
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        area = QRect(metrics.units(2.5), 0, self.width() - metrics.units(2.5 + 6), self.height())
        painter.setPen(theme.second_text)
        painter.drawText(self._placed(area), middle, self._name)
        area.setLeft(area.left() + self._name_width())
        painter.setPen(theme.text)
        words = self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(self._placed(area), middle, words)
        painter.end()  # not left to the collector: a frame that lives on would keep it painting

    def _placed(self, area: QRect) -> QRect:
        """Where an area stands in a mirrored layout."""
        return QStyle.visualRect(self.layoutDirection(), self.rect(), area)

    def showPopup(self) -> None:
        """As wide as its widest line, however narrow the control."""
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + self._appearance.metrics.units(6))
        super().showPopup()
