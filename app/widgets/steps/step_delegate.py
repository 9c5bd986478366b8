"""Draws a row of the list of steps from the model's arrays; the style draws nothing."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.look.theme import Appearance
from app.widgets.basics.chip_painting import ChipFace, lit_style, paint_pair, quiet_style
from app.widgets.basics.dashes import paint_dashed_box
from app.widgets.basics.number_text import number_text
from app.widgets.steps.step_model import MERGE, OTHER, SAME, STEP, TIED, Index, StepModel, mark_text, tie_text


class StepDelegate(QStyledItemDelegate):
    """The current step has an amber pair and an accent bar; steps that are not reached yet are in second text."""

    def __init__(self, appearance: Appearance, model: StepModel, parent: QWidget):
        super().__init__(parent)
        self._appearance = appearance
        self._model = model
        self.position = 0
        self.renew()

    def renew(self) -> None:
        self._face = ChipFace(self._appearance, "body", small=True)
        self._fonts = self._appearance.font("body"), self._appearance.font("caption", weight=600)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        row, rect, column = self._model.row(index.row()), QRectF(option.rect), index.column()
        current = row.step == self.position
        painter.save()
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # places are counted from the left
        lit = current or option.widget.selectionModel().isRowSelected(index.row())  # type: ignore[attr-defined]
        painter.fillRect(rect, theme.selected_row if lit else theme.panel)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.hairline)
        if current and column == STEP:
            painter.fillRect(QRectF(rect.left(), rect.top(), metrics.line(3), rect.height()), theme.accent)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text = theme.text if row.step <= self.position else theme.second_text
        if column == MERGE:
            if row.pair:
                self._paint_merge(painter, rect, row.pair, current, row.step <= self.position)
            else:
                painter.setFont(self._fonts[0])
                painter.setPen(text)
                inner = rect.adjusted(metrics.units(1.5), 0, 0, 0)
                painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, row.words)
        elif column == TIED:
            self._paint_tie(painter, rect, tie_text(row.tied))
        elif column == OTHER:
            self._paint_other(painter, rect, row.other)
        else:
            painter.setFont(self._fonts[0])
            painter.setPen(text)
            inner = rect.adjusted(metrics.units(1), 0, -metrics.units(2), 0)
            words = number_text(row.step) if column == STEP else number_text(row.count)
            painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()

    def _paint_merge(
        self, painter: QPainter, rect: QRectF, pair: tuple[bytes, ...], current: bool, reached: bool
    ) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        style = lit_style(theme) if current else quiet_style(theme, theme.text if reached else theme.second_text)
        at = QPointF(rect.left() + metrics.units(1.5), rect.top() + (rect.height() - 1 - self._face.height) / 2)
        paint_pair(self._face, painter, at, pair, replace(style, bold=current), rect.width() - metrics.units(2))

    def _paint_other(self, painter: QPainter, rect: QRectF, mark: str) -> None:
        """Where the other run has the step: what is not the same is violet, and a word or a number."""
        theme, metrics = self._appearance.theme, self._appearance.metrics
        painter.setFont(self._fonts[0] if mark == SAME else self._fonts[1])
        painter.setPen(theme.second_text if mark == SAME else theme.tie)
        inner = rect.adjusted(0, 0, -metrics.units(2), 0)
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, mark_text(mark))

    def _paint_tie(self, painter: QPainter, rect: QRectF, words: str) -> None:
        if not words:
            return
        theme, metrics = self._appearance.theme, self._appearance.metrics
        painter.setFont(self._fonts[1])
        width = QFontMetricsF(self._fonts[1]).horizontalAdvance(words) + metrics.units(2.5)
        height = rect.height() - metrics.units(2)
        box = QRectF(rect.right() - metrics.units(1.5) - width, rect.center().y() - height / 2, width, height)
        paint_dashed_box(painter, box, metrics.corner * 0.75, theme.tie, 1.2)
        painter.setPen(theme.tie)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
