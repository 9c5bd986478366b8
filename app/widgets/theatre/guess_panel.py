"""The guess: four pairs to choose from, the score, and after the answer whether the guess was right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.translation import translate
from app.widgets.basics.chip_painting import ChipFace, lit_style, paint_pair, pair_width, quiet_style
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.controls import Label, PushButton, ToolButton, spaced
from app.widgets.basics.painter import Painter
from app.widgets.why.why import PairRow, worth_text

MOST = 4
_HINT_SHARE = 0.6
"""Of the hint's width: with less room it would take more than two lines."""


class GuessPanel(QWidget):
    """`guessed` carries the number of an option from 0; `go_on_asked` is for the answer, and for the next question;
    `counts_asked` says whether the options are to tell how often they occur."""

    guessed = Signal(int)
    go_on_asked = Signal()
    counts_asked = Signal(bool)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._asking = True
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
        foot.addStretch()
        foot.addWidget(self.counts)
        foot.addWidget(self.go_on)
        column.addLayout(foot)
        spaced(column, appearance, (0, 0, 0, 1), 1.5)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Guess"))

    def _on_counts(self) -> None:
        """The mark follows the state, not the click."""
        hide = self.counts.isChecked()
        self.counts.setChecked(not hide)
        self.counts_asked.emit(not hide)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_foot()

    def _fit_foot(self) -> None:
        """The buttons first; then the hint, if two lines of it have room beside them.  The keys work without either."""
        gap = self._appearance.metrics.units(1.5)
        room = self.width() - self.go_on.sizeHint().width()
        counts = self.counts.sizeHint().width() + gap
        self.counts.setVisible(self._asking and counts <= room)
        room -= (0 if self.counts.isHidden() else counts) + gap
        words = self.hint.fontMetrics().horizontalAdvance(self.hint.text())
        self.hint.setVisible(room >= words * _HINT_SHARE)

    def show_question(self, rows: Sequence[PairRow], chosen: int | None, score: str, *, counts: bool) -> None:
        """The options; with `counts` each says how often it occurs."""
        self.title.setText(self.tr("Which pair merges next?"))
        self.score.setText(score)
        self.score.setVisible(bool(score))
        self.hint.setText(self.tr("1 to {} guess, Enter reveals").format(len(rows)))
        self.go_on.setText(" " + self.tr("Reveal"))
        self.counts.setChecked(not counts)
        self._asking = True
        self._fit_foot()
        for number, option in enumerate(self.options):
            option.setVisible(number < len(rows))
            if number < len(rows):
                option.show_row(rows, chosen == number, counts)

    def show_answer(self, was_right: bool | None, score: str) -> None:
        """Whether the guess was right; the pair itself stands in the equation."""
        words = {True: self.tr("Right."), False: self.tr("No, another pair."), None: self.tr("This is the pair.")}[
            was_right
        ]
        self.title.setText(translate("guess_panel", words))
        self.score.setText(score)
        self.score.setVisible(bool(score))
        self.hint.setText(self.tr("Enter asks for the next"))
        self.go_on.setText(" " + self.tr("Next question"))
        self._asking = False
        self._fit_foot()
        for option in self.options:
            option.hide()


class _Option(QAbstractButton):
    """One pair: its key, its parts, its ids and its count."""

    def __init__(self, appearance: Appearance, number: int) -> None:
        super().__init__()
        self._appearance = appearance
        self._number = number
        self._row: PairRow | None = None
        self._pairs: list[tuple[bytes, ...]] = []
        self._counts = True
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        appearance.changed.connect(self._renew)
        self._renew()

    def show_row(self, rows: Sequence[PairRow], chosen: bool, counts: bool) -> None:
        """The pair of this number; all of them have one size, so that none stands out."""
        row = rows[self._number]
        self._row, self._pairs, self._counts = row, [each.tokens for each in rows], counts
        self.setChecked(chosen)
        count = f", {worth_text(row)}" if counts else ""
        self.setAccessibleName(f"{self._number + 1}: {self.tr(' and ').join(map(spoken, row.tokens))}{count}")
        self.update()

    def nextCheckState(self) -> None:
        """The mark follows the state, not the click."""

    def _renew(self) -> None:
        self._faces = [ChipFace(self._appearance, role) for role in ("chip", "token", "body")]
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        return QSize(round(metrics.px(300)), round(self._faces[0].height + metrics.units(4)))

    def minimumSizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        return QSize(round(metrics.px(180)), round(self._faces[-1].height + metrics.units(1)))

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
            left = key + metrics.units(3)
            right = self._paint_figures(painter, row, left + self._widest(self._faces[0]))
            most = max(metrics.units(10), right - left - metrics.units(2))
            face = self._fitting_face(most, self.height() - 4 * width)
            style = lit_style(theme) if self.isChecked() else quiet_style(theme)
            paint_pair(face, painter, QPointF(left, (self.height() - face.height) / 2), row.tokens, style, most)

    def _widest(self, face: ChipFace) -> float:
        return max(pair_width(face, tokens, True) for tokens in self._pairs)

    def _fitting_face(self, width: float, height: float) -> ChipFace:
        """The largest that has room, in which no pair is cut."""
        fits = (face for face in self._faces if face.height <= height and self._widest(face) <= width)
        return next(fits, self._faces[-1])

    def _paint_key(self, painter: QPainter) -> float:
        """The number in its box; gives the box's right edge."""
        theme, metrics = self._appearance.theme, self._appearance.metrics
        side = min(metrics.units(6), self.height() - metrics.units(2.5))
        box = QRectF(metrics.units(2.5), (self.height() - side) / 2, side, side)
        painter.setPen(QPen(theme.control_border, metrics.line(1.5)))
        painter.setBrush(theme.panel)
        painter.drawRoundedRect(box, metrics.corner, metrics.corner)
        painter.setFont(self._appearance.font("body", weight=700))
        painter.setPen(theme.text)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self._number + 1))
        return box.right()

    def _paint_figures(self, painter: QPainter, row: PairRow, left: float) -> float:
        """The count, and before it the ids if the pair leaves them room; gives their left edge."""
        theme, metrics = self._appearance.theme, self._appearance.metrics
        right = float(self.width() - metrics.units(3))
        if not self._counts:
            return right
        number, small = self._appearance.font("token", weight=700), self._appearance.font("caption")
        line = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        painter.setFont(number)
        painter.setPen(theme.text)
        painter.drawText(QRectF(0, 0, right, self.height()), line, worth_text(row))
        right -= QFontMetricsF(number).horizontalAdvance(worth_text(row)) + metrics.units(3)
        ids = ", ".join(map(str, row.ids))
        width = QFontMetricsF(small).horizontalAdvance(ids)
        if right - width - metrics.units(4) >= left:
            painter.setFont(small)
            painter.setPen(theme.second_text)
            painter.drawText(QRectF(0, 0, right, self.height()), line, ids)
            right -= width + metrics.units(2)
        return right
