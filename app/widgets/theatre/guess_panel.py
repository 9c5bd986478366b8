"""The guess: four pairs to choose from, the score, and after the answer whether the guess was right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.translation import translate
from app.widgets.basics.chip_painting import ChipFace, lit_style, paint_pair, quiet_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.controls import Label, PushButton, ToolButton, spaced
from app.widgets.basics.painter import Painter
from app.widgets.why.why import PairRow, worth_text

MOST = 4


class GuessPanel(QWidget):
    """`guessed` carries the number of an option from 0; `go_on_asked` is for the answer, and for the next question;
    `counts_asked` says whether the options are to tell how often they occur."""

    guessed = Signal(int)
    go_on_asked = Signal()
    counts_asked = Signal(bool)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.title = Label(appearance, "", "heading", bold=True, wrap=True)
        self.score = Label(appearance, "", bold=True)
        self.hint = Label(appearance, "", "caption", second=True, wrap=True)
        self.go_on = PushButton(appearance, self.tr("Reveal"), "reveal")
        self.go_on.clicked.connect(self.go_on_asked)
        self.counts = ToolButton(appearance, "", self.tr("Hide counts"), tip=self.tr("Show or hide the counts (H)"))
        self.counts.setCheckable(True)
        self.counts.clicked.connect(self._on_counts)
        self.options = [_Option(appearance, number) for number in range(MOST)]
        for number, option in enumerate(self.options):
            option.clicked.connect(lambda _checked=False, n=number: self.guessed.emit(n))
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.score)
        column = QVBoxLayout(self)
        column.addLayout(head)
        for option in self.options:
            column.addWidget(option)
        foot = QHBoxLayout()
        foot.addWidget(self.hint, 1)
        foot.addWidget(self.counts)
        foot.addWidget(self.go_on)
        column.addLayout(foot)
        spaced(column, appearance, (0, 0, 0, 1), 1.5)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(self.tr("Guess"))

    def _on_counts(self) -> None:
        """The mark follows the state, not the click."""
        hide = self.counts.isChecked()
        self.counts.setChecked(not hide)
        self.counts_asked.emit(not hide)

    def show_question(self, rows: Sequence[PairRow], chosen: int | None, score: str, *, counts: bool) -> None:
        """The options; with `counts` each says how often it occurs."""
        self.title.setText(self.tr("Which pair merges next?"))
        self.score.setText(score)
        self.hint.setText(self.tr("1 to {} guess, Enter reveals").format(len(rows)))
        self.go_on.setText(" " + self.tr("Reveal"))
        self.counts.setChecked(not counts)
        self.counts.show()
        for number, option in enumerate(self.options):
            option.setVisible(number < len(rows))
            if number < len(rows):
                option.show_row(rows[number], chosen == number, counts)

    def show_answer(self, was_right: bool | None, score: str) -> None:
        """Whether the guess was right; the pair itself stands in the equation."""
        words = {True: self.tr("Right."), False: self.tr("No, another pair."), None: self.tr("This is the pair.")}[
            was_right
        ]
        self.title.setText(translate("guess_panel", words))
        self.score.setText(score)
        self.hint.setText(self.tr("Enter asks for the next"))
        self.go_on.setText(" " + self.tr("Next question"))
        self.counts.hide()
        for option in self.options:
            option.hide()


class _Option(QAbstractButton):
    """One pair: its key, its parts, its ids and its count."""

    def __init__(self, appearance: Appearance, number: int) -> None:
        super().__init__()
        self._appearance = appearance
        self._number = number
        self._row: PairRow | None = None
        self._counts = True
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        appearance.changed.connect(self._renew)
        self._renew()

    def show_row(self, row: PairRow, chosen: bool, counts: bool) -> None:
        self._row, self._counts = row, counts
        self.setChecked(chosen)
        count = f", {worth_text(row)}" if counts else ""
        self.setAccessibleName(f"{self._number + 1}: {self.tr(' and ').join(map(spoken, row.tokens))}{count}")
        self.update()

    def nextCheckState(self) -> None:
        """The mark follows the state, not the click."""

    def _renew(self) -> None:
        self._face = ChipFace(self._appearance, "chip")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        return QSize(round(metrics.px(300)), round(self._face.height + metrics.units(4)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(180)), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, metrics, row = self._appearance.theme, self._appearance.metrics, self._row
        if row is None:
            return
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            width = metrics.line(3 if self.isChecked() or self.hasFocus() else 1.5)
            frame = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
            painter.setPen(QPen(theme.accent if self.isChecked() or self.hasFocus() else theme.control_border, width))
            painter.setBrush(theme.selected_row if self.isChecked() else theme.panel)
            painter.drawRoundedRect(frame, metrics.corner * 1.5, metrics.corner * 1.5)
            key = self._paint_key(painter)
            right = self._paint_figures(painter, row, key)
            style = lit_style(theme) if self.isChecked() else quiet_style(theme)
            at = QPointF(key + metrics.units(3), (self.height() - self._face.height) / 2)
            paint_pair(
                self._face, painter, at, row.tokens, style, max(metrics.units(10), right - at.x() - metrics.units(2))
            )

    def _paint_key(self, painter: QPainter) -> float:
        """The number in its box; gives the box's right edge."""
        theme, metrics = self._appearance.theme, self._appearance.metrics
        side = metrics.units(6)
        box = QRectF(metrics.units(2.5), (self.height() - side) / 2, side, side)
        painter.setPen(QPen(theme.control_border, metrics.line(1.5)))
        painter.setBrush(theme.panel)
        painter.drawRoundedRect(box, metrics.corner, metrics.corner)
        painter.setFont(self._appearance.font("body", weight=700))
        painter.setPen(theme.text)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self._number + 1))
        return box.right()

    def _paint_figures(self, painter: QPainter, row: PairRow, left: float) -> float:
        """The count and before it the ids; gives their left edge."""
        theme, metrics = self._appearance.theme, self._appearance.metrics
        right = float(self.width() - metrics.units(3))
        if not self._counts:
            return right
        number, small = self._appearance.font("token", weight=700), self._appearance.font("caption")
        line = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        painter.setFont(number)
        painter.setPen(theme.text)
        painter.drawText(QRectF(left, 0, right - left, self.height()), line, worth_text(row))
        right -= QFontMetricsF(number).horizontalAdvance(worth_text(row)) + metrics.units(3)
        ids = ", ".join(map(str, row.ids))
        width = QFontMetricsF(small).horizontalAdvance(ids)
        if right - width > left + metrics.units(30):
            painter.setFont(small)
            painter.setPen(theme.second_text)
            painter.drawText(QRectF(left, 0, right - left, self.height()), line, ids)
            right -= width + metrics.units(2)
        return right
