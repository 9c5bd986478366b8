"""What a film of the timeline is to be: which steps, how fast, how large, in which format; and how far it is written."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from app.look.theme import Appearance
from app.state.training.playback import SPEEDS
from app.widgets.basics.controls import Choice, Label, Panel, PushButton, spaced
from app.widgets.basics.progress_row import ProgressRow
from app.widgets.theatre.frame_plan import LAST, MOST_FRAMES, frame_count
from app.widgets.theatre.transport import speed_text

SIZES = ((960, 540), (1280, 720), (1920, 1080))
_FIRST_SIZE = (1280, 720)
KINDS = {"webp": "WebP", "gif": "GIF"}


@dataclass(frozen=True, slots=True)
class FilmOptions:
    """`speed` in steps a second, `size` in pixels, `kind` one of KINDS."""

    first: int
    last: int
    speed: float
    size: tuple[int, int]
    kind: str


class FilmSheet(QDialog):
    """A window that blocks nothing; Escape closes it, and ends what it writes.  `save_asked` carries FilmOptions."""

    save_asked = Signal(object)
    cancelled = Signal()

    def __init__(self, appearance: Appearance, parent: QWidget, *, moves: bool) -> None:
        """`moves`: steps have a movement, so that a slow one takes many frames."""
        super().__init__(parent)
        self._appearance, self._moves = appearance, moves
        self.setWindowTitle(self.tr("Export the timeline"))
        self._build()
        for field in (self.first, self.last):
            field.valueChanged.connect(lambda _value: self._show_summary())
        for choice in (self.speed, self.size_choice, self.kind):
            choice.currentIndexChanged.connect(lambda _index: self._show_summary())
        self.save.clicked.connect(lambda: self.save_asked.emit(self.options))
        self.progress.cancelled.connect(self.cancelled)
        self.finished.connect(lambda _result: self.cancelled.emit())

    # -- parts -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look = self._appearance
        self.first, self.last = self._step_field(self.tr("First step")), self._step_field(self.tr("Last step"))
        self.speed = self._choice(self.tr("Speed"), [(speed_text(speed), speed) for speed in SPEEDS[:-1]])
        self.size_choice = self._choice(
            self.tr("Size"), [(f"{width:,} × {height:,}", (width, height)) for width, height in SIZES]
        )
        self.kind = self._choice(self.tr("Format"), [(title, name) for name, title in KINDS.items()])
        self.summary = Label(look, "", second=True, wrap=True)
        self.save = PushButton(look, self.tr("Save as..."), "export", primary=True)
        self.progress = ProgressRow(look)
        inside = Panel(look)
        grid, steps, column = QGridLayout(), QHBoxLayout(), QVBoxLayout(inside)
        for part in (self.first, Label(look, self.tr("to")), self.last):
            steps.addWidget(part)
        steps.addStretch(1)
        grid.addWidget(Label(look, self.tr("Steps")), 0, 0)
        grid.addLayout(steps, 0, 1)
        rows = (self.tr("Speed"), self.speed), (self.tr("Size"), self.size_choice), (self.tr("Format"), self.kind)
        for row, (name, choice) in enumerate(rows, 1):
            grid.addWidget(Label(look, name), row, 0)
            grid.addWidget(choice, row, 1, Qt.AlignmentFlag.AlignLeft)
        grid.setColumnStretch(1, 1)
        units = look.metrics.units
        grid.setHorizontalSpacing(units(4))
        grid.setVerticalSpacing(units(2))
        spaced(steps, look, (0, 0, 0, 0), 2)
        column.addWidget(Label(look, self.tr("Export the timeline as a film"), "heading", bold=True))
        column.addLayout(grid)
        column.addWidget(self.summary)
        column.addWidget(self.save, 0, Qt.AlignmentFlag.AlignRight)
        column.addWidget(self.progress)
        spaced(column, look, (5, 4, 5, 4), 3)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(inside)
        self.setMinimumWidth(units(110))

    def _step_field(self, name: str) -> QSpinBox:
        field = QSpinBox()
        field.setGroupSeparatorShown(True)
        field.setAlignment(Qt.AlignmentFlag.AlignRight)
        field.setAccessibleName(name)
        field.setToolTip(name)
        field.setFixedWidth(self._appearance.metrics.units(28))
        return field

    def _choice(self, name: str, rows: list[tuple[str, object]]) -> Choice:
        choice = Choice(self._appearance, name, show_name=False)
        for title, value in rows:
            choice.add(title, value)
        choice.setToolTip(name)
        return choice

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_range(self, first: int, last: int, known: int, speed: float) -> None:
        """What to begin with, of so many steps."""
        for field, value in ((self.first, first), (self.last, last)):
            field.setRange(0, known)
            field.setValue(value)
        self.speed.choose(speed if speed in SPEEDS[:-1] else SPEEDS[-2])
        self.size_choice.setCurrentIndex(SIZES.index(_FIRST_SIZE))
        self._show_summary()

    @property
    def options(self) -> FilmOptions:
        """As chosen now; the steps in their order, whichever was typed first."""
        first, last = sorted((self.first.value(), self.last.value()))
        return FilmOptions(
            first, last, self.speed.currentData(), tuple(self.size_choice.currentData()), self.kind.currentData()
        )

    def _show_summary(self) -> None:
        options = self.options
        steps = options.last - options.first + 1
        frames = frame_count(options.first, options.last, options.speed, reduced=not self._moves)
        seconds = steps / options.speed + LAST / 1000
        words = self.tr("{:,} steps, {:,} frames, {:,.0f} seconds.").format(steps, frames, seconds)
        if frames > MOST_FRAMES:
            words += " " + self.tr("That is more than {:,} frames: take fewer steps or a higher speed.").format(
                MOST_FRAMES
            )
        self.summary.setText(words)
        self._possible = frames <= MOST_FRAMES
        self.save.setEnabled(self._possible and self.progress.isHidden())

    def show_progress(self, done: int, total: int) -> None:
        """So many of all frames are written."""
        title = self.tr("Frame {:,} of {:,}").format(done, total)
        self.progress.show_progress(title, done / max(1, total), self.tr("The window can be used meanwhile."))
        self.save.setEnabled(False)

    def show_idle(self) -> None:
        """Nothing is being written."""
        self.progress.hide()
        self.save.setEnabled(self._possible)

    def closeEvent(self, event: QCloseEvent) -> None:
        """The cross is Escape."""
        self.reject()
        super().closeEvent(event)
