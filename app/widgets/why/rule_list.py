"""What each tie rule would choose here: one radio row a rule, with the library that uses it and the pair at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QSizePolicy, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.widgets.basics.chip_painting import ChipFace, lit_style, paint_pair, pair_width, tied_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.painter import Painter


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A tie rule and the pair it would merge; `wins` if that is the pair that is merged."""

    name: str
    title: str
    library: str
    pair: tuple[bytes, bytes] | None
    wins: bool


class RuleList(QWidget):
    """The rows.  Choosing one is a wish (`rule_asked`, its name); the mark stays where `show_rules` puts it."""

    rule_asked = Signal(str)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None):
        super().__init__(parent)
        self._appearance = appearance
        self._rows: list[_RuleRow] = []
        self._current = ""
        self._group = QButtonGroup(self)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("What each rule would choose here"))

    def show_rules(self, choices: Sequence[RuleChoice], current: str) -> None:
        """Shows the rules in this order; `current` is the name of the one this run follows."""
        while len(self._rows) < len(choices):
            self._add_row()
        while len(self._rows) > len(choices):
            row = self._rows.pop()
            self._group.removeButton(row)
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        for row, choice in zip(self._rows, choices, strict=True):
            row.show_choice(choice)
        self._current = current
        self._mark()

    def _mark(self) -> None:
        for row in self._rows:
            with QSignalBlocker(row):
                row.setChecked(row.choice is not None and row.choice.name == self._current)

    def _add_row(self) -> None:
        row = _RuleRow(self._appearance)
        row.clicked.connect(lambda: self._on_clicked(row))
        self._group.addButton(row)
        self._layout.addWidget(row)
        self._rows.append(row)

    def _on_clicked(self, row: _RuleRow) -> None:
        self._mark()
        if row.choice is not None:
            self.rule_asked.emit(row.choice.name)


class _RuleRow(QRadioButton):
    """One rule, painted: mark, title, library, pair."""

    def __init__(self, appearance: Appearance):
        super().__init__()
        self._appearance = appearance
        self.choice: RuleChoice | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        appearance.changed.connect(self._renew)
        self._renew()

    def show_choice(self, choice: RuleChoice) -> None:
        self.choice = choice
        pair = (
            self.tr(", would merge {} and {}").format(spoken(choice.pair[0]), spoken(choice.pair[1]))
            if choice.pair
            else ""
        )
        library = f", {choice.library}" if choice.library else ""
        self.setAccessibleName(f"{choice.title}{library}{pair}")
        self.setToolTip(f"{choice.title} {f'({choice.library})' if choice.library else ''}".strip())
        self.update()

    def _renew(self) -> None:
        self._face = ChipFace(self._appearance, "body", small=True)
        self.updateGeometry()
        self.update()

    def hitButton(self, at: QPoint) -> bool:
        return self.rect().contains(at)

    def sizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(340)), self._appearance.metrics.compact)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(160)), self._appearance.metrics.compact)

    def paintEvent(self, event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            metrics = self._appearance.metrics
            if self.isChecked():
                painter.fillRect(self.rect(), self._appearance.theme.selected_row)
            self._paint_radio(painter)
            pair_left = self._paint_pair(painter)
            self._paint_words(painter, metrics.units(7.5), pair_left - metrics.units(2))
            if self.hasFocus():
                half = metrics.focus / 2
                painter.setPen(QPen(self._appearance.theme.accent, metrics.focus))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(self.rect()).adjusted(half, half, -half, -half))

    def _paint_radio(self, painter: QPainter) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        middle, radius = QPointF(metrics.units(4), self.height() / 2), metrics.px(6.5)
        painter.setPen(QPen(theme.accent if self.isChecked() else theme.control_border, metrics.line(1.5)))
        painter.setBrush(theme.panel)
        painter.drawEllipse(middle, radius, radius)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.accent)
            painter.drawEllipse(middle, radius * 0.5, radius * 0.5)

    def _paint_pair(self, painter: QPainter) -> float:
        """Draws the pair at the right edge and gives its left edge."""
        right = self.width() - self._appearance.metrics.units(2)
        if self.choice is None or self.choice.pair is None:
            return float(right)
        style = lit_style(self._appearance.theme) if self.choice.wins else tied_style(self._appearance.theme)
        most = 0.5 * self.width()
        width = pair_width(self._face, self.choice.pair, style.bold, most)
        at = QPointF(right - width, (self.height() - self._face.height) / 2)
        paint_pair(self._face, painter, at, self.choice.pair, style, most)
        return at.x()

    def _paint_words(self, painter: QPainter, left: float, right: float) -> None:
        """Title, and the library where it has room; a title too long for the row takes two smaller lines."""
        if self.choice is None:
            return
        theme, body, caption = self._appearance.theme, self._appearance.font("body"), self._appearance.font("caption")
        width = QFontMetricsF(body).horizontalAdvance(self.choice.title)
        line = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        painter.setPen(theme.text)
        rect = QRectF(left, 0, right - left, self.height())
        if width > rect.width():
            small = self._appearance.font("caption")
            small.setPixelSize(round(0.84 * self._appearance.metrics.base))
            painter.setFont(small)
            painter.drawText(rect, line | int(Qt.TextFlag.TextWordWrap), self.choice.title)
            return
        painter.setFont(body)
        painter.drawText(rect, line, self.choice.title)
        rest = rect.adjusted(width + self._appearance.metrics.units(2), 0, 0, 0)
        if QFontMetricsF(caption).horizontalAdvance(self.choice.library) <= rest.width():
            painter.setFont(caption)
            painter.setPen(theme.second_text)
            painter.drawText(rest, line, self.choice.library)
