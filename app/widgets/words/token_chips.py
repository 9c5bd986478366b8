"""The words on stage, as chips: which words a merge changes, which the tied pairs would change, and the pinned ones.

One widget paints all words.  Where everything stands is worked out only when the words, the size or the appearance change
(`stage_layout`), and somebody looks; while a merge moves, one timer repaints and `motion.phase` says how far it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QElapsedTimer, QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.look.theme import Appearance
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.motion import AFTER, BEFORE, Phase, lighting, phase
from app.widgets.basics.painter import Painter
from app.widgets.basics.plain_tip import plain_tip
from app.widgets.words.stage_layout import Heading, Stage, StageLayout, large_size, small_size
from app.widgets.words.stage_words import StageGroup, StageWord, count_text
from app.widgets.words.word_painting import PlacedWord, paint_word

_TICK = 16


class TokenChips(QWidget):
    """Groups of words as chips.  A click on a word or on a heading's action is a wish; nothing changes by itself."""

    word_clicked = Signal(int, int)
    """Group and word."""
    action_asked = Signal(int)
    """Group."""
    moved = Signal()
    """A movement has come to its end."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None):
        super().__init__(parent)
        self._appearance = appearance
        self.mate: TokenChips | None = None
        self._groups: tuple[StageGroup, ...] = ()
        self._layout: StageLayout | None = None
        self._stage: Stage | None = None
        self._phase = BEFORE
        self._merged, self._direction, self._reduced = False, 1, False
        self._step_duration: float | None = None
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_tick)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Words on stage"))
        appearance.changed.connect(self._renew)
        self._renew()

    # ---- what is shown ----

    def show_words(self, groups: Sequence[StageGroup], *, merged: bool = False) -> None:
        """Shows words at rest, before or after their merge; a running movement ends at once."""
        self._timer.stop()
        self._merged = merged
        self._phase = AFTER if merged else BEFORE
        self._take(groups)

    def play_words(
        self,
        groups: Sequence[StageGroup],
        *,
        merged: bool = True,
        step_duration: float | None = None,
        direction: int = 1,
        reduced: bool = False,
    ) -> None:
        """Shows words and moves: to the merged state (or, with `merged` False, only until the pair is lit).

        `step_duration` is the time in ms until the next step, None if none follows; `direction` -1 takes the join apart.
        """
        self._merged, self._step_duration, self._direction, self._reduced = merged, step_duration, direction, reduced
        self._clock.start()
        self._phase = self._phase_at(0.0)
        self._take(groups)
        if self._phase.over:
            self._timer.stop()
            self.moved.emit()
        else:
            self._timer.start()

    def show_phase(self, phase: Phase) -> None:
        """The words that are shown, at one moment of their movement: for pictures."""
        self._timer.stop()
        self._phase = phase
        self.update()

    @property
    def phase(self) -> Phase:
        """Where the movement stands."""
        return self._phase

    @property
    def shown_words(self) -> list[tuple[int, int]]:
        """(group, word) of each word that has room."""
        return [(word.group, word.index) for word in self.stage.words]

    def _phase_at(self, elapsed: float) -> Phase:
        if self._direction > 0 and not self._merged:
            return lighting(elapsed, self._step_duration, self._reduced)
        return phase(elapsed, self._step_duration, self._direction, self._reduced)

    def _on_tick(self) -> None:
        self._phase = self._phase_at(float(self._clock.elapsed()))
        self.update()
        if self._phase.over:
            self._timer.stop()
            self.moved.emit()

    def _take(self, groups: Sequence[StageGroup]) -> None:
        self._groups = tuple(groups)
        self._forget_layout()
        self.setAccessibleDescription(_described(self._groups))
        self.update()

    # ---- layout ----

    def _renew(self) -> None:
        self._sizes = large_size(self._appearance), small_size(self._appearance)
        self._forget_layout()
        self.updateGeometry()
        self.update()

    @property
    def stage(self) -> Stage:
        """Where everything stands; worked out when it is asked for, as a widget is given several sizes before it is seen."""
        if self._stage is None:
            layout, mate = self._own_layout(), self.mate
            if not layout.is_small and mate is not None and not mate.isHidden() and mate._own_layout().is_small:
                layout = StageLayout(self._appearance, (self._sizes[1], self._sizes[1]), self._groups, self.size())
            self._stage = layout.lay_out()
        return self._stage

    def _own_layout(self) -> StageLayout:
        """As this one alone would be."""
        if self._layout is None:
            self._layout = StageLayout(self._appearance, self._sizes, self._groups, self.size())
        return self._layout

    def renew_size(self) -> None:
        self._stage = None
        self.update()

    def _forget_layout(self) -> None:
        """The chips beside these may get another size by them."""
        self._layout = self._stage = None
        if self.mate is not None:
            self.mate.renew_size()

    # ---- painting and events ----

    def paintEvent(self, event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_headings(painter)
            for word in self.stage.words:
                if event.rect().intersects(word.bounds(self.stage.size.row).toAlignedRect()):
                    paint_word(painter, self._appearance, self.stage.size.face, word, self._phase)

    def _paint_headings(self, painter: QPainter) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        bold, plain = self._appearance.font("body", weight=700), self._appearance.font("caption")
        for heading in self.stage.headings:
            rect = QRectF(0, heading.top, self.width(), metrics.base * 1.4)
            action = self._action_rect(heading)
            line = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.setFont(bold)
            painter.setPen(theme.text)
            room = action.left() - (metrics.units(2) if heading.action else 0)
            title = QFontMetricsF(bold).elidedText(heading.title, Qt.TextElideMode.ElideRight, room)
            painter.drawText(rect, line, title)
            used = QFontMetricsF(bold).horizontalAdvance(title) + metrics.units(2.5)
            painter.setFont(plain)
            if used + QFontMetricsF(plain).horizontalAdvance(heading.note) <= action.left() - metrics.units(2):
                painter.setPen(theme.second_text)
                painter.drawText(rect.adjusted(used, 0, 0, 0), line, heading.note)
            painter.setPen(theme.accent)
            painter.drawText(action, line, heading.action)

    def _action_rect(self, heading: Heading) -> QRectF:
        width = QFontMetricsF(self._appearance.font("caption")).horizontalAdvance(heading.action)
        return QRectF(self.width() - width - 1, heading.top, width + 1, self._appearance.metrics.base * 1.4)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        for heading in self.stage.headings:
            if heading.action and self._action_rect(heading).contains(event.position()):
                self.action_asked.emit(heading.group)
                return
        word = self._word_at(event.position())
        if word is not None:
            self.word_clicked.emit(word.group, word.index)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            word = self._word_at(QPointF(event.pos()))
            text = _tool_tip(self._groups[word.group].words[word.index]) if word else ""
            QToolTip.showText(event.globalPos(), plain_tip(text), self)
            return True
        return super().event(event)

    def _word_at(self, at: QPointF) -> PlacedWord | None:
        return next((word for word in self.stage.words if word.bounds(self.stage.size.row).contains(at)), None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._forget_layout()

    def sizeHint(self) -> QSize:
        rows = sum(-(-len(group.words) // 2) for group in self._groups) or 6
        heads = len(self._groups) * (self.stage.size.heading + self.stage.size.between)
        return QSize(round(self._appearance.metrics.px(520)), rows * self.stage.size.row + heads)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(180)), 2 * self.stage.size.row)


def _described(groups: Sequence[StageGroup]) -> str:
    lines = []
    for group in groups:
        words = "; ".join(f"{' | '.join(map(spoken, word.tokens))}" for word in group.words)
        lines.append(f"{group.title}: {words}.")
    return " ".join(lines)


def _tool_tip(word: StageWord) -> str:
    tokens = " · ".join(spoken(token) for token in word.tokens)
    return f"{tokens}\n{count_text(word.count)}".strip()
