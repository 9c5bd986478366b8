"""The transport: to start, back, play, on, to end, next tie, bookmark; the speed; the step as a number.

Every control is a wish; `show_position`, `show_playing` and `show_speed` write what is so.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QSpinBox, QToolButton, QWidget

from app.look.icons import icon
from app.look.theme import Appearance
from app.state.training.playback import SPEEDS
from app.translation import translate
from app.widgets.basics.key_slider import KeySlider

_NORMAL_SPEED = 4.0
_NEXT_TIE_WORDS, _OF_WORDS, _SPEED_WORDS = 960, 740, 690
"""Widths (at the normal base) below which words give way: of the tie button, "of N", the speed.  What then has no room, first
makes the row tighter; then Back and Play and Why lose their names."""


def speed_text(speed: float, *, short: bool = False) -> str:
    """A speed in words.

    >>> speed_text(4), speed_text(0.5), speed_text(math.inf)
    ('4 steps/s', '0.5 steps/s', 'as fast as it goes')
    """
    if math.isinf(speed):
        return translate("transport", "fastest") if short else translate("transport", "as fast as it goes")
    return (
        f"{speed:g}/s"
        if short
        else translate("transport", "{:g} steps/s").format(speed)
        if speed != 1
        else translate("transport", "1 step/s")
    )


class Transport(QWidget):
    """One row of controls; words give way to icons where it is narrow."""

    start_asked = Signal()
    end_asked = Signal()
    step_asked = Signal(int)
    """1 or -1."""
    play_asked = Signal(bool)
    next_tie_asked = Signal()
    bookmark_asked = Signal()
    why_asked = Signal()
    speed_asked = Signal(float)
    seek_asked = Signal(int)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None):
        super().__init__(parent)
        self._appearance = appearance
        self._playing = self._named = self._tight = False
        self._position, self._known, self._ties = 0, 0, True
        self._stops = self.tr("Next tie")
        self._build()
        self._arrange()
        self._connect()
        self._renew()

    # ---- what is shown ----

    def show_position(self, position: int, known: int, *, ties: bool = True) -> None:
        """`position` of `known` steps; without `ties` there is no next one."""
        grows = len(f"{known:,}") != len(f"{self._known:,}")
        self._position, self._known, self._ties = position, known, ties
        with QSignalBlocker(self.step_field):
            self.step_field.setRange(0, known)
            self.step_field.setValue(position)
        self._of.setText(self.tr("of {:,}").format(known))
        for button in (self.to_start, self.step_back):
            button.setEnabled(position > 0)
        for button in (self.step_on, self.to_end):
            button.setEnabled(position < known)
        self.play.setEnabled(known > 0 and (self._playing or position < known))
        self.next_tie.setEnabled(ties and position < known)
        self.bookmark.setEnabled(known > 0)
        self.why.setEnabled(known > 0)
        self.step_field.setEnabled(known > 0)
        self._fit_words() if grows else self._fit_field()

    def set_stops(self, words: str) -> None:
        """What the button stops at: ties, or something else that is worth a stop ("Next in my text")."""
        if words != self._stops:
            self._stops = words
            self._fit_words()

    def show_playing(self, playing: bool) -> None:
        self._playing = playing
        self.show_position(self._position, self._known, ties=self._ties)
        self._paint_play()

    def show_speed(self, speed: float) -> None:
        """Puts the slider at the nearest of `SPEEDS`."""
        index = (
            SPEEDS.index(speed) if speed in SPEEDS else min(range(8), key=lambda i: abs(math.log(SPEEDS[i] / speed)))
        )
        with QSignalBlocker(self.speed):
            self.speed.setValue(index)
        self._show_speed_text()

    @property
    def speed_value(self) -> float:
        """The speed that the slider shows."""
        return SPEEDS[self.speed.value()]

    # ---- building ----

    def _build(self) -> None:
        self.to_start = self._button(self.tr("To the start (Home)"))
        self.step_back = self._button(self.tr("Step back (Left)"))
        self.play = QPushButton()
        self.play.setProperty("primary", True)
        self.play.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.step_on = self._button(self.tr("Step (Right)"))
        self.to_end = self._button(self.tr("To the end (End)"))
        self.next_tie = self._button(self.tr("Next tie (T)"))
        self.bookmark = self._button(self.tr("Set a bookmark (B)"))
        self.why = self._button(self.tr("Why this step (Y)"))
        self._speed_label, self._speed_text = QLabel(self.tr("Speed")), QLabel()
        self.speed = KeySlider()
        self.speed.setRange(0, len(SPEEDS) - 1)
        self.speed.setPageStep(1)
        self.speed.setAccessibleName(self.tr("Speed"))
        self.speed.setToolTip(self.tr("How fast the steps play (+ and -)"))
        self.step_field = QSpinBox()
        self.step_field.setGroupSeparatorShown(True)
        self.step_field.setKeyboardTracking(False)
        self.step_field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.step_field.setAccessibleName(self.tr("Step"))
        self.step_field.setToolTip(self.tr("Go to a step (G)"))
        self._step_label, self._of = QLabel(self.tr("Step")), QLabel(self.tr("of 0"))
        self._step_label.setBuddy(self.step_field)

    def _button(self, tip: str) -> QToolButton:
        button = QToolButton()
        button.setToolTip(tip)
        button.setAccessibleName(tip.split(" (")[0])
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    def _arrange(self) -> None:
        self._row = QHBoxLayout(self)
        for button in (
            self.to_start,
            self.step_back,
            self.play,
            self.step_on,
            self.to_end,
            self.next_tie,
            self.bookmark,
            self.why,
        ):
            self._row.addWidget(button)
        self._row.addStretch(1)
        for widget in (self._speed_label, self.speed, self._speed_text, self._step_label, self.step_field, self._of):
            self._row.addWidget(widget)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _connect(self) -> None:
        self.to_start.clicked.connect(self.start_asked)
        self.to_end.clicked.connect(self.end_asked)
        self.step_back.clicked.connect(lambda: self.step_asked.emit(-1))
        self.step_on.clicked.connect(lambda: self.step_asked.emit(1))
        self.play.clicked.connect(lambda: self.play_asked.emit(not self._playing))
        self.next_tie.clicked.connect(self.next_tie_asked)
        self.bookmark.clicked.connect(self.bookmark_asked)
        self.why.clicked.connect(self.why_asked)
        self.speed.valueChanged.connect(self._on_speed)
        self.step_field.valueChanged.connect(self._on_field)
        # A typed number is done with: the keys of the theatre work again at once.
        self.step_field.lineEdit().returnPressed.connect(self.play.setFocus)
        self._appearance.changed.connect(self._renew)

    def _on_speed(self) -> None:
        self._show_speed_text()
        self.speed_asked.emit(self.speed_value)

    def _on_field(self, step: int) -> None:
        """Asks; until the answer comes the field shows what is so."""
        with QSignalBlocker(self.step_field):
            self.step_field.setValue(self._position)
        self.seek_asked.emit(step)

    # ---- appearance ----

    def _renew(self) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        names = {
            self.to_start: "to-start",
            self.step_back: "step-back",
            self.step_on: "step-forward",
            self.to_end: "to-end",
            self.next_tie: "next-tie",
            self.bookmark: "bookmark",
            self.why: "help",
        }
        for button, name in names.items():
            button.setIcon(icon(name, theme.text, metrics.icon, disabled=theme.control_border))
            button.setIconSize(QSize(metrics.icon, metrics.icon))
            button.setFixedHeight(metrics.control)
        for label in (self._speed_label, self._speed_text, self._step_label, self._of):
            label.setFont(self._appearance.font("caption"))
        for named in (self.next_tie, self.step_back, self.why):
            named.setFont(self._appearance.font("body"))
        # The field inside does not follow by itself once a style sheet has been set anew.
        for part in (self.step_field, self.step_field.lineEdit()):
            part.setFont(self._appearance.font("body", weight=600))
        self.step_field.setFixedHeight(metrics.control)
        self._paint_play()
        self._fit_field()
        self.show_speed(self.speed_value if self._speed_text.text() else _NORMAL_SPEED)
        self._fit_words()

    def _paint_play(self) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        name, words = ("pause", self.tr("Pause")) if self._playing else ("play", self.tr("Play"))
        self.play.setIcon(icon(name, theme.on_accent, metrics.icon, disabled=theme.second_text))
        self.play.setIconSize(QSize(metrics.icon, metrics.icon))
        self.play.setAccessibleName(words)
        self.play.setToolTip(self.tr("{} (Space)").format(words))
        self.play.setText(f" {words}" if self._named else "")
        # As wide for the one word as for the other, so that nothing beside it moves.
        measure = self.play.fontMetrics().horizontalAdvance
        widest = max(measure(f" {self.tr('Play')}"), measure(f" {self.tr('Pause')}"))
        around = self.play.minimumSizeHint().width() - measure(self.play.text())
        self.play.setFixedSize(around + widest if self._named else metrics.units(11), metrics.control)

    def _fit_field(self) -> None:
        digits = self.step_field.fontMetrics().horizontalAdvance(f"{max(self._known, 999):,}")
        self.step_field.setFixedWidth(digits + self._appearance.metrics.units(10 if self._tight else 12))

    def _show_speed_text(self) -> None:
        short = self.width() - self._longer_words() < self._appearance.metrics.px(_NEXT_TIE_WORDS)
        self._speed_text.setText(speed_text(self.speed_value, short=short))
        widest = max(self._speed_text.fontMetrics().horizontalAdvance(speed_text(s, short=short)) for s in SPEEDS)
        self._speed_text.setFixedWidth(widest + 2)

    def _fit_words(self) -> None:
        """What a narrow row leaves out; every control stays."""
        metrics, width = self._appearance.metrics, self.width() - self._longer_words()
        wide = width >= metrics.px(_NEXT_TIE_WORDS)
        _name(self.next_tie, self._stops if wide else "")
        self.next_tie.setAccessibleName(self._stops)
        self.next_tie.setToolTip(f"{self._stops} (T)")
        self._speed_label.setVisible(wide)
        self._step_label.setVisible(wide)
        self._speed_text.setVisible(width >= metrics.px(_SPEED_WORDS))
        self._of.setVisible(width >= metrics.px(_OF_WORDS))
        self._show_speed_text()
        for named, tight in ((True, False), (True, True), (False, True)):
            self._show_names(named, tight=tight)
            self.speed.setFixedWidth(metrics.units(24 if wide else 8 if tight else 14))
            if self._needed_width() <= self.width():
                break

    def _show_names(self, named: bool, *, tight: bool) -> None:
        """Back, Play and Why in words, or as icons alone; closer together where that is what it takes."""
        metrics = self._appearance.metrics
        side = metrics.units(1.5 if tight else 2.5)
        self._row.setContentsMargins(side, metrics.units(1.5), side, metrics.units(1))
        self._row.setSpacing(metrics.units(1 if tight else 1.5))
        _name(self.step_back, self.tr("Back") if named else "")
        _name(self.why, self.tr("Why") if named else "")
        self._named = named
        self._tight = tight
        self._paint_play()
        self._fit_field()

    def _needed_width(self) -> int:
        """What all that is shown needs side by side."""
        self._row.invalidate()
        return self._row.minimumSize().width()

    def _longer_words(self) -> int:
        """What the words need more than the English ones, for which the widths of the row are measured."""
        measure = QFontMetricsF(self._appearance.font("body")).horizontalAdvance
        said = {
            "Back": self.tr("Back"),
            "Why": self.tr("Why"),
            "Pause": max(self.tr("Play"), self.tr("Pause"), key=measure),
        }
        return round(sum(max(0.0, measure(words) - measure(english)) for english, words in said.items()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_words()

    def minimumSizeHint(self) -> QSize:
        metrics = self._appearance.metrics
        return QSize(round(metrics.px(340)), metrics.control + metrics.units(2.5))

    def sizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(_NEXT_TIE_WORDS)), self.minimumSizeHint().height())


def _name(button: QToolButton, name: str) -> None:
    """A word beside the icon, or the icon alone."""
    both, alone = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
    button.setText(f" {name}" if name else "")
    button.setToolButtonStyle(both if name else alone)
