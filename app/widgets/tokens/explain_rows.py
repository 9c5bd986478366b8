"""A short list of ways and steps: at the left a number, then chips, at the right a figure; one row may be the current one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance
from app.widgets.basics.chip_painting import ChipFace, ChipStyle, lit_style, quiet_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.painter import Painter

RowLook = Literal["plain", "lit", "missing"]


@dataclass(frozen=True, slots=True)
class ExplainRow:
    """One row: its number in words, its chips, the figure at the right; a `missing` one was looked up in vain."""

    number: str
    chips: tuple[bytes, ...]
    figure: str = ""
    look: RowLook = "plain"


class ExplainRows(QWidget):
    """Painted; stands in a scroll area.  `row_chosen(number)` by click or arrow keys."""

    row_chosen = Signal(int)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._heads = ("", "", "")
        self._rows: tuple[ExplainRow, ...] = ()
        self._current = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        appearance.changed.connect(self._fit)
        self._fit()

    def show_rows(self, heads: tuple[str, str, str], rows: tuple[ExplainRow, ...]) -> None:
        """Other rows, under other heads."""
        self._heads, self._rows, self._current = heads, rows, -1
        self.setAccessibleName(heads[1])
        said = (f"{row.number} {self.tr(' and ').join(map(spoken, row.chips))} {row.figure}" for row in rows)
        self.setAccessibleDescription("; ".join(said))
        self._fit()

    def rows(self) -> tuple[ExplainRow, ...]:
        return self._rows

    @property
    def current(self) -> int:
        return self._current

    def set_current(self, row: int) -> None:
        """Mark a row; -1 for none."""
        self._current = row
        self.update()

    def row_rect(self, row: int) -> QRectF:
        """Where a row stands."""
        return QRectF(0, (row + 1) * self._height, self.width(), self._height)

    def _fit(self) -> None:
        self._face = ChipFace(self._appearance, "body", small=True)
        self._height = float(self._appearance.metrics.list_row)
        self.setMinimumSize(self.sizeHint())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        widest = max((self._chips_width(row) + self._figure_width(row.figure) for row in self._rows), default=0.0)
        metrics = self._appearance.metrics
        return QSize(round(widest + metrics.units(19)), round((len(self._rows) + 1) * self._height))

    def _chips_width(self, row: ExplainRow) -> float:
        return sum(self._face.width(chip) + self._face.gap for chip in row.chips)

    def _figure_width(self, figure: str) -> float:
        return QFontMetricsF(self._appearance.font("body")).horizontalAdvance(figure)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self._appearance.theme
            painter.fillRect(self.rect(), theme.panel)
            head = QRectF(0, 0, self.width(), self._height)
            painter.fillRect(head, theme.alternate)
            self._paint_words(painter, head, self._heads[0], self._heads[2], bold=True)
            painter.drawText(self._middle(head), Qt.AlignmentFlag.AlignVCenter, self._heads[1])
            for number, row in enumerate(self._rows):
                self._paint_row(painter, number, row)

    def _middle(self, rect: QRectF) -> QRectF:
        return rect.adjusted(self._appearance.metrics.units(12), 0, 0, 0)

    def _paint_words(self, painter: QPainter, rect: QRectF, left: str, right: str, *, bold: bool = False) -> None:
        metrics, theme = self._appearance.metrics, self._appearance.theme
        painter.setFont(self._appearance.font("caption" if bold else "body", weight=700 if bold else None))
        painter.setPen(theme.second_text if bold else theme.text)
        area = rect.adjusted(metrics.units(3), 0, -metrics.units(4), 0)
        number = QRectF(area.left(), area.top(), metrics.units(7.5), area.height())
        painter.drawText(number, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, left)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, right)

    def _paint_row(self, painter: QPainter, number: int, row: ExplainRow) -> None:
        theme, rect = self._appearance.theme, self.row_rect(number)
        current = number == self._current
        if current:
            painter.fillRect(rect, theme.selected_row)
            painter.fillRect(QRectF(0, rect.top(), self._appearance.metrics.focus, rect.height()), theme.accent)
        painter.fillRect(QRectF(0, rect.bottom() - 1, rect.width(), 1), theme.hairline)
        self._paint_words(painter, rect, row.number, row.figure)
        style = lit_style(theme) if current or row.look == "lit" else quiet_style(theme)
        if row.look == "missing":
            style = ChipStyle(None, theme.second_text, None, theme.control_border, dashed=True)
        x = self._middle(rect).left()
        for chip in row.chips:
            self._face.paint(painter, QPointF(x, rect.center().y() - self._face.height / 2), chip, style)
            x += self._face.width(chip) + self._face.gap

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self._rows):
            self.set_current(row)
            self.row_chosen.emit(row)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(int(event.position().y() / self._height) - 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._choose(max(0, self._current + step))
