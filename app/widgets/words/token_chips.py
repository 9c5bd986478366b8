"""The words on stage, as chips: which words a merge changes, which the tied pairs would change, and the pinned ones.

One widget paints all words.  Where everything stands is worked out only when the words, the size or the appearance change
(`word_layout`); while a merge moves, one timer repaints and `motion.phase` says how far it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer, QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.look.theme import Appearance, token_colour_indexes
from app.widgets.basics.chip_painting import ELLIPSIS, ChipFace, pair_width
from app.widgets.basics.chip_text import runs_right_to_left, spoken
from app.widgets.basics.motion import AFTER, BEFORE, Phase, lighting, phase
from app.widgets.basics.painter import Painter
from app.widgets.words.word_columns import Columns, chosen_columns
from app.widgets.words.word_layout import LEFT_OUT, RowPlan, columns_for, merged_tokens, plan_rows, visible_tokens
from app.widgets.words.word_painting import PlacedWord, paint_word

__all__ = ["StageGroup", "StageWord", "TokenChips", "pair_width"]

_TICK = 16
_COLUMN_EM = 12.0
"""Words stand in two columns where each is at least so many chip letters' heights wide."""


@dataclass(frozen=True, slots=True)
class StageWord:
    """A word as it is cut before the merge.  `lit` and `tied` are the indexes of the left parts of pairs in it.

    `made` is how the merged token is stored, where that is not both parts put together; `gone` are the indexes of tokens that
    the step takes away, `unknown` of those that stand for what the vocabulary cannot write.
    """

    tokens: tuple[bytes, ...]
    count: float | None = None
    lit: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    text: bytes = b""
    """The word itself, which its tokens may write with marks of their own."""
    made: bytes = b""
    gone: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StageGroup:
    """Words under one heading.  `action` is a word to click at the heading's right ("Add a word")."""

    title: str
    words: tuple[StageWord, ...]
    note: str = ""
    action: str = ""


@dataclass(frozen=True, slots=True)
class _Heading:
    group: int
    title: str
    note: str
    action: str
    top: float


@dataclass(frozen=True, slots=True)
class _ChipSize:
    """One size of chips with the heights that go with it: of a row (a chip, below it the bridge), of a heading, and
    between two groups."""

    face: ChipFace
    row: int
    heading: int
    between: int


def _large_size(appearance: Appearance) -> _ChipSize:
    face, metrics = ChipFace(appearance), appearance.metrics
    line = round(metrics.base * 1.4)
    return _ChipSize(face, round(face.height + metrics.units(2.5)), line + metrics.units(1), metrics.units(2))


def _small_size(appearance: Appearance) -> _ChipSize:
    """For a low stage."""
    face, metrics = ChipFace(appearance, "body"), appearance.metrics
    return _ChipSize(face, round(face.height + metrics.units(2)), round(metrics.base * 1.3), metrics.units(0.5))


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
        self._groups: tuple[StageGroup, ...] = ()
        self._words: list[PlacedWord] = []
        self._headings: list[_Heading] = []
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
        return [(word.group, word.index) for word in self._words]

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
        self._lay_out()
        self.setAccessibleDescription(_described(self._groups))
        self.update()

    # ---- layout ----

    def _renew(self) -> None:
        self._large, self._small = _large_size(self._appearance), _small_size(self._appearance)
        self._size = self._large
        self._lay_out()
        self.updateGeometry()
        self.update()

    def _lay_out(self) -> None:
        self._words, self._headings = [], []
        plan, columns = self._plan()
        y = 0.0
        for number, (group, rows) in enumerate(zip(self._groups, plan.rows, strict=True)):
            if rows == LEFT_OUT:
                continue
            if plan.headings:
                self._headings.append(_Heading(number, group.title, group.note, group.action, y))
                y += self._size.heading
            self._place_words(number, group.words[: rows * columns[number]], columns[number], y)
            y += rows * self._size.row + self._size.between

    def _plan(self) -> tuple[RowPlan, Columns]:
        """How many rows each group gets, in how many columns: of large chips, unless small ones show more groups."""
        large, small = (self._plan_with(size) for size in (self._large, self._small))
        self._size = self._small if small[0].groups > large[0].groups else self._large
        return small if self._size is self._small else large

    def _plan_with(self, size: _ChipSize) -> tuple[RowPlan, Columns]:
        most = columns_for(self.width(), _COLUMN_EM * size.face.pixels)
        room = self._column(most)[0] - self._counts_room() - size.face.line

        def is_cut(group: int, shown: int) -> bool:
            return any(_width_of(word, size.face) > room for word in self._groups[group].words[:shown])

        def plan_of(columns: Columns) -> RowPlan:
            return plan_rows(self._wanted(columns), self.height(), size.row, size.heading, size.between)

        return chosen_columns([len(group.words) for group in self._groups], most, plan_of, is_cut)

    def _wanted(self, columns: Columns) -> list[int]:
        """Rows for all words of each group; a group without words keeps its heading only for what can be clicked there."""
        groups = zip(self._groups, columns, strict=True)
        return [-(-len(g.words) // wide) if g.words else 0 if g.action else LEFT_OUT for g, wide in groups]

    def _column(self, columns: int) -> tuple[float, float]:
        """Width of a column, and from where one begins to where the next one does."""
        gutter = self._appearance.metrics.units(4) if columns > 1 else 0
        width = (self.width() - gutter * (columns - 1)) / columns
        return width, width + gutter

    def _counts_room(self) -> float:
        """What the counts before the words take of a column."""
        counts = self._count_width()
        return counts + self._appearance.metrics.units(2.5) if counts else 0.0

    def _place_words(self, group: int, words: Sequence[StageWord], columns: int, top: float) -> None:
        column_width, distance = self._column(columns)
        counts = self._count_width()
        for index, word in enumerate(words):
            left = (index % columns) * distance
            x = left + self._counts_room()
            y = top + (index // columns) * self._size.row
            room = left + column_width - x - self._size.face.line
            placed = self._placed(
                group, index, word, room, QPointF(x, y), QRectF(left, y, counts, self._size.face.height)
            )
            self._words.append(placed)

    def _count_width(self) -> float:
        """The widest count of all groups, so that chips of all groups begin on one line."""
        measure = QFontMetricsF(self._appearance.font("body"))
        texts = [count_text(word.count) for group in self._groups for word in group.words]
        return max((measure.horizontalAdvance(text) for text in texts), default=0.0)

    def _placed(self, group: int, index: int, word: StageWord, room: float, at: QPointF, count: QRectF) -> PlacedWord:
        bold = {i for left in word.lit for i in (left, left + 1)}
        widths = [self._size.face.width(token, i in bold, room) for i, token in enumerate(word.tokens)]
        pair = next(iter((*word.lit, *word.tied)), 0)
        keep = (pair, min(len(widths), pair + 2)) if word.lit or word.tied else (0, 1)
        seen = visible_tokens(widths, self._size.face.gap, self._size.face.width(ELLIPSIS), room, keep)
        tokens = list(word.tokens[seen.first : seen.last])
        shades = self._appearance.theme.token_colours
        colours = token_colour_indexes(word.tokens, colours=shades)[seen.first : seen.last]
        lit = [i - seen.first for i in word.lit if seen.first <= i < seen.last - 1]
        tied = [i - seen.first for i in word.tied if seen.first <= i < seen.last - 1]
        shift = (1 if seen.first else 0) - seen.first
        if seen.first:
            tokens, colours = [ELLIPSIS, *tokens], [0, *colours]
            lit, tied = [i + 1 for i in lit], [i + 1 for i in tied]
        if seen.last < len(word.tokens):
            tokens, colours = [*tokens, ELLIPSIS], [*colours, 0]
        after = token_colour_indexes(merged_tokens(tokens, lit, word.made), colours=shades)
        mirrored = runs_right_to_left(b"".join(word.tokens))
        return PlacedWord(
            group, index, at, room, count, count_text(word.count),
            tuple(tokens), tuple(colours), tuple(lit), tuple(tied),
            tuple(after[left - n] for n, left in enumerate(lit)), mirrored,
            word.made, _shifted(word.gone, shift, len(tokens)), _shifted(word.unknown, shift, len(tokens)),
        )  # fmt: skip

    # ---- painting and events ----

    def paintEvent(self, event: QPaintEvent) -> None:
        with Painter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_headings(painter)
            for word in self._words:
                if event.rect().intersects(word.bounds(self._size.row).toAlignedRect()):
                    paint_word(painter, self._appearance, self._size.face, word, self._phase)

    def _paint_headings(self, painter: QPainter) -> None:
        theme, metrics = self._appearance.theme, self._appearance.metrics
        bold, plain = self._appearance.font("body", weight=700), self._appearance.font("caption")
        for heading in self._headings:
            rect = QRectF(0, heading.top, self.width(), metrics.base * 1.4)
            action = self._action_rect(heading)
            line = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.setFont(bold)
            painter.setPen(theme.text)
            painter.drawText(rect, line, heading.title)
            used = QFontMetricsF(bold).horizontalAdvance(heading.title) + metrics.units(2.5)
            painter.setFont(plain)
            if used + QFontMetricsF(plain).horizontalAdvance(heading.note) <= action.left() - metrics.units(2):
                painter.setPen(theme.second_text)
                painter.drawText(rect.adjusted(used, 0, 0, 0), line, heading.note)
            painter.setPen(theme.accent)
            painter.drawText(action, line, heading.action)

    def _action_rect(self, heading: _Heading) -> QRectF:
        width = QFontMetricsF(self._appearance.font("caption")).horizontalAdvance(heading.action)
        return QRectF(self.width() - width - 1, heading.top, width + 1, self._appearance.metrics.base * 1.4)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        for heading in self._headings:
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
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def _word_at(self, at: QPointF) -> PlacedWord | None:
        return next((word for word in self._words if word.bounds(self._size.row).contains(at)), None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def sizeHint(self) -> QSize:
        rows = sum(-(-len(group.words) // 2) for group in self._groups) or 6
        heads = len(self._groups) * (self._size.heading + self._size.between)
        return QSize(round(self._appearance.metrics.px(520)), rows * self._size.row + heads)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._appearance.metrics.px(180)), 2 * self._size.row)


def _width_of(word: StageWord, face: ChipFace) -> float:
    """Of all its tokens, none of them cut."""
    lit = {at for left in word.lit for at in (left, left + 1)}
    return sum(face.width(token, at in lit) for at, token in enumerate(word.tokens)) + face.gap * (len(word.tokens) - 1)


def _shifted(indexes: Sequence[int], shift: int, length: int) -> tuple[int, ...]:
    """Indexes among the tokens that are shown."""
    return tuple(index + shift for index in indexes if 0 <= index + shift < length)


def count_text(count: float | None) -> str:
    """How often a word occurs, as it stands before the word.

    >>> count_text(1200), count_text(0.5), count_text(None)
    ('1,200×', '0.5×', '')
    """
    if count is None:
        return ""
    return f"{count:,.0f}×" if float(count).is_integer() else f"{count:,.1f}×"


def _described(groups: Sequence[StageGroup]) -> str:
    lines = []
    for group in groups:
        words = "; ".join(f"{' | '.join(map(spoken, word.tokens))}" for word in group.words)
        lines.append(f"{group.title}: {words}.")
    return " ".join(lines)


def _tool_tip(word: StageWord) -> str:
    tokens = " · ".join(spoken(token) for token in word.tokens)
    return f"{tokens}\n{count_text(word.count)}".strip()
